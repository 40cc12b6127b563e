/**
 * Objects of the program that graphs keep alive: counted, and destroyed by the program's own function when no reference is left.
 * Reference: CUDA C++ Programming Guide, "CUDA User Objects". The device calls the function at some later time, the simulated
 * one when the last reference goes.
 */

import type { GraphState } from "../../model/graph";
import type { HostLibrary, HostMachine } from "../../model/machine";
import { CudaError, calls } from "../state/errors";
import { newHandle } from "../state/handles";

interface UserObject {
  readonly data: bigint;
  readonly destroy: bigint;
  references: number;
}

const objects = new WeakMap<HostMachine, Map<bigint, UserObject>>();

function objectsOf(machine: HostMachine): Map<bigint, UserObject> {
  const known = objects.get(machine) ?? new Map<bigint, UserObject>();
  objects.set(machine, known);
  return known;
}

/** `cudaUserObjectNoDestructorSync`, which must be given, and `cudaGraphUserObjectMove`. */
const NO_DESTRUCTOR_SYNC = 1;
const MOVE = 1;
/** References are counted in 31 bits. */
const MOST = 2 ** 31 - 1;

function isCount(count: number): boolean {
  return count >= 1 && count <= MOST;
}

function release(machine: HostMachine, handle: bigint, count: number): number {
  const object = objectsOf(machine).get(handle);
  if (!object || !isCount(count) || count > object.references) return CudaError.InvalidValue;
  object.references -= count;
  if (object.references > 0) return CudaError.Success;
  objectsOf(machine).delete(handle);
  machine.program.callPointer(object.destroy, object.data);
  return CudaError.Success;
}

/** A graph is destroyed or copied: what it holds is let go, or held once more. */
export function releaseHeld(machine: HostMachine, { holds }: GraphState): void {
  for (const [handle, count] of holds ?? []) release(machine, handle, count);
}

/** Counts the references of a graph's copy to the objects that the graph keeps alive. */
export function retainHeld(machine: HostMachine, { holds }: GraphState): void {
  for (const [handle, count] of holds ?? []) {
    const object = objectsOf(machine).get(handle);
    if (object) object.references += count;
  }
}

/** The runtime's calls about user objects, by name. */
export const userObjects: HostLibrary = calls({
  cudaUserObjectCreate(machine, result: bigint, data: bigint, destroy: bigint, references: number, flags: number) {
    if (result === 0n || destroy === 0n || !isCount(references) || flags !== NO_DESTRUCTOR_SYNC)
      return CudaError.InvalidValue;
    const handle = newHandle(machine);
    objectsOf(machine).set(handle, { data, destroy, references });
    machine.setLong(result, handle);
    return CudaError.Success;
  },
  cudaUserObjectRetain(machine, handle: bigint, count: number) {
    const object = objectsOf(machine).get(handle);
    if (!object || !isCount(count)) return CudaError.InvalidValue;
    object.references += count;
    return CudaError.Success;
  },
  cudaUserObjectRelease: release,
  // The graph takes references of its own, or with the flag those that the caller has.
  cudaGraphRetainUserObject(machine, graphHandle: bigint, handle: bigint, count: number, flags: number) {
    const graph = machine.cuda.graphs.get(graphHandle);
    const object = objectsOf(machine).get(handle);
    if (!graph || !object || !isCount(count) || (flags !== 0 && flags !== MOVE)) return CudaError.InvalidValue;
    if (flags === MOVE && count > object.references) return CudaError.InvalidValue;
    if (flags !== MOVE) object.references += count;
    graph.holds ??= new Map();
    graph.holds.set(handle, (graph.holds.get(handle) ?? 0) + count);
    return CudaError.Success;
  },
  cudaGraphReleaseUserObject(machine, graphHandle: bigint, handle: bigint, count: number) {
    const holds = machine.cuda.graphs.get(graphHandle)?.holds;
    const held = holds?.get(handle) ?? 0;
    if (!holds || !isCount(count) || count > held) return CudaError.InvalidValue;
    if (count === held) holds.delete(handle);
    else holds.set(handle, held - count);
    return release(machine, handle, count);
  },
});
