/** Counters by Nsight Compute's names, from what the observers counted. */
import type { Operation } from "../analyzer/lower/model";
import type { LineCount, Metrics } from "./model";
import type { Mix } from "./observers/mix";

/** `A`: equal to the hardware's; `B`: equal where both compilers keep the branch; `C`: modelled (docs/counters.md). */
export type CounterClass = "A" | "B" | "C";

const operations = { ld: "load", st: "store", atom: "atomic", red: "reduction" } as const;
type Suffix = keyof typeof operations;
const GLOBAL: readonly Suffix[] = ["ld", "st", "atom", "red"];

interface Row {
  readonly name: string;
  readonly class: CounterClass;
  readonly value: (lines: readonly LineCount[], mix: Mix | undefined) => number;
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
  value: (lines) => sum(lines, space, op, field),
});

/**
 * Bytes that lanes asked for. An access whose space only its address tells (`LD`, `ST`) is counted in every space at once,
 * wherever it leads. Reference: `loads` of `test/hardware/language/counters/statements.json`, line 22.
 */
const bytes = (space: string, suffix: "ld" | "st"): Row => ({
  name: `smsp__sass_data_bytes_mem_${space}_op_${suffix}`,
  class: "A",
  value: (lines) => {
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
  value: (lines) =>
    lines.reduce((total, { access, requests }) => {
      return access.matrices !== undefined && access.op === "load" ? total + requests : total;
    }, 0),
};

/** Shared atomics whose result nobody reads are still `atom` to the hardware's counters. */
const sharedAtomics = (name: string, field: Field): Row => ({
  name,
  class: "A",
  value: (lines) => sum(lines, "shared", "atomic", field) + sum(lines, "shared", "reduction", field),
});

/** Each fetch and each access to a surface is one, whatever it reads. */
const textures: Row = {
  ...memory("smsp__sass_inst_executed_op_texture", "texture", undefined, "requests"),
  class: "B",
};

/** Within a band: nvcc adds exchanges of its own where it combines atomics over the warp. */
const exchanges: Row = {
  name: "smsp__sass_thread_inst_executed_op_inter_thread_communication_pred_on",
  class: "B",
  value: (_lines, mix) => mix?.exchanges ?? 0,
};

const arithmetic = (kind: keyof Mix["arithmetic"]): Row => ({
  name: `smsp__sass_thread_inst_executed_op_${kind}_pred_on`,
  class: "A",
  value: (_lines, mix) => mix?.arithmetic[kind] ?? 0,
});

const rows: readonly Row[] = [
  ...GLOBAL.flatMap((suffix) => {
    const op = operations[suffix];
    return [
      memory(`smsp__sass_inst_executed_op_global_${suffix}`, "global", op, "requests"),
      memory(`l1tex__t_requests_pipe_lsu_mem_global_op_${suffix}`, "global", op, "requests"),
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
  ...(["fadd", "fmul", "ffma", "dadd", "dmul", "dfma"] as const).map(arithmetic),
  textures,
  exchanges,
];

/** The class of every counter that a report has. */
export const counterClasses: Readonly<Record<string, CounterClass>> = Object.fromEntries(
  rows.map((row) => [row.name, row.class]),
);

/** Every counter, 0 where nothing happened. */
export function buildMetrics(lines: readonly LineCount[], mix: Mix | undefined): Metrics {
  return Object.fromEntries(rows.map((row) => [row.name, row.value(lines, mix)]));
}
