/**
 * Work for the device: runs when it is issued, is placed on the timeline by the rules of its stream, or is captured into a
 * graph. Reference: CUDA C++ Programming Guide, "Asynchronous Concurrent Execution".
 */
import type { DeviceState, StreamState, Work } from "../../model/cuda";
import type { Done, GraphNode, GraphState, Request } from "../../model/graph";
import type { HostMachine } from "../../model/machine";
import { Touched } from "../../model/touched";
import { latest } from "../../timeline/timeline";
import { asCurrent } from "../state/devices";
import { CudaError } from "../state/errors";
import { CaptureMode, emptyGraph, inOrder } from "../state/graph";
import { missingHandle, newHandle } from "../state/handles";
import { ACCESS_POLICY_WINDOW, windowOf } from "../state/l2";
import { streamOf, streamState, streamsOf } from "../state/state";
import { captureNode } from "./capture";
import { assignDefaults, runConditional } from "./conditional";
import { compareInFlight } from "./order";
import { warnPageable } from "./pageable";

function predecessors(machine: HostMachine, stream: StreamState): Work[] {
  const device = machine.cuda.devices[stream.device]!;
  const before = [stream.last, ...stream.waits];
  if (stream === device.defaultStream) {
    const blocking = streamsOf(machine, device).filter((one) => !one.nonBlocking);
    before.push(...blocking.map((one) => one.last));
  } else if (!stream.nonBlocking) before.push(device.defaultStream.last);
  return before.filter((one) => one !== undefined);
}

/**
 * The default streams of other devices that a copy is ordered with, too: in a default stream, a copy that reads or writes
 * memory of another device comes after what that device's default stream waits for, and what it does next comes after the
 * copy. Two H200s did so for cudaMemcpy, cudaMemcpyPeer and cudaMemcpyPeerAsync in stream 0 with kernels in default and
 * blocking streams, and not with those in non-blocking ones (CUDA 13.0, November 2026). The Guide says it of copies between
 * two devices ("Peer-to-Peer Memory Copy"). What default streams of threads do is not documented and taken for the same.
 */
function otherDefaults({ cuda, program }: HostMachine, stream: StreamState, { devices = [] }: Request): StreamState[] {
  const { defaultStream, perThreads } = cuda.devices[stream.device]!;
  const isOfThread = [...perThreads.values()].includes(stream);
  if (stream !== defaultStream && !isOfThread) return [];
  const others = devices.filter((one) => one !== stream.device).map((one) => cuda.devices[one]!);
  const of = (one: DeviceState) => (isOfThread ? one.perThreads.get(program.threads.current) : one.defaultStream);
  return [...new Set(others.map(of))].filter((one) => one !== undefined);
}

/** Appends work to a stream without an engine: a mark that events and queries look at. */
export function mark(machine: HostMachine, stream: StreamState, what: string): Work {
  const after = predecessors(machine, stream);
  const end = latest(machine.nanoseconds, ...after.map((one) => one.end));
  const work: Work = { what, device: stream.device, end, place: machine.place, after, writes: [], seen: false };
  stream.last = work;
  stream.waits = [];
  return work;
}

/** Units of work that an event of the timeline counts as: it is kept to the end of the run, and reported. */
const EVENT_WORK = 800;

/** Runs a request in a stream, or captures it. */
export function submit(machine: HostMachine, handle: bigint, request: Request): number {
  const stream = streamOf(machine, handle);
  if (!stream) return missingHandle(machine, handle, "stream");
  if (stream.capture) {
    captureNode(machine, stream, request.kind, { request });
    return CudaError.Success;
  }
  const others = otherDefaults(machine, stream, request);
  const after = [stream, ...others].flatMap((one) => predecessors(machine, one));
  const work = execute(machine, stream, request, after);
  if (typeof work === "number") return work;
  for (const one of [stream, ...others]) {
    one.last = work;
    one.waits = [];
  }
  return CudaError.Success;
}

