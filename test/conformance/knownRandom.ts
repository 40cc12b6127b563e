/** What differs from the hardware in class A in the generated kernels under `random`, with reasons seen in the SASS. */
import { counters, type Known } from "./counterNames";

const loads = ["inst_executed_op_global_ld", "l1tex__t_requests_pipe_lsu_mem_global_op_ld"];
const sectors = ["l1tex_t_sectors_pipe_lsu_mem_global_op_ld", "l1tex_tags_mem_global", "data_bytes_mem_global_op_ld"];

/**
 * `k < t % 4 + 1`: the loop stands in the PTX as it is written, as in our IR; the assembler unrolls it by four for the lanes
 * with four rounds, then by two, then takes one, so that lanes of different numbers of rounds load apart.
 */
const upToFour = (kernel: string, ...names: readonly string[]) => counters(kernel, ...names);

export const knownOfRandom: Readonly<Record<string, Known>> = {
  "random/kernels1": {
    counters: [
      // The assembler copies a loop with a step of 33 sixteen times, and by eight and four for what is left, so that lanes
      // of different rounds part at other places.
      ...counters("k3", ...loads, "inst_executed_op_shared_st"),
      // The loop of what unrolling by four leaves loads the sum in global memory again; clang hands it over.
      ...counters("k24", ...loads, ...sectors),
    ],
  },
  "random/kernels3": {
    counters: [
      ...upToFour(
        "k0",
        "inst_executed_op_shared_ld",
        "l1tex_data_pipe_lsu_wavefronts_mem_shared_op_ld",
        "data_bytes_mem_shared_op_ld",
      ),
      ...upToFour("k2", ...loads, ...sectors),
    ],
  },
  "random/kernels5": {
    counters: [
      // Both of the above: a tile filled with a step of 33, and a loop of up to four rounds that reads it.
      ...counters("k24", ...loads, "inst_executed_op_shared_st"),
      ...upToFour("k24", "l1tex_data_pipe_lsu_wavefronts_mem_shared_op_ld", "data_bytes_mem_shared_op_ld"),
    ],
  },
  "random/kernels6": {
    counters: [...upToFour("k1", ...loads), ...upToFour("k18", ...loads, "l1tex_tags_mem_global")],
  },
  "random/kernels8": {
    // A tile filled with a step of 33, as in `kernels1`.
    counters: counters("k0", ...loads, "inst_executed_op_shared_st"),
  },
  "random/kernels9": {
    counters: [
      // Each round stores at one place what it loads from another, which may be the same: clang knows that one round is
      // enough, nvcc does all of them.
      ...counters("k6", ...loads, ...sectors),
      ...counters(
        "k6",
        "inst_executed_op_global_st",
        "l1tex__t_requests_pipe_lsu_mem_global_op_st",
        "l1tex_t_sectors_pipe_lsu_mem_global_op_st",
        "data_bytes_mem_global_op_st",
      ),
    ],
  },
  "random/kernels11": {
    counters: upToFour(
      "k9",
      "inst_executed_op_shared_ld",
      "l1tex_data_pipe_lsu_wavefronts_mem_shared_op_ld",
      "data_bytes_mem_shared_op_ld",
    ),
  },
};
