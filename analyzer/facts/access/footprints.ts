/**
 * Sectors and wavefronts per request of one access, from the lane form of its address.
 *
 * The unknown part of an address that a warp shares only shifts it: what counts of it is where it can lie within a
 * sector. Loop counters and block indices with known ends are run through where they tell lanes apart. A lane
 * coefficient that is not known leaves bounds.
 */
import { sharedAtomicWavefronts } from "../../hardware/atomics";
import { FULL_MASK, firstLane } from "../../hardware/lanes";
import { idealLocalSectors, localSectors } from "../../hardware/local";
import { BANK_BYTES, SECTOR_BYTES, WARP_SIZE } from "../../hardware/model";
import { globalSectors, idealSectors } from "../../hardware/sectors";
import { idealWavefronts, loadWavefronts, matrixWavefronts, storeWavefronts } from "../../hardware/wavefronts";
import type { MemoryAccess } from "../../lower/model";
import { Activity } from "../forms/activity";
import { Evaluator } from "../forms/evaluate";
import {
  type Atom,
  addForms,
  atomLeaves,
  constantForm,
  type Form,
  multipleOf,
  type Term,
  variesInWarp,
  wordsOf,
} from "../forms/forms";
import { type Lanes, laneAt, mapLanes } from "../forms/lanes";
import type { LaneForms } from "../forms/queries";
import type { Footprint } from "../model";
import { meetingOf } from "./conflictSets";

/** Warps that are looked at for one access, over all values of what is enumerated. */
const BUDGET = 4096;

/** How a space counts one request: cost and ideal from 32 offsets and a mask. */
interface Counting {
  readonly unit: "sectors" | "wavefronts";
  /** Shifts that are a multiple of this change nothing. */
  readonly period: number;
  cost(offsets: Float64Array, mask: number): number;
  ideal(cost: number, mask: number): number;
}

function countingOf({ space, width, op, atomic, matrices }: MemoryAccess): Counting | undefined {
  if (matrices !== undefined) {
    return {
      unit: "wavefronts",
      period: BANK_BYTES,
      cost: (offsets) => matrixWavefronts(offsets, matrices),
      ideal: (cost) => Math.min(cost, matrices),
    };
  }
  if (space === "global") {
    return {
      unit: "sectors",
      period: SECTOR_BYTES,
      cost: (offsets, mask) => globalSectors(offsets, mask),
      ideal: (cost, mask) => idealSectors(cost, mask, width),
    };
  }
  if (space === "local") {
    return {
      unit: "sectors",
      period: BANK_BYTES,
      cost: (offsets, mask) => localSectors(offsets, mask, width),
      ideal: (cost, mask) => idealLocalSectors(cost, mask, width),
    };
  }
  const wavefronts = space === "shared" ? wavefrontsOf(op, width, atomic) : undefined;
  if (!wavefronts) return undefined;
  return { unit: "wavefronts", period: BANK_BYTES, cost: wavefronts, ideal: (cost) => idealWavefronts(cost, width) };
}

/** How shared memory serves an access; loops of compare-and-swap turn as often as their data make them. */
function wavefrontsOf(
  op: MemoryAccess["op"],
  width: number,
  atomic: MemoryAccess["atomic"],
): Counting["cost"] | undefined {
  if (op === "load" || op === "copy") return (offsets, mask) => loadWavefronts(offsets, mask, width);
  if (op === "store") return (offsets, mask) => storeWavefronts(offsets, mask, width);
  if (!atomic || atomic.kind === "cas-loop") return undefined;
  const { kind } = atomic;
  return (offsets, mask) => sharedAtomicWavefronts(kind, offsets, mask, width);
}

/** What the requests of an access cost, over warps and over what was enumerated. */
class Tally {
  least = Number.POSITIVE_INFINITY;
  most = 0;
  /** The cost when unknown coefficients are large and everything is aligned as well as it can be. */
  typical = 0;
  typicalIdeal = 0;
  cost = 0;
  ideal = 0;
  requests = 0;
  dependsOnShift = false;
  /** Offsets of the costliest request so far, and its lanes. */
  worst: { readonly offsets: Float64Array; readonly mask: number } | undefined;
}

/** Everything about the address that does not change between warps. */
interface Question {
  readonly access: MemoryAccess;
  readonly counting: Counting;
  readonly forms: LaneForms;
  readonly activity: Activity;
  readonly terms: readonly Term[];
  readonly known: Lanes;
}

