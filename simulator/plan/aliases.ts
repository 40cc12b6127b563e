/**
 * Instructions that only rename scalars: extracts from aggregates and inserts into them, casts between pointers.
 * They cost nothing on hardware and nothing here: their results are references to the scalars that they rename.
 */
import type { Func, Instruction, Value } from "../../analyzer/ir/model";
import { operands } from "../../analyzer/ir/uses";
import type { LoweredFunction } from "../../analyzer/lower/model";
import { components, memberAt, UnsupportedType } from "./types";
import type { Ref } from "./values";

/** Which scalars of a function are the same. */
export interface Aliases {
  /** The scalar that a reference leads to in the end. */
  root(ref: Ref): Ref;
  isAlias(instruction: Instruction): boolean;
  /** What reads an instruction's result, through renamings, and after contraction. A phi reads where its edge starts. */
  usersOf(instruction: Instruction): readonly Use[];
}

/** One read of a value. */
export interface Use {
  readonly user: Instruction;
  /** The block at whose end or inside which the value is read. */
  readonly block: Instruction["block"];
}

/** Finds the instructions of a function that only rename scalars. */
export function findAliases(fn: Func, lowered: LoweredFunction): Aliases {
  const renamed = new Map<Instruction, readonly Ref[]>();
  for (const block of fn.blocks) {
    for (const instruction of block.instructions) {
      const refs = renames(instruction);
      if (refs) renamed.set(instruction, refs);
    }
  }
  const root = (ref: Ref): Ref => {
    let at = ref;
    while (at.value.kind === "instruction") {
      const next = renamed.get(at.value)?.[at.component];
      if (!next) break;
      at = next;
    }
    return at;
  };
  const direct = directUses(fn, lowered);
  const known = new Map<Instruction, readonly Use[]>();
  const usersOf = (instruction: Instruction): readonly Use[] => {
    const found = known.get(instruction);
    if (found) return found;
    const uses = (direct.get(instruction) ?? []).flatMap((use) =>
      renamed.has(use.user) && use.user !== instruction ? usersOf(use.user) : [use],
    );
    known.set(instruction, uses);
    return uses;
  };
  return { root, isAlias: (instruction) => renamed.has(instruction), usersOf };
}

/** The uses of each value before renamings are looked through. */
function directUses(fn: Func, lowered: LoweredFunction): ReadonlyMap<Value, readonly Use[]> {
  const uses = new Map<Value, Use[]>();
  const add = (value: Value, use: Use) => {
    const list = uses.get(value);
    if (list) list.push(use);
    else uses.set(value, [use]);
  };
  for (const user of fn.blocks.flatMap(({ instructions }) => instructions)) {
    const { block } = user;
    if (user.op === "phi") for (const { value, block: from } of user.incoming) add(value, { user, block: from });
    else for (const value of reads(user, lowered)) add(value, { user, block });
    for (const { pointer, destination } of lowered.issuedAt.get(user) ?? []) {
      add(pointer, { user, block });
      if (destination) add(destination, { user, block });
    }
  }
  return uses;
}

/** The values that an instruction reads, after contraction: a fused add reads the factors of the multiply that it absorbs. */
function reads(instruction: Instruction, lowered: LoweredFunction): readonly Value[] {
  const multiply = lowered.fused.get(instruction);
  if (!multiply) return operands(instruction);
  return [...operands(multiply), ...operands(instruction).filter((value) => value !== multiply)];
}

const all = (value: Value): Ref[] => components(value.type).map((_, component) => ({ value, component }));

function constantIndex(value: Value): number | undefined {
  return value.kind === "int" ? Number(value.value) : undefined;
}

function renames(instruction: Instruction): readonly Ref[] | undefined {
  try {
    return find(instruction);
  } catch (error) {
    if (error instanceof UnsupportedType) return undefined;
    throw error;
  }
}

function find(instruction: Instruction): readonly Ref[] | undefined {
  switch (instruction.op) {
    case "freeze":
      return all(instruction.value);
    case "cast": {
      const from = components(instruction.value.type);
      const to = components(instruction.type);
      const same =
        from.length === to.length && from.every(({ kind, bits }, i) => kind === to[i]!.kind && bits === to[i]!.bits);
      const moves = ["bitcast", "addrspacecast", "ptrtoint", "inttoptr"].includes(instruction.cast);
      return same && moves ? all(instruction.value) : undefined;
    }
    case "extractvalue": {
      const { first, type } = memberAt(instruction.aggregate.type, instruction.path);
      return all(instruction.aggregate).slice(first, first + components(type).length);
    }
    case "insertvalue": {
      const { first } = memberAt(instruction.aggregate.type, instruction.path);
      const inserted = all(instruction.value);
      return all(instruction.aggregate).map((ref, index) => inserted[index - first] ?? ref);
    }
    case "extractelement": {
      const index = constantIndex(instruction.index);
      return index === undefined ? undefined : all(instruction.vector).slice(index, index + 1);
    }
    case "insertelement": {
      const index = constantIndex(instruction.index);
      if (index === undefined) return undefined;
      return all(instruction.vector).map((ref, at) =>
        at === index ? { value: instruction.value, component: 0 } : ref,
      );
    }
    case "shufflevector": {
      const lanes = [...all(instruction.left), ...all(instruction.right)];
      // A lane that the mask leaves undefined may have any value: here the first one.
      return instruction.mask.map((lane) => lanes[Math.max(lane, 0)]!);
    }
    default:
      return undefined;
  }
}
