/** Handles of graphs and their nodes: how programs name what the runtime keeps. */

import { lineText } from "../../model/findings";
import type { GraphNode, GraphState } from "../../model/graph";
import type { HostMachine } from "../../model/machine";
import { note } from "../../model/recordAllocation";
import { CudaError } from "./errors";

/** A handle that was never given before. */
export function newHandle(machine: HostMachine): bigint {
  machine.cuda.nextHandle += 16n;
  return machine.cuda.nextHandle;
}

/** Handles of streams up to this one are those of default streams: 0, `cudaStreamLegacy` and `cudaStreamPerThread`. */
const LAST_DEFAULT = 2n;

/** Answers a call that names a stream or an event that is not there, and says why. */
export function missingHandle(machine: HostMachine, handle: bigint, kind: "stream" | "event"): number {
  const record = machine.log.at(handle);
  const article = kind === "event" ? "an" : "a";
  const isDefault = kind === "stream" && handle <= LAST_DEFAULT;
  const isDestroyed = record?.kind === kind && record.freed;
  machine.cuda.refusal = {
    reason: isDestroyed
      ? `the ${kind} was destroyed at ${lineText(record.freed?.place)}, after which no call may use it`
      : isDefault
        ? "a default stream cannot be destroyed"
        : `the handle is not that of ${article} ${kind}, as no call has created ${article} ${kind} with it`,
    ...(isDestroyed && { other: { message: `the ${kind} is destroyed here`, place: record.freed?.place } }),
  };
  return CudaError.InvalidResourceHandle;
}

/** Keeps a graph and writes its handle to `result`: a new one, unless the program knows it already. */
export function keepGraph(
  machine: HostMachine,
  result: bigint,
  graph: GraphState,
  call: string,
  handle = newHandle(machine),
): number {
  machine.cuda.graphs.set(handle, graph);
  note(machine, { kind: "graph", call, address: handle, bytes: 0 });
  machine.setLong(result, handle);
  return CudaError.Success;
}

/** The node of a handle, in whichever graph it is; executable graphs are not searched. */
export function nodeOf(machine: HostMachine, handle: bigint): GraphNode | undefined {
  for (const graph of machine.cuda.graphs.values()) {
    const found = graph.nodes.get(handle);
    if (found) return found;
  }
  return undefined;
}

/** A list of handles in the program's memory. */
export function handlesAt(machine: HostMachine, list: bigint, count: bigint): bigint[] {
  return Array.from({ length: Number(count) }, (_, i) => machine.getLong(list + BigInt(8 * i)));
}

/** Writes handles and their number; a list of 0 asks for the number only. */
export function giveHandles(machine: HostMachine, handles: readonly bigint[], list: bigint, count: bigint): number {
  if (list !== 0n)
    handles.forEach((handle, i) => {
      machine.setLong(list + BigInt(8 * i), handle);
    });
  machine.setLong(count, BigInt(handles.length));
  return CudaError.Success;
}
