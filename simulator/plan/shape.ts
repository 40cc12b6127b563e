/** The block that a kernel is compiled for: thread indices are known functions of the lane then. */
import type { Dim3 } from "../../analyzer/hardware/model";

/** The size of the block. */
export interface BlockShape {
  readonly block: Dim3;
}

/** Threads of a block of this size. */
export function threadsOf([x, y, z]: Dim3): number {
  return x * y * z;
}

/** Do all lanes of every warp have the same y and z? */
export function rowsFillWarps({ block }: BlockShape): boolean {
  return block[0] % 32 === 0 || (block[1] === 1 && block[2] === 1);
}
