/**
 * Sectors of texture memory that a fetch touches.
 *
 * Reference: `l1tex__t_sectors_pipe_tex_mem_texture` of `textureLine` and `textureImage` in
 * `test/hardware/counters/memory_spaces.json`, filtered and not, in every address mode: nine launches of nine. A sector of a
 * two-dimensional array holds 4 × 2 texels of 4 bytes; a border is fetched as the edge is, and thrown away.
 */
import { SECTOR_BYTES } from "../../analyzer/hardware/model";
import { cornerWeights, effectiveMode, neighbours, texelIndex } from "./coordinates";
import { AddressMode, type TextureObject, texelBytes } from "./model";
import { positions } from "./sample";
import { readsFloats } from "./texel";

const TILE = { bytes: 4, columns: 4, rows: 2 } as const;
/** More than the rows of tiles in any texture. */
const ROWS = 1 << 20;

/**
 * Numbers of the sectors, which differ where sectors do; undefined where it is not known how texels lie in memory. `geometry`
 * is that of the function's name.
 */
export function touchedSectors(
  geometry: string,
  texture: TextureObject,
  at: readonly number[],
): readonly number[] | undefined {
  const { texels } = texture;
  const bytes = texelBytes(texels.format);
  if (geometry === "1dfetch") {
    const [x] = at as [number];
    return x < 0 || x >= texels.width ? [] : [Math.floor((texels.start + x * bytes) / SECTOR_BYTES)];
  }
  if (geometry !== "2d" || bytes !== TILE.bytes || texels.linear || texels.inRows || texture.mipmap) return undefined;
  return mixedTexels(texture, at).map(([x, y]) => {
    return Math.floor(x / TILE.columns) * ROWS + Math.floor(y / TILE.rows);
  });
}

/** The texels of a two-dimensional fetch. */
function mixedTexels(texture: TextureObject, at: readonly number[]): readonly (readonly [number, number])[] {
  const { texels, sampler } = texture;
  const within = positions(texture, at);
  const sizes = [texels.width, Math.max(1, texels.height)];
  const inside = (place: readonly number[]) =>
    place.map((one, axis) => {
      const mode = effectiveMode(sampler.address[axis]!, sampler.normalizedCoordinates);
      return texelIndex(one, sizes[axis]!, mode === AddressMode.border ? AddressMode.clamp : mode)!;
    }) as [number, number];
  if (!sampler.linear || !readsFloats(texels.format, sampler.normalizedFloat)) return [inside(within.map(Math.floor))];
  const axes = within.map(neighbours);
  return cornerWeights(axes).flatMap((weight, corner) => {
    return weight === 0 ? [] : [inside(axes.map(({ first }, axis) => first + ((corner >> axis) & 1)))];
  });
}
