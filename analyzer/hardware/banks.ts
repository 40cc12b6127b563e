/** Words and lanes of one warp by bank of shared memory. Offsets are bytes, aligned to the access's width. */
import type { WarpOffsets } from "./lanes";
import { BANK_BYTES, BANKS } from "./model";

const ROW_BYTES = BANKS * BANK_BYTES;
const bankHead = new Int32Array(BANKS);
const bankDepth = new Int32Array(BANKS);
const nodeUnit = new Int32Array(32);
const nodeNext = new Int32Array(32);

/**
 * Over the banks, the largest number of distinct words that the active lanes touch in one bank. For 8 and 16 bytes a
 * "bank" is the 2 or 4 banks that an aligned access covers: counting whole units is the same as counting their words.
 */
export function worstBank(offsets: WarpOffsets, mask: number, width: number): number {
  if (mask === 0) return 0;
  const shift = width <= 4 ? 2 : width === 8 ? 3 : 4;
  const lastBank = (ROW_BYTES >> shift) - 1;
  bankHead.fill(-1, 0, lastBank + 1);
  bankDepth.fill(0, 0, lastBank + 1);
  let nodes = 0;
  let worst = 1;
  for (let rest = mask; rest !== 0; rest &= rest - 1) {
    const unit = (offsets[31 - Math.clz32(rest & -rest)]! >>> shift) | 0;
    const bank = unit & lastBank;
    let node = bankHead[bank]!;
    while (node >= 0 && nodeUnit[node] !== unit) node = nodeNext[node]!;
    if (node >= 0) continue;
    nodeUnit[nodes] = unit;
    nodeNext[nodes] = bankHead[bank]!;
    bankHead[bank] = nodes++;
    const depth = bankDepth[bank]! + 1;
    bankDepth[bank] = depth;
    if (depth > worst) worst = depth;
  }
  return worst;
}

const bankLanes = new Int32Array(BANKS);

/** Over the banks, the largest number of active lanes, same address or not; of 8-byte accesses over their 16 double banks. */
export function mostLanes(offsets: WarpOffsets, mask: number, width: number): number {
  const shift = width === 8 ? 3 : 2;
  const lastBank = (ROW_BYTES >> shift) - 1;
  bankLanes.fill(0);
  let most = 0;
  for (let rest = mask; rest !== 0; rest &= rest - 1) {
    const bank = (offsets[31 - Math.clz32(rest & -rest)]! >>> shift) & lastBank;
    const lanes = bankLanes[bank]! + 1;
    bankLanes[bank] = lanes;
    if (lanes > most) most = lanes;
  }
  return most;
}
