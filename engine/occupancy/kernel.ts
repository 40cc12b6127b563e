/** Occupancy of a kernel of a document under a launch: what it needs is read from its IR. */
import { architectures } from "../../analyzer/hardware/architectures";
import { type Dim3, volume } from "../../analyzer/hardware/model";
import type { Func } from "../../analyzer/ir/model";
import { reachable } from "../../analyzer/lower/unused";
import { sharedLayout } from "../../simulator/compile/shared";
import { findKernel } from "../documents/kernelNames";
import type { OccupancyJson } from "../formats/occupancy";
import type { Analysis } from "../model";
import { launchOf } from "../simulate";
import { type LaunchNeeds, occupancyOf } from "./occupancy";

/** A launch of a kernel; what is left out is that of the file, as far as it is known. */
export interface OccupancyRequest {
  readonly kernel: string;
  readonly grid?: Dim3;
  readonly block?: Dim3;
  readonly shared?: number;
}

/** What `__launch_bounds__` says: threads, and the blocks that shall fit. */
function boundsOf({ attributes }: Func): LaunchNeeds["bounds"] {
  const threads = attributes.get("nvvm.maxntid");
  if (threads === undefined) return undefined;
  const product = String(threads)
    .split(",")
    .reduce((all, side) => all * Number(side), 1);
  const blocks = Number(attributes.get("nvvm.minctasm") ?? 0);
  return Number.isInteger(product) && product > 0 ? { threads: product, blocks } : undefined;
}

const isSize = (dim: Dim3): boolean => dim.length === 3 && dim.every((side) => Number.isInteger(side) && side > 0);

/** Undefined where no block is known, or the block or the architecture is none. Throws UsageError where there is no such kernel. */
export function kernelOccupancy(
  analysis: Analysis,
  architecture: string,
  request: OccupancyRequest,
): OccupancyJson | undefined {
  const device = architectures.get(architecture);
  const { kernel } = findKernel(analysis, request.kernel, true);
  const known = launchOf(analysis, kernel.name);
  const block = request.block ?? known?.block;
  const grid = request.grid ?? known?.grid;
  if (!device || !block || !isSize(block) || (grid && !isSize(grid))) return undefined;
  if (volume(block) > device.maxThreadsPerBlock) return undefined;
  return occupancyOf(device, {
    block,
    grid,
    staticShared: sharedLayout([...reachable(kernel)]).bytes,
    dynamicShared: request.shared ?? known?.shared ?? 0,
    bounds: boundsOf(kernel),
  });
}
