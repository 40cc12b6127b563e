/** What a launch gives the parts of the device to do, as far as its counters and its demand say it. */
import { type Dim3, volume, WARP_SIZE } from "../../analyzer/hardware/model";
import { warpsOf } from "../../analyzer/hardware/occupancy";
import type { Demand } from "../../simulator/model";
import type { LineJson } from "../formats/launch";

/** Work of one launch, summed over its blocks. */
export interface Work {
  readonly blocks: number;
  readonly warpsPerBlock: number;
  /** Bytes of shared memory of a block. */
  readonly sharedBytes: number;
  /** Floating-point operations by warps, with all their lanes: what fewer lanes execute takes at least as long. */
  readonly single: number;
  readonly double: number;
  /** All instructions by warps: a part of the estimate, see {@link SURE_SHARE}. */
  readonly instructions: number;
  /** Memory instructions by warps. */
  readonly memoryInstructions: number;
  /** Wavefronts of shared memory. */
  readonly wavefronts: number;
  /** Sectors of global and local memory that pass through L1. */
  readonly sectors: number;
  /** Lines that loads and stores of global memory look up in L1. */
  readonly lines: number;
  /** Sectors that stores to global and local memory bring to L2 at least. */
  readonly storedToL2: number;
  /** Requests of global atomics, and their sectors. */
  readonly atomics: number;
  readonly atomicSectors: number;
  /** Undefined of recordings, which have counters alone. */
  readonly demand: Demand | undefined;
}

/** A launch as far as its work depends on it. */
export interface Launched {
  readonly grid: Dim3;
  readonly block?: Dim3;
  /** Counters by Nsight Compute's names, recorded or simulated. */
  readonly metrics: Readonly<Record<string, number>>;
  readonly demand?: Demand;
}

/**
 * The share of the estimated instructions that counts. The estimate is of class B: for nine launches of ten it is within
 * 25 % of what an H200 counted (`docs/conformance.md`), and few launches issue near the peak.
 */
const SURE_SHARE = 0.7;

/**
 * The share that counts of what the estimate has beyond arithmetic, memory instructions and special functions, whose counts are certain: 99 % of
 * 1,262 recorded launches have at least half of it.
 */
const SURE_REST = 0.4;

/**
 * The share of the sectors stored to local memory that reaches L2 by themselves: L1 may join the others. Of six recorded launches that
 * store much to it, between 79 % and all did.
 */
const SURE_LOCAL = 0.75;

const INSTRUCTIONS = [
  ...["ld", "st", "atom", "red"].map((op) => `smsp__sass_inst_executed_op_global_${op}`),
  ...["ld", "st", "atom"].map((op) => `smsp__sass_inst_executed_op_shared_${op}`),
  ...["ld", "st"].map((op) => `smsp__sass_inst_executed_op_local_${op}`),
  "smsp__sass_inst_executed_op_ldgsts",
  "smsp__sass_inst_executed_op_ldsm",
];
const WAVEFRONTS = ["ld", "st", "atom"].map((op) => `smsp__sass_l1tex_data_pipe_lsu_wavefronts_mem_shared_op_${op}`);
const SECTORS = [
  ...["ld", "st", "ldgsts"].map((op) => `smsp__sass_l1tex_t_sectors_pipe_lsu_mem_global_op_${op}`),
  ...["ld", "st"].map((op) => `smsp__sass_l1tex_t_sectors_pipe_lsu_mem_local_op_${op}`),
];
const LINES = ["smsp__sass_l1tex_tags_mem_global"];
const LOCAL_STORES = ["smsp__sass_l1tex_t_sectors_pipe_lsu_mem_local_op_st"];
const ATOMICS = ["atom", "red"].map((op) => `l1tex__t_requests_pipe_lsu_mem_global_op_${op}`);
const ATOMIC_SECTORS = ["atom", "red"].map((op) => `smsp__sass_l1tex_t_sectors_pipe_lsu_mem_global_op_${op}`);
const SHARED_BYTES = ["static", "dynamic"].map((kind) => `launch__shared_mem_per_block_${kind}`);
const operations = (...kinds: readonly string[]) =>
  kinds.map((kind) => `smsp__sass_thread_inst_executed_op_${kind}_pred_on`);
const SINGLE = operations("fadd", "fmul", "ffma");
const DOUBLE = operations("dadd", "dmul", "dfma");

