/**
 * Loads that nvcc performs again and clang does not: `s[a] = s[b]; s[b] += v;`, the heart of every work-efficient scan,
 * and `out[a] = in[b]; out[c] = in[b];`. The store to `s[a]` cannot change what was loaded from `s[b]`, whether they are
 * the same place or not, and clang keeps the value; nvcc only sees that they may be the same, and loads again.
 *
 * That the source reads memory a second time shows in its lines: load and first store are one statement, so the value
 * has no name, and another statement stores it or updates something with it.
 */
import type { Block, Instruction, InstructionOf } from "../ir/model";
import { mayAlias, type Touched } from "./alias";

/** A store that is preceded by a second load of its own address. */
export interface Reload {
  readonly store: InstructionOf<"store">;
  readonly load: InstructionOf<"load">;
}

export function reloadsIn(block: Block, touched: (access: InstructionOf<"load" | "store">) => Touched): Reload[] {
  const found: Reload[] = [];
  block.instructions.forEach((first, position) => {
    if (first.op !== "store" || first.value.kind !== "instruction" || first.value.op !== "load") return;
    const load = first.value;
    if (load.block !== block || load.volatile || !sameLine(load, first)) return;
    const source = touched(load);
    const target = touched(first);
    if (target.key === source.key || !mayAlias(target, source)) return;
    const update = block.instructions.slice(position + 1).find((later): later is InstructionOf<"store"> => {
      if (later.op !== "store" || later.location === undefined || sameLine(later, first)) return false;
      return later.value === load || (updates(later, load) && isSame(touched(later), source));
    });
    if (update) found.push({ store: update, load });
  });
  return found;
}

function updates(store: InstructionOf<"store">, load: Instruction): boolean {
  const { value } = store;
  return value.kind === "instruction" && value.op === "binary" && (value.left === load || value.right === load);
}

function isSame(a: Touched, b: Touched): boolean {
  return a.key === b.key && a.offset === b.offset && a.size === b.size;
}

function sameLine(a: Instruction, b: Instruction): boolean {
  return a.location !== undefined && a.location.line === b.location?.line && a.location.file === b.location.file;
}
