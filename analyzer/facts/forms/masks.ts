/** How much is known of which lanes of a warp run a block together, beyond the conditions that can be followed. */
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
 * `followed`: the very lanes; `edge`: a comparison of an index with a value that the launch does not tell can cut lanes
 * off, which it does at the end of the data and nowhere else (`if (i < n)`); `open`: any lanes may be missing.
 */
export type MaskCertainty = "followed" | "edge" | "open";

const order: readonly MaskCertainty[] = ["followed", "edge", "open"];
export const lessCertain = (a: MaskCertainty, b: MaskCertainty): MaskCertainty =>
  order[Math.max(order.indexOf(a), order.indexOf(b))]!;

const orderings = /^[su][lg][te]\./;
/** The compiler ends loops by equality: a counter that goes up to its end is below it until it is equal. */
const loopEnds = /^(?:[su][lg][te]|eq|ne)\./;

/** What one condition leaves open of the mask, once `leaves` have numbers; `isLoopEnd`: it decides about another turn. */
export function maskCertainty(condition: Form, leaves: ReadonlySet<Atom>, isLoopEnd = false): MaskCertainty {
  if (scopeOf(condition) !== "lane" || isFollowedBy(condition, leaves)) return "followed";
  const parts = partsOf(condition);
  if (choosesSplit(condition, parts, leaves)) return "open";
  // Some lanes always pass or never do, the others together or not at all.
  const isMixed = condition.terms.some(({ atom }) => atom.scope !== "lane");
  return parts
    .map((part) => partCertainty(part, leaves, isLoopEnd ? loopEnds : orderings))
    .reduce(lessCertain, isMixed ? "edge" : "followed");
}

/** `m > 3 || threadIdx.x < 16`: a value that is not known decides whether lanes are told apart at all. */
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

/** Is one of the operands of a condition a known value of its own for each lane? */
function hasKnownSplit(form: Form): boolean {
  const isSplit = (one: Form): boolean => isKnown(one) && !isWarpUniform(one.known);
  const atoms = [...atomsUnder(atomsOf(form), (atom) => conditionsIn(atom).flatMap(atomsOf))];
  return isSplit(form) || atoms.some((atom) => conditionsIn(atom).some(isSplit));
}

/** Is there an `||`, or a choice that is none of `a && b`, among the parts? */
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

/** Made of block indices and counters with ends alone: how lanes are apart does not depend on what is not known. */
const hasEnd = (atom: Atom): boolean => [...atomLeaves(atom)].every((leaf) => leaf.count !== undefined);
