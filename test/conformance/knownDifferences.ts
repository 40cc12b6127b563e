import { counters, type Known } from "./counterNames";
import { knownOfAlgorithms } from "./knownAlgorithms";
import { knownOfControl } from "./knownControl";
import { knownOfRandom } from "./knownRandom";

const globalLoads = (kernel: string) =>
  counters(
    kernel,
    "inst_executed_op_global_ld",
    "l1tex__t_requests_pipe_lsu_mem_global_op_ld",
    "l1tex_t_sectors_pipe_lsu_mem_global_op_ld",
    "l1tex_tags_mem_global",
    "data_bytes_mem_global_op_ld",
  );

const genericBytes = (kernel: string, ...ops: string[]) =>
  ops.flatMap((op) => ["shared", "local"].map((space) => `${kernel} smsp__sass_data_bytes_mem_${space}_op_${op}`));

/**
 * What still differs from the hardware in class A, by program: `kernel counter` pairs, each group with its reason. The
 * test wants exactly these, so that neither a new difference nor one that has gone stays unseen.
 */
export const known: Readonly<Record<string, Known>> = {
  atomics: {
    counters: [
      // The order in which warps reach its counter decides which places a warp's stores go to: the program's own race.
      // The recording's two runs already disagree on the tags of the same stores.
      "compact smsp__sass_l1tex_t_sectors_pipe_lsu_mem_global_op_st",
      // A loop of compare-and-swap on one place by five blocks at once: how often a warp must try again is a matter
      // of timing. The simulator runs one block after the other, so that nobody tries twice.
      "product smsp__sass_inst_executed_op_global_atom",
      "product l1tex__t_requests_pipe_lsu_mem_global_op_atom",
      "product smsp__sass_l1tex_t_sectors_pipe_lsu_mem_global_op_atom",
      "product smsp__sass_l1tex_tags_mem_global",
      ...counters("product", "fadd"),
    ],
  },
  coalescing: {
    counters: [
      // nvcc unrolls the loop by 4 after a loop for the remainder (PTX, `$L__BB11_3` and `$L__BB11_6`): in the one warp
      // whose lanes have different trip counts, lanes are an iteration apart from then on and touch two lines instead of one.
      "gridStride smsp__sass_l1tex_tags_mem_global",
    ],
  },
  "language/asyncWidths": {
    counters: [
      // The state of a block's pipeline counts the threads that use it: one sets it through a generic pointer, each warp takes
      // its threads off at the end. Ours has none.
      ...["pipelinesOfBlocks", "pipelinesOfBlocksWithPromises"].flatMap((kernel) => [
        ...counters(
          kernel,
          "inst_executed_op_shared_st",
          "l1tex_data_pipe_lsu_wavefronts_mem_shared_op_st",
          "inst_executed_op_shared_atom",
          "l1tex_data_pipe_lsu_wavefronts_mem_shared_op_atom",
          "data_bytes_mem_global_op_st",
          "data_bytes_mem_shared_op_st",
          "data_bytes_mem_local_op_st",
        ),
      ]),
    ],
  },
  modern: {
    // nvcc keeps the squares of the norm for the next iteration (PTX: `%f7` and `%f8`), so that their sum stays an
    // addition; clang's copy of the loop multiplies again and the sum is fused.
    counters: counters("julia", "fadd", "fmul", "ffma"),
  },
  "blind/calls": {
    counters: [
      // The frames of a recursion: what nvcc keeps on the stack from call to call, clang's code does not have.
      ...["ld", "st"].flatMap((op) =>
        counters(
          "recursive",
          `inst_executed_op_local_${op}`,
          `l1tex_t_sectors_pipe_lsu_mem_local_op_${op}`,
          `data_bytes_mem_local_op_${op}`,
        ),
      ),
    ],
  },
  "blind/layouts": {
    counters: [
      // clang loads the two bytes of the integer that the cast leaves.
      ...counters("relink", "data_bytes_mem_global_op_ld"),
      // A copied union is loaded whole (SASS: one `LDG.E`); clang loads the two parts of it that are used.
      ...globalLoads("swapHalves"),
    ],
  },
  "language/fragments": {
    // nvcc makes products of fp8 out of products of halves, and adds the two halves of the inner dimension up itself.
    counters: counters("fp8x16x8x32", "fadd"),
  },
  "language/matrix": {
    counters: [
      // Both operands are one matrix; nvcc loads its words once (SASS: four `LDG` instead of eight).
      ...globalLoads("perLane"),
      // nvcc reaches bfloat16, tf32 and double matrices through generic addresses, whose bytes the hardware's counters
      // count as those of every space (SASS: `LD.E`); they all lead to global memory.
      ...["bfloatRowRow", "bfloatColCol", "bfloat32x8", "bfloat8x32"].flatMap((kernel) => genericBytes(kernel, "ld")),
      ...["doubles", "doublesCol", "tf32RowCol", "tf32ColRow"].flatMap((kernel) => genericBytes(kernel, "ld", "st")),
    ],
  },
  "language/slowPathsInUse": {
    counters: [
      // The logarithm of a magnitude: the scaled argument is computed of all and selected, and the product with the
      // logarithm is a fused multiply-add (SASS: `FFMA R3, -|R0|, R3, -RZ`).
      ...counters("entropy", "fmul", "ffma"),
      // nvcc changes signs by additions where a function reads the bits (SASS: `DADD R10, -RZ, |R2|`), here for the product besides.
      ...counters("entropyDouble", "dadd"),
    ],
  },
  "language/statements": {
    counters: [
      // `ld.u32` without a space is a generic load, as above.
      ...genericBytes("loads", "ld"),
    ],
  },
  ...knownOfAlgorithms,
  ...knownOfRandom,
  ...knownOfControl,
};
