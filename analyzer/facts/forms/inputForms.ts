/** The forms of values that no instruction computes: constants, variables and parameters. */

import { demangle } from "../../ir/demangle";
import type { Argument, Constant, GlobalVariable, Instruction, Type, Value } from "../../ir/model";
import { binaryForm, castForm } from "./formArithmetic";
import { addForms, atomForm, constantForm, type Form } from "./forms";
import { asSigned, isIntegerOperation } from "./integers";
import { gcd } from "./lanes";
import { addressOffset } from "./offsets";
import type { LaneForms } from "./queries";

/** Bytes that `cudaMalloc` aligns to. Reference: CUDA C++ Best Practices Guide, "Coalesced Access to Global Memory". */
export const ALLOCATION_ALIGNMENT = 256;

/** Alignment of a block's shared memory, in bytes. Reference: recorded programs; the driver reserves 1 KiB before it. */
const SHARED_START = 128;

/** The number of bits of an integer or pointer; 0 for types without a lane form. */
export function formBits(type: Type): number {
  return type.kind === "int" ? type.bits : type.kind === "pointer" ? 64 : 0;
}

/** The form of a value that no instruction computes. */
export function inputForm(forms: LaneForms, value: Exclude<Value, Instruction>): Form {
  switch (value.kind) {
    case "argument":
      return forms.entry?.argument(value) ?? launchArgument(forms, value);
    case "asm":
    case "metadata":
      return forms.unknown(`opaque:${value.kind}`, value.type, "grid", "");
    default:
      return constant(forms, value);
  }
}

/** The form of a kernel's parameter. */
function launchArgument(forms: LaneForms, argument: Argument): Form {
  const bits = formBits(argument.type);
  const given = forms.shape.arguments.get(argument.index);
  const value =
    given === undefined || argument.type.kind !== "int"
      ? undefined
      : asSigned(Number(BigInt.asIntN(bits, given)), bits);
  if (value !== undefined) return constantForm(value, bits);
  const multiple =
    argument.type.kind === "pointer" ? (forms.shape.alignments?.get(argument.index) ?? ALLOCATION_ALIGNMENT) : 1;
  return forms.unknown(`argument:${argument.index}`, argument.type, "grid", argument.name, multiple);
}

function constant(forms: LaneForms, value: Constant): Form {
  const bits = formBits(value.type);
  switch (value.kind) {
    case "int": {
      const number = asSigned(Number(BigInt.asIntN(bits, value.value)), bits);
      return number === undefined
        ? forms.unknown(`int:${value.value}`, value.type, "grid", "a constant")
        : constantForm(number, bits);
    }
    case "global": {
      const words = demangle(value.name).name;
      return forms.unknown(`global:${value.name}`, value.type, "grid", words, alignmentOf(forms, value));
    }
    case "expression": {
      const { expression } = value;
      if (expression.op === "cast") return castOf(expression.cast, forms.form(expression.value), value.type);
      if (expression.op === "gep") {
        const offset = addressOffset(expression, (index) => forms.form(index));
        return (offset && addForms(forms.form(expression.base), offset)) ?? unknownAddress(forms);
      }
      if (expression.op === "unsupported") {
        return forms.unknown(`expression:${expression.what}`, value.type, "grid", "a constant");
      }
      if (!isIntegerOperation(expression.binary)) return forms.unknown("constant:float", value.type, "grid", "");
      return binaryForm(forms.atoms, expression.binary, forms.form(expression.left), forms.form(expression.right));
    }
    case "null":
      return constantForm(0, bits);
    default:
      return forms.unknown(`constant:${value.kind}`, value.type, "grid", "");
  }
}

function alignmentOf({ placement }: LaneForms, variable: GlobalVariable): number {
  const own = Math.max(variable.align, 1);
  const offset = variable.space === 3 ? placement?.offsetOf(variable) : undefined;
  return offset === undefined ? own : Math.max(own, gcd(offset, SHARED_START));
}

/** The form of an unknown address. */
export function unknownAddress({ atoms }: LaneForms): Form {
  return atomForm(atoms.fresh({ scope: "lane", multiple: 1, description: "" }), 64);
}

/** A conversion between integers and pointers. */
export function castOf(cast: string, form: Form, type: Type): Form {
  const bits = formBits(type);
  if (cast === "trunc" || cast === "zext" || cast === "sext") return castForm(cast, form, bits);
  return castForm(bits < form.bits ? "trunc" : "zext", form, bits);
}
