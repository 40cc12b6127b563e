/**
 * The observer of a checked run: data races between threads of a block in shared and global memory, and reads of shared
 * memory that no thread has written. Runs on the IR from which nothing has been removed, so that no racing access is missing.
 */
import type { Dim3 } from "../../analyzer/facts/model";
import type { Func, Instruction, Location } from "../../analyzer/ir/model";
import type { MemoryAccess } from "../../analyzer/lower/model";
import { calleeName } from "../compile/calls";
import { findIntrinsic } from "../intrinsics/find";
import { threadAt } from "../machine/blockState";
import { outermost } from "../machine/place";
import { clusterPlace, namesBlock } from "../memory/clusters";
import { Place, Window } from "../memory/layout";
import type { Observer, WarpContext } from "../model";
import { type ClusterPlace, ClusterState, type ClusterTouch, clusterPlaceOf } from "./cluster";
import type { CheckFinding, SharedSpace, Touch } from "./model";
import { BlockOrder } from "./order";
import { isAtomic, isFlag, Shadow } from "./shadow";

/** Findings that are kept; a program with more has seen enough. */
const KEPT = 200;
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

const verb = (touch: Touch): string => (!touch.writes ? "reads" : isAtomic(touch) ? "updates" : "writes");
/** A byte of shared memory, by its place or by an address that names a block of the cluster. */
function byteText(place: number): string {
  if (!namesBlock(place)) return `byte ${place - Place.shared} of shared memory`;
  const { rank, byte } = clusterPlace(place);
  return `byte ${byte} of the shared memory of the block with rank ${rank} of its cluster`;
}

const lineText = (location: Location | undefined): string => (location ? ` at line ${outermost(location).line}` : "");

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

/** A read that comes before the write that it races with finds nothing written: one fault, said once. */
function withoutEchoes(findings: readonly CheckFinding[]): readonly CheckFinding[] {
  const racing = findings
    .filter(({ rule }) => rule === "data-race")
    .flatMap(({ location, other }) => [location, other?.location]);
  return findings.filter(({ rule, location }) => rule !== "uninitialised-read" || !racing.includes(location));
}

