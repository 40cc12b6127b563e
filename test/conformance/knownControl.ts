/**
 * What differs from the hardware in class A in the kernels of `generateControl.py`, with reasons. Where a reason names PTX or
 * SASS it was seen there; the others follow from the counts and the source.
 */
import { counters, type Known } from "./counterNames";

export const knownOfControl: Readonly<Record<string, Known>> = {
  "random/control0": {
    counters: [
      // clang knows that no lane whose number leaves 3 divided by 4 is the first of its warp, so that nobody takes the
      // sum.
      ...counters("k8", "fadd", "fmul", "ffma"),
      // The assembler leaves 42 sums with one product apart where a comparison takes the last, and fuses them where it
      // is stored (machine code of both).
      ...counters("k9", "fadd", "fmul", "ffma"),
      // Of a loop that may be left at once clang multiplies the constant beforehand, and the product stays apart (PTX:
      // one `fma` after the loop).
      ...counters("k20", "fadd", "fmul", "ffma"),
      // Shuffles of a constant: the assembler knows what they give.
      ...counters("k22", "fadd", "fmul"),
    ],
  },
  "random/control1": {
    counters: [
      // Both ways take one value of shared memory, which nvcc loads before the loop (PTX), clang before and
      // after it.
      ...counters(
        "k23",
        "inst_executed_op_shared_ld",
        "l1tex_data_pipe_lsu_wavefronts_mem_shared_op_ld",
        "data_bytes_mem_shared_op_ld",
      ),
    ],
  },
  "random/control2": {
    counters: [
      // A nest of loops of constant lengths: clang copies the outer one too, nvcc only the inner one (PTX).
      ...counters(
        "k0",
        "inst_executed_op_global_ld",
        "inst_executed_op_global_st",
        "l1tex__t_requests_pipe_lsu_mem_global_op_ld",
        "l1tex__t_requests_pipe_lsu_mem_global_op_st",
        "l1tex_t_sectors_pipe_lsu_mem_global_op_ld",
        "l1tex_t_sectors_pipe_lsu_mem_global_op_st",
        "l1tex_tags_mem_global",
        "data_bytes_mem_global_op_ld",
        "fadd",
        "fmul",
        "ffma",
      ),
      // A condition that no round changes: clang leaves out all later branches on it, nvcc none (PTX: seven on `%p1`).
      ...counters(
        "k11",
        "inst_executed_op_global_ld",
        "l1tex__t_requests_pipe_lsu_mem_global_op_ld",
        "l1tex_t_sectors_pipe_lsu_mem_global_op_ld",
        "l1tex_tags_mem_global",
        "data_bytes_mem_global_op_ld",
        "fadd",
      ),
    ],
  },
  "random/control3": {
    counters: [
      // A nest of loops of constant lengths: clang copies the outer one too, nvcc only the inner one (PTX).
      ...counters(
        "k2",
        "l1tex_t_sectors_pipe_lsu_mem_global_op_ld",
        "l1tex_tags_mem_global",
        "data_bytes_mem_global_op_ld",
      ),
      // Cases that fall through: the lanes of each case run on by themselves (SASS: the last case's `LDS` is executed
      // three times by one warp); here they wait for each other.
      ...counters(
        "k4",
        "inst_executed_op_shared_ld",
        "l1tex_data_pipe_lsu_wavefronts_mem_shared_op_ld",
        "data_bytes_mem_shared_op_ld",
      ),
      // The assembler leaves out a loop that only looks for when to stop storing one value at one place.
      ...counters(
        "k9",
        "inst_executed_op_global_ld",
        "inst_executed_op_global_st",
        "l1tex__t_requests_pipe_lsu_mem_global_op_ld",
        "l1tex__t_requests_pipe_lsu_mem_global_op_st",
        "l1tex_t_sectors_pipe_lsu_mem_global_op_ld",
        "l1tex_t_sectors_pipe_lsu_mem_global_op_st",
        "l1tex_tags_mem_global",
        "data_bytes_mem_global_op_ld",
      ),
      // A nest of loops of constant lengths: clang copies the outer one too, nvcc only the inner one (PTX). The last
      // round's load then has no use.
      ...counters(
        "k11",
        "inst_executed_op_global_ld",
        "l1tex__t_requests_pipe_lsu_mem_global_op_ld",
        "l1tex_t_sectors_pipe_lsu_mem_global_op_ld",
        "l1tex_tags_mem_global",
        "data_bytes_mem_global_op_ld",
        "fadd",
      ),
      // A read-only load in a loop of a nest: the cause has not been found.
      ...counters("k14", "fadd"),
    ],
  },
  "random/control4": {
    counters: [
      // A nest of loops of constant lengths: clang copies the outer one too, nvcc only the inner one (PTX).
      ...counters(
        "k4",
        "inst_executed_op_global_ld",
        "l1tex__t_requests_pipe_lsu_mem_global_op_ld",
        "l1tex_t_sectors_pipe_lsu_mem_global_op_ld",
        "l1tex_tags_mem_global",
        "data_bytes_mem_global_op_ld",
      ),
      // Lanes of different numbers of rounds: the assembler copies the loop otherwise, so that they part at other
      // places.
      ...counters("k22", "inst_executed_op_global_ld", "l1tex__t_requests_pipe_lsu_mem_global_op_ld"),
      // A nest of loops of constant lengths: clang copies the outer one too, nvcc only the inner one (PTX).
      ...counters(
        "k24",
        "inst_executed_op_global_ld",
        "inst_executed_op_global_st",
        "l1tex__t_requests_pipe_lsu_mem_global_op_ld",
        "l1tex__t_requests_pipe_lsu_mem_global_op_st",
        "l1tex_t_sectors_pipe_lsu_mem_global_op_ld",
        "l1tex_tags_mem_global",
        "data_bytes_mem_global_op_ld",
        "fadd",
        "ffma",
      ),
    ],
  },
  "random/control5": {
    counters: [
      // A nest of loops of constant lengths: clang copies the outer one too, nvcc only the inner one (PTX).
      ...counters(
        "k1",
        "inst_executed_op_global_ld",
        "l1tex__t_requests_pipe_lsu_mem_global_op_ld",
        "l1tex_t_sectors_pipe_lsu_mem_global_op_ld",
        "l1tex_tags_mem_global",
        "data_bytes_mem_global_op_ld",
      ),
      // The loop of one round is left in the middle, so that lanes load apart.
      ...counters(
        "k6",
        "inst_executed_op_shared_ld",
        "l1tex_data_pipe_lsu_wavefronts_mem_shared_op_ld",
        "data_bytes_mem_shared_op_ld",
      ),
      // clang multiplies for lanes that do not want the product, nvcc after the branch (PTX: `$L__BB8_19`).
      ...counters("k8", "fmul"),
      // What a read-only load takes its address from is loaded once in each stage of the loop, too (machine code): nothing
      // is stored to global memory there.
      ...counters(
        "k10",
        "inst_executed_op_global_ld",
        "l1tex__t_requests_pipe_lsu_mem_global_op_ld",
        "l1tex_t_sectors_pipe_lsu_mem_global_op_ld",
        "l1tex_tags_mem_global",
        "data_bytes_mem_global_op_ld",
      ),
      // The assembler makes one product of four of the same value, which it loads once.
      ...counters("k17", "fadd"),
      // nvcc computes the exponential of a constant, and its sum with zero, itself (PTX).
      ...counters("k23", "fadd"),
    ],
  },
  "random/control6": {
    counters: [
      // Nobody takes what is read of the shared array. clang then drops what is stored to it, with the loads that bring
      // that; nvcc keeps both (PTX: `st.shared`).
      ...counters(
        "k18",
        "inst_executed_op_global_ld",
        "inst_executed_op_shared_st",
        "l1tex__t_requests_pipe_lsu_mem_global_op_ld",
        "l1tex_t_sectors_pipe_lsu_mem_global_op_ld",
        "l1tex_tags_mem_global",
        "l1tex_data_pipe_lsu_wavefronts_mem_shared_op_st",
        "data_bytes_mem_global_op_ld",
        "data_bytes_mem_shared_op_st",
      ),
    ],
  },
};
