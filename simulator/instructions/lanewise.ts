/** Which operation a lane-wise instruction is, and on which values. */
import type { Instruction, Value } from "../../analyzer/ir/model";
import type { LoweredFunction } from "../../analyzer/lower/model";
import { identity, type Lanewise, type Operation, selection } from "../emit/operation";
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

/** What each component of the result is; `undefined` when the instruction is not lane-wise or has no operation. */
export function lanewise(instruction: Instruction, lowered: LoweredFunction): readonly Lanewise[] | undefined {
  const fmul = lowered.fused.get(instruction);
  if (fmul) return fused(instruction, fmul);
  if (isWideArithmetic(instruction)) return wideLanewise(instruction);
  const parts = components(instruction.type);
  const each = (make: (index: number) => Lanewise | undefined): readonly Lanewise[] | undefined => {
    const all = parts.map((_, index) => make(index));
    return all.every((one) => one !== undefined) ? (all as Lanewise[]) : undefined;
  };
  switch (instruction.op) {
    case "binary":
      return each((index) => binary(instruction, index));
    case "fneg":
      return each((index) => ({
        operation: negation(parts[index]!.kind),
        operands: [{ value: instruction.value, component: index }],
      }));
    case "freeze":
      return each((index) => ({
        operation: identity(parts[index]!.kind),
        operands: [{ value: instruction.value, component: index }],
      }));
    case "cast": {
      if (components(instruction.value.type).length !== parts.length) {
        return instruction.cast === "bitcast" ? repacked(instruction.value, parts) : undefined;
      }
      return each((index) => {
        const operation = castOperation(instruction.cast, component(instruction.value, index), parts[index]!);
        return operation && { operation, operands: [{ value: instruction.value, component: index }] };
      });
    }
    case "icmp":
      return each((index) => {
        const { kind, bits } = component(instruction.left, index);
        return pairwise(
          integerComparison(instruction.predicate, kind, bits),
          instruction.left,
          instruction.right,
          index,
        );
      });
    case "fcmp":
      return each((index) => {
        const { kind } = component(instruction.left, index);
        return pairwise(floatComparison(instruction.predicate, kind), instruction.left, instruction.right, index);
      });
    case "select": {
      const single = components(instruction.condition.type).length === 1;
      return each((index) => ({
        operation: selection(parts[index]!.kind),
        operands: [
          { value: instruction.condition, component: single ? 0 : index },
          { value: instruction.ifTrue, component: index },
          { value: instruction.ifFalse, component: index },
        ],
      }));
    }
    case "gep": {
      if (parts.length !== 1) return undefined;
      const { constant, terms } = addressTerms(instruction);
      const kinds = terms.map(({ index }) => component(index));
      return [
        {
          operation: addressSum(
            kinds,
            terms.map(({ scale }) => scale),
            constant,
          ),
          operands: [instruction.base, ...terms.map(({ index }) => index)].map((value) => ({ value, component: 0 })),
        },
      ];
    }
    default:
      return undefined;
  }
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
  const flip = negation(base.operands[which]!);
  return {
    ...base,
    scalar: (target, operands) =>
      base.scalar(
        target,
        operands.map((push, index) => (index === which ? () => flip.scalar(target, [push]) : push)),
      ),
    ...(base.vector && {
      vector: (target, result, operands) => {
        const flipped = { kind: operands[which]!.kind, parts: operands[which]!.parts.map(() => target.fn.v128()) };
        flip.vector!(target, flipped, [operands[which]!]);
        base.vector!(
          target,
          result,
          operands.map((operand, index) => (index === which ? flipped : operand)),
        );
      },
    }),
  };
}
