/**
 * Shuffles, votes and warp barriers whose mask does not fit the lanes that execute them: the mask names lanes that are not
 * there, or leaves out lanes that are. Reference: PTX ISA, `shfl.sync`, "membermask".
 */

import { FULL_MASK } from "../../hardware/lanes";
import { WARP_SIZE } from "../../hardware/model";
import type { Block, Instruction, InstructionOf } from "../../ir/model";
import { ActiveThreads } from "../forms/activeThreads";
import { Evaluator } from "../forms/evaluate";
import { laneAt } from "../forms/lanes";
import type { LaneForms } from "../forms/queries";
import type { ExchangeFact } from "../model";

const exchangeNames = /^llvm\.nvvm\.(?:shfl\.sync|vote\.\w+\.sync|match\.\w+\.sync|bar\.warp\.sync|redux\.sync)/;

/** The exchanges of a function whose executing lanes are known and are not those of the mask. */
export function exchangesOf(forms: LaneForms): readonly ExchangeFact[] {
  const activity = new ActiveThreads(forms);
  return forms.flow.order.flatMap((block) =>
    block.instructions.flatMap((instruction): readonly ExchangeFact[] => {
      const mask = maskOf(instruction);
      // Only where nothing but the thread's own place decides who comes here.
      if (mask === undefined || !isFollowed(activity, block)) return [];
      const running = activity.lanes(block, new Evaluator(new Map()));
      const difference = firstDifference(mask, running, forms);
      if (!difference) return [];
      const { location } = instruction;
      return [{ instruction, location, mask: mask >>> 0, ...difference, launch: forms.shape }];
    }),
  );
}

const none: ReadonlySet<never> = new Set();

/** Is it known which lanes reach a block, in every iteration of the loops around it? */
const isFollowed = (activity: ActiveThreads, block: Block): boolean =>
  activity.isFollowed(block, none) ||
  (activity.mask(block, none) === "followed" && !activity.hasDivergentTripCount(block));

/** The first warp with a lane that the mask names and that does not run, or that runs and is not named. */
function firstDifference(
  mask: number,
  running: ReturnType<ActiveThreads["lanes"]>,
  forms: LaneForms,
): Pick<ExchangeFact, "missing" | "extra"> | undefined {
  const [width, height, depth] = forms.shape.block;
  const threads = width * height * depth;
  for (let first = 0; first < threads; first += WARP_SIZE) {
    let [present, active] = [0, 0];
    for (let lane = 0; lane < WARP_SIZE && first + lane < threads; lane++) {
      present |= 1 << lane;
      if (laneAt(running, first + lane)) active |= 1 << lane;
    }
    if (active === 0) continue;
    const [missing, extra] = [mask & present & ~active, active & ~mask];
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
