/** Values of C++ in one lane: read from a recording, computed with, and printed as the recording prints them. */
import type { TraceVariableJson } from "../engine/formats/trace";

/** A number of C++, or a truth value. Addresses are unsigned integers that print in hexadecimal. */
export type Value =
  | { readonly kind: "boolean"; readonly value: boolean }
  | { readonly kind: "integer"; readonly value: bigint; readonly bits: number; readonly signed: boolean }
  | { readonly kind: "address"; readonly value: bigint }
  | { readonly kind: "float"; readonly value: number; readonly bits: number };

/** An integer of a width, wrapped as the device wraps it. */
export const integer = (value: bigint, bits = 32, signed = true): Value => ({
  kind: "integer",
  value: signed ? BigInt.asIntN(bits, value) : BigInt.asUintN(bits, value),
  bits,
  signed,
});

/** A truth value. */
export const truth = (value: boolean): Value => ({ kind: "boolean", value });

/** A floating-point number of 32 or 64 bits, rounded to it. */
export const float = (value: number, bits: number): Value => ({
  kind: "float",
  value: bits === 64 ? value : Math.fround(value),
  bits,
});

const words: Readonly<Record<string, number>> = { inf: Infinity, "-inf": -Infinity, nan: NaN };

/** Reads what a recording says that a variable holds. */
export function readValue(text: string, { encoding, bits }: Pick<TraceVariableJson, "encoding" | "bits">): Value {
  switch (encoding) {
    case "boolean":
      return truth(text === "true");
    case "address":
      return { kind: "address", value: BigInt(text) };
    case "float":
      return { kind: "float", value: words[text] ?? Number(text), bits };
    case "signed":
    case "unsigned":
      return integer(BigInt(text), bits, encoding === "signed");
  }
}

/** The shortest decimal that is the number again in its own width. */
function shortest(value: number, bits: number): string {
  if (Number.isNaN(value)) return "nan";
  if (!Number.isFinite(value)) return value > 0 ? "inf" : "-inf";
  for (let digits = 1; bits < 64 && digits < 10; digits++) {
    const text = value.toPrecision(digits);
    if (Math.fround(Number(text)) === Math.fround(value)) return String(Number(text));
  }
  return String(value);
}

/** A value as a recording prints it. */
export function printValue(one: Value): string {
  switch (one.kind) {
    case "boolean":
      return String(one.value);
    case "integer":
      return one.value.toString();
    case "address":
      return `0x${one.value.toString(16)}`;
    case "float":
      return shortest(one.value, one.bits);
  }
}

/** Whether a condition holds that is the value. */
export const isTrue = (one: Value): boolean => (one.kind === "boolean" ? one.value : Number(one.value) !== 0);
