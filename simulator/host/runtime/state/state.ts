import type { Program } from "../../../model";
import type { CudaState, DeviceState, LaunchRunner, StreamState } from "../../model/cuda";
import type { HostMachine } from "../../model/machine";
import { Timeline } from "../../timeline/timeline";
import { CudaError } from "./errors";
import { residents } from "./pages";

/** A new stream, without work. */
export function streamState(
  handle: bigint,
  device: number,
  number: number,
  nonBlocking = false,
  priority = 0,
): StreamState {
  return {
    handle,
    device,
    number,
    nonBlocking,
    priority,
    last: undefined,
    waits: [],
    idleWait: undefined,
    capture: undefined,
    tail: [],
    attributes: new Map(),
  };
}

function deviceState(ordinal: number): DeviceState {
  return {
    ordinal,
    defaultStream: streamState(0n, ordinal, 0),
    perThreads: new Map(),
    peers: new Set(),
    settings: new Map(),
    variables: undefined,
  };
}

/** `deviceCount`: simulated devices, all of one architecture. */
export function cudaState(
  program: Program,
  runLaunch: LaunchRunner,
  { version = 13, deviceCount = 1 }: { readonly version?: 12 | 13; readonly deviceCount?: number } = {},
): CudaState {
  const devices = Array.from({ length: deviceCount }, (_, ordinal) => deviceState(ordinal));
  return {
    program,
    runLaunch,
    version,
    lastError: CudaError.Success,
    sticky: CudaError.Success,
    spoiledBy: undefined,
    fault: undefined,
    refusal: undefined,
    unseenFailures: [],
    spoiled: undefined,
    unreadResults: new Set(),
    epoch: 0,
    initialised: false,
    launches: [],
    printed: [],
    timeline: new Timeline(),
    hostMemory: new Map(),
    pages: new Map(),
    residents: residents(() => Number.POSITIVE_INFINITY),
    pushed: [],
    launchPlace: undefined,
    sharedLimit: new Map(),
    carveOut: new Map(),
    largeClusters: new Set(),
    streams: new Map(),
    devices,
    current: devices[0]!,
    initialVariables: undefined,
    nextStream: 2,
    isPerThreadDefault: false,
    events: new Map(),
    arrays: new Map(),
    mipmaps: new Map(),
    pools: new Map(),
    defaultPools: new Map(),
    currentPools: new Map(),
    graphMemory: new Set(),
    pooled: new Map(),
    blas: new Map(),
    graphs: new Map(),
    executables: new Map(),
    graphLaunches: new WeakMap(),
    captureMode: 0,
    pending: [],
    inFlight: [],
    touchedByHost: undefined,
    nextHandle: 0x1000n,
    symbols: new Map(),
    kernels: new Map(),
  };
}

/** Number of the host thread that runs `main`, and of its default stream. */
const [MAIN_THREAD, MAIN_STREAM] = [1, 1];

/** The default stream that the running host thread has on the current device. */
function perThreadStream({ cuda, program }: HostMachine): StreamState {
  const { ordinal, perThreads } = cuda.current;
  const thread = program.threads.current;
  const known = perThreads.get(thread);
  if (known) return known;
  const made = streamState(2n, ordinal, thread === MAIN_THREAD ? MAIN_STREAM : cuda.nextStream++);
  perThreads.set(thread, made);
  return made;
}

/**
 * The stream of a handle: 1 is the current device's legacy default stream, 2 the default stream of the thread, and 0 the
 * one of them that the program was compiled for.
 */
export function streamOf(machine: HostMachine, handle: bigint): StreamState | undefined {
  const { cuda } = machine;
  const { current } = cuda;
  if (handle === 0n) return cuda.isPerThreadDefault ? perThreadStream(machine) : current.defaultStream;
  if (handle === 1n) return current.defaultStream;
  return handle === 2n ? perThreadStream(machine) : cuda.streams.get(handle);
}

/** A device's streams other than its legacy default stream. */
export function streamsOf(machine: HostMachine, { ordinal, perThreads }: DeviceState): StreamState[] {
  return [...perThreads.values(), ...[...machine.cuda.streams.values()].filter((one) => one.device === ordinal)];
}
