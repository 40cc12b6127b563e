/** Formats what a thread prints. Reference: CUDA C++ Programming Guide, "Formatted Output". */

import { firstLane } from "../../analyzer/hardware/lanes";
import type { DeviceMemory } from "../memory/device";
import type { WarpContext } from "../model";
import { formatBytes } from "../text/format";
import { locate } from "./addresses";
import { threadAt } from "./blockState";

/** Longest text that is read from the device: formats and string arguments. */
const LONGEST = 1 << 16;

/** A text that ends in 0 at a device address; empty where there is none. */
function textAt(memory: DeviceMemory, address: bigint, lane: number, limit = LONGEST): Uint8Array {
  const bytes = memory.bytes();
  const text: number[] = [];
  for (let at = address; text.length < limit; at++) {
    const place = locate(memory, at, lane, 1, 1, 0);
    if (typeof place !== "number" || bytes[place] === 0) break;
    text.push(bytes[place]!);
  }
  return Uint8Array.from(text);
}

/** What a device converts. Guide: "Format Specifiers". */
const CONVERSION = /%[-+ #0]*(\*|\d+)?(?:\.\d*)?(hh|h|ll|l)?([diouxXcsfFeEgGaAp%])/g;

const latin1 = (bytes: Uint8Array): string => new TextDecoder("latin1").decode(bytes);

/** A format without what the device copies as it stands, though C converts it: `%zu`, `%.*f` (recorded on an H200). */
function literal(template: Uint8Array): Uint8Array {
  const copied = /%%|%[-+ #0]*(?:\*|\d+)?(?:\.\*|(?:\.\d*)?[zjt])/g;
  const text = latin1(template).replace(copied, (one) => (one === "%%" ? one : `%${one}`));
  return Uint8Array.from(text, (one) => one.charCodeAt(0));
}

/** One thread's `printf`: its arguments lie at `values` as in a structure, each aligned to its size. */
export function formatPrint(
  memory: DeviceMemory,
  lane: number,
  format: bigint,
  values: bigint,
): { text: Uint8Array; count: number } {
  const template = literal(textAt(memory, format, lane));
  const view = memory.view();
  let next = values;
  let count = 0;
  // Integers of 4 bytes lie beside those of 8: the conversion's length says which comes, in the order of the format.
  const sizes = [...latin1(template).matchAll(CONVERSION)].flatMap(([, width, length = "", conversion]) =>
    conversion === "%"
      ? []
      : [...(width === "*" ? [4] : []), /[diouxXc]/.test(conversion!) && !length.startsWith("l") ? 4 : 8],
  );
  const place = (): { at: number | undefined; size: number } => {
    const size = sizes[count++] ?? 8;
    next = (next + BigInt(size - 1)) & -BigInt(size);
    const found = locate(memory, next, lane, size, size, 0);
    next += BigInt(size);
    return { at: typeof found === "number" ? found : undefined, size };
  };
  const text = formatBytes(template, {
    integer: () => {
      const { at, size } = place();
      if (at === undefined) return 0n;
      return size === 4 ? BigInt.asUintN(64, BigInt(view.getInt32(at, true))) : view.getBigUint64(at, true);
    },
    real: () => {
      const { at } = place();
      return at === undefined ? 0 : view.getFloat64(at, true);
    },
    string: (limit) => {
      const { at } = place();
      return at === undefined ? new Uint8Array() : textAt(memory, view.getBigUint64(at, true), lane, limit);
    },
  });
  return { text, count };
}

/** What `__assert_fail` is given: addresses of the condition's text and of the file's name, the line, the function's name. */
type AssertionArguments = readonly [text: bigint, file: bigint, line: number, name: bigint];

/**
 * A failed assertion: the condition, and the lines that CUDA prints of it, one for each thread of a warp. Reference: CUDA C++
 * Programming Guide, "Assertion".
 */
export function failedAssertion(
  memory: DeviceMemory,
  warp: WarpContext,
  mask: number,
  [text, file, line, name]: AssertionArguments,
): { readonly text: string; readonly printed: string } {
  const first = firstLane(mask);
  const read = (address: bigint) => new TextDecoder().decode(textAt(memory, BigInt.asUintN(64, address), first));
  const condition = read(text);
  const where = `${read(file)}:${line}: ${read(name)}: block: [${warp.block}], thread: `;
  const printed: string[] = [];
  for (let lane = 0; lane < 32; lane++) {
    if ((mask >>> lane) & 1) printed.push(`${where}[${threadAt(warp, lane)}] Assertion \`${condition}\` failed.\n`);
  }
  return { text: condition, printed: printed.join("") };
}
