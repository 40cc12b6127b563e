/** Facts gathered by the source expression that they belong to: what one finding speaks of. */

import type { AccessFact, KernelFacts } from "../../facts/model";
import type { Span } from "../../syntax/model";
import type { Figures, RuleContext } from "../model";
import { NEGLIGIBLE_SHARE } from "../text/words";
import { type Loss, lossOfAccess } from "./losses";

/** One access under one launch that loses. */
export interface Case {
  readonly fact: AccessFact;
  readonly kernel: KernelFacts;
  readonly loss: Loss;
}

/** All losing accesses of one expression, over instantiations, inlinings and launches. Never empty. */
export interface AccessGroup {
  readonly span: Span;
  readonly cases: readonly Case[];
}

/** Losing accesses that `applies` accepts, by expression, in the order of the text. */
export function accessGroups(context: RuleContext, applies: (fact: AccessFact) => boolean): readonly AccessGroup[] {
  const groups = new Map<string, { span: Span; cases: Case[] }>();
  for (const kernel of context.kernels) {
    for (const fact of kernel.accesses) {
      const loss = applies(fact) ? lossOfAccess(fact) : undefined;
      const span = loss && context.accessSpan(fact);
      if (!loss || !span) continue;
      const key = `${span.start}-${span.end}`;
      const group = groups.get(key) ?? { span, cases: [] };
      group.cases.push({ fact, kernel, loss });
      groups.set(key, group);
    }
  }
  return [...groups.values()].sort((a, b) => a.span.start - b.span.start || a.span.end - b.span.end);
}

/**
 * The share of the kernel's traffic in this space that loses at one expression: of all its accesses in the kernel and launch of
 * one case, as a loop that is unrolled has it many times. Undefined where one is not known.
 */
export function shareOf({ cases }: AccessGroup, { kernel, fact }: Case): number | undefined {
  const own = cases.filter((one) => one.kernel === kernel && one.fact.launch === fact.launch);
  return own.reduce<number | undefined>(
    (sum, { fact: { share } }) => (sum === undefined || share === undefined ? undefined : sum + share),
    0,
  );
}

/** Whether a group is known to have a negligible share of its kernel's traffic. */
export function isNegligible(group: AccessGroup, worst: Case): boolean {
  const share = shareOf(group, worst);
  return share !== undefined && share < NEGLIGIBLE_SHARE;
}

/** The figures of one case of a group, for people who read a panel rather than a sentence. */
export function figuresOf(group: AccessGroup, worst: Case): Figures {
  const { footprint, launch } = worst.fact;
  const share = shareOf(group, worst);
  return {
    perRequest: {
      ...(footprint.sectors ? { sectors: footprint.sectors } : {}),
      ...(footprint.wavefronts ? { wavefronts: footprint.wavefronts } : {}),
      ideal: footprint.ideal,
    },
    ...(share === undefined ? {} : { share }),
    launch: { grid: launch.grid, block: launch.block, from: launch.from },
  };
}
