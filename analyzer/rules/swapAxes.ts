/**
 * Trading the roles of `threadIdx.x` and `threadIdx.y` in a kernel whose blocks are square: every thread's work is done
 * by another thread of the same block, and which threads share a warp changes. Tried with the facts that found the loss.
 */
import { meanCost } from "../facts";
import { demangle } from "../facts/demangle";
import { Footprints } from "../facts/footprints";
import { LaneForms } from "../facts/laneForms";
import type { KernelFacts } from "../facts/model";
import type { MemoryAccess } from "../lower/model";
import { lexical } from "../syntax/lexical";
import type { FunctionOutline } from "../syntax/model";
import type { AccessGroup } from "./cases";
import { lossOf, worstOf } from "./losses";
import type { RuleContext, TextEdit } from "./model";

/** A swap that works, with the worst access's sectors per request after it, or the sentence that says why there is none. */
export type Swap =
  | { readonly kind: "swap"; readonly edits: readonly TextEdit[]; readonly sectors: number }
  | { readonly kind: "none"; readonly reason: string };

const none = (reason: string): Swap => ({ kind: "none", reason });

/** What tells apart the lanes of a warp by other means than `threadIdx`. */
const warpWise =
  /__(?:shfl|ballot|any|all|match|reduce|activemask|syncwarp)|cooperative_groups|warpSize|\basm\b|%laneid/;

const computed = new WeakMap<AccessGroup, Swap>();

/** The swap for the kernel around a loss; computed once for each group. */
export function swapOf(group: AccessGroup, context: RuleContext): Swap {
  let swap = computed.get(group);
  if (!swap) {
    swap = findSwap(group, context);
    computed.set(group, swap);
  }
  return swap;
}

function findSwap(group: AccessGroup, context: RuleContext): Swap {
  const { text, outline } = context;
  const owner = outline.functions.find(
    ({ isKernel, body }) => isKernel && body && body.start <= group.span.start && group.span.end <= body.end,
  );
  if (!owner?.body) return none("");
  const edits = swapEdits(text, owner);
  if (!edits) return none("");
  if (hasIndexHelpers(context)) return none("");
  if (warpWise.test(text)) return none("The file uses the lanes of warps, so threads cannot simply trade places");
  const kernels = context.kernels.filter(({ kernel }) => demangle(kernel.name).name === owner.name);
  const launches = kernels.flatMap((kernel) => kernel.launches);
  if (launches.some(({ block: [x, y] }) => x !== y))
    return none("The block is not square, so the axes cannot be swapped");
  const losing = new Set(group.cases.map(({ fact }) => fact.access));
  for (const kernel of kernels) {
    if (!isBetter(kernel, losing)) {
      return none("Swapping threadIdx.x and threadIdx.y would only move the loss to another access");
    }
  }
  const worst = worstOf(group.cases);
  const after = meanCost(swapped(worst.kernel, worst.fact.launch).of(worst.fact.access));
  return after === undefined ? none("") : { kind: "swap", edits, sectors: after };
}

function swapped({ kernel, lowered }: KernelFacts, launch: KernelFacts["launches"][number]): Footprints {
  return new Footprints(
    new LaneForms({
      function: kernel,
      shape: { ...launch, swapped: true },
      spaceOf: (pointer) => lowered.spaceOf(pointer),
    }),
  );
}

/** Do the losing accesses lose nothing after the swap, and all others no more than before, under every launch? */
function isBetter(kernel: KernelFacts, losing: ReadonlySet<MemoryAccess>): boolean {
  return kernel.launches.every((launch) => {
    const footprints = swapped(kernel, launch);
    return kernel.accesses.every(({ access, footprint, launch: own }) => {
      if (own !== launch || (access.space !== "global" && access.space !== "shared")) return true;
      const after = footprints.of(access);
      const loss = lossOf(after);
      if (after.certainty === "unknown" && footprint.certainty !== "unknown") return false;
      return !loss || (!losing.has(access) && loss.cost <= (lossOf(footprint)?.cost ?? 0));
    });
  });
}

/** Every `threadIdx.x` and `.y` of the kernel traded; `undefined` where `threadIdx` is used in a way that is not followed. */
function swapEdits(text: string, owner: FunctionOutline): readonly TextEdit[] | undefined {
  const { comments, literals } = lexical(text);
  const silent = [...comments, ...literals];
  const edits: TextEdit[] = [];
  const axes = new Set<string>();
  for (const { index } of text.matchAll(/\bthreadIdx\b/g)) {
    if (silent.some(({ start, end }) => start <= index && index < end)) continue;
    const isOwn = owner.body!.start <= index && index < owner.body!.end;
    const lineStart = text.lastIndexOf("\n", index) + 1;
    const isMacro = /^\s*#/.test(text.slice(lineStart, index));
    // A helper or a macro may be where this kernel gets its index from.
    if (isMacro) return undefined;
    if (!isOwn) continue;
    const axis = /^threadIdx\s*\.\s*([xyz])\b/.exec(text.slice(index));
    if (!axis) return undefined;
    axes.add(axis[1]!);
    if (axis[1] === "z") continue;
    const at = index + axis[0].length - 1;
    edits.push({ start: at, end: at + 1, newText: axis[1] === "x" ? "y" : "x" });
  }
  return axes.has("x") && axes.has("y") ? edits : undefined;
}

/** Does a device function that is no kernel read `threadIdx`? Its callers' indices are not all in their own text. */
function hasIndexHelpers({ text, outline }: RuleContext): boolean {
  return outline.functions.some(
    ({ isDevice, isKernel, body }) =>
      isDevice && !isKernel && body && /\bthreadIdx\b/.test(text.slice(body.start, body.end)),
  );
}
