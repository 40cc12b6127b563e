/**
 * Shuffles that read lanes which have exited, where a lane stores what comes of it. An exited lane may be named by a mask,
 * but its value is undefined: a sum in which it is read is wrong in the last warp of `if (i >= n) return`.
 *
 * Reference: CUDA C++ Programming Guide, "Warp Shuffle Functions"; PTX ISA, "shfl.sync", for the source lanes.
 */
import { firstLane } from "../../hardware/lanes";
import { volume, WARP_SIZE } from "../../hardware/model";
import type { Block, Instruction, InstructionOf, Value } from "../../ir/model";
import { operands } from "../../ir/uses";
import type { ActiveThreads } from "../forms/activeThreads";
import type { Evaluator } from "../forms/evaluate";
import { isPureCall } from "../forms/intrinsics";
import { laneAt, warpBits } from "../forms/lanes";
import type { LaneForms } from "../forms/queries";

/** A shuffle whose undefined value a lane stores. */
export interface ExitedRead {
  readonly shuffle: Instruction;
  /** The exited lanes that shuffles on the way to the store read, as bits. */
  readonly lanes: number;
  /** What stores the value, and the lowest lane that does. */
  readonly use: Instruction;
  readonly user: number;
  /** The number of the warp in its block. */
  readonly warp: number;
}

/** One warp of one block: what its lanes are known to do. */
interface Warp {
  readonly forms: LaneForms;
  readonly activity: ActiveThreads;
  readonly evaluator: Evaluator;
  /** The number of its first thread in the block. */
  readonly first: number;
}

const shuffle = /^llvm\.nvvm\.shfl\.sync\.(up|down|bfly|idx)\.[if]32$/;

/**
 * The stores of a function that take a value from exited lanes, in the first warp of a block that has any.
 * @param followed whether it is known which threads execute a block
 */
export function exitedReadsOf(
  forms: LaneForms,
  activity: ActiveThreads,
  evaluator: Evaluator,
  followed: (block: Block) => boolean,
): readonly ExitedRead[] {
  const instructions = forms.flow.order.flatMap((block) =>
    block.instructions.map((instruction) => ({ block, instruction })),
  );
  if (!instructions.some(({ instruction }) => shuffleKind(instruction))) return [];
  const stores = instructions.filter(
    ({ block, instruction: { op } }) => (op === "store" || op === "atomicrmw" || op === "cmpxchg") && followed(block),
  );
  const threads = volume(forms.shape.block);
  const blocks = new Map(instructions.map(({ block, instruction }) => [instruction as Value, block]));
  for (let first = 0; first < threads; first += WARP_SIZE) {
    const flow = new UndefinedLanes({ forms, activity, evaluator, first }, threads, blocks, followed);
    const found = stores.flatMap(({ block, instruction }) => {
      const running = warpBits(activity.lanes(block, evaluator), first, threads);
      return flow.readBy(instruction, running) ?? [];
    });
    if (found.length > 0) return found;
  }
  return [];
}

/** Which lanes of each value of one warp are undefined, because they come from exited lanes. */
class UndefinedLanes {
  private readonly known = new Map<Value, number>();

  constructor(
    private readonly warp: Warp,
    private readonly threads: number,
    private readonly blocks: ReadonlyMap<Value, Block>,
    private readonly followed: (block: Block) => boolean,
  ) {}

  /** The first shuffle on the way to a store whose exited source reaches a lane that stores. */
  readBy(use: Instruction, running: number): ExitedRead | undefined {
    const values = operands(use);
    const undefinedLanes = running & values.reduce((bits, value) => bits | this.lanes(value), 0);
    if (undefinedLanes === 0) return undefined;
    const below = shufflesBelow(values);
    const shuffles = [...this.blocks.keys()].filter((one): one is Instruction => below.has(one));
    const sources = shuffles.filter((one) => this.exitedSources(one) !== 0);
    const [shuffle] = sources;
    if (!shuffle) return undefined;
    const lanes = sources.reduce((bits, one) => bits | this.exitedSources(one), 0) >>> 0;
    return { shuffle, lanes, use, user: firstLane(undefinedLanes), warp: this.warp.first / WARP_SIZE };
  }

  /** The undefined lanes of a value. */
  private lanes(value: Value): number {
    if (value.kind !== "instruction") return 0;
    const known = this.known.get(value);
    if (known !== undefined) return known;
    // A value that depends on itself through a loop is what its other operands make of it.
    this.known.set(value, 0);
    const found = shuffleKind(value) ? this.ofShuffle(value) : this.ofOperands(value);
    this.known.set(value, found);
    return found;
  }

