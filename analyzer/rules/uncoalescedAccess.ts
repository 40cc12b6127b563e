/** Global accesses whose warps touch more sectors than their bytes need. Page: `docs/rules/uncoalesced-access.md`. */

import type { AccessFact } from "../facts/model";
import { SECTOR_BYTES } from "../hardware/model";
import { type AccessGroup, accessGroups, type Case, figuresOf } from "./cases";
import { interchanged } from "./interchange";
import { worstOf } from "./losses";
import type { Rule } from "./model";
import { type Swap, swapOf } from "./swapAxes";
import { figure, launchWords, operationWords, percent, shareWords } from "./words";

/** Lanes that all read one address are a broadcast; local and shared memory have rules of their own. */
const applies = (fact: AccessFact): boolean => fact.access.space === "global" && !fact.uniform;

export const uncoalescedAccess: Rule<AccessGroup> = {
  meta: {
    id: "uncoalesced-access",
    title: "Uncoalesced global memory access",
    category: "performance",
    severity: "warning",
    since: "0.1.0",
    fixSafety: "unsafe",
  },

  run: (context) => accessGroups(context, applies),

  explain(group, context) {
    const worst = worstOf(group.cases);
    return {
      certainty: worst.loss.certainty,
      severity: worst.loss.certainty === "proved" ? "warning" : "information",
      message: message(worst, group.cases, swapOf(group, context)),
      span: group.span,
      related: [],
      figures: figuresOf(worst),
    };
  },

  fixes(group, context) {
    const loops = interchanged(group, context);
    if (loops)
      return [
        { title: "Let the threads share out the inner loop instead of the outer one", edits: loops, safe: false },
      ];
    const swap = swapOf(group, context);
    if (swap.kind === "none") return [];
    const gain = `${figure(worstOf(group.cases).loss.cost)} → ${figure(swap.sectors)} sectors`;
    const block = swap.changesBlock ? ", and the block at its launch" : "";
    // Other files may launch the kernel with another block.
    return [{ title: `Swap threadIdx.x and threadIdx.y${block} (${gain})`, edits: swap.edits, safe: false }];
  },
};

function message(worst: Case, cases: readonly Case[], swap: Swap): string {
  const { fact, kernel, loss } = worst;
  const useful = (loss.ideal * SECTOR_BYTES) / (loss.cost * SECTOR_BYTES);
  const others = new Set(cases.map((one) => one.fact.launch)).size - 1;
  const amount =
    loss.certainty === "bounded"
      ? `can touch up to ${figure(loss.cost)} sectors per request where ${figure(loss.ideal)} would do`
      : `touches ${figure(loss.cost)} sectors per request where ${figure(loss.ideal)} would do`;
  return (
    `Uncoalesced global ${operationWords(fact)}: a warp ${amount} (${percent(useful)} of the bytes moved are used${shareWords(fact)}; ` +
    `${launchWords(kernel, fact.launch)}${others > 0 ? `, the worst of ${others + 1}` : ""}). ${cause(fact)}. ${swap.kind === "swap" ? "Swap the roles of threadIdx.x and threadIdx.y" : remedy(fact)}.` +
    (swap.kind === "none" && swap.reason ? ` ${swap.reason}.` : "")
  );
}

/** Do neighbouring lanes use neighbouring elements, so that what is lost is lost by lanes that sit out? */
const hasGaps = ({ footprint, access }: AccessFact): boolean => Math.abs(footprint.laneStride ?? 0) === access.width;

function cause(fact: AccessFact): string {
  const { coefficient, laneStride } = fact.footprint;
  if (hasGaps(fact))
    return "The condition around it lets only some lanes of a warp take part, and the others leave gaps";
  if (coefficient !== undefined) {
    return `How far neighbouring threads are apart depends on ${coefficient}, known only at run time`;
  }
  if (laneStride !== undefined && laneStride < 0)
    return `Neighbouring threads are ${-laneStride} bytes apart, backwards`;
  if (laneStride !== undefined)
    return `Neighbouring threads are ${laneStride} bytes apart and use ${fact.access.width} each`;
  return "The threads of a warp spread over the array";
}

function remedy(fact: AccessFact): string {
  const { laneStride, coefficient } = fact.footprint;
  const { width } = fact.access;
  if (hasGaps(fact)) return "Let the condition hold for whole warps, or let the lanes that take part be neighbours";
  if (laneStride !== undefined && Math.abs(laneStride) <= 8 * width && laneStride % width === 0) {
    return "Keep each field in an array of its own, or load through a shared-memory tile, so that neighbouring threads read neighbouring elements";
  }
  if (coefficient !== undefined || laneStride !== undefined) {
    return "Let threadIdx.x run over the innermost index, or go through a shared-memory tile";
  }
  return "Give neighbouring threads neighbouring elements";
}
