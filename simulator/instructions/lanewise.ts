/** Which operation a lane-wise instruction is, and on which values. */
import type { Instruction, InstructionOf, Value } from "../../analyzer/ir/model";
import type { LoweredFunction } from "../../analyzer/lower/model";
import { identity, type Lanewise, type Operation, type Quad, selection } from "../emit/operation";
import { addressTerms, type Component, components } from "../plan/types";
import { addressSum } from "./addresses";
import { castOperation } from "./casts";
import { floatComparison, integerComparison } from "./compare";
import { floatOperation, negation } from "./floats";
import { fusedMultiplyAdd } from "./fused";
import { constantShift, integerOperation, powerDivision } from "./integers";
import { repacked } from "./repack";
import { isWideArithmetic, wideLanewise } from "./wide";

const component = (value: Value, index = 0): Component => components(value.type)[index]!;
const isFloat = (kind: string): boolean => kind.startsWith("f") || kind === "bf16";

/** The operation of a component of the result, by the instruction; `undefined` where there is none. */
const componentwise: {
  readonly [Name in Instruction["op"]]?: (
    instruction: InstructionOf<Name>,
    index: number,
    result: Component,
  ) => Lanewise | undefined;
} = {
  binary,
  fneg: ({ value }, index, { kind }) => ({ operation: negation(kind), operands: [{ value, component: index }] }),
  freeze: ({ value }, index, { kind }) => ({ operation: identity(kind), operands: [{ value, component: index }] }),
  cast({ cast, value }, index, result) {
    const operation = castOperation(cast, component(value, index), result);
    return operation && { operation, operands: [{ value, component: index }] };
  },
  icmp({ predicate, left, right }, index) {
    const { kind, bits } = component(left, index);
    return pairwise(integerComparison(predicate, kind, bits), left, right, index);
  },
  fcmp({ predicate, left, right }, index) {
    return pairwise(floatComparison(predicate, component(left, index).kind), left, right, index);
  },
  select({ condition, ifTrue, ifFalse }, index, { kind }) {
    const isSingle = components(condition.type).length === 1;
    return {
      operation: selection(kind),
      operands: [
        { value: condition, component: isSingle ? 0 : index },
        { value: ifTrue, component: index },
        { value: ifFalse, component: index },
      ],
    };
  },
};

/** What each component of the result is; `undefined` when the instruction is not lane-wise or has no operation. */
export function lanewise(instruction: Instruction, lowered: LoweredFunction): readonly Lanewise[] | undefined {
  const fmul = lowered.fused.get(instruction);
  if (fmul) return fused(instruction, fmul);
  if (isWideArithmetic(instruction)) return wideLanewise(instruction);
  if (instruction.op === "gep") return address(instruction);
  const results = components(instruction.type);
  if (instruction.op === "cast" && components(instruction.value.type).length !== results.length) {
    return instruction.cast === "bitcast" ? repacked(instruction.value, results) : undefined;
  }
  const make = componentwise[instruction.op] as
    | ((instruction: Instruction, index: number, result: Component) => Lanewise | undefined)
    | undefined;
  const all = results.map((result, index) => make?.(instruction, index, result));
  return make && all.every((one) => one !== undefined) ? all : undefined;
}

/** The sum of an address that is one component. */
function address(instruction: InstructionOf<"gep">): readonly Lanewise[] | undefined {
  if (components(instruction.type).length !== 1) return undefined;
  const { constant, terms } = addressTerms(instruction);
  const indices = terms.map(({ index, scale }) => ({ index: component(index), scale }));
  const operands = [instruction.base, ...terms.map(({ index }) => index)].map((value) => ({ value, component: 0 }));
  return [{ operation: addressSum(indices, constant), operands }];
}

function pairwise(operation: Operation | undefined, left: Value, right: Value, index: number): Lanewise | undefined {
  return (
    operation && {
      operation,
      operands: [
        { value: left, component: index },
        { value: right, component: index },
      ],
    }
  );
}

function binary(instruction: Extract<Instruction, { op: "binary" }>, index: number): Lanewise | undefined {
  const { kind, bits } = component(instruction, index);
  const { binary: op, left, right } = instruction;
  const operand = { value: left, component: index };
  const constant = right.kind === "int" ? right.value : undefined;
  if (constant !== undefined && kind !== "i1") {
    if (op === "shl" || op === "lshr" || op === "ashr") {
      return { operation: constantShift(op, kind, bits, Number(constant)), operands: [operand] };
    }
    const power = Math.log2(Number(constant));
    if ((op === "udiv" || op === "urem" || op === "sdiv" || op === "srem") && kind === "i32" && bits === 32) {
      if (Number.isInteger(power) && power < 31) {
        return { operation: powerDivision(op, power), operands: [operand] };
      }
    }
  }
  const operation = isFloat(kind) ? floatOperation(op, kind) : integerOperation(op, kind, bits);
  return pairwise(operation, left, right, index);
}

/** `fadd` and `fsub` with the product that they absorb: a·b + c, a·b − c or c − a·b, rounded once. */
function fused(instruction: Instruction, fmul: Instruction): readonly Lanewise[] | undefined {
  if (instruction.op !== "binary" || fmul.op !== "binary") return undefined;
  const subtracts = instruction.binary === "fsub";
  const productFirst = instruction.left === fmul;
  const addend = productFirst ? instruction.right : instruction.left;
  return components(instruction.type).map(({ kind }, index) => {
    const base = fusedMultiplyAdd(kind);
    const negated = !subtracts ? undefined : productFirst ? 2 : 0;
    return {
      operation: negated === undefined ? base : negating(base, negated),
      operands: [fmul.left, fmul.right, addend].map((value) => ({ value, component: index })),
    };
  });
}

/** The operation with one operand's sign flipped first. */
function negating(base: Operation, which: number): Operation {
  const [kind = "f32"] = base.operands;
  const flip = negation(kind);
  const { vector } = base;
  return {
    ...base,
    scalar: (target, ...operands) =>
      base.scalar(target, ...operands.map((one, index) => (index === which ? flip.scalar(target, one) : one))),
    ...(vector && {
      vector: (target, ...operands) => {
        const flipped = operands.map((operand, index): Quad => {
          if (index !== which) return operand;
          const kept = flip.vector(target, operand).map((value) => ({ value, local: target.fn.v128() }));
          for (const { local, value } of kept) target.fn.set(local, value);
          return { kind: operand.kind, parts: kept.map(({ local }) => local) };
        });
        return vector(target, ...flipped);
      },
    }),
  };
}
