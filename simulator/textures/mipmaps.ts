/** Fetches between the levels of a mipmap. Reference: CUDA C++ Programming Guide, "Texture Fetching"; values recorded on an H200. */
import type { TexelBlock, TextureObject } from "./model";
import { sample } from "./sample";
import type { Texel } from "./texel";

/** The part of the next level in a mix of two has 8 bits of fraction. */
const LEVEL_STEPS = 256;

function onLevel(texture: TextureObject, texels: TexelBlock): TextureObject {
  return { texels, sampler: texture.sampler };
}

/** Samples at a level of detail: 0 is the finest level. A texture without mipmaps has one level, whatever is asked for. */
export function sampleLevel(
  view: DataView,
  texture: TextureObject,
  coordinates: readonly number[],
  detail: number,
): Texel {
  const { mipmap } = texture;
  if (!mipmap) return sample(view, texture, coordinates);
  const { levels, linear, bias, least, most } = mipmap;
  const wanted = Math.min(Math.max(detail + bias, least), most);
  const level = Math.min(Math.max(Number.isNaN(wanted) ? 0 : wanted, 0), levels.length - 1);
  if (!linear) return sample(view, onLevel(texture, levels[Math.floor(level + 0.5)]!), coordinates);
  const steps = Math.round(level * LEVEL_STEPS);
  const [lower, part] = [Math.floor(steps / LEVEL_STEPS), (steps % LEVEL_STEPS) / LEVEL_STEPS];
  const fine = sample(view, onLevel(texture, levels[lower]!), coordinates);
  if (part === 0) return fine;
  const coarse = sample(view, onLevel(texture, levels[lower + 1]!), coordinates);
  return fine.map((value, i) => Math.fround(value * (1 - part) + coarse[i]! * part)) as unknown as Texel;
}

/** Samples with the level of detail that two derivatives of the coordinates ask for. */
export function sampleGradient(
  view: DataView,
  texture: TextureObject,
  coordinates: readonly number[],
  dx: readonly number[],
  dy: readonly number[],
): Texel {
  const { width, height } = texture.texels;
  const sizes = texture.sampler.normalizedCoordinates ? [width, height] : [1, 1];
  const length = (d: readonly number[]) => Math.hypot(d[0]! * sizes[0]!, d[1]! * sizes[1]!);
  return sampleLevel(view, texture, coordinates, Math.log2(Math.max(length(dx), length(dy))));
}
