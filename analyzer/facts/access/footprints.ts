/**
 * Computes sectors and wavefronts per request of one access, from the lane form of its address.
 *
 * An unknown part of the address that is uniform in a warp only shifts the request: only its remainder within a sector
 * matters. Loop counters and block indices with known ranges are enumerated where lanes depend on them. An unknown
 * coefficient that differs by lane gives bounds.
 */
import { sharedAtomicWavefronts } from "../../hardware/atomics";
import { constantRequests } from "../../hardware/constant";
import { FULL_MASK } from "../../hardware/lanes";
import { idealLocalSectors, localSectors } from "../../hardware/local";
import { BANK_BYTES, SECTOR_BYTES, volume, WARP_SIZE } from "../../hardware/model";
import { globalSectors, idealSectors } from "../../hardware/sectors";
import {
  idealAtomicWavefronts,
  idealWavefronts,
  loadWavefronts,
  matrixWavefronts,
  storeWavefronts,
} from "../../hardware/wavefronts";
import type { MemoryAccess } from "../../lower/model";
import { ActiveThreads } from "../forms/activeThreads";
import {
  type Atom,
  addForms,
  atomLeaves,
  constantForm,
  describeTerms,
  type Form,
  multipleOf,
  type Term,
  variesInWarp,
} from "../forms/forms";
import { type Lanes, mapLanes, sameLanes, warpBits } from "../forms/lanes";
import type { LaneForms } from "../forms/queries";
import type { Footprint } from "../model";
import { type ArmPair, armPairs, chosenFootprint } from "./choices";
import { conflictSetOf } from "./conflictSets";
import { type Combination, combinations } from "./enumeration";
import { stridesOf } from "./neighbours";
import {
  type Counted,
  type Counting,
  costOfRequest,
  isShiftOf,
  type RequestCost,
  stepOf,
  type UnknownOffset,
} from "./requests";

/** Sectors or wavefronts of a request at most: those of 32 lanes with 16 bytes each, apart. */
const MOST_PER_REQUEST = 128;

/** The most warps that are evaluated for one access, over all enumerated values. */
const BUDGET = 4096;

/** How the requests of an access are counted; undefined where no cost is known. */
export function countingOf({ space, width, op, atomic, matrices }: MemoryAccess): Counting | undefined {
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
  const ways = space === "shared" ? wavefrontsOf(op, width, atomic) : undefined;
  return ways && { unit: "wavefronts", period: BANK_BYTES, ...ways };
}

/** The counting of an access to shared memory; undefined for compare-and-swap loops, whose trip count depends on data. */
function wavefrontsOf(
  op: MemoryAccess["op"],
  width: number,
  atomic: MemoryAccess["atomic"],
): Pick<Counting, "cost" | "ideal"> | undefined {
  const ideal: Counting["ideal"] = (cost) => idealWavefronts(cost, width);
  if (op === "load" || op === "copy") return { cost: (offsets, mask) => loadWavefronts(offsets, mask, width), ideal };
  if (op === "store") return { cost: (offsets, mask) => storeWavefronts(offsets, mask, width), ideal };
  if (!atomic || atomic.kind === "cas-loop") return undefined;
  const { kind } = atomic;
  return {
    cost: (offsets, mask) => sharedAtomicWavefronts(kind, offsets, mask, width),
    ideal: (cost) => idealAtomicWavefronts(kind, cost, width),
  };
}

/** The cost of an access's requests, over warps and enumerated values. */
class Tally {
  least = Number.POSITIVE_INFINITY;
  most = 0;
  /** The cost when unknown coefficients are large and everything is aligned as well as possible. */
  typical = 0;
  typicalIdeal = 0;
  cost = 0;
  ideal = 0;
  leastIdeal = Number.POSITIVE_INFINITY;
  mostIdeal = 0;
  requests = 0;
  dependsOnShift = false;
  /** Offsets of the costliest request so far, and its lanes. */
  worst: { readonly offsets: Float64Array; readonly mask: number } | undefined;

  /** Adds the requests of another tally. */
  add(other: Tally): void {
    if (other.most > this.most) this.worst = other.worst;
    this.least = Math.min(this.least, other.least);
    this.most = Math.max(this.most, other.most);
    this.typical += other.typical;
    this.typicalIdeal += other.typicalIdeal;
    this.cost += other.cost;
    this.ideal += other.ideal;
    this.leastIdeal = Math.min(this.leastIdeal, other.leastIdeal);
    this.mostIdeal = Math.max(this.mostIdeal, other.mostIdeal);
    this.requests += other.requests;
    this.dependsOnShift ||= other.dependsOnShift;
  }
}

