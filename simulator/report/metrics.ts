/** Counters by Nsight Compute's names, from what the observers counted. */

import type { Architecture, Dim3 } from "../../analyzer/hardware/model";
import { SECTOR_BYTES } from "../../analyzer/hardware/model";
import { blocksByWarps, occupancyPercent, warpsOf } from "../../analyzer/hardware/occupancy";
import type { Operation } from "../../analyzer/lower/model";
import { type Issue, NO_ISSUE } from "../estimates/issue";
import type { LineCount, Metrics, Mix } from "../model";

/** `A`: equal to the hardware's; `B`: equal where both compilers keep the branch; `C`: modelled (docs/counters.md). */
export type CounterClass = "A" | "B" | "C";

const operations = { ld: "load", st: "store", atom: "atomic", red: "reduction" } as const;
type Suffix = keyof typeof operations;
const GLOBAL: readonly Suffix[] = ["ld", "st", "atom", "red"];

/** What a report is made of; everything but the lines is absent when nothing ran. */
export interface Counted {
  readonly lines: readonly LineCount[];
  readonly mix?: Mix;
  readonly issue?: Issue;
  readonly resources?: Resources;
}

/** What a block of the launch occupies; shared memory in bytes. */
export interface Resources {
  readonly device: Architecture;
  readonly block: Dim3;
  readonly staticShared: number;
  readonly dynamicShared: number;
}

interface Row {
  readonly name: string;
  readonly class: CounterClass;
  /** Of the launch, however many of its blocks were counted: no sum over blocks. */
  readonly perLaunch?: true;
  /** Undefined where it is not known. */
  readonly value: (counted: Counted) => number | undefined;
}

type Field = "requests" | "sectors" | "tags" | "wavefronts" | "bytes";

function sum(lines: readonly LineCount[], space: string, op: Operation | undefined, field: Field): number {
  let total = 0;
  for (const line of lines) {
    if (line.space !== space || (op && line.access.op !== op) || line.access.matrices !== undefined) continue;
    total += line[field];
  }
  return total;
}

const memory = (name: string, space: string, op: Operation | undefined, field: Field): Row => ({
  name,
  class: "A",
  value: ({ lines }) => sum(lines, space, op, field),
});

/**
 * Bytes that lanes requested. A generic access (`LD`, `ST`) is counted in every space at once,
 * wherever it leads. Reference: `loads` of `test/hardware/language/counters/statements.json`, line 22.
 */
const bytes = (space: string, suffix: "ld" | "st"): Row => ({
  name: `smsp__sass_data_bytes_mem_${space}_op_${suffix}`,
  class: "A",
  value: ({ lines }) => {
    const elsewhere = lines.filter((line) => line.access.space === "generic" && line.space !== space);
    const op = operations[suffix];
    const generic = elsewhere.reduce((total, line) => (line.access.op === op ? total + line.bytes : total), 0);
    return sum(lines, space, op, "bytes") + generic;
  },
});

/**
 * Matrix loads have a counter of their own and are in no other; matrix stores are in none. Reference: `ldmatrix4` and
 * `stmatrix4` of `test/hardware/language/counters/fragments.json`.
 */
const matrixLoads: Row = {
  name: "smsp__sass_inst_executed_op_ldsm",
  class: "A",
  value: ({ lines }) =>
    lines.reduce((total, { access, requests }) => {
      return access.matrices !== undefined && access.op === "load" ? total + requests : total;
    }, 0),
};

/** Shared atomics without a use of their result are still `atom` to the hardware's counters. */
const sharedAtomics = (name: string, field: Field): Row => ({
  name,
  class: "A",
  value: ({ lines }) => sum(lines, "shared", "atomic", field) + sum(lines, "shared", "reduction", field),
});

/** Each fetch and each access to a surface is one, whatever it reads; the texture unit serves a fetch in several requests. */
const textures: readonly Row[] = [
  { ...memory("smsp__sass_inst_executed_op_texture", "texture", undefined, "requests"), class: "B" },
  { ...memory("l1tex__t_requests_pipe_tex_mem_texture", "texture", undefined, "tags"), class: "B" },
  {
    name: "l1tex__t_sectors_pipe_tex_mem_texture",
    class: "B",
    value: ({ lines }) => {
      const isKnown = !lines.some(({ space, isPartial }) => space === "texture" && isPartial);
      return isKnown ? sum(lines, "texture", undefined, "bytes") / SECTOR_BYTES : undefined;
    },
  },
];

