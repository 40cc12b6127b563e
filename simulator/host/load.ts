/** Loads a host program beside its kernels: its code, its variables and its stack. */
import type { Architecture } from "../../analyzer/hardware/model";
import type { Constant, GlobalVariable, Location, Module } from "../../analyzer/ir/model";
import { type Budget, HOST_ITERATION } from "../budget";
import { constantBytes } from "../memory/constants";
import type { DeviceMemory } from "../memory/device";
import { HEAP_UNIT_SHIFT, HeapState, MemoryMap } from "../memory/layout";
import type { Program } from "../model";
import { typeAlign, typeSize } from "../plan/types";
import { forgetPages } from "./compile/farPages";
import { type CompiledHost, compileHost } from "./compile/module";
import { reachable } from "./compile/reachable";
import { unreadResults } from "./compile/unreadResults";
import { hostImports, library, NamedFunctions, ownPlace } from "./imports";
import { STREAMS } from "./libc/stdio";
import { kernelOfStub } from "./link";
import { bindManaged } from "./managed";
import { HostWindow, hostAddress, offsetOf } from "./model/addresses";
import type { LaunchRunner } from "./model/cuda";
import type { HostMachine, HostOptions } from "./model/machine";
import type { LoadedProgram, ProgramFunction, Scalar, ThreadLocal } from "./model/program";
import { HostLimit } from "./model/traps";
import { Threads } from "./threads";
import { refuseUndefined } from "./undefined";

const STACK_BYTES = 8 << 20;
/** Iterations of loops between two questions whether the run may go on. */
const FUEL = 1 << 20;
/** Units of work of calls between two such questions: a hundredth of a second. */
const OWED_AT_MOST = 500_000;
/** Parts of the budget after which calls that are in no loop end the run themselves. */
const SPENT_WITHOUT_LOOP = 1.05;

/** A host module, the kernels that it launches, and the limits of the run. */
export interface ProgramInput {
  readonly host: Module;
  readonly device: Program;
  readonly memory: DeviceMemory;
  readonly architecture: Architecture;
  readonly options: HostOptions;
  readonly runLaunch: LaunchRunner;
  /** What the run may spend; the host's part is taken from it, that of launches by `runLaunch`. */
  readonly budget: Budget;
  readonly shouldStop?: () => boolean;
}

/** The description of a built-in type, which the C++ library has and no source file. */
function isLibraryType({ name, initializer }: GlobalVariable): boolean {
  return !initializer && name.startsWith("_ZTI");
}

/** Bytes of a unit of the map of states. */
const UNIT = 1 << HEAP_UNIT_SHIFT;

/** Whether the host has no business in what stands for a variable of the device: references and constants are its own, too. */
function isShadow({ name, isConstant, valueType }: GlobalVariable, deviceNames: ReadonlySet<string>): boolean {
  const isReference = valueType.kind === "struct" && /\b(?:texture|surface)/.test(valueType.name ?? "");
  return deviceNames.has(name) && !isConstant && !isReference;
}

/** From here on, accesses of the host to what stands for variables of the device are reported. */
function watchShadows(
  machine: HostMachine,
  globals: ReadonlyMap<GlobalVariable, bigint>,
  isWatched: (variable: GlobalVariable) => boolean,
): void {
  for (const [variable, address] of globals) {
    if (!isWatched(variable)) continue;
    const first = offsetOf(address) >>> HEAP_UNIT_SHIFT;
    const end = first + Math.ceil(typeSize(variable.valueType) / UNIT);
    machine.bytes.fill(HeapState.shadow, MemoryMap.heapStates + first, MemoryMap.heapStates + end);
  }
}

/** Places the program's variables, those of the device in units of their own; their initial values need the addresses of functions and are written by `initialise`. */
function placeGlobals(
  machine: HostMachine,
  globals: readonly GlobalVariable[],
  deviceNames: ReadonlySet<string>,
): Map<GlobalVariable, bigint> {
  const sizes = globals.map((one) => Math.max(isLibraryType(one) ? 16 : 1, typeSize(one.valueType)));
  const places: number[] = [];
  let end = 0;
  globals.forEach((one, i) => {
    const isOfDevice = deviceNames.has(one.name);
    const align = Math.max(isOfDevice ? UNIT : 16, one.align, typeAlign(one.valueType));
    end = Math.ceil(end / align) * align;
    places.push(end);
    end += isOfDevice ? Math.ceil(sizes[i]! / UNIT) * UNIT : sizes[i]!;
  });
  const block = machine.allocate(Math.max(16, end + 256));
  const base = Math.ceil(offsetOf(block) / 256) * 256;
  machine.bytes.fill(0, base, base + end);
  const addresses = new Map(globals.map((one, i) => [one, hostAddress(HostWindow.pageable, base + places[i]!)]));
  for (const [variable, address] of addresses) {
    if (deviceNames.has(variable.name)) machine.cuda.symbols.set(address, variable.name);
    const stream = STREAMS[variable.name as keyof typeof STREAMS];
    if (!variable.initializer && stream !== undefined) machine.setLong(address, stream);
    // A type is identified by its name.
    if (isLibraryType(variable))
      machine.setLong(address + 8n, machine.constantText(variable.name.slice("_ZTI".length)));
  }
  return addresses;
}

