/**
 * What the machine code of a launch issues, estimated from how often each region was executed: instructions, branches, and
 * loads of parameters. Of these, only the divergence of branches is counted while kernels run.
 */
import { controlFlow } from "../../analyzer/ir/cfg";
import type { Block, Instruction } from "../../analyzer/ir/model";
import type { LoweredFunction } from "../../analyzer/lower/model";
import { calledFunction, isIndirect } from "../plan/callgraph";
import { calleeName } from "../plan/calls";
import { onlyReturns } from "../plan/exits";
import type { Region } from "../plan/regions";
import { type BranchForm, branchForms } from "./branchForms";
import { expansion } from "./expansions";
import { issueCost, issueCosts } from "./issueCosts";
import type { RegionCount } from "./mix";
import { parameterLoads } from "./parameterLoads";

/** Figures of a launch. */
export interface Issue {
  /** Instructions by warps, and by threads, be their predicate on or off; `threadsOn` only where it is on. */
  readonly instructions: number;
  readonly threads: number;
  readonly threadsOn: number;
  /** Branches, calls, exits and places where lanes wait for each other after a branch, by warps. */
  readonly branchInstructions: number;
  /** Branches, calls and returns by warps; of them those at which lanes of a warp took different successors. */
  readonly targets: number;
  readonly divergent: number;
  /** Loads of parameters and dimensions from constant memory, by warps. */
  readonly parameterLoads: number;
}

/** What a launch issues that executed nothing. */
export const NO_ISSUE: Issue = {
  instructions: 0,
  threads: 0,
  threadsOn: 0,
  branchInstructions: 0,
  targets: 0,
  divergent: 0,
  parameterLoads: 0,
};

/** Sums of two parts of a launch. */
export function addIssues(a: Issue, b: Issue): Issue {
  const names = Object.keys(a) as (keyof Issue)[];
  return Object.fromEntries(names.map((name) => [name, a[name] + b[name]])) as unknown as Issue;
}

/** The instructions of one execution of a region by a warp. */
interface RegionIssue {
  readonly instructions: number;
  /** Calls and branches inside the region that are no ends of blocks. */
  readonly inside: number;
  /** Branches at its end, and other instructions that the hardware counts as branches. */
  readonly targets: number;
  readonly others: number;
}

const known = new WeakMap<Region, RegionIssue>();

/** The estimate for one function; `divergent`: its blocks whose branch may part lanes. */
export function countIssue(
  counts: readonly RegionCount[],
  lowered: LoweredFunction,
  divergent: ReadonlySet<Block>,
): Issue {
  const { forms, executedWith } = branchForms(lowered.function);
  const [first, last] = [new Map<Block, RegionCount>(), new Map<Block, RegionCount>()];
  for (const count of counts) {
    const { block } = count.region;
    if (!first.has(block)) first.set(block, count);
    last.set(block, count);
  }
  const issue = { ...NO_ISSUE };
  const add = (instructions: number, on: RegionCount, all: RegionCount) => {
    issue.instructions += instructions * all.warps;
    issue.threads += instructions * all.lanes;
    issue.threadsOn += instructions * on.lanes;
  };
  const entry = first.get(lowered.function.blocks[0]!);
  if (entry && lowered.function.isKernel) add(issueCosts.start, entry, entry);
  for (const block of parameterLoads(lowered)) issue.parameterLoads += first.get(block)?.warps ?? 0;
  for (const count of counts) {
    const { region } = count;
    // Warps that take no part in an arm execute it all the same where it has a predicate instead of a branch.
    const head = executedWith.get(region.block);
    const all = (head && last.get(head)) ?? count;
    if (all.warps === 0) continue;
    const form = endsBlock(region) ? forms.get(region.block) : undefined;
    const own = known.get(region) ?? regionIssue(region, lowered, form, divergent.has(region.block));
    known.set(region, own);
    add(own.instructions, count, all);
    issue.targets += (own.inside + own.targets) * count.warps;
    issue.branchInstructions += (own.inside + own.targets + own.others) * count.warps;
    if (form === "kept" && region.block.successors.some(onlyReturns))
      issue.branchInstructions += entries(region.block, last);
    if (own.targets) issue.divergent += count.divergent;
  }
  return issue;
}

const endsBlock = ({ to, block }: Region): boolean => to === block.instructions.length;

function regionIssue(
  region: Region,
  lowered: LoweredFunction,
  form: BranchForm | undefined,
  parts: boolean,
): RegionIssue {
  const { block, from, to, barrier } = region;
  const inner = block.instructions.slice(from, to);
  const costs = inner.map((each) => issueCost(each, lowered));
  if (barrier && !inner.includes(barrier)) costs.push(issueCosts.barrier);
  if (form === "kept" || form === "exit") costs.push(issueCosts[form === "kept" ? "branch" : "exit"]);
  const inside = inner.reduce((sum, each) => sum + branchesInside(each, lowered), 0);
  const end = inner.at(-1);
  const atEnd = endsBlock(region) && end ? branchesAtEnd(end, form, parts) : { targets: 0, others: 0 };
  return { instructions: costs.reduce((sum, cost) => sum + cost, 0), inside, ...atEnd };
}

/** How often the loop of a block was entered: so often its last lanes leave it. */
function entries(block: Block, last: ReadonlyMap<Block, RegionCount>): number {
  const loop = controlFlow(block.function).loopOf(block);
  const before = loop?.header.predecessors.filter((each) => !loop.blocks.has(each)) ?? [];
  return before.reduce((sum, each) => sum + (last.get(each)?.warps ?? 0), 0);
}

/** Calls branch there and back; divisions, square roots and sines over the code for unusual operands. */
function branchesInside(instruction: Instruction, lowered: LoweredFunction): number {
  if (instruction.op === "call" && (calledFunction(instruction) || isIndirect(instruction))) return 2;
  const isSlow =
    instruction.op === "binary"
      ? instruction.binary === "fdiv"
      : /sqrt|^__nv_(sin|cos|tan)f?$|^llvm\.(sin|cos)\./.test(calleeName(instruction) ?? "");
  return isSlow && expansion(instruction, lowered) ? 1 : 0;
}

/** A switch of few cases is a chain of comparisons, else a search by halves. */
const CHAIN = 4;

function branchesAtEnd(
  end: Instruction,
  form: BranchForm | undefined,
  parts: boolean,
): Pick<RegionIssue, "targets" | "others"> {
  const { block } = end;
  // Where lanes may part they wait for each other later.
  const waits = parts ? 1 : 0;
  if (form === "exit") return { targets: 0, others: 1 };
  if (form === "kept") {
    const goesOn = block.successors.every((next) => next.index > block.index && !onlyReturns(next));
    return { targets: 1, others: goesOn ? waits : 0 };
  }
  if (end.op === "switch") {
    const successors = block.successors.length;
    return { targets: successors <= CHAIN ? successors - 1 : Math.ceil(Math.log2(successors)) + 1, others: waits };
  }
  const leaves = (end.op === "ret" && !onlyReturns(block)) || (end.op === "br" && onlyReturns(end.target));
  return { targets: 0, others: leaves ? 1 : 0 };
}
