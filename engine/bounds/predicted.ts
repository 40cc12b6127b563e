/** Bounds of launches from their code alone: what certainly is executed, at what it costs at least. */
import { barrierScope } from "../../analyzer/facts/forms/summaries";
import type { AccessWork, BlockWork, LaunchWork } from "../../analyzer/facts/model";
import { type Architecture, volume, WARP_SIZE } from "../../analyzer/hardware/model";
import { warpsOf } from "../../analyzer/hardware/occupancy";
import { peaksOf } from "../../analyzer/hardware/peaksOf";
import type { Block } from "../../analyzer/ir/model";
import type { LoweredFunction } from "../../analyzer/lower/model";
import { HEAT } from "../../simulator/counting/hot";
import { arithmeticKind } from "../../simulator/estimates/mix";
import { countSpecials } from "../../simulator/estimates/specials";
import type { Region } from "../../simulator/plan/regions";
import { components } from "../../simulator/plan/types";
import type { BoundsJson } from "../formats/launch";
import type { PlaceJson } from "../formats/place";
import { boundsOfWork } from "./bounds";
import type { CostedLine, Work } from "./work";

/** A basic block as the region of code that it is where nothing ends it. */
const regionOf = (block: Block): Region => {
  const nothing = { after: undefined, barrier: undefined, call: undefined, sync: undefined, spins: undefined };
  return { index: 0, block, from: 0, to: block.instructions.length, ...nothing };
};

/** Operations by lanes of the kinds that a pattern names. Those inside of functions depend on values: none counts. */
function operationsOf({ block, lanes }: BlockWork, lowered: LoweredFunction, kinds: RegExp): number {
  const { predicated, issuedAtShuffle, live } = lowered;
  // Under a predicate, or at a shuffle of another place, other lanes may execute them.
  if (predicated.size > 0) return 0;
  const counted = block.instructions.filter(
    (one) => kinds.test(arithmeticKind(one, lowered) ?? "") && !issuedAtShuffle.has(one) && (!live || live.has(one)),
  );
  return counted.reduce((sum, one) => sum + lanes * components(one.type).length, 0);
}

/** Arithmetic, special functions and barriers. */
function arithmeticOf({ blocks }: LaunchWork, lowered: ReadonlyMap<string, LoweredFunction>) {
  const sum = { single: 0, double: 0, specials: 0, barriers: 0 };
  for (const one of blocks) {
    const own = lowered.get(one.function.name);
    if (!own || one.warps === 0) continue;
    const { block, warps, lanes } = one;
    const left = { fadd: 0, fmul: 0, ffma: 0 };
    sum.specials += countSpecials([{ region: regionOf(block), warps, lanes, divergent: 0, left }], own);
    sum.barriers += warps * block.instructions.filter((each) => barrierScope(each) === "block").length;
    sum.single += operationsOf(one, own, /^f/) / WARP_SIZE;
    sum.double += operationsOf(one, own, /^d/) / WARP_SIZE;
  }
  return sum;
}

const isAtomic = ({ access: { op } }: AccessWork): boolean => op === "atomic" || op === "reduction";

/** What L2 needs for the atomics on one address, in its operations on integers. */
function heatOf({ access: { leader }, isOneAddress, lanes, access: { atomic } }: AccessWork): number {
  if (!isOneAddress || atomic?.kind !== "plain") return 0;
  const isFloat = leader.op === "atomicrmw" && leader.value.type.kind === "float";
  return (isFloat ? HEAT.floatAtomic : HEAT.atomic) * lanes;
}

function workOf(found: LaunchWork, lowered: ReadonlyMap<string, LoweredFunction>): Work {
  const { launch, accesses, loadedSectors, storedSectors } = found;
  const sum = (of: (one: AccessWork) => number, which: (one: AccessWork) => boolean) =>
    accesses.reduce((total, one) => total + (which(one) ? of(one) : 0), 0);
  const isGlobal = (one: AccessWork): boolean => one.access.space === "global";
  const isCached = (one: AccessWork): boolean => (isGlobal(one) || one.access.space === "local") && !isAtomic(one);
  const isGlobalAtomic = (one: AccessWork): boolean => isGlobal(one) && isAtomic(one);
  const isCounted = ({ access: { space } }: AccessWork): boolean => ["global", "shared", "local"].includes(space);
  const { single, double, specials, barriers } = arithmeticOf(found, lowered);
  return {
    blocks: volume(launch.grid!),
    warpsPerBlock: warpsOf(volume(launch.block)),
    sharedBytes: launch.shared ?? 0,
    single,
    double,
    instructions: 0,
    memoryInstructions: sum(({ requests }) => requests, isCounted),
    wavefronts: sum(
      ({ cost }) => cost,
      (one) => one.access.space === "shared",
    ),
    sectors: sum(({ cost }) => cost, isCached),
    lines: sum(
      ({ lines }) => lines,
      (one) => isGlobal(one) && !isAtomic(one),
    ),
    storedToL2: storedSectors,
    atomics: sum(({ requests }) => requests, isGlobalAtomic),
    atomicSectors: sum(({ cost }) => cost, isGlobalAtomic),
    demand: {
      loadedSectors,
      storedSectors,
      storedToL2: storedSectors,
      neighbourSectors: 0,
      hotAddress: Math.max(0, ...accesses.map(heatOf)),
      hotSlice: 0,
      addedWavefronts: 0,
      chainCycles: 0,
      warmChainCycles: 0,
      specials,
      barriers,
    },
  };
}

/** An access at its line. */
function lineOf({ access, requests, cost, ideal }: AccessWork, { line, path }: PlaceJson): CostedLine {
  const [sectors, wavefronts] = access.space === "shared" ? [0, cost] : [cost, 0];
  const [sectorsIdeal, wavefrontsIdeal] = access.space === "shared" ? [0, ideal] : [ideal, 0];
  const { op, space } = access;
  return {
    line,
    ...(path !== undefined && { path }),
    op,
    space,
    requests,
    sectors,
    sectorsIdeal,
    wavefronts,
    wavefrontsIdeal,
  };
}

/**
 * The bounds of a launch from its code: null where the peaks of the architecture are not known. Where not everything that
 * the launch does is certain, nothing is said of what a fix brings.
 */
export function predictedBounds(
  found: LaunchWork,
  lowered: ReadonlyMap<string, LoweredFunction>,
  placeOf: (access: AccessWork) => PlaceJson,
  device: Architecture,
): BoundsJson | null {
  const peaks = peaksOf(device.name);
  if (!peaks) return null;
  const lines = found.accesses.map((one) => lineOf(one, placeOf(one)));
  const bounds = boundsOfWork(workOf(found, lowered), lines, device, peaks);
  if (found.isComplete) return bounds;
  const { seconds, by } = bounds;
  return { ...bounds, fixes: [], without_excess: { seconds, by } };
}
