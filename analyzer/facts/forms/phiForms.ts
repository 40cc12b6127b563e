/** The forms of phis at joins of control flow. */
import type { Block, InstructionOf } from "../../ir/model";
import { blocksBetween } from "./flow";
import { selectForm } from "./formArithmetic";
import { addForms, atomForm, equalForms, type Form, scopeOf, subtractForms } from "./forms";
import { formBits } from "./inputForms";
import type { LaneForms } from "./queries";

/** The form of a phi that is not at a loop header; `undefined` where lanes can differ in an unknown way. */
export function mergeForm(forms: LaneForms, phi: InstructionOf<"phi">): Form | undefined {
  const incoming = phi.incoming.map(({ value, block }) => ({ form: forms.use(value, phi.block), block }));
  const first = incoming[0]?.form;
  if (!first) return undefined;
  if (formBits(phi.type) && incoming.every(({ form }) => equalForms(form, first))) return first;
  const top = forms.flow.dominator(phi.block);
  if (!top) return undefined;
  const selected = formBits(phi.type) ? selectAt(forms, top, phi.block, incoming) : undefined;
  if (selected) return selected;
  // The whole warp took one path: lanes whose relative values agree in every incoming form agree in the phi.
  if (!isWarpUniformMerge(forms, top, phi.block)) return undefined;
  const isShift = (form: Form): boolean => {
    const difference = subtractForms(form, first);
    return difference !== undefined && scopeOf(difference) !== "lane";
  };
  const isShared = incoming.every(({ form }) => scopeOf(form) !== "lane");
  if (isShared || (formBits(phi.type) && incoming.every(({ form }) => isShift(form)))) {
    const scope = mergeScope(forms, top, phi.block, incoming);
    const atom = forms.local(`merge:${phi.id}:${scope}`, { scope, multiple: 1, description: "" });
    const loop = forms.flow.loopOf(phi.block);
    if (loop) forms.bind(atom, loop);
    const shift = atomForm(atom, formBits(phi.type));
    return isShared ? shift : addForms(first, shift);
  }
  return undefined;
}

/** The form of a join of two edges of one conditional branch: a select by its condition. */
function selectAt(
  forms: LaneForms,
  top: Block,
  join: Block,
  incoming: readonly { form: Form; block: Block }[],
): Form | undefined {
  const branch = top.instructions.at(-1);
  if (branch?.op !== "condbr" || incoming.length !== 2 || branch.ifTrue === branch.ifFalse) return undefined;
  const side = (block: Block): boolean | undefined => {
    if (block === top) return branch.ifTrue === join ? true : branch.ifFalse === join ? false : undefined;
    if (branch.ifTrue !== join && forms.flow.dominates(branch.ifTrue, block)) return true;
    if (branch.ifFalse !== join && forms.flow.dominates(branch.ifFalse, block)) return false;
    return undefined;
  };
  const [a, b] = incoming as [{ form: Form; block: Block }, { form: Form; block: Block }];
  const [first, second] = [side(a.block), side(b.block)];
  if (first === undefined || second === undefined || first === second) return undefined;
  const condition = forms.use(branch.condition, top);
  return first
    ? selectForm(forms.atoms, condition, a.form, b.form)
    : selectForm(forms.atoms, condition, b.form, a.form);
}

/** Whether every branch between the dominator and the join is uniform in each warp. */
function isWarpUniformMerge(forms: LaneForms, top: Block, join: Block): boolean {
  return [...blocksBetween(top, join)].every((block) => branchScope(forms, block) !== "lane");
}

function branchScope(forms: LaneForms, block: Block): ReturnType<typeof scopeOf> {
  const branch = block.instructions.at(-1);
  const value = branch?.op === "condbr" ? branch.condition : branch?.op === "switch" ? branch.value : undefined;
  return value === undefined ? "grid" : forms.scope(value, block);
}

const order = ["grid", "block", "warp", "lane"] as const;

function mergeScope(
  forms: LaneForms,
  top: Block,
  join: Block,
  incoming: readonly { form: Form }[],
): "grid" | "block" | "warp" {
  const scopes = [
    ...[...blocksBetween(top, join)].map((block) => branchScope(forms, block)),
    ...incoming.map(({ form }) => scopeOf(form)),
  ];
  const worst = Math.max(...scopes.map((scope) => order.indexOf(scope)));
  return order[Math.min(worst, 2)] as "grid" | "block" | "warp";
}