/** Footprints of the accesses of one kernel under one launch. */
export class Footprints {
  private readonly activity: Activity;

  constructor(private readonly forms: LaneForms) {
    this.activity = new Activity(forms);
  }

  /** `place` asks what the footprint would be if every byte offset lay where it says: how a fix is tried. */
  of(access: MemoryAccess, place?: (offset: number) => number): Footprint {
    const counting = countingOf(access);
    const fullIdeal = counting ? counting.ideal(WARP_SIZE, FULL_MASK) : 1;
    const found = addForms(this.forms.use(access.pointer, access.leader.block), constantForm(access.offset, 64));
    const address = found && place ? placed(found, place) : found;
    if (!counting || !address) return { certainty: "unknown", ideal: fullIdeal };
    const question: Question = {
      access,
      counting,
      forms: this.forms,
      activity: this.activity,
      terms: address.terms,
      known: address.known,
    };
    const varying = address.terms.filter(variesInWarp);
    if (varying.some(({ atom }) => [...atomLeaves(atom)].some((leaf) => leaf.scope === "lane"))) {
      return { certainty: "unknown", ideal: fullIdeal, dependsOn: wordsOf(varying) };
    }
    return footprintOf(question, varying, fullIdeal);
  }
}

/** The form with every offset in it moved; the coefficients that are not bytes of an index (the base) stay as they are. */
function placed(form: Form, place: (offset: number) => number): Form {
  const move = (lanes: Lanes): Lanes => mapLanes(lanes, place)!;
  return {
    ...form,
    known: move(form.known),
    terms: form.terms.map(({ atom, coefficient }) => ({
      atom,
      coefficient: coefficient === 1 ? 1 : move(coefficient),
    })),
  };
}

function footprintOf(question: Question, varying: readonly Term[], fullIdeal: number): Footprint {
  const { access, activity, terms } = question;
  const { block } = access.leader;
  const wanted = new Set<Atom>(activity.leaves(block));
  const finite = (atom: Atom): boolean => [...atomLeaves(atom)].every((leaf) => leaf.count !== undefined);
  for (const { atom } of varying) if (finite(atom)) for (const leaf of atomLeaves(atom)) wanted.add(leaf);
  let leaves = withinBudget(question, wanted);
  let tally = count(question, leaves);
  if (tally.dependsOnShift) {
    // The shift is known after all where it is made of counters and block indices that end.
    const shifting = terms.filter((term) => !variesInWarp(term) && multipleOf([term]) % question.counting.period !== 0);
    const more = new Set(shifting.flatMap(({ atom }) => (finite(atom) ? [...atomLeaves(atom)] : [])));
    const all = withinBudget(question, new Set([...leaves, ...more]));
    if (more.size && all.length > leaves.length) {
      leaves = all;
      tally = count(question, leaves);
    }
  }
  return conclude(question, tally, leaves, varying, fullIdeal);
}

/** The leaves whose values are run through: the shortest first, as many as the budget allows. */
function withinBudget({ forms }: Question, wanted: ReadonlySet<Atom>): readonly Atom[] {
  const [width, height, depth] = forms.shape.block;
  let warps = Math.ceil((width * height * depth) / WARP_SIZE);
  return [...wanted]
    .sort((a, b) => a.count! - b.count!)
    .filter(({ count }) => {
      if (warps * count! > BUDGET) return false;
      warps *= count!;
      return true;
    });
}

function count(question: Question, leaves: readonly Atom[]): Tally {
  const tally = new Tally();
  const values = new Map<Atom, number>(leaves.map((leaf) => [leaf, 0]));
  for (;;) {
    countWarps(question, new Evaluator(values), tally);
    let position = 0;
    while (position < leaves.length) {
      const leaf = leaves[position]!;
      const next = values.get(leaf)! + 1;
      values.set(leaf, next < leaf.count! ? next : 0);
      if (next < leaf.count!) break;
      position++;
    }
    if (position === leaves.length) return tally;
  }
}