/** The work of a launch. */
export function workOf({ grid, block = [1, 1, 1], metrics, demand }: Launched): Work {
  const sum = (names: readonly string[]) => names.reduce((total, name) => total + (metrics[name] ?? 0), 0);
  const [single, double, memoryInstructions] = [sum(SINGLE) / WARP_SIZE, sum(DOUBLE) / WARP_SIZE, sum(INSTRUCTIONS)];
  const certain = single + double + memoryInstructions + (demand?.specials ?? 0);
  const estimated = metrics.smsp__inst_executed ?? 0;
  return {
    blocks: volume(grid),
    warpsPerBlock: warpsOf(volume(block)),
    sharedBytes: sum(SHARED_BYTES),
    single,
    double,
    instructions: Math.max(SURE_SHARE * estimated, certain + SURE_REST * (estimated - certain)),
    memoryInstructions,
    wavefronts: sum(WAVEFRONTS),
    sectors: sum(SECTORS),
    lines: sum(LINES),
    storedToL2: (demand?.storedToL2 ?? 0) + SURE_LOCAL * sum(LOCAL_STORES),
    atomics: sum(ATOMICS),
    atomicSectors: sum(ATOMIC_SECTORS),
    demand,
  };
}

/** An access at a line, as far as its cost matters. */
export type CostedLine = Pick<
  LineJson,
  "line" | "path" | "op" | "space" | "requests" | "sectors" | "sectorsIdeal" | "wavefronts" | "wavefrontsIdeal"
>;

/** Whether L1 has what an access goes to. */
export const isCached = (space: CostedLine["space"]): boolean => space === "global" || space === "local";

/** What an access costs above its ideal, in sectors of global and local memory and in wavefronts of shared memory. */
const excessOf = (line: CostedLine): Pick<Work, "sectors" | "wavefronts"> & { readonly stored: number } => {
  const sectors = line.op === "atomic" || line.op === "reduction" ? 0 : Math.max(0, line.sectors - line.sectorsIdeal);
  return {
    sectors: isCached(line.space) ? sectors : 0,
    stored: line.space === "global" && line.op === "store" ? sectors : 0,
    wavefronts: line.space === "shared" ? Math.max(0, line.wavefronts - line.wavefrontsIdeal) : 0,
  };
};

/** Whether what an access costs above its ideal is work of a part of the device that is bounded. */
export const isBounded = (line: CostedLine): boolean => {
  const { sectors, wavefronts } = excessOf(line);
  return sectors > 0 || wavefronts > 0;
};

const isGlobalLoad = ({ space, op }: CostedLine): boolean => space === "global" && op === "load";

/**
 * What loads add to the wavefronts of L1 when some of them cost their ideal, of all: it goes as their sectors above the ideal do,
 * down to a wavefront for each request.
 */
function addedWavefronts(added: number, some: readonly CostedLine[], all: readonly CostedLine[]): number {
  const excess = (lines: readonly CostedLine[]) =>
    lines.filter(isGlobalLoad).reduce((sum, { sectors, sectorsIdeal }) => sum + Math.max(0, sectors - sectorsIdeal), 0);
  const total = excess(all);
  if (total === 0) return added;
  const least = all
    .filter(isGlobalLoad)
    .reduce((sum, { requests, sectorsIdeal }) => sum + Math.max(0, requests - sectorsIdeal / 4), 0);
  return added - Math.max(0, added - least) * (excess(some) / total);
}

/** The work that is left when some accesses, of all, cost their ideal. */
export function withoutExcess(work: Work, lines: readonly CostedLine[], all: readonly CostedLine[]): Work {
  const { demand } = work;
  let { sectors, storedToL2, wavefronts } = work;
  for (const excess of lines.map(excessOf)) {
    sectors -= excess.sectors;
    storedToL2 -= excess.stored;
    wavefronts -= excess.wavefronts;
  }
  // An ideal access of four bytes a lane looks up a line for each four sectors.
  const lines128 = Math.min(work.lines, Math.max(0, work.lines - (work.sectors - sectors)) + work.sectors / 4);
  // Whatever is stored to has to reach L2 once.
  storedToL2 = Math.max(storedToL2, Math.min(work.storedToL2, demand?.storedSectors ?? 0));
  const eased = demand && { ...demand, addedWavefronts: addedWavefronts(demand.addedWavefronts, lines, all) };
  return { ...work, sectors, storedToL2, wavefronts, lines: lines128, demand: eased };
}
