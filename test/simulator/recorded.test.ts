/** Every launch of the recorded programs counts what the H200 counted: class A of COUNTERS.md. */
import assert from "node:assert/strict";
import { counterClasses } from "../../simulator/report";
import { atomics } from "./launches/atomics";
import { coalescing } from "./launches/coalescing";
import { divergence } from "./launches/divergence";
import { matmul } from "./launches/matmul";
import { memorySpaces } from "./launches/memory_spaces";
import { modern } from "./launches/modern";
import { sharedBanks } from "./launches/shared_banks";
import type { Step } from "./launches/step";
import { Bench, type MeasuredLaunch, measured, recorded } from "./support";

const programs: Readonly<Record<string, (bench: Bench) => readonly Step[]>> = {
  shared_banks: sharedBanks,
  coalescing,
  matmul,
  divergence,
  atomics,
  memory_spaces: memorySpaces,
  modern,
};

/** Launches at the end of a program that are not simulated here: textures, device `printf`. */
const notRun: Readonly<Record<string, number>> = { memory_spaces: 9, modern: 1 };

/** Counters of class A that differ, as `name: simulated, measured on hardware`. */
function differences(metrics: Readonly<Record<string, number>>, launch: MeasuredLaunch): string[] {
  return Object.entries(metrics).flatMap(([name, value]) => {
    const hardware = launch.metrics[name];
    if (counterClasses[name] !== "A" || hardware === undefined || launch.unstable?.includes(name)) return [];
    return value === hardware ? [] : [`${name}: ${value}, measured ${hardware}`];
  });
}

/**
 * What differs, and why. A difference that goes away fails the test as much as a new one: the list says what is true.
 */
const explained: Readonly<
  Record<string, readonly { readonly differs: readonly string[]; readonly because: string }[]>
> = {
  shared_banks: [
    {
      because: "clang computes 2.0f * t and 3.0f * t as integers before it converts; nvcc multiplies floats",
      differs: [
        "64 structTwelveBytes(float *): smsp__sass_thread_inst_executed_op_fadd_pred_on: 0, measured 256",
        "64 structTwelveBytes(float *): smsp__sass_thread_inst_executed_op_fmul_pred_on: 0, measured 256",
      ],
    },
  ],
  coalescing: [
    {
      because: "not known: the device looked up 34 tags for 32 aligned requests of each unrolled access",
      differs: ["83 gridStride(float *, int): smsp__sass_l1tex_tags_mem_global: 314, measured 330"],
    },
  ],
  divergence: [
    {
      because: "nvcc expands a square root into multiplications and fused additions",
      differs: [
        "0 uniformByBlock(float *): smsp__sass_thread_inst_executed_op_fmul_pred_on: 0, measured 1024",
        "0 uniformByBlock(float *): smsp__sass_thread_inst_executed_op_ffma_pred_on: 1024, measured 1536",
      ],
    },
  ],
  memory_spaces: [
    {
      because: "nvcc contracts a product that clang has moved to another block",
      differs: [
        "9 volume(cudaPitchedPtr, int, int, int): smsp__sass_thread_inst_executed_op_fadd_pred_on: 1200, measured 0",
        "9 volume(cudaPitchedPtr, int, int, int): smsp__sass_thread_inst_executed_op_ffma_pred_on: 1200, measured 2400",
      ],
    },
  ],
  modern: [
    {
      because: "the two compilers choose other products of the loop to contract",
      differs: [
        "0 julia(unsigned char *, int): smsp__sass_thread_inst_executed_op_fadd_pred_on: 89544, measured 134316",
        "0 julia(unsigned char *, int): smsp__sass_thread_inst_executed_op_ffma_pred_on: 134316, measured 125544",
        "0 julia(unsigned char *, int): smsp__sass_thread_inst_executed_op_fmul_pred_on: 141516, measured 123602",
      ],
    },
    {
      because: "the requests of LDGSTS are under this name too (excepted in COUNTERS.md)",
      differs: ["3 asyncCopy(const int4 *, int4 *): l1tex__t_requests_pipe_lsu_mem_global_op_ld: 0, measured 16"],
    },
  ],
  atomics: [
    {
      because: "the order in which warps draw from one counter decides where they store",
      differs: [
        "6 compact(const int *, int *, int *, int): smsp__sass_l1tex_t_sectors_pipe_lsu_mem_global_op_st: 71, measured 69",
      ],
    },
    {
      because:
        "five blocks race in a loop of compare-and-swap: the losers try again, here blocks run one after the other",
      differs: [
        "8 product(float *): smsp__sass_inst_executed_op_global_atom: 5, measured 15",
        "8 product(float *): l1tex__t_requests_pipe_lsu_mem_global_op_atom: 5, measured 15",
        "8 product(float *): smsp__sass_l1tex_t_sectors_pipe_lsu_mem_global_op_atom: 5, measured 15",
        "8 product(float *): smsp__sass_l1tex_tags_mem_global: 10, measured 20",
        "8 product(float *): smsp__sass_thread_inst_executed_op_fadd_pred_on: 5, measured 15",
      ],
    },
  ],
};

describe("launches recorded on hardware", () => {
  for (const [name, stepsOf] of Object.entries(programs)) {
    it(name, async () => {
      const bench = new Bench(await recorded(name));
      const launches = measured(name);
      const steps = stepsOf(bench);
      assert.equal(steps.length, launches.length - (notRun[name] ?? 0));
      const wrong: string[] = [];
      steps.forEach((step, index) => {
        step.before?.();
        const launch = launches[index]!;
        const report = bench.launch(step.kernel, step.grid, step.block, step.args, { shared: step.shared ?? 0 });
        const title = `${index} ${launch.signature}`;
        if (report.outcome.kind !== "completed") wrong.push(`${title}: ${report.outcome.message}`);
        else wrong.push(...differences(report.metrics, launch).map((line) => `${title}: ${line}`));
      });
      assert.deepEqual(wrong.sort(), (explained[name] ?? []).flatMap(({ differs }) => differs).sort());
    });
  }
});
