/**
 * The 64 bits of a barrier object (`mbarrier`), which hardware does not document: the lowest 20 are arrivals that its phase
 * misses, the next 20 those that a phase needs, 21 the bytes that are expected and have not come, as a signed number, and the
 * rest the number of the phase, of which programs see the parity. Ranges are those of the PTX ISA, "mbarrier".
 */

/** Bits of a number of arrivals. */
export const ARRIVAL_BITS = 20n;
/** Bits of the number of bytes; it may be below zero while bytes come that are not expected yet. */
const BYTE_BITS = 21n;
/** Where the bytes and the phase begin. */
export const BYTES_AT = 2n * ARRIVAL_BITS;
export const PHASE_AT = BYTES_AT + BYTE_BITS;

/** The most of each, as a mask. */
export const ARRIVALS = (1n << ARRIVAL_BITS) - 1n;
export const BYTES = (1n << BYTE_BITS) - 1n;

/** Phases that the object tells apart: a thread waits for the one of now or the one before. */
export const PHASES = 2 ** (64 - Number(PHASE_AT));

/** What an object's bits say. */
export interface BarrierState {
  readonly missing: number;
  readonly needed: number;
  /** Bytes that are expected; below zero where they came before. */
  readonly bytes: number;
  /** Below `PHASES`. */
  readonly phase: number;
}

/** Reads the bits of an object. */
export function barrierState(bits: bigint): BarrierState {
  return {
    missing: Number(bits & ARRIVALS),
    needed: Number((bits >> ARRIVAL_BITS) & ARRIVALS),
    bytes: Number(BigInt.asIntN(Number(BYTE_BITS), (bits >> BYTES_AT) & BYTES)),
    phase: Number(BigInt.asUintN(64, bits) >> PHASE_AT),
  };
}

/** The bits after this many bytes have come, which may complete the phase. */
export function withBytes(bits: bigint, come: number): bigint {
  const { missing, needed, bytes, phase } = barrierState(bits);
  const left = bytes - come;
  const isComplete = missing === 0 && left === 0;
  const next = isComplete ? (phase + 1) % PHASES : phase;
  return (
    (BigInt(next) << PHASE_AT) |
    ((BigInt(left) & BYTES) << BYTES_AT) |
    (BigInt(needed) << ARRIVAL_BITS) |
    BigInt(isComplete ? needed : missing)
  );
}
