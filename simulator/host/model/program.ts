/** What is known of the program once it is loaded beside its kernels: where its variables are, its threads, its functions. */

import { Budget } from "../../budget";

/** A number that a function of the program takes or gives: an `i64` and a pointer are bigints. */
export type Scalar = number | bigint;

/** Functions of the program as the host calls them; undefined is what a `void` function gives. */
export type ProgramFunction = (...values: Scalar[]) => Scalar | undefined;

/** A variable of which every thread has its own. */
export interface ThreadLocal {
  readonly address: bigint;
  readonly initial: Uint8Array;
}

/** The threads of a program, of which one runs at a time. */
export interface ThreadScheduler {
  /** Number of the thread that runs; the main thread is 1. */
  readonly current: number;
  /** The program has started no thread so far. */
  readonly isAlone: boolean;
  /** Creates a thread that begins with a function when it is scheduled; gives its number, 0 where there are too many. */
  start(enter: () => unknown): number;
  isDone(id: number): boolean;
  /** Some thread continued after a wait: the program makes progress. */
  woke(): void;
  /** Runs the main thread from a function on until that ends, and the others while it waits. */
  run(enter: () => unknown): unknown;
  /** The current thread waits, until a moment in modelled nanoseconds where one is given; `reason` names what it waits for. */
  wait(reason: string, until?: bigint): void;
  /** What ends the current thread when it is thrown. */
  exit(): Error;
  /** Lets the other threads run; time passes. */
  yield(): void;
  /** A loop reads a variable that another thread may change. */
  poll(): void;
  /** Runs a function of the program for the library; the thread cannot be suspended below it. */
  callBack<T>(run: () => T): T;
}

/** A program with its host code instantiated and its variables in memory. */
export interface LoadedProgram {
  /** Mangled name of the variable that begins at an address. */
  variableAt(address: bigint): string | undefined;
  addressOfVariable(name: string): bigint | undefined;
  readonly threadLocals: readonly ThreadLocal[];
  readonly threads: ThreadScheduler;
  /** Iterations of host loops so far. */
  iterations(): bigint;
  /** Volatile and atomic stores of the host so far, by which a thread can signal another one: a number that wraps around. */
  published(): number;
  /** What is left of the run. */
  readonly budget: Budget;
  /** Takes units of work (`simulator/budget.ts`) from the run's budget, for what costs much or is kept. Throws HostLimit. */
  spend(units: number): void;
  /** Takes them when the loops of the program are asked next: for what a loop does that waits, which ends where it stands. */
  owe(units: number): void;
  /** What points to a function of the library that the program asks for by its name; undefined where there is none. */
  functionNamed(name: string): bigint | undefined;
  /** The function of the program at an address; traps where there is none. */
  entry(address: bigint): ProgramFunction;
  /** Calls a function of the program through its address. */
  callPointer(address: bigint, ...values: Scalar[]): Scalar | undefined;
}

/** What a machine has before its program is loaded. */
export const unloadedProgram: LoadedProgram = {
  variableAt: () => undefined,
  addressOfVariable: () => undefined,
  threadLocals: [],
  get threads(): ThreadScheduler {
    throw new Error("no program is loaded");
  },
  iterations: () => 0n,
  published: () => 0,
  budget: new Budget(0),
  spend: () => {},
  owe: () => {},
  functionNamed: () => undefined,
  entry: () => () => undefined,
  callPointer: () => undefined,
};
