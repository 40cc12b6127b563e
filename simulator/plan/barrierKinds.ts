/** What the barriers in a function, and in what it calls, wait for. Lanes that wait in a call wait for one kind only. */
import type { Func, Instruction } from "../../analyzer/ir/model";
import type { CallGraph } from "./callgraph";
import { calledFunction } from "./callgraph";
import type { FindTraits, Traits } from "./traits";

/** Whom a barrier waits for. */
export type BarrierKind = "block" | "grid" | "cluster";

/** The barriers of the functions of a kernel, and what traits follow from them. */
export interface BarrierKinds {
  /** The kinds of a function's barriers, each with the first of them. */
  of(fn: Func): ReadonlyMap<BarrierKind, Instruction>;
  /** Traits of built-in functions, and of calls by what lanes wait for in them. */
  readonly traits: FindTraits;
}

function kindOf(traits: Traits | undefined): BarrierKind | undefined {
  if (!traits?.barrier) return undefined;
  return traits.grid ? "grid" : traits.cluster ? "cluster" : "block";
}

const callTraits: Readonly<Record<BarrierKind, Traits>> = {
  block: { barrier: true },
  grid: { barrier: true, grid: true },
  cluster: { barrier: true, cluster: true },
};

/** Callees come before their callers in the graph's functions. */
export function barrierKinds({ functions }: CallGraph, traits: FindTraits): BarrierKinds {
  const kinds = new Map<Func, Map<BarrierKind, Instruction>>();
  for (const fn of functions) {
    const own = new Map<BarrierKind, Instruction>();
    const add = (kind: BarrierKind, at: Instruction) => void (own.has(kind) || own.set(kind, at));
    for (const each of fn.blocks.flatMap(({ instructions }) => instructions)) {
      const kind = kindOf(traits(each));
      if (kind) add(kind, each);
      const callee = each.op === "call" ? calledFunction(each) : undefined;
      for (const [inside, at] of (callee && kinds.get(callee)) ?? []) add(inside, at);
    }
    kinds.set(fn, own);
  }
  const of = (fn: Func) => kinds.get(fn) ?? new Map<BarrierKind, Instruction>();
  return {
    of,
    traits: (instruction) => {
      const known = traits(instruction);
      if (known || instruction.op !== "call") return known;
      const callee = calledFunction(instruction);
      const [kind] = callee ? of(callee).keys() : [];
      return kind && callTraits[kind];
    },
  };
}
