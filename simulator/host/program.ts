/** Loads a host program beside its kernels and runs `main` to its end. */
import type { Architecture } from "../../analyzer/hardware/model";
import type { Constant, GlobalVariable, Location, Module } from "../../analyzer/ir/model";
import { constantBytes } from "../memory/constants";
import type { DeviceMemory } from "../memory/device";
import type { LaunchReport, OutcomeKind, Program } from "../model";
import { typeAlign, typeSize } from "../plan/types";
import { HostWindow, hostAddress, offsetOf } from "./addresses";
import { type AllocationRecord, reportLeaks } from "./allocations";
import { type CompiledHost, compileHost, reachable } from "./compile/module";
import type { HostFinding } from "./findings";
import { explainHeap } from "./heapUse";
import { libc } from "./libc";
import { conversions } from "./libc/conversions";
import { handles, resume, Thrown, takeInFlight, terminate, undoUnwinding } from "./libc/exceptions";
import { writtenFiles } from "./libc/files";
import { jumpHelpers } from "./libc/jumps";
import { STREAMS } from "./libc/stdio";
import { wideNumbers } from "./libc/wideNumbers";
import { kernelOfStub } from "./link";
import {
  type HostFunction,
  HostLimit,
  HostMachine,
  type HostOptions,
  HostTrap,
  HostUnsupported,
  ProgramExit,
  Signal,
} from "./machine";
import { bindManaged } from "./managed";
import { runtime } from "./runtime";
import { managedRoom } from "./runtime/allocation";
import { type L2Use, l2Uses } from "./runtime/l2";
import { type ManagedReport, type ManagedUse, managedReports } from "./runtime/managed";
import type { HostAccess } from "./runtime/observe";
import { residents } from "./runtime/pages";
import { cudaState, type LaunchRunner } from "./runtime/state";
import { showPrinted } from "./runtime/submit";
import { Threads } from "./threads";
import type { TimelineEntry } from "./timeline/timeline";
import { refuseUndefined, UndefinedSymbol } from "./undefined";

const library: Readonly<Record<string, HostFunction>> = { ...libc, ...runtime };

const STACK_BYTES = 8 << 20;
/** Rounds of loops between two questions whether the run may go on. */
const FUEL = 1 << 20;

export interface ProgramInput {
  readonly host: Module;
  readonly device: Program;
  readonly memory: DeviceMemory;
  readonly architecture: Architecture;
  readonly options: HostOptions;
  readonly runLaunch: LaunchRunner;
  /** Rounds of host loops before the run stops. */
  readonly steps: number;
  readonly shouldStop?: () => boolean;
}

export interface ProgramResult {
  readonly outcome: { readonly kind: OutcomeKind; readonly message: string; readonly location?: Location };
  /** What `main` or `exit` gave; undefined when the program did not end by itself. */
  readonly exitCode: number | undefined;
  readonly stdout: Uint8Array;
  readonly stderr: Uint8Array;
  readonly launches: readonly LaunchReport[];
  /** What the host did wrong, in the order in which it was seen; leaks come last. */
  readonly findings: readonly HostFinding[];
  /** Everything that was allocated, in order. */
  readonly allocations: readonly AllocationRecord[];
  /** Work on the engines, in the order of issue; all times are modelled. */
  readonly timeline: readonly TimelineEntry[];
  /** Faults and migrations of each managed allocation, and of each launch. */
  readonly managed: readonly ManagedReport[];
  readonly managedUses: readonly ManagedUse[];
  /** What the modelled L2 did in each launch, from the first access-policy window on. */
  readonly l2: readonly L2Use[];
  /** Files that were written, by path, with their bytes at the end. */
  readonly written: readonly { readonly path: string; readonly bytes: number }[];
  readonly machine: HostMachine;
}

/** The description of a built-in type, which the C++ library has and no source file. */
function isLibraryType({ name, initializer }: GlobalVariable): boolean {
  return !initializer && name.startsWith("_ZTI");
}

