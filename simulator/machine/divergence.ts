/**
 * Barriers of the block that only some of its threads reach, or that they reach at different lines. The device releases them
 * all the same when all threads that are left have come. Reference: CUDA C++ Programming Guide, "Synchronization Functions".
 */
import { firstLane } from "../../analyzer/hardware/lanes";
import type { Dim3 } from "../../analyzer/hardware/model";
import { rootFrame } from "../../analyzer/ir/frames";
import type { Instruction, Location } from "../../analyzer/ir/model";
import { initialMask } from "../emit/frames";
import type { DivergentBarrier } from "../model";
import { type BlockState, threadAt } from "./blockState";

/** Barriers that are looked at; a launch with more has shown enough. */
const MOST_LOOKS = 4096;

/** The divergent barriers of a launch, each pair of lines once. */
export interface DivergenceLog {
  /** All threads of the block that are left wait at its barrier. */
  look(block: BlockState): void;
  all(): readonly DivergentBarrier[];
}

interface Comer {
  readonly at: Instruction;
  readonly thread: Dim3;
}

const lineOf = (location: Location | undefined): string => {
  const root = location && rootFrame(location);
  return root ? `${root.file}:${root.line}` : "";
};

/** Who waits, in the order of threads: the first of each wait point of each warp. */
function comersOf(block: BlockState): Comer[] {
  const comers: Comer[] = [];
  for (let warp = 0; warp < block.warps; warp++) {
    block.compiled.waits.forEach(({ at, kind }, wait) => {
      const mask = kind === "block" ? block.waiting(warp, wait) : 0;
      if (mask !== 0) comers.push({ at, thread: threadAt({ ...block.running, warp }, firstLane(mask)) });
    });
  }
  return comers;
}

/** The first thread that has exited, and by which line; undefined where all are left. */
function firstExited(
  block: BlockState,
): { readonly location: Location | undefined; readonly thread: Dim3 } | undefined {
  for (let warp = 0; warp < block.warps; warp++) {
    const gone = initialMask(block.threads, warp) & ~block.alive(warp);
    if (gone === 0) continue;
    const lane = firstLane(gone);
    // The return that paths share is where the kernel ends, and says nothing of who left early.
    const exit = block.compiled.exits.find(({ at, word }) => {
      return at.op !== "ret" && ((block.view.getInt32(block.frame(warp) + word, true) >>> lane) & 1) !== 0;
    });
    return { location: exit?.at.location, thread: threadAt({ ...block.running, warp }, lane) };
  }
  return undefined;
}

/** Collects the divergent barriers of one launch. */
export function divergenceLog(): DivergenceLog {
  const found = new Map<string, DivergentBarrier & { times: number }>();
  let looks = 0;
  const note = (barrier: Omit<DivergentBarrier, "times">) => {
    const key = `${lineOf(barrier.location)} ${lineOf(barrier.elsewhere?.location)}`;
    const known = found.get(key);
    if (known) known.times++;
    else found.set(key, { ...barrier, times: 1 });
  };
  return {
    look(block) {
      if (looks++ >= MOST_LOOKS) return;
      const comers = comersOf(block);
      const [first] = comers;
      if (!first) return;
      const { location } = first.at;
      const common = { location, block: [...block.running.block] as Dim3, thread: first.thread };
      // A barrier in a loop that is unrolled is one barrier of the source.
      const other = comers.find(({ at }) => lineOf(at.location) !== lineOf(location));
      if (other) {
        note({ ...common, elsewhere: { location: other.at.location, thread: other.thread } });
        return;
      }
      const exited = firstExited(block);
      if (exited) note({ ...common, exited });
    },
    all: () => [...found.values()],
  };
}
