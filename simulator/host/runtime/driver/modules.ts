/**
 * Modules of the driver API. Nothing that is compiled already can be simulated; but a program whose kernels are given as source
 * finds the files that nvcc would make of them (`kernel.ptx`, `kernel64.fatbin`), which say which source file they stand for,
 * and loads, links and asks them as it would on a machine. Reference: CUDA Driver API, "Module Management"; codes from there.
 */
import type { HostFunction, HostLibrary, HostMachine } from "../../model/machine";
import { HostUnsupported } from "../../model/traps";
import { newHandle } from "../state/handles";
import { symbolNamed } from "../state/symbols";
import { DriverError, driverCall } from "./driverContext";

const Code = { fileNotFound: 301, invalidHandle: 400, notFound: 500 } as const;

/** `CUjit_option` of the results of a compile: there is no compile, so that times are 0 and texts empty. */
const Result = { wallTime: 2, infoText: 3, infoBytes: 4, errorText: 5, errorBytes: 6 } as const;

const MARK = "device code of ";

/** A source file's name without its folder, and without `.cu`. */
const stem = (path: string): string => path.replace(/^.*[/\\]/, "").replace(/\.\w+$/, "");

/** The names under which builds keep what they made of a source file. */
function namesOf(path: string): string[] {
  return ["", "64"].flatMap((bits) => ["ptx", "cubin", "fatbin"].map((ending) => `${stem(path)}${bits}.${ending}`));
}

/**
 * What a program finds in its folder beside `files`: for each source file of the device what nvcc would have made of it. Files
 * of such a name that are there already, in whichever folder, say the same.
 */
export function withModules(
  files: ReadonlyMap<string, Uint8Array>,
  sources: readonly string[],
): ReadonlyMap<string, Uint8Array> {
  const encoder = new TextEncoder();
  const made = new Map(
    sources.flatMap((path) => namesOf(path).map((name) => [name, encoder.encode(`${MARK}${stem(path)}\n`)] as const)),
  );
  const found = [...files].map(
    ([path, bytes]) => [path, made.get(path.replace(/^.*[/\\]/, "")) ?? bytes] as [string, Uint8Array],
  );
  return new Map([...made, ...found]);
}

interface Loaded {
  readonly modules: Set<bigint>;
  /** What was added to each link, as the programs' files say it. */
  readonly links: Map<bigint, string[]>;
}

const states = new WeakMap<HostMachine, Loaded>();

function loadedOf(machine: HostMachine): Loaded {
  let known = states.get(machine);
  if (!known) {
    known = { modules: new Set(), links: new Map() };
    states.set(machine, known);
  }
  return known;
}

/** The text that stands for a source file at an address; undefined at 0. A run stops at any other code. */
function imageAt(machine: HostMachine, address: bigint, call: string): string | undefined {
  if (address === 0n) return undefined;
  const text = machine.text(address);
  if (text.startsWith(MARK)) return text;
  throw new HostUnsupported(
    `${call} is given code that is compiled already, and only kernels that the program has as source are simulated: name ` +
      "their source file, and the program finds what nvcc makes of it by the same name (kernel.cu: kernel.ptx, kernel64.fatbin)",
    machine.place,
  );
}

function load(machine: HostMachine, result: bigint): number {
  if (result === 0n) return DriverError.invalidValue;
  const handle = newHandle(machine);
  loadedOf(machine).modules.add(handle);
  machine.setLong(result, handle);
  return DriverError.success;
}

/** Nothing was compiled, so there are no results. */
function tellNothing(machine: HostMachine, count: number, options: bigint, values: bigint): void {
  for (let i = 0; i < count; i++) {
    const option = machine.getInt(options + BigInt(4 * i));
    const place = values + BigInt(8 * i);
    if (option === Result.wallTime || option === Result.infoBytes || option === Result.errorBytes)
      machine.setLong(place, 0n);
    const text = option === Result.infoText || option === Result.errorText ? machine.getLong(place) : 0n;
    if (text !== 0n) machine.writeText(text, "");
  }
}

/** A file of the program's, as far as its name says what source it comes from. */
function isKnown(machine: HostMachine, path: string): boolean {
  const name = path.replace(/^.*[/\\]/, "");
  const content = [...(machine.options.files ?? [])].find(([one]) => one.replace(/^.*[/\\]/, "") === name)?.[1];
  return content !== undefined && new TextDecoder("latin1").decode(content.subarray(0, MARK.length)) === MARK;
}

