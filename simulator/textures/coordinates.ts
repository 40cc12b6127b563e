/** Addressing along one axis. Reference: CUDA C++ Programming Guide, "Texture Fetching". */
import { AddressMode } from "./model";

/** The texel index that a whole coordinate means, or undefined for the border. */
export function texelIndex(index: number, size: number, mode: number): number | undefined {
  if (index >= 0 && index < size) return index;
  switch (mode) {
    case AddressMode.wrap:
      return ((index % size) + size) % size;
    case AddressMode.mirror: {
      const period = ((index % (2 * size)) + 2 * size) % (2 * size);
      return period < size ? period : 2 * size - 1 - period;
    }
    case AddressMode.border:
      return undefined;
    default:
      // A coordinate that is not a number reads the first texel.
      return index >= size ? size - 1 : 0;
  }
}

/** Wrapping and mirroring exist for normalised coordinates only; otherwise they clamp. */
export function effectiveMode(mode: number, normalized: boolean): number {
  const needsNormalized = mode === AddressMode.wrap || mode === AddressMode.mirror;
  return needsNormalized && !normalized ? AddressMode.clamp : mode;
}

/** Two neighbours along an axis and the weight of the second. */
export interface Neighbours {
  readonly first: number;
  readonly weight: number;
}

/** Weights have 8 bits of fraction, in a 9-bit number so that 1 is one of them. */
const WEIGHT_STEPS = 256;

/** Where a filtered fetch lies between texels. `position` is in texels. */
export function neighbours(position: number): Neighbours {
  const shifted = position - 0.5;
  const first = Math.floor(shifted);
  const weight = Math.round((shifted - first) * WEIGHT_STEPS) / WEIGHT_STEPS;
  return { first, weight };
}
