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

/** Where a filtered fetch lies between texels. `position` is in texels; it is rounded to a step before it is split. */
export function neighbours(position: number): Neighbours {
  const steps = Math.round((position - 0.5) * WEIGHT_STEPS);
  const first = Math.floor(steps / WEIGHT_STEPS);
  return { first, weight: steps / WEIGHT_STEPS - first };
}

/**
 * Weights of the texels that a filtered fetch mixes, by corner: bit 0 set for the second along x, bit 1 along y, bit 2
 * along z. In two dimensions they are rounded to the same steps, and still add up to each axis' own weight; recorded on an
 * H200. Between slices nothing was recorded: there the planes' weights are multiplied.
 */
export function cornerWeights(axes: readonly Neighbours[]): number[] {
  const [x, y, z] = axes.map(({ weight }) => weight);
  if (y === undefined) return [1 - x!, x!];
  const both = Math.round(x! * y * WEIGHT_STEPS) / WEIGHT_STEPS;
  const plane = [1 - x! - y + both, x! - both, y - both, both];
  return z === undefined ? plane : [1 - z, z].flatMap((part) => plane.map((weight) => weight * part));
}
