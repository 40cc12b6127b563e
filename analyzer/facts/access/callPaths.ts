/**
 * Facts of a kernel and of the functions that it calls: one fact per access, over all paths of calls that lead to it. It is
 * exact where all paths agree, and bounded otherwise.
 */
import type { Func, Location, Value } from "../../ir/model";
import type { LoweredFunction, MemoryAccess, Space } from "../../lower/model";
import { isRemainderLoop } from "../../lower/passes/unrollHeuristics";
import type { SharedLayout } from "../../lower/sharedLayout";
import { BarrierIntervals } from "../barriers/intervals";
import { calleeOf } from "../forms/callEntry";
import { loopsAround } from "../forms/flow";
import { laneForms } from "../forms/laneForms";
import type { LaneForms } from "../forms/queries";
import type { AccessFact, Footprint, LaunchShape } from "../model";
import type { ArmPair } from "./choices";
import { Footprints, isUniformAccess } from "./footprints";

/** A kernel under one launch. */
export interface KernelQuestion {
  readonly kernel: Func;
  /** The module's lowered functions, by name. */
  readonly lowered: ReadonlyMap<string, LoweredFunction>;
  readonly shape: LaunchShape;
  /** The offsets of shared variables; where it is absent, only their declared alignment is known. */
  readonly sharedLayout?: SharedLayout | undefined;
}

/** One path to a function: the kernel itself, or a chain of calls from it. */
interface CallPath {
  readonly forms: LaneForms;
  readonly footprints: Footprints;
}

/** A kernel with every function that it calls, under one launch. */
export class KernelCallPaths {
  /** The forms of the kernel, first, and of each called function once per path. */
  readonly forms: readonly LaneForms[];
  private readonly paths = new Map<Func, CallPath[]>();
  /** Footprints where the arrays are laid out as they are. */
  private readonly asLaidOut = new Map<MemoryAccess, Footprint | undefined>();
  private readonly accesses: readonly (readonly [MemoryAccess, readonly CallPath[]])[];

  constructor(private readonly question: KernelQuestion) {
    const { kernel, lowered, shape, sharedLayout } = question;
    const spaceOf = (pointer: Value): Space => lowered.get(kernel.name)!.spaceOf(pointer);
    this.forms = formsFrom(laneForms({ function: kernel, shape, spaceOf, ...(sharedLayout ? { sharedLayout } : {}) }));
    for (const forms of this.forms) {
      const known = this.paths.get(forms.function) ?? [];
      known.push({ forms, footprints: new Footprints(forms) });
      this.paths.set(forms.function, known);
    }
    this.accesses = [...this.paths].flatMap(([{ name }, paths]) =>
      this.accessesIn(name).map((access) => [access, paths] as const),
    );
  }

  /** The facts of all accesses, those of the kernel first. */
  facts(launch: LaunchShape): readonly AccessFact[] {
    const facts = this.factsOf(launch, this.accesses, (footprints, access) => footprints.of(access));
    const arms = this.arms();
    return facts.map((fact) => {
      const pair = arms.get(fact.access);
      return pair ? { ...fact, otherArm: { access: pair.second, wavefronts: pair.wavefronts } } : fact;
    });
  }

  /** By the first access: pairs on the two sides of branches on data, in functions that are reached on one path. */
  private arms(): ReadonlyMap<MemoryAccess, ArmPair> {
    const pairs = [...this.paths].flatMap(([{ name }, paths]) => {
      const [path, ...others] = paths;
      return path && !others.length ? path.footprints.arms(this.accessesIn(name)) : [];
    });
    return new Map(pairs.map((pair) => [pair.first, pair]));
  }

  private accessesIn(name: string): readonly MemoryAccess[] {
    return this.question.lowered.get(name)?.accesses ?? [];
  }

  /** Facts of the accesses to constant memory, counted in words that the constant cache serves one after the other. */
  constants(launch: LaunchShape): readonly AccessFact[] {
    const own = this.accesses.filter(([{ space }]) => space === "constant");
    return this.factsOf(launch, own, (footprints, access) => footprints.ofConstant(access));
  }

  private factsOf(
    launch: LaunchShape,
    accesses: readonly (readonly [MemoryAccess, readonly CallPath[]])[],
    footprintOf: (footprints: Footprints, access: MemoryAccess) => Footprint,
  ): readonly AccessFact[] {
    return accesses.flatMap(([access, paths]) => {
      const facts = reached(access, paths).map(({ forms, footprints }) => ({
        access,
        footprint: footprintOf(footprints, access),
        launch,
        ...tripCountsOf(forms, access),
        uniform: isUniformAccess(forms, access),
        ...intervalOf(forms, access),
      }));
      return facts.length ? [mergedFact(facts)] : [];
    });
  }

  /** The footprint of one access; `place` maps byte offsets to those of another layout of the array. */
  footprint(access: MemoryAccess, place?: (offset: number) => number): Footprint | undefined {
    if (place) return this.counted(access, place);
    if (!this.asLaidOut.has(access)) this.asLaidOut.set(access, this.counted(access));
    return this.asLaidOut.get(access);
  }

  private counted(access: MemoryAccess, place?: (offset: number) => number): Footprint | undefined {
    const [, paths = []] = this.accesses.find(([one]) => one === access) ?? [];
    const facts = reached(access, paths).map(({ forms, footprints }) => ({
      footprint: footprints.of(access, place),
      ...tripCountsOf(forms, access),
    }));
    return facts.length ? joinedFootprint(facts) : undefined;
  }
}