export function checkLaunch(): Check {
  const states = new Map<Dim3, BlockState>();
  const clusters = new Map<string, ClusterState>();
  const found = new Map<string, CheckFinding & { times: number }>();

  const clusterOf = ({ block, cluster }: WarpContext): BlockState["cluster"] => {
    const place = cluster && clusterPlaceOf(block, cluster);
    if (!place || place.blocks === 1) return undefined;
    const state = clusters.get(place.name) ?? new ClusterState(place.blocks);
    clusters.set(place.name, state);
    return { ...place, state };
  };
  const stateOf = (warp: WarpContext): BlockState => {
    const { block, blockDim } = warp;
    let state = states.get(block);
    if (!state) {
      const [x, y, z] = blockDim;
      const cluster = clusterOf(warp);
      state = new BlockState(x * y * z, cluster, cluster?.state.written[cluster.rank] ?? new Set());
      states.set(block, state);
    }
    return state;
  };

  function note(key: readonly unknown[], finding: () => Omit<CheckFinding, "times">): void {
    const text = key.join(" ");
    const known = found.get(text);
    if (known) known.times++;
    else if (found.size < KEPT) found.set(text, { ...finding(), times: 1 });
  }
  const placeKey = (location: Location | undefined) => {
    let key = "";
    for (let at = location; at; at = at.inlinedAt) key += `${at.file}:${at.line}:${at.column} `;
    return key;
  };

  function race(space: SharedSpace, place: number, earlier: Touch, later: Touch, block: Dim3): void {
    const [a, b] = [earlier.access.location, later.access.location];
    // Which of two warps comes first is the simulator's choice: both ways are one race.
    note(["data-race", space, ...[placeKey(a), placeKey(b)].sort()], () => {
      const where = space === "shared" ? byteText(place) : "global memory";
      const between = earlier.warp === later.warp ? "no __syncwarp or barrier" : "no barrier";
      return {
        rule: "data-race",
        message: `Thread (${later.thread}) of block (${block}) ${verb(later)} ${where}${lineText(b)} that thread (${earlier.thread}) ${verb(earlier)}${lineText(a)}, with ${between} between them.`,
        location: b,
        block,
        thread: later.thread,
        other: { message: `thread (${earlier.thread}) ${verb(earlier)} it here`, location: a, thread: earlier.thread },
      };
    });
  }

  /** The same between blocks of a cluster. */
  function clusterRace(byte: number, owner: number, earlier: ClusterTouch, later: ClusterTouch): void {
    const [a, b] = [earlier.touch.access.location, later.touch.access.location];
    note(["data-race", "cluster", ...[placeKey(a), placeKey(b)].sort()], () => {
      const where = `byte ${byte} of the shared memory of the block with rank ${owner} of their cluster`;
      const other = `thread (${earlier.touch.thread}) of block (${earlier.block})`;
      return {
        rule: "data-race",
        message: `Thread (${later.touch.thread}) of block (${later.block}) ${verb(later.touch)} ${where}${lineText(b)} that ${other} ${verb(earlier.touch)}${lineText(a)}, with no barrier of the cluster between them.`,
        location: b,
        block: later.block,
        thread: later.touch.thread,
        other: { message: `${other} ${verb(earlier.touch)} it here`, location: a, thread: earlier.touch.thread },
      };
    });
  }

  function uninitialised(touch: Touch, place: number, block: Dim3): void {
    const { location } = touch.access;
    note(["uninitialised-read", placeKey(location)], () => ({
      rule: "uninitialised-read",
      message: `Thread (${touch.thread}) of block (${block}) ${verb(touch)} ${byteText(place)}${lineText(location)}, which no thread of the ${namesBlock(place) ? "cluster" : "block"} has written.`,
      location,
      block,
      thread: touch.thread,
    }));
  }

  function request(
    access: MemoryAccess,
    mask: number,
    addresses: BigUint64Array,
    warp: WarpContext,
    writes: boolean,
    isCopy: boolean,
  ): void {
    const state = stateOf(warp);
    const { order } = state;
    const time = order.time++;
    const rows = access.matrices === undefined ? LANES : Math.min(LANES, 8 * access.matrices);
    const width = access.matrices === undefined ? access.width : ROW_BYTES;
    for (let lane = 0; lane < rows; lane++) {
      if (!((mask >>> lane) & 1)) continue;
      const address = addresses[lane]!;
      // Of 32 bits, with no window above: the assembly names the space.
      const window = Number(address >> 32n) || (inCluster(access) ? Window.cluster : 0);
      const space = spaces[window];
      if (!space) continue;
      const named = Number(address & 0xffff_ffffn);
      const remote = space === "shared" && namesBlock(named) ? clusterPlace(named) : undefined;
      const isOwn = !remote || remote.rank === state.cluster?.rank;
      // A block may name its own memory as it does that of others.
      const place = isOwn && remote ? Place.shared + remote.byte : named;
      const owner = remote?.rank ?? state.cluster?.rank ?? 0;
      const byte = remote?.byte ?? place - Place.shared;
      const written = isOwn ? state.written : state.cluster?.state.written[owner];
      const thread = warp.warp * LANES + lane;
      const touch: Touch = {
        access,
        writes,
        thread: threadAt(warp, lane),
        warp: warp.warp,
        lane,
        mask,
        epoch: order.epochOf(warp.warp, lane),
        time,
      };
      const updates = isAtomic(touch);
      if (space === "shared" && !isCopy && (!writes || updates)) {
        for (let at = 0; at < width; at++) {
          if (!written || written.has(byte + at)) continue;
          uninitialised(touch, place + at, warp.block);
          break;
        }
      }
      if (space === "shared" && writes) for (let at = 0; at < width; at++) written?.add(byte + at);
      if (state.cluster && !hasBarrierObjects(access.leader.block.function)) {
        const { state: cluster, rank } = state.cluster;
        const mine = cluster.begin(touch, warp.block, rank);
        if (isFlag(touch)) cluster.flag(mine, space === "shared" ? BigInt(owner * 2 ** 24 + byte) : address);
        if (space === "shared") {
          cluster.touch(mine, owner, byte, width, (earlier) => clusterRace(byte, owner, earlier, mine));
        }
      }
      // What an atomic finds orders the atomic itself, too; whoever looks at a flag must not find it by a race of its own.
      if (updates) order.find(place, thread);
      state.shadows[space].touch(touch, place, width, (earlier) => race(space, place, earlier, touch, warp.block));
      if (isFlag(touch) && !writes) order.find(place, thread);
      if (isFlag(touch) && writes) order.leave(place, thread);
    }
  }

  const observer: Observer = {
    access: (access, mask, addresses, warp) => {
      const reads = access.op === "load" || access.op === "copy";
      request(access, mask, addresses, warp, !reads, false);
    },
    copied: (access, mask, addresses, warp) => request(access, mask, addresses, warp, true, true),
    barrier: (instruction: Instruction, mask, warp) => {
      const { order, cluster } = stateOf(warp);
      order.barrier(warp.warp, mask);
      const intrinsic = findIntrinsic(instruction);
      if (intrinsic?.cluster || intrinsic?.grid) cluster?.state.barrier(cluster.rank, warp.warp, mask);
    },
    sync: (_instruction: Instruction, mask, warp) => stateOf(warp).order.sync(warp.warp, mask),
    blockEnd: (block) => {
      const cluster = states.get(block)?.cluster;
      states.delete(block);
      if (cluster && ++cluster.state.ended === cluster.blocks) clusters.delete(cluster.name);
    },
  };
  return { observer, findings: () => withoutEchoes([...found.values()]) };
}
