/**
 * What calls of the CUDA runtime do to what is known: allocations, copies, the device's properties, and launches, which are
 * noted. Every call succeeds.
 */
import type { Architecture, Dim3 } from "../../../hardware/model";
import { residentBlocks, warpsOf } from "../../../hardware/occupancy";
import type { Func, Instruction, Location, Type } from "../../../ir/model";
import type { LaunchBuffer, LaunchPart } from "../../model";
import { kernelsOf } from "./choices";
import { driverFunctions, type HostConfiguration } from "./driver";
import type { HostCall, HostFunction } from "./evaluator";
import { copyMemory, libraryFunction, setMemory, storeInt, unknownFunction } from "./library";
import { address, HostObject } from "./memory";
import { optionFunctions } from "./options";
import { kernelOfStub } from "./paths";
import { type HostStorage, type HostValue, isFunction, isPointer } from "./values";

/** What host code passes to a launch; undefined where it is not known. */
export interface LaunchValues {
  /** The kernel's symbol. */
  readonly kernel: string;
  readonly grid: Dim3 | undefined;
  readonly block: Dim3 | undefined;
  /** Bytes of dynamic shared memory. */
  readonly shared: number | undefined;
  /** Whether it is in the default stream, when known. */
  readonly isDefaultStream: boolean | undefined;
  /** By parameter. */
  readonly arguments: readonly (readonly LaunchPart[])[];
}

/** A launch that the evaluation reached. What is not known is `undefined`. */
export interface HostLaunch extends LaunchValues {
  /** Its locations, innermost call first. */
  readonly places: readonly Location[];
  /** The call that launches. */
  readonly site: Instruction;
  /** It is made through a pointer, which leads to this kernel for certain or is one of several. */
  readonly through?: "pointer" | "choice";
}

/** The device as the evaluation sees it. */
export interface HostDevice {
  readonly architecture: Architecture;
  /** Values of `cudaDeviceAttr`. */
  readonly attribute: (number: number) => number | undefined;
  /** Bytes of `cudaDeviceProp` as our headers declare it. */
  readonly properties: Uint8Array;
}

/** The default stream: none, `cudaStreamLegacy` and `cudaStreamPerThread`. */
const DEFAULT_STREAMS: ReadonlySet<HostValue> = new Set([0n, 1n, 2n]);

const POINTER: Type = { kind: "pointer", space: 0 };
const INT: Type = { kind: "int", bits: 32 };
const LONG: Type = { kind: "int", bits: 64 };

/** `cudaGraphNodeTypeKernel`, and where the parameters of its kind stand in `cudaGraphNodeParams`. */
const KERNEL_NODE = 0n;
const NODE_UNION = 16;

/** x and y in one word, z in the next: how a `dim3` is passed. */
function dim3(xy: HostValue, z: HostValue): Dim3 | undefined {
  if (typeof xy !== "bigint" || typeof z !== "bigint") return undefined;
  return [Number(xy & 0xffff_ffffn), Number(xy >> 32n), Number(z & 0xffff_ffffn)];
}

function dim3At(pointer: HostValue, offset: number): Dim3 | undefined {
  if (!isPointer(pointer) || pointer.offset === undefined) return undefined;
  const at = pointer.offset + offset;
  const xyz = [0, 4, 8].map((step) => pointer.object.load(at + step, 4, INT));
  return xyz.every((one) => typeof one === "bigint") ? (xyz.map(Number) as unknown as Dim3) : undefined;
}

/** Parameters of a kernel: no kernel has more that are worth reading. */
const MAX_PARAMETERS = 64;

/** Calls that change nothing of what they get an address of, as far as the host sees it. */
const READING =
  /^cuda(?:MemcpyToSymbol(?:Async)?|MemPrefetchAsync|MemAdvise|Host(?:Unr|R)egister|FuncSet\w+|StreamWaitEvent|StreamAttachMemAsync|EventRecord(?:WithFlags)?|Bind\w+|\w*(?:Synchronize|Destroy|SetLimit|SetDevice|SetAttribute))$/;

/** Notes launches, and answers the runtime's calls. One for each evaluation. */
export class HostRuntime {
  readonly launches: HostLaunch[] = [];
  readonly #pushed: HostConfiguration[] = [];
  /** The configuration that was popped last: the launch that follows has its location. */
  #popped: HostConfiguration | undefined;