function countWarps(question: Question, evaluator: Evaluator, tally: Tally): void {
  const { access, activity, forms, terms } = question;
  const [width, height, depth] = forms.shape.block;
  const threads = width * height * depth;
  const running = activity.lanes(access.leader.block, evaluator);
  const values = terms.map(({ atom }) => evaluator.atom(atom));
  const loose = terms.filter((_, i) => values[i] === undefined);
  const spread = loose.filter(variesInWarp);
  const shift = loose.filter((term) => !variesInWarp(term));
  const { period } = question.counting;
  const loosely: Loosely = { spread, step: stepOf(period, shift), splitStep: stepOf(period, [...shift, ...spread]) };
  const offsets = new Float64Array(WARP_SIZE);
  for (let first = 0; first < threads; first += WARP_SIZE) {
    let mask = 0;
    for (let lane = 0; lane < WARP_SIZE && first + lane < threads; lane++) {
      const thread = first + lane;
      if (!laneAt(running, thread)) continue;
      let offset = laneAt(question.known, thread);
      for (let i = 0; i < terms.length; i++) {
        const value = values[i];
        if (value !== undefined) offset += laneAt(terms[i]!.coefficient, thread) * laneAt(value, thread);
      }
      offsets[lane] = offset;
      mask |= 1 << lane;
    }
    if (access.atomic?.aggregated) mask &= -mask;
    if (mask !== 0) countRequest(question, offsets, mask, first, loosely, tally);
  }
}

function countRequest(
  { counting, access }: Question,
  offsets: Float64Array,
  mask: number,
  first: number,
  { spread, step, splitStep }: Loosely,
  tally: Tally,
): void {
  const groups = spread.length ? groupLanes(mask, first, spread) : [mask];
  let [least, most, typical] = [0, 0, 0];
  let dependsOnShift = false;
  for (const group of groups) {
    const distance = groups.length > 1 ? splitStep : step;
    const costs = shiftsOf(counting.period, distance, access.width, offsets, group).map((by) =>
      counting.cost(shifted(offsets, group, by), group),
    );
    const [low, high] = [Math.min(...costs), Math.max(...costs)];
    if (low !== high) dependsOnShift = true;
    least = Math.max(least, low);
    most += high;
    typical += low;
  }
  tally.least = Math.min(tally.least, least);
  if (counting.unit === "wavefronts" && most > tally.most) tally.worst = { offsets: offsets.slice(), mask };
  tally.most = Math.max(tally.most, most);
  tally.typical += typical;
  tally.cost += most;
  tally.ideal += counting.ideal(most, mask);
  tally.typicalIdeal += counting.ideal(typical, mask);
  tally.requests++;
  tally.dependsOnShift ||= dependsOnShift;
}

/** Lanes whose unknown coefficients agree lie the same among themselves; other groups may lie anywhere. */
function groupLanes(mask: number, first: number, spread: readonly Term[]): readonly number[] {
  const groups = new Map<string, number>();
  for (let rest = mask; rest !== 0; rest &= rest - 1) {
    const lane = firstLane(rest);
    const key = spread
      .map(({ atom, coefficient }) => (atom.scope === "lane" ? `#${lane}` : laneAt(coefficient, first + lane)))
      .join();
    groups.set(key, (groups.get(key) ?? 0) | (1 << lane));
  }
  return [...groups.values()];
}

/** What is not known of a request's place. */
interface Loosely {
  /** Terms that differ between the lanes of a warp. */
  readonly spread: readonly Term[];
  /** What the whole request moves by a multiple of, bytes; and each part of it where the lanes differ. */
  readonly step: number;
  readonly splitStep: number;
}

/** The distance, within a period, of which some terms are a multiple. */
function stepOf(period: number, terms: readonly Term[]): number {
  const multiple = multipleOf(terms);
  return multiple === 0 ? period : Math.min(period, greatestPowerIn(multiple));
}

/** Where within a period the unknown shift can put the request; accesses are aligned to their width. */
function shiftsOf(period: number, step: number, width: number, offsets: Float64Array, mask: number): readonly number[] {
  const start = offsets[firstLane(mask)]!;
  // Steps, widths and periods are powers of two, so that of two of them one divides the other: the multiples of `step`
  // that align the request lie `stride` apart and begin at `first`, or there are none.
  const align = Math.min(width, period);
  const first = ((-start % align) + align) % align;
  if (first % step !== 0) return [0];
  const stride = Math.max(step, align);
  return Array.from({ length: Math.ceil((period - first) / stride) }, (_, i) => first + i * stride);
}

/** The greatest power of two that divides a whole number, at most 2^30. */
const greatestPowerIn = (value: number): number => {
  const rest = Math.abs(value % 2 ** 30);
  return rest === 0 ? 2 ** 30 : rest & -rest;
};

const scratch = new Float64Array(WARP_SIZE);

