/** What a launch gives the parts of the device to do, as far as the counters say it. */
import type { Dim3 } from "../../analyzer/hardware/model";
import type { LineJson } from "../formats/launch";

/** Work of one launch, summed over its blocks. */
export interface Work {
  readonly blocks: number;
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
  /** Sectors of global stores, which all reach L2. */
  readonly storeSectors: number;
  /** Requests of global atomics. */
  readonly atomics: number;
}

/** A launch as far as its work depends on it. */
export interface Launched {
  readonly grid: Dim3;
  /** Counters by Nsight Compute's names, recorded or simulated. */
  readonly metrics: Readonly<Record<string, number>>;
}

const LANES = 32;
/**
 * The share of the estimated instructions that counts. The estimate is of class B: for nine launches of ten it is within
 * 25 % of what an H200 counted (`docs/conformance.md`), and few launches issue near the peak.
 */
const SURE_SHARE = 0.7;
const volume = ([x, y, z]: Dim3): number => x * y * z;

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
const STORE_SECTORS = ["smsp__sass_l1tex_t_sectors_pipe_lsu_mem_global_op_st"];
const ATOMICS = ["atom", "red"].map((op) => `l1tex__t_requests_pipe_lsu_mem_global_op_${op}`);
const operations = (...kinds: readonly string[]) =>
  kinds.map((kind) => `smsp__sass_thread_inst_executed_op_${kind}_pred_on`);
const SINGLE = operations("fadd", "fmul", "ffma");
const DOUBLE = operations("dadd", "dmul", "dfma");

/** The work of a launch. */
export function workOf({ grid, metrics }: Launched): Work {
  const sum = (names: readonly string[]) => names.reduce((total, name) => total + (metrics[name] ?? 0), 0);
  const blocks = volume(grid);
  return {
    blocks,
    single: sum(SINGLE) / LANES,
    double: sum(DOUBLE) / LANES,
    instructions: SURE_SHARE * (metrics.smsp__inst_executed ?? 0),
    memoryInstructions: sum(INSTRUCTIONS),
    wavefronts: sum(WAVEFRONTS),
    sectors: sum(SECTORS),
    storeSectors: sum(STORE_SECTORS),
    atomics: sum(ATOMICS),
  };
}

/** What an access costs above its ideal, in sectors of global and local memory and in wavefronts of shared memory. */
const excessOf = (line: LineJson): Pick<Work, "sectors" | "storeSectors" | "wavefronts"> => {
  const sectors = line.op === "atomic" || line.op === "reduction" ? 0 : Math.max(0, line.sectors - line.sectorsIdeal);
  const isCached = line.space === "global" || line.space === "local";
  return {
    sectors: isCached ? sectors : 0,
    storeSectors: line.space === "global" && line.op === "store" ? sectors : 0,
    wavefronts: line.space === "shared" ? Math.max(0, line.wavefronts - line.wavefrontsIdeal) : 0,
  };
};

/** The work that is left when accesses cost their ideal. */
export function withoutExcess(work: Work, lines: readonly LineJson[]): Work {
  let { sectors, storeSectors, wavefronts } = work;
  for (const excess of lines.map(excessOf)) {
    sectors -= excess.sectors;
    storeSectors -= excess.storeSectors;
    wavefronts -= excess.wavefronts;
  }
  return { ...work, sectors, storeSectors, wavefronts };
}
