/**
 * Facts of a kernel and of what it calls: one fact for each access, whatever calls lead to it. It is exact when all of
 * them agree, and lies between them otherwise.
 */
import type { Func, Location, Value } from "../../ir/model";
import type { LoweredFunction, MemoryAccess, Space } from "../../lower/model";
import type { SharedLayout } from "../../lower/sharedLayout";
import { Intervals } from "../barriers/intervals";
import { calleeOf } from "../forms/entries";
import { loopsAround } from "../forms/flow";
import { laneForms } from "../forms/laneForms";
import type { LaneForms } from "../forms/queries";
import type { AccessFact, Footprint, LaunchShape } from "../model";
import { Footprints, isUniformAccess } from "./footprints";

/** What is asked of a kernel under one launch. */
export interface KernelQuestion {
  readonly kernel: Func;
  /** What `lower` says of the module's functions, by name. */
  readonly lowered: ReadonlyMap<string, LoweredFunction>;
  readonly shape: LaunchShape;
  /** Where shared variables lie; without it they are only as aligned as they say. */
  readonly placement?: SharedLayout | undefined;
}

/** One way to a function: the kernel itself, or calls that lead from it. */
interface Way {
  readonly forms: LaneForms;
  readonly footprints: Footprints;
}

/** A kernel with every function that it enters, under one launch. */
export class KernelWays {
  /** The forms of the kernel, first, and of each function once for each way of calls that leads there. */
  readonly forms: readonly LaneForms[];
  private readonly ways = new Map<Func, Way[]>();
  private readonly accesses: readonly (readonly [MemoryAccess, readonly Way[]])[];

  constructor({ kernel, lowered, shape, placement }: KernelQuestion) {
    const spaceOf = (pointer: Value): Space => lowered.get(kernel.name)!.spaceOf(pointer);
    this.forms = formsFrom(laneForms({ function: kernel, shape, spaceOf, ...(placement ? { placement } : {}) }));
    for (const forms of this.forms) {
      const known = this.ways.get(forms.function) ?? [];
      known.push({ forms, footprints: new Footprints(forms) });
      this.ways.set(forms.function, known);
    }
    this.accesses = [...this.ways].flatMap(([{ name }, ways]) =>
      (lowered.get(name)?.accesses ?? []).map((access) => [access, ways] as const),
    );
  }

  /** Facts of every access, in the kernel first. */
  facts(launch: LaunchShape): readonly AccessFact[] {
    return this.accesses.flatMap(([access, ways]) => {
      const facts = reached(access, ways).map(({ forms, footprints }) => ({
        access,
        footprint: footprints.of(access),
        launch,
        ...turnsOf(forms, access),
        uniform: isUniformAccess(forms, access),
        ...intervalOf(forms, access),
      }));
      return facts.length ? [joined(facts)] : [];
    });
  }

  /** The footprint of one access; `place` asks what it would be if every byte offset lay where it says. */
  footprint(access: MemoryAccess, place?: (offset: number) => number): Footprint | undefined {
    const [, ways = []] = this.accesses.find(([one]) => one === access) ?? [];
    const facts = reached(access, ways).map(({ forms, footprints }) => ({
      footprint: footprints.of(access, place),
      ...turnsOf(forms, access),
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

/** Between which barriers of its function an access to shared memory lies. */
function intervalOf(forms: LaneForms, { space, leader }: MemoryAccess): Pick<AccessFact, "interval"> {
  if (space !== "shared") return {};
  const { after, before } = new Intervals(forms).around(leader);
  if ([...after, ...before].every((barrier) => barrier === undefined)) return {};
  const places = (barriers: typeof after): readonly (Location | undefined)[] => barriers.map((one) => one?.location);
  return { interval: { after: places(after), before: places(before) } };
}

const reached = ({ leader }: MemoryAccess, ways: readonly Way[]): readonly Way[] =>
  ways.filter(({ forms }) => forms.flow.order.includes(leader.block));

/** Loops around an access and around the calls that lead to it, and how often they turn together, where that is known. */
function turnsOf(forms: LaneForms, { leader }: MemoryAccess): Pick<AccessFact, "loopDepth" | "trips"> {
  let [loopDepth, trips]: [number, number | undefined] = [0, 1];
  let block = leader.block;
  for (let at: LaneForms | undefined = forms; at; at = at.entry?.caller) {
    for (const loop of loopsAround(at.flow, block)) {
      const { trips: followed, meanTrips } = at.counter(loop);
      const own = followed ?? meanTrips;
      const mean = typeof own === "object" ? own.reduce((sum, one) => sum + one, 0) / own.length : own;
      trips = trips === undefined || mean === undefined ? undefined : trips * mean;
      loopDepth++;
    }
    // How deep a function calls itself is not followed.
    if (at.entry?.isRecursive) trips = undefined;
    if (at.entry) block = at.entry.block;
  }
  return { loopDepth, trips };
}

/** One fact of what several calls make of an access. */
function joined(facts: readonly AccessFact[]): AccessFact {
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

/** What one call makes of an access. */
type Part = Pick<AccessFact, "footprint" | "trips">;

function joinedFootprint(facts: readonly Part[]): Footprint {
  const running = facts.filter(({ footprint }) => !footprint.idle);
  const footprints = (running.length ? running : facts).map(({ footprint }) => footprint);
  const [first, ...others] = footprints as [Footprint, ...Footprint[]];
  if (others.every((other) => isSame(first, other))) return first;
  const { ideal } = first;
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
    ...(worst.meeting ? { meeting: worst.meeting } : {}),
    dependsOn,
  };
}

const isSame = (a: Footprint, b: Footprint): boolean => JSON.stringify(a) === JSON.stringify(b);

/** The mean over calls, each as often as its loops turn where all are known. */
function meanOf(
  facts: readonly Part[],
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
