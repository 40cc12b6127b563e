/**
 * Data races of a block in shared and global memory: one thread writes and a thread of another warp reads the same bytes
 * with no barrier between, or threads write different values to the same bytes in one statement. Each race has two such
 * threads as its proof, under the values of a launch. Uncertain cases are no race: loaded indices, flags that threads wait
 * for, conditions that may exclude each other. Reads within a warp are left out, and so are stores of one value by all
 * threads.
 */

import { WARP_SIZE } from "../../hardware/model";
import type { Loop } from "../../ir/cfg";
import type { Func, Instruction, Value } from "../../ir/model";
import type { LoweredFunction, MemoryAccess, Space } from "../../lower/model";
import { ActiveThreads, decidingValue } from "../forms/activeThreads";
import { type Assignment, Evaluator } from "../forms/evaluate";
import { loopsAround } from "../forms/flow";
import { type Atom, addForms, atomLeaves, constantForm, leavesOf, scopeOf, type Term } from "../forms/forms";
import { type Lanes, laneAt, zipLanes } from "../forms/lanes";
import { maskCertainty } from "../forms/masks";
import type { LaneForms, LoopCounter } from "../forms/queries";
import type { RaceFact } from "../model";
import { AccessPoints, addressOf } from "./accessPoints";
import { BarrierIntervals, type Succession } from "./intervals";

/** The most iterations that are tried for a loop around only one of two accesses. */
const MAX_ITERATIONS = 64;

/** Accesses of a kernel whose pairs are looked at, and iterations that are tried for all of them: of more nothing is said. */
const MAX_ACCESSES = 1500;
const MAX_TRIES = 50_000;

/** The races of a kernel under one launch, each pair of accesses once. */
export function racesOf(forms: LaneForms, lowered: LoweredFunction): readonly RaceFact[] {
  const spaces: readonly Space[] = hasLocks(forms.function) ? ["shared"] : ["shared", "global"];
  const accesses = lowered.accesses.filter(({ space, op, leader }) => {
    const isPlain = (op === "load" || op === "store") && (leader.op === "load" || leader.op === "store");
    return spaces.includes(space) && isPlain && !leader.volatile && forms.flow.reachable(leader.block);
  });
  if (accesses.length > MAX_ACCESSES || !accesses.some(({ op }) => op === "store")) return [];
  if (forms.flow.irreducible || hasOtherWaits(forms.function)) return [];
  const tries = { left: MAX_TRIES };
  const activity = new ActiveThreads(forms);
  const points = new AccessPoints(forms, activity);
  const question = { forms, activity, points, intervals: new BarrierIntervals(forms), tries };
  const byLeader = new Map<Instruction, MemoryAccess>(accesses.map((access) => [access.leader, access]));
  const apart = accesses.flatMap((first, i) =>
    accesses.slice(i + 1).flatMap((second) => racesOfDivergentArms(question, first, second)),
  );
  const inTurn = accesses.flatMap((first) =>
    question.intervals.following(first.leader).flatMap(({ instructions, ...step }) =>
      instructions.flatMap((instruction): readonly RaceFact[] => {
        const second = byLeader.get(instruction);
        if (!second || second.op === first.op || second.space !== first.space) return [];
        const threads = conflictingThreads(question, first, second, step);
        return threads ? [{ first, second, launch: forms.shape, ...threads }] : [];
      }),
    ),
  );
  const atOnce = accesses.flatMap((access): readonly RaceFact[] => {
    const found = access.op === "store" ? storingThreads(question, access) : undefined;
    return found ? [{ first: access, second: access, launch: forms.shape, ...found }] : [];
  });
  return [...inTurn, ...apart, ...atOnce];
}

/**
 * Two threads of a block that store different values at one address in one execution of a store; uncertain where they store
 * what each loads from an address of its own, which may hold one value.
 */
function storingThreads(
  question: RaceQuestion,
  access: MemoryAccess,
): Pick<RaceFact, "threads" | "certain"> | undefined {
  const { forms, activity } = question;
  const { leader } = access;
  const { block } = leader;
  if (leader.op !== "store" || access.members.length > 1 || !activity.isFollowed(block, activity.leaves(block)))
    return undefined;
  const place = addForms(forms.use(access.pointer, block), constantForm(access.offset, 64));
  const [assignment] = iterationAssignments(question, access, access, { to: block, next: undefined })[0] ?? [];
  if (!place || !assignment) return undefined;
  const evaluator = new Evaluator(assignment);
  const { offset, open } = addressOf(place, evaluator);
  const known = evaluator.form(forms.use(distinguished(leader.value), block));
  const value = known ?? sourceOf(leader.value, question, evaluator);
  const isSteady = isSameOrigin(question, open, open, undefined);
  if (offset === undefined || value === undefined || typeof value === "number" || !isSteady) return undefined;
  const mask = activity.lanes(block, evaluator);
  const [width, height, depth] = forms.shape.block;
  const first = new Map<number, number>();
  for (let thread = 0; thread < width * height * depth; thread++) {
    if (!laneAt(mask, thread)) continue;
    const other = first.get(laneAt(offset, thread));
    if (other === undefined) first.set(laneAt(offset, thread), thread);
    else if (laneAt(value, other) !== laneAt(value, thread))
      return { threads: [other, thread], certain: known !== undefined };
  }
  return undefined;
}

