/**
 * Why a line of the recorded programs is lowered otherwise than nvcc does it, by `program:line`, written by hand. The
 * test fails for a differing line without a reason, and for a reason whose line no longer differs.
 */
export const reasons: Readonly<Record<string, string>> = {
  "divergence:108":
    "The atomic stands behind `threadIdx.x == 0`, so nvcc sees that one lane at most performs it and combines nothing. The counts are the same either way.",
  "matmul:40":
    "nvcc gives the load of line 40 the line 41 of the load beside it. The kernel has the same two loads. The counts are the same.",
  "memory_spaces:91":
    "nvcc gives the fetch the line of its coordinate, clang that of the call. The counts are the same.",
  "memory_spaces:92": "The other half of `memory_spaces:91`: the fetch is counted at its call here.",
};
