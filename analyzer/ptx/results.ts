/**
 * The results of translated assembly in the place of the call that gave them as one structure: users of a field use the
 * field, and a phi of structures, as clang leaves where both arms of a branch hold the same assembly, becomes one phi for
 * each field, so that no later pass meets a structure.
 */
import type { MutableBlock } from "../ir/build";
import type { Block, Instruction, InstructionOf, Type, Value } from "../ir/model";
import { mapped } from "../ir/rewrite";
import { operands } from "../ir/uses";
import { bundled } from "./builder";

type Phi = InstructionOf<"phi">;

/** Values by field, of what was one structure. */
type Fields = Map<Value, readonly Value[]>;

const isUnset = ({ kind }: Value): boolean => kind === "undef" || kind === "poison";

/** The values whose users need the structure as a whole: neither one field of it nor a phi. */
export function neededWhole(blocks: readonly MutableBlock[]): ReadonlySet<Value> {
  const users = blocks.flatMap(({ instructions }) => instructions);
  return new Set(users.filter(({ op }) => op !== "extractvalue" && op !== "phi").flatMap((one) => operands(one)));
}

/** Phis of structures whose incoming values are all known by field and whose uses are `extractvalue` or such phis. */
function splittable(blocks: readonly MutableBlock[], fields: Fields): ReadonlySet<Phi> {
  const all = blocks.flatMap(({ instructions }) => instructions);
  const phis = new Set(all.filter((one): one is Phi => one.op === "phi" && one.type.kind === "struct"));
  const isKnown = (value: Value) => fields.has(value) || isUnset(value) || phis.has(value as Phi);
  const whole = new Set(
    all.filter(({ op }) => op !== "extractvalue").flatMap((one) => (phis.has(one as Phi) ? [] : operands(one))),
  );
  for (let size = -1; size !== phis.size; ) {
    size = phis.size;
    for (const phi of phis) {
      if (!whole.has(phi) && phi.incoming.every(({ value }) => isKnown(value))) continue;
      phis.delete(phi);
      for (const { value } of phi.incoming) whole.add(value);
    }
  }
  return phis;
}

/** Replaces phis of structures by phis of their fields, which `fields` then holds. */
function splitPhis(blocks: readonly MutableBlock[], fields: Fields): void {
  const phis = splittable(blocks, fields);
  for (const phi of phis) {
    if (phi.type.kind !== "struct") continue;
    const made = phi.type.fields.map((type): Instruction => ({ ...phi, type, incoming: [] }));
    fields.set(phi, made);
  }
  const fieldOf = (value: Value, index: number, type: Type): Value =>
    fields.get(value)?.[index] ?? { kind: "poison", type };
  for (const phi of phis) {
    fields.get(phi)!.forEach((made, index) => {
      const incoming = phi.incoming.map(({ value, block }) => ({ value: fieldOf(value, index, made.type), block }));
      Object.assign(made, { incoming });
    });
  }
  for (const block of blocks) {
    block.instructions = block.instructions.flatMap((one) =>
      phis.has(one as Phi) ? (fields.get(one) as readonly Instruction[]) : [one],
    );
  }
}

/** Puts structures together at the ends of the blocks from which a phi takes them as a whole. */
function bundleForPhis(blocks: readonly MutableBlock[], fields: Fields): void {
  for (const { instructions } of [...blocks]) {
    for (const phi of instructions) {
      if (phi.op !== "phi" || !phi.incoming.some(({ value }) => fields.has(value))) continue;
      const incoming = phi.incoming.map((edge) => {
        const values = fields.get(edge.value);
        if (!values) return edge;
        const from = edge.block as MutableBlock;
        const made = bundled(values, phi.type, edge.block);
        from.instructions = [...from.instructions.slice(0, -1), ...made, from.instructions.at(-1)!];
        return { ...edge, value: made.at(-1)! };
      });
      Object.assign(phi, { incoming });
    }
  }
}

/** Users of a call's single result use that; those that take a field of several use the field. */
export function replaceResults(blocks: readonly MutableBlock[], replaced: ReadonlyMap<Value, readonly Value[]>): void {
  const fields: Fields = new Map([...replaced].filter(([, values]) => values.length > 1));
  if (fields.size > 0) splitPhis(blocks, fields);
  const parts = new Map<Value, Value>();
  for (const block of blocks) {
    block.instructions = block.instructions.filter((one) => {
      const values = one.op === "extractvalue" ? fields.get(one.aggregate) : undefined;
      if (one.op !== "extractvalue" || !values) return true;
      parts.set(one, values[one.path[0]!]!);
      return false;
    });
  }
  if (fields.size > 0) bundleForPhis(blocks, fields);
  const instead = (value: Value): Value => {
    const single = replaced.get(value);
    const found = parts.get(value) ?? (single?.length === 1 ? single[0]! : undefined);
    return found && found !== value ? instead(found) : value;
  };
  const to = { value: instead, block: (block: Block) => block };
  for (const block of blocks) for (const one of block.instructions) Object.assign(one, mapped(one, to));
}
