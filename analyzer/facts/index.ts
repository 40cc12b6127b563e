/** Facts of a module: every kernel under every launch that the file shows, else under stated assumptions. */

import type { Dim3 } from "../hardware/model";
import type { Func, Module } from "../ir/model";
import type { LoweredFunction } from "../lower/model";
import { type SharedLayout, sharedLayout } from "../lower/sharedLayout";
import type { Outline } from "../syntax/model";
import { KernelWays } from "./access/calls";
import { racesOf } from "./barriers/races";
import { uniformityOf } from "./barriers/uniformity";
import { doublesOf } from "./doubles";
import { deviceLayout } from "./forms/offsets";
import { launchesOf } from "./launches/launches";
import type { AccessFact, Footprint, KernelFacts, LaunchShape, ModuleFacts } from "./model";

export interface FactOptions {
  /** The text that the outline was made of. */
  readonly text: string;
  /** Block shape for kernels that the file neither launches nor bounds; ours when absent. */
  readonly block?: Dim3 | undefined;
}

/** Facts of all kernels of a module that `lower` has read. */
export function moduleFacts(
  module: Module,
  lowered: ReadonlyMap<string, LoweredFunction>,
  outline: Outline,
  options: FactOptions,
): ModuleFacts {
  const kernels = module.functions.flatMap((kernel) => {
    return kernel.isKernel && kernel.blocks.length && lowered.has(kernel.name)
      ? [
          kernelFacts(
            kernel,
            lowered,
            launchesOf(kernel, { outline, text: options.text, block: options.block }),
            sharedLayout(kernel, module, deviceLayout),
          ),
        ]
      : [];
  });
  return { module, kernels };
}

/** Facts of one kernel, of a module that was lowered, under the given launches. */
function kernelFacts(
  kernel: Func,
  lowered: ReadonlyMap<string, LoweredFunction>,
  launches: readonly LaunchShape[],
  placement: SharedLayout,
): KernelFacts {
  const perLaunch = launches.map((shape) => ({ shape, ways: new KernelWays({ kernel, lowered, shape, placement }) }));
  return {
    kernel,
    lowered,
    launches,
    accesses: perLaunch.flatMap(({ shape, ways }) => withShares(ways.facts(shape))),
    doubles: doublesOf([...new Set(perLaunch.flatMap(({ ways }) => ways.forms.map((forms) => forms.function)))]),
    races: perLaunch.flatMap(({ ways }) => racesOf(ways.forms[0]!, lowered.get(kernel.name)!)),
    ...uniformityOf(perLaunch.map(({ ways }) => ways.forms)),
  };
}

/** Cost of an access over one warp's life: what it costs each time, as often as its loops turn. */
function costOf({ footprint, trips }: AccessFact): number | undefined {
  const each = meanCost(footprint);
  return each === undefined || trips === undefined ? undefined : each * trips;
}

/** The figure to name for a footprint: the mean, else what it comes to with large unknowns. */
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
