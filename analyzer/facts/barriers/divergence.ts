/** Branches at which a warp can diverge, and barriers that some threads may not reach. */

import { WARP_SIZE } from "../../hardware/model";
import type { Block, Instruction, InstructionOf } from "../../ir/model";
import { ActiveThreads, decidingValue, isExit, isTrap } from "../forms/activeThreads";
import { Evaluator } from "../forms/evaluate";
import { loopsAround } from "../forms/flow";
import { type Atom, atomsIn, type Form, isKnown, leavesOf, scopeOf } from "../forms/forms";
import { isWarpUniform, type Lanes } from "../forms/lanes";
import type { LaneForms } from "../forms/queries";
import { type BarrierScope, barrierScope, waitsForAll } from "../forms/summaries";
import type { BarrierFact, BranchFact } from "../model";

/** The most values of leaves that are tried before a condition counts as one that can differ. */
const BUDGET = 1024;
/** Values of a leaf without an end that a branch is tried with. */
const SAMPLES = 4;
/** As many values of a parameter. */
const PARAMETERS = [1, 2, 32, 1024];

/** The branches and barriers of a kernel and the functions that it calls: the worst case over launches and calls. */
export function uniformityOf(perLaunch: readonly (readonly LaneForms[])[]): {
  readonly barriers: readonly BarrierFact[];
  readonly branches: readonly BranchFact[];
} {
  const branches = new Map<Instruction, BranchFact>();
  const barriers = new Map<Instruction, BarrierFact>();
  for (const forms of perLaunch.flat()) {
    const question = { forms, activity: new ActiveThreads(forms) };
    for (const block of forms.flow.order) {
      const branch = branchFact(forms, block);
      if (branch && branches.get(branch.instruction)?.kind !== "divergent") branches.set(branch.instruction, branch);
      for (const instruction of block.instructions) {
        const scope = barrierScope(instruction);
        const known = barriers.get(instruction);
        if (!scope || rankOf(known) === MOST_RANK) continue;
        const found = waitsForAll(instruction) ? divergenceAt(question, block, scope) : undefined;
        if (!known || rankOf(found) > rankOf(known))
          barriers.set(instruction, { instruction, location: instruction.location, scope, ...found });
      }
    }
  }
  const tiles = perLaunch.flat().flatMap(dividedTiles);
  return { barriers: [...barriers.values(), ...tiles], branches: [...branches.values()] };
}

/** Barriers of tiles that are smaller than a warp, under a condition that is known and divides a tile. */
function dividedTiles(forms: LaneForms): readonly BarrierFact[] {
  const activity = new ActiveThreads(forms);
  return forms.flow.order.flatMap((block) =>
    block.instructions.flatMap((instruction): readonly BarrierFact[] => {
      const tile = tileOf(forms, instruction);
      if (tile === undefined) return [];
      const at = activity.decidingBlocks(block).find((one) => {
        const condition = forms.use(decidingValue(one)!, one);
        const isGoing = !one.successors.some((next) => isExit(next) || isTrap(next));
        return isGoing && isKnown(condition) && divides(condition.known, tile) && activity.isReachedOnce(one);
      });
      const end = at?.instructions.at(-1);
      if (!at || !end) return [];
      const because = reasonOf(forms.use(decidingValue(at)!, at));
      const { location } = instruction;
      const found = { divergentOn: end, divergence: "around", certain: true, launch: forms.shape, because } as const;
      return [{ instruction, location, scope: "warp", tile, ...found }];
    }),
  );
}