function formsFrom(kernel: LaneForms): readonly LaneForms[] {
  const found: LaneForms[] = [];
  const open = [kernel];
  for (let at = open.pop(); at; at = open.pop()) {
    found.push(at);
    for (const { instructions } of at.flow.order) {
      for (const instruction of instructions) {
        const callee = instruction.op === "call" && calleeOf(instruction) ? at.entered(instruction) : undefined;
        if (callee) open.push(callee);
      }
    }
  }
  return found;
}

/** The barrier interval of an access to shared memory. */
function intervalOf(forms: LaneForms, { space, leader }: MemoryAccess): Pick<AccessFact, "interval"> {
  if (space !== "shared") return {};
  const { after, before } = new BarrierIntervals(forms).around(leader);
  if ([...after, ...before].every((barrier) => barrier === undefined)) return {};
  const places = (barriers: typeof after): readonly (Location | undefined)[] => barriers.map((one) => one?.location);
  return { interval: { after: places(after), before: places(before) } };
}

const reached = ({ leader }: MemoryAccess, paths: readonly CallPath[]): readonly CallPath[] =>
  paths.filter(({ forms }) => forms.flow.order.includes(leader.block));

/** The depth of loops around an access and the calls that lead to it, and the product of their trip counts where known. */
function tripCountsOf(
  forms: LaneForms,
  { leader }: MemoryAccess,
): Pick<AccessFact, "loopDepth" | "trips" | "inRemainder"> {
  let [loopDepth, trips]: [number, number | undefined] = [0, 1];
  const inRemainder = loopsAround(forms.flow, leader.block).some(({ header }) => isRemainderLoop(header));
  let block = leader.block;
  for (let at: LaneForms | undefined = forms; at; at = at.entry?.caller) {
    for (const loop of loopsAround(at.flow, block)) {
      const { trips: followed, meanTrips } = at.counter(loop);
      const own = followed ?? meanTrips;
      const mean = typeof own === "object" ? own.reduce((sum, one) => sum + one, 0) / own.length : own;
      trips = trips === undefined || mean === undefined ? undefined : trips * mean;
      loopDepth++;
    }
    // The depth of recursion is unknown.
    if (at.entry?.isRecursive) trips = undefined;
    if (at.entry) block = at.entry.block;
  }
  return { loopDepth, trips, ...(inRemainder && { inRemainder }) };
}

/** The fact of an access over all paths. */
function mergedFact(facts: readonly AccessFact[]): AccessFact {
  const running = facts.filter(({ footprint }) => !footprint.idle);
  const [first] = facts as [AccessFact, ...AccessFact[]];
  const trips = running.map((one) => one.trips);
  return {
    ...first,
    footprint: joinedFootprint(facts),
    loopDepth: Math.max(...facts.map(({ loopDepth }) => loopDepth)),
    trips: trips.every((one) => one !== undefined) ? trips.reduce((sum, one) => sum + one, 0) : undefined,
    uniform: facts.every(({ uniform }) => uniform),
  };
}

/** The fact of an access on one path. */
type FactOfCall = Pick<AccessFact, "footprint" | "trips">;

function joinedFootprint(facts: readonly FactOfCall[]): Footprint {
  const running = facts.filter(({ footprint }) => !footprint.idle);
  const footprints = (running.length ? running : facts).map(({ footprint }) => footprint);
  const [first, ...others] = footprints as [Footprint, ...Footprint[]];
  if (others.every((other) => isSame(first, other))) return first;
  const ideals = footprints.map(({ ideal }) => ideal);
  const ideal = [Math.min(...ideals.map(([least]) => least)), Math.max(...ideals.map(([, most]) => most))] as const;
  const words = [...new Set(footprints.flatMap(({ dependsOn }) => dependsOn ?? []))].join(" and ");
  const dependsOn = words || "which call it is";
  if (footprints.some(({ certainty }) => certainty === "unknown")) return { certainty: "unknown", ideal, dependsOn };
  const unit = first.sectors ? "sectors" : "wavefronts";
  const ends = footprints.map((one) => one[unit]!);
  const worst = footprints.reduce((a, b) => (b[unit]![1] > a[unit]![1] ? b : a));
  const mean = meanOf(running, ({ mean }) => mean);
  const typical = meanOf(running, ({ typical }) => typical);
  const floor = meanOf(running, ({ floor, mean }) => floor ?? mean);
  return {
    certainty: "bounded",
    [unit]: [Math.min(...ends.map(([least]) => least)), Math.max(...ends.map(([, most]) => most))],
    ideal,
    ...(footprints.some(({ fullWarpsOnly }) => fullWarpsOnly) ? { fullWarpsOnly: true as const } : {}),
    ...(mean ? { mean } : {}),
    ...(typical ? { typical } : {}),
    ...(floor ? { floor } : {}),
    ...(worst.coefficient === undefined ? {} : { coefficient: worst.coefficient }),
    ...(worst.conflictSet ? { conflictSet: worst.conflictSet } : {}),
    dependsOn,
  };
}

const isSame = (a: Footprint, b: Footprint): boolean => JSON.stringify(a) === JSON.stringify(b);

/** The mean over paths, weighted by their trip counts where all are known. */
function meanOf(
  facts: readonly FactOfCall[],
  figure: (footprint: Footprint) => readonly [number, number] | undefined,
): readonly [cost: number, ideal: number] | undefined {
  const isWeighted = facts.every(({ trips }) => trips !== undefined && trips > 0);
  let [cost, ideal, weights] = [0, 0, 0];
  for (const { footprint, trips } of facts) {
    const one = figure(footprint);
    if (!one) return undefined;
    const weight = isWeighted ? trips! : 1;
    cost += one[0] * weight;
    ideal += one[1] * weight;
    weights += weight;
  }
  return [cost / weights, ideal / weights];
}