/**
 * Bulk copies, each lane's an instruction, and their sectors between L2 and shared memory. Reference:
 * `test/hardware/language/counters/bulkSectors.json`.
 */
const bulkCopies: readonly Row[] = [
  ...GLOBAL.flatMap((suffix) =>
    suffix === "atom"
      ? []
      : [memory(`smsp__sass_inst_executed_op_tma_${suffix}`, "bulk", operations[suffix], "requests")],
  ),
  ...(["st", "red"] as const).map((suffix) =>
    memory(`smsp__sass_inst_executed_op_dshared_tma_${suffix}`, "cluster", operations[suffix], "requests"),
  ),
  memory("l1tex__m_xbar2l1tex_read_sectors_mem_global_op_tma_ld", "bulk", "load", "sectors"),
  memory("l1tex__m_l1tex2xbar_write_sectors_mem_global_op_tma_st", "bulk", "store", "sectors"),
  memory("l1tex__m_l1tex2xbar_write_sectors_mem_global_op_tma_red", "bulk", "reduction", "sectors"),
  memory("l1tex__m_l1tex2xbar_write_sectors_mem_dshared_op_tma_st", "cluster", "store", "sectors"),
  memory("l1tex__m_l1tex2xbar_write_sectors_mem_dshared_op_tma_red", "cluster", "reduction", "sectors"),
];

/** Within a band: nvcc adds exchanges of its own where it combines atomics over the warp. */
const exchanges: Row = {
  name: "smsp__sass_thread_inst_executed_op_inter_thread_communication_pred_on",
  class: "B",
  value: ({ mix }) => mix?.exchanges ?? 0,
};

const issued = (name: string, of: (issue: Issue) => number): Row => ({
  name,
  class: "B",
  value: ({ issue = NO_ISSUE }) => of(issue),
});

/** Estimates of what the machine code issues (`estimates/issue.ts`). */
const issues: readonly Row[] = [
  issued("smsp__inst_executed", ({ instructions }) => instructions),
  issued("smsp__thread_inst_executed", ({ threads }) => threads),
  issued("smsp__thread_inst_executed_pred_on", ({ threadsOn }) => threadsOn),
  issued("smsp__inst_executed_op_branch", ({ branchInstructions }) => branchInstructions),
  issued("smsp__sass_branch_targets", ({ targets }) => targets),
  issued("smsp__sass_branch_targets_threads_uniform", ({ targets, divergent }) => targets - divergent),
  issued("smsp__sass_branch_targets_threads_divergent", ({ divergent }) => divergent),
];

/** Loads from constant memory: those of the source, and those of parameters, which are requests of one address. */
const constants: readonly Row[] = [
  ["smsp__inst_executed_op_ldc", "requests"] as const,
  ["idc__requests", "wavefronts"] as const,
].map(([name, field]) => ({
  name,
  class: "B",
  value: ({ lines, issue = NO_ISSUE }) => sum(lines, "constant", undefined, field) + issue.parameterLoads,
}));

const resource = (name: string, of: (resources: Resources, warps: number) => number): Row => ({
  name,
  class: "C",
  perLaunch: true,
  value: ({ resources }) => {
    if (!resources) return 0;
    const [x, y, z] = resources.block;
    return of(resources, warpsOf(x * y * z));
  },
});

/** Registers are not known before ptxas has run: occupancy is that of kernels that they do not limit. */
const occupancy: readonly Row[] = [
  resource("launch__shared_mem_per_block_static", ({ staticShared }) => staticShared),
  resource("launch__shared_mem_per_block_dynamic", ({ dynamicShared }) => dynamicShared),
  resource("launch__occupancy_limit_blocks", ({ device }) => device.maxBlocksPerMultiprocessor),
  resource("launch__occupancy_limit_warps", ({ device }, warps) => blocksByWarps(device, warps)),
  resource("sm__maximum_warps_per_active_cycle_pct", ({ device, staticShared, dynamicShared }, warps) =>
    occupancyPercent(device, { warps, shared: staticShared + dynamicShared }),
  ),
];

