/**
 * Conditional nodes of graphs: a value that kernels set decides whether, how often or which of some graphs run. Reference: CUDA
 * C++ Programming Guide, "Conditional Graph Nodes". A value is a word of the device's memory here and its handle the address, to
 * which our `cudaGraphSetConditional` writes; what the hardware does for that call is not counted in its launch.
 */

import { offsetOf } from "../../model/addresses";
import type { GraphState, NodeWork } from "../../model/graph";
import type { HostLibrary, HostMachine } from "../../model/machine";
import { HostLimit } from "../../model/traps";
import { CudaError, calls } from "../state/errors";
import { emptyGraph } from "../state/graph";
import { newHandle } from "../state/handles";

/** `cudaGraphConditionalNodeType` */
const ConditionType = { if: 0, while: 1, switch: 2 } as const;

interface Condition {
  /** The value at each launch of the graph; undefined leaves what the last one left. */
  readonly initial: number | undefined;
}

const conditions = new WeakMap<HostMachine, Map<bigint, Condition>>();

function conditionsOf(machine: HostMachine): Map<bigint, Condition> {
  const known = conditions.get(machine) ?? new Map<bigint, Condition>();
  conditions.set(machine, known);
  return known;
}

const WORD_BYTES = 4;
/** `cudaGraphCondAssignDefault` */
const ASSIGN_DEFAULT = 1;
/** Runs of a body in one launch of a graph before the program is stopped. */
const MOST_ITERATIONS = 100_000;

/** Work of the node that a `cudaConditionalNodeParams` describes; the graphs to fill are written to it. */
export function conditionalWork(machine: HostMachine, at: bigint): NodeWork | number {
  const handle = machine.getLong(at);
  const [type, size] = [machine.getInt(at + 8n), machine.getInt(at + 12n)];
  const isSized =
    type === ConditionType.if ? size === 1 || size === 2 : type === ConditionType.while ? size === 1 : size > 0;
  if (!conditionsOf(machine).has(handle) || type < 0 || type > ConditionType.switch || !isSized)
    return CudaError.InvalidValue;
  const list = machine.allocate(8 * size);
  const bodies = Array.from({ length: size }, (_, i) => {
    const graph = emptyGraph();
    const body = newHandle(machine);
    machine.cuda.graphs.set(body, graph);
    machine.setLong(list + BigInt(8 * i), body);
    return graph;
  });
  machine.setLong(at + 16n, list);
  return { condition: { handle, type, bodies } };
}

function conditionOf(machine: HostMachine, handle: bigint): number {
  return machine.view.getUint32(offsetOf(handle), true);
}

/** Runs the bodies that the value asks for, one after the other, with `run`; gives its first error. */
export function runConditional(
  machine: HostMachine,
  { handle, type, bodies }: NonNullable<NodeWork["condition"]>,
  run: (graph: GraphState) => number,
): number {
  const initial = conditionsOf(machine).get(handle)?.initial;
  if (type !== ConditionType.while) {
    const value = conditionOf(machine, handle);
    // An `if` has its body first, and after it what runs otherwise; a `switch` beyond its bodies runs none.
    const body = type === ConditionType.switch ? bodies[value] : bodies[value !== 0 ? 0 : 1];
    return body ? run(body) : CudaError.Success;
  }
  for (let iteration = 0; conditionOf(machine, handle) !== 0; iteration++) {
    if (iteration === MOST_ITERATIONS)
      throw new HostLimit(
        `a conditional node of a graph ran its body ${MOST_ITERATIONS} times (its value began as ${initial})`,
      );
    const code = run(bodies[0]!);
    if (code !== CudaError.Success) return code;
  }
  return CudaError.Success;
}

/** Gives the values of a graph's conditions what they begin each launch with. */
export function assignDefaults(machine: HostMachine, graph: GraphState): void {
  for (const { work } of graph.nodes.values()) {
    const handle = work.condition?.handle;
    const initial = handle === undefined ? undefined : conditionsOf(machine).get(handle)?.initial;
    if (initial !== undefined) machine.view.setUint32(offsetOf(handle!), initial, true);
  }
}

/** The runtime's calls about conditional nodes, by name. */
export const conditional: HostLibrary = calls({
  cudaGraphConditionalHandleCreate(machine, result: bigint, handle: bigint, value: number, flags: number) {
    if (!machine.cuda.graphs.has(handle) || result === 0n || (flags !== 0 && flags !== ASSIGN_DEFAULT))
      return CudaError.InvalidValue;
    const address = machine.memory.allocate(WORD_BYTES);
    if (address === undefined) return CudaError.MemoryAllocation;
    machine.view.setUint32(offsetOf(address), 0, true);
    conditionsOf(machine).set(address, { initial: flags === ASSIGN_DEFAULT ? value : undefined });
    machine.setLong(result, address);
    return CudaError.Success;
  },
});
