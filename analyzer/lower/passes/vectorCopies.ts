/**
 * Rejoins the loads of a vector's members. For `float4 v = in[i]` whose members are used under conditions, clang loads each
 * member by itself and sinks each load into the only branch that uses it. nvcc loads a vector type as one value, in a block
 * that dominates all uses. This pass therefore moves the loads of one copy from different blocks to their common dominator.
 *
 * nvcc does so for every type that is declared with a larger alignment than its members have; it sinks the members of other
 * structures as clang does. A copy of bytes has no type: the two kinds are distinguished by the type from which the address
 * was computed, else by the alignment of the loads.
 *
 * Reference: the PTX that nvcc 13.0 makes of `test/lower/vectorCopies.test.ts`.
 */
import { type ControlFlow, controlFlow } from "../../ir/cfg";
import type { Layout } from "../../ir/layout";
import type { Block, Func, Instruction, InstructionOf, Value } from "../../ir/model";
import { operands } from "../../ir/uses";

type Load = InstructionOf<"load">;
type MutableInstructions = { instructions: readonly Instruction[] };

/** The load of one member, at `base` plus a constant number of bytes. */
interface Part {
  readonly load: Load;
  readonly base: Value;
  readonly offset: number;
}

/** Bytes of the largest load. */
const LARGEST = 16;

/** The name that LLVM gives the load of a member: the variable, and the iteration where the loop is unrolled. */
const MEMBER = /^(.*)\.sroa\.[\d.]+\.copyload[a-z\d]*((?:\.[a-z\d]+)*)$/;

/** Whether a block other than the entry loads members of a copy. */
export const mayRejoin = (block: Block): boolean =>
  block.predecessors.length > 0 && block.instructions.some((one) => memberName(one) !== undefined);

/** Rejoins the loads of vectors, in place. */
export function rejoinVectorLoads(func: Func, layout: Layout): void {
  if (!func.blocks.some(mayRejoin)) return;
  const flow = controlFlow(func);
  for (const parts of vectorsIn(func, layout)) {
    const target = commonDominator(parts, flow);
    if (target) rejoin(parts, target);
  }
}

function memberName(one: Instruction): string | undefined {
  if (one.op !== "load" || one.volatile || one.ordering !== "") return undefined;
  const [, variable, iteration] = MEMBER.exec(one.name) ?? [];
  return variable && `${variable} ${iteration}`;
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

/** Groups of parts that nvcc loads as one value: of one variable, statement and address, within 16 aligned bytes. */
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
  return [...copies.values()].flatMap((one) => [...one.values()]).flatMap((one) => alignedGroups(one, layout));
}

/** The parts of a copy by the aligned bytes that nvcc loads as one value; none where members are aligned as the whole is. */
function alignedGroups(parts: readonly Part[], layout: Layout): readonly (readonly Part[])[] {
  const { base } = parts[0]!;
  const type =
    base.kind === "instruction" && base.op === "gep" && base.source.kind === "struct" ? base.source : undefined;
  const known = parts.filter(({ offset, load }) => offset % load.align === 0).map(({ load }) => load.align);
  const size = Math.min(Math.max(...known), LARGEST);
  const members = type ? [type] : parts.map(({ load }) => load.type);
  if (members.some((one) => layout.align(one) >= size)) return [];
  const groups = new Map<number, Part[]>();
  for (const part of parts) {
    const at = Math.floor(part.offset / size);
    groups.set(at, [...(groups.get(at) ?? []), part]);
  }
  // Where the type is unknown, members after the first group may owe their alignment to those before them.
  return type || groups.size === 1 ? [...groups.values()] : [];
}

/** The nearest common dominator of the parts, if the address is available there; undefined for parts of one block. */
function commonDominator(parts: readonly Part[], flow: ControlFlow): Block | undefined {
  const blocks = [...new Set(parts.map(({ load }) => load.block))];
  if (blocks.length < 2 || !blocks.every((one) => flow.reachable(one))) return undefined;
  let target: Block | undefined = blocks[0];
  while (target && !blocks.every((one) => flow.dominates(target!, one))) target = flow.dominator(target);
  const { base } = parts[0]!;
  return target && (base.kind !== "instruction" || flow.dominates(base.block, target)) ? target : undefined;
}

/** Moves the parts with their addresses to a block: before its own first part, else to its end. */
function rejoin(parts: readonly Part[], target: Block): void {
  const moving = parts.filter(({ load }) => load.block !== target);
  const moved = new Set<Instruction>(moving.flatMap(({ load, base }) => [...addressOf(load, base), load]));
  for (const block of new Set([...moved].map((one) => one.block))) {
    (block as MutableInstructions).instructions = block.instructions.filter((one) => !moved.has(one));
  }
  const own = new Set<Instruction>(parts.flatMap(({ load, base }) => [...addressOf(load, base), load]));
  const first = target.instructions.findIndex((one) => own.has(one) && !moved.has(one));
  const at = first < 0 ? target.instructions.length - 1 : first;
  (target as MutableInstructions).instructions = [
    ...target.instructions.slice(0, at),
    ...moved,
    ...target.instructions.slice(at),
  ];
  for (const one of moved) Object.assign(one, { block: target });
}

/** The instruction that computes a part's address from the base, if it is not the base itself. */
function addressOf(load: Load, base: Value): readonly Instruction[] {
  const { pointer } = load;
  return pointer !== base && pointer.kind === "instruction" && operands(pointer).includes(base) ? [pointer] : [];
}
