/**
 * The calls of the CUDA runtime that the host facts know: what each does and which argument plays which role. One table,
 * read by every rule of host code. Reference: CUDA Runtime API, "Memory Management", "Stream Management", "Event Management".
 */

/** Kinds of memory that a pointer of the host can lead to. */
export type MemoryKind = "pageable" | "pinned" | "managed" | "device";

/**
 * `allocate`, `free`, `register`, `unregister`: of memory. `copy`, `fill`, `prefetch`: operations on memory.
 * `synchronize`: the host waits. `wait`: a stream waits for an event. `record`: an event enters a stream.
 * `create`, `destroy`: of a stream, event, texture or graph. `other`: what has a stream and no memory.
 */
export type RuntimeAction =
  | "allocate"
  | "free"
  | "register"
  | "unregister"
  | "copy"
  | "fill"
  | "prefetch"
  | "synchronize"
  | "wait"
  | "record"
  | "create"
  | "destroy"
  | "other";

/** What an argument is, for calls that have one of that role. */
export type RuntimeRole =
  | "pointer"
  | "destination"
  | "source"
  | "bytes"
  | "kind"
  | "stream"
  | "event"
  | "flags"
  | "symbol"
  | "offset"
  | "pitch"
  | "destinationPitch"
  | "sourcePitch"
  | "width"
  | "height";

/** One function of the runtime. */
export interface RuntimeCall {
  readonly action: RuntimeAction;
  /** Position of the argument of each role, from 0. */
  readonly roles: Readonly<Partial<Record<RuntimeRole, number>>>;
  /** What an allocation gives. */
  readonly gives?: MemoryKind;
  /** The call returns before the work that it asks for is done. */
  readonly isAsynchronous?: true;
  /** The function that frees what this one allocates. */
  readonly freedBy?: string;
}

type Roles = RuntimeCall["roles"];

const allocate = (gives: MemoryKind, roles: Roles, freedBy: string): RuntimeCall => ({
  action: "allocate",
  gives,
  roles,
  freedBy,
});
const copy = (roles: Roles): RuntimeCall => ({ action: "copy", roles });
const copyAsync = (roles: Roles): RuntimeCall => ({ action: "copy", roles, isAsynchronous: true });
const create: RuntimeCall = { action: "create", roles: { pointer: 0 } };
const destroy: RuntimeCall = { action: "destroy", roles: { pointer: 0 } };

const linear: Roles = { destination: 0, source: 1, bytes: 2, kind: 3 };
const rows: Roles = { destination: 0, destinationPitch: 1, source: 2, sourcePitch: 3, width: 4, height: 5, kind: 6 };
const toSymbol: Roles = { symbol: 0, source: 1, bytes: 2, offset: 3, kind: 4 };
const fromSymbol: Roles = { destination: 0, symbol: 1, bytes: 2, offset: 3, kind: 4 };

/** Every function that the host facts know, by name. */
export const runtimeCalls: Readonly<Record<string, RuntimeCall>> = {
  cudaMalloc: allocate("device", { pointer: 0, bytes: 1 }, "cudaFree"),
  cudaMallocAsync: allocate("device", { pointer: 0, bytes: 1, stream: 2 }, "cudaFreeAsync"),
  cudaMallocFromPoolAsync: allocate("device", { pointer: 0, bytes: 1, stream: 3 }, "cudaFreeAsync"),
  cudaMallocPitch: allocate("device", { pointer: 0, pitch: 1, width: 2, height: 3 }, "cudaFree"),
  cudaMalloc3D: allocate("device", { pointer: 0 }, "cudaFree"),
  cudaMallocManaged: allocate("managed", { pointer: 0, bytes: 1, flags: 2 }, "cudaFree"),
  cudaMallocHost: allocate("pinned", { pointer: 0, bytes: 1, flags: 2 }, "cudaFreeHost"),
  cudaHostAlloc: allocate("pinned", { pointer: 0, bytes: 1, flags: 2 }, "cudaFreeHost"),
  cudaHostRegister: { action: "register", roles: { pointer: 0, bytes: 1, flags: 2 } },
  cudaHostUnregister: { action: "unregister", roles: { pointer: 0 } },
  cudaFree: { action: "free", roles: { pointer: 0 } },
  cudaFreeHost: { action: "free", roles: { pointer: 0 } },
  cudaFreeAsync: { action: "free", roles: { pointer: 0, stream: 1 }, isAsynchronous: true },
  free: { action: "free", roles: { pointer: 0 } },
  "std::free": { action: "free", roles: { pointer: 0 } },
  cudaMemcpy: copy(linear),
  cudaMemcpyAsync: copyAsync({ ...linear, stream: 4 }),
  cudaMemcpy2D: copy(rows),
  cudaMemcpy2DAsync: copyAsync({ ...rows, stream: 7 }),
  cudaMemcpyToSymbol: copy(toSymbol),
  cudaMemcpyToSymbolAsync: copyAsync({ ...toSymbol, stream: 5 }),
  cudaMemcpyFromSymbol: copy(fromSymbol),
  cudaMemcpyFromSymbolAsync: copyAsync({ ...fromSymbol, stream: 5 }),
  cudaMemset: { action: "fill", roles: { destination: 0, bytes: 2 } },
  cudaMemsetAsync: { action: "fill", roles: { destination: 0, bytes: 2, stream: 3 }, isAsynchronous: true },
  cudaMemPrefetchAsync: { action: "prefetch", roles: { pointer: 0, bytes: 1, stream: 3 }, isAsynchronous: true },
  cudaDeviceSynchronize: { action: "synchronize", roles: {} },
  cudaThreadSynchronize: { action: "synchronize", roles: {} },
  cudaStreamSynchronize: { action: "synchronize", roles: { stream: 0 } },
  cudaEventSynchronize: { action: "synchronize", roles: { event: 0 } },
  cudaStreamQuery: { action: "synchronize", roles: { stream: 0 } },
  cudaEventQuery: { action: "synchronize", roles: { event: 0 } },
  cudaDeviceReset: { action: "synchronize", roles: {} },
  cudaStreamWaitEvent: { action: "wait", roles: { stream: 0, event: 1 } },
  cudaEventRecord: { action: "record", roles: { event: 0, stream: 1 } },
  cudaEventRecordWithFlags: { action: "record", roles: { event: 0, stream: 1 } },
  cudaStreamCreate: create,
  cudaStreamCreateWithFlags: { action: "create", roles: { pointer: 0, flags: 1 } },
  cudaStreamCreateWithPriority: { action: "create", roles: { pointer: 0, flags: 1 } },
  cudaEventCreate: create,
  cudaEventCreateWithFlags: { action: "create", roles: { pointer: 0, flags: 1 } },
  cudaCreateTextureObject: create,
  cudaCreateSurfaceObject: create,
  cudaStreamDestroy: destroy,
  cudaEventDestroy: destroy,
  cudaDestroyTextureObject: destroy,
  cudaDestroySurfaceObject: destroy,
  cudaGetSymbolAddress: { action: "other", roles: { symbol: 1 } },
  cudaGetSymbolSize: { action: "other", roles: { symbol: 1 } },
  cudaStreamAttachMemAsync: { action: "other", roles: { stream: 0 } },
  cudaLaunchHostFunc: { action: "other", roles: { stream: 0 } },
  cudaStreamAddCallback: { action: "other", roles: { stream: 0 } },
  cudaGraphLaunch: { action: "other", roles: { stream: 1 }, isAsynchronous: true },
};
