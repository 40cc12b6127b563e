/** Describes deadlocks: which warps wait where and for what, and where the others exited. */

import { activeLanes, firstLane } from "../../analyzer/hardware/lanes";
import type { Dim3 } from "../../analyzer/hardware/model";
import { atLine } from "../../analyzer/ir/frames";
import type { Instruction } from "../../analyzer/ir/model";
import { initialMask } from "../emit/frames";
import { Stop } from "../memory/stop";
import type { Wait } from "../plan/waitPoints";
import { listed } from "../text/quantities";
import { type BlockState, threadAt } from "./blockState";

const lineOf = ({ location }: Instruction): string => atLine(location);
const isOne = (list: readonly unknown[]): boolean => list.length === 1;

/** Warps that are in one place with all of their threads, and others of which some threads are. */
interface Group {
  readonly whole: number[];
  readonly parts: { readonly warp: number; readonly mask: number }[];
}

function who(block: BlockState, { whole, parts }: Group): { readonly text: string; readonly single: boolean } {
  const warps = whole.length ? [`${isOne(whole) ? "warp" : "warps"} ${listed(whole)}`] : [];
  const some = parts.map(({ warp, mask }) => {
    const thread = `thread (${threadAt({ ...block.running, warp }, firstLane(mask))})`;
    const more = activeLanes(mask) - 1;
    return `${thread}${more ? ` and ${more} more` : ""} of warp ${warp}`;
  });
  const single = isOne([...whole, ...parts]) && parts.every(({ mask }) => activeLanes(mask) === 1);
  return { text: listed([...warps, ...some]), single };
}

function groupOf(block: BlockState, maskOf: (warp: number) => number): Group | undefined {
  const group: Group = { whole: [], parts: [] };
  for (let warp = 0; warp < block.warps; warp++) {
    const mask = maskOf(warp);
    if (mask === 0) continue;
    if (mask === initialMask(block.threads, warp)) group.whole.push(warp);
    else group.parts.push({ warp, mask });
  }
  return group.whole.length || group.parts.length ? group : undefined;
}

function waitsFor(block: BlockState, wait: Wait, group: Group): string {
  switch (wait.kind) {
    case "grid":
      return `for the grid${lineOf(wait.at)}`;
    case "cluster": {
      const comes = [...group.whole.map((warp) => ({ warp, mask: -1 })), ...group.parts].every(
        ({ warp, mask }) => (block.missing(warp) & mask) === 0,
      );
      return `for the cluster${comes ? "" : " without having arrived at its barrier"}${lineOf(wait.at)}`;
    }
    case "members":
      return `for lanes of their warp${lineOf(wait.at)}`;
    case "yield":
      return `for the other warps${lineOf(wait.at)}`;
    case "spin":
      return `in the loop${lineOf(wait.at)}`;
    default: {
      if (!wait.barrier) return `at the barrier${lineOf(wait.at)}`;
      const frame = block.frame(group.whole[0] ?? group.parts[0]!.warp);
      const [number, threads] = [wait.barrier.number, wait.barrier.threads].map((at) =>
        block.view.getInt32(frame + at, true),
      );
      return `at barrier ${number}, which waits for ${threads || "all"} threads,${lineOf(wait.at)}`;
    }
  }
}

/** Number of a group's first thread in its block. */
function firstThread({ whole, parts }: Group): number {
  return Math.min(...whole.map((warp) => 32 * warp), ...parts.map(({ warp, mask }) => 32 * warp + firstLane(mask)));
}

/** Who waits for what, then who left by which line: one clause for each place, in the order of their first threads. */
function whereThreadsAre(block: BlockState): string {
  const groups = block.compiled.waits.flatMap((wait, index) => {
    const group = groupOf(block, (warp) => block.waiting(warp, index));
    return group ? [{ wait, group }] : [];
  });
  groups.sort((a, b) => firstThread(a.group) - firstThread(b.group));
  const waiting = groups.map(({ wait, group }) => {
    const { text, single } = who(block, group);
    return `${text} ${single ? "waits" : "wait"} ${waitsFor(block, wait, group)}`;
  });
  return [...waiting, ...whereTheyLeft(block)].join("; ");
}

/** By which lines threads of a block left the kernel. */
export function whereTheyLeft(block: BlockState): readonly string[] {
  return block.compiled.exits.flatMap(({ at, word }) => {
    const group = groupOf(block, (warp) => block.view.getInt32(block.frame(warp) + word, true));
    return group ? [`${who(block, group).text} exited${lineOf(at)}`] : [];
  });
}

