/** Texture fetches. Reference: CUDA C++ Programming Guide, "Texture Fetching"; values recorded on an H200. */
import { cornerWeights, effectiveMode, neighbours, texelIndex } from "./coordinates";
import type { TextureObject } from "./model";
import { readsFloats, type Texel, texelAt } from "./texel";

const ZERO: Texel = [0, 0, 0, 0];

/** A texel by whole coordinates, addressed by the sampler's modes. `z` is a slice when the texture is a volume. */
function addressed(view: DataView, texture: TextureObject, at: readonly number[], slice: number): Texel {
  const { texels, sampler } = texture;
  const x = indexAlong(texture, 0, at[0]!);
  const y = at.length > 1 ? indexAlong(texture, 1, at[1]!) : 0;
  const z = at.length > 2 ? indexAlong(texture, 2, at[2]!) : slice;
  if (x === undefined || y === undefined || z === undefined) return sampler.border;
  return texelAt(view, texels, x, y, z, sampler.normalizedFloat);
}

/** Texels along an axis: 0 is x, 1 is y, 2 is z. */
export function sizeAlong({ texels }: TextureObject, axis: number): number {
  return axis === 0 ? texels.width : Math.max(1, axis === 1 ? texels.height : texels.depth);
}

/** The index that a whole coordinate means on an axis, or undefined for the border. */
function indexAlong(texture: TextureObject, axis: number, at: number): number | undefined {
  const { sampler } = texture;
  const mode = effectiveMode(sampler.address[axis]!, sampler.normalizedCoordinates);
  return texelIndex(at, sizeAlong(texture, axis), mode);
}

/** `tex1Dfetch`: by index, out of range reads zero. */
export function fetchLinear(view: DataView, { texels, sampler }: TextureObject, x: number): Texel {
  if (x < 0 || x >= texels.width) return ZERO;
  return texelAt(view, texels, x, 0, 0, sampler.normalizedFloat);
}

/** Coordinates in texels. */
export function positions(texture: TextureObject, coordinates: readonly number[]): readonly number[] {
  if (!texture.sampler.normalizedCoordinates) return coordinates;
  return coordinates.map((one, axis) => one * sizeAlong(texture, axis));
}

/** Notes coordinates outside of the texels on axes that would wrap or mirror if coordinates were normalised. */
function noteClamped(texture: TextureObject, at: readonly number[]): void {
  const { sampler, clamped } = texture;
  if (!clamped || sampler.normalizedCoordinates) return;
  for (const [axis, one] of at.entries()) {
    const mode = sampler.address[axis]!;
    const isOutside = one < 0 || one >= sizeAlong(texture, axis);
    if (isOutside && effectiveMode(mode, false) !== mode) clamped.add(axis);
  }
}

/** Point or linear sampling at one to three coordinates, within a slice. */
export function sample(view: DataView, texture: TextureObject, coordinates: readonly number[], slice = 0): Texel {
  const at = positions(texture, coordinates);
  noteClamped(texture, at);
  const filtered = texture.sampler.linear && readsFloats(texture.texels.format, texture.sampler.normalizedFloat);
  if (!filtered) return addressed(view, texture, at.map(Math.floor), slice);
  const axes = at.map(neighbours);
  const sum: [number, number, number, number] = [0, 0, 0, 0];
  const weights = cornerWeights(axes);
  for (const [corner, weight] of weights.entries()) {
    if (weight === 0) continue;
    const place = axes.map(({ first }, axis) => first + ((corner >> axis) & 1));
    const texel = addressed(view, texture, place, slice);
    for (let i = 0; i < 4; i++) sum[i]! += weight * texel[i]!;
  }
  for (let i = 0; i < 4; i++) sum[i] = Math.fround(sum[i]!);
  return sum;
}

/** Faces of a cubemap in the order +x, −x, +y, −y, +z, −z. */
function cubeFace(x: number, y: number, z: number): { face: number; s: number; t: number } {
  const [ax, ay, az] = [Math.abs(x), Math.abs(y), Math.abs(z)];
  if (ax >= ay && ax >= az) return { face: x >= 0 ? 0 : 1, s: (x >= 0 ? -z : z) / ax, t: -y / ax };
  if (ay >= az) return { face: y >= 0 ? 2 : 3, s: x / ay, t: (y >= 0 ? z : -z) / ay };
  return { face: z >= 0 ? 4 : 5, s: (z >= 0 ? x : -x) / az, t: -y / az };
}

/** `texCubemap`: a direction chooses the face and the place on it. */
export function sampleCube(
  view: DataView,
  texture: TextureObject,
  x: number,
  y: number,
  z: number,
  layer: number,
): Texel {
  const { face, s, t } = cubeFace(x, y, z);
  const { width } = texture.texels;
  const onFace: TextureObject = {
    texels: texture.texels,
    sampler: { ...texture.sampler, normalizedCoordinates: false, address: [1, 1, 1] },
  };
  return sample(view, onFace, [((s + 1) / 2) * width, ((t + 1) / 2) * width], layer * 6 + face);
}

/** `tex2Dgather`: one channel of the four texels that a filtered fetch would mix. */
export function gather(view: DataView, texture: TextureObject, x: number, y: number, channel: number): Texel {
  const [px, py] = positions(texture, [x, y]) as [number, number];
  const [i, j] = [neighbours(px).first, neighbours(py).first];
  const corners = [
    [i, j + 1],
    [i + 1, j + 1],
    [i + 1, j],
    [i, j],
  ];
  return corners.map((corner) => addressed(view, texture, corner, 0)[channel & 3]!) as unknown as Texel;
}

/** Layers are clamped whatever the address mode. */
export function layerIndex(layer: number, layers: number): number {
  return Math.min(Math.max(layer, 0), Math.max(1, layers) - 1);
}