function link(machine: HostMachine, state: bigint, text: string): number {
  const parts = loadedOf(machine).links.get(state);
  if (!parts) return Code.invalidHandle;
  parts.push(text);
  return DriverError.success;
}

/** A load from memory, with options where the call has any. */
function loading(call: string): HostFunction {
  return driverCall("context", (machine: HostMachine, ...words: [bigint, bigint, number?, bigint?, bigint?]) => {
    const [result, image, count = 0, options = 0n, values = 0n] = words;
    if (imageAt(machine, image, call) === undefined) return DriverError.invalidValue;
    tellNothing(machine, count, options, values);
    return load(machine, result);
  });
}

/** The runtime's calls about modules of the driver API, by name. */
export const modules: HostLibrary = {
  cuModuleLoad: driverCall("context", (machine: HostMachine, result: bigint, path: bigint) =>
    isKnown(machine, machine.text(path)) ? load(machine, result) : Code.fileNotFound,
  ),
  cuModuleLoadData: loading("cuModuleLoadData"),
  cuModuleLoadDataEx: loading("cuModuleLoadDataEx"),
  cuModuleLoadFatBinary: loading("cuModuleLoadFatBinary"),
  cuModuleUnload: driverCall("context", (machine: HostMachine, module: bigint) =>
    loadedOf(machine).modules.delete(module) ? DriverError.success : Code.invalidHandle,
  ),
  cuModuleGetFunction: driverCall("context", (machine: HostMachine, result: bigint, module: bigint, name: bigint) => {
    if (!loadedOf(machine).modules.has(module)) return Code.invalidHandle;
    const wanted = machine.text(name);
    const { functions } = machine.cuda.program.module;
    if (!functions.some((one) => one.isKernel && one.name === wanted)) return Code.notFound;
    const known = [...machine.cuda.kernels].find(([, kernel]) => kernel === wanted)?.[0];
    const handle = known ?? newHandle(machine);
    machine.cuda.kernels.set(handle, wanted);
    machine.setLong(result, handle);
    return DriverError.success;
  }),
  cuModuleGetGlobal: driverCall(
    "context",
    (machine: HostMachine, result: bigint, bytes: bigint, module: bigint, name: bigint) => {
      if (!loadedOf(machine).modules.has(module)) return Code.invalidHandle;
      const symbol = symbolNamed(machine, machine.text(name));
      if (!symbol) return Code.notFound;
      if (result !== 0n) machine.setLong(result, symbol.address);
      if (bytes !== 0n) machine.setLong(bytes, BigInt(symbol.size));
      return DriverError.success;
    },
  ),
  cuLinkCreate: driverCall(
    "context",
    (machine: HostMachine, count: number, options: bigint, values: bigint, result: bigint) => {
      tellNothing(machine, count, options, values);
      const handle = newHandle(machine);
      loadedOf(machine).links.set(handle, []);
      machine.setLong(result, handle);
      return DriverError.success;
    },
  ),
  cuLinkAddData: driverCall("context", (machine: HostMachine, state: bigint, _kind: number, data: bigint) => {
    const text = imageAt(machine, data, "cuLinkAddData");
    return text === undefined ? DriverError.invalidValue : link(machine, state, text);
  }),
  cuLinkAddFile: driverCall("context", (machine: HostMachine, state: bigint, _kind: number, path: bigint) =>
    isKnown(machine, machine.text(path)) ? link(machine, state, MARK) : Code.fileNotFound,
  ),
  cuLinkComplete: driverCall("context", (machine: HostMachine, state: bigint, result: bigint, bytes: bigint) => {
    const parts = loadedOf(machine).links.get(state);
    if (!parts) return Code.invalidHandle;
    const text = parts[0] ?? MARK;
    machine.setLong(result, machine.constantText(text));
    if (bytes !== 0n) machine.setLong(bytes, BigInt(text.length));
    return DriverError.success;
  }),
  cuLinkDestroy: driverCall("context", (machine: HostMachine, state: bigint) =>
    loadedOf(machine).links.delete(state) ? DriverError.success : Code.invalidHandle,
  ),
};
