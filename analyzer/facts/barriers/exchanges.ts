/**
 * Shuffles, votes and warp barriers whose mask does not fit the lanes that execute them: the mask names lanes that are
 * elsewhere, or leaves out lanes that are there. Lanes that have exited may be named; a shuffle must not read them.
 * Reference: PTX ISA, `shfl.sync`, "membermask"; CUDA C++ Programming Guide, "Warp Shuffle Functions".
 */

import { FULL_MASK } from "../../hardware/lanes";
import { type Dim3, volume, WARP_SIZE } from "../../hardware/model";
import type { Block, Instruction, InstructionOf } from "../../ir/model";
import { ActiveThreads } from "../forms/activeThreads";
import { Evaluator } from "../forms/evaluate";
import type { Atom } from "../forms/forms";
import { blockIndices } from "../forms/intrinsics";
import { type Lanes, warpBits } from "../forms/lanes";
import type { LaneForms } from "../forms/queries";
import type { ExchangeFact } from "../model";
import { exitedReadsOf } from "./exitedLanes";

const exchangeNames = /^llvm\.nvvm\.(?:shfl\.sync|vote\.\w+\.sync|match\.\w+\.sync|bar\.warp\.sync|redux\.sync)/;

/** The exchanges of a function whose executing lanes are known and are not those of the mask, or read exited ones. */
export function exchangesOf(forms: LaneForms): readonly ExchangeFact[] {
  const masks = forms.flow.order.flatMap((block) =>
    block.instructions.flatMap((instruction) => {
      const mask = maskOf(instruction);
      return mask === undefined ? [] : [{ block, instruction, mask }];
    }),
  );
  if (masks.length === 0) return [];
  const activity = new ActiveThreads(forms);
  const found = new Map<Instruction, ExchangeFact>();
  for (const { index, assignment } of edgeBlocks(forms)) {
    const evaluator = new Evaluator(assignment);
    const leaves = new Set(assignment.keys());
    // Only where nothing but the thread's own place and its block's decide who comes here.
    const followed = (block: Block): boolean => isFollowed(activity, block, leaves);
    for (const { block, instruction, mask } of masks) {
      if (found.has(instruction) || !followed(block)) continue;
      const [running, exited] = [activity.lanes(block, evaluator), activity.exited(block, evaluator)];
      const difference = firstDifference(mask, { running, exited }, forms);
      if (!difference) continue;
      const { location } = instruction;
      found.set(instruction, { instruction, location, mask: mask >>> 0, ...difference, launch: forms.shape });
    }
    for (const { shuffle: instruction, lanes, use, user, warp } of exitedReadsOf(
      forms,
      activity,
      evaluator,
      followed,
    )) {
      if (found.has(instruction)) continue;
      const { location } = instruction;
      const exited = { lanes, user, use: use.location, warp, block: index };
      found.set(instruction, { instruction, location, mask: 0, missing: 0, extra: 0, exited, launch: forms.shape });
    }
  }
  return [...found.values()];
}

/** A block of the grid by its index, and the index as values of leaves. */
interface EdgeBlock {
  readonly index: Dim3;
  readonly assignment: ReadonlyMap<Atom, number>;
}

/** The first and the last block of a grid: the edges of the data, where guards exclude lanes. */
function edgeBlocks({ atoms, shape }: LaneForms): readonly EdgeBlock[] {
  const indices = blockIndices(atoms, shape);
  const edge = (isLast: boolean): EdgeBlock => {
    const at = indices.map(({ axis, atom }) => ({ axis, atom, value: isLast ? atom.count! - 1 : 0 }));
    const index = [0, 1, 2].map((axis) => at.find((one) => one.axis === axis)?.value ?? 0) as unknown as Dim3;
    return { index, assignment: new Map(at.map(({ atom, value }) => [atom, value])) };
  };
  return indices.length === 0 ? [edge(false)] : [edge(false), edge(true)];
}

/** Is it known which lanes reach a block, in every iteration of the loops around it? */
const isFollowed = (activity: ActiveThreads, block: Block, leaves: ReadonlySet<Atom>): boolean =>
  activity.isFollowed(block, leaves) ||
  (activity.mask(block, leaves) === "followed" && !activity.hasDivergentTripCount(block));

/** The first warp with a lane that the mask names and that is elsewhere, or that runs and is not named. */
function firstDifference(
  mask: number,
  { running, exited }: Readonly<Record<"running" | "exited", Lanes>>,
  forms: LaneForms,
): Pick<ExchangeFact, "missing" | "extra"> | undefined {
  const threads = volume(forms.shape.block);
  for (let first = 0; first < threads; first += WARP_SIZE) {
    const active = warpBits(running, first, threads);
    if (active === 0) continue;
    const present = warpBits(1, first, threads);
    const missing = mask & present & ~active & ~warpBits(exited, first, threads);
    const extra = active & ~mask;
    if (missing !== 0 || extra !== 0) return { missing: missing >>> 0, extra: extra >>> 0 };
  }
  return undefined;
}

/** The mask that an instruction is given, where it is a constant. */
function maskOf(instruction: Instruction): number | undefined {
  if (instruction.op !== "call" || instruction.callee.kind !== "function") return undefined;
  if (!exchangeNames.test(instruction.callee.name)) return undefined;
  const [mask] = (instruction as InstructionOf<"call">).arguments;
  return mask?.kind === "int" ? Number(BigInt.asUintN(WARP_SIZE, mask.value)) & FULL_MASK : undefined;
}
