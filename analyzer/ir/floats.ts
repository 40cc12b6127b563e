/** Constants of single and double precision as numbers. */
import type { Type, Value } from "./model";

const bytes = new DataView(new ArrayBuffer(8));

/** The number of a constant; undefined for other values, 16-bit formats and vectors. */
export function floatValue(value: Value): number | undefined {
  if (value.kind !== "float" || value.type.kind !== "float") return undefined;
  bytes.setBigUint64(0, value.bits);
  if (value.type.format === "double") return bytes.getFloat64(0);
  return value.type.format === "float" ? bytes.getFloat32(4) : undefined;
}

/** The bit pattern of a number, rounded to a type; undefined for types that `floatValue` does not read. */
export function floatBits(type: Type, value: number): bigint | undefined {
  if (type.kind !== "float" || (type.format !== "double" && type.format !== "float")) return undefined;
  if (type.format === "double") {
    bytes.setFloat64(0, value);
    return bytes.getBigUint64(0);
  }
  bytes.setFloat32(0, value);
  return BigInt(bytes.getUint32(0));
}