function execute(
  machine: HostMachine,
  stream: StreamState,
  request: Request,
  after: readonly Work[],
  attributes: ReadonlyMap<number, Uint8Array> = stream.attributes,
): Work | number {
  const { cuda, place } = machine;
  const window = windowOf(attributes.get(ACCESS_POLICY_WINDOW));
  const ready = latest(machine.nanoseconds, ...after.map((one) => one.end));
  // Nothing runs after a kernel that spoiled the context; whatever waits for it gets the error.
  if (cuda.fault && cuda.fault.at > 0n && ready >= cuda.fault.at)
    return { what: request.label, device: stream.device, end: ready, place, after, writes: [], seen: false };
  // A copy to pageable memory writes nothing that kernels see.
  const isRead = request.engine === "d2h" && request.writes.length === 0;
  if (request.kind !== "kernel" && !isRead) cuda.epoch++;
  const run = () => asCurrent(machine, cuda.devices[stream.device]!, () => request.run(window));
  const done = request.kind === "host" ? inStreamOrder(machine, after, run) : run();
  if (done.code !== CudaError.Success) return done.code;
  machine.program.spend(EVENT_WORK);
  const end = cuda.timeline.add(request.engine, stream.number, request.label, ready, done.nanoseconds, {
    device: stream.device,
    bytes: request.bytes,
    place,
    ...(done.share !== undefined && { share: done.share }),
  });
  const work: Work = {
    what: request.label,
    device: stream.device,
    end,
    place,
    after,
    writes: request.writes,
    seen: false,
    ...(stream.idleWait && { idleWait: stream.idleWait }),
  };
  compareInFlight(machine, work, done);
  if (request.writes.length > 0) cuda.pending.push(work);
  if (cuda.fault && cuda.fault.at === 0n) cuda.fault = { ...cuda.fault, at: end };
  return work;
}

/** A function of the host in a stream's order: what precedes it there has been written when it runs. */
function inStreamOrder(machine: HostMachine, after: readonly Work[], run: () => Done): Done {
  const { cuda } = machine;
  const { pending, inFlight } = cuda;
  const before = new Set<Work>();
  const queue = [...after];
  for (let one = queue.pop(); one; one = queue.pop()) {
    if (before.has(one)) continue;
    before.add(one);
    queue.push(...one.after);
  }
  cuda.pending = pending.filter((one) => !before.has(one));
  cuda.inFlight = inFlight.filter(({ work }) => !before.has(work));
  const published = machine.program.published();
  const touched = new Touched();
  cuda.touchedByHost = touched;
  try {
    const done = run();
    const isSignalled = !machine.program.threads.isAlone || machine.program.published() !== published;
    return { ...done, footprint: touched.footprint(), isSignalled };
  } finally {
    cuda.touchedByHost = undefined;
    cuda.pending = pending;
    cuda.inFlight = inFlight;
    // The function may pass on that it has run: by a thread that it starts, or a variable that another one polls.
    for (const one of before) one.isCalledBack = true;
  }
}

/** Takes the request that a runtime call would submit, by having it captured into a graph of its own. */
export function takeRequest(machine: HostMachine, issue: (stream: bigint) => number): Request | number {
  const handle = newHandle(machine);
  const { ordinal } = machine.cuda.current;
  const capture = { graph: emptyGraph(), mode: CaptureMode.relaxed, id: handle, isInvalid: false };
  machine.cuda.streams.set(handle, { ...streamState(handle, ordinal, 0, true), capture });
  const code = issue(handle);
  machine.cuda.streams.delete(handle);
  if (code !== CudaError.Success) return code;
  const [node] = capture.graph.nodes.values();
  return node?.work.request ?? CudaError.InvalidValue;
}

