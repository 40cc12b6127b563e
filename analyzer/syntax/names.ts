/** What a name means at an offset, and whether its value there is the one that it was given. */
import { functionsAround } from "./enclosing";
import type { AssignmentOutline, FunctionOutline, Outline, Span, VariableOutline } from "./model";
import { startingIn, variablesNear } from "./nearby";
import { pattern } from "./text/patterns";

const holds = (span: Span, offset: number) => span.start <= offset && offset <= span.end;
const size = (span: Span) => span.end - span.start;
const sameSpan = (a: Span, b: Span) => a.start === b.start && a.end === b.end;

/** Variables of an outline by name, and assignments by the name at their root: made once for each outline. */
interface ByName {
  readonly variables: ReadonlyMap<string, readonly VariableOutline[]>;
  readonly assignments: ReadonlyMap<string, readonly AssignmentOutline[]>;
}

const tables = new WeakMap<Outline, ByName>();

function byName(outline: Outline): ByName {
  const known = tables.get(outline);
  if (known) return known;
  const made = {
    variables: grouped(outline.variables ?? [], ({ name }) => name),
    assignments: grouped(outline.assignments ?? [], ({ root }) => root),
  };
  tables.set(outline, made);
  return made;
}

function grouped<Item>(items: readonly Item[], nameOf: (item: Item) => string): ReadonlyMap<string, Item[]> {
  const groups = new Map<string, Item[]>();
  for (const item of items) {
    const group = groups.get(nameOf(item));
    if (group) group.push(item);
    else groups.set(nameOf(item), [item]);
  }
  return groups;
}

/** The innermost function whose body holds an offset. */
function functionAt(outline: Outline, at: number): FunctionOutline | undefined {
  return functionsAround(outline, at).reduce<FunctionOutline | undefined>(
    (best, one) => (!best || size(one) < size(best) ? one : best),
    undefined,
  );
}

/** The variables that a name can stand for at an offset: more than one when declarations compete in one block. */
export function variablesAt(outline: Outline, name: string, at: number): readonly VariableOutline[] {
  const last = name.replace(/^.*::/, "");
  if (last !== name) return (byName(outline).variables.get(last) ?? []).filter((one) => one.isConst);
  const visible = variablesNear(outline, last, at).filter((one) => one.nameSpan.start < at && holds(one.scope, at));
  const within = functionAt(outline, at);
  const nearest = visible.reduce<number | undefined>(
    (best, one) => (best === undefined || size(one.scope) < best ? size(one.scope) : best),
    undefined,
  );
  if (nearest === undefined) return [];
  // A parameter, or a template parameter, hides everything that is declared outside of its function.
  const outside = within?.body && nearest > size(within.body);
  if (within && outside && hidden(within, last)) return [];
  return visible.filter((one) => size(one.scope) === nearest);
}

function hidden(within: FunctionOutline, name: string): boolean {
  return (
    within.parameters.some((one) => one.name === name) || (within.template?.match(/\w+/g)?.includes(name) ?? false)
  );
}

/** Functions of the C++ library that change a number that they are given by reference. */
const changesArguments =
  /::(?:swap|exchange|tie|ref|forward|forward_as_tuple|from_chars|getline|advance|async|thread|bind|invoke|apply|call_once)$/;

/** Whether a call that is handed a variable could change it, as far as the text shows what the callee is. */
export function mayChange(outline: Outline, change: AssignmentOutline): boolean {
  const handed = change.handedTo;
  if (!handed) return true;
  const { callee } = handed;
  if (/^(?:std|thrust)::/.test(callee)) return changesArguments.test(callee);
  const name = callee.replace(/^.*(?:::|\.|->)/s, "");
  const macro = outline.macros.find((one) => one.name === name && one.parameters);
  const parameter = macro?.parameters?.[handed.index];
  if (macro) {
    // `...`, or a list that is still being typed.
    if (parameter === undefined || !/^\w+$/.test(parameter)) return true;
    const changes = pattern`(?:&|\+\+|--)\s*\(?\s*${parameter}\b|\b${parameter}\s*\)?\s*(?:=[^=]|\+\+|--|[-+*/%&|^]=|<<=|>>=)`;
    return changes.test(macro.body);
  }
  const known = outline.functions.filter((one) => one.name === name);
  if (known.length === 0) return true;
  return known.some((one) => /&\s*$/.test(one.parameters[handed.index]?.type ?? "&"));
}

/** What is known of a variable's value at an offset. */
export type VariableValue =
  /** What it starts with, then what is assigned on the only path to the offset. */
  { readonly kind: "known"; readonly changes: readonly AssignmentOutline[] } | { readonly kind: "unknown" };

/** What happens to a variable between its declaration and an offset. */
export function changesOf(outline: Outline, variable: VariableOutline, at: number): VariableValue {
  if (variable.isConst) return { kind: "known", changes: [] };
  // Anyone can change a variable of the file, but not before what the next one starts with is worked out.
  if (variable.within === undefined)
    return variable.initializer && startsFileVariable(outline, at)
      ? { kind: "known", changes: [] }
      : { kind: "unknown" };
  const all = startingIn(byName(outline).assignments.get(variable.name) ?? [], variable.scope).filter(
    (one) => one.start > variable.nameSpan.start,
  );
  const inMacro = pattern`(?:&|\+\+|--)\s*${variable.name}\b|\b${variable.name}\s*(?:=[^=]|\+\+|--|[-+*/%&|^]=|<<=|>>=)`;
  if (outline.macros.some((one) => inMacro.test(one.body))) return { kind: "unknown" };
  const before: AssignmentOutline[] = [];
  for (const change of all) {
    if (change.handedTo && !mayChange(outline, change)) continue;
    if (isHidden(outline, variable, change)) continue;
    const straight =
      !variable.isStatic &&
      sameSpan(change.block, variable.scope) &&
      change.operator === "=" &&
      change.value !== undefined;
    if (!straight) return { kind: "unknown" };
    if (change.start < at) before.push(change);
  }
  return { kind: "known", changes: before };
}

/** Whether an offset lies in what a variable of the file starts with. */
function startsFileVariable(outline: Outline, at: number): boolean {
  const declaration = outline.declarations.find((one) => holds(one, at));
  if (!declaration) return false;
  const isInside = (one: Span) => one.start >= declaration.start && one.end <= declaration.end;
  if (outline.functions.some(isInside) || (outline.structures ?? []).some(isInside)) return false;
  return (outline.variables ?? []).some(({ within, scope, nameSpan, initializer }) => {
    const isOfFile = within === undefined && size(scope) > size(declaration);
    // What a lambda names, it reads when it is called.
    const isLambda = initializer?.parts.some((part) => part.includes("{"));
    return isOfFile && isInside(nameSpan) && nameSpan.start < at && initializer !== undefined && !isLambda;
  });
}

/** A change of another variable of the same name, declared further in. */
function isHidden(outline: Outline, variable: VariableOutline, change: AssignmentOutline): boolean {
  const [nearest] = variablesAt(outline, variable.name, change.start + 1);
  return nearest !== undefined && size(nearest.scope) < size(variable.scope);
}
