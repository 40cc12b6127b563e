/** Shared accesses whose lanes meet in one bank. Page: `docs/rules/shared-bank-conflict.md`. */
import type { AccessFact } from "../facts/model";
import { type AccessGroup, accessGroups, type Case, figuresOf, isNegligible, shareOf } from "./access/cases";
import { halvingOf } from "./access/doublingStride";
import { worstOf } from "./access/losses";
import { costPadded, type Padding, paddingOf } from "./fixes/padding";
import { lineNumber } from "./host/words";
import type { Rule, RuleContext } from "./model";
import { innerPlace, offsetOf } from "./text/offsets";
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
      ...(isNegligible(group, worst) && { severity: "information" as const }),
      message: message(worst, context),
      span: group.span,
      related: [
        ...explanation(worst, group, context).map((one) => ({ span: group.span, message: one })),
        ...innerPlace(context, worst.fact.access.location),
        padding.kind === "pad"
          ? {
              span: padding.declaration,
              message: `${padding.title} so that they ${padding.total ? "conflict least" : "do not conflict"}`,
            }
          : { span: group.span, message: padding.reason },
      ].filter(({ message }) => message),
      figures: figuresOf(group, worst),
      ...(padding.kind === "none" && padding.sketch !== undefined ? { sketch: padding.sketch } : {}),
    };
  },

  fixes(group, context) {
    const worst = worstOf(group.cases);
    const padding = remedyOf(group, worst, context);
    if (padding.kind === "none") return [];
    const after = costPadded(worst, padding);
    const { total } = padding;
    const whole = total ? `; all accesses to it: ${figure(total[0])} → ${figure(total[1])}` : "";
    const gain = after === undefined ? "" : ` (${figure(worst.loss.cost)} → ${figure(after)} wavefronts${whole})`;
    return [{ title: `${padding.title}${gain}`, edits: padding.edits, safe: padding.isSafe }];
  },
};

/** Atomics on one word are serialised wherever the word is; padding helps the others, but those of a stride that doubles. */
function remedyOf(group: AccessGroup, { fact }: Case, context: RuleContext): Padding {
  if (!fact.uniform) {
    const halving = halvingOf(group.span, context);
    return halving ? { kind: "none", ...halving } : paddingOf(group, context);
  }
  const { leader } = fact.access;
  // What an exchange leaves is one lane's value anyway.
  const isExchange = leader.op === "atomicrmw" && leader.atomic === "xchg";
  const reason = isExchange
    ? "All of them exchange one word: let one lane do it."
    : "All of them change one word: combine their values over the warp first, with __reduce_add_sync or shuffles, and let one lane do it.";
  return { kind: "none", reason };
}

function message({ fact, loss }: Case, context: RuleContext): string {
  const { otherArm, footprint } = fact;
  const what = `this shared ${operationWords(fact)}`;
  if (otherArm && footprint.mean === undefined) {
    const at = offsetOf(context, otherArm.access.location);
    const line = at === undefined ? "the other side's" : `that of line ${lineNumber(at, context)}`;
    return `Bank conflicts on both sides: ${what} and ${line} take ${figure(otherArm.wavefronts)} wavefronts or more where 2 would do.`;
  }
  const degree = Math.round(loss.cost / loss.ideal);
  if (footprint.isChosen)
    return `${degree}-way bank conflict: ${what} takes ${figure(loss.cost)} wavefronts or more, whatever the data, where 1 would do.`;
  return `${degree}-way bank conflict: ${what} takes ${figure(loss.cost)} wavefronts per request where ${figure(loss.ideal)} would do.`;
}

/** The lanes that meet, and the launch that it holds for. */
function explanation(worst: Case, group: AccessGroup, context: RuleContext): readonly string[] {
  const { fact, kernel } = worst;
  const { laneStride: stride, conflictSet, isChosen, mean } = fact.footprint;
  const distance = stride ? `, because neighbouring threads are ${Math.abs(stride)} bytes apart` : "";
  const bank = conflictSet?.bank === undefined ? "one bank" : `bank ${conflictSet.bank}`;
  const met = fact.access.atomic ? "take turns in" : "address different words of";
  const at = fact.otherArm && mean === undefined ? offsetOf(context, fact.otherArm.access.location) : undefined;
  return [
    ...(at === undefined
      ? []
      : ["However the lanes of a warp split at the condition, those on each side meet in one bank"]),
    ...(isChosen ? ["Whichever of its words each lane chooses, that many lanes meet in one bank"] : []),
    ...(conflictSet && at === undefined ? [`${upper(laneWords(conflictSet.lanes))} ${met} ${bank}${distance}`] : []),
    `${fact.access.width}-byte accesses${shareWords(shareOf(group, worst), fact)}; ${blockWords(kernel, fact, context)}`,
  ];
}