/** The largest binary exponent of a factor: products of different integers with it differ. */
const ORDINARY = 64;

/** Is a constant a finite number of ordinary size, by which a product does not overflow or vanish? */
function isOrdinary(value: Value): boolean {
  if (value.kind !== "float" || value.type.kind !== "float") return false;
  const [bits, mantissa] = value.type.format === "double" ? [64, 52] : [32, 23];
  const exponent = Number((value.bits >> BigInt(mantissa)) & ((1n << BigInt(bits - 1 - mantissa)) - 1n));
  return Math.abs(exponent - (2 ** (bits - 2 - mantissa) - 1)) < ORDINARY;
}

/**
 * The integer whose different values make a stored number different: a conversion to a floating-point number, and products
 * with a constant, keep the indices of a block's threads apart.
 */
function distinguished(value: Value): Value {
  if (value.kind !== "instruction") return value;
  if (value.op === "cast" && (value.cast === "sitofp" || value.cast === "uitofp")) return value.value;
  if (value.op !== "binary" || (value.binary !== "fmul" && value.binary !== "fdiv")) return value;
  const { left, right, binary } = value;
  const varying = isOrdinary(right) ? left : binary === "fmul" && isOrdinary(left) ? right : undefined;
  const source = varying && distinguished(varying);
  return source && source !== varying ? source : value;
}

/** Where in one array each thread loads the value that it stores, converted or not. */
function sourceOf(value: Value, question: RaceQuestion, evaluator: Evaluator): Lanes | undefined {
  if (value.kind !== "instruction") return undefined;
  if (value.op === "cast" || value.op === "freeze") return sourceOf(value.value, question, evaluator);
  if (value.op !== "load" || value.volatile) return undefined;
  const { offset, open } = addressOf(question.forms.use(value.pointer, value.block), evaluator);
  return isSameOrigin(question, open, open, undefined) ? offset : undefined;
}

/** Whether a kernel exchanges values in memory, as locks and tickets do: what it guards is in order without a barrier. */
function hasLocks(kernel: Func): boolean {
  return kernel.blocks.some(({ instructions }) =>
    instructions.some((one) => one.op === "atomicrmw" && one.atomic === "xchg"),
  );
}

/** The races between the arms of a branch, which divergent threads execute at the same time. */
function racesOfDivergentArms(question: RaceQuestion, one: MemoryAccess, other: MemoryAccess): readonly RaceFact[] {
  if (one.op === other.op || one.space !== other.space) return [];
  const branch = question.intervals.divergingBranch(one.leader, other.leader);
  const condition = branch && question.forms.use(decidingValue(branch.block)!, branch.block);
  const leaves = branch && question.activity.leaves(one.leader.block);
  // Where the condition is unknown it may be uniform, and the arms may exclude each other.
  if (!condition || ![...leavesOf(condition)].every((leaf) => leaves!.has(leaf))) return [];
  const [first, second] = one.op === "store" ? [one, other] : [other, one];
  const threads = conflictingThreads(question, first, second, { to: second.leader.block, next: undefined });
  return threads ? [{ first, second, launch: question.forms.shape, ...threads }] : [];
}

interface RaceQuestion {
  readonly forms: LaneForms;
  readonly activity: ActiveThreads;
  readonly points: AccessPoints;
  readonly intervals: BarrierIntervals;
  readonly tries: { left: number };
}

/** Whether a kernel synchronises by anything but block barriers: flags, locks, or barriers in memory. */
function hasOtherWaits(kernel: Func): boolean {
  return kernel.blocks.some(({ instructions }) =>
    instructions.some((one) => {
      if (one.op === "cmpxchg" || (one.op === "load" && one.volatile)) return true;
      if (one.op === "load" && one.ordering !== "") return true;
      if (one.op !== "call") return false;
      const { callee } = one;
      return callee.kind !== "function" || /mbarrier|nanosleep|cp\.async|bulk|fence|membar/.test(callee.name);
    }),
  );
}

