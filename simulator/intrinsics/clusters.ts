/**
 * Thread block clusters: places of blocks in them, addresses in other blocks' shared memory, and their barrier, to which
 * threads come (`arrive`) and at which they wait. References: PTX ISA, "barrier.cluster", "mapa", "getctarank" and
 * "Special Registers"; CUDA C++ Programming Guide, "Thread Block Clusters".
 */

import type { Operation } from "../emit/operation";
import { CLUSTER_BASE, HIGHEST_RANK, RANK_SHIFT } from "../memory/clusters";
import { Cell, deviceAddress, MemoryMap, Window } from "../memory/layout";
import {
  add,
  and,
  eq,
  extendU,
  geU,
  i32,
  i64,
  load32,
  ltU,
  or,
  select,
  shl,
  shrU,
  sub,
  wrap,
} from "../wasm/expressions";
import { Op } from "../wasm/opcodes";
import { cell, SREG } from "./registers";
import type { Call, Intrinsic, Table } from "./table";

const AXES = ["x", "y", "z"] as const;

const register = (offset: number): Intrinsic => ({ ...cell(offset), cluster: true });

const registers: Table = {
  ...Object.fromEntries(
    AXES.flatMap((axis, index) => [
      [`${SREG}cluster.ctaid.${axis}`, register(Cell.clusterBlock + 4 * index)],
      [`${SREG}cluster.nctaid.${axis}`, register(Cell.clusterBlocks + 4 * index)],
      [`${SREG}clusterid.${axis}`, register(Cell.clusterIndex + 4 * index)],
      [`${SREG}nclusterid.${axis}`, register(Cell.clusterGrid + 4 * index)],
    ]),
  ),
  [`${SREG}cluster.ctarank`]: register(Cell.clusterRank),
  [`${SREG}cluster.nctarank`]: register(Cell.clusterSize),
  "llvm.nvvm.is_explicit_cluster": register(Cell.clusterIsGiven),
};

/** The active lanes have arrived at the cluster's barrier; the machine decides which lanes it releases. */
const arrive: Intrinsic = {
  origin: "uniform",
  cluster: true,
  notifies: "arrive",
  emit: ({ emitter, warp }) => {
    const { code } = emitter.fn;
    const at = MemoryMap.cells + Cell.clusterArrived;
    const place = emitter.fn.i32();
    code.get(warp).i32(2).op(Op.i32Shl).tee(place).get(place).memory(Op.i32Load, at);
    code.get(emitter.exec).op(Op.i32Or).memory(Op.i32Store, at);
  },
};

const wait: Intrinsic = { origin: "uniform", barrier: true, cluster: true };

const operandOf = (call: Call, index: number) => ({ value: call.arguments[index]!, component: 0 });

/** The address that a variable of shared memory has in the block of a rank, be it the running one. */
const mapped: Operation = {
  operands: ["i64", "i32"],
  result: "i64",
  scalar: (_target, address, rank) => {
    const held = select(rank, i32(HIGHEST_RANK), ltU(rank, i32(HIGHEST_RANK)));
    const inBlock = and(address, i64(BigInt(2 ** RANK_SHIFT - 1)));
    const ofBlock = shl(extendU(held), BigInt(RANK_SHIFT));
    return add(add(ofBlock, inBlock), i64(deviceAddress(Window.cluster, CLUSTER_BASE)));
  },
};

const mapa: Intrinsic = {
  cluster: true,
  lanewise: (call) => [{ operation: mapped, operands: [operandOf(call, 0), operandOf(call, 1)] }],
};

/** The rank of the block whose shared memory an address leads to. */
const ranked: Operation = {
  operands: ["i64"],
  result: "i32",
  scalar: (_target, address) => {
    const named = shrU(sub(wrap(address), CLUSTER_BASE), RANK_SHIFT);
    return select(named, load32(0, MemoryMap.cells + Cell.clusterRank), geU(wrap(address), CLUSTER_BASE));
  },
};

const getRank: Intrinsic = {
  cluster: true,
  lanewise: (call) => [{ operation: ranked, operands: [operandOf(call, 0)] }],
};

/** Whether a generic address leads to one of these kinds of memory. Reference: PTX ISA, "isspacep". */
function leadsTo(...windows: readonly number[]): Intrinsic {
  const operation: Operation = {
    operands: ["i64"],
    result: "i1",
    scalar: (_target, address) =>
      windows.map((window) => eq(wrap(shrU(address, i64(32n))), window)).reduce((one, next) => or(one, next)),
  };
  return { lanewise: (call) => [{ operation, operands: [operandOf(call, 0)] }] };
}

const nothing: Intrinsic = { origin: "uniform", emit: () => {} };

const SIDES = ["", ".aligned"] as const;

/** The built-ins of clusters, by name. */
export const clusters: Table = {
  ...registers,
  ...Object.fromEntries(
    SIDES.flatMap((side) => [
      [`llvm.nvvm.barrier.cluster.arrive${side}`, arrive],
      [`llvm.nvvm.barrier.cluster.arrive.relaxed${side}`, arrive],
      [`llvm.nvvm.barrier.cluster.wait${side}`, wait],
    ]),
  ),
  "llvm.nvvm.fence.sc.cluster": { ...nothing, notifies: "fence" },
  "llvm.nvvm.mapa": mapa,
  "llvm.nvvm.mapa.shared.cluster": mapa,
  "llvm.nvvm.getctarank": getRank,
  "llvm.nvvm.getctarank.shared.cluster": getRank,
  "llvm.nvvm.isspacep.global": leadsTo(Window.global),
  "llvm.nvvm.isspacep.shared": leadsTo(Window.shared),
  "llvm.nvvm.isspacep.shared.cluster": leadsTo(Window.shared, Window.cluster),
  "llvm.nvvm.isspacep.local": leadsTo(Window.local),
  "llvm.nvvm.isspacep.const": leadsTo(Window.constant),
};
