/** What orders two accesses is missing, and what would order them. */
import { lineName, shownFrame } from "../../analyzer/ir/frames";
import type { RaceCause } from "./model";
import type { Traits } from "./traits";

/** Two accesses that race. */
export interface Sides {
  readonly isSameBlock: boolean;
  readonly isSameWarp: boolean;
  readonly isCluster: boolean;
  readonly earlier: Traits;
  readonly later: Traits;
  readonly cause: RaceCause | undefined;
}

/** The missing order, as the end of a sentence: "with no barrier between them". */
export function raceReason({ isSameBlock, isSameWarp, isCluster, earlier, later, cause }: Sides): string {
  switch (cause) {
    case "narrow-scope":
      return earlier.isAtomic && later.isAtomic
        ? "by an atomic operation of block scope, which is atomic only for threads of its own block"
        : "ordered only by a fence or an atomic operation whose scope does not reach the other thread";
    case "missing-fence":
      return "ordered only by a relaxed atomic operation, with no fence between it and the access";
    case "volatile-order":
      return "ordered only by volatile accesses, which synchronise nothing";
    case "missing-proxy-fence":
      return "with no fence.proxy.async after it: a bulk copy need not see what threads have written before one";
    default:
      if (isSameWarp) return "with no __syncwarp or barrier between them: lanes of a warp run independently";
      if (isSameBlock) return "with no barrier between them";
      if (isCluster) return "with no barrier of the cluster or the grid between them";
      return "and nothing orders the two blocks";
  }
}

/** What to do about it, as a sentence; absent where it depends on what is meant. */
export function raceFix({ isSameBlock, isSameWarp, earlier, later, cause }: Sides): string | undefined {
  const fence = isSameBlock ? "__threadfence_block()" : "__threadfence()";
  if (cause === "narrow-scope" && earlier.isAtomic && later.isAtomic) return "Use the atomic function without _block.";
  if (cause === "narrow-scope") return "Use __threadfence() and atomic operations of device scope.";
  if (cause === "missing-proxy-fence")
    return "Have the threads that write execute cuda::ptx::fence_proxy_async(cuda::ptx::space_shared) before the barrier.";
  if (cause)
    return `Put ${fence} before the write of the flag and after the read of it, or use cuda::atomic_ref with memory_order_release and memory_order_acquire.`;
  if (!isSameBlock) return undefined;
  const [a, b] = [earlier, later]
    .map(({ access: { location } }) => shownFrame(location))
    .sort((one, other) => (one?.line ?? 0) - (other?.line ?? 0));
  if (!a || !b || (a.line === b.line && a.file === b.file)) return undefined;
  const lines =
    a.file === b.file
      ? `lines ${a.line} and ${lineName(b).slice("line ".length)}`
      : `${lineName(a)} and ${lineName(b)}`;
  return `Put ${isSameWarp ? "__syncwarp()" : "__syncthreads()"} between ${lines}.`;
}
