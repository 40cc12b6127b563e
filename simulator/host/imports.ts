/** What the generated code of a host program imports: the library, and helpers that check accesses and stop the run. */
import { frames, innermostFrame, isProvided } from "../../analyzer/ir/frames";
import type { Location } from "../../analyzer/ir/model";
import type { CompiledHost } from "./compile/module";
import { explainHeap } from "./heapUse";
import { libc } from "./libc";
import { conversions } from "./libc/conversions";
import { handles, resume, takeInFlight } from "./libc/exceptions";
import { jumpHelpers } from "./libc/jumps";
import { wideNumbers } from "./libc/wideNumbers";
import { HostWindow, hostAddress } from "./model/addresses";
import type { HostAccess, HostFunction, HostMachine } from "./model/machine";
import { HostTrap, HostUnsupported } from "./model/traps";
import { runtime } from "./runtime";

/** Functions that the simulated host has, by their mangled names. */
export const library: Readonly<Record<string, HostFunction>> = { ...libc, ...runtime };

/**
 * The innermost frame in the program's own text, by itself: a call is where it is written, wherever the function around it is called from
 * it. Inline functions of headers are shown at the line that calls them.
 */
export function ownPlace(location: Location | undefined): Location | undefined {
  const frame = innermostFrame(location, (one) => !isProvided(one)) ?? frames(location).at(-1);
  if (!frame) return undefined;
  const { inlinedAt: _callers, ...own } = frame;
  return own;
}

/** Units of work that a look at what another thread may change counts as: about as long as it takes. */
const POLL_WORK = 2;

/**
 * Units of work that a call of the library counts as beside the bytes that it moves: about as long as it takes, so that a
 * program which calls without an end ends, and one that fills its arrays by `rand` has its budget left for its kernels. The
 * first pattern that a name matches is its kind; what has its own charge is free. A unit is 20 ns; loops of each function
 * took, on one core on 2026-11-26: `rand` 24 ns, `sinf` 35, `exp` 50, `powf` 75, `pow` and `tanf` 150, `tanhf` 200, `atan2`
 * 280, `clock` 85, `gettimeofday` 300, `memcpy` of 17 bytes 215, `strtod` 400, `sscanf` 2,300, `snprintf` 2,900 of a number
 * and 9,000 of three values.
 */
const CALL_WORK: readonly (readonly [name: RegExp, units: number])[] = [
  [/^(?:malloc|calloc|realloc|free|_Zn|_Zd|cu|__cu|__cxa_)/, 0],
  [/scanf$/, 150],
  [/printf$|^(?:perror|strftime|asctime|ctime)/, 400],
  [/^(?:strto|wcsto|ato[fil]|(?!clock_get)\w+time$|qsort|bsearch)/, 80],
  [/^(?:f?open|fclose|freopen|remove|rename|opendir|readdir|stat)/, 150],
  [/^(?:jn|yn)f?$/, 150],
  [/^(?:rand|random|[del]rand48|l?l?abs|is[a-z]+|to(?:upper|lower))$/, 2],
  [/^(?:floor|ceil|l?l?round|l?l?rint|nearbyint|trunc|fabs|fmin|fmax|fdim|fmod|copysign|ldexp|scalbn|sqrt)f?$/, 2],
  [/^(?:sin|cos|sincos|exp|exp2|expm1|log|log2|log10|log1p|cbrt|hypot)f?$/, 5],
  [/^(?:tan|asin|acos|atan|atan2|sinh|cosh|tanh|asinh|acosh|atanh|pow)f?$/, 15],
  [/^(?:clock|time|gettimeofday|clock_gettime)$|chrono.*3nowEv$/, 15],
];
/** Of any other call: the step from generated code to the library and back. */
const OTHER_CALL_WORK = 25;

/** `exp` of `llvm.exp.f64`: what the compiler knows is called by another name. */
const plainName = (name: string): string => /^llvm\.(\w+)\./.exec(name)?.[1] ?? name;

function workOfCall(name: string): number {
  const plain = plainName(name);
  return CALL_WORK.find(([kind]) => kind.test(plain))?.[1] ?? OTHER_CALL_WORK;
}

/** Units of work of an operation on a number of two scalars, by arithmetic on integers of any length. */
const WIDE_WORK = 30;

type Helper = (...values: never[]) => unknown;

/** Helpers that take long beside the loop that they stand in, each call charged. */
function charged(machine: HostMachine, helpers: Readonly<Record<string, Helper>>, units: number) {
  const entries = Object.entries(helpers) as [string, (...values: unknown[]) => unknown][];
  return Object.fromEntries(
    entries.map(([name, run]) => [
      name,
      (...values: unknown[]) => {
        machine.program.owe(units);
        return run(...values);
      },
    ]),
  );
}

/** Helpers for accesses, by what the check of an access asks. */
function accessHelpers(machine: HostMachine, place: (id: number) => Location | undefined): Record<string, Helper> {
  const touch = (address: bigint, size: number, id: number, access: HostAccess) => {
    machine.accessPlace = place(id);
    if (machine.sharedMemory(address, size, access) === undefined) throw machine.badAccess(address, size, place(id));
    machine.accessPlace = undefined;
  };
  return {
    checkAccess: (address: bigint, size: number, id: number) => touch(address, size, id, "load"),
    checkStore: (address: bigint, size: number, id: number) => touch(address, size, id, "store"),
    checkPoll: (address: bigint, size: number, id: number) => touch(address, size, id, "poll"),
    checkUpdate: (address: bigint, size: number, id: number) => touch(address, size, id, "update"),
    checkHeap: (address: bigint, size: number, id: number, isStore: number) =>
      explainHeap(machine, address, size, { place: place(id), isStore: isStore !== 0 }),
  };
}