function deadlock(block: BlockState, what: string, at: Instruction | undefined): Stop {
  return new Stop({
    kind: "deadlock",
    message: `${what}: ${whereThreadsAre(block)}.`,
    ...(at?.location && { location: at.location }),
    block: [...block.running.block],
  });
}

/** No warp of the block can continue. */
export function stuck(block: BlockState): Stop {
  const first = block.compiled.waits.find((_, index) => groupOf(block, (warp) => block.waiting(warp, index)));
  return deadlock(block, `Deadlock in block (${block.running.block})`, first?.at);
}

/** All `waiting` blocks of a launch only look at memory; `block`: one of them. */
export function stuckIdle(block: BlockState, waiting: number): Stop {
  const spin = block.compiled.waits.find(
    ({ kind }, index) => kind === "spin" && groupOf(block, (warp) => block.waiting(warp, index)),
  );
  const more = waiting > 1 ? `, and ${waiting - 1} more ${waiting === 2 ? "block waits" : "blocks wait"}` : "";
  return new Stop({
    kind: "deadlock",
    message: `Deadlock in block (${block.running.block}): ${whereThreadsAre(block)}${more}. Nothing that is left of the launch changes the memory that these loops read; the simulator runs the host and kernels of other streams only before and after it.`,
    ...(spin?.at.location && { location: spin.at.location }),
    block: [...block.running.block],
  });
}

/** No warp of a cluster can continue. `lookAt` makes a block of it the running one. */
export function stuckCluster<B>(blocks: readonly B[], lookAt: (block: B) => BlockState): Stop {
  const blocksByText = new Map<string, string[]>();
  let first: Instruction | undefined;
  for (const each of blocks) {
    const block = lookAt(each);
    const text = whereThreadsAre(block);
    blocksByText.set(text, [...(blocksByText.get(text) ?? []), `(${block.running.block})`]);
    first ??= block.compiled.waits.find((_, index) => groupOf(block, (warp) => block.waiting(warp, index)))?.at;
  }
  const where = [...blocksByText].map(([text, names]) => {
    return `in ${isOne(names) ? "block" : "blocks"} ${listed(names)} ${text}`;
  });
  const { block } = lookAt(blocks[0]!).running;
  return new Stop({
    kind: "deadlock",
    message: `Deadlock in the cluster of block (${block}): ${where.join("; ")}.`,
    ...(first?.location && { location: first.location }),
    block: [...block],
  });
}

/** Lanes of one warp at different barriers: undefined for `bar.sync`, and a hang or worse on hardware. */
export function refuseSplitBarrier(block: BlockState, warp: number): void {
  const { waits } = block.compiled;
  const places = waits
    .map((wait, index) => ({ wait, mask: block.waiting(warp, index) }))
    .filter(({ wait, mask }) => mask !== 0 && wait.kind === "block" && !wait.barrier);
  if (places.length < 2) return;
  places.sort((a, b) => firstLane(a.mask) - firstLane(b.mask));
  const what = `The threads of warp ${warp} of block (${block.running.block}) wait at different barriers`;
  throw deadlock(block, what, places[0]!.wait.at);
}

/** A block that is over, of a grid that waits for it: which, and by which lines its threads left. */
export interface EndedBlock {
  readonly block: Dim3;
  readonly left: readonly string[];
}

/** Blocks wait for the whole grid, but one has ended. `block`: one that waits. */
export function missingBlock(block: BlockState, waiting: number, ended: EndedBlock, others: number): Stop {
  const wait = block.compiled.waits.find(
    ({ kind }, index) => kind === "grid" && groupOf(block, (warp) => block.waiting(warp, index)),
  );
  const left = ended.left.length ? ` (${ended.left.join("; ")})` : "";
  const more = others > 0 ? `, as did ${others} more` : "";
  const waits = `${waiting} ${waiting === 1 ? "block waits" : "blocks wait"}`;
  return new Stop({
    kind: "deadlock",
    message: `${waits} for the grid${wait ? lineOf(wait.at) : ""}, but block (${ended.block}) exited without reaching it${left}${more}.`,
    ...(wait?.at.location && { location: wait.at.location }),
    block: [...block.running.block],
  });
}