  constructor(
    readonly device: HostDevice,
    /** Threads that `__launch_bounds__` allows, by the kernel's symbol. */
    readonly threadLimit: (kernel: string) => number | undefined,
  ) {}

  /** What a call of a function without a body does. */
  external(name: string): HostFunction {
    if (Object.hasOwn(this.#functions, name)) return this.#functions[name]!;
    if (READING.test(name)) return () => 0n;
    if (/^cu(?:da)?[A-Z]|^(?:cublas|cufft|curand|cusparse|cusolver|cudnn|nccl|nvtx|MPI_)/.test(name)) {
      return (call) => {
        unknownFunction(call);
        return call.result.kind === "int" ? 0n : undefined;
      };
    }
    return libraryFunction(name) ?? unknownFunction;
  }

  readonly #functions: Readonly<Record<string, HostFunction>> = {
    __cudaPushCallConfiguration: (call) => {
      const [gridXY, gridZ, blockXY, blockZ, shared, stream] = call.arguments;
      const { places } = call.evaluator;
      const sizes = { grid: dim3(gridXY, gridZ), block: dim3(blockXY, blockZ) };
      this.#pushed.push({ ...sizes, shared, stream, places, site: call.instruction });
      return 0n;
    },
    __cudaPopCallConfiguration: (call) => {
      const pushed = this.#pushed.pop();
      const [grid, block, shared, stream] = call.arguments;
      storeDim3(call, grid, pushed?.grid);
      storeDim3(call, block, pushed?.block);
      call.evaluator.store(shared, pushed?.shared, LONG);
      call.evaluator.store(stream, pushed?.stream, POINTER);
      this.#popped = pushed;
      return 0n;
    },
    cudaLaunchKernel: (call) => this.#launchWords(call),
    cudaLaunchCooperativeKernel: (call) => this.#launchWords(call),
    cudaLaunchKernelExC: (call) => {
      const [config, stub, given] = call.arguments;
      const { evaluator } = call;
      const word = (offset: number) => wordAt(config, offset, 8, LONG);
      this.#note(call, stub, given, {
        grid: dim3At(config, 0),
        block: dim3At(config, 12),
        shared: word(24),
        stream: word(32),
        places: evaluator.places,
        site: call.instruction,
      });
      return 0n;
    },
    cudaGraphAddKernelNode: (call) => this.#graphNode(call, call.arguments.at(-1), 0),
    cudaGraphAddNode: (call) => {
      const parameters = call.arguments.at(-1);
      const isKernel = wordAt(parameters, 0, 4, INT) === KERNEL_NODE;
      return isKernel ? this.#graphNode(call, parameters, NODE_UNION) : 0n;
    },
    ...driverFunctions((call, stub, given, configuration) => this.#note(call, stub, given, configuration)),
    ...allocations,
    ...copies,
    ...optionFunctions(),
    cudaGetDeviceCount: (call) => stored(call, 1),
    cudaGetDevice: (call) => stored(call, 0),
    cudaRuntimeGetVersion: (call) => stored(call, 13000),
    cudaDriverGetVersion: (call) => stored(call, 13000),
    cudaDeviceGetAttribute: (call) => {
      const [result, attribute] = call.arguments;
      storeInt(call, result, typeof attribute === "bigint" ? this.device.attribute(Number(attribute)) : undefined);
      return 0n;
    },
    cudaGetDeviceProperties: (call) => {
      const [result] = call.arguments;
      if (!isPointer(result) || result.offset === undefined) return 0n;
      call.evaluator.wrote(result.object);
      for (const [at, byte] of this.device.properties.entries()) {
        result.object.store(result.offset + at, 1, BigInt(byte));
      }
      return 0n;
    },
    cudaFuncGetAttributes: (call) => {
      const [result, stub] = call.arguments;
      call.evaluator.forget(result);
      if (!isPointer(result) || result.offset === undefined || !isFunction(stub)) return 0n;
      // `maxThreadsPerBlock` follows three sizes.
      result.object.store(
        result.offset + 24,
        4,
        BigInt(this.threadLimit(kernelOfStub(stub.name)) ?? this.device.architecture.maxThreadsPerBlock),
      );
      return 0n;
    },
    cudaOccupancyMaxActiveBlocksPerMultiprocessor: (call) => this.#activeBlocks(call),
    cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags: (call) => this.#activeBlocks(call),
  };