/** Where the program's variables are. */
interface ProgramVariables {
  readonly names: ReadonlyMap<bigint, string>;
  readonly addresses: ReadonlyMap<string, bigint>;
  readonly threadLocals: readonly ThreadLocal[];
}

/** Ends a cancelled run. */
export class Cancelled extends Error {}

/** A program that is loaded: its generated code, its stack, and what it may still use. */
export class Loaded implements LoadedProgram {
  private readonly stackPointer = new WebAssembly.Global({ value: "i32", mutable: true }, 0);
  private readonly stackLimit = new WebAssembly.Global({ value: "i32", mutable: true }, 0);
  private readonly stackState = new WebAssembly.Global({ value: "i32", mutable: true }, 0);
  private readonly stackRecords = new WebAssembly.Global({ value: "i32", mutable: true }, 0);
  private readonly fuel = new WebAssembly.Global({ value: "i32", mutable: true }, FUEL);
  private readonly further = new WebAssembly.Global({ value: "i32", mutable: true }, 0);
  private readonly stores = new WebAssembly.Global({ value: "i32", mutable: true }, 0);
  private readonly table: WebAssembly.Table;
  readonly threads: Threads;
  private readonly instance: WebAssembly.Instance;
  private readonly named: NamedFunctions;
  private burnt = 0;
  /** Volatile and atomic stores that the budget has paid for. */
  private counted = 0;
  /** Units of work that are taken from the budget when the loops are asked next. */
  private owed = 0;

  constructor(
    readonly input: ProgramInput,
    readonly machine: HostMachine,
    readonly compiled: CompiledHost,
    private readonly variables: ProgramVariables,
  ) {
    this.named = new NamedFunctions(machine);
    const stack = offsetOf(machine.allocate(STACK_BYTES));
    this.stackLimit.value = stack + 4096;
    this.stackPointer.value = stack + STACK_BYTES - 64;
    this.table = new WebAssembly.Table({ element: "anyfunc", initial: compiled.table.length + 1 });
    const hooks = { refuel: (place: Location | undefined) => this.refuel(place) };
    const env = { ...this.environment(), ...hostImports(machine, compiled, hooks, this.named) };
    this.instance = new WebAssembly.Instance(new WebAssembly.Module(compiled.bytes), { env });
    compiled.table.forEach((_one, i) => {
      const entry = this.instance.exports[`t${i + 1}`];
      if (typeof entry === "function") this.table.set(i + 1, entry);
    });
    const { stackPointer: pointer, stackLimit: limit, stackState: state, stackRecords: records } = this;
    this.threads = new Threads(machine, this.threadLocals, { pointer, limit, state, records });
  }

  /** What the generated code shares with this class: memory, its table of functions, and its stack. */
  private environment(): Record<string, WebAssembly.ImportValue> {
    const { table, stackPointer, stackLimit, fuel, further, stores: published, stackState, stackRecords } = this;
    const { memory } = this.input.memory;
    return { memory, table, stackPointer, stackLimit, fuel, further, published, stackState, stackRecords };
  }

  get budget(): Budget {
    return this.input.budget;
  }

  variableAt(address: bigint): string | undefined {
    return this.variables.names.get(address);
  }

  addressOfVariable(name: string): bigint | undefined {
    return this.variables.addresses.get(name);
  }

  get threadLocals(): readonly ThreadLocal[] {
    return this.variables.threadLocals;
  }

  functionNamed(name: string): bigint | undefined {
    return this.named.addressOf(name);
  }

  entry(address: bigint): ProgramFunction {
    const entry = this.table.get(offsetOf(address)) as ProgramFunction | null;
    if (!entry) throw this.machine.trap("a call through a pointer that is not the address of a function");
    return entry;
  }

