/** Constants of the IR as bytes in memory and as the bit patterns of their scalars. */
import type { Constant, Type } from "../../analyzer/ir/model";
import { bitPlaces, components, fieldOffset, typeSize } from "../plan/types";

/** The device address of a variable or function; `undefined` where it has none. */
export type AddressOf = (constant: Constant) => bigint | undefined;

/** A constant that cannot be computed ahead of the run. */
export class UnsupportedConstant extends Error {}

/**
 * The scalars of a constant in memory order, as unsigned bit patterns. `undef` and `poison` read as 0, so that runs
 * repeat.
 */
export function constantBits(constant: Constant, addressOf: AddressOf): readonly bigint[] {
  switch (constant.kind) {
    case "int":
      return numberBits(constant.type, constant.value);
    case "float":
      return numberBits(constant.type, constant.bits);
    case "null":
    case "undef":
    case "poison":
      return components(constant.type).map(() => 0n);
    case "aggregate":
      return constant.elements.flatMap((element) => [...constantBits(element, addressOf)]);
    case "data":
      return constant.elements.map((element) => BigInt(element));
    case "alias":
      return constantBits(constant.target, addressOf);
    case "global":
    case "function": {
      const address = addressOf(constant);
      if (address === undefined) throw new UnsupportedConstant(`the address of ${constant.name}`);
      return [address];
    }
    case "blockaddress":
      throw new UnsupportedConstant("the address of a label");
    case "expression":
      return [expressionBits(constant, addressOf)];
  }
}

function numberBits(type: Type, value: bigint): readonly bigint[] {
  const parts = components(type);
  return parts.length === 1
    ? [value]
    : parts.map(({ bits, offset }) => BigInt.asUintN(bits, value >> BigInt(8 * offset)));
}

function expressionBits(constant: Extract<Constant, { kind: "expression" }>, addressOf: AddressOf): bigint {
  const { expression } = constant;
  const only = (value: Constant): bigint => {
    const bits = constantBits(value, addressOf);
    if (bits.length !== 1) throw new UnsupportedConstant("a constant expression over vectors");
    return bits[0]!;
  };
  const width = components(constant.type)[0]!.bits;
  switch (expression.op) {
    case "cast": {
      const value = only(expression.value);
      switch (expression.cast) {
        case "trunc":
        case "ptrtoint":
        case "inttoptr":
        case "bitcast":
        case "addrspacecast":
        case "zext":
          return BigInt.asUintN(width, value);
        case "sext":
          return BigInt.asUintN(width, BigInt.asIntN(components(expression.value.type)[0]!.bits, value));
        default:
          throw new UnsupportedConstant(`a constant ${expression.cast}`);
      }
    }
    case "gep":
      return BigInt.asUintN(64, only(expression.base) + gepOffset(expression.source, expression.indices, only));
    case "unsupported":
      throw new UnsupportedConstant(expression.what);
    case "binary": {
      const left = only(expression.left);
      const right = only(expression.right);
      switch (expression.binary) {
        case "add":
          return BigInt.asUintN(width, left + right);
        case "sub":
          return BigInt.asUintN(width, left - right);
        case "mul":
          return BigInt.asUintN(width, left * right);
        case "xor":
          return left ^ right;
        case "and":
          return left & right;
        case "or":
          return left | right;
        default:
          throw new UnsupportedConstant(`a constant ${expression.binary}`);
      }
    }
  }
}

function gepOffset(source: Type, indices: readonly Constant[], bitsOf: (value: Constant) => bigint): bigint {
  let offset = 0n;
  let current = source;
  indices.forEach((index, position) => {
    const value = BigInt.asIntN(components(index.type)[0]!.bits, bitsOf(index));
    if (position === 0) offset += value * BigInt(typeSize(source));
    else if (current.kind === "struct") {
      offset += BigInt(fieldOffset(current, Number(value)));
      current = current.fields[Number(value)]!;
    } else if (current.kind === "array" || current.kind === "vector") {
      current = current.element;
      offset += value * BigInt(typeSize(current));
    }
  });
  return offset;
}

/** A constant as it lies in memory. */
export function constantBytes(constant: Constant, addressOf: AddressOf): Uint8Array {
  const bytes = new Uint8Array(typeSize(constant.type));
  if (constant.kind === "null" || constant.kind === "undef" || constant.kind === "poison") return bytes;
  const bits = constantBits(constant, addressOf);
  const places = bitPlaces(constant.type);
  components(constant.type).forEach((part, index) => {
    const at = places[index]!;
    let rest = BigInt.asUintN(part.bits, bits[index]!) << BigInt(at % 8);
    for (let byte = Math.floor(at / 8); rest > 0n; byte++) {
      bytes[byte]! |= Number(rest & 255n);
      rest >>= 8n;
    }
  });
  return bytes;
}