/** The number of lanes whose barrier an instruction is, where its mask names each lane's own tile. */
function tileOf(forms: LaneForms, instruction: Instruction): number | undefined {
  if (instruction.op !== "call" || instruction.callee.kind !== "function") return undefined;
  const [mask] = instruction.arguments;
  if (!instruction.callee.name.startsWith("llvm.nvvm.bar.warp.sync") || !mask) return undefined;
  const form = forms.use(mask, instruction.block);
  if (!isKnown(form) || typeof form.known === "number") return undefined;
  const first = Number(BigInt.asUintN(WARP_SIZE, BigInt(form.known[0]!)));
  const size = Math.log2(first + 1);
  if (!Number.isInteger(size) || WARP_SIZE % size !== 0) return undefined;
  const isOwn = form.known.every((own, thread) => {
    const lane = thread % WARP_SIZE;
    return BigInt.asUintN(WARP_SIZE, BigInt(own)) === BigInt(first) << BigInt(lane - (lane % size));
  });
  return isOwn ? size : undefined;
}

const divides = (lanes: Lanes, tile: number): boolean =>
  typeof lanes !== "number" && lanes.some((lane, thread) => lane !== lanes[thread - (thread % tile)]);

/** How much is to be said of a barrier: certain divergence before possible one, and that before lanes that only exit. */
const MOST_RANK = 3;
const rankOf = (fact: Partial<BarrierFact> | undefined): number =>
  !fact?.divergentOn ? 0 : fact.othersExit ? 1 : fact.certain ? MOST_RANK : 2;

function branchFact(forms: LaneForms, block: Block): BranchFact | undefined {
  const instruction = block.instructions.at(-1);
  const value = decidingValue(block);
  if (!instruction || !value) return undefined;
  const kind = forms.scope(value, block) === "lane" ? "divergent" : "uniform";
  const sides = kind === "divergent" ? sidesOf(forms, block) : undefined;
  const hasLoop = sides && sidesHaveLoop(forms, block) ? { hasLoop: true as const } : {};
  return { instruction, location: instruction.location, kind, ...(sides ? { sides, ...hasLoop } : {}) };
}

/** Whether a loop begins between a branch and where its sides reconverge. */
function sidesHaveLoop({ flow }: LaneForms, block: Block): boolean {
  const end = flow.postDominator(block);
  return block.successors.some((next) => [...blocksFrom(next, end)].some((one) => flow.loopOf(one)?.header === one));
}

/** Instructions on either side of a branch that splits every warp of the block. */
function sidesOf(forms: LaneForms, block: Block): readonly [number, number] | undefined {
  const instruction = block.instructions.at(-1)!;
  const [yes, no] = block.successors;
  const form = forms.use(decidingValue(block)!, block);
  const isSwitch = instruction.op === "switch";
  if (!isSwitch && (instruction.op !== "condbr" || block.successors.length !== 2)) return undefined;
  if (!yes || !no) return undefined;
  // A loop's own condition decides how long it runs, not which side.
  const loop = forms.flow.loopOf(block);
  if (loop && block.successors.some((next) => !loop.blocks.has(next))) return undefined;
  // What a block shares without an end that is known, as its index, is tried with its first values; a parameter with strides
  // and counts below a warp and above, but not with 0, which is often that there is nothing to do.
  const leaves = [...leavesOf(form)].map((leaf) => ({
    leaf,
    count: leaf.count ?? SAMPLES,
    ...(leaf.count === undefined && leaf.scope === "grid" ? { values: PARAMETERS } : {}),
  }));
  if (leaves.some(({ leaf }) => leaf.count === undefined && leaf.scope !== "grid" && leaf.scope !== "block"))
    return undefined;
  if (leaves.reduce((total, { count }) => total * count, 1) > BUDGET) return undefined;
  for (const assignment of assignments(leaves)) {
    const value = new Evaluator(assignment).form(form);
    if (value === undefined || !splitsEveryWarp(isSwitch ? casesOf(instruction, value) : value)) return undefined;
  }
  const end = forms.flow.postDominator(block);
  const counts = [...new Set(block.successors)].map((next) => instructionsFrom(next, end)).sort((a, b) => b - a);
  if (isSwitch) return [counts[0]!, counts.slice(1).reduce((sum, one) => sum + one, 0)];
  return [instructionsFrom(yes, end), instructionsFrom(no, end)];
}

