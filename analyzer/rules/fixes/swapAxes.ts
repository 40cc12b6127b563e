/**
 * Trading the roles of `threadIdx.x` and `threadIdx.y` in a kernel: every thread's work is done by another thread of the
 * same block, and which threads share a warp changes. A block that is not square changes at its launches too. Tried with
 * the facts that found the loss.
 */
import { meanCost } from "../../facts";
import { KernelCallPaths } from "../../facts/access/callPaths";
import type { KernelFacts, LaunchShape } from "../../facts/model";
import { demangle } from "../../ir/demangle";
import type { MemoryAccess } from "../../lower/model";
import type { FunctionOutline } from "../../syntax/model";
import { ofText } from "../../syntax/text/ofText";
import { patternWith } from "../../syntax/text/patterns";
import { codeOf } from "../../syntax/text/statements";
import type { AccessGroup } from "../access/cases";
import { lossOf, worstOf } from "../access/losses";
import { exchangedBlocks } from "../host/blockShape";
import type { RuleContext, TextEdit } from "../model";

/** A swap that works, with the worst access's sectors per request after it, or the sentence that says why there is none. */
export type Swap =
  | {
      readonly kind: "swap";
      readonly edits: readonly TextEdit[];
      readonly sectors: number;
      /** The block changes at the launches too. */
      readonly changesBlock: boolean;
    }
  | { readonly kind: "none"; readonly reason: string };

const none = (reason: string): Swap => ({ kind: "none", reason });

/** What distinguishes the lanes of a warp other than `threadIdx`. */
const warpWise =
  /__(?:shfl|ballot|any|all|match|reduce|activemask|syncwarp)|cooperative_groups|warpSize|\basm\b|%laneid/;

const computed = new WeakMap<AccessGroup, Swap>();
/** Kernels with their axes swapped, under each of their launches: the same for every group and for every text around. */
const swappedPaths = new WeakMap<KernelFacts, Map<LaunchShape, KernelCallPaths>>();

const byName = new WeakMap<RuleContext["kernels"], ReadonlyMap<string, readonly KernelFacts[]>>();

/** The kernels of a file by their names, several of a template. */
function kernelsByName({ kernels }: RuleContext): ReadonlyMap<string, readonly KernelFacts[]> {
  const known = byName.get(kernels);
  if (known) return known;
  const names = new Map<string, KernelFacts[]>();
  for (const facts of kernels) {
    const { name } = demangle(facts.kernel.name);
    names.set(name, [...(names.get(name) ?? []), facts]);
  }
  byName.set(kernels, names);
  return names;
}

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
  const kernels = kernelsByName(context).get(owner.name) ?? [];
  const isSquare = kernels.every(({ launches }) => launches.every(({ block: [x, y] }) => x === y));
  const inKernel = swapEdits(text, owner, isSquare ? ["threadIdx"] : ["threadIdx", "blockDim"]);
  if (!inKernel || hasIndexHelpers(context)) return none("");
  if (warpWise.test(text.slice(owner.start, owner.end)))
    return none("The kernel uses the lanes of warps, so its threads cannot simply trade places");
  const atLaunches = isSquare ? [] : exchangedBlocks(owner.name, context);
  if (!atLaunches)
    return none("The block is not square and its launch is not in plain sight, so the axes cannot be swapped");
  const edits = [...inKernel, ...atLaunches].sort((a, b) => a.start - b.start);
  const losing = new Set(group.cases.map(({ fact }) => fact.access));
  for (const kernel of kernels) {
    if (!isBetter(kernel, losing)) {
      return none("Swapping threadIdx.x and threadIdx.y would leave a loss here or make one elsewhere");
    }
  }
  const worst = worstOf(group.cases);
  const after = swapped(worst.kernel, worst.fact.launch).footprint(worst.fact.access);
  const sectors = after && meanCost(after);
  return sectors === undefined ? none("") : { kind: "swap", edits, sectors, changesBlock: !isSquare };
}

function swapped(facts: KernelFacts, launch: LaunchShape): KernelCallPaths {
  const known = swappedPaths.get(facts) ?? new Map<LaunchShape, KernelCallPaths>();
  swappedPaths.set(facts, known);
  const [x, y, z] = launch.block;
  const shape = { ...launch, block: [y, x, z] as const, swapped: true as const };
  const paths = known.get(launch) ?? new KernelCallPaths({ kernel: facts.kernel, lowered: facts.lowered, shape });
  known.set(launch, paths);
  return paths;
}

/** Do the losing accesses lose nothing after the swap, and all others no more than before, under every launch? */
function isBetter(kernel: KernelFacts, losing: ReadonlySet<MemoryAccess>): boolean {
  return kernel.launches.every((launch) => {
    const paths = swapped(kernel, launch);
    return kernel.accesses.every(({ access, footprint, launch: own }) => {
      if (own !== launch || (access.space !== "global" && access.space !== "shared")) return true;
      const after = paths.footprint(access);
      if (!after) return false;
      const loss = lossOf(after);
      if (after.certainty === "unknown" && footprint.certainty !== "unknown") return false;
      return !loss || (!losing.has(access) && loss.cost <= (lossOf(footprint)?.cost ?? 0));
    });
  });
}

/** The indices that lines of directives name. */
const indicesInMacros = ofText((text): readonly string[] =>
  [...codeOf(text).matchAll(/^[ \t]*#.*$/gm)].flatMap(([line]) => line.match(/\b(?:threadIdx|blockDim)\b/g) ?? []),
);

/** Every `.x` and `.y` of the kernel's indices traded; `undefined` where they are used in a way that is not followed. */
function swapEdits(text: string, owner: FunctionOutline, names: readonly string[]): readonly TextEdit[] | undefined {
  const edits: TextEdit[] = [];
  const axes = new Set<string>();
  // A helper or a macro may be where this kernel gets its index from.
  if (indicesInMacros(text).some((name) => names.includes(name))) return undefined;
  const code = codeOf(text).slice(0, owner.body!.end);
  const indices = patternWith("g")`\b${names}\b`;
  indices.lastIndex = owner.body!.start;
  for (let found = indices.exec(code); found; found = indices.exec(code)) {
    const { index, 0: name } = found;
    const axis = /^\w+\s*\.\s*([xyz])\b/.exec(text.slice(index));
    if (!axis) return undefined;
    if (name === "threadIdx") axes.add(axis[1]!);
    if (axis[1] === "z") continue;
    const at = index + axis[0].length - 1;
    edits.push({ start: at, end: at + 1, newText: axis[1] === "x" ? "y" : "x" });
  }
  return axes.has("x") && axes.has("y") ? edits : undefined;
}

/** Does a device function that is no kernel read `threadIdx` or `blockDim`? Its callers' indices are not all in their own text. */
function hasIndexHelpers({ text, outline }: RuleContext): boolean {
  return outline.functions.some(
    ({ isDevice, isKernel, body }) =>
      isDevice && !isKernel && body && /\b(?:threadIdx|blockDim)\b/.test(text.slice(body.start, body.end)),
  );
}