/** What a hook stops or continues the run with; locations are numbers in `compiled.locations`. */
export interface RunHooks {
  /** Called when the fuel of the generated loops is used up. */
  refuel(place: Location | undefined): void;
}

function helperTable(
  machine: HostMachine,
  { locations, unsupported }: CompiledHost,
  hooks: RunHooks,
): Record<string, Helper> {
  const places = locations.map(ownPlace);
  const place = (id: number) => places[id];
  const at = (id: number) => {
    machine.place = place(id);
  };
  return {
    ...accessHelpers(machine, place),
    unsupported(what: number, id: number) {
      throw new HostUnsupported(`the simulated host does not have ${unsupported[what]}`, place(id));
    },
    stackOverflow(id: number) {
      throw new HostTrap("the stack overflows: unbounded recursion, or very large local arrays", place(id));
    },
    refuel: (id: number) => hooks.refuel(place(id)),
    copy(to: bigint, from: bigint, size: bigint, id: number) {
      at(id);
      (library.memmove as unknown as (m: HostMachine, ...v: bigint[]) => void)(machine, to, from, size);
    },
    fill(to: bigint, byte: number, size: bigint, id: number) {
      at(id);
      (library.memset as unknown as (m: HostMachine, a: bigint, b: number, c: bigint) => void)(machine, to, byte, size);
    },
    fmod: (x: number, y: number) => x % y,
    ...conversions,
    ...charged(machine, wideNumbers, WIDE_WORK),
    ...jumpHelpers(machine),
    caught: () => takeInFlight(machine),
    handles: (exception: bigint, type: bigint) => (handles(machine, exception, type) ? 1 : 0),
    resume: (exception: bigint) => resume(machine, exception),
    unreachable(id: number) {
      throw new HostTrap("the program reaches code that the compiler takes to be unreachable", place(id));
    },
    at,
    poll(id: number) {
      at(id);
      machine.program.owe(POLL_WORK);
      machine.program.threads.poll();
    },
  };
}

/** Calls of the runtime that write no device memory themselves: `runtime/streams/submit.ts` notes what work does. */
const HARMLESS =
  /^(?:cudaMemcpy(?:Async)?|cuda(?:Device|Stream|Event)Synchronize|cudaEvent(?:Create|Record|Query|ElapsedTime)\w*|cudaStreamQuery|cudaLaunchKernel\w*|cudaGetLastError|cudaPeekAtLastError|cudaGetError\w*|cudaGetDevice\w*|cudaFunc\w*|cudaOccupancy\w*|__cudaP\w+CallConfiguration)$/;

const mayWriteDevice = (name: string): boolean => /^(?:__)?cu/.test(name) && !HARMLESS.test(name);

const writing =
  (machine: HostMachine, run: (machine: HostMachine, ...values: unknown[]) => unknown) =>
  (...values: unknown[]) => {
    machine.cuda.epoch++;
    return run(machine, ...values);
  };

/** A function of the library as the generated code calls it. */
function imported(machine: HostMachine, name: string): (...values: unknown[]) => unknown {
  const run = library[name] as unknown as (machine: HostMachine, ...values: unknown[]) => unknown;
  if (mayWriteDevice(name)) return writing(machine, run);
  const units = workOfCall(name);
  return (...values) => {
    machine.program.owe(units);
    return run(machine, ...values);
  };
}

/** Functions of the library that a program finds by their names while it runs, by the numbers of these. */
export class NamedFunctions {
  readonly #names: string[] = [];
  readonly #functions: ((...values: unknown[]) => unknown)[] = [];

  constructor(private readonly machine: HostMachine) {}

  /** What points to a function; undefined where the library has none of the name. */
  addressOf(name: string): bigint | undefined {
    if (!Object.hasOwn(library, name)) return undefined;
    let index = this.#names.indexOf(name);
    if (index < 0) {
      index = this.#names.push(name) - 1;
      this.#functions.push(imported(this.machine, name));
    }
    return hostAddress(HostWindow.named, index);
  }

  /** Calls the function whose number is the last of the values. */
  call(...values: unknown[]): unknown {
    const called = this.#functions[values.pop() as number];
    if (!called) throw this.machine.trap("a call through a pointer that is not the address of a function");
    return called(...values);
  }
}

/** Imports of the generated module by their names: the helpers under `machine.`, the library under its own names. */
export function hostImports(
  machine: HostMachine,
  compiled: CompiledHost,
  hooks: RunHooks,
  named: NamedFunctions,
): Record<string, WebAssembly.ImportValue> {
  const helpers = Object.entries(helperTable(machine, compiled, hooks));
  const call = (...values: unknown[]) => named.call(...values);
  const all: readonly (readonly [name: string, run: unknown])[] = [
    ...helpers.map(([name, run]) => [`machine.${name}`, run] as const),
    ...compiled.imports.map((name) => [name, imported(machine, name)] as const),
    ...compiled.namedImports.map((name) => [name, call] as const),
  ];
  return Object.fromEntries(all) as Record<string, WebAssembly.ImportValue>;
}