/** 1 for each thread that takes another case of a switch than the first thread does. */
function casesOf({ value, cases, otherwise }: InstructionOf<"switch">, lanes: Lanes): Lanes {
  const bits = value.type.kind === "int" ? value.type.bits : 64;
  const targets = new Map(cases.map((one) => [Number(BigInt.asIntN(bits, one.value)), one.target]));
  const target = (lane: number): Block => targets.get(lane) ?? otherwise;
  if (typeof lanes === "number") return 0;
  return lanes.map((lane, at) => Number(target(lane) !== target(lanes[at - (at % WARP_SIZE)]!)));
}

/** Are there both zeros and others in every warp? */
function splitsEveryWarp(lanes: Lanes): boolean {
  if (typeof lanes === "number") return false;
  for (let first = 0; first < lanes.length; first += WARP_SIZE) {
    const warp = [...lanes.slice(first, first + WARP_SIZE)].map(Boolean);
    if (!warp.includes(true) || !warp.includes(false)) return false;
  }
  return true;
}

/** The blocks from one on, up to another one. */
function blocksFrom(start: Block, end: Block | undefined): ReadonlySet<Block> {
  const seen = new Set<Block>();
  const open = [start];
  for (let block = open.pop(); block; block = open.pop()) {
    if (block === end || seen.has(block)) continue;
    seen.add(block);
    open.push(...block.successors);
  }
  return seen;
}

/** Instructions from a block on, up to another one. */
function instructionsFrom(start: Block, end: Block | undefined): number {
  const isIssued = ({ op }: Instruction): boolean => op !== "phi" && op !== "br" && op !== "condbr";
  return [...blocksFrom(start, end)].reduce((sum, { instructions }) => sum + instructions.filter(isIssued).length, 0);
}

interface DivergenceQuestion {
  readonly forms: LaneForms;
  readonly activity: ActiveThreads;
}

type Divergence = Required<Pick<BarrierFact, "divergentOn" | "divergence" | "certain" | "launch" | "because">> &
  Pick<BarrierFact, "othersExit">;

/** A description of what makes a value differ among the threads of a barrier. */
function reasonOf(form: Form): string {
  const isLanes = (one: Form): boolean =>
    typeof one.known !== "number" || one.terms.some(({ coefficient }) => typeof coefficient !== "number");
  const operands = [...atomsIn(form)].flatMap(({ definition }) =>
    definition?.kind === "function" ? definition.operands : [],
  );
  const own = [...leavesOf(form)].filter(({ scope }) => scope === "lane" || scope === "warp");
  const words = [...new Set(own.map((leaf) => leaf.description).filter(Boolean))];
  return [...([form, ...operands].some(isLanes) ? ["the thread index"] : []), ...words].join(" and ");
}

/** The divergence that can keep some threads from reaching a barrier with the others. */
function divergenceAt(
  { forms, activity }: DivergenceQuestion,
  block: Block,
  scope: BarrierScope,
): Divergence | undefined {
  const { flow, shape } = forms;
  const goesOn = blocksThatAreWaitedFor(forms, scope);
  const around = activity
    .decidingBlocks(block)
    .filter((at) => !flow.postDominates(block, at) && at.successors.filter((next) => goesOn.has(next)).length > 1);
  for (const at of around) {
    const condition = forms.use(decidingValue(at)!, at);
    const differs = differsAt(condition, scope);
    if (differs === "never") continue;
    const certain = differs === "always" && activity.isReachedOnce(at);
    const because = reasonOf(condition);
    return { divergentOn: at.instructions.at(-1)!, divergence: "around", certain, launch: shape, because };
  }
  for (const loop of loopsAround(flow, block)) {
    const { trips } = forms.counter(loop);
    const exiting = loop.exiting.filter((at) =>
      at.successors.some((next) => !loop.blocks.has(next) && goesOn.has(next)),
    );
    const isCounted = trips !== undefined && loop.exiting.length === 1;
    if (isCounted && !splits(trips, scope)) continue;
    const exit = exiting.find(
      (at) => decidingValue(at) && differsAt(forms.use(decidingValue(at)!, at), scope) !== "never",
    );
    if (!exit) continue;
    const certain = isCounted && activity.isReachedOnce(loop.header, loop);
    const because = reasonOf(forms.use(decidingValue(exit)!, exit));
    return { divergentOn: exit.instructions.at(-1)!, divergence: "loop", certain, launch: shape, because };
  }
  return scope === "warp" ? exitAround({ forms, activity }, block) : undefined;
}

