/**
 * The observer of a checked run: data races between threads of a block in shared and global memory, and reads of shared
 * memory that no thread has written. Runs on the IR from which nothing has been removed, so that no racing access is missing.
 */
import type { Dim3 } from "../../analyzer/hardware/model";
import type { Func, Instruction } from "../../analyzer/ir/model";
import type { MemoryAccess } from "../../analyzer/lower/model";
import { findIntrinsic } from "../intrinsics/find";
import { threadAt } from "../machine/blockState";
import { clusterPlace, namesBlock } from "../memory/clusters";
import { MemoryMap, Window } from "../memory/layout";
import type { Observer, WarpContext } from "../model";
import { calleeName } from "../plan/calls";
import { type ClusterPlace, ClusterState, clusterPlaceOf } from "./cluster";
import { collectFindings, type Findings } from "./findings";
import type { CheckFinding, SharedSpace, Touch } from "./model";
import { BlockOrder } from "./order";
import { isAtomic, isFlag, Shadow } from "./shadow";

const LANES = 32;
/** Bytes of a row of a matrix, which is what a lane's address of a matrix load stands for. */
const ROW_BYTES = 16;

const spaces: Readonly<Record<number, SharedSpace>> = {
  [Window.global]: "global",
  [Window.shared]: "shared",
  [Window.cluster]: "shared",
};

class BlockState {
  readonly order: BlockOrder;
  readonly shadows: Readonly<Record<SharedSpace, Shadow>>;

  /** `cluster`: of a launch whose clusters have several blocks. */
  constructor(
    threads: number,
    readonly cluster: (ClusterPlace & { readonly state: ClusterState }) | undefined,
    /** Bytes of shared memory that have been written. */
    readonly written: Set<number>,
  ) {
    this.order = new BlockOrder(threads);
    this.shadows = { global: new Shadow(this.order), shared: new Shadow(this.order) };
  }
}

export interface Check {
  readonly observer: Observer;
  readonly findings: () => readonly CheckFinding[];
}

/** Does the access name the space of the cluster's shared memory? */
function inCluster({ pointer }: MemoryAccess): boolean {
  return pointer.type.kind === "pointer" && pointer.type.space === 7;
}

const withObjects = new WeakMap<Func, boolean>();

/** Do threads wait for each other at barriers in memory? Between blocks it is not followed what these order. */
function hasBarrierObjects(fn: Func): boolean {
  const isObject = (each: Instruction) => calleeName(each)?.startsWith("llvm.nvvm.mbarrier") === true;
  const known = withObjects.get(fn) ?? fn.blocks.some(({ instructions }) => instructions.some(isObject));
  withObjects.set(fn, known);
  return known;
}

/** Where an access's lane leads: the block whose shared memory it is, and its byte there. */
interface Target {
  readonly space: SharedSpace;
  /** The byte as this block names it: a place of its own memory, or an address that names another block's. */
  readonly place: number;
  /** The whole address, window included. */
  readonly address: bigint;
  /** Rank in the cluster of the block whose shared memory it is, and the byte in it. */
  readonly owner: number;
  readonly byte: number;
  /** Bytes of the owner's shared memory that have been written; absent where they are not followed. */
  readonly written: Set<number> | undefined;
}

/** `undefined`: memory that threads do not share. */
function targetOf(access: MemoryAccess, address: bigint, state: BlockState): Target | undefined {
  // Of 32 bits, with no window above: the assembly names the space.
  const window = Number(address >> 32n) || (inCluster(access) ? Window.cluster : 0);
  const space = spaces[window];
  if (!space) return undefined;
  const named = Number(address & 0xffff_ffffn);
  const remote = space === "shared" && namesBlock(named) ? clusterPlace(named) : undefined;
  const isOwn = !remote || remote.rank === state.cluster?.rank;
  // A block may name its own memory as it does that of others.
  const place = isOwn && remote ? MemoryMap.shared + remote.byte : named;
  const owner = remote?.rank ?? state.cluster?.rank ?? 0;
  const byte = remote?.byte ?? place - MemoryMap.shared;
  return { space, place, address, owner, byte, written: isOwn ? state.written : state.cluster?.state.written[owner] };
}