/**
 * L1 counts asynchronous copies among its loads. Reference: `copies` of `test/hardware/language/counters/statements.json`,
 * `asyncCopy` of `test/hardware/counters/modern.json`.
 */
const requestsOfLoads: Row = {
  name: "l1tex__t_requests_pipe_lsu_mem_global_op_ld",
  class: "A",
  value: ({ lines }) => sum(lines, "global", "load", "requests") + sum(lines, "global", "copy", "requests"),
};

const arithmetic = (kind: keyof Mix["arithmetic"]): Row => ({
  name: `smsp__sass_thread_inst_executed_op_${kind}_pred_on`,
  class: "A",
  value: ({ mix }) => mix?.arithmetic[kind] ?? 0,
});

const rows: readonly Row[] = [
  ...GLOBAL.flatMap((suffix) => {
    const op = operations[suffix];
    return [
      memory(`smsp__sass_inst_executed_op_global_${suffix}`, "global", op, "requests"),
      suffix === "ld"
        ? requestsOfLoads
        : memory(`l1tex__t_requests_pipe_lsu_mem_global_op_${suffix}`, "global", op, "requests"),
      memory(`smsp__sass_l1tex_t_sectors_pipe_lsu_mem_global_op_${suffix}`, "global", op, "sectors"),
    ];
  }),
  memory("smsp__sass_l1tex_tags_mem_global", "global", undefined, "tags"),
  ...(["ld", "st"] as const).flatMap((suffix) => {
    const op = operations[suffix];
    return [
      memory(`smsp__sass_inst_executed_op_shared_${suffix}`, "shared", op, "requests"),
      memory(`smsp__sass_l1tex_data_pipe_lsu_wavefronts_mem_shared_op_${suffix}`, "shared", op, "wavefronts"),
      memory(`smsp__sass_inst_executed_op_local_${suffix}`, "local", op, "requests"),
      memory(`smsp__sass_l1tex_t_sectors_pipe_lsu_mem_local_op_${suffix}`, "local", op, "sectors"),
      ...["global", "shared", "local"].map((space) => bytes(space, suffix)),
    ];
  }),
  sharedAtomics("smsp__sass_inst_executed_op_shared_atom", "requests"),
  sharedAtomics("smsp__sass_l1tex_data_pipe_lsu_wavefronts_mem_shared_op_atom", "wavefronts"),
  matrixLoads,
  memory("smsp__sass_inst_executed_op_ldgsts", "global", "copy", "requests"),
  memory("smsp__sass_l1tex_t_sectors_pipe_lsu_mem_global_op_ldgsts", "global", "copy", "sectors"),
  ...bulkCopies,
  ...(["fadd", "fmul", "ffma", "dadd", "dmul", "dfma"] as const).map(arithmetic),
  ...textures,
  exchanges,
  ...issues,
  ...constants,
  ...occupancy,
];

/** The class of every counter that a report has. */
export const counterClasses: Readonly<Record<string, CounterClass>> = Object.fromEntries(
  rows.map((row) => [row.name, row.class]),
);

/** Figures of the launch that are no sums over its blocks. */
export const launchFigures: ReadonlySet<string> = new Set(
  rows.filter(({ perLaunch }) => perLaunch).map(({ name }) => name),
);

/** A report in which nothing happened. Its copies have their names from the beginning, which is a third of a small launch. */
const nothing: Readonly<Record<string, number>> = Object.fromEntries(rows.map(({ name }) => [name, 0]));

/** Every counter that is known, 0 where nothing happened. */
export function buildMetrics(counted: Counted): Metrics {
  const metrics: Record<string, number> = { ...nothing };
  for (const { name, value } of rows) {
    const figure = value(counted);
    if (figure === undefined) delete metrics[name];
    else metrics[name] = figure;
  }
  return metrics;
}
