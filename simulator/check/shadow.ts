/** What threads of one block last did to each word of memory, and whether what they do now is at odds with it. */

import type { Touch } from "./model";
import type { BlockOrder } from "./order";

/** A touch of some bytes of a word. */
interface Entry {
  readonly touch: Touch;
  readonly bytes: number;
}

interface Word {
  writes: Entry[];
  /** Of each warp the last; a few are enough to find one that conflicts. */
  reads: Entry[];
}

const KEPT_READS = 4;

/** Atomic touches, or volatile ones of different warps, are meant to meet. */
function mayMeet(a: Touch, b: Touch): boolean {
  if (isAtomic(a) && isAtomic(b)) return true;
  return isFlag(a) && isFlag(b) && a.warp !== b.warp;
}

/** Also the load with which a loop of compare-and-swap begins, and loads and stores of C++ atomics. */
export function isAtomic({ access: { leader } }: Touch): boolean {
  if (leader.op === "atomicrmw" || leader.op === "cmpxchg") return true;
  return (leader.op === "load" || leader.op === "store") && leader.ordering !== "";
}

/** Touches that may tell other threads that something is done. */
export function isFlag(touch: Touch): boolean {
  return isAtomic(touch) || isVolatile(touch);
}

function isVolatile({ access: { leader } }: Touch): boolean {
  return "volatile" in leader && leader.volatile;
}

/** Two stores of one constant: whoever comes last, the place holds the same. */
export function writeTheSame(a: Touch, b: Touch): boolean {
  const [x, y] = [a, b].map(({ access: { leader } }) => (leader.op === "store" ? leader.value : undefined));
  if (x?.kind === "int" && y?.kind === "int") return x.value === y.value;
  return x?.kind === "float" && y?.kind === "float" && x.bits === y.bits;
}

export class Shadow {
  private readonly words = new Map<number, Word>();

  constructor(private readonly order: BlockOrder) {}

  /** Notes one touch of `width` bytes from `place` on; `conflict` is called with an earlier touch that races with it. */
  touch(touch: Touch, place: number, width: number, conflict: (earlier: Touch) => void): void {
    for (let at = place - (place % 4); at < place + width; at += 4) {
      const first = Math.max(place, at) - at;
      const last = Math.min(place + width, at + 4) - at;
      this.touchWord(touch, at, ((1 << last) - 1) & ~((1 << first) - 1), conflict);
    }
  }

  private touchWord(touch: Touch, at: number, bytes: number, conflict: (earlier: Touch) => void): void {
    let word = this.words.get(at);
    if (!word) {
      word = { writes: [], reads: [] };
      this.words.set(at, word);
    }
    const isCurrent = ({ touch: { epoch } }: Entry) => epoch >= touch.epoch;
    word.writes = word.writes.filter(isCurrent);
    const races = (entry: Entry) =>
      (entry.bytes & bytes) !== 0 &&
      !this.sameRequest(entry.touch, touch) &&
      !mayMeet(entry.touch, touch) &&
      !(touch.writes && entry.touch.writes && writeTheSame(entry.touch, touch)) &&
      !this.order.ordered(entry.touch, touch);
    const found = word.writes.find(races) ?? (touch.writes ? word.reads.filter(isCurrent).find(races) : undefined);
    if (found) conflict(found.touch);
    if (touch.writes) {
      word.writes = [
        ...word.writes.flatMap((entry) => (entry.bytes & ~bytes ? [{ ...entry, bytes: entry.bytes & ~bytes }] : [])),
        { touch, bytes },
      ];
      word.reads = [];
    } else {
      const others = word.reads.filter((entry) => isCurrent(entry) && entry.touch.warp !== touch.warp);
      word.reads = [...others.slice(-(KEPT_READS - 1)), { touch, bytes }];
    }
  }

  /** Lanes of one request at one place: one of them wins, and programs that let them do so mostly write the same. */
  private sameRequest(a: Touch, b: Touch): boolean {
    return a.warp === b.warp && a.time === b.time;
  }
}
