/** Barriers and fences. Blocks run one warp at a time, so that fences have nothing to order. */
import { BARRIERS, Cell, MemoryMap } from "../memory/layout";
import { Op } from "../wasm/opcodes";
import { pushBarrierOperand } from "./barrierNumber";
import type { Intrinsic, Table } from "./table";

const barrier: Intrinsic = { origin: "uniform", barrier: true };
const nothing: Intrinsic = { origin: "uniform", emit: () => {} };
const fence: Intrinsic = { ...nothing, notifies: "fence" };

/** `__syncthreads_count`, `_and`, `_or`: the reduction of all threads' predicates, read after the barrier. */
function voting(kind: "popc" | "and" | "or"): Intrinsic {
  return {
    origin: "uniform",
    barrier: true,
    predicate: 1,
    resume: ({ emitter }, call) =>
      emitter.setUniform(call, 0, () => {
        const { code } = emitter.fn;
        code.i32(MemoryMap.cells + Cell.lastAgreed).memory(Op.i32Load, 0);
        if (kind === "or") code.i32(0).op(Op.i32Ne);
        if (kind === "and")
          code
            .i32(MemoryMap.cells + Cell.lastArrived)
            .memory(Op.i32Load, 0)
            .op(Op.i32Eq);
      }),
  };
}

const numbered: Intrinsic = { ...barrier, named: { number: 0 } };
const counted: Intrinsic = { ...barrier, named: { number: 0, threads: 1 } };

/**
 * Arrives at a barrier without waiting. Whole warps arrive, whichever lanes are active. Reference: PTX ISA, "barrier{.cta}": the
 * count of arrivals grows by the size of a warp.
 */
const arrive: Intrinsic = {
  origin: "uniform",
  notifies: "arrive",
  named: { number: 0, threads: 1 },
  emit: ({ emitter, memory }, call) => {
    const { code } = emitter.fn;
    const cell = emitter.fn.i32();
    pushBarrierOperand(emitter, call, 0, memory.site(call));
    code
      .i32(BARRIERS - 1)
      .op(Op.i32And)
      .i32(2)
      .op(Op.i32Shl)
      .set(cell);
    const at = MemoryMap.cells + Cell.arrivals;
    code.get(cell).get(cell).memory(Op.i32Load, at).i32(32).op(Op.i32Add).memory(Op.i32Store, at);
  },
};

/** The built-ins of barriers and fences, by name. */
export const barriers: Table = {
  "llvm.nvvm.barrier.cta.red.popc.aligned.all": voting("popc"),
  "llvm.nvvm.barrier.cta.red.and.aligned.all": voting("and"),
  "llvm.nvvm.barrier.cta.red.or.aligned.all": voting("or"),
  // What `grid_group::sync` of our cooperative groups calls.
  __wl_grid_sync: { ...barrier, grid: true },
  "llvm.nvvm.barrier0": barrier,
  "llvm.nvvm.barrier.n": numbered,
  "llvm.nvvm.barrier.sync": numbered,
  "llvm.nvvm.barrier.sync.cnt": counted,
  "llvm.nvvm.barrier.cta.sync.aligned.all": numbered,
  "llvm.nvvm.barrier.cta.sync.all": numbered,
  "llvm.nvvm.barrier.cta.sync.aligned.count": counted,
  "llvm.nvvm.barrier.cta.sync.count": counted,
  "llvm.nvvm.barrier.cta.arrive.aligned.count": arrive,
  "llvm.nvvm.barrier.cta.arrive.count": arrive,
  "llvm.nvvm.bar.warp.sync": { ...nothing, participants: 0, waitsOnly: true },
  "llvm.nvvm.membar.cta": fence,
  "llvm.nvvm.membar.gl": fence,
  "llvm.nvvm.membar.sys": fence,
  "llvm.nvvm.fence.proxy.async": fence,
  "llvm.nvvm.nanosleep": nothing,
};
