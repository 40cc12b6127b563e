/** Barriers and fences. Blocks run one warp at a time, so that fences have nothing to order. */
import { Cell, Place } from "../memory/layout";
import { Op } from "../wasm/opcodes";
import type { Intrinsic, Table } from "./table";

const barrier: Intrinsic = { origin: "uniform", barrier: true };
const nothing: Intrinsic = { origin: "uniform", emit: () => {} };

/** `__syncthreads_count`, `_and`, `_or`: what all threads' predicates come to, read behind the barrier. */
function voting(kind: "popc" | "and" | "or"): Intrinsic {
  return {
    origin: "uniform",
    barrier: true,
    predicate: 1,
    resume: ({ emitter }, call) =>
      emitter.setUniform(call, 0, () => {
        const { code } = emitter.fn;
        code.i32(Place.cells + Cell.lastAgreed).memory(Op.i32Load, 0);
        if (kind === "or") code.i32(0).op(Op.i32Ne);
        if (kind === "and")
          code
            .i32(Place.cells + Cell.lastArrived)
            .memory(Op.i32Load, 0)
            .op(Op.i32Eq);
      }),
  };
}

export const barriers: Table = {
  "llvm.nvvm.barrier.cta.red.popc.aligned.all": voting("popc"),
  "llvm.nvvm.barrier.cta.red.and.aligned.all": voting("and"),
  "llvm.nvvm.barrier.cta.red.or.aligned.all": voting("or"),
  // What `grid_group::sync` of our cooperative groups calls.
  __wl_grid_sync: { ...barrier, grid: true },
  "llvm.nvvm.barrier0": barrier,
  "llvm.nvvm.barrier.cta.sync.aligned.all": barrier,
  "llvm.nvvm.barrier.cta.sync.all": barrier,
  "llvm.nvvm.bar.warp.sync": { ...nothing, members: 0, waitsOnly: true },
  "llvm.nvvm.membar.cta": nothing,
  "llvm.nvvm.membar.gl": nothing,
  "llvm.nvvm.membar.sys": nothing,
};
