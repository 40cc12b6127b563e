/**
 * Shared memory that one thread writes and a thread of another warp reads with no barrier between: shown by two threads
 * that do so, with the numbers of the launch. What is not known for certain is no race: loaded indices, flags that are
 * waited for, conditions that may exclude each other. Threads of one warp are left out, and so are those that store the
 * one value that all others store there.
 */

import { WARP_SIZE } from "../../hardware/model";
import type { Loop } from "../../ir/cfg";
import type { Func, Instruction } from "../../ir/model";
import type { LoweredFunction, MemoryAccess } from "../../lower/model";
import { Activity, decidingValue } from "../forms/activity";
import { type Assignment, Evaluator } from "../forms/evaluate";
import { loopsAround } from "../forms/flow";
import { type Atom, addForms, atomLeaves, constantForm, type Form, leavesOf, scopeOf, type Term } from "../forms/forms";
import { addLanes, type Lanes, laneAt, multiplyLanes, zipLanes } from "../forms/lanes";
import { maskCertainty } from "../forms/masks";
import type { LaneForms } from "../forms/queries";
import type { RaceFact } from "../model";
import { Intervals, type Step } from "./intervals";

/** Rounds of loops around only one of two accesses that are tried. */
const MAX_ROUNDS = 64;

/** Races in a kernel under one launch; each pair of accesses once. */
export function racesOf(forms: LaneForms, lowered: LoweredFunction): readonly RaceFact[] {
  const accesses = lowered.accesses.filter(({ space, op, leader }) => {
    const isPlain = (op === "load" || op === "store") && (leader.op === "load" || leader.op === "store");
    return space === "shared" && isPlain && !leader.volatile && forms.flow.reachable(leader.block);
  });
  if (!accesses.some(({ op }) => op === "store") || forms.flow.irreducible || hasOtherWaits(forms.function)) return [];
  const question: Question = { forms, activity: new Activity(forms), intervals: new Intervals(forms) };
  const byLeader = new Map<Instruction, MemoryAccess>(accesses.map((access) => [access.leader, access]));
  const apart = accesses.flatMap((first, i) =>
    accesses.slice(i + 1).flatMap((second) => atOnce(question, first, second)),
  );
  const inTurn = accesses.flatMap((first) =>
    question.intervals.following(first.leader).flatMap(({ instructions, ...step }) =>
      instructions.flatMap((instruction): readonly RaceFact[] => {
        const second = byLeader.get(instruction);
        if (!second || second.op === first.op) return [];
        const threads = meet(question, first, second, step);
        return threads ? [{ first, second, launch: forms.shape, ...threads }] : [];
      }),
    ),
  );
  return [...inTurn, ...apart];
}

/** Threads that part at a branch run its arms at the same time. */
function atOnce(question: Question, one: MemoryAccess, other: MemoryAccess): readonly RaceFact[] {
  if (one.op === other.op) return [];
  const branch = question.intervals.besides(one.leader, other.leader);
  const condition = branch && question.forms.use(decidingValue(branch.block)!, branch.block);
  const leaves = branch && question.activity.leaves(one.leader.block);
  // Arms of which nobody knows who takes them exclude each other where all threads agree.
  if (!condition || ![...leavesOf(condition)].every((leaf) => leaves!.has(leaf))) return [];
  const [first, second] = one.op === "store" ? [one, other] : [other, one];
  const threads = meet(question, first, second, { to: second.leader.block, next: undefined });
  return threads ? [{ first, second, launch: question.forms.shape, ...threads }] : [];
}

interface Question {
  readonly forms: LaneForms;
  readonly activity: Activity;
  readonly intervals: Intervals;
}

/** Does a kernel wait in other ways than at barriers of the block: for flags, locks, or barriers in memory? */
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

/** Two threads of different warps that touch one place, the one with the first access and the other with the second. */
function meet(
  question: Question,
  first: MemoryAccess,
  second: MemoryAccess,
  step: Step,
): Pick<RaceFact, "threads" | "certain"> | undefined {
  const { forms, activity } = question;
  const blocks = [first.leader.block, second.leader.block] as const;
  if (!isTogether(question, first, second)) return undefined;
  const [a, b] = [first, second].map((access) =>
    addForms(forms.use(access.pointer, access.leader.block), constantForm(access.offset, 64)),
  );
  if (!a || !b) return undefined;
  const store = first.op === "store" ? first : second;
  const certain = blocks.every((block) => activity.isFollowed(block, activity.leaves(block)));
  for (const [before, after] of rounds(question, first, second, step)) {
    const [one, other] = [new Evaluator(before), new Evaluator(after)];
    const places = [placeOf(a, one), placeOf(b, other)] as const;
    if (!isSameOrigin(question, places[0].open, places[1].open, step.next)) return undefined;
    const masks = [activity.lanes(blocks[0], one), activity.lanes(blocks[1], other)] as const;
    if (places[0].offset === undefined || places[1].offset === undefined) return undefined;
    const readers = isOneValue(forms, store, places[store === first ? 0 : 1].offset!)
      ? zipLanes(masks[1], masks[0], (reads, stores) => Number(store === first && reads > stores))!
      : masks[1];
    const threads = clash(forms, [first, second], [places[0].offset, places[1].offset], [masks[0], readers]);
    if (threads) return { threads, certain };
  }
  return undefined;
}