  /** Registers are not known: the answer is that of a kernel that they do not limit. */
  #activeBlocks(call: HostCall): HostValue {
    const [result, , threads, shared] = call.arguments;
    const known = typeof threads === "bigint" && typeof shared === "bigint" && threads > 0n;
    const needs = known ? { warps: warpsOf(Number(threads)), shared: Number(shared) } : undefined;
    storeInt(call, result, needs && residentBlocks(this.device.architecture, needs));
    return 0n;
  }

  /** A node of a graph, by its `cudaKernelNodeParams` at an offset of a structure. */
  #graphNode(call: HostCall, node: HostValue, offset: number): HostValue {
    const { evaluator, instruction } = call;
    this.#note(call, wordAt(node, offset, 8, POINTER), wordAt(node, offset + 40, 8, POINTER), {
      grid: dim3At(node, offset + 8),
      block: dim3At(node, offset + 20),
      shared: wordAt(node, offset + 32, 4, INT),
      stream: undefined,
      places: evaluator.places,
      site: instruction,
    });
    return 0n;
  }

  #launchWords(call: HostCall): HostValue {
    const [stub, gridXY, gridZ, blockXY, blockZ, given, shared, stream] = call.arguments;
    const { places, site } = this.#popped ?? { places: call.evaluator.places, site: call.instruction };
    this.#popped = undefined;
    const sizes = { grid: dim3(gridXY, gridZ), block: dim3(blockXY, blockZ) };
    this.#note(call, stub, given, { ...sizes, shared, stream, places, site });
    return 0n;
  }

  #note(call: HostCall, stub: HostValue, given: HostValue, configuration: HostConfiguration): void {
    const { evaluator } = call;
    const { grid, block, shared, stream, places } = configuration;
    const parameters = parametersOf(given);
    const { kernels, through } = launched(stub, evaluator.through);
    for (const kernel of kernels) {
      evaluator.loops.note(`${kernel.name} ${grid} ${block}`);
      if (!evaluator.program.goals.isFresh(configuration.site)) continue;
      evaluator.kept++;
      this.launches.push({
        kernel: kernelOfStub(kernel.name),
        grid,
        block,
        shared: typeof shared === "bigint" ? Number(shared) : undefined,
        isDefaultStream: stream === undefined ? undefined : DEFAULT_STREAMS.has(stream),
        arguments: argumentsOf(parameters),
        places,
        site: configuration.site,
        ...(through && { through }),
      });
    }
    // The kernel may change whatever it gets an address of.
    for (const parameter of parameters) {
      if (!isPointer(parameter)) continue;
      for (const [, { value }] of parameter.object.cells()) {
        if (isPointer(value) && value.object.place !== "stack") evaluator.forget(value);
      }
    }
  }
}

/** Kernels that a launch may be of: what is handed to it, or what the pointer led to through which its stub was called. */
function launched(
  stub: HostValue,
  called: readonly Func[] | undefined,
): { readonly kernels: readonly Func[]; readonly through: HostLaunch["through"] } {
  const given = kernelsOf(stub);
  const isCalled = called !== undefined && given.length === 1 && called.includes(given[0]!);
  const kernels = isCalled ? called : given;
  return { kernels, through: kernels.length > 1 ? "choice" : isCalled ? "pointer" : undefined };
}

/** What is stored at an offset of a structure. */
const wordAt = (structure: HostValue, offset: number, bytes: number, type: Type): HostValue =>
  isPointer(structure) && structure.offset !== undefined
    ? structure.object.load(structure.offset + offset, bytes, type)
    : undefined;

function stored(call: HostCall, value: number): HostValue {
  storeInt(call, call.arguments[0], value);
  return 0n;
}

function storeDim3({ evaluator }: HostCall, pointer: HostValue, size: Dim3 | undefined): void {
  if (!isPointer(pointer) || pointer.offset === undefined) return;
  evaluator.wrote(pointer.object);
  for (let axis = 0; axis < 3; axis++) {
    const part = size?.[axis];
    pointer.object.store(pointer.offset + 4 * axis, 4, part === undefined ? undefined : BigInt(part));
  }
}

