/** What differs from the hardware in class A in the generated kernels under `random`, with reasons seen in the SASS. */
import { counters, type Known } from "./counterNames";

const loads = ["inst_executed_op_global_ld", "l1tex__t_requests_pipe_lsu_mem_global_op_ld"];
const sectors = ["l1tex_t_sectors_pipe_lsu_mem_global_op_ld", "l1tex_tags_mem_global", "data_bytes_mem_global_op_ld"];

export const knownOfRandom: Readonly<Record<string, Known>> = {
  "random/kernels1": {
    counters: [
      // The loop of what unrolling by four leaves loads the sum in global memory again; clang hands it over.
      ...counters("k24", ...loads, ...sectors),
    ],
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
};