/** Runs a node when those before it are done. */
function runNode(machine: HostMachine, stream: StreamState, node: GraphNode, before: readonly Work[]): Work | number {
  const { cuda, place } = machine;
  const { request, child, condition, event: handle, device = stream.device } = node.work;
  const event = handle === undefined ? undefined : cuda.events.get(handle);
  const after = node.kind === "waitEvent" && event?.work ? [...before, event.work] : before;
  if (child || condition) {
    const inner = { ...stream, waits: [...stream.waits, ...after], last: undefined };
    const run = (graph: GraphState) => runGraph(machine, inner, graph);
    const code = condition ? runConditional(machine, condition, run) : run(child!);
    return code === CudaError.Success ? (inner.last ?? after[0] ?? mark(machine, stream, "graph")) : code;
  }
  if (request && node.isEnabled) return execute(machine, { ...stream, device }, request, after, node.attributes);
  const end = latest(machine.nanoseconds, ...after.map((one) => one.end));
  const work: Work = { what: node.kind, device, end, place, after, writes: [], seen: false };
  if (event && node.kind === "eventRecord") [event.work, event.time, event.isRecorded] = [work, end, true];
  return work;
}

/**
 * Runs a graph's nodes in the order in which they were added, each when those before it are done. A launch comes after earlier
 * ones of the same executable graph in any stream (Runtime API, cudaGraphLaunch).
 */
export function runGraph(machine: HostMachine, stream: StreamState, graph: GraphState): number {
  const { place } = machine;
  const earlier = machine.cuda.graphLaunches.get(graph);
  const start = [...predecessors(machine, stream), ...(earlier ? [earlier] : [])];
  assignDefaults(machine, graph);
  const done = new Map<bigint, Work>();
  for (const node of inOrder(graph)) {
    const before = [...node.after].map((one) => done.get(one)!);
    machine.place = node.work.place ?? place;
    const work = runNode(machine, stream, node, before.length > 0 ? before : start);
    machine.place = place;
    if (typeof work === "number") return work;
    done.set(node.handle, work);
  }
  const all = [...done.values()];
  const end = latest(machine.nanoseconds, ...all.map((one) => one.end));
  const after = [...start, ...all];
  stream.last = { what: "the graph", device: stream.device, end, place, after, writes: [], seen: false };
  machine.cuda.graphLaunches.set(graph, stream.last);
  stream.waits = [];
  for (const { handle, isEnabled, work } of inOrder(graph)) {
    const buffer = work.request?.intoPageable;
    if (buffer === undefined || !isEnabled) continue;
    settle(machine, done.get(handle));
    warnPageable(machine, buffer, work.place ?? place);
  }
  return CudaError.Success;
}

/** What kernels printed comes out when the host waits for anything. Guide: "Formatted Output". */
export function showPrinted(machine: HostMachine): void {
  const { printed } = machine.cuda;
  machine.cuda.printed = [];
  for (const text of printed) machine.write("stdout", text);
}

/** The host has waited for this work and everything before it. */
export function settle(machine: HostMachine, work: Work | undefined): void {
  showPrinted(machine);
  if (!work) return;
  const { cuda } = machine;
  machine.nanoseconds = latest(machine.nanoseconds, work.end);
  const queue: Work[] = [work];
  for (let one = queue.pop(); one; one = queue.pop()) {
    if (one.seen) continue;
    one.seen = true;
    queue.push(...one.after);
    (one as { after: readonly Work[] }).after = [];
  }
  cuda.pending = cuda.pending.filter((one) => !one.seen);
  cuda.timeline.settle(machine.nanoseconds);
}

/** The host has waited for a stream: for its work, and for the events that its next work would wait for. */
export function settleStream(machine: HostMachine, { last, waits }: StreamState): void {
  settle(machine, last);
  for (const one of waits) settle(machine, one);
}

/** `cudaDeviceSynchronize`, and what every call does that synchronises the whole of the current device. */
export function settleAll(machine: HostMachine): void {
  const { current } = machine.cuda;
  for (const one of [current.defaultStream, ...streamsOf(machine, current)]) settleStream(machine, one);
}
