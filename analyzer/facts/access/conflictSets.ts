/** The lanes of a shared request that are in one bank conflict. */
import { BANK_BYTES, BANKS, WARP_SIZE } from "../../hardware/model";

/** Lanes with a bank conflict. */
export interface ConflictSet {
  readonly lanes: readonly number[];
  readonly bank: number;
}

/** The conflict set of the bank with most conflicting lanes; `undefined` where no bank has a conflict. Offsets are bytes. */
export function conflictSetOf(
  offsets: Float64Array,
  mask: number,
  width: number,
  isAtomic: boolean,
): ConflictSet | undefined {
  // Wide accesses are served by half warps or quarter warps (docs/counters.md, "Wavefronts by width").
  const together = width <= BANK_BYTES ? WARP_SIZE : (WARP_SIZE * BANK_BYTES) / width;
  let worst: ConflictSet | undefined;
  for (let first = 0; first < WARP_SIZE; first += together) {
    const banks = new Map<number, Map<number, number>>();
    for (let lane = first; lane < first + together; lane++) {
      if (!((mask >>> lane) & 1)) continue;
      const word = Math.floor(offsets[lane]! / BANK_BYTES);
      const bank = ((word % BANKS) + BANKS) % BANKS;
      const words = banks.get(bank) ?? new Map<number, number>();
      // One broadcast serves all lanes of a word; atomics are served one lane after the other.
      if (isAtomic || !words.has(word)) words.set(isAtomic ? lane : word, lane);
      banks.set(bank, words);
    }
    for (const [bank, words] of banks) {
      if (words.size > Math.max(worst?.lanes.length ?? 0, 1)) worst = { bank, lanes: [...words.values()] };
    }
  }
  return worst;
}