/** What does not change between the warps of an access. */
interface AccessQuestion {
  readonly access: MemoryAccess;
  readonly counting: Counting;
  readonly forms: LaneForms;
  readonly activity: ActiveThreads;
  readonly terms: readonly Term[];
  readonly known: Lanes;
  /** What was left open so far, by the terms without a value. */
  readonly unknowns: { readonly loose: readonly Term[]; readonly unknown: UnknownOffset }[];
}

/** Footprints of the accesses of one kernel under one launch. */
export class Footprints {
  private readonly activity: ActiveThreads;

  constructor(private readonly forms: LaneForms) {
    this.activity = new ActiveThreads(forms);
  }

  /** The footprint of an access. `place` maps byte offsets to those of another layout, for which a fix asks. */
  of(access: MemoryAccess, place?: (offset: number) => number): Footprint {
    return this.counted(access, countingOf(access), place);
  }

  /** Pairs of accesses on the two sides of branches on data. */
  arms(accesses: readonly MemoryAccess[]): readonly ArmPair[] {
    return armPairs(accesses, this.forms, this.activity);
  }

  /** The same for constant memory, which is served one word at a time. */
  ofConstant(access: MemoryAccess): Footprint {
    const { width } = access;
    const cost: Counting["cost"] = (offsets, mask) => constantRequests(offsets, mask, width);
    const ideal = width > 8 ? 2 : 1;
    return this.counted(access, { unit: "wavefronts", period: BANK_BYTES, cost, ideal: () => ideal });
  }

  private counted(access: MemoryAccess, counting: Counting | undefined, place?: (offset: number) => number): Footprint {
    const anyIdeal = [0, counting ? counting.ideal(MOST_PER_REQUEST, FULL_MASK) : 0] as const;
    const found = addForms(this.forms.use(access.pointer, access.leader.block), constantForm(access.offset, 64));
    const address = found && place ? relaidForm(found, place) : found;
    if (!counting || !address) return { certainty: "unknown", ideal: anyIdeal };
    const question: AccessQuestion = {
      access,
      counting,
      forms: this.forms,
      activity: this.activity,
      terms: address.terms,
      known: address.known,
      unknowns: [],
    };
    const varying = address.terms.filter(variesInWarp);
    if (varying.some(({ atom }) => [...atomLeaves(atom)].some((leaf) => leaf.scope === "lane"))) {
      const unknown: Footprint = { certainty: "unknown", ideal: anyIdeal, dependsOn: describeTerms(varying) };
      return counting.unit === "wavefronts"
        ? (chosenFootprint(access, address, this.forms, this.activity) ?? unknown)
        : unknown;
    }
    return footprintOf(question, varying, anyIdeal);
  }
}

