/** Surface reads and writes: raw texels, x in bytes. Reference: CUDA C++ Programming Guide, "Surface Functions". */
import { type TexelBlock, texelBytes } from "./model";

/** Numbers as in `cudaSurfaceBoundaryMode`. */
const Boundary = { zero: 0, clamp: 1 } as const;

/** An access outside a surface under `cudaBoundaryModeTrap`, which ends the kernel. */
export class SurfaceTrap extends Error {}

/** Place of the texel in linear memory, or undefined where the boundary mode drops the access. */
export function surfacePlace(
  block: TexelBlock,
  bytes: number,
  mode: number,
  at: readonly [x: number, y: number, z: number],
): number | undefined {
  const size = [block.width * texelBytes(block.format), Math.max(1, block.height), Math.max(1, block.depth)];
  const last = [size[0]! - bytes, size[1]! - 1, size[2]! - 1];
  const outside = at.some((one, axis) => one < 0 || one > last[axis]!);
  if (outside && (mode === Boundary.zero || block.isAssumed)) return undefined;
  if (outside && mode !== Boundary.clamp)
    throw new SurfaceTrap(`accesses a surface of ${size.join(" × ")} (bytes × rows × slices) at ${at.join(", ")}`);
  const [x, y, z] = at.map((one, axis) => Math.min(Math.max(one, 0), last[axis]!)) as [number, number, number];
  return block.start + z * block.slice + y * block.pitch + x;
}