/** Can both accesses happen in one run? Conditions that are not known must not exclude each other. */
function isTogether({ forms, activity }: Question, first: MemoryAccess, second: MemoryAccess): boolean {
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

/** Numbers for the loop counters and the block's place, for the first access and for the second, as many as are tried. */
function rounds(
  { forms, intervals }: Question,
  first: MemoryAccess,
  second: MemoryAccess,
  { next }: Step,
): readonly (readonly [Assignment, Assignment])[] {
  const around = [first, second].map(({ leader }) => loopsAround(forms.flow, leader.block));
  const common = around[0]!.filter((loop) => around[1]!.includes(loop));
  let tried: [Map<Atom, number>, Map<Atom, number>][] = [[new Map(), new Map()]];
  for (const loop of common) {
    const { atom, trips } = forms.counter(loop);
    const isNext = loop === next;
    // The loop has to come to the rounds that are tried.
    if (trips !== undefined && (typeof trips !== "number" || trips < (isNext ? 2 : 1))) return [];
    if (isOutside(loop, next) || isNext || !next) {
      for (const [before, after] of tried) {
        before.set(atom, 0);
        after.set(atom, isNext ? 1 : 0);
      }
    } else return [];
  }
  for (const [side, loops] of around.entries()) {
    for (const loop of loops.filter((one) => !common.includes(one))) {
      const { atom } = forms.counter(loop);
      if (intervals.hasBarrier(loop)) return [];
      const count = Math.min(atom.count ?? 1, MAX_ROUNDS);
      tried = tried.flatMap((pair) =>
        Array.from({ length: count }, (_, round): [Map<Atom, number>, Map<Atom, number>] => {
          const copy: [Map<Atom, number>, Map<Atom, number>] = [new Map(pair[0]), new Map(pair[1])];
          copy[side as 0 | 1].set(atom, round);
          return copy;
        }),
      );
      if (tried.length > MAX_ROUNDS) return [];
    }
  }
  for (const pair of tried) for (const axis of ["x", "y", "z"]) for (const one of pair) setPlace(forms, one, axis);
  return tried;
}

/** Block 0 runs in every launch. */
function setPlace({ atoms }: LaneForms, assignment: Map<Atom, number>, axis: string): void {
  const place = atoms.known(`ctaid.${axis}`);
  if (place) assignment.set(place, 0);
}

function isOutside(loop: Loop, inner: Loop | undefined): boolean {
  for (let at = inner?.parent; at; at = at.parent) if (at === loop) return true;
  return false;
}

/** The known part of an address, thread by thread, and the terms that have no number. */
function placeOf(
  form: Form,
  evaluator: Evaluator,
): { readonly offset: Lanes | undefined; readonly open: readonly Term[] } {
  let offset: Lanes | undefined = form.known;
  const open: Term[] = [];
  for (const term of form.terms) {
    const value = evaluator.atom(term.atom);
    const part = value === undefined ? undefined : multiplyLanes(value, term.coefficient);
    if (part === undefined) open.push(term);
    else offset = offset === undefined ? undefined : addLanes(offset, part);
  }
  return { offset, open };
}

/** Is what is not known of both addresses one value that all threads of the block share, in both rounds? */
function isSameOrigin({ forms }: Question, a: readonly Term[], b: readonly Term[], next: Loop | undefined): boolean {
  const isSteady = ({ atom, coefficient }: Term): boolean =>
    typeof coefficient === "number" &&
    (atom.scope === "grid" || atom.scope === "block") &&
    [...atomLeaves(atom)].every((leaf) => !next || !forms.changesIn(leaf, next));
  return (
    a.length === b.length &&
    a.every((term, i) => term.atom === b[i]!.atom && term.coefficient === b[i]!.coefficient && isSteady(term))
  );
}

/** All stores bring the same value to one place: who stores it himself reads it, whoever is last. */
function isOneValue(forms: LaneForms, { leader }: MemoryAccess, offset: Lanes): boolean {
  return leader.op === "store" && typeof offset === "number" && forms.scope(leader.value, leader.block) !== "lane";
}

/** The first pair of threads of different warps whose bytes overlap. */
function clash(
  { shape: { block } }: LaneForms,
  [first, second]: readonly [MemoryAccess, MemoryAccess],
  [a, b]: readonly [Lanes, Lanes],
  [runsFirst, runsSecond]: readonly [Lanes, Lanes],
): readonly [number, number] | undefined {
  const threads = block[0] * block[1] * block[2];
  const grain = Math.min(first.width, second.width);
  const warpOf = (thread: number): number => Math.floor(thread / WARP_SIZE);
  // Of the threads that touch a piece first, two of different warps are enough to find another one for any thread.
  const touched = new Map<number, number[]>();
  const pieces = (offset: number, width: number): readonly number[] =>
    Array.from({ length: width / grain }, (_, i) => Math.floor(offset / grain) + i);
  for (let thread = 0; thread < threads; thread++) {
    if (!laneAt(runsFirst, thread)) continue;
    for (const piece of pieces(laneAt(a, thread), first.width)) {
      const known = touched.get(piece);
      if (!known) touched.set(piece, [thread]);
      else if (known.length < 2 && warpOf(known[0]!) !== warpOf(thread)) known.push(thread);
    }
  }
  for (let thread = 0; thread < threads; thread++) {
    if (!laneAt(runsSecond, thread)) continue;
    for (const piece of pieces(laneAt(b, thread), second.width)) {
      const other = touched.get(piece)?.find((one) => warpOf(one) !== warpOf(thread));
      if (other !== undefined) return [other, thread];
    }
  }
  return undefined;
}