/** Puts what one lane touches beside what others did. */
function follow(findings: Findings, state: BlockState, touch: Touch, target: Target, width: number, warp: WarpContext) {
  const { space, place, address, owner, byte } = target;
  const { order } = state;
  const thread = warp.warp * LANES + touch.lane;
  if (state.cluster && !hasBarrierObjects(touch.access.leader.block.function)) {
    const { state: cluster, rank } = state.cluster;
    const mine = cluster.begin(touch, warp.block, rank);
    if (isFlag(touch)) cluster.flag(mine, space === "shared" ? BigInt(owner * 2 ** 24 + byte) : address);
    if (space === "shared") {
      cluster.touch(mine, owner, byte, width, (earlier) => findings.clusterRace(byte, owner, earlier, mine));
    }
  }
  // What an atomic finds orders the atomic itself, too; whoever looks at a flag must not find it by a race of its own.
  if (isAtomic(touch)) order.find(place, thread);
  state.shadows[space].touch(touch, place, width, (earlier) => findings.race(space, place, earlier, touch, warp.block));
  if (isFlag(touch) && !touch.writes) order.find(place, thread);
  if (isFlag(touch) && touch.writes) order.leave(place, thread);
}

/** The blocks that run, each with its state from its first access or barrier until it ends. */
function blockStates() {
  const states = new Map<Dim3, BlockState>();
  const clusters = new Map<string, ClusterState>();
  const clusterOf = ({ block, cluster }: WarpContext): BlockState["cluster"] => {
    const place = cluster && clusterPlaceOf(block, cluster);
    if (!place || place.blocks === 1) return undefined;
    const state = clusters.get(place.name) ?? new ClusterState(place.blocks);
    clusters.set(place.name, state);
    return { ...place, state };
  };
  return {
    of: (warp: WarpContext): BlockState => {
      const { block, blockDim } = warp;
      let state = states.get(block);
      if (!state) {
        const [x, y, z] = blockDim;
        const cluster = clusterOf(warp);
        state = new BlockState(x * y * z, cluster, cluster?.state.written[cluster.rank] ?? new Set());
        states.set(block, state);
      }
      return state;
    },
    end: (block: Dim3): void => {
      const cluster = states.get(block)?.cluster;
      states.delete(block);
      if (cluster && ++cluster.state.ended === cluster.blocks) clusters.delete(cluster.name);
    },
  };
}

export function checkLaunch(): Check {
  const states = blockStates();
  const findings = collectFindings();

  function request(
    access: MemoryAccess,
    mask: number,
    addresses: BigUint64Array,
    warp: WarpContext,
    kind: { readonly writes: boolean; readonly isCopy: boolean },
  ): void {
    const state = states.of(warp);
    const { order } = state;
    const time = order.time++;
    const rows = access.matrices === undefined ? LANES : Math.min(LANES, 8 * access.matrices);
    const width = access.matrices === undefined ? access.width : ROW_BYTES;
    for (let lane = 0; lane < rows; lane++) {
      if (!((mask >>> lane) & 1)) continue;
      const target = targetOf(access, addresses[lane]!, state);
      if (!target) continue;
      const { space, place, byte, written } = target;
      const touch: Touch = {
        access,
        writes: kind.writes,
        thread: threadAt(warp, lane),
        warp: warp.warp,
        lane,
        mask,
        epoch: order.epochOf(warp.warp, lane),
        time,
      };
      if (space === "shared") {
        const reads = !kind.isCopy && (!kind.writes || isAtomic(touch));
        const missing = reads ? firstMissing(written, byte, width) : undefined;
        if (missing !== undefined) findings.uninitialised(touch, place + missing, warp.block);
        if (kind.writes) for (let at = 0; at < width; at++) written?.add(byte + at);
      }
      follow(findings, state, touch, target, width, warp);
    }
  }

  const observer: Observer = {
    access: (access, mask, addresses, warp) => {
      const reads = access.op === "load" || access.op === "copy";
      request(access, mask, addresses, warp, { writes: !reads, isCopy: false });
    },
    copied: (access, mask, addresses, warp) => request(access, mask, addresses, warp, { writes: true, isCopy: true }),
    barrier: (instruction: Instruction, mask, warp) => {
      const { order, cluster } = states.of(warp);
      order.barrier(warp.warp, mask);
      const intrinsic = findIntrinsic(instruction);
      if (intrinsic?.cluster || intrinsic?.grid) cluster?.state.barrier(cluster.rank, warp.warp, mask);
    },
    sync: (_instruction: Instruction, mask, warp) => states.of(warp).order.sync(warp.warp, mask),
    blockEnd: (block) => states.end(block),
  };
  return { observer, findings: findings.all };
}

/** How far behind `byte` the first of `width` bytes lies that nobody has written. */
function firstMissing(written: ReadonlySet<number> | undefined, byte: number, width: number): number | undefined {
  if (!written) return undefined;
  for (let at = 0; at < width; at++) if (!written.has(byte + at)) return at;
  return undefined;
}
