/** Live-out values of loops. */
import type { ControlFlow, Loop } from "../../ir/cfg";
import type { Block } from "../../ir/model";
import { Evaluator } from "./evaluate";
import { type Atom, addForms, atomLeaves, type Form, knownForm, scaleForm } from "./forms";
import type { LoopCounter } from "./queries";

/** The outermost loop that contains `from` and not `to`. */
export function exitedLoop(flow: ControlFlow, from: Block, to: Block): Loop | undefined {
  let left: Loop | undefined;
  for (let loop = flow.loopOf(from); loop && !loop.blocks.has(to); loop = loop.parent) left = loop;
  return left;
}

/** The form of a live-out value, if the last iteration of the loop is known and uniform. */
export function liveOutForm(
  form: Form,
  loop: Loop,
  { atom, trips }: LoopCounter,
  isBound: (leaf: Atom) => boolean,
): Form | undefined {
  if (typeof trips !== "number" || loop.exiting.length !== 1) return undefined;
  const evaluator = new Evaluator(new Map([[atom, trips - 1]]));
  let sum: Form | undefined = { ...form, terms: [] };
  for (const term of form.terms) {
    const isMoving = [...atomLeaves(term.atom)].some(isBound);
    const value = isMoving ? evaluator.atom(term.atom) : undefined;
    if (isMoving && value === undefined) return undefined;
    const part: Form | undefined =
      value === undefined
        ? { ...form, known: 0, terms: [term] }
        : scaleForm(knownForm(value, form.bits), term.coefficient);
    sum = sum && part && addForms(sum, part);
  }
  return sum;
}
