/**
 * The value of a figure under other blocks, for kernels of which no launch is known: whether it holds for every usual
 * block, or for the assumed one alone.
 */
import { meanCost } from "../../facts";
import { KernelCallPaths } from "../../facts/access/callPaths";
import type { AccessFact, KernelFacts } from "../../facts/model";
import type { Dim3 } from "../../hardware/model";
import type { RuleContext } from "../model";
import { dimensions, figure, launchWords } from "./words";

/** Blocks that programs use most, of one dimension and of two. */
const lines: readonly Dim3[] = [64, 128, 256, 512, 1024].map((threads) => [threads, 1, 1]);
const planes: readonly Dim3[] = [
  [8, 8, 1],
  [16, 16, 1],
  [32, 8, 1],
  [32, 32, 1],
];

const computed = new WeakMap<KernelFacts, Map<Dim3, KernelCallPaths>>();

/** A kernel under another block; its forms are computed once. */
function waysUnder(facts: KernelFacts, block: Dim3): KernelCallPaths {
  const known = computed.get(facts) ?? new Map<Dim3, KernelCallPaths>();
  computed.set(facts, known);
  let paths = known.get(block);
  if (!paths) {
    paths = new KernelCallPaths({
      kernel: facts.kernel,
      lowered: facts.lowered,
      shape: { ...facts.launches[0]!, block },
    });
    known.set(block, paths);
  }
  return paths;
}

/** Kernels of a file that other blocks are tried for: five of them take as long as all else that is said of a kernel. */
const MOST_KERNELS = 500;

/** Under which launch a figure holds; for an assumed block, whether it holds for the usual ones too. */
export function blockWords(facts: KernelFacts, fact: AccessFact, { kernels }: RuleContext): string {
  const { launch, access, footprint } = fact;
  const words = launchWords(facts, launch);
  if (launch.from !== "assumed" || launch.block[2] > 1 || kernels.length > MOST_KERNELS) return words;
  const usual = launch.block[1] > 1 ? planes : lines;
  const costs = usual.map((block) => {
    const under = waysUnder(facts, block).footprint(access);
    return under && meanCost(under);
  });
  const own = meanCost(footprint);
  const known = costs.filter((cost) => cost !== undefined);
  if (own === undefined || known.length < usual.length) return words;
  const [least, most] = [Math.min(own, ...known), Math.max(own, ...known)];
  const range = `${dimensions(usual[0]!)} to ${dimensions(usual.at(-1)!)}`;
  if (least === most) return `no block is known; the same for all usual blocks from ${range}`;
  return `${words}; ${figure(least)} to ${figure(most)} for usual blocks from ${range}`;
}
