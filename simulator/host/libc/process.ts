/** Ends of a program, its environment, and time. Nothing outside the simulation is reached. */
import type { HostLibrary, HostMachine } from "../model/machine";
import { HostUnsupported, ProgramExit, Signal } from "../model/traps";

/** Ends without the functions that were registered for the end. */
function leave(_machine: HostMachine, code: number): never {
  throw new ProgramExit(code & 255, false);
}

/** Seconds since 1970 at which every simulated program begins, so that runs repeat: 2026-01-01. */
const BEGIN_SECONDS = 1_767_225_600n;

function writeTime(machine: HostMachine, at: bigint, unit: bigint): void {
  const now = machine.now();
  machine.setLong(at, BEGIN_SECONDS + now / 1_000_000_000n);
  machine.setLong(at + 8n, (now % 1_000_000_000n) / unit);
}

/** Bytes of `struct rusage`: two times, and fourteen counts. */
const RUSAGE_BYTES = 2 * 16 + 14 * 8;

/** The library's functions for the process, by name. */
export const process: HostLibrary = {
  exit(_machine, code: number) {
    throw new ProgramExit(code & 255);
  },
  _exit: leave,
  _Exit: leave,
  quick_exit: leave,
  at_quick_exit: () => 0,
  atexit(machine, callee: bigint) {
    machine.atExit.push({ callee, object: undefined });
    return 0;
  },
  // Destructors of static objects are called with their object.
  __cxa_atexit(machine, callee: bigint, object: bigint) {
    machine.atExit.push({ callee, object });
    return 0;
  },
  __assert_fail(machine, expression: bigint, file: bigint, line: number, name: bigint) {
    // g++ writes pointers and references without a space in front.
    const within = name === 0n ? "" : `${machine.text(name).replace(/ (?=[*&])/g, "")}: `;
    const where = `${machine.programName()}: ${machine.text(file)}:${line}: ${within}`;
    machine.write("stderr", new TextEncoder().encode(`${where}Assertion \`${machine.text(expression)}' failed.\n`));
    throw machine.trap(`assertion failed: ${machine.text(expression)}`, Signal.abort);
  },
  // There is no shell in here; −1 is how the C library says so.
  system: () => -1,
  popen: () => 0n,
  pclose: () => -1,
  time(machine, at: bigint) {
    const seconds = BEGIN_SECONDS + machine.now() / 1_000_000_000n;
    if (at !== 0n) machine.setLong(at, seconds);
    return seconds;
  },
  // Kinds: 0 the time of day, 1 since the program began.
  __wl_clock: (machine, kind: number) => machine.now() + (kind === 0 ? BEGIN_SECONDS * 1_000_000_000n : 0n),
  // Asked for by our own headers, where they have less than the C++ library.
  __wl_unsupported(machine, what: bigint) {
    throw new HostUnsupported(`the simulated host does not have ${machine.text(what)}`, machine.place);
  },
  difftime: (_machine, end: bigint, start: bigint) => Number(end - start),
  getpid: () => 1000,
  isatty: () => 0,
  getppid: () => 1,
  __errno_location: (machine) => machine.errnoPlace(),
  // `__rdtsc`: a tick is a nanosecond.
  "llvm.x86.rdtsc": (machine) => machine.now(),
  clock: (machine) => machine.now() / 1000n,
  // Time used is the clock's; the system has taken none of it.
  getrusage(machine, _who: number, at: bigint) {
    const start = machine.at(at, RUSAGE_BYTES);
    machine.bytes.fill(0, start, start + RUSAGE_BYTES);
    const now = machine.now();
    machine.setLong(at, now / 1_000_000_000n);
    machine.setLong(at + 8n, (now % 1_000_000_000n) / 1000n);
    return 0;
  },
  gettimeofday(machine, at: bigint) {
    writeTime(machine, at, 1000n);
    return 0;
  },
  clock_gettime(machine, _clock: number, at: bigint) {
    writeTime(machine, at, 1n);
    return 0;
  },
};
