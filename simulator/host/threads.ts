/**
 * Threads of a simulated program, which has one processor. One runs until it waits: for another thread, a value, a lock, the
 * time. Then the next one that can go on does, in the order in which they were made, round and round; so every run is the
 * same. A thread that waits leaves its stack and comes back to it (`compile/resumable.ts`), except below a function of the
 * library that called it (a comparison of `qsort`, a host function of a stream): there the others run on top of it.
 */
import { isProvided } from "../../analyzer/ir/frames";
import type { Location } from "../../analyzer/ir/model";
import { StackState } from "./compile/resumable";
import { exceptionsOf, noExceptions, type ThreadExceptions, useExceptions } from "./libc/exceptions";
import { offsetOf } from "./model/addresses";
import type { DeviceState } from "./model/cuda";
import type { HostMachine } from "./model/machine";
import type { ThreadLocal, ThreadScheduler } from "./model/program";
import { HostLimit, HostTrap, HostUnsupported, NullPointer, ProgramExit } from "./model/traps";
import { makeCurrent } from "./runtime/state/devices";

const STACK_BYTES = 1 << 20;
/** Every thread has a stack; more threads at once than this are a program's error. */
const MOST_THREADS = 4096;
/** Looks at variables between two times that the other threads get their turn. */
const POLLS = 64;
/** Passes in which threads only poll and yield before the run counts as stuck. */
const IDLE_TURNS = 1_000_000;

/** What a turn of the other threads takes. */
const TURN_NANOSECONDS = 1000n;

/** The stack of the thread that runs, as generated code sees it. */
export interface StackGlobals {
  readonly pointer: WebAssembly.Global;
  readonly limit: WebAssembly.Global;
  readonly state: WebAssembly.Global;
  readonly records: WebAssembly.Global;
}

/** Passes through a thread that ends itself. */
class ThreadExit extends Error {}

interface Thread {
  readonly id: number;
  /** Calls the function that the thread began with: the first time, and whenever it goes on. */
  enter: () => unknown;
  state: "new" | "waits" | "runs" | "done";
  /** What it waits for, in words, and where. */
  reason: string;
  place: Location | undefined;
  /** When a thread that sleeps goes on, in modelled nanoseconds. */
  wake: bigint | undefined;
  /** Lowest offset of its stack. */
  readonly stack: number;
  pointer: number;
  records: number;
  variables: readonly Uint8Array[];
  exceptions: ThreadExceptions;
  device: DeviceState;
  /** Functions of the library on its stack that called the program back. */
  callbacks: number;
}

/** Schedules the threads of one program. */
export class Threads implements ThreadScheduler {
  readonly #all: Thread[] = [];
  readonly #freeStacks: number[] = [];
  #made = 0;
  #current: Thread;
  /** Threads that waited one after the other without one going on in between. */
  #idle = 0;
  #turns = 0;
  #polls = 0;

  constructor(
    private readonly machine: HostMachine,
    private readonly threadLocals: readonly ThreadLocal[],
    private readonly globals: StackGlobals,
  ) {
    this.#current = this.#create(() => undefined, globals.limit.value as number);
    this.#current.state = "runs";
    this.#current.pointer = globals.pointer.value as number;
  }

  get current(): number {
    return this.#current.id;
  }

  get isAlone(): boolean {
    return this.#made === 1;
  }

