/** What a device refuses to launch. Reference: CUDA C++ Programming Guide, "Technical Specifications per Compute Capability". */
import type { Architecture } from "../../analyzer/hardware/model";
import { threadsOf } from "../compile/shape";
import type { Launch } from "../model";

const AXES = ["x", "y", "z"] as const;

/** Why the launch is impossible, in one sentence; `undefined` when it is fine. `staticShared` is in bytes. */
export function refuseLaunch(launch: Launch, staticShared: number, device: Architecture): string | undefined {
  const threads = threadsOf(launch.block);
  const { grid, block } = launch;
  for (const [index, axis] of AXES.entries()) {
    if (!Number.isInteger(grid[index]) || grid[index]! < 1)
      return `The grid has ${grid[index]} blocks in ${axis}; it must have at least 1.`;
    if (!Number.isInteger(block[index]) || block[index]! < 1)
      return `The block has ${block[index]} threads in ${axis}; it must have at least 1.`;
    if (grid[index]! > device.maxGrid[index]!) {
      return `The grid has ${grid[index]} blocks in ${axis}; ${device.name} allows ${device.maxGrid[index]}.`;
    }
    if (block[index]! > device.maxBlock[index]!) {
      return `The block has ${block[index]} threads in ${axis}; ${device.name} allows ${device.maxBlock[index]}.`;
    }
  }
  if (threads > device.maxThreadsPerBlock) {
    return `The block has ${threads} threads; ${device.name} allows ${device.maxThreadsPerBlock}.`;
  }
  const shared = staticShared + launch.shared;
  if (staticShared > device.sharedPerBlock || shared > device.sharedPerBlockOptIn) {
    const allowed = staticShared > device.sharedPerBlock ? device.sharedPerBlock : device.sharedPerBlockOptIn;
    return `A block needs ${shared} bytes of shared memory (${staticShared} static, ${launch.shared} dynamic); ${device.name} allows ${allowed}.`;
  }
  return undefined;
}
