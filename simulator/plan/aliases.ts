/**
 * Instructions that only rename scalars: taking aggregates apart and putting them together, casts between pointers.
 * They cost nothing on hardware and nothing here: their results are references to what they rename.
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

/** One place that reads a value. */
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
  const direct = new Map<Value, Use[]>();
  const add = (value: Value, use: Use) => {
    const list = direct.get(value);
    if (list) list.push(use);
    else direct.set(value, [use]);
  };
  for (const block of fn.blocks) {
    for (const instruction of block.instructions) {
      if (instruction.op === "phi") {
        for (const { value, block: from } of instruction.incoming) add(value, { user: instruction, block: from });
      } else for (const value of reads(instruction, lowered)) add(value, { user: instruction, block });
      for (const access of lowered.issuedAt.get(instruction) ?? []) {
        add(access.pointer, { user: instruction, block });
        if (access.destination) add(access.destination, { user: instruction, block });
      }
    }
  }
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

/** What an instruction reads, after contraction: a fused addition reads the factors of the product that it absorbs. */
function reads(instruction: Instruction, lowered: LoweredFunction): readonly Value[] {
  const product = lowered.fused.get(instruction);
  if (!product) return operands(instruction);
  return [...operands(product), ...operands(instruction).filter((value) => value !== product)];
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
      // Where no lane is chosen, any lane is as good as the first.
      return instruction.mask.map((lane) => lanes[Math.max(lane, 0)]!);
    }
    default:
      return undefined;
  }
}