  #create(enter: () => unknown, stack: number): Thread {
    const thread: Thread = {
      id: ++this.#made,
      enter,
      state: "new",
      reason: "",
      place: undefined,
      wake: undefined,
      stack,
      pointer: stack + STACK_BYTES - 4096 - 64,
      records: 0,
      variables: this.threadLocals.map(({ initial }) => initial),
      exceptions: noExceptions(),
      device: this.machine.cuda.devices[0]!,
      callbacks: 0,
    };
    this.#all.push(thread);
    return thread;
  }

  /** A thread that begins with a function when its turn comes; gives its number, 0 where there are too many. */
  start(enter: () => unknown): number {
    if (this.#all.length >= MOST_THREADS) return 0;
    const stack = this.#freeStacks.pop() ?? offsetOf(this.machine.allocate(STACK_BYTES)) + 4096;
    this.#idle = 0;
    return this.#create(enter, stack).id;
  }

  isDone(id: number): boolean {
    return !this.#all.some((one) => one.id === id);
  }

  /** A waiting thread has resumed. */
  woke(): void {
    this.#idle = 0;
    this.#turns = 0;
  }

  /** Runs the main thread from a function on until that ends. */
  run(enter: () => unknown): unknown {
    const main = this.#all[0]!;
    main.enter = enter;
    // It may have been left where it waited, when another thread ended the program.
    main.state = "runs";
    for (let thread = main; ; thread = this.#next(() => true)) {
      const result = this.#step(thread);
      if (thread === main && thread.state === "done") {
        main.state = "runs";
        this.#current = main;
        return result;
      }
    }
  }

  /**
   * The thread that runs waits, until a moment where one is given. Its functions return to `run` after this; when it goes
   * on they come here once more. Where they cannot, other threads have run when this returns.
   */
  wait(reason: string, until?: bigint): void {
    const { globals } = this;
    if (globals.state.value === StackState.isReturnedTo) {
      globals.state.value = StackState.runs;
      return;
    }
    if (until !== undefined && this.#all.length === 1) {
      this.#sleepUntil(until);
      return;
    }
    const thread = this.#current;
    thread.reason = reason;
    thread.place = this.machine.place;
    thread.wake = until;
    if (until === undefined) this.#idle++;
    // Alone it can only look once more: a function of its own may have changed what it waits for.
    if (this.#all.length === 1) {
      if (this.#idle > 2) throw this.#deadlock();
      return;
    }
    if (thread.callbacks === 0) {
      globals.records.value = (globals.pointer.value as number) & ~15;
      globals.state.value = StackState.isLeft;
      return;
    }
    this.#runOthers(thread, until);
  }

  /** The others run on top of a thread that cannot leave its stack: one of them, or as many as there is time for. */
  #runOthers(thread: Thread, until: bigint | undefined): void {
    do {
      const next = this.#next((one) => one.callbacks === 0 || one === thread);
      if (next === thread) return;
      const result = this.#step(next);
      if (next === this.#all[0] && next.state === "done") throw this.#endBelow(result);
      this.#install(thread);
      thread.state = "runs";
    } while (until !== undefined && this.machine.now() < until);
  }

  /** The main thread has ended on top of one that still waits: of its functions only `main` gives a number, and ends the program. */
  #endBelow(result: unknown): Error {
    if (typeof result === "number") return new ProgramExit(result & 255);
    return new HostUnsupported(
      "a thread still waits within a function that the library called, and a function before or after main has ended",
      this.machine.place,
    );
  }

  /** What ends the thread that runs when it is thrown; the main thread's end is that of the program once the others end. */
  exit(): Error {
    if (this.#current !== this.#all[0]) return new ThreadExit();
    return new ProgramExit(0);
  }

  /** Gives the other threads a turn; time passes, so that those that sleep have theirs. */
  yield(): void {
    if (this.globals.state.value !== StackState.isReturnedTo) {
      if (this.#all.length === 1) return;
      if (++this.#turns > IDLE_TURNS)
        throw new HostLimit(`threads of the program polled and yielded ${IDLE_TURNS} times without progress`);
      this.machine.nanoseconds += TURN_NANOSECONDS;
    }
    this.wait("its turn", this.machine.now());
    this.#idle = 0;
  }

  /** A loop looks at a variable that another thread may change. */
  poll(): void {
    if (this.globals.state.value === StackState.isReturnedTo || ++this.#polls % POLLS === 0) this.yield();
  }

  /** Runs a function of the program for the library; a thread cannot leave its stack below it. */
  callBack<T>(run: () => T): T {
    const thread = this.#current;
    thread.callbacks++;
    try {
      return run();
    } catch (error) {
      // The program's own null pointer is none of the function's that called it back.
      throw error instanceof NullPointer ? new HostTrap(error.message, error.location) : error;
    } finally {
      thread.callbacks--;
    }
  }

  /** Runs a thread until it waits or ends. */
  #step(thread: Thread): unknown {
    const { state } = this.globals;
    this.#keep();
    this.#install(thread);
    state.value = thread.state === "new" || thread.state === "runs" ? StackState.runs : StackState.isReturnedTo;
    thread.state = "runs";
    const result = this.#enter(thread);
    if (state.value === StackState.isLeft) {
      thread.state = "waits";
      thread.records = this.globals.records.value as number;
      state.value = StackState.runs;
    } else {
      thread.state = "done";
      this.woke();
      if (thread !== this.#all[0]) {
        this.#all.splice(this.#all.indexOf(thread), 1);
        this.#freeStacks.push(thread.stack);
      }
    }
    this.#keep();
    return result;
  }

  #enter(thread: Thread): unknown {
    try {
      return thread.enter();
    } catch (error) {
      if (error instanceof ThreadExit) return undefined;
      throw error;
    }
  }

  /** What the thread that runs has of its own, for when it goes on. */
  #keep(): void {
    const { machine, globals } = this;
    const thread = this.#current;
    thread.pointer = globals.pointer.value as number;
    thread.variables = this.threadLocals.map(({ address, initial }) => machine.bytesAt(address, initial.length));
    thread.exceptions = exceptionsOf(machine);
    thread.device = machine.cuda.current;
  }

  #install(thread: Thread): void {
    const { machine, globals } = this;
    this.#current = thread;
    globals.pointer.value = thread.pointer;
    globals.limit.value = thread.stack;
    globals.records.value = thread.records;
    this.threadLocals.forEach(({ address, initial }, i) => {
      machine.bytes.set(thread.variables[i]!, machine.at(address, initial.length));
    });
    useExceptions(machine, thread.exceptions);
    makeCurrent(machine, thread.device);
  }

  /** The next thread that can go on; the clock moves on when all that could only sleep. */
  #next(isWanted: (thread: Thread) => boolean): Thread {
    const from = this.#all.indexOf(this.#current) + 1;
    const order = [...this.#all.slice(from), ...this.#all.slice(0, from)].filter(isWanted);
    const now = this.machine.now();
    const isAwake = ({ wake }: Thread) => wake === undefined || wake <= now;
    const ready = order.filter((one) => one.state !== "runs" && isAwake(one));
    if (ready.length > 0 && this.#idle <= 2 * this.#all.length) {
      ready[0]!.wake = undefined;
      return ready[0]!;
    }
    const asleep = order.filter((one) => one.wake !== undefined);
    const first = asleep.reduce((a, b) => (b.wake! < a.wake! ? b : a), asleep[0]!);
    if (!first) throw this.#deadlock();
    this.#sleepUntil(first.wake!);
    first.wake = undefined;
    this.#idle = 0;
    return first;
  }

  #sleepUntil(moment: bigint): void {
    const now = this.machine.now();
    if (moment > now) this.machine.nanoseconds += moment - now;
  }

  #deadlock(): Error {
    const where = (place: Location | undefined) =>
      place && !isProvided(place) ? ` at ${place.file.replace(/^.*\//, "")}:${place.line}` : "";
    const name = (id: number) => (id === 1 ? "the main thread" : `thread ${id - 1}`);
    const waits = this.#all.map((one) => `${name(one.id)} waits for ${one.reason}${where(one.place)}`);
    const shown = waits.slice(0, 8).join(", ");
    const more = waits.length > 8 ? `, and ${waits.length - 8} more` : "";
    return this.machine.trap(`deadlock between the program's threads: ${shown}${more}`);
  }
}
