/**
 * Pointers to kernels that are chosen by what is not known: by a condition, in a switch, from a table. Each kernel that may be
 * chosen is launched then, on a path that depends on what is not known.
 */
import type { Func } from "../../../ir/model";
import { isStub } from "./paths";
import { type HostStorage, type HostValue, isChoice, isFunction, isSame } from "./values";

/** The host stubs that a value is or may be; none where it may be something else. */
export function kernelsOf(value: HostValue): readonly Func[] {
  if (isChoice(value)) return value.functions;
  return isFunction(value) ? [value] : [];
}

function choiceOf(functions: readonly Func[]): HostValue {
  const [first, ...others] = new Set(functions);
  return others.length > 0 ? { kind: "choice", functions: [first!, ...others] } : first;
}

/** The value of what is one of several values: the one that all are, or a choice among kernels. */
export function agreed(values: readonly HostValue[]): HostValue {
  const [first, ...others] = values;
  if (others.every((one) => isSame(one, first))) return first;
  const kernels = values.map(kernelsOf);
  const isChosen = kernels.every((some) => some.length > 0 && some.every(isStub));
  return isChosen ? choiceOf(kernels.flat()) : undefined;
}

/** What a pointer may be that is loaded from somewhere in a table: one of the kernels in it. */
export function kernelIn(table: HostStorage): HostValue {
  const kernels = [...table.cells()].flatMap(([, cell]) => kernelsOf(cell.value));
  return kernels.length > 0 && kernels.every(isStub) ? choiceOf(kernels) : undefined;
}
