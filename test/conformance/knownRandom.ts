/** What differs from the hardware in class A in the generated kernels under `random`, with reasons seen in the SASS. */
import { counters, type Known } from "./counterNames";

/**
 * `(short)((float)in[…])` of integers: nvcc converts to and fro, clang makes one truncation of it, and a truncated load
 * is narrower.
 */
const roundTrip = (kernel: string) => counters(kernel, "data_bytes_mem_global_op_ld");

const loads = ["inst_executed_op_global_ld", "l1tex__t_requests_pipe_lsu_mem_global_op_ld"];
const sectors = ["l1tex_t_sectors_pipe_lsu_mem_global_op_ld", "l1tex_tags_mem_global", "data_bytes_mem_global_op_ld"];

/**
 * `k < t % 4 + 1`: nvcc unrolls the loop by four for the lanes with four rounds, then by two, then takes one; clang, which
 * knows that there are four rounds at most, copies the body four times with an exit after each.
 */
const upToFour = (kernel: string, ...names: readonly string[]) => counters(kernel, ...names);

export const knownOfRandom: Readonly<Record<string, Known>> = {
  "random/kernels1": {
    counters: [
      ...upToFour("k0", "fadd"),
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
      ...roundTrip("k14"),
    ],
  },
  "random/kernels5": {
    counters: [
      ...roundTrip("k4"),
      // Both of the above: a tile filled with a step of 33, and a loop of up to four rounds that reads it.
      ...counters("k24", ...loads, "inst_executed_op_shared_st"),
      ...upToFour("k24", "l1tex_data_pipe_lsu_wavefronts_mem_shared_op_ld", "data_bytes_mem_shared_op_ld"),
    ],
  },
  "random/kernels6": {
    counters: [
      ...upToFour("k1", ...loads),
      ...roundTrip("k12"),
      ...roundTrip("k16"),
      ...upToFour("k18", ...loads, "l1tex_tags_mem_global"),
    ],
  },
  "random/kernels7": {
    counters: [
      // A sum of converted shorts: clang adds integers and converts once.
      ...counters("k5", "fadd"),
      ...upToFour("k13", "fadd"),
      ...roundTrip("k16"),
    ],
  },
};