/** Places the program's variables; their initial values need the addresses of functions and are written by `initialise`. */
function placeGlobals(
  machine: HostMachine,
  globals: readonly GlobalVariable[],
  deviceNames: ReadonlySet<string>,
): Map<GlobalVariable, bigint> {
  const sizes = globals.map((one) => Math.max(isLibraryType(one) ? 16 : 1, typeSize(one.valueType)));
  const places: number[] = [];
  let end = 0;
  globals.forEach((one, i) => {
    const align = Math.max(16, one.align, typeAlign(one.valueType));
    end = Math.ceil(end / align) * align;
    places.push(end);
    end += sizes[i]!;
  });
  const block = machine.allocate(Math.max(16, end + 256));
  const base = Math.ceil(offsetOf(block) / 256) * 256;
  machine.bytes.fill(0, base, base + end);
  const addresses = new Map(globals.map((one, i) => [one, hostAddress(HostWindow.pageable, base + places[i]!)]));
  for (const [variable, address] of addresses) {
    if (deviceNames.has(variable.name)) machine.cuda.symbols.set(address, variable.name);
    const stream = STREAMS[variable.name as keyof typeof STREAMS];
    if (!variable.initializer && stream !== undefined) machine.setLong(address, stream);
    // By its name a type is told from another one.
    if (isLibraryType(variable))
      machine.setLong(address + 8n, machine.constantText(variable.name.slice("_ZTI".length)));
  }
  return addresses;
}

/** Folders of headers, whose inline functions stand for their caller's line. */
const HEADERS = /^(?:(?:\/work\/)?cuda-include|\/usr\/include)\//;

/** The innermost place that is in the program's own text. */
function ownPlace(location: Location | undefined): Location | undefined {
  let place = location;
  while (place?.inlinedAt && HEADERS.test(place.file)) place = place.inlinedAt;
  return place;
}

class Loaded {
  private readonly stackPointer = new WebAssembly.Global({ value: "i32", mutable: true }, 0);
  private readonly stackLimit = new WebAssembly.Global({ value: "i32", mutable: true }, 0);
  private readonly stackState = new WebAssembly.Global({ value: "i32", mutable: true }, 0);
  private readonly stackRecords = new WebAssembly.Global({ value: "i32", mutable: true }, 0);
  private readonly fuel = new WebAssembly.Global({ value: "i32", mutable: true }, FUEL);
  private readonly table: WebAssembly.Table;
  private readonly instance: WebAssembly.Instance;
  private burnt = 0;
  private spent = 0;

  constructor(
    readonly input: ProgramInput,
    readonly machine: HostMachine,
    readonly compiled: CompiledHost,
  ) {
    const stack = offsetOf(machine.allocate(STACK_BYTES));
    this.stackLimit.value = stack + 4096;
    this.stackPointer.value = stack + STACK_BYTES - 64;
    this.table = new WebAssembly.Table({ element: "anyfunc", initial: compiled.table.length + 1 });
    this.instance = new WebAssembly.Instance(new WebAssembly.Module(compiled.bytes), { env: this.imports() });
    compiled.table.forEach((_one, i) => {
      const entry = this.instance.exports[`t${i + 1}`];
      if (typeof entry === "function") this.table.set(i + 1, entry);
    });
    machine.entry = (address) => {
      const entry = this.table.get(offsetOf(address)) as ((...all: unknown[]) => number | bigint | undefined) | null;
      if (!entry) throw machine.trap("a call through a pointer that leads to no function");
      return entry;
    };
    const { stackPointer: pointer, stackLimit: limit, stackState: state, stackRecords: records } = this;
    const threads = new Threads(machine, { pointer, limit, state, records });
    machine.threads = threads;
    machine.callPointer = (address, ...values) => threads.callBack(() => machine.entry(address)(...values));
  }

  private imports(): Record<string, WebAssembly.ImportValue> {
    const { machine, compiled } = this;
    const places = compiled.locations.map(ownPlace);
    const place = (id: number) => places[id];
    const at = (id: number) => {
      machine.place = place(id);
    };
    const touch = (address: bigint, size: number, id: number, access: HostAccess) => {
      machine.accessPlace = place(id);
      if (machine.sharedMemory(address, size, access) === undefined) throw machine.badAccess(address, size, place(id));
      machine.accessPlace = undefined;
    };
    const helpers: Record<string, (...values: never[]) => unknown> = {
      checkAccess: (address: bigint, size: number, id: number) => touch(address, size, id, "load"),
      checkStore: (address: bigint, size: number, id: number) => touch(address, size, id, "store"),
      checkHeap(address: bigint, size: number, id: number) {
        explainHeap(machine, address, size, place(id));
      },
      unsupported(what: number, id: number) {
        throw new HostUnsupported(`the simulated host does not have ${compiled.unsupported[what]}`, place(id));
      },
      stackOverflow(id: number) {
        throw new HostTrap("the stack overflows: a recursion without end, or very large local arrays", place(id));
      },
      refuel: (id: number) => this.refuel(place(id)),
      copy(to: bigint, from: bigint, size: bigint, id: number) {
        at(id);
        (library.memmove as unknown as (m: HostMachine, ...v: bigint[]) => void)(machine, to, from, size);
      },
      fill(to: bigint, byte: number, size: bigint, id: number) {
        at(id);
        (library.memset as unknown as (m: HostMachine, a: bigint, b: number, c: bigint) => void)(
          machine,
          to,
          byte,
          size,
        );
      },
      fmod: (x: number, y: number) => x % y,
      ...conversions,
      ...wideNumbers,
      ...jumpHelpers(machine),
      caught: () => takeInFlight(machine),
      handles: (exception: bigint, type: bigint) => (handles(machine, exception, type) ? 1 : 0),
      resume: (exception: bigint) => resume(machine, exception),
      unreachable(id: number) {
        throw new HostTrap("the program reaches what it says is never reached", place(id));
      },
      at,
      poll(id: number) {
        at(id);
        machine.threads?.poll();
      },
    };
    return {
      memory: this.input.memory.memory,
      table: this.table,
      stackPointer: this.stackPointer,
      stackLimit: this.stackLimit,
      fuel: this.fuel,
      stackState: this.stackState,
      stackRecords: this.stackRecords,
      ...Object.fromEntries(
        Object.entries(helpers).map(([name, run]) => [`machine.${name}`, run as WebAssembly.ImportValue]),
      ),
      ...Object.fromEntries(
        compiled.imports.map((name) => {
          const run = library[name] as unknown as (machine: HostMachine, ...values: unknown[]) => unknown;
          return [name, ((...values: unknown[]) => run(machine, ...values)) as WebAssembly.ImportValue];
        }),
      ),
    };
  }

