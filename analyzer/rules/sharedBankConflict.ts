/** Shared accesses whose lanes meet in one bank. Page: `docs/rules/shared-bank-conflict.md`. */
import type { AccessFact } from "../facts/model";
import { type AccessGroup, accessGroups, type Case, figuresOf } from "./access/cases";
import { worstOf } from "./access/losses";
import { costPadded, type Padding, paddingOf } from "./fixes/padding";
import type { Rule, RuleContext } from "./model";
import { blockWords } from "./text/usualBlocks";
import { figure, laneWords, operationWords, shareWords, upper } from "./text/words";

/**
 * Conflicts that depend on a run-time index are not shouted: shared indices with unknown factors are mostly 1. One address
 * for all lanes is a broadcast, but for atomics, which take one turn for each lane.
 */
const applies = ({ access, uniform, footprint }: AccessFact): boolean =>
  access.space === "shared" && (!uniform || access.atomic !== undefined) && footprint.coefficient === undefined;

/** Shared memory accesses that take more wavefronts than their bytes need. */
export const sharedBankConflict: Rule<AccessGroup> = {
  meta: {
    id: "shared-bank-conflict",
    title: "Shared memory bank conflict",
    category: "performance",
    severity: "warning",
    since: "0.1.0",
    fixSafety: "safe",
  },
  requires: ["accesses"],

  run: (context) => accessGroups(context, applies),

  explain(group, context) {
    const worst = worstOf(group.cases);
    const padding = remedyOf(group, worst, context);
    return {
      certainty: worst.loss.certainty,
      message: message(worst),
      span: group.span,
      related: [
        ...explanation(worst).map((one) => ({ span: group.span, message: one })),
        padding.kind === "pad"
          ? { span: padding.declaration, message: `${padding.title} so that they do not conflict` }
          : { span: group.span, message: padding.reason },
      ].filter(({ message }) => message),
      figures: figuresOf(worst),
    };
  },

  fixes(group, context) {
    const worst = worstOf(group.cases);
    const padding = remedyOf(group, worst, context);
    if (padding.kind === "none") return [];
    const after = costPadded(worst, padding);
    const gain = after === undefined ? "" : ` (${figure(worst.loss.cost)} → ${figure(after)} wavefronts)`;
    return [{ title: `${padding.title}${gain}`, edits: padding.edits, safe: padding.isSafe }];
  },
};

/** Atomics on one word are serialised wherever the word is; padding helps the others. */
function remedyOf(group: AccessGroup, { fact }: Case, context: RuleContext): Padding {
  if (!fact.uniform) return paddingOf(group, context);
  const reason =
    "All of them change one word: combine their values over the warp first, with __reduce_add_sync or shuffles, and let one lane do it.";
  return { kind: "none", reason };
}

function message({ fact, loss }: Case): string {
  const degree = Math.round(loss.cost / loss.ideal);
  return `${degree}-way bank conflict: this shared ${operationWords(fact)} takes ${figure(loss.cost)} wavefronts per request where ${figure(loss.ideal)} would do.`;
}

/** The lanes that meet, and the launch that it holds for. */
function explanation({ fact, kernel }: Case): readonly string[] {
  const { laneStride: stride, conflictSet } = fact.footprint;
  const distance = stride ? `, because neighbouring threads are ${Math.abs(stride)} bytes apart` : "";
  const bank = conflictSet?.bank === undefined ? "one bank" : `bank ${conflictSet.bank}`;
  const met = fact.access.atomic ? "take turns in" : "address different words of";
  return [
    ...(conflictSet ? [`${upper(laneWords(conflictSet.lanes))} ${met} ${bank}${distance}`] : []),
    `${fact.access.width}-byte accesses${shareWords(fact)}; ${blockWords(kernel, fact)}`,
  ];
}
