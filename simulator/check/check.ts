/**
 * The observer of a checked run: data races between threads of a block in shared and global memory, and reads of shared
 * memory that no thread has written. Runs on the IR from which nothing has been removed, so that no racing access is missing.
 */
import type { Dim3 } from "../../analyzer/facts/model";
import type { Instruction, Location } from "../../analyzer/ir/model";
import type { MemoryAccess } from "../../analyzer/lower/model";
import { threadAt } from "../machine/blockState";
import { outermost } from "../machine/place";
import { Place, Window } from "../memory/layout";
import type { Observer, WarpContext } from "../model";
import type { CheckFinding, SharedSpace, Touch } from "./model";
import { BlockOrder } from "./order";
import { isAtomic, isVolatile, Shadow } from "./shadow";

/** Findings that are kept; a program with more has seen enough. */
const KEPT = 200;
const LANES = 32;
/** Bytes of a row of a matrix, which is what a lane's address of a matrix load stands for. */
const ROW_BYTES = 16;

const spaces: Readonly<Record<number, SharedSpace>> = { [Window.global]: "global", [Window.shared]: "shared" };

class BlockState {
  readonly order: BlockOrder;
  readonly shadows: Readonly<Record<SharedSpace, Shadow>>;
  /** Bytes of shared memory that have been written. */
  readonly written = new Set<number>();

  constructor(threads: number) {
    this.order = new BlockOrder(threads);
    this.shadows = { global: new Shadow(this.order), shared: new Shadow(this.order) };
  }
}

const verb = (touch: Touch): string => (!touch.writes ? "reads" : isAtomic(touch) ? "updates" : "writes");
const lineText = (location: Location | undefined): string => (location ? ` at line ${outermost(location).line}` : "");

export interface Check {
  readonly observer: Observer;
  readonly findings: () => readonly CheckFinding[];
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
  const found = new Map<string, CheckFinding & { times: number }>();

  const stateOf = ({ block, blockDim: [x, y, z] }: WarpContext): BlockState => {
    let state = states.get(block);
    if (!state) {
      state = new BlockState(x * y * z);
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
      const where = space === "shared" ? `byte ${place - Place.shared} of shared memory` : "global memory";
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

  function uninitialised(touch: Touch, place: number, block: Dim3): void {
    const { location } = touch.access;
    note(["uninitialised-read", placeKey(location)], () => ({
      rule: "uninitialised-read",
      message: `Thread (${touch.thread}) of block (${block}) ${verb(touch)} byte ${place - Place.shared} of shared memory${lineText(location)}, which no thread of the block has written.`,
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
      const space = spaces[Number(address >> 32n)];
      if (!space) continue;
      const place = Number(address & 0xffff_ffffn);
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
      const isFlag = updates || isVolatile(touch);
      if (space === "shared" && !isCopy && (!writes || updates)) {
        for (let at = place; at < place + width; at++) {
          if (state.written.has(at)) continue;
          uninitialised(touch, at, warp.block);
          break;
        }
      }
      if (space === "shared" && writes) for (let at = place; at < place + width; at++) state.written.add(at);
      // What an atomic finds orders the atomic itself, too; whoever looks at a flag must not find it by a race of its own.
      if (updates) order.find(place, thread);
      state.shadows[space].touch(touch, place, width, (earlier) => race(space, place, earlier, touch, warp.block));
      if (isFlag && !writes) order.find(place, thread);
      if (isFlag && writes) order.leave(place, thread);
    }
  }

  const observer: Observer = {
    access: (access, mask, addresses, warp) => {
      const reads = access.op === "load" || access.op === "copy";
      request(access, mask, addresses, warp, !reads, false);
    },
    copied: (access, mask, addresses, warp) => request(access, mask, addresses, warp, true, true),
    barrier: (_instruction: Instruction, mask, warp) => stateOf(warp).order.barrier(warp.warp, mask),
    sync: (_instruction: Instruction, mask, warp) => stateOf(warp).order.sync(warp.warp, mask),
    blockEnd: (block) => void states.delete(block),
  };
  return { observer, findings: () => withoutEchoes([...found.values()]) };
}
