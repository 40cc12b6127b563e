/** Which lanes of a shared request wait for each other: what a bank conflict looks like. */
import { BANK_BYTES, WARP_SIZE } from "../../hardware/model";

const BANKS = 32;

/** Lanes that meet in one bank. */
export interface Meeting {
  readonly lanes: readonly number[];
  readonly bank: number;
}

/** The bank with the most lanes that wait for each other, among the lanes that are served together; `undefined` where none do. */
export function meetingOf(offsets: Float64Array, mask: number, width: number, isAtomic: boolean): Meeting | undefined {
  // Wide accesses are served half a warp or a quarter of it at a time (docs/counters.md, "Wavefronts by width").
  const together = width <= BANK_BYTES ? WARP_SIZE : (WARP_SIZE * BANK_BYTES) / width;
  let worst: Meeting | undefined;
  for (let first = 0; first < WARP_SIZE; first += together) {
    const banks = new Map<number, Map<number, number>>();
    for (let lane = first; lane < first + together; lane++) {
      if (!((mask >>> lane) & 1)) continue;
      const word = Math.floor(offsets[lane]! / BANK_BYTES);
      const bank = ((word % BANKS) + BANKS) % BANKS;
      const words = banks.get(bank) ?? new Map<number, number>();
      // Lanes of one word are served by one broadcast; atomics take one turn each.
      if (isAtomic || !words.has(word)) words.set(isAtomic ? lane : word, lane);
      banks.set(bank, words);
    }
    for (const [bank, words] of banks) {
      if (words.size > Math.max(worst?.lanes.length ?? 0, 1)) worst = { bank, lanes: [...words.values()] };
    }
  }
  return worst;
}
