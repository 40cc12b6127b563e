/**
 * The driver's functions that launch, and how a program comes by them and by its kernels: named directly, or looked up by name
 * while it runs, as `cuda::launch` of CCCL does. Reference: CUDA Driver API 13.0, "Execution Control", "Driver Entry Point Access".
 */
import type { Dim3 } from "../../../hardware/model";
import type { Func, Instruction, Location, Type } from "../../../ir/model";
import type { HostCall, HostFunction } from "./evaluator";
import { address, HostObject } from "./memory";
import { type HostValue, isPointer } from "./values";

const INT: Type = { kind: "int", bits: 32 };
const POINTER: Type = { kind: "pointer", space: 0 };
const NOTHING: Type = { kind: "function", result: INT, parameters: [], variadic: true };

const textOf = (value: HostValue): string | undefined =>
  isPointer(value) && value.offset !== undefined ? value.object.text(value.offset) : undefined;

/** A function that is known by its name alone. */
const named = (name: string): Func => ({
  kind: "function",
  name,
  type: POINTER,
  signature: NOTHING,
  arguments: [],
  blocks: [],
  attributes: new Map(),
  linkage: "external",
  isKernel: false,
  instructionCount: 0,
});

/** The configuration of a launch, with where it stands. */
export interface HostConfiguration {
  readonly grid: Dim3 | undefined;
  readonly block: Dim3 | undefined;
  readonly shared: HostValue;
  readonly stream: HostValue;
  readonly places: readonly Location[];
  readonly site: Instruction;
}

/** A launch as the evaluation notes it. */
type Note = (call: HostCall, kernel: HostValue, parameters: HostValue, configuration: HostConfiguration) => void;

const sizes = (xyz: readonly HostValue[]): Dim3 | undefined =>
  xyz.every((one) => typeof one === "bigint") ? (xyz.map(Number) as unknown as Dim3) : undefined;

/** `(where to put it, …)` */
const giving =
  (value: (given: readonly HostValue[]) => HostValue): HostFunction =>
  ({ evaluator, arguments: given }) => {
    evaluator.store(given[0], value(given), POINTER);
    return 0n;
  };

/** Gives functions by their names: the same for the same name. */
function namesOf(): (name: HostValue) => HostValue {
  const functions = new Map<string, Func>();
  return (name) => {
    const text = textOf(name)?.replace(/_v\d+$/, "");
    if (text === undefined) return undefined;
    const known = functions.get(text) ?? named(text);
    functions.set(text, known);
    return known;
  };
}

/** What is passed to `cuLaunchKernel`: `(function, grid, block, shared, stream, parameters, …)` */
function launchWords(call: HostCall, note: Note): HostValue {
  const [kernel, ...words] = call.arguments;
  note(call, kernel, words[8], {
    grid: sizes(words.slice(0, 3)),
    block: sizes(words.slice(3, 6)),
    shared: words[6],
    stream: words[7],
    places: call.evaluator.places,
    site: call.instruction,
  });
  return 0n;
}

/** What is passed to `cuLaunchKernelEx`: `(configuration, function, parameters, …)` */
function launchConfigured(call: HostCall, note: Note): HostValue {
  const [configuration, kernel, parameters] = call.arguments;
  const load = (offset: number, bytes: number, type: Type) =>
    isPointer(configuration) && configuration.offset !== undefined
      ? configuration.object.load(configuration.offset + offset, bytes, type)
      : undefined;
  const three = (offset: number) => sizes([0, 4, 8].map((step) => load(offset + step, 4, INT)));
  note(call, kernel, parameters, {
    grid: three(0),
    block: three(12),
    shared: load(24, 4, INT),
    stream: load(32, 8, POINTER),
    places: call.evaluator.places,
    site: call.instruction,
  });
  return 0n;
}

/** `CUfunction_attribute`: bytes of static shared memory, and the most of dynamic shared memory. */
const [STATIC_SHARED, MOST_DYNAMIC_SHARED] = [1n, 8n];
/** Bytes of shared memory that every launch may have. */
const PORTABLE_SHARED = 49152n;

/** `(where to put it, attribute, kernel, …)`: of a kernel without static shared memory, as its bytes are not known here. */
const kernelAttribute: HostFunction = ({ evaluator, arguments: [at, attribute] }) => {
  const most = attribute === MOST_DYNAMIC_SHARED ? PORTABLE_SHARED : undefined;
  evaluator.store(at, attribute === STATIC_SHARED ? 0n : most, INT);
  return 0n;
};

const succeeds: HostFunction = () => 0n;

/** What the driver's functions do to what is known, by name. */
export function driverFunctions(note: Note): Readonly<Record<string, HostFunction>> {
  const functionNamed = namesOf();

  /** `(name, where to put it, …, where to put the status)` */
  const lookUp: HostFunction = ({ evaluator, arguments: given }) => {
    evaluator.store(given[1], functionNamed(given[0]), POINTER);
    if (given.length > 2) evaluator.store(given.at(-1), 0n, INT);
    return 0n;
  };

  return {
    dlopen: () => address(new HostObject("opaque", undefined)),
    dlsym: ({ arguments: [, name] }) => functionNamed(name),
    cudaGetDriverEntryPoint: lookUp,
    cudaGetDriverEntryPointByVersion: lookUp,
    cuGetProcAddress: lookUp,
    cudaGetFuncBySymbol: giving(([, symbol]) => symbol),
    cudaGetKernel: giving(([, symbol]) => symbol),
    cuKernelGetFunction: giving(([, kernel]) => kernel),
    cuFuncLoad: succeeds,
    cuFuncGetAttribute: kernelAttribute,
    cuFuncSetAttribute: succeeds,
    cuKernelGetAttribute: kernelAttribute,
    cuKernelSetAttribute: succeeds,
    cuModuleGetFunction: giving(([, , name]) => functionNamed(name)),
    cuLibraryGetKernel: giving(([, , name]) => functionNamed(name)),
    cuLaunchKernel: (call) => launchWords(call, note),
    cuLaunchCooperativeKernel: (call) => launchWords(call, note),
    cuLaunchKernelEx: (call) => launchConfigured(call, note),
  };
}
