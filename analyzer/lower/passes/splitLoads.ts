/**
 * Splits loads whose pointer has another memory space by predecessor. For `inside ? tile[t] : in[i]` clang sinks both loads
 * into one, through a generic pointer that points to shared memory in some lanes and to global memory in others. nvcc infers
 * memory spaces first, so that each arm keeps a load of its own and none is generic.
 *
 * Reference: the PTX that nvcc 13.0 makes of stencils that read halos from global memory and a tile from shared memory, one
 * `ld.shared` and one `ld.global` (`separate` in `test/lower/unknown.test.ts`).
 */
import type { Block, Func, Instruction, InstructionOf, Value } from "../../ir/model";
import { mapped } from "../../ir/rewrite";
import { operands } from "../../ir/uses";
import type { SpaceInference } from "../spaceInference";

type Load = InstructionOf<"load">;
type Phi = InstructionOf<"phi">;
type MutableInstructions = { instructions: readonly Instruction[] };

/** Whether a block begins with a load through a phi of pointers. The memory spaces are compared by `splitLoadsBySpace`. */
export const mayNeedSplit = (block: Block): boolean => loadThroughPhi(block) !== undefined;

/** Splits loads through phis, in place: one load per predecessor where the incoming pointers have different memory spaces. */
export function splitLoadsBySpace(func: Func, spaces: SpaceInference): void {
  for (const block of func.blocks) {
    for (let found = splittable(block, func, spaces); found; found = splittable(block, func, spaces)) {
      split(found.load, found.phi, block, func);
    }
  }
}

function splittable(block: Block, func: Func, spaces: SpaceInference): { load: Load; phi: Phi } | undefined {
  const found = loadThroughPhi(block);
  if (!found) return undefined;
  const { load, phi } = found;
  const users = func.blocks.flatMap(({ instructions }) => instructions.filter((one) => operands(one).includes(phi)));
  if (users.length !== 1 || users[0] !== load) return undefined;
  const incoming = new Set(phi.incoming.map(({ value }) => spaces.of(value)));
  return incoming.size > 1 && !incoming.has("generic") ? found : undefined;
}

/** A block's first memory instruction, if it is a load through one of the block's phis. */
function loadThroughPhi(block: Block): { readonly load: Load; readonly phi: Phi } | undefined {
  if (block.predecessors.length < 2 || block.predecessors.some((from) => from.instructions.at(-1)?.op !== "br")) {
    return undefined;
  }
  for (const one of block.instructions) {
    if (one.op === "load") {
      const { pointer } = one;
      const isPhi = pointer.kind === "instruction" && pointer.op === "phi" && pointer.block === block;
      if (isPhi && !one.volatile && one.ordering === "") return { load: one, phi: pointer };
      continue;
    }
    if (!MEMORY_FREE.has(one.op)) return undefined;
  }
  return undefined;
}

const MEMORY_FREE: ReadonlySet<Instruction["op"]> = new Set<Instruction["op"]>([
  "phi",
  "binary",
  "cast",
  "gep",
  "icmp",
  "fcmp",
  "select",
]);

function split(load: Load, phi: Phi, block: Block, func: Func): void {
  const incoming = phi.incoming.map(({ value, block: from }) => {
    const copy = { ...load, pointer: value, block: from } as Instruction;
    const end = from.instructions.length - 1;
    (from as MutableInstructions).instructions = [
      ...from.instructions.slice(0, end),
      copy,
      ...from.instructions.slice(end),
    ];
    return { value: copy as Value, block: from };
  });
  const { kind, id, name, type, location } = load;
  const source = location && { location };
  const merged = { kind, id, name, type, block, ...source, op: "phi", incoming, flags: 0 } as Instruction;
  (block as MutableInstructions).instructions = [
    merged,
    ...block.instructions.filter((one) => one !== load && one !== phi),
  ];
  const to = { value: (value: Value) => (value === load ? merged : value), block: (one: Block) => one };
  for (const { instructions } of func.blocks) {
    for (const user of instructions) if (operands(user).includes(load)) Object.assign(user, mapped(user, to));
  }
}
