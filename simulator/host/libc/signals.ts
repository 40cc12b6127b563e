/** Signals: no process sends them here, so a handler runs when the program raises its signal itself. Reference: C17, 7.14. */
import type { HostLibrary, HostMachine } from "../model/machine";
import { Signal } from "../model/traps";

const names: Readonly<Record<number, string>> = {
  ...{ 1: "SIGHUP", 2: "SIGINT", 3: "SIGQUIT", 4: "SIGILL", 5: "SIGTRAP", 6: "SIGABRT", 7: "SIGBUS", 8: "SIGFPE" },
  ...{ 9: "SIGKILL", 10: "SIGUSR1", 11: "SIGSEGV", 12: "SIGUSR2", 13: "SIGPIPE", 14: "SIGALRM", 15: "SIGTERM" },
};
const [DEFAULT, IGNORE] = [0n, 1n];
const SELF = 1000;

const machines = new WeakMap<HostMachine, Map<number, bigint>>();

function handlersOf(machine: HostMachine): Map<number, bigint> {
  const known = machines.get(machine) ?? new Map<number, bigint>();
  machines.set(machine, known);
  return known;
}

function install(machine: HostMachine, signal: number, handler: bigint): bigint {
  const handlers = handlersOf(machine);
  const old = handlers.get(signal) ?? DEFAULT;
  handlers.set(signal, handler);
  return old;
}

/** Units of work that a signal counts as: about as long as it takes to call its handler. */
const SIGNAL_WORK = 20;

function raise(machine: HostMachine, signal: number): number {
  machine.program.spend(SIGNAL_WORK);
  const handler = handlersOf(machine).get(signal) ?? DEFAULT;
  if (handler === IGNORE) return 0;
  if (handler !== DEFAULT) {
    machine.program.callPointer(handler, signal);
    return 0;
  }
  throw machine.trap(`the program raised ${names[signal] ?? `signal ${signal}`} and does not handle it`, signal);
}

/** The library's functions for signals, by name. */
export const signals: HostLibrary = {
  signal: install,
  raise,
  // Signal 0 only asks whether the process is there.
  kill(machine, process: number, signal: number) {
    if (process !== SELF && process !== 0) return -1;
    return signal === 0 ? 0 : raise(machine, signal);
  },
  // `sa_handler` is the first member of `struct sigaction`.
  sigaction(machine, signal: number, wanted: bigint, old: bigint) {
    if (old !== 0n) machine.setLong(old, handlersOf(machine).get(signal) ?? DEFAULT);
    if (wanted !== 0n) install(machine, signal, machine.getLong(wanted));
    return 0;
  },
  sigemptyset(machine, set: bigint) {
    machine.setLong(set, 0n);
    return 0;
  },
  sigfillset(machine, set: bigint) {
    machine.setLong(set, -1n);
    return 0;
  },
  sigaddset(machine, set: bigint, signal: number) {
    machine.setLong(set, machine.getLong(set) | (1n << BigInt(signal - 1)));
    return 0;
  },
  // Nothing interrupts a program here.
  alarm: () => 0,
  abort(machine) {
    const handler = handlersOf(machine).get(Signal.abort) ?? DEFAULT;
    if (handler !== DEFAULT && handler !== IGNORE) machine.program.callPointer(handler, Signal.abort);
    throw machine.trap("the program called abort()", Signal.abort);
  },
};
