/** Neighbouring elements that a thread loads or stores one by one, and the vector that would take them at once. */

import { elementTypeOf } from "../../facts/host/declarations";
import type { AccessFact } from "../../facts/model";
import { enclosingFunction } from "../../syntax/enclosing";
import type { Span } from "../../syntax/model";
import type { RuleContext } from "../model";

/** Bytes that one instruction loads or stores for a thread at most. Reference: programming guide, "Device Memory Accesses". */
const WIDEST = 16;

/** Elements of the vectors that CUDA has for each scalar type. Reference: programming guide, "Built-in Vector Types". */
const LENGTHS: readonly number[] = [2, 4];

/** Names of CUDA's vector types without their length, by the scalar type as it is declared. */
const vectorTypes: Readonly<Record<string, string>> = {
  char: "char",
  "signed char": "char",
  int8_t: "char",
  "unsigned char": "uchar",
  uint8_t: "uchar",
  short: "short",
  int16_t: "short",
  "unsigned short": "ushort",
  uint16_t: "ushort",
  int: "int",
  int32_t: "int",
  unsigned: "uint",
  "unsigned int": "uint",
  uint32_t: "uint",
  float: "float",
  double: "double",
};

/** Elements that neighbouring threads are apart, if a vector has as many; `stride` in bytes. */
export function vectorLength({ access: { width } }: AccessFact, stride: number | undefined): number | undefined {
  const length = Math.abs(stride ?? 0) / width;
  return LENGTHS.includes(length) && length * width <= WIDEST ? length : undefined;
}

/** `i` of `4 * i + 1` and `i * 4 + 1`, for a length of 4; the index is written without spaces. */
function recordOf(index: string, length: number): string | undefined {
  const [factors] = index.split(/\+\d+$/);
  const [first, second, more] = factors!.split("*");
  if (more !== undefined) return undefined;
  const record = first === String(length) ? second : second === String(length) ? first : undefined;
  return record !== undefined && /^[\w.]+$/.test(record) ? record : undefined;
}

/** Whether a function names each element of a record: `a[4 * i]`, `a[4 * i + 1]` and so on. */
function namesAll(written: string, array: string, record: string, length: number): boolean {
  return Array.from({ length }, (_, at) => at).every((at) =>
    [`${record}*${length}`, `${length}*${record}`].some(
      (start) => written.includes(`${array}[${start}+${at}]`) || (at === 0 && written.includes(`${array}[${start}]`)),
    ),
  );
}

/**
 * Code that takes a record as one vector; undefined where the function does not name all of its elements.
 * @param span the access
 * @param element its array and its index, as they are written
 */
export function vectorOf(
  length: number,
  { op }: AccessFact["access"],
  { array, index }: { readonly array: string; readonly index: string },
  span: Span,
  { outline, text }: Pick<RuleContext, "outline" | "text">,
): string | undefined {
  const body = enclosingFunction(outline, span.start)?.body;
  const declared = elementTypeOf(array, span.start, outline)?.replace(/^std::/, "");
  const scalar = declared === undefined ? undefined : vectorTypes[declared];
  const record = recordOf(index.replace(/\s/g, ""), length);
  if (!body || !scalar || !record) return undefined;
  if (!namesAll(text.slice(body.start, body.end).replace(/\s/g, ""), array, record, length)) return undefined;
  const vector = `${scalar}${length}`;
  const members = ["x", "y", "z", "w"].slice(0, length).join(", ");
  if (op === "store") return `reinterpret_cast<${vector}*>(${array})[${record}] = make_${vector}(${members});`;
  return `${vector} value = reinterpret_cast<const ${vector}*>(${array})[${record}];  // its ${members} in place of ${array}[${index}] and its neighbours`;
}