  callPointer(address: bigint, ...values: Scalar[]): Scalar | undefined {
    return this.threads.callBack(() => this.entry(address)(...values));
  }

  iterations(): bigint {
    return BigInt(this.burnt + FUEL - (this.fuel.value as number) - (this.further.value as number));
  }

  published(): number {
    return this.stores.value as number;
  }

  /** Work of the library beside the loops does not move the clock, but counts against the same budget. */
  spend(units: number): void {
    const { budget } = this.input;
    budget.spend(units);
    if (budget.isSpent) throw new HostLimit(`${budget.name} is used up by calls of the library and of the runtime`);
  }

  /** As `spend`, for what is called often: the budget is looked at from time to time. */
  owe(units: number): void {
    this.owed += units;
    if (this.owed < OWED_AT_MOST) return;
    this.settle();
    const { budget } = this.input;
    if (budget.used > SPENT_WITHOUT_LOOP * budget.units) this.spend(0);
    // The loop around the calls says where the run ends; where there is none, the call does, later.
    else if (budget.isSpent || this.input.shouldStop?.()) this.fuel.value = 0;
  }

  /** Takes from the budget what loops and calls have used. */
  private settle(): void {
    const { budget } = this.input;
    // Of a long block more is taken at once than was left.
    const burnt = FUEL - (this.fuel.value as number);
    this.burnt += burnt - (this.further.value as number);
    this.further.value = 0;
    const ordered = (this.published() - this.counted) >>> 0;
    this.counted = this.published();
    budget.spend((burnt + ordered) * HOST_ITERATION + this.owed);
    this.owed = 0;
    this.fuel.value = FUEL;
  }

  private refuel(place: Location | undefined): void {
    const { budget } = this.input;
    this.settle();
    if (budget.isSpent) throw new HostLimit(`${budget.name} is used up in a loop of the host`, place);
    if (this.input.shouldStop?.()) throw new Cancelled();
  }

  /** Runs a function in the main thread, and the other threads while that one waits. */
  call(name: string, ...values: Scalar[]): unknown {
    const entry = this.instance.exports[name] as (...all: unknown[]) => unknown;
    return this.threads.run(() => entry(...values));
  }
}

/** Compiles the host module and places its variables beside those of its kernels. Throws UndefinedSymbol. */
export function load(input: ProgramInput, machine: HostMachine): Loaded {
  const found = reachable(input.host);
  const deviceNames = new Set(
    input.device.module.globals.filter((one) => one.space === 1 || one.space === 4).map((one) => one.name),
  );
  refuseUndefined(
    found,
    (name) => Object.hasOwn(library, name),
    (name) => deviceNames.has(name),
  );
  const shadows = input.host.globals.filter((one) => deviceNames.has(one.name) && !found.globals.includes(one));
  const managed = bindManaged(machine, input.host);
  const own = [...found.globals, ...shadows].filter((one) => !managed.has(one));
  const globals = placeGlobals(machine, own, deviceNames);
  forgetPages(machine.bytes);
  for (const [variable, address] of managed) globals.set(variable, address);
  const compiled = compileHost(found, { globals, isLibrary: (name) => Object.hasOwn(library, name) });
  machine.cuda.unreadResults = unreadResults(found.functions, ownPlace);
  compiled.table.forEach((one, i) => {
    machine.cuda.kernels.set(hostAddress(HostWindow.function, i + 1), kernelOfStub(one.name));
  });
  const addressOf = (constant: Constant): bigint | undefined => {
    if (constant.kind === "global") return globals.get(constant) ?? 0n;
    if (constant.kind === "function") return hostAddress(HostWindow.function, compiled.table.indexOf(constant) + 1);
    return undefined;
  };
  const names = new Map([...globals].map(([variable, address]) => [address, variable.name]));
  const addresses = new Map([...globals].map(([variable, address]) => [variable.name, address]));
  for (const [variable, address] of globals) {
    if (!variable.initializer || variable.name.startsWith("llvm.") || managed.has(variable)) continue;
    const bytes = constantBytes(variable.initializer, addressOf);
    machine.bytes.set(bytes, machine.at(address, bytes.length));
  }
  watchShadows(machine, globals, (one) => isShadow(one, deviceNames) && !managed.has(one));
  const threadLocals = own
    .filter((one) => one.threadLocal)
    .map((one) => {
      const address = globals.get(one)!;
      const start = machine.at(address, typeSize(one.valueType));
      return { address, initial: machine.bytes.slice(start, start + typeSize(one.valueType)) };
    });
  return new Loaded(input, machine, compiled, { names, addresses, threadLocals });
}