/** Two threads of different warps that access the same bytes, one by the first access and one by the second. */
function conflictingThreads(
  question: RaceQuestion,
  first: MemoryAccess,
  second: MemoryAccess,
  step: Succession,
): Pick<RaceFact, "threads" | "certain"> | undefined {
  const { forms, activity, points } = question;
  const blocks = [first.leader.block, second.leader.block] as const;
  if (!canBothExecute(question, first, second)) return undefined;
  const store = first.op === "store" ? first : second;
  const certain = blocks.every((block) => activity.isFollowed(block, activity.leaves(block)));
  for (const [before, after] of iterationAssignments(question, first, second, step)) {
    if (question.tries.left-- <= 0) return undefined;
    const [one, other] = [points.of(first, before), points.of(second, after)];
    if (!one || !other || !isSameOrigin(question, one.open, other.open, step.next)) return undefined;
    if (one.offset === undefined || other.offset === undefined) return undefined;
    const readers = isOneValue(forms, store, store === first ? one.offset : other.offset)
      ? zipLanes(other.lanes, one.lanes, (reads, stores) => Number(store === first && reads > stores))!
      : other.lanes;
    if (one.extent[1] <= other.extent[0] || other.extent[1] <= one.extent[0]) continue;
    const threads = overlappingThreads(forms, [first, second], [one.offset, other.offset], [one.lanes, readers]);
    if (threads) return { threads, certain };
  }
  return undefined;
}

/** Whether both accesses execute in one launch: their unknown conditions must not exclude each other. */
function canBothExecute({ forms, activity }: RaceQuestion, first: MemoryAccess, second: MemoryAccess): boolean {
  const unknown = ({ leader: { block } }: MemoryAccess): ReadonlySet<unknown> | undefined => {
    const leaves = activity.leaves(block);
    const found = new Set<unknown>();
    for (const at of activity.decidingBlocks(block)) {
      const condition = forms.use(decidingValue(at)!, at);
      if ([...leavesOf(condition)].every((leaf) => leaves.has(leaf))) continue;
      if (scopeOf(condition) === "lane") {
        if (maskCertainty(condition, leaves) === "open") return undefined;
      } else if (!forms.flow.loopOf(at)?.exiting.includes(at)) found.add(at);
    }
    return found;
  };
  const [a, b] = [unknown(first), unknown(second)];
  if (!a || !b) return false;
  return [...a].every((one) => b.has(one)) || [...b].every((one) => a.has(one));
}

type AssignmentPair = readonly [Map<Atom, number>, Map<Atom, number>];

/** Whether a loop around both accesses executes the iterations that are tried: one, or two where its next one is meant. */
function executes(loop: Loop, { trips }: LoopCounter, next: Loop | undefined): boolean {
  if (trips !== undefined && (typeof trips !== "number" || trips < (loop === next ? 2 : 1))) return false;
  return loop === next || !next || isOutside(loop, next);
}

/** Each pair with the first iterations of a loop around one access; none where they are too many to try. */
function withIterations(pairs: readonly AssignmentPair[], side: 0 | 1, counter: Atom): readonly AssignmentPair[] {
  const count = Math.min(counter.count ?? 1, MAX_ITERATIONS);
  if (pairs.length * count > MAX_ITERATIONS) return [];
  return pairs.flatMap(([first, second]) =>
    Array.from({ length: count }, (_, iteration): AssignmentPair => {
      const copy: AssignmentPair = [new Map(first), new Map(second)];
      copy[side].set(counter, iteration);
      return copy;
    }),
  );
}

/** The values of loop counters and block indices to try, for the first access and for the second. */
function iterationAssignments(
  { forms, intervals }: Pick<RaceQuestion, "forms" | "intervals">,
  first: MemoryAccess,
  second: MemoryAccess,
  { next }: Succession,
): readonly (readonly [Assignment, Assignment])[] {
  const around = [first, second].map(({ leader }) => loopsAround(forms.flow, leader.block));
  const common = around[0]!.filter((loop) => around[1]!.includes(loop));
  let tried: readonly AssignmentPair[] = [[new Map(), new Map()]];
  for (const loop of common) {
    const counter = forms.counter(loop);
    if (!executes(loop, counter, next)) return [];
    for (const [before, after] of tried) {
      before.set(counter.atom, 0);
      after.set(counter.atom, loop === next ? 1 : 0);
    }
  }
  for (const side of [0, 1] as const) {
    for (const loop of around[side]!.filter((one) => !common.includes(one))) {
      tried = withLoop({ forms, intervals }, tried, side, loop, next);
      if (tried.length === 0 || tried.length > MAX_ITERATIONS) return [];
    }
  }
  for (const pair of tried) for (const axis of ["x", "y", "z"]) for (const one of pair) setBlockIndex(forms, one, axis);
  return tried;
}

