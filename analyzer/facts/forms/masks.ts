/** The certainty of masks: how much is known of the lanes of a warp that execute a block together. */
import { partsOf } from "./conditions";
import {
  type Atom,
  atomLeaves,
  atomsOf,
  atomsUnder,
  type Form,
  isKnown,
  leavesOf,
  scopeOf,
  subtractForms,
  variesInWarp,
} from "./forms";
import { isWarpUniform } from "./lanes";

/**
 * `followed`: the mask is known. `edge`: a comparison of an index with an unknown value can exclude lanes, which it does only
 * at the end of the data (`if (i < n)`). `open`: any lanes may be inactive.
 */
export type MaskCertainty = "followed" | "edge" | "open";

const order: readonly MaskCertainty[] = ["followed", "edge", "open"];
/** The less certain of two masks. */
export const lessCertain = (a: MaskCertainty, b: MaskCertainty): MaskCertainty =>
  order[Math.max(order.indexOf(a), order.indexOf(b))]!;

const orderings = /^[su][lg][te]\./;
/** Comparisons that can be loop exits; compilers also compare counters with their bound for equality. */
const loopEnds = /^(?:[su][lg][te]|eq|ne)\./;

/** The certainty of the mask under one condition, once `leaves` have values; `isLoopEnd`: it decides on another iteration. */
export function maskCertainty(condition: Form, leaves: ReadonlySet<Atom>, isLoopEnd = false): MaskCertainty {
  if (scopeOf(condition) !== "lane" || isFollowedBy(condition, leaves)) return "followed";
  const parts = partsOf(condition);
  if (choosesSplit(condition, parts, leaves)) return "open";
  // Known lanes always or never satisfy the condition; the others do all together or not at all.
  const isMixed = condition.terms.some(({ atom }) => atom.scope !== "lane");
  return parts
    .map((part) => partCertainty(part, leaves, isLoopEnd ? loopEnds : orderings))
    .reduce(lessCertain, isMixed ? "edge" : "followed");
}

/** `m > 3 || threadIdx.x < 16`: an unknown value decides whether lanes diverge at all. */
function choosesSplit(condition: Form, parts: readonly Form[], leaves: ReadonlySet<Atom>): boolean {
  if (!isWarpUniform(condition.known) && condition.terms.length > 0) return true;
  const isOpenForAll = (part: Form): boolean => scopeOf(part) !== "lane" && !isFollowedBy(part, leaves);
  const isKnownSplit = (part: Form): boolean => scopeOf(part) === "lane" && isFollowedBy(part, leaves);
  const splits = parts.some(isKnownSplit) || hasKnownSplit(condition);
  return hasAlternative(condition) && parts.some(isOpenForAll) && splits;
}

/** The operands of a condition that are conditions themselves. */
const conditionsIn = ({ definition }: Atom): readonly Form[] =>
  definition?.kind === "function" ? definition.operands.filter(({ bits }) => bits === 1) : [];

/** Whether one of the operands of a condition is known and differs by lane. */
function hasKnownSplit(form: Form): boolean {
  const isSplit = (one: Form): boolean => isKnown(one) && !isWarpUniform(one.known);
  const atoms = [...atomsUnder(atomsOf(form), (atom) => conditionsIn(atom).flatMap(atomsOf))];
  return isSplit(form) || atoms.some((atom) => conditionsIn(atom).some(isSplit));
}

/** Whether a condition has an `||`, or a `select` that is no `&&`. */
function hasAlternative(form: Form): boolean {
  const joins = ({ definition }: Atom): readonly Atom[] =>
    definition?.kind === "function" && /^(?:and|xor)\.1$|^select$/.test(definition.name)
      ? definition.operands.flatMap(atomsOf)
      : [];
  return [...atomsUnder(atomsOf(form), joins)].some(({ definition }) => {
    if (definition?.kind !== "function") return false;
    const { name, operands } = definition;
    return name === "or.1" || (name === "select" && !(isKnown(operands[2]!) && operands[2]!.known === 0));
  });
}

const isFollowedBy = (form: Form, leaves: ReadonlySet<Atom>): boolean =>
  [...leavesOf(form)].every((leaf) => leaves.has(leaf));

function partCertainty(part: Form, leaves: ReadonlySet<Atom>, comparisons: RegExp): MaskCertainty {
  if (scopeOf(part) !== "lane" || isFollowedBy(part, leaves)) return "followed";
  const definition = part.terms[0]?.atom.definition;
  if (definition?.kind !== "function" || !comparisons.test(definition.name)) return "open";
  const difference = subtractForms(definition.operands[0]!, definition.operands[1]!);
  const isSteady = difference?.terms.every((term) => !variesInWarp(term) || hasEnd(term.atom));
  return isSteady ? "edge" : "open";
}

/** Whether an atom depends only on leaves with a known range, such as block indices and counters. */
const hasEnd = (atom: Atom): boolean => [...atomLeaves(atom)].every((leaf) => leaf.count !== undefined);