/** A branch that splits every warp, from whose other side lanes exit: a barrier of a warp does not wait for them. */
function exitAround({ forms, activity }: DivergenceQuestion, block: Block): Divergence | undefined {
  for (const at of activity.decidingBlocks(block)) {
    const condition = forms.use(decidingValue(at)!, at);
    if (!at.successors.some(isExit) || !activity.isReachedOnce(at) || differsAt(condition, "warp") !== "always")
      continue;
    const because = reasonOf(condition);
    const found = { divergentOn: at.instructions.at(-1)!, divergence: "around", certain: true } as const;
    return { ...found, launch: forms.shape, because, othersExit: true };
  }
  return undefined;
}

/**
 * The blocks whose threads a barrier waits for: a path leads from them to the kernel's end. From the others every path ends
 * in a trap, as of an assertion, which ends all threads. A warp's barrier does not wait for lanes that return at once: by
 * the CUDA C++ Programming Guide, "__syncwarp()", it is for the lanes of the mask that have not exited.
 */
function blocksThatAreWaitedFor({ flow, entry }: LaneForms, scope: BarrierScope): ReadonlySet<Block> {
  const found = new Set<Block>();
  const open = flow.ends.filter((block) => !isTrap(block));
  for (let block = open.pop(); block; block = open.pop()) {
    if (found.has(block)) continue;
    found.add(block);
    open.push(...block.predecessors);
  }
  if (scope !== "warp" || entry) return found;
  return new Set([...found].filter((block) => !isExit(block)));
}

const splits = (lanes: Lanes, scope: BarrierScope): boolean =>
  scope === "warp" ? !isWarpUniform(lanes) : typeof lanes !== "number";

/** Whether the threads of a barrier have different values; `sometimes` where that is unknown. */
function differsAt(form: Form, scope: BarrierScope): "never" | "sometimes" | "always" {
  const shared = scopeOf(form);
  if (shared === "grid" || shared === "block" || (shared === "warp" && scope === "warp")) return "never";
  const leaves = [...leavesOf(form)];
  const cases = leaves.reduce((product, leaf) => product * (leaf.count ?? Number.POSITIVE_INFINITY), 1);
  if (cases > BUDGET) return "sometimes";
  let seen = false;
  for (const assignment of assignments(leaves.map((leaf) => ({ leaf, count: leaf.count! })))) {
    const value = new Evaluator(assignment).form(form);
    if (value === undefined) return "sometimes";
    if (splits(value, scope)) seen = true;
  }
  return seen ? "always" : "never";
}

/** A leaf with how many values it is tried with. */
interface Tried {
  readonly leaf: Atom;
  readonly count: number;
  /** Which these are; those from 0 where they are absent. */
  readonly values?: readonly number[];
}

function* assignments(leaves: readonly Tried[]): Generator<ReadonlyMap<Atom, number>> {
  const [first, ...rest] = leaves;
  if (!first) {
    yield new Map();
    return;
  }
  for (let value = 0; value < first.count; value++) {
    for (const others of assignments(rest)) yield new Map([[first.leaf, first.values?.[value] ?? value], ...others]);
  }
}
