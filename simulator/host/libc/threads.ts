/** Threads as our own headers ask for them, and the functions of POSIX that let time pass. */
import type { HostLibrary, HostMachine } from "../model/machine";

const blocks = new WeakMap<HostMachine, Map<number, bigint>>();
/** A key of POSIX: its value in each thread, and what is called with it when the thread ends. */
interface Key {
  readonly values: Map<number, bigint>;
  readonly destructor: bigint;
}

const keys = new WeakMap<HostMachine, Key[]>();

/** Threads that POSIX's `pthread_cancel` has ended; each goes on to its next cancellation point. */
const cancelled = new WeakMap<HostMachine, Set<number>>();

/** What a machine has of its own, made when it is first asked for. */
function ownOf<State>(states: WeakMap<HostMachine, State>, machine: HostMachine, make: () => State): State {
  const known = states.get(machine) ?? make();
  states.set(machine, known);
  return known;
}

const blocksOf = (machine: HostMachine): Map<number, bigint> => ownOf(blocks, machine, () => new Map());
const keysOf = (machine: HostMachine): Key[] => ownOf(keys, machine, () => []);
const cancelledOf = (machine: HostMachine): Set<number> => ownOf(cancelled, machine, () => new Set());
const isCancelled = (machine: HostMachine): boolean => cancelledOf(machine).has(machine.program.threads.current);

/** Units of work that a wait counts as: about as long as it takes to look for who may go on. */
const WAIT_WORK = 10;

function sleep(machine: HostMachine, nanoseconds: bigint): number {
  if (isCancelled(machine)) throw machine.program.threads.exit();
  machine.program.spend(WAIT_WORK);
  if (nanoseconds > 0n) machine.program.threads.wait("the time", machine.now() + nanoseconds);
  else machine.program.threads.yield();
  return 0;
}

/** The library's functions for threads, by name. */
export const threads: HostLibrary = {
  // The number of a new thread that begins with a function of one pointer; 0 where there are too many.
  __wl_thread_start: (machine, callee: bigint, argument: bigint) =>
    machine.program.threads.start(() => machine.program.entry(callee)(argument)),
  __wl_thread_self: (machine) => machine.program.threads.current,
  __wl_thread_ended: (machine, id: number) => (machine.program.threads.isDone(id) ? 1 : 0),
  // What POSIX knows a thread by: set where it begins, null for the main thread.
  __wl_thread_block(machine, block: bigint, isSet: number) {
    const blocks = blocksOf(machine);
    const { current } = machine.program.threads;
    if (isSet !== 0) blocks.set(current, block);
    return blocks.get(current) ?? 0n;
  },
  __wl_thread_exit(machine) {
    throw machine.program.threads.exit();
  },
  __wl_thread_cancel: (machine, id: number) => void cancelledOf(machine).add(id),
  __wl_thread_cancelled: (machine) => (isCancelled(machine) ? 1 : 0),
  pthread_key_create(machine, key: bigint, destructor: bigint) {
    machine.setInt(key, keysOf(machine).push({ values: new Map(), destructor }) - 1);
    return 0;
  },
  pthread_key_delete(machine, key: number) {
    keysOf(machine)[key]?.values.clear();
    return 0;
  },
  // The next destructor that a thread which ends has to call, with its value; null when there is none.
  __wl_key_end(machine, at: bigint) {
    const { current } = machine.program.threads;
    const one = keysOf(machine).find(
      ({ values, destructor }) => destructor !== 0n && (values.get(current) ?? 0n) !== 0n,
    );
    if (!one) return 0n;
    machine.setLong(at, one.values.get(current)!);
    one.values.delete(current);
    return one.destructor;
  },
  pthread_setspecific(machine, key: number, value: bigint) {
    const known = keysOf(machine)[key];
    known?.values.set(machine.program.threads.current, value);
    return known ? 0 : 22;
  },
  pthread_getspecific: (machine, key: number) =>
    keysOf(machine)[key]?.values.get(machine.program.threads.current) ?? 0n,
  // Asked for again and again until what is waited for holds; then `__wl_woke`.
  __wl_wait: (machine, reason: bigint) => machine.program.threads.wait(machine.text(reason)),
  __wl_woke: (machine) => machine.program.threads.woke(),
  __wl_yield: (machine) => machine.program.threads.yield(),
  // `_mm_pause`: who spins lets the others run.
  "llvm.x86.sse2.pause": (machine) => machine.program.threads.yield(),
  // Memory that is the library's own and no leak of the program.
  __wl_allocate: (machine, size: bigint) => machine.allocate(Number(size)),
  __wl_release: (machine, at: bigint) => void machine.heap.release(at),
  __wl_sleep: (machine, nanoseconds: bigint) => void sleep(machine, nanoseconds),
  nanosleep: (machine, at: bigint) => sleep(machine, machine.getLong(at) * 1_000_000_000n + machine.getLong(at + 8n)),
  usleep: (machine, microseconds: number) => sleep(machine, BigInt(microseconds >>> 0) * 1000n),
  sleep: (machine, seconds: number) => sleep(machine, BigInt(seconds >>> 0) * 1_000_000_000n),
};