/** The offsets moved by a shift, and up to where all are positive, by a distance that changes no count. */
function shifted(offsets: Float64Array, mask: number, by: number): Float64Array {
  let lowest = 0;
  for (let rest = mask; rest !== 0; rest &= rest - 1) lowest = Math.min(lowest, offsets[firstLane(rest)]!);
  const up = by + Math.ceil(-lowest / 4096) * 4096;
  for (let rest = mask; rest !== 0; rest &= rest - 1) {
    const lane = firstLane(rest);
    scratch[lane] = offsets[lane]! + up;
  }
  return scratch;
}

function conclude(
  question: Question,
  tally: Tally,
  leaves: readonly Atom[],
  varying: readonly Term[],
  fullIdeal: number,
): Footprint {
  const { counting, access, activity, terms } = question;
  if (tally.requests === 0) return { certainty: "unknown", ideal: fullIdeal, idle: true };
  const followed = (term: Term): boolean => [...atomLeaves(term.atom)].every((leaf) => leaves.includes(leaf));
  const open = varying.filter((term) => !followed(term));
  // Fewer lanes cannot cost less than one sector or wavefront.
  const mask = tally.most > 1 ? activity.mask(access.leader.block, new Set(leaves)) : "followed";
  const isPartial = mask === "open";
  const isRagged = tally.most > 1 && activity.isRagged(access.leader.block);
  const isMean = open.length === 0 && !tally.dependsOnShift && !isPartial;
  // Requests that differ in cost have a mean only when it is known how often each is made.
  const isExact =
    isMean && !isRagged && (tally.least === tally.most || activity.isFollowed(access.leader.block, new Set(leaves)));
  const laneStride = varying.length === 0 ? strideOf(question) : undefined;
  const depends = open.length
    ? open
    : tally.dependsOnShift
      ? terms.filter((term) => !variesInWarp(term) && multipleOf([term]) % counting.period !== 0)
      : [];
  return {
    certainty: isExact ? "exact" : "bounded",
    [counting.unit]: [isPartial || isRagged ? 1 : tally.least, isRagged ? WARP_SIZE : tally.most],
    ideal: fullIdeal,
    typical: [tally.typical / tally.requests, tally.typicalIdeal / tally.requests],
    ...(mask === "edge" ? { fullWarpsOnly: true } : {}),
    ...(isMean ? { mean: [tally.cost / tally.requests, tally.ideal / tally.requests] as const } : {}),
    ...(tally.dependsOnShift && open.length === 0 && !isPartial && !isRagged
      ? { floor: [tally.typical / tally.requests, tally.typicalIdeal / tally.requests] as const }
      : {}),
    // An operation that could not be followed may be harmless; a factor between lanes is not, unless it is tiny.
    ...(open.length && open.every(({ atom }) => atom.scope !== "lane")
      ? { coefficient: wordsOf(open) || "a value that changes in the loop" }
      : {}),
    ...(depends.length
      ? { dependsOn: wordsOf(depends) }
      : isPartial
        ? { dependsOn: "values that decide which lanes take part" }
        : isRagged
          ? { dependsOn: "how the compiler unrolls the loop, which the lanes of a warp leave one after the other" }
          : {}),
    ...(laneStride === undefined ? {} : { laneStride }),
    ...meetingIn(question, tally),
  };
}

function meetingIn({ access, terms }: Question, { worst }: Tally): Pick<Footprint, "meeting"> {
  const found = worst && meetingOf(worst.offsets, worst.mask, access.width, access.atomic !== undefined);
  if (!found) return {};
  const { lanes, bank } = found;
  const isPlaced = multipleOf(terms) % (WARP_SIZE * BANK_BYTES) === 0;
  return { meeting: isPlaced ? { lanes, bank } : { lanes } };
}

/** The distance between neighbouring lanes, where it is one number in every warp. */
function strideOf({ forms, known }: Question): number | undefined {
  const [width, height, depth] = forms.shape.block;
  const threads = width * height * depth;
  if (threads < 2) return undefined;
  const stride = laneAt(known, 1) - laneAt(known, 0);
  for (let thread = 2; thread < threads; thread++) {
    if (thread % WARP_SIZE !== 0 && laneAt(known, thread) - laneAt(known, thread - 1) !== stride) return undefined;
  }
  return stride;
}

/** Is the address the same in all lanes of each warp? */
export function isUniformAccess(forms: LaneForms, access: MemoryAccess): boolean {
  return forms.scope(access.pointer, access.leader.block) !== "lane";
}
