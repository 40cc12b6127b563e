/**
 * Work for the device: runs when it is issued, is placed on the timeline by the rules of its stream, or is captured into a
 * graph. Reference: CUDA C++ Programming Guide, "Asynchronous Concurrent Execution".
 */
import type { Location } from "../../../analyzer/ir/model";
import type { HostMachine } from "../machine";
import type { Engine } from "../timeline/model";
import { latest } from "../timeline/timeline";
import { CudaError } from "./errors";
import type { GraphState, NodeKind } from "./graph";
import type { Range, StreamState, Work } from "./state";

/** How long something took, in modelled nanoseconds, or the error that kept it from running. */
export interface Done {
  readonly code: number;
  readonly nanoseconds: bigint;
  /** Part of the device that a kernel fills. */
  readonly share?: number;
}

export interface Request {
  readonly kind: NodeKind;
  readonly label: string;
  readonly engine: Engine;
  readonly bytes: number;
  readonly writes: readonly Range[];
  readonly run: () => Done;
}

/** The stream of a handle: 0 and 1 are the legacy default stream, 2 the default stream of the thread. */
export function streamOf(machine: HostMachine, handle: bigint): StreamState | undefined {
  const { cuda } = machine;
  if (handle === 0n || handle === 1n) return cuda.defaultStream;
  return handle === 2n ? cuda.perThread : cuda.streams.get(handle);
}

/** Streams that the legacy default stream waits for and that wait for it. */
function blockingStreams(machine: HostMachine): StreamState[] {
  const { cuda } = machine;
  return [cuda.perThread, ...cuda.streams.values()].filter((one) => !one.nonBlocking);
}

function predecessors(machine: HostMachine, stream: StreamState): Work[] {
  const { cuda } = machine;
  const before = [stream.last, ...stream.waits];
  if (stream === cuda.defaultStream) before.push(...blockingStreams(machine).map((one) => one.last));
  else if (!stream.nonBlocking) before.push(cuda.defaultStream.last);
  return before.filter((one) => one !== undefined);
}

/** Appends work to a stream without an engine: a mark that events and queries look at. */
export function mark(machine: HostMachine, stream: StreamState, what: string): Work {
  const after = predecessors(machine, stream);
  const end = latest(machine.nanoseconds, ...after.map((one) => one.end));
  const work: Work = { what, end, place: machine.place, after, writes: [], seen: false };
  stream.last = work;
  stream.waits = [];
  return work;
}

/** Runs a request in a stream, or captures it. */
export function submit(machine: HostMachine, handle: bigint, request: Request): number {
  const stream = streamOf(machine, handle);
  if (!stream) return CudaError.InvalidResourceHandle;
  if (stream.capture) {
    capture(machine, stream, request);
    return CudaError.Success;
  }
  const work = execute(machine, stream, request, predecessors(machine, stream), machine.place);
  if (typeof work === "number") return work;
  stream.last = work;
  stream.waits = [];
  return CudaError.Success;
}

function execute(
  machine: HostMachine,
  stream: StreamState,
  request: Request,
  after: readonly Work[],
  place: Location | undefined,
): Work | number {
  const { cuda } = machine;
  const done = request.run();
  if (done.code !== CudaError.Success) return done.code;
  const ready = latest(machine.nanoseconds, ...after.map((one) => one.end));
  const end = cuda.timeline.add(request.engine, stream.number, request.label, ready, done.nanoseconds, {
    bytes: request.bytes,
    place,
    ...(done.share !== undefined && { share: done.share }),
  });
  const work: Work = { what: request.label, end, place, after, writes: request.writes, seen: false };
  if (request.writes.length > 0) cuda.pending.push(work);
  if (cuda.fault && cuda.fault.at === 0n) cuda.fault = { code: cuda.fault.code, at: end };
  return work;
}

/** Adds a node to a stream's graph behind what the stream did last. */
export function capture(machine: HostMachine, stream: StreamState, request: Request): void {
  const graph = stream.capture!;
  machine.cuda.nextHandle += 16n;
  graph.nodes.push({ kind: request.kind, handle: machine.cuda.nextHandle, request, after: [...stream.tail] });
  stream.tail = [graph.nodes.length - 1];
}

/** Runs a graph's nodes in the order in which they were added, each when those before it are done. */
export function runGraph(machine: HostMachine, stream: StreamState, graph: GraphState): number {
  const place = machine.place;
  const start = predecessors(machine, stream);
  const done: Work[] = [];
  for (const node of order(graph)) {
    const before = node.after.map((one) => done[one]).filter((one) => one !== undefined);
    const after = before.length > 0 ? before : start;
    const index = graph.nodes.indexOf(node);
    if (node.child) {
      const inner = machine.cuda.defaultStream === stream ? stream : { ...stream, waits: [...after], last: undefined };
      const code = runGraph(machine, inner, node.child);
      if (code !== CudaError.Success) return code;
      done[index] = inner.last ?? after[0] ?? mark(machine, stream, "graph");
      continue;
    }
    if (!node.request) {
      const end = latest(machine.nanoseconds, ...after.map((one) => one.end));
      done[index] = { what: node.kind, end, place, after, writes: [], seen: false };
      continue;
    }
    const work = execute(machine, stream, node.request, after, place);
    if (typeof work === "number") return work;
    done[index] = work;
  }
  const all = done.filter((one) => one !== undefined);
  const end = latest(machine.nanoseconds, ...all.map((one) => one.end));
  stream.last = { what: "the graph", end, place, after: [...start, ...all], writes: [], seen: false };
  stream.waits = [];
  return CudaError.Success;
}

/** Nodes so that each comes behind those that it depends on. */
function order(graph: GraphState): GraphState["nodes"] {
  const placed = new Set<number>();
  const sorted: GraphState["nodes"] = [];
  const visit = (index: number) => {
    if (placed.has(index)) return;
    placed.add(index);
    for (const before of graph.nodes[index]!.after) visit(before);
    sorted.push(graph.nodes[index]!);
  };
  for (const index of graph.nodes.keys()) visit(index);
  return sorted;
}

/** The host has waited for this work and everything before it. */
export function settle(machine: HostMachine, work: Work | undefined): void {
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

/** `cudaDeviceSynchronize`, and what every call does that synchronises the whole device. */
export function settleAll(machine: HostMachine): void {
  const { cuda } = machine;
  for (const one of [cuda.defaultStream, cuda.perThread, ...cuda.streams.values()]) settle(machine, one.last);
}
