/** Functions that are only control flow, and random ones of them. */
import fc from "fast-check";
import type { Block, Func } from "../../../analyzer/ir/model";

const VOID = { kind: "void" } as const;

/** A function whose block `i` has the successors `edges[i]`. */
export function graphFunction(edges: readonly (readonly number[])[]): Func {
  const blocks: Block[] = [];
  const func: Func = {
    kind: "function",
    name: "graph",
    type: { kind: "pointer", space: 0 },
    signature: { kind: "function", result: VOID, parameters: [], variadic: false },
    arguments: [],
    blocks,
    attributes: new Map(),
    linkage: "external",
    isKernel: false,
    instructionCount: 0,
  };
  for (let index = 0; index < edges.length; index++) {
    blocks.push({ index, name: `b${index}`, function: func, instructions: [], successors: [], predecessors: [] });
  }
  edges.forEach((targets, index) => {
    const from = blocks[index] as Block;
    for (const target of new Set(targets)) {
      const to = blocks[target] as Block;
      (from.successors as Block[]).push(to);
      (to.predecessors as Block[]).push(from);
    }
  });
  return func;
}

/** Edges of graphs of up to `most` blocks with up to three successors each, any shape. */
export function randomEdges(most: number): fc.Arbitrary<number[][]> {
  return fc
    .integer({ min: 1, max: most })
    .chain((count) => fc.array(fc.array(fc.nat(count - 1), { maxLength: 3 }), { minLength: count, maxLength: count }));
}

/** Edges of structured programs: sequences, branches and loops with breaks, as compilers make them. */
export function structuredEdges(): fc.Arbitrary<number[][]> {
  const { program } = fc.letrec<{ program: Shape; sequence: Shape; branch: Shape; loop: Shape; leaf: Shape }>(
    (tie) => ({
      program: fc.oneof({ depthSize: "small" }, tie("leaf"), tie("sequence"), tie("branch"), tie("loop")),
      leaf: fc.constant<Shape>({ kind: "leaf" }),
      sequence: fc.record({ kind: fc.constant("sequence" as const), first: tie("program"), second: tie("program") }),
      branch: fc.record({ kind: fc.constant("branch" as const), first: tie("program"), second: tie("program") }),
      loop: fc.record({ kind: fc.constant("loop" as const), first: tie("program"), breaks: fc.boolean() }),
    }),
  );
  return program.map((shape) => {
    const edges: number[][] = [[]];
    lay(shape, 0, edges);
    return edges;
  });
}

type Shape =
  | { readonly kind: "leaf" }
  | { readonly kind: "sequence" | "branch"; readonly first: Shape; readonly second: Shape }
  | { readonly kind: "loop"; readonly first: Shape; readonly breaks: boolean };

/** Lays a shape out from block `from` on; the block where it ends. */
function lay(shape: Shape, from: number, edges: number[][]): number {
  const fresh = (...sources: number[]): number => {
    edges.push([]);
    for (const source of sources) edges[source]?.push(edges.length - 1);
    return edges.length - 1;
  };
  switch (shape.kind) {
    case "leaf":
      return from;
    case "sequence":
      return lay(shape.second, lay(shape.first, from, edges), edges);
    case "branch": {
      const left = lay(shape.first, fresh(from), edges);
      const right = lay(shape.second, fresh(from), edges);
      return fresh(left, right);
    }
    case "loop": {
      const header = fresh(from);
      const end = lay(shape.first, fresh(header), edges);
      edges[end]?.push(header);
      const exit = fresh(header);
      if (shape.breaks) edges[end]?.push(exit);
      return exit;
    }
  }
}