/** The form in another layout: `place` maps every offset; coefficients that are no byte offsets (the base) stay. */
function relaidForm(form: Form, place: (offset: number) => number): Form {
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

function footprintOf(question: AccessQuestion, varying: readonly Term[], anyIdeal: Footprint["ideal"]): Footprint {
  const { access, activity, terms } = question;
  const { block } = access.leader;
  const wanted = new Set<Atom>(activity.leaves(block));
  const finite = (atom: Atom): boolean => [...atomLeaves(atom)].every((leaf) => leaf.count !== undefined);
  for (const { atom } of varying) if (finite(atom)) for (const leaf of atomLeaves(atom)) wanted.add(leaf);
  let leaves = withinBudget(question, wanted);
  let tally = count(question, leaves);
  if (tally.dependsOnShift) {
    // A shift that consists of counters and block indices with known ranges is enumerated too.
    const shifting = terms.filter((term) => !variesInWarp(term) && multipleOf([term]) % question.counting.period !== 0);
    const more = new Set(shifting.flatMap(({ atom }) => (finite(atom) ? [...atomLeaves(atom)] : [])));
    const all = withinBudget(question, new Set([...leaves, ...more]));
    if (more.size && all.length > leaves.length) {
      leaves = all;
      tally = count(question, leaves);
    }
  }
  return conclude(question, tally, leaves, varying, anyIdeal);
}

/** The leaves that are enumerated: the smallest ranges first, as many as the budget allows. */
function withinBudget({ forms }: AccessQuestion, wanted: ReadonlySet<Atom>): readonly Atom[] {
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

function count(question: AccessQuestion, leaves: readonly Atom[]): Tally {
  const tally = new Tally();
  let last: { readonly requests: Requests; readonly tally: Tally } | undefined;
  for (const combination of combinations(question.activity, leaves)) {
    const requests = requestsOf(question, combination);
    // Most blocks and iterations make the requests of the one before, further on.
    if (!last || !areShiftsOf(last.requests, requests, question.counting.period))
      last = { requests, tally: countWarps(question, requests) };
    tally.add(last.tally);
  }
  return tally;
}

/** A part of an address that differs by thread: a coefficient times the value of an atom. */
interface VaryingPart {
  readonly coefficient: Lanes;
  readonly value: Lanes;
}

/** The requests of all warps of a block under one combination of values. */
interface Requests {
  /** The part of the address, beside the form's known part, that is the same for all threads. */
  readonly uniform: number;
  readonly varying: readonly VaryingPart[];
  /** 1 for each thread that executes the access, 0 for the others. */
  readonly running: Lanes;
  readonly unknown: UnknownOffset;
}

function requestsOf(question: AccessQuestion, combination: Combination): Requests {
  const { access, activity, terms } = question;
  const varying: VaryingPart[] = [];
  const loose: Term[] = [];
  let uniform = 0;
  for (const term of terms) {
    const value = combination.evaluator.atom(term.atom);
    const { coefficient } = term;
    if (value === undefined) loose.push(term);
    else if (typeof value === "number" && typeof coefficient === "number") uniform += coefficient * value;
    else varying.push({ coefficient, value });
  }
  const running = combination.lanes(activity, access.leader.block);
  return { uniform, varying, running, unknown: unknownOf(question, loose) };
}

/** What terms without a value leave open: nearly always the same terms are without one. */
function unknownOf({ counting, unknowns }: AccessQuestion, loose: readonly Term[]): UnknownOffset {
  const known = unknowns.find(
    (one) => one.loose.length === loose.length && one.loose.every((term, i) => term === loose[i]),
  );
  if (known) return known.unknown;
  const spread = loose.filter(variesInWarp);
  const shift = loose.filter((term) => !variesInWarp(term));
  const unknown: UnknownOffset = {
    spread,
    step: stepOf(counting.period, shift),
    splitStep: stepOf(counting.period, [...shift, ...spread]),
  };
  unknowns.push({ loose, unknown });
  return unknown;
}

/** Whether requests are others shifted by one multiple of the period, which changes no count. */
function areShiftsOf(others: Requests, { uniform, varying, running, unknown }: Requests, period: number): boolean {
  return (
    unknown === others.unknown &&
    (uniform - others.uniform) % period === 0 &&
    varying.length === others.varying.length &&
    varying.every(({ coefficient, value }, i) => {
      const other = others.varying[i]!;
      return coefficient === other.coefficient && sameLanes(value, other.value);
    }) &&
    sameLanes(running, others.running)
  );
}

function countWarps(question: AccessQuestion, { uniform, varying, running, unknown }: Requests): Tally {
  const { access, counting, forms, known } = question;
  const all = new Float64Array(volume(forms.shape.block)).fill(uniform);
  addProduct(all, known, 1);
  for (const { coefficient, value } of varying) addProduct(all, coefficient, value);
  const tally = new Tally();
  let last: Counted | undefined;
  for (let first = 0; first < all.length; first += WARP_SIZE) {
    const offsets = all.subarray(first, first + WARP_SIZE);
    let mask = warpBits(running, first, all.length);
    if (access.atomic?.aggregated) mask &= -mask;
    if (mask === 0) continue;
    // Which lanes are together where coefficients are not known depends on the warp.
    if (!last || unknown.spread.length > 0 || !isShiftOf(last, offsets, mask, counting.period))
      last = { offsets, mask, cost: costOfRequest(question, offsets, mask, first, unknown) };
    note(question, tally, offsets, mask, last.cost);
  }
  return tally;
}

/** Adds a product to every lane of a sum. */
function addProduct(sum: Float64Array, a: Lanes, b: Lanes): void {
  if (typeof a !== "number" && typeof b !== "number") for (let t = 0; t < sum.length; t++) sum[t]! += a[t]! * b[t]!;
  else if (typeof a !== "number") addMultiple(sum, a, b as number);
  else if (typeof b !== "number") addMultiple(sum, b, a);
  else for (let t = 0, product = a * b; t < sum.length; t++) sum[t]! += product;
}

function addMultiple(sum: Float64Array, lanes: Float64Array, by: number): void {
  for (let t = 0; t < sum.length; t++) sum[t]! += lanes[t]! * by;
}

function note(
  { counting }: AccessQuestion,
  tally: Tally,
  offsets: Float64Array,
  mask: number,
  cost: RequestCost,
): void {
  tally.least = Math.min(tally.least, cost.least);
  if (counting.unit === "wavefronts" && cost.most > tally.most) tally.worst = { offsets: offsets.slice(), mask };
  tally.most = Math.max(tally.most, cost.most);
  tally.typical += cost.typical;
  tally.cost += cost.most;
  tally.ideal += cost.ideal;
  tally.mostIdeal = Math.max(tally.mostIdeal, cost.ideal);
  tally.leastIdeal = Math.min(tally.leastIdeal, cost.leastIdeal);
  tally.typicalIdeal += cost.typicalIdeal;
  tally.requests++;
  tally.dependsOnShift ||= cost.dependsOnShift;
}

/** How the costs of an access's requests can differ. */
interface Spread {
  /** Terms of the address that vary and whose values are not known. */
  readonly open: readonly Term[];
  /** Unknown values decide which lanes are active. */
  readonly isPartial: boolean;
  /** Only the warps at the edge of the block have fewer active lanes. */
  readonly isFullButEdge: boolean;
  /** Lanes of a warp leave a loop around the access in different iterations. */
  readonly isRagged: boolean;
  /** All requests are known, so that they have a mean. */
  readonly isMean: boolean;
}

function spreadOf(
  { access, activity }: AccessQuestion,
  tally: Tally,
  leaves: readonly Atom[],
  varying: readonly Term[],
): Spread {
  const followed = (term: Term): boolean => [...atomLeaves(term.atom)].every((leaf) => leaves.includes(leaf));
  const open = varying.filter((term) => !followed(term));
  // With fewer active lanes a request still costs at least one sector or wavefront.
  const mask = tally.most > 1 ? activity.mask(access.leader.block, new Set(leaves)) : "followed";
  const isPartial = mask === "open";
  return {
    open,
    isPartial,
    isFullButEdge: mask === "edge",
    isRagged: tally.most > 1 && activity.hasDivergentTripCount(access.leader.block),
    isMean: open.length === 0 && !tally.dependsOnShift && !isPartial,
  };
}

/** What the cost depends on, in words; undefined where it depends on nothing unknown. */
function dependenceOf(
  { counting, terms }: AccessQuestion,
  { dependsOnShift }: Tally,
  { open, isPartial, isRagged }: Spread,
): string | undefined {
  const isShifting = (term: Term): boolean => !variesInWarp(term) && multipleOf([term]) % counting.period !== 0;
  const depends = open.length === 0 && dependsOnShift ? terms.filter(isShifting) : open;
  if (depends.length > 0) return describeTerms(depends);
  if (isPartial) return "values that decide which lanes take part";
  return isRagged
    ? "how the compiler unrolls the loop, which the lanes of a warp leave one after the other"
    : undefined;
}

function conclude(
  question: AccessQuestion,
  tally: Tally,
  leaves: readonly Atom[],
  varying: readonly Term[],
  anyIdeal: Footprint["ideal"],
): Footprint {
  const { counting, access, activity } = question;
  if (tally.requests === 0) return { certainty: "unknown", ideal: anyIdeal, idle: true };
  const spread = spreadOf(question, tally, leaves, varying);
  const { open, isPartial, isRagged, isMean } = spread;
  // Requests with different costs have a mean only where their numbers are known.
  const isExact =
    isMean && !isRagged && (tally.least === tally.most || activity.isFollowed(access.leader.block, new Set(leaves)));
  const strides = stridesOf(question.forms.shape.block, question.known, varying);
  const dependsOn = dependenceOf(question, tally, spread);
  const typical = [tally.typical / tally.requests, tally.typicalIdeal / tally.requests] as const;
  const hasFloor = tally.dependsOnShift && open.length === 0 && !isPartial && !isRagged;
  // An unknown operation may not matter; an unknown lane coefficient does, unless it is tiny.
  const hasCoefficient = open.length > 0 && open.every(({ atom }) => atom.scope !== "lane");
  return {
    certainty: isExact ? "exact" : "bounded",
    [counting.unit]: [isPartial || isRagged ? 1 : tally.least, isRagged ? WARP_SIZE : tally.most],
    ideal: [isPartial || isRagged ? 1 : tally.leastIdeal, isRagged ? anyIdeal[1] : tally.mostIdeal],
    typical,
    ...(spread.isFullButEdge && { fullWarpsOnly: true }),
    ...(isMean && { mean: [tally.cost / tally.requests, tally.ideal / tally.requests] as const }),
    ...(hasFloor && { floor: typical }),
    ...(hasCoefficient && { coefficient: describeTerms(open) || "a value that changes in the loop" }),
    ...(dependsOn !== undefined && { dependsOn }),
    ...strides,
    ...conflictSetIn(question, tally),
  };
}

/** The conflict set of the costliest request. */
function conflictSetIn({ access, terms }: AccessQuestion, { worst }: Tally): Pick<Footprint, "conflictSet"> {
  const found = worst && conflictSetOf(worst.offsets, worst.mask, access.width, access.atomic !== undefined);
  if (!found) return {};
  const { lanes, bank } = found;
  const isPlaced = multipleOf(terms) % (WARP_SIZE * BANK_BYTES) === 0;
  return { conflictSet: isPlaced ? { lanes, bank } : { lanes } };
}

/** Whether the address of an access is uniform in each warp. */
export function isUniformAccess(forms: LaneForms, access: MemoryAccess): boolean {
  return forms.scope(access.pointer, access.leader.block) !== "lane";
}
