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
import { positions, sizeAlong } from "./sample";
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
  return mixedTiles(texture, at);
}

/** The tiles of the texels of a two-dimensional fetch. */
function mixedTiles(texture: TextureObject, at: readonly number[]): readonly number[] {
  const { texels, sampler } = texture;
  const within = positions(texture, at);
  const inside = (axis: number, place: number): number => {
    const mode = effectiveMode(sampler.address[axis]!, sampler.normalizedCoordinates);
    const clamped = mode === AddressMode.border ? AddressMode.clamp : mode;
    return texelIndex(place, sizeAlong(texture, axis), clamped)!;
  };
  const tile = (x: number, y: number): number =>
    Math.floor(inside(0, x) / TILE.columns) * ROWS + Math.floor(inside(1, y) / TILE.rows);
  const [x, y] = within as [number, number];
  if (!sampler.linear || !readsFloats(texels.format, sampler.normalizedFloat))
    return [tile(Math.floor(x), Math.floor(y))];
  const axes = [neighbours(x), neighbours(y)] as const;
  return cornerWeights(axes).flatMap((weight, corner) =>
    weight === 0 ? [] : [tile(axes[0].first + (corner & 1), axes[1].first + (corner >> 1))],
  );
}