  private ofOperands(instruction: Instruction): number {
    return passesOn(instruction) ? operands(instruction).reduce((bits, value) => bits | this.lanes(value), 0) : 0;
  }

  private ofShuffle(instruction: Instruction): number {
    const sources = this.sourceLanes(instruction);
    if (!sources) return 0;
    const exited = this.exited(instruction);
    const before = this.lanes((instruction as InstructionOf<"call">).arguments[1]!);
    let bits = 0;
    for (const [lane, source] of sources) if (((before | exited) >>> source) & 1) bits |= 1 << lane;
    return bits;
  }

  /** The exited lanes that a shuffle reads. */
  private exitedSources(instruction: Instruction): number {
    const sources = this.sourceLanes(instruction);
    const exited = this.exited(instruction);
    return sources ? [...sources.values()].reduce((bits, source) => bits | (exited & (1 << source)), 0) : 0;
  }

  private exited(instruction: Instruction): number {
    const { activity, evaluator, first } = this.warp;
    return warpBits(activity.exited(this.blocks.get(instruction)!, evaluator), first, this.threads);
  }

  /** The lane that each executing lane reads; undefined where the distance is not known. */
  private sourceLanes(instruction: Instruction): ReadonlyMap<number, number> | undefined {
    const { forms, activity, evaluator, first } = this.warp;
    const kind = shuffleKind(instruction)!;
    const block = this.blocks.get(instruction)!;
    if (!this.followed(block)) return undefined;
    const [, , by, clamp] = (instruction as InstructionOf<"call">).arguments;
    const [distance, bound] = [by, clamp].map((value) => evaluator.form(forms.use(value!, block)));
    if (distance === undefined || bound === undefined) return undefined;
    const running = warpBits(activity.lanes(block, evaluator), first, this.threads);
    const sources = new Map<number, number>();
    for (let lane = 0; lane < WARP_SIZE; lane++) {
      if (!((running >>> lane) & 1)) continue;
      const at = first + lane;
      sources.set(lane, sourceLane(kind, lane, laneAt(distance, at) & 31, laneAt(bound, at)));
    }
    return sources;
  }
}

/** The shuffles that values come from. */
function shufflesBelow(values: readonly Value[]): ReadonlySet<Value> {
  const found = new Set<Value>();
  const seen = new Set<Value>();
  const open = [...values];
  for (let value = open.pop(); value; value = open.pop()) {
    if (value.kind !== "instruction" || seen.has(value)) continue;
    seen.add(value);
    const isShuffle = shuffleKind(value) !== undefined;
    if (isShuffle) found.add(value);
    if (isShuffle || passesOn(value)) open.push(...operands(value));
  }
  return found;
}

/** What decides the lane that a lane reads; `lowest` and `highest`: the bounds of its segment. */
interface Distance {
  readonly lane: number;
  readonly by: number;
  readonly segment: number;
  readonly lowest: number;
  readonly highest: number;
}

type Source = readonly [lane: number, isInside: boolean];

/** Source lanes by kind of shuffle, as PTX's pseudocode of `shfl.sync` computes them. */
const sourceOf: Readonly<Record<string, (of: Distance) => Source>> = {
  up: ({ lane, by, highest }) => [lane - by, lane - by >= highest],
  down: ({ lane, by, highest }) => [lane + by, lane + by <= highest],
  bfly: ({ lane, by, highest }) => [lane ^ by, (lane ^ by) <= highest],
  idx({ by, segment, lowest, highest }) {
    const source = lowest | (by & ~segment);
    return [source, source <= highest];
  },
};

/** The lane that a lane reads; one outside of the segment reads itself. */
function sourceLane(kind: string, lane: number, by: number, clamp: number): number {
  const [segment, bound] = [(clamp >> 8) & 31, clamp & 31];
  const lowest = lane & segment;
  const [source, isInside] = sourceOf[kind]!({ lane, by, segment, lowest, highest: lowest | (bound & ~segment) });
  return isInside ? source & 31 : lane;
}

function shuffleKind(instruction: Value): string | undefined {
  if (instruction.kind !== "instruction" || instruction.op !== "call") return undefined;
  return instruction.callee.kind === "function" ? shuffle.exec(instruction.callee.name)?.[1] : undefined;
}

const passing: ReadonlySet<Instruction["op"]> = new Set<Instruction["op"]>([
  "binary",
  "cast",
  "extractelement",
  "extractvalue",
  "fneg",
  "freeze",
  "insertelement",
  "insertvalue",
  "phi",
]);

/** Is the result of an instruction undefined in a lane where one of its operands is? */
function passesOn(instruction: Instruction): boolean {
  if (instruction.op !== "call") return passing.has(instruction.op);
  return instruction.callee.kind === "function" && isPureCall(instruction.callee.name);
}
