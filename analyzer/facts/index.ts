/** Facts of a module: every kernel under every launch that the file shows, else under stated assumptions. */

import type { Dim3 } from "../hardware/model";
import type { Func, Module } from "../ir/model";
import type { LoweredFunction } from "../lower/model";
import { type SharedLayout, sharedLayout } from "../lower/sharedLayout";
import type { Outline } from "../syntax/model";
import { KernelCallPaths } from "./access/callPaths";
import { uniformityOf } from "./barriers/divergence";
import { exchangesOf } from "./barriers/exchanges";
import { racesOf } from "./barriers/races";
import { doublesOf } from "./doubles";
import { deviceLayout } from "./forms/offsets";
import { launchesOf } from "./launches/launches";
import type { ProgramLaunch } from "./launches/program";
import { lazily } from "./lazily";
import type { AccessFact, Footprint, KernelFacts, LaunchShape, ModuleFacts } from "./model";
import { reachesOf } from "./work/reach";
import { launchWork } from "./work/work";

/** What facts depend on besides the module. */
export interface FactOptions {
  /** The text that the outline was made of. */
  readonly text: string;
  /** Block shape for kernels that the file neither launches nor bounds; ours when absent. */
  readonly block?: Dim3 | undefined;
  /** What the program launches, as far as its host code has been evaluated. */
  readonly program?: readonly ProgramLaunch[] | undefined;
  /** Facts of this module from before, which hold where a kernel is launched as it was; what is new is added. */
  readonly known?: FactsByKernel | undefined;
}

/** Facts of the kernels of one module under their last launches: at most one for each kernel. */
export type FactsByKernel = Map<Func, { readonly launches: string; readonly facts: KernelFacts }>;

/** The facts of all kernels of a lowered module. */
export function moduleFacts(
  module: Module,
  lowered: ReadonlyMap<string, LoweredFunction>,
  outline: Outline,
  options: FactOptions,
): ModuleFacts {
  const { text, block, program, known } = options;
  const kernels = module.functions.flatMap((kernel) => {
    if (!kernel.isKernel || kernel.blocks.length === 0 || !lowered.has(kernel.name)) return [];
    const launches = launchesOf(kernel, { outline, text, block, program });
    const key = known && keyOf(launches);
    const kept = known?.get(kernel);
    if (kept && kept.launches === key) return [kept.facts];
    const facts = kernelFacts(kernel, lowered, launches, sharedLayout(kernel, module, deviceLayout));
    if (key !== undefined) known?.set(kernel, { launches: key, facts });
    return [facts];
  });
  return { module, kernels };
}

/** Everything that launches say, as a text. */
function keyOf(launches: readonly LaunchShape[]): string {
  return JSON.stringify(launches, (_, value: unknown) =>
    typeof value === "bigint" ? `${value}n` : value instanceof Map ? [...value] : value,
  );
}

/**
 * Facts of one kernel, of a module that was lowered, under the given launches. Each group is computed when it is first
 * read.
 */
function kernelFacts(
  kernel: Func,
  lowered: ReadonlyMap<string, LoweredFunction>,
  launches: readonly LaunchShape[],
  layout: SharedLayout,
): KernelFacts {
  const perLaunch = lazily(() =>
    launches.map((shape) => ({ shape, paths: new KernelCallPaths({ kernel, lowered, shape, sharedLayout: layout }) })),
  );
  const accesses = lazily(() => perLaunch().flatMap(({ shape, paths }) => withShares(paths.facts(shape))));
  const doubles = lazily(() =>
    doublesOf([...new Set(perLaunch().flatMap(({ paths }) => paths.forms.map((forms) => forms.function)))]),
  );
  const races = lazily(() => perLaunch().flatMap(({ paths }) => racesOf(paths.forms[0]!, lowered.get(kernel.name)!)));
  const uniformity = lazily(() => uniformityOf(perLaunch().map(({ paths }) => paths.forms)));
  const exchanges = lazily(() => perLaunch().flatMap(({ paths }) => paths.forms.flatMap(exchangesOf)));
  const constants = lazily(() => perLaunch().flatMap(({ shape, paths }) => paths.constants(shape)));
  const reaches = lazily(() => perLaunch().flatMap(({ shape, paths }) => reachesOf(shape, paths.forms, lowered)));
  const work = lazily(() => perLaunch().flatMap(({ shape, paths }) => launchWork(shape, paths.forms, lowered) ?? []));
  return {
    kernel,
    lowered,
    launches,
    get work() {
      return work();
    },
    get reaches() {
      return reaches();
    },
    get exchanges() {
      return exchanges();
    },
    get constants() {
      return constants();
    },
    get accesses() {
      return accesses();
    },
    get doubles() {
      return doubles();
    },
    get races() {
      return races();
    },
    get barriers() {
      return uniformity().barriers;
    },
    get branches() {
      return uniformity().branches;
    },
  };
}

/** The cost of an access per warp: the mean cost of a request times the trip count. */
function costOf({ footprint, trips }: AccessFact): number | undefined {
  const each = meanCost(footprint);
  return each === undefined || trips === undefined ? undefined : each * trips;
}

/** The figure to show for a footprint: the mean, else the typical cost. */
export function meanCost({ mean, typical }: Footprint): number | undefined {
  return mean?.[0] ?? typical?.[0];
}

function withShares(facts: readonly AccessFact[]): readonly AccessFact[] {
  const totals = new Map<string, number | undefined>();
  for (const fact of facts) {
    const { space } = fact.access;
    const sum = totals.has(space) ? totals.get(space) : 0;
    const cost = costOf(fact);
    totals.set(space, sum === undefined || cost === undefined ? undefined : sum + cost);
  }
  return facts.map((fact) => {
    const total = totals.get(fact.access.space);
    return total ? { ...fact, share: costOf(fact)! / total } : fact;
  });
}
