/**
 * How long a warp waits at least for what an instruction computes, in cycles: the least that a chain of such instructions
 * took on an H100, which has the multiprocessors of an H200, on 2026-11-25 (`test/hardware/peaks/latencies.json`), rounded
 * down. Where the assembler may make one instruction of several, the least is of one.
 */

/** Cycles from an instruction to one that needs its result. */
export const latencies = {
  /** `add32`, `fma32`. */
  single: 4,
  /** `add64`, `fma64`. */
  double: 8,
  /** One of two, since the assembler joins an addition, a shift or a logical operation with its only user: `logic`. */
  integer: 2,
  /** A comparison and what it selects: half of `compareSelect` at most. */
  compare: 2,
  /** `exponential`, `rootReciprocal`. */
  special: 17,
  /** From a number in floating point to an integer: half of `toIntegerAndBack`. */
  convert: 11,
  /** The shortest path of `divide32`, of `root32` and of `divide64`: the reciprocal and what corrects it. */
  quotient: 33,
  quotientDouble: 90,
  /** `shuffle`, `reduce`, `matchAny`; `compareVote` without the comparison. */
  shuffle: 23,
  reduce: 44,
  match: 28,
  vote: 12,
  /** `sharedLoadAdd` without the addition; `sharedAtomic`. */
  shared: 19,
  sharedAtomic: 26,
  /** `L1`; local memory is there, too. */
  cached: 32,
  /** What L1 does not have: `L2 by line and multiprocessor`, from the nearest multiprocessor. */
  fromL2: 240,
  /** What L2 does not have: `device, pages loaded`, less what single loads may be faster than their mean. */
  fromDevice: 540,
  /** `atomicAdd`. */
  globalAtomic: 240,
  /** Of the last warp that arrives: `barrier 32`. */
  barrier: 14,
} as const;
