/**
 * `float4 v = in[i]`, used by parts under conditions: clang copies members, and moves each down into the only branch that
 * wants it. nvcc loads a vector type as one value, which stands where all that is taken of it can still be reached. So parts
 * of one copy that stand in different blocks are brought together again, in the block behind which they part.
 *
 * So it does with every type that is declared with more alignment than its members have; members of other structures it
 * moves as clang does. A copy of bytes has no type, so the two are told apart by what the address was computed for, else by
 * the alignment of what is loaded.
 *
 * Reference: the PTX that nvcc 13.0 makes of `test/lower/vectorCopies.test.ts`.
 */
import { type ControlFlow, controlFlow } from "../ir/cfg";
import type { Layout } from "../ir/layout";
import type { Block, Func, Instruction, InstructionOf, Value } from "../ir/model";
import { operands } from "../ir/uses";

type Load = InstructionOf<"load">;
type Open = { instructions: readonly Instruction[] };

/** A member that a copy loads: `base` + a constant number of bytes. */
interface Part {
  readonly load: Load;
  readonly base: Value;
  readonly offset: number;
}

/** Bytes of the largest load. */
const LARGEST = 16;

/** LLVM's name of what a copy is taken apart into: the variable, and behind it the number of the round of an unrolled loop. */
const MEMBER = /^(.*)\.sroa\.[\d.]+\.copyload[a-z\d]*((?:\.[a-z\d]+)*)$/;

/** Does a block behind the first one load members of a copy? */
export const mayGather = (block: Block): boolean =>
  block.predecessors.length > 0 && block.instructions.some((one) => memberName(one) !== undefined);

/** Brings the parts of vectors together, in place. */
export function gatherVectors(func: Func, layout: Layout): void {
  if (!func.blocks.some(mayGather)) return;
  const flow = controlFlow(func);
  for (const parts of vectorsIn(func, layout)) {
    const home = homeOf(parts, flow);
    if (home) gather(parts, home);
  }
}

function memberName(one: Instruction): string | undefined {
  if (one.op !== "load" || one.volatile || one.ordering !== "") return undefined;
  const [, variable, round] = MEMBER.exec(one.name) ?? [];
  return variable && `${variable} ${round}`;
}

function partOf(load: Load): Part | undefined {
  const { pointer } = load;
  if (pointer.kind !== "instruction" || pointer.op !== "gep" || pointer.source.kind !== "int") {
    return { load, base: pointer, offset: 0 };
  }
  const [index] = pointer.indices;
  if (pointer.source.bits !== 8 || pointer.indices.length !== 1 || index?.kind !== "int") return undefined;
  return { load, base: pointer.base, offset: Number(BigInt.asIntN(64, index.value)) };
}

/** Parts that are one load each: of one variable, statement and address, and of one aligned piece of it. */
function vectorsIn(func: Func, layout: Layout): readonly (readonly Part[])[] {
  const copies = new Map<Value, Map<string, Part[]>>();
  for (const { instructions } of func.blocks) {
    for (const one of instructions) {
      const name = memberName(one);
      const part = name === undefined ? undefined : partOf(one as Load);
      if (!part) continue;
      const key = JSON.stringify([name, one.location]);
      const known = copies.get(part.base) ?? new Map<string, Part[]>();
      copies.set(part.base, known.set(key, [...(known.get(key) ?? []), part]));
    }
  }
  return [...copies.values()].flatMap((one) => [...one.values()]).flatMap((one) => piecesOf(one, layout));
}

/** The pieces of a copy that nvcc loads as one value each: none where members are aligned as the whole is. */
function piecesOf(parts: readonly Part[], layout: Layout): readonly (readonly Part[])[] {
  const { base } = parts[0]!;
  const type =
    base.kind === "instruction" && base.op === "gep" && base.source.kind === "struct" ? base.source : undefined;
  const known = parts.filter(({ offset, load }) => offset % load.align === 0).map(({ load }) => load.align);
  const size = Math.min(Math.max(...known), LARGEST);
  const members = type ? [type] : parts.map(({ load }) => load.type);
  if (members.some((one) => layout.align(one) >= size)) return [];
  const pieces = new Map<number, Part[]>();
  for (const part of parts) {
    const at = Math.floor(part.offset / size);
    pieces.set(at, [...(pieces.get(at) ?? []), part]);
  }
  // Of an address of which no type is known, members behind the first piece may be aligned by those before them.
  return type || pieces.size === 1 ? [...pieces.values()] : [];
}

/** The nearest block that all parts lie behind, where it has the address; none where they are in one block already. */
function homeOf(parts: readonly Part[], flow: ControlFlow): Block | undefined {
  const blocks = [...new Set(parts.map(({ load }) => load.block))];
  if (blocks.length < 2 || !blocks.every((one) => flow.reachable(one))) return undefined;
  let home: Block | undefined = blocks[0];
  while (home && !blocks.every((one) => flow.dominates(home!, one))) home = flow.dominator(home);
  const { base } = parts[0]!;
  return home && (base.kind !== "instruction" || flow.dominates(base.block, home)) ? home : undefined;
}

/** Puts the parts, with their addresses, before the home's own first one, else at its end. */
function gather(parts: readonly Part[], home: Block): void {
  const moving = parts.filter(({ load }) => load.block !== home);
  const moved = new Set<Instruction>(moving.flatMap(({ load, base }) => [...addressOf(load, base), load]));
  for (const block of new Set([...moved].map((one) => one.block))) {
    (block as Open).instructions = block.instructions.filter((one) => !moved.has(one));
  }
  const own = new Set<Instruction>(parts.flatMap(({ load, base }) => [...addressOf(load, base), load]));
  const first = home.instructions.findIndex((one) => own.has(one) && !moved.has(one));
  const at = first < 0 ? home.instructions.length - 1 : first;
  (home as Open).instructions = [...home.instructions.slice(0, at), ...moved, ...home.instructions.slice(at)];
  for (const one of moved) Object.assign(one, { block: home });
}

/** The instruction that adds a part's offset, where that is not the copy's address itself. */
function addressOf(load: Load, base: Value): readonly Instruction[] {
  const { pointer } = load;
  return pointer !== base && pointer.kind === "instruction" && operands(pointer).includes(base) ? [pointer] : [];
}
