/**
 * Shuffles that read lanes which have exited, where a lane stores what comes of it. An exited lane may be named by a mask,
 * but its value is undefined: a sum in which it is read is wrong in the last warp of `if (i >= n) return`.
 *
 * Reference: CUDA C++ Programming Guide, "Warp Shuffle Functions"; PTX ISA, "shfl.sync", for the source lanes.
 */
import { firstLane } from "../../hardware/lanes";
import { WARP_SIZE } from "../../hardware/model";
import type { Block, Instruction, InstructionOf, Value } from "../../ir/model";
import { operands } from "../../ir/uses";
import type { ActiveThreads } from "../forms/activeThreads";
import type { Evaluator } from "../forms/evaluate";
import { isPureCall } from "../forms/intrinsics";
import { type Lanes, laneAt } from "../forms/lanes";
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

/** The lanes of a warp that have a 1. */
export function lanesOfWarp(lanes: Lanes, first: number, threads: number): number {
  let bits = 0;
  for (let lane = 0; lane < WARP_SIZE && first + lane < threads; lane++)
    if (laneAt(lanes, first + lane)) bits |= 1 << lane;
  return bits;
}

/**
 * The first store of a function that takes a value from exited lanes, in each warp that has any.
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
  const [width, height, depth] = forms.shape.block;
  const threads = width * height * depth;
  const blocks = new Map(instructions.map(({ block, instruction }) => [instruction as Value, block]));
  const found: ExitedRead[] = [];
  for (let first = 0; first < threads; first += WARP_SIZE) {
    const flow = new UndefinedLanes({ forms, activity, evaluator, first }, threads, blocks, followed);
    for (const { block, instruction } of stores) {
      const running = lanesOfWarp(activity.lanes(block, evaluator), first, threads);
      const read = running === 0 ? undefined : flow.readBy(instruction, running);
      if (read) found.push(read);
    }
    if (found.length > 0) break;
  }
  return found;
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
    const sources = [...this.shufflesBelow(values)].filter((one) => this.exitedSources(one) !== 0);
    const [first] = sources.toSorted((a, b) => this.rank(a) - this.rank(b));
    const lanes = sources.reduce((bits, one) => bits | this.exitedSources(one), 0);
    return (
      first && {
        shuffle: first,
        lanes: lanes >>> 0,
        use,
        user: firstLane(undefinedLanes),
        warp: this.warp.first / WARP_SIZE,
      }
    );
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
    return lanesOfWarp(activity.exited(this.blocks.get(instruction)!, evaluator), first, this.threads);
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
    const running = lanesOfWarp(activity.lanes(block, evaluator), first, this.threads);
    const sources = new Map<number, number>();
    for (let lane = 0; lane < WARP_SIZE; lane++) {
      if (!((running >>> lane) & 1)) continue;
      const at = first + lane;
      sources.set(lane, sourceOf(kind, lane, laneAt(distance, at) & 31, laneAt(bound, at)));
    }
    return sources;
  }

  private shufflesBelow(values: readonly Value[], seen = new Set<Value>()): ReadonlySet<Instruction> {
    const found = new Set<Instruction>();
    const open = [...values];
    for (let value = open.pop(); value; value = open.pop()) {
      if (value.kind !== "instruction" || seen.has(value)) continue;
      seen.add(value);
      if (shuffleKind(value)) found.add(value);
      if (shuffleKind(value) || passesOn(value)) open.push(...operands(value));
    }
    return found;
  }

  private rank(instruction: Instruction): number {
    return [...this.blocks.keys()].indexOf(instruction);
  }
}

/** The lane that a lane reads, by PTX's pseudocode of `shfl.sync`; a lane outside of the segment reads itself. */
function sourceOf(kind: string, lane: number, distance: number, clamp: number): number {
  const [segment, bound] = [(clamp >> 8) & 31, clamp & 31];
  const [lowest, highest] = [lane & segment, (lane & segment) | (bound & ~segment)];
  const table: Readonly<Record<string, () => readonly [number, boolean]>> = {
    up: () => [lane - distance, lane - distance >= highest],
    down: () => [lane + distance, lane + distance <= highest],
    bfly: () => [lane ^ distance, (lane ^ distance) <= highest],
    idx: () => [lowest | (distance & ~segment), (lowest | (distance & ~segment)) <= highest],
  };
  const [source, isInside] = table[kind]!();
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
