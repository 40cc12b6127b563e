/**
 * What the blocks of one cluster last did to each other's shared memory, and what is ordered between them: by the barriers of
 * the cluster and of the grid, and by atomics and volatile flags that one block leaves and another finds. Reference: CUDA C++
 * Programming Guide, "Distributed Shared Memory"; PTX ISA, "Memory Consistency Model".
 */
import type { Dim3 } from "../../analyzer/hardware/model";
import type { Touch } from "./model";
import { isAtomic, isFlag, writeTheSame } from "./shadow";

const LANES = 32;

/** A touch by a block of the cluster. */
export interface ClusterTouch {
  readonly touch: Touch;
  readonly block: Dim3;
  readonly rank: number;
  /** Barriers of the cluster that the thread had passed. */
  readonly epoch: number;
  /** Grows with every touch of the cluster. */
  readonly time: number;
}

interface Entry extends ClusterTouch {
  readonly bytes: number;
}

interface Word {
  writes: Entry[];
  reads: Entry[];
}

/** Of each word, the last touches of a few blocks are enough to find one that conflicts. */
const KEPT = 16;

/** Where a block is in its cluster: its rank, and the cluster's number of blocks and its name. */
export interface ClusterPlace {
  readonly name: string;
  readonly rank: number;
  readonly blocks: number;
}

export function clusterPlaceOf(block: Dim3, size: Dim3): ClusterPlace {
  const inside = block.map((index, axis) => index % size[axis]!);
  return {
    name: block.map((index, axis) => Math.floor(index / size[axis]!)).join(),
    rank: inside[0]! + size[0] * (inside[1]! + size[1] * inside[2]!),
    blocks: size[0] * size[1] * size[2],
  };
}

export class ClusterState {
  /** Bytes of shared memory that have been written, by the block's rank. */
  readonly written: readonly Set<number>[];
  /** Blocks that are over. */
  ended = 0;
  private time = 0;
  private readonly words = new Map<number, Word>();
  private readonly epochs = new Map<number, number>();
  /** By rank: up to which time it knows what the block of each rank did. */
  private readonly known: readonly number[][];
  /** By address: what whoever finds the flag there knows. */
  private readonly flags = new Map<bigint, number[]>();

  constructor(readonly blocks: number) {
    this.written = Array.from({ length: blocks }, () => new Set<number>());
    this.known = Array.from({ length: blocks }, () => new Array<number>(blocks).fill(-1));
  }

  /** Lanes pass a barrier that the whole cluster waits at. */
  barrier(rank: number, warp: number, mask: number): void {
    for (let lane = 0; lane < LANES; lane++) {
      if (!((mask >>> lane) & 1)) continue;
      const thread = this.threadOf(rank, warp, lane);
      this.epochs.set(thread, (this.epochs.get(thread) ?? 0) + 1);
    }
  }

  /** The next touch of a block. */
  begin(touch: Touch, block: Dim3, rank: number): ClusterTouch {
    const epoch = this.epochs.get(this.threadOf(rank, touch.warp, touch.lane)) ?? 0;
    return { touch, block, rank, epoch, time: this.time++ };
  }

  /** A touch of a flag, which orders what the blocks did before it was left and do after it was found. */
  flag({ touch, rank, time }: ClusterTouch, address: bigint): void {
    const mine = this.known[rank]!;
    const there = this.flags.get(address);
    if (there && (!touch.writes || isAtomic(touch))) {
      for (let other = 0; other < this.blocks; other++) mine[other] = Math.max(mine[other]!, there[other]!);
    }
    if (!touch.writes) return;
    const left = mine.map((known, other) => Math.max(known, there?.[other] ?? -1));
    left[rank] = time;
    this.flags.set(address, left);
  }

  /**
   * Notes a touch of `width` bytes from `byte` on of the shared memory of the block with the rank `owner`; `conflict` is
   * called with an earlier touch by another block that races with it.
   */
  touch(
    touch: ClusterTouch,
    owner: number,
    byte: number,
    width: number,
    conflict: (earlier: ClusterTouch) => void,
  ): void {
    for (let at = byte - (byte % 4); at < byte + width; at += 4) {
      const first = Math.max(byte, at) - at;
      const last = Math.min(byte + width, at + 4) - at;
      this.touchWord(touch, owner * 2 ** 24 + at, ((1 << last) - 1) & ~((1 << first) - 1), conflict);
    }
  }

  private touchWord(now: ClusterTouch, at: number, bytes: number, conflict: (earlier: ClusterTouch) => void): void {
    const word = this.words.get(at) ?? { writes: [], reads: [] };
    this.words.set(at, word);
    const found = word.writes.find((entry) => this.races(entry, now, bytes));
    const other = found ?? (now.touch.writes ? word.reads.find((entry) => this.races(entry, now, bytes)) : undefined);
    if (other) conflict(other);
    const kept = (entries: readonly Entry[]): Entry[] => {
      const others = entries.filter(({ rank, epoch }) => rank !== now.rank && epoch >= now.epoch);
      return [...others.slice(-(KEPT - 1)), { ...now, bytes }];
    };
    if (now.touch.writes) word.writes = kept(word.writes);
    else word.reads = kept(word.reads);
  }

  private races(earlier: Entry, later: ClusterTouch, bytes: number): boolean {
    if (earlier.rank === later.rank || earlier.epoch !== later.epoch || (earlier.bytes & bytes) === 0) return false;
    if (isFlag(earlier.touch) && isFlag(later.touch)) return false;
    if (earlier.touch.writes && later.touch.writes && writeTheSame(earlier.touch, later.touch)) return false;
    return this.known[later.rank]![earlier.rank]! < earlier.time;
  }

  private threadOf(rank: number, warp: number, lane: number): number {
    return (rank * LANES + warp) * LANES + lane;
  }
}