/** Each pair with the iterations of a loop around one access that the other access can meet. */
function withLoop(
  { forms, intervals }: Pick<RaceQuestion, "forms" | "intervals">,
  tried: readonly AssignmentPair[],
  side: 0 | 1,
  loop: Loop,
  next: Loop | undefined,
): readonly AssignmentPair[] {
  const counter = forms.counter(loop);
  if (!intervals.hasBarrier(loop)) return withIterations(tried, side, counter.atom);
  const only = iterationBesideBarrier(loop, counter, side, next);
  if (only === undefined) return [];
  for (const pair of tried) pair[side].set(counter.atom, only);
  return tried;
}

/**
 * The iteration of a loop with a barrier that an access outside of it meets without one: the first where the access inside
 * comes after, the last where it comes before, if that is known.
 */
function iterationBesideBarrier(
  loop: Loop,
  { trips, exit }: LoopCounter,
  side: 0 | 1,
  next: Loop | undefined,
): number | undefined {
  if (loop === next || (trips !== undefined && (typeof trips !== "number" || trips < 1))) return undefined;
  if (side === 1) return 0;
  const isAtEnd = exit !== undefined && loop.exiting.length === 1 && loop.latches.includes(exit);
  return typeof trips === "number" && isAtEnd ? trips - 1 : undefined;
}

/** Assigns index 0 to the block, which every launch has. */
function setBlockIndex({ atoms }: LaneForms, assignment: Map<Atom, number>, axis: string): void {
  const place = atoms.known(`ctaid.${axis}`);
  if (place) assignment.set(place, 0);
}

function isOutside(loop: Loop, inner: Loop | undefined): boolean {
  for (let at = inner?.parent; at; at = at.parent) if (at === loop) return true;
  return false;
}

/** Whether the unknown parts of both addresses are one value that is uniform in the block and equal in both iterations. */
function isSameOrigin(
  { forms }: RaceQuestion,
  a: readonly Term[],
  b: readonly Term[],
  next: Loop | undefined,
): boolean {
  const isSteady = ({ atom, coefficient }: Term): boolean =>
    typeof coefficient === "number" &&
    (atom.scope === "grid" || atom.scope === "block") &&
    [...atomLeaves(atom)].every((leaf) => !next || !forms.changesIn(leaf, next));
  return (
    a.length === b.length &&
    a.every((term, i) => term.atom === b[i]!.atom && term.coefficient === b[i]!.coefficient && isSteady(term))
  );
}

/** Whether all threads store the same value at an address, so that their order makes no difference. */
function isOneValue(forms: LaneForms, { leader }: MemoryAccess, offset: Lanes): boolean {
  return leader.op === "store" && typeof offset === "number" && forms.scope(leader.value, leader.block) !== "lane";
}

/** The first pair of threads of different warps whose bytes overlap. */
function overlappingThreads(
  { shape: { block } }: LaneForms,
  [first, second]: readonly [MemoryAccess, MemoryAccess],
  [a, b]: readonly [Lanes, Lanes],
  [runsFirst, runsSecond]: readonly [Lanes, Lanes],
): readonly [number, number] | undefined {
  const threads = block[0] * block[1] * block[2];
  const grain = Math.min(first.width, second.width);
  const warpOf = (thread: number): number => Math.floor(thread / WARP_SIZE);
  // Per piece, two threads of different warps suffice to find a partner for any thread.
  const touched = new Map<number, number[]>();
  for (let thread = 0; thread < threads; thread++) {
    if (!laneAt(runsFirst, thread)) continue;
    const from = Math.floor(laneAt(a, thread) / grain);
    for (let piece = from; piece < from + first.width / grain; piece++) {
      const known = touched.get(piece);
      if (!known) touched.set(piece, [thread]);
      else if (known.length < 2 && warpOf(known[0]!) !== warpOf(thread)) known.push(thread);
    }
  }
  for (let thread = 0; thread < threads; thread++) {
    if (!laneAt(runsSecond, thread)) continue;
    const from = Math.floor(laneAt(b, thread) / grain);
    for (let piece = from; piece < from + second.width / grain; piece++) {
      const other = touched.get(piece)?.find((one) => warpOf(one) !== warpOf(thread));
      if (other !== undefined) return [other, thread];
    }
  }
  return undefined;
}