  /** Rounds of loops so far. */
  rounds(): bigint {
    return BigInt(this.burnt + FUEL - (this.fuel.value as number));
  }

  /** Work of the library beside the loops: it moves no clock, but counts against the same limit. */
  spend(rounds: number): void {
    this.spent += rounds;
    if (this.burnt + this.spent <= this.input.steps) return;
    throw new HostLimit("the program calls the runtime or throws so often that its rounds of loops are used up");
  }

  private refuel(place: Location | undefined): void {
    this.burnt += FUEL;
    if (this.burnt + this.spent > this.input.steps)
      throw new HostLimit(`the host ran ${this.burnt} rounds of loops`, place);
    if (this.input.shouldStop?.()) throw new Cancelled();
    this.fuel.value = FUEL;
  }

  /** Runs a function in the main thread, and the other threads while that one waits. */
  call(name: string, ...values: (number | bigint)[]): unknown {
    const entry = this.instance.exports[name] as (...all: unknown[]) => unknown;
    return this.machine.threads?.run(() => entry(...values));
  }
}

class Cancelled extends Error {}

/** `argc` and `argv` in the program's memory. */
function mainArguments(machine: HostMachine): [number, bigint] {
  const words = machine.options.arguments;
  const list = machine.allocate(8 * (words.length + 1));
  for (const [i, word] of words.entries()) machine.setLong(list + BigInt(8 * i), machine.constantText(word));
  machine.setLong(list + BigInt(8 * words.length), 0n);
  return [words.length, list];
}

/** Static constructors, `main`, and what was registered for the end. */
function runMain(loaded: Loaded): number {
  const { machine, compiled, input } = loaded;
  const main = input.host.functions.find((one) => one.name === "main")!;
  let code = 0;
  try {
    for (const one of compiled.constructors) loaded.call(one.name);
    const values = mainArguments(machine).slice(0, main.arguments.length);
    code = Number(loaded.call("main", ...values) ?? 0) & 255;
  } catch (error) {
    if (!(error instanceof ProgramExit)) throw error;
    if (!error.runsHandlers) return error.code;
    code = error.code;
  }
  for (let last = machine.atExit.pop(); last; last = machine.atExit.pop()) {
    machine.callPointer(last.callee, ...(last.object === undefined ? [] : [last.object]));
  }
  for (const one of compiled.destructors) loaded.call(one.name);
  return code;
}

