/**
 * `inside ? tile[t] : in[i]`: clang makes one load of both, through a pointer that leads to shared memory in some lanes
 * and to global memory in others. nvcc's pointers have their space in their type, so each arm keeps a load of its own, and
 * none of them is generic.
 *
 * Reference: the PTX that nvcc 13.0 makes of halos that are read from global memory beside a tile, one `ld.shared` and one
 * `ld.global` (`separate` in `test/lower/unknown.test.ts`).
 */
import type { Block, Func, Instruction, InstructionOf, Value } from "../ir/model";
import { mapped } from "../ir/rewrite";
import { operands } from "../ir/uses";
import type { Spaces } from "./spaces";

type Load = InstructionOf<"load">;
type Phi = InstructionOf<"phi">;
type Open = { instructions: readonly Instruction[] };

/** Does a block begin with a load through a pointer that differs by the way in? Its space is asked for later. */
export const mayPart = (block: Block): boolean => loadThroughPhi(block) !== undefined;

/** Gives each way into a block its own load where the ways' pointers lead to different memory. */
export function separateLoads(func: Func, spaces: Spaces): void {
  for (const block of func.blocks) {
    for (let found = differing(block, func, spaces); found; found = differing(block, func, spaces)) {
      separate(found.load, found.phi, block, func);
    }
  }
}

function differing(block: Block, func: Func, spaces: Spaces): { load: Load; phi: Phi } | undefined {
  const found = loadThroughPhi(block);
  if (!found) return undefined;
  const { load, phi } = found;
  const users = func.blocks.flatMap(({ instructions }) => instructions.filter((one) => operands(one).includes(phi)));
  if (users.length !== 1 || users[0] !== load) return undefined;
  const ways = new Set(phi.incoming.map(({ value }) => spaces.of(value)));
  return ways.size > 1 && !ways.has("generic") ? found : undefined;
}

/** The first instruction of a block that is no phi and may touch memory, if it loads what one of the phis points to. */
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
    if (!HARMLESS.has(one.op)) return undefined;
  }
  return undefined;
}

const HARMLESS: ReadonlySet<Instruction["op"]> = new Set<Instruction["op"]>([
  "phi",
  "binary",
  "cast",
  "gep",
  "icmp",
  "fcmp",
  "select",
]);

function separate(load: Load, phi: Phi, block: Block, func: Func): void {
  const incoming = phi.incoming.map(({ value, block: from }) => {
    const own = { ...load, pointer: value, block: from } as Instruction;
    const end = from.instructions.length - 1;
    (from as Open).instructions = [...from.instructions.slice(0, end), own, ...from.instructions.slice(end)];
    return { value: own as Value, block: from };
  });
  const { kind, id, name, type, location } = load;
  const place = location && { location };
  const met = { kind, id, name, type, block, ...place, op: "phi", incoming, flags: 0 } as Instruction;
  (block as Open).instructions = [met, ...block.instructions.filter((one) => one !== load && one !== phi)];
  const to = { value: (value: Value) => (value === load ? met : value), block: (one: Block) => one };
  for (const { instructions } of func.blocks) {
    for (const user of instructions) if (operands(user).includes(load)) Object.assign(user, mapped(user, to));
  }
}
