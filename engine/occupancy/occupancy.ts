/** Occupancy of a launch, by the documented limits of an architecture: a pure function of what a block needs. */
import { type Architecture, type Dim3, volume, WARP_SIZE } from "../../analyzer/hardware/model";
import {
  blocksByRegisters,
  blocksByShared,
  blocksByWarps,
  MOST_REGISTERS,
  residentBlocks,
  warpsOf,
} from "../../analyzer/hardware/occupancy";
import type { OccupancyJson, OccupancyLimit } from "../formats/occupancy";

/** What a launch needs of a multiprocessor. */
export interface LaunchNeeds {
  readonly block: Dim3;
  /** Undefined where it is not known. */
  readonly grid: Dim3 | undefined;
  readonly staticShared: number;
  readonly dynamicShared: number;
  /** Threads and least blocks of `__launch_bounds__`; 0 blocks where it names none. */
  readonly bounds: { readonly threads: number; readonly blocks: number } | undefined;
}

/** Occupancy of a multiprocessor by `blocks` resident blocks of `warps` warps each. */
function fullness({ maxThreadsPerMultiprocessor }: Architecture, blocks: number, warps: number) {
  const most = maxThreadsPerMultiprocessor / WARP_SIZE;
  return { blocks, warps: blocks * warps, percent: (100 * blocks * warps) / most };
}

/** Registers that the compiler may give a thread so that the promised blocks still fit. */
function mostRegisters(device: Architecture, bounds: LaunchNeeds["bounds"]): number {
  if (!bounds) return MOST_REGISTERS;
  const least = Math.max(1, bounds.blocks);
  let most = MOST_REGISTERS;
  while (most > 1 && blocksByRegisters(device, warpsOf(bounds.threads), most) < least) most--;
  return most;
}

/** What each number of registers leaves, equal ones as one row. */
function registerRows(device: Architecture, warps: number, resident: number, most: number): OccupancyJson["registers"] {
  const rows = new Map<number, number>();
  for (let registers = 1; registers <= most; registers++) {
    const blocks = Math.min(resident, blocksByRegisters(device, warps, registers));
    if (blocks > 0) rows.set(blocks, registers);
  }
  return [...rows].map(([blocks, up_to]) => ({ up_to, ...fullness(device, blocks, warps) }));
}

/** Of the blocks with the most warps on a multiprocessor the nearest in size; of two equally near the larger. None where this one has as many. */
function nearestBetter(device: Architecture, threads: number, shared: number, percent: number, most: number) {
  const sizes = Array.from({ length: Math.floor(most / WARP_SIZE) }, (_, index) => (index + 1) * WARP_SIZE);
  const reached = sizes.map((size) => {
    const warps = warpsOf(size);
    return { threads: size, percent: fullness(device, residentBlocks(device, { warps, shared }), warps).percent };
  });
  const highest = Math.max(percent, ...reached.map((one) => one.percent));
  const distance = (size: number) => Math.abs(size - threads);
  const best = reached.filter((one) => one.percent === highest && highest > percent);
  return best.sort((a, b) => distance(a.threads) - distance(b.threads) || b.threads - a.threads)[0] ?? null;
}

/** How many blocks and warps of a launch a multiprocessor holds, and what limits them. */
export function occupancyOf(device: Architecture, needs: LaunchNeeds): OccupancyJson {
  const { staticShared, dynamicShared, bounds, grid } = needs;
  const threads = volume(needs.block);
  const warps = warpsOf(threads);
  const shared = staticShared + dynamicShared;
  const limits: { by: OccupancyLimit; blocks: number }[] = [
    { by: "warps", blocks: blocksByWarps(device, warps) },
    { by: "shared memory", blocks: blocksByShared(device, shared) },
    { by: "blocks", blocks: device.maxBlocksPerMultiprocessor },
  ];
  const blocks = residentBlocks(device, { warps, shared });
  const full = fullness(device, blocks, warps);
  const most = Math.min(device.maxThreadsPerBlock, bounds?.threads ?? device.maxThreadsPerBlock);
  return {
    class: "B",
    device: device.name,
    product: device.product,
    threads,
    static_shared: staticShared,
    dynamic_shared: dynamicShared,
    ...full,
    most_warps: device.maxThreadsPerMultiprocessor / WARP_SIZE,
    limits,
    limited_by: limits.filter((one) => one.blocks === blocks).map(({ by }) => by),
    registers: registerRows(device, warps, blocks, mostRegisters(device, bounds)),
    bounds: bounds ?? null,
    grid: grid ? { blocks: volume(grid), at_once: blocks * device.multiprocessors } : null,
    better: nearestBetter(device, threads, shared, full.percent, most),
  };
}
