/**
 * What still differs from the hardware in class A in the programs under `algorithms`, with reasons. Where a reason names
 * PTX or SASS it was seen there; the others follow from the counts and the source and have not been proved.
 */
import { counters, type Known } from "./counterNames";

export const knownOfAlgorithms: Readonly<Record<string, Known>> = {
  "algorithms/deep": {
    counters: [
      // nvcc's unrolled loops load four scores at once (SASS: `LDS.128`); `rsqrtf` or the power of an infinite score
      // is scaled under a predicate.
      ...counters(
        "attentionNaive",
        "inst_executed_op_shared_ld",
        "l1tex_data_pipe_lsu_wavefronts_mem_shared_op_ld",
        "data_bytes_mem_shared_op_ld",
        "fmul",
      ),
      // nvcc loads two of the best values at once before the search (SASS: `LDL.64` in line 308), clang each by
      // itself.
      ...counters("topK", "inst_executed_op_local_ld", "l1tex_t_sectors_pipe_lsu_mem_local_op_ld"),
    ],
  },
  "algorithms/graphs": {
    counters: [
      // Float additions to shared memory are loops (SASS: `ATOMS.CAST.SPIN`): how often a lane must try again is a
      // matter of order in the warp.
      ...counters(
        "kmeansSums",
        "inst_executed_op_shared_ld",
        "inst_executed_op_shared_atom",
        "l1tex_data_pipe_lsu_wavefronts_mem_shared_op_ld",
        "l1tex_data_pipe_lsu_wavefronts_mem_shared_op_atom",
      ),
      // nvcc hands elements of the local arrays from one iteration to the next in other places than clang.
      ...counters(
        "knnInsert",
        "inst_executed_op_local_ld",
        "l1tex_t_sectors_pipe_lsu_mem_local_op_ld",
        "data_bytes_mem_local_op_ld",
      ),
      // nvcc loads a node's children only where the search goes on (PTX: after `%p2`), clang the node with its key.
      ...counters(
        "treeSearch",
        "l1tex_t_sectors_pipe_lsu_mem_global_op_ld",
        "l1tex_tags_mem_global",
        "data_bytes_mem_global_op_ld",
      ),
      // clang hands more elements of the row from one iteration to the next than nvcc does.
      ...counters(
        "editDistance",
        "inst_executed_op_local_ld",
        "l1tex_t_sectors_pipe_lsu_mem_local_op_ld",
        "data_bytes_mem_local_op_ld",
      ),
    ],
  },
  "algorithms/images": {
    counters: [
      // Products that an iteration leaves for the next stay products in nvcc's code, as in `julia` of `modern.cu`.
      ...counters("mandelbrotDouble", "dadd", "dmul"),
    ],
  },
  "algorithms/language": {
    counters: [
      // nvcc keeps the recursion as calls with frames in local memory; clang makes half of it a loop, and the
      // simulator's calls keep nothing in memory.
      ...counters(
        "recursion",
        "inst_executed_op_global_st",
        "inst_executed_op_local_ld",
        "inst_executed_op_local_st",
        "l1tex__t_requests_pipe_lsu_mem_global_op_st",
        "l1tex_t_sectors_pipe_lsu_mem_global_op_st",
        "l1tex_t_sectors_pipe_lsu_mem_local_op_ld",
        "l1tex_t_sectors_pipe_lsu_mem_local_op_st",
        "l1tex_tags_mem_global",
        "data_bytes_mem_local_op_ld",
        "data_bytes_mem_local_op_st",
      ),
      // nvcc keeps the top of the stack in a register across some cases of the switch.
      ...counters(
        "interpreter",
        "inst_executed_op_local_ld",
        "l1tex_t_sectors_pipe_lsu_mem_local_op_ld",
        "data_bytes_mem_local_op_ld",
      ),
      // nvcc fills the table before the early return (SASS: `STL.128` by all 192 lanes), clang after it.
      ...counters(
        "localLookup",
        "inst_executed_op_local_st",
        "l1tex_t_sectors_pipe_lsu_mem_local_op_st",
        "data_bytes_mem_local_op_st",
      ),
      // nvcc loads four bytes of the function's address (SASS: `LDG.E R4`), clang all eight.
      ...counters("throughPointers", "data_bytes_mem_global_op_ld"),
    ],
  },
  "algorithms/linear": {
    counters: [
      // One of nvcc's copies of the loop loads four elements at once (SASS: `LDS.128`), the others one by one.
      ...counters(
        "gemvTransposed",
        "inst_executed_op_shared_ld",
        "l1tex_data_pipe_lsu_wavefronts_mem_shared_op_ld",
        "data_bytes_mem_shared_op_ld",
      ),
      // The compilers unroll the triangular loops differently, and so keep other sums in registers.
      ...counters(
        "luDiagonal",
        "inst_executed_op_shared_ld",
        "l1tex_data_pipe_lsu_wavefronts_mem_shared_op_ld",
        "data_bytes_mem_shared_op_ld",
      ),
      // clang computes both arms of `?:` and selects; nvcc branches, and fuses other products.
      ...counters("tridiagonal", "fmul", "ffma"),
    ],
  },
  "algorithms/scans": {
    counters: [
      // The order of the warps' atomics decides where a warp's stores go: the program's own race.
      ...counters("compactGroups", "l1tex_tags_mem_global"),
    ],
  },
  "algorithms/science": {
    counters: [
      // Products of the two options are shared and fused otherwise; approximations scale operands under a predicate.
      ...counters("blackScholes", "fadd", "fmul", "ffma"),
      // Operations of `sincospif` depend on the quadrant.
      ...counters("boxMuller", "fadd", "ffma"),
      // `sincospif` as in `boxMuller`. nvcc unrolls the loop over the stages and loads more often.
      ...counters(
        "fftShared",
        "inst_executed_op_shared_ld",
        "l1tex_data_pipe_lsu_wavefronts_mem_shared_op_ld",
        "fadd",
        "fmul",
        "ffma",
      ),
    ],
  },
  "algorithms/sorting": {
    counters: [
      // nvcc loads the elements of four unrolled rounds at once, over their branches (SASS: `LDS.128`).
      ...counters("rankSort", "inst_executed_op_shared_ld", "l1tex_data_pipe_lsu_wavefronts_mem_shared_op_ld"),
      // nvcc has one store after both arms (PTX: `$L__BB8_7`), clang one in each.
      ...counters(
        "mergeRuns",
        "inst_executed_op_global_st",
        "l1tex__t_requests_pipe_lsu_mem_global_op_st",
        "l1tex_t_sectors_pipe_lsu_mem_global_op_st",
        "l1tex_tags_mem_global",
      ),
      // One sector and one line of the stores: the cause has not been found.
      ...counters("mergePath", "l1tex_t_sectors_pipe_lsu_mem_global_op_st", "l1tex_tags_mem_global"),
    ],
  },
  "algorithms/stencils": {
    counters: [
      // `MIN` reads the lesser operand again: nvcc loads it (SASS: two more `LDS` in lines 137 and 138), clang
      // selects.
      ...counters(
        "pathfinder",
        "inst_executed_op_shared_ld",
        "l1tex_data_pipe_lsu_wavefronts_mem_shared_op_ld",
        "data_bytes_mem_shared_op_ld",
      ),
      // nvcc loads four neighbours in every step (SASS); clang's unrolled code hands some to the next step.
      ...counters("needleDiagonal", "inst_executed_op_shared_ld", "l1tex_data_pipe_lsu_wavefronts_mem_shared_op_ld"),
      // Two sums with constant factors that unrolling leaves are additions to nvcc: which ones has not been found.
      ...counters("latticeSoA", "fadd", "ffma"),
      // After the arms nvcc takes the `q[i]` that either of them loaded (PTX: `%f19`); clang's code has more loads.
      ...counters(
        "upwind",
        "inst_executed_op_global_ld",
        "l1tex__t_requests_pipe_lsu_mem_global_op_ld",
        "l1tex_t_sectors_pipe_lsu_mem_global_op_ld",
        "l1tex_tags_mem_global",
      ),
    ],
  },
};
