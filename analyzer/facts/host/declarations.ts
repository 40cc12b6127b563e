/** Declarations of the host as the text shows them: the type of a name where it is used, and its variable. */

import { enclosingFunction } from "../../syntax/enclosing";
import type { Outline, VariableOutline } from "../../syntax/model";
import { startingIn, variablesNear } from "../../syntax/nearby";
import { indexOf } from "./outlineIndex";

/** The declared type of a name where it is used: a variable, an array or a parameter. */
export function typeOf(name: string, at: number, outline: Outline): string | undefined {
  const variable = variableAt(name, at, outline);
  // `auto v = std::vector<float>(n);` names the type on the other side.
  const made = /^(?:const\s+)?auto$/.test(variable?.type ?? "")
    ? /^((?:std|thrust)::\w+\s*<.*>)\s*[({]/.exec(variable?.initializer?.parts[0] ?? "")?.[1]
    : undefined;
  if (variable) return made ?? variable.type;
  const around = enclosingFunction(outline, at);
  const parameter = around?.parameters.find((one) => one.name === name)?.type;
  const array = (indexOf(outline).arrays.get(name) ?? []).findLast(
    (one) =>
      one.start <= at &&
      (one.within === undefined || outline.functions[one.within] === around || parameter === undefined),
  );
  return array?.within === undefined && parameter !== undefined ? parameter : (array?.type ?? parameter);
}

/** The declared type of an array's or a pointer's elements where its name is used, without qualifiers. */
export const elementTypeOf = (name: string, at: number, outline: Outline): string | undefined =>
  typeOf(name, at, outline)
    ?.replace(/\b(?:const|__restrict__|volatile)\b|[*&]/g, "")
    .trim();

/** The innermost variable of that name that is visible at an offset. */
export function variableAt(name: string, at: number, outline: Outline): VariableOutline | undefined {
  return variablesNear(outline, name, at)
    .filter((one) => one.scope.start <= at && at < one.scope.end && one.nameSpan.start <= at)
    .reduce<VariableOutline | undefined>(
      (inner, one) => (!inner || one.scope.start >= inner.scope.start ? one : inner),
      undefined,
    );
}

/** The variable that a name means at an offset, if nothing in its scope changes it after its declaration. */
export function unchangedVariable(name: string, at: number, outline: Outline): VariableOutline | undefined {
  const variable = variableAt(name, at, outline);
  const assigned = indexOf(outline).assignments.get(name) ?? [];
  const isChanged =
    variable !== undefined &&
    startingIn(assigned, variable.scope).some((one) => one.root === name && one.end <= variable.scope.end);
  return isChanged ? undefined : variable;
}
