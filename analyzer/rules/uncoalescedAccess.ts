/** Global accesses whose warps touch more sectors than their bytes need. Page: `docs/rules/uncoalesced-access.md`. */

import type { AccessFact } from "../facts/model";
import { type AccessGroup, accessGroups, type Case, figuresOf, isNegligible, shareOf } from "./access/cases";
import { worstOf } from "./access/losses";
import {
  causeOf,
  hasWholeRows,
  isOfRows,
  isRecord,
  remedyOf,
  type StructureAccess,
  sketchOf,
  structureOf,
} from "./access/strides";
import { interchanged } from "./fixes/interchange";
import { swapOf } from "./fixes/swapAxes";
import type { Rule, RuleContext } from "./model";
import { innerPlace } from "./text/offsets";
import { blockWords } from "./text/usualBlocks";
import { figure, operationWords, percent, shareWords } from "./text/words";

/** Lanes that all read one address are a broadcast; local and shared memory have rules of their own. */
const applies = (fact: AccessFact): boolean => fact.access.space === "global" && !fact.uniform;

/** Global memory accesses that transfer more sectors than their bytes need. */
export const uncoalescedAccess: Rule<AccessGroup> = {
  meta: {
    id: "uncoalesced-access",
    title: "Uncoalesced global memory access",
    category: "performance",
    severity: "warning",
    since: "0.1.0",
    fixSafety: "unsafe",
  },
  requires: ["accesses"],

  run: (context) => accessGroups(context, applies),

  explain(group, context) {
    const worst = worstOf(group.cases);
    const structure = structureOf(group.span, context);
    const sketch = sketchOf(worst.fact, structure, group.span, context);
    return {
      certainty: worst.loss.certainty,
      severity: worst.loss.certainty === "proved" && !isNegligible(group, worst) ? "warning" : "information",
      message: message(worst),
      span: group.span,
      related: [
        ...explanation(worst, group, structure, context).map((one) => ({ span: group.span, message: one })),
        ...innerPlace(context, worst.fact.access.location),
      ],
      figures: figuresOf(group, worst),
      ...(sketch ? { sketch } : {}),
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

function message({ fact, loss }: Case): string {
  const touches = loss.certainty === "bounded" ? "touches up to" : "touches";
  const useful = percent(loss.ideal / loss.cost);
  return `Uncoalesced global ${operationWords(fact)}: a warp ${touches} ${figure(loss.cost)} sectors per request where ${figure(loss.ideal)} would do: ${useful} of the bytes used.`;
}

/** The cause, what to do, and the launch that it holds for. */
function explanation(
  worst: Case,
  group: AccessGroup,
  structure: StructureAccess | undefined,
  context: RuleContext,
): readonly string[] {
  const { fact, kernel } = worst;
  const others = new Set(group.cases.map((one) => one.fact.launch)).size - 1;
  const swap = swapOf(group, context);
  const isRows = isOfRows(group.span, context);
  const remedy = interchanged(group, context)
    ? "Let the threads share out the inner loop instead of the outer one"
    : swap.kind === "swap"
      ? "Swap the roles of threadIdx.x and threadIdx.y"
      : remedyOf(fact, structure, group.span, context);
  // Only where a thread of two dimensions indexes rows would anybody think of it.
  const isThought = isRows && fact.launch.block[1] > 1 && !hasWholeRows(fact) && !isRecord(fact);
  const reason = swap.kind === "none" && swap.reason && isThought ? ` ${swap.reason}.` : "";
  return [
    `${causeOf(fact, structure, group.span, context)}. ${remedy}.${reason}`,
    `${fact.access.width}-byte accesses${shareWords(shareOf(group, worst), fact)}; ${blockWords(kernel, fact, context)}${others > 0 ? `, the worst of ${others + 1}` : ""}`,
  ];
}
