/** Barriers and fences. Blocks run one warp at a time, so that fences have nothing to order. */
import type { Intrinsic, Table } from "./table";

const barrier: Intrinsic = { origin: "uniform", barrier: true };
const nothing: Intrinsic = { origin: "uniform", emit: () => {} };

export const barriers: Table = {
  "llvm.nvvm.barrier0": barrier,
  "llvm.nvvm.barrier.cta.sync.aligned.all": barrier,
  "llvm.nvvm.barrier.cta.sync.all": barrier,
  "llvm.nvvm.bar.warp.sync": nothing,
  "llvm.nvvm.membar.cta": nothing,
  "llvm.nvvm.membar.gl": nothing,
  "llvm.nvvm.membar.sys": nothing,
};