export function runProgram(input: ProgramInput): ProgramResult {
  const { deviceMemory = input.architecture.globalBytes } = input.options;
  const machine = new HostMachine(
    input.memory,
    { ...input.architecture, globalBytes: deviceMemory },
    input.options,
    cudaState(input.device, input.runLaunch, {
      version: input.options.cudaVersion ?? 13,
      deviceCount: input.options.devices ?? 1,
    }),
  );
  machine.cuda.residents = residents(() => managedRoom(machine));
  // Text of kernels that the program never waited for: a device drops it, here it comes last.
  const finish = (outcome: ProgramResult["outcome"], exitCode: number | undefined): ProgramResult => {
    showPrinted(machine);
    return {
      outcome,
      exitCode,
      stdout: Uint8Array.from(machine.output.stdout),
      stderr: Uint8Array.from(machine.output.stderr),
      launches: machine.cuda.launches,
      findings: machine.findings,
      allocations: machine.log.all,
      timeline: machine.cuda.timeline.entries,
      managed: managedReports(machine),
      managedUses: machine.managedUses,
      l2: l2Uses(machine),
      written: writtenFiles(machine),
      machine,
    };
  };
  if (!input.host.functions.some((one) => one.name === "main" && one.blocks.length > 0)) {
    return finish(
      { kind: "unsupported", message: "The program has no main(), or it could not be compiled." },
      undefined,
    );
  }
  try {
    const loaded = load(input, machine);
    machine.rounds = () => loaded.rounds();
    machine.spend = (rounds) => loaded.spend(rounds);
    const code = runMain(loaded);
    reportLeaks(machine);
    return finish({ kind: "completed", message: "" }, code);
  } catch (error) {
    if (error instanceof Thrown) undoUnwinding(machine);
    const cause = error instanceof Thrown ? terminate(machine) : error;
    return finish(outcomeOf(cause, machine), exitCodeOf(cause));
  }
}

function load(input: ProgramInput, machine: HostMachine): Loaded {
  const found = reachable(input.host);
  const deviceNames = new Set(
    input.device.module.globals.filter((one) => one.space === 1 || one.space === 4).map((one) => one.name),
  );
  refuseUndefined(
    found,
    (name) => name in library,
    (name) => deviceNames.has(name),
  );
  const shadows = input.host.globals.filter((one) => deviceNames.has(one.name) && !found.globals.includes(one));
  const managed = bindManaged(machine, input.host);
  const own = [...found.globals, ...shadows].filter((one) => !managed.has(one));
  const globals = placeGlobals(machine, own, deviceNames);
  for (const [variable, address] of managed) globals.set(variable, address);
  const compiled = compileHost(found, globals, (name) => name in library);
  compiled.table.forEach((one, i) => {
    machine.cuda.kernels.set(hostAddress(HostWindow.function, i + 1), kernelOfStub(one.name));
  });
  const addressOf = (constant: Constant): bigint | undefined => {
    if (constant.kind === "global") return globals.get(constant) ?? 0n;
    if (constant.kind === "function") return hostAddress(HostWindow.function, compiled.table.indexOf(constant) + 1);
    return undefined;
  };
  const names = new Map([...globals].map(([variable, address]) => [address, variable.name]));
  const places = new Map([...globals].map(([variable, address]) => [variable.name, address]));
  machine.variableAt = (address) => names.get(address);
  machine.addressOfVariable = (name) => places.get(name);
  for (const [variable, address] of globals) {
    if (!variable.initializer || variable.name.startsWith("llvm.") || managed.has(variable)) continue;
    const bytes = constantBytes(variable.initializer, addressOf);
    machine.bytes.set(bytes, machine.at(address, bytes.length));
  }
  machine.threadLocals = own
    .filter((one) => one.threadLocal)
    .map((one) => {
      const address = globals.get(one)!;
      const start = machine.at(address, typeSize(one.valueType));
      return { address, initial: machine.bytes.slice(start, start + typeSize(one.valueType)) };
    });
  return new Loaded(input, machine, compiled);
}

/** The exit code, as a shell says it, of a program that a signal ends; undefined where it is not certain that one does. */
function exitCodeOf(error: unknown): number | undefined {
  const divides = error instanceof WebAssembly.RuntimeError && /divide/.test(error.message);
  const signal = divides ? Signal.arithmetic : error instanceof HostTrap ? error.signal : undefined;
  return signal === undefined ? undefined : 128 + signal;
}

function outcomeOf(error: unknown, machine: HostMachine): ProgramResult["outcome"] {
  const at = (location: Location | undefined) => (location ? { location } : {});
  if (error instanceof UndefinedSymbol) return { kind: "unsupported", message: error.message, ...at(error.location) };
  if (error instanceof HostUnsupported) return { kind: "unsupported", message: error.message, ...at(error.location) };
  if (error instanceof HostTrap) return { kind: "trapped", message: error.message, ...at(error.location) };
  if (error instanceof HostLimit)
    return { kind: "limit", message: error.message, ...at(error.location ?? machine.place) };
  if (error instanceof Cancelled) return { kind: "cancelled", message: "The simulation was cancelled." };
  if (error instanceof RangeError)
    return { kind: "trapped", message: "the stack overflows: a recursion without end", ...at(machine.place) };
  if (error instanceof WebAssembly.RuntimeError) {
    const message = /divide/.test(error.message) ? "an integer is divided by zero" : `the host stops: ${error.message}`;
    return { kind: "trapped", message, ...at(machine.place) };
  }
  throw error;
}
