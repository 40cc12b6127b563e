/** Lanes of one store that write the same bytes. */
import type { StoredPart } from "../model";

const LANES = 32;

/** Lanes that write where a lower one does, as bits; and the first pair that writes different values there. */
export interface Duplicates {
  readonly lanes: number;
  readonly conflict: { readonly lane: number; readonly other: number } | undefined;
}

const NONE: Duplicates = { lanes: 0, conflict: undefined };

/** Do the addresses of the lanes rise in steps that keep them apart? */
function rise(words: Uint32Array, mask: number, width: number): boolean {
  let last = -width;
  for (let lane = 0; lane < LANES; lane++) {
    if (!((mask >>> lane) & 1)) continue;
    const at = words[2 * lane]!;
    if (at < last + width) return false;
    last = at;
  }
  return true;
}

/** @param words the lanes' addresses, two words each; `parts` their values where these may differ. */
export function duplicatesOf(
  words: Uint32Array,
  mask: number,
  width: number,
  parts: readonly StoredPart[],
  view: DataView,
): Duplicates {
  if ((mask & (mask - 1)) === 0 || rise(words, mask, width)) return NONE;
  const first = new Map<number, number>();
  let [lanes, conflict]: [number, Duplicates["conflict"]] = [0, undefined];
  for (let lane = 0; lane < LANES; lane++) {
    if (!((mask >>> lane) & 1)) continue;
    const other = first.get(words[2 * lane]!);
    if (other === undefined) {
      first.set(words[2 * lane]!, lane);
      continue;
    }
    lanes |= 1 << lane;
    if (!conflict && parts.some((part) => differs(view, part, lane, other))) conflict = { lane, other };
  }
  return { lanes, conflict };
}

function differs(view: DataView, { slot, bytes }: StoredPart, lane: number, other: number): boolean {
  if (bytes === 8) return view.getBigUint64(slot + 8 * lane, true) !== view.getBigUint64(slot + 8 * other, true);
  const bits = bytes === 4 ? 0xffff_ffff : 2 ** (8 * bytes) - 1;
  return ((view.getUint32(slot + 4 * lane, true) ^ view.getUint32(slot + 4 * other, true)) & bits) !== 0;
}