/** Addresses of the arguments, from the array that a launch gets. */
function parametersOf(given: HostValue): readonly HostValue[] {
  if (!isPointer(given) || given.offset === undefined) return [];
  const found: HostValue[] = [];
  for (let index = 0; index < MAX_PARAMETERS; index++) {
    const value = given.object.load(given.offset + 8 * index, 8, POINTER);
    if (!isPointer(value)) break;
    found.push(value);
  }
  return found;
}

/** What is known of each parameter of a launch. */
function argumentsOf(parameters: readonly HostValue[]): readonly (readonly LaunchPart[])[] {
  const allocations = new Map<HostStorage, number>();
  return parameters.map((parameter) => argumentOf(parameter, allocations));
}

function argumentOf(parameter: HostValue, allocations: Map<HostStorage, number>): readonly LaunchPart[] {
  if (!isPointer(parameter) || parameter.offset === undefined) return [];
  const { object, offset } = parameter;
  return [...object.cells(offset)].flatMap(([at, { bytes, value }]): readonly LaunchPart[] => {
    if (typeof value === "bigint" || typeof value === "number") return [{ offset: at - offset, bytes, value }];
    if (!isPointer(value)) return [];
    const allocation = allocations.get(value.object) ?? allocations.size;
    allocations.set(value.object, allocation);
    const buffer: LaunchBuffer = { kind: "buffer", bytes: value.object.bytes, offset: value.offset, allocation };
    return [{ offset: at - offset, bytes, value: buffer }];
  });
}

const size = (value: HostValue): number | undefined => (typeof value === "bigint" ? Number(value) : undefined);

/** `(where to put the address, bytes, …)` */
const allocation =
  (place: "device" | "heap"): HostFunction =>
  ({ evaluator, arguments: [result, bytes] }) => {
    evaluator.store(result, address(new HostObject(place, size(bytes))), POINTER);
    return 0n;
  };

/** The alignment, in bytes, of rows of pitched memory. */
const PITCH = 512;

const allocations: Readonly<Record<string, HostFunction>> = {
  ...Object.fromEntries(
    ["cudaMalloc", "cudaMallocAsync", "cudaMallocManaged", "cudaMallocFromPoolAsync"].map((name) => [
      name,
      allocation("device"),
    ]),
  ),
  cudaMallocHost: allocation("heap"),
  cudaHostAlloc: allocation("heap"),
  cudaMallocPitch: ({ evaluator, arguments: [result, pitch, width, height] }) => {
    const [row, rows] = [size(width), size(height)];
    const step = row === undefined ? undefined : Math.ceil(row / PITCH) * PITCH;
    const bytes = step === undefined || rows === undefined ? undefined : step * rows;
    evaluator.store(result, address(new HostObject("device", bytes)), POINTER);
    evaluator.store(pitch, step === undefined ? undefined : BigInt(step), LONG);
    return 0n;
  },
  cudaHostGetDevicePointer: ({ evaluator, arguments: [result, pointer] }) => {
    evaluator.store(result, pointer, POINTER);
    return 0n;
  },
  ...Object.fromEntries(
    ["cudaStreamCreate", "cudaStreamCreateWithFlags", "cudaStreamCreateWithPriority", "cudaEventCreate"].map((name) => [
      name,
      (({ evaluator, arguments: [result] }) => {
        evaluator.store(result, address(new HostObject("opaque", undefined)), POINTER);
        return 0n;
      }) satisfies HostFunction,
    ]),
  ),
};

const succeeding =
  (act: (call: HostCall) => void): HostFunction =>
  (call) => {
    act(call);
    return 0n;
  };

const copies: Readonly<Record<string, HostFunction>> = {
  cudaMemcpy: succeeding(copyMemory),
  cudaMemcpyAsync: succeeding(copyMemory),
  cudaMemset: succeeding(setMemory),
  cudaMemsetAsync: succeeding(setMemory),
  cudaFree: () => 0n,
  cudaFreeHost: () => 0n,
  cudaFreeAsync: () => 0n,
  cudaGetErrorString: () => undefined,
};
