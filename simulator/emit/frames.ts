/** Where the frames of a block's warps lie, and which lanes a warp starts with. */
import { MemoryMap } from "../memory/layout";

/** Free bytes at the end of the stack of frames: room for the parameters of a call that finds no room. */
export const STACK_SLACK = 1 << 16;

/** Bytes that a kernel needs in linear memory. */
export interface FrameSizes {
  /** Bytes of a warp's frame, and of a thread's local memory. */
  readonly frameBytes: number;
  readonly localBytes: number;
}

/** The address of the frame of a warp in a block of `warps` warps: after the local memory of all of them. */
export function frameAt({ frameBytes, localBytes }: FrameSizes, warps: number, warp: number): number {
  const local = Math.ceil((localBytes * 32 * warps) / 256) * 256;
  return MemoryMap.frames + local + warp * frameBytes;
}

/** Where the local memory of a warp's threads starts. */
export function localAt({ localBytes }: FrameSizes, warp: number): number {
  return MemoryMap.frames + warp * 32 * localBytes;
}

/** Lanes that a warp starts with. */
export function initialMask(threads: number, warp: number): number {
  const lanes = Math.min(32, threads - warp * 32);
  return lanes === 32 ? -1 : (1 << lanes) - 1;
}
