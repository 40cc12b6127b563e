/** The constants of a file, folded: expressions of launches, dimensions and bounds to the integers that they are. */

import { expandMacros } from "./macroExpansion";
import type { FunctionOutline, Outline, VariableOutline } from "./model";
import { changesOf, variablesAt } from "./names";
import { type Expression, readExpression } from "./text/expression";
import {
  binary,
  convert,
  INT,
  type Integer,
  integerType,
  LONG,
  literal,
  sizeOfType,
  UNSIGNED,
  UNSIGNED_LONG,
  unary,
} from "./text/integers";

/** Sizes of a grid or a block: x, y, z. */
export type Dimensions = readonly [number, number, number];

interface Scope {
  readonly outline: Outline;
  readonly at: number;
  /** Definitions followed so far; a chain that is longer than any person writes is a circle. */
  readonly depth: number;
  /** Parameters of the helper function that is being looked into. */
  readonly parameters?: ReadonlyMap<string, Integer>;
}

const DEPTH_LIMIT = 24;

/** Characters of the longest expression that is folded; generated nests of launches are as long as their file. */
const LONGEST = 10_000;

function read(text: string, scope: Scope): Expression | undefined {
  if (scope.depth > DEPTH_LIMIT || text.length > LONGEST) return undefined;
  const expanded = expandMacros(text, scope.outline.macros, scope.at);
  return expanded === undefined ? undefined : readExpression(expanded);
}

function integerOf(text: string, scope: Scope): Integer | undefined {
  const expression = read(text, scope);
  return expression && value(expression, scope);
}

const deeper = (scope: Scope, at = scope.at): Scope => ({ ...scope, at, depth: scope.depth + 1 });

function value(expression: Expression, scope: Scope): Integer | undefined {
  switch (expression.kind) {
    case "number":
      return literal(expression.text);
    case "name":
      return nameValue(expression.name, scope);
    case "unary": {
      const operand = value(expression.operand, scope);
      return operand && unary(expression.operator, operand);
    }
    case "binary":
      return binaryValue(expression, scope);
    case "conditional": {
      const condition = value(expression.condition, scope);
      return condition && value(condition.value !== 0n ? expression.whenTrue : expression.whenFalse, scope);
    }
    case "cast": {
      const type = integerType(expression.type);
      const operand = type && whole(expression.operand, scope, type);
      return type && operand && convert(operand, type);
    }
    case "sizeof": {
      const bytes = sizeOfType(expression.text);
      return bytes === undefined ? undefined : { type: UNSIGNED_LONG, value: BigInt(bytes) };
    }
    case "member":
      return memberValue(expression.object, expression.name, scope);
    case "call":
      return callValue(expression.callee, expression.arguments, scope);
  }
}

/** `&&` and `||` evaluate their right operand only where the left one does not decide. */
function binaryValue(expression: Extract<Expression, { kind: "binary" }>, scope: Scope): Integer | undefined {
  const { operator } = expression;
  const left = value(expression.left, scope);
  if (!left) return undefined;
  const isLogical = operator === "&&" || operator === "||";
  const truth = (isTrue: boolean): Integer => ({ type: INT, value: isTrue ? 1n : 0n });
  const decides = operator === "||";
  if (isLogical && (left.value !== 0n) === decides) return truth(decides);
  const right = value(expression.right, scope);
  if (!right) return undefined;
  return isLogical ? truth(right.value !== 0n) : binary(operator, left, right);
}

interface Floating {
  readonly value: number;
  /** `float`; otherwise `double`. */
  readonly single: boolean;
}

const floatOperators: Readonly<Record<string, (a: number, b: number) => number>> = {
  "+": (a, b) => a + b,
  "-": (a, b) => a - b,
  "*": (a, b) => a * b,
  "/": (a, b) => a / b,
};

const roundings: Readonly<Record<string, (a: number) => number>> = {
  ceil: Math.ceil,
  floor: Math.floor,
  trunc: Math.trunc,
};

const floatingOf = (value: number, single: boolean): Floating => ({
  value: single ? Math.fround(value) : value,
  single,
});

/** Floating arithmetic, for sizes such as `ceil(n / 256.0)`; an integer among it is undefined on its own. */
function floating(expression: Expression, scope: Scope): Floating | undefined {
  switch (expression.kind) {
    case "number": {
      const match = /^((?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?)([fF]?)$/.exec(expression.text);
      return match && !literal(expression.text) ? floatingOf(Number(match[1]), match[2] !== "") : undefined;
    }
    case "unary": {
      const operand = floating(expression.operand, scope);
      if (!operand || !"+-".includes(expression.operator)) return undefined;
      return { ...operand, value: expression.operator === "-" ? -operand.value : operand.value };
    }
    case "cast": {
      if (expression.type !== "float" && expression.type !== "double") return undefined;
      const operand = floatingOperand(expression.operand, scope, true);
      return operand && floatingOf(operand.value, expression.type === "float");
    }
    case "binary": {
      const operation = floatOperators[expression.operator];
      const left = floating(expression.left, scope);
      const right = floating(expression.right, scope);
      if (!operation || !(left || right)) return undefined;
      const a = left ?? floatingOperand(expression.left, scope, right!.single);
      const b = right ?? floatingOperand(expression.right, scope, left!.single);
      return a && b && floatingOf(operation(a.value, b.value), a.single && b.single);
    }
    case "call": {
      const [only] = expression.arguments;
      const round = roundings[expression.callee.replace(/^std::/, "").replace(/f$/, "")];
      const operand = round && only && expression.arguments.length === 1 ? floating(only, scope) : undefined;
      return round && operand && { ...operand, value: round(operand.value) };
    }
    default:
      return undefined;
  }
}

/** An operand that may be an integer: it is converted to the type of the other one. */
function floatingOperand(expression: Expression, scope: Scope, single: boolean): Floating | undefined {
  const integer = value(expression, scope);
  return integer ? floatingOf(Number(integer.value), single) : floating(expression, scope);
}

/** An expression where an integer is wanted, so that a floating value is cut off. */
function whole(expression: Expression | undefined, scope: Scope, type = UNSIGNED): Integer | undefined {
  if (!expression) return undefined;
  const integer = value(expression, scope);
  // A half is true although its integer part is zero.
  if (integer || type.truth) return integer;
  const cut = Math.trunc(floating(expression, scope)?.value ?? Number.NaN);
  return Number.isSafeInteger(cut) ? { type: LONG, value: BigInt(cut) } : undefined;
}

/** The one value that all candidates agree on. */
function agreed<T>(candidates: readonly T[], same: (a: T, b: T) => boolean): T | undefined {
  const first = candidates[0];
  return first !== undefined && candidates.every((one) => one !== undefined && same(one, first)) ? first : undefined;
}

function nameValue(name: string, scope: Scope): Integer | undefined {
  if (name === "true" || name === "false") return { type: INT, value: name === "true" ? 1n : 0n };
  const parameter = scope.parameters?.get(name);
  if (parameter) return parameter;
  const values = variablesAt(scope.outline, name, scope.at).map((one) => variableValue(one, scope));
  return agreed(values, (a, b) => a?.value === b?.value);
}

/** The variable that a chain of assignments gives its value to next: `m` in what `n` gets by `n = m = 2048`. */
const CHAINED = /^\s*(\w+)\s*=(?!=)/;

function variableValue(variable: VariableOutline, scope: Scope): Integer | undefined {
  const history = changesOf(scope.outline, variable, scope.at);
  if (history.kind === "unknown") return undefined;
  const type = variable.type === "auto" ? undefined : integerType(variable.type);
  if (!type && variable.type !== "auto") return undefined;
  const change = history.changes.at(-1);
  if (change?.member !== undefined) return undefined;
  const { initializer } = variable;
  const next = CHAINED.exec(change?.value ?? "")?.[1];
  const written = change ? change.value : initializer?.parts.length === 1 ? initializer.parts[0] : undefined;
  const text = next ?? written;
  // A variable is not visible in what it starts with; the next of a chain has its value after it.
  const inner = deeper(scope, change ? (next ? change.end : change.start) : variable.nameSpan.start);
  const own = { ...inner, parameters: new Map() };
  const start = text === undefined ? undefined : type ? whole(read(text, own), own, type) : integerOf(text, own);
  return start && type ? convert(start, type) : start;
}

const axes: Readonly<Record<string, number>> = { x: 0, y: 1, z: 2 };

function memberValue(object: Expression, name: string, scope: Scope): Integer | undefined {
  const axis = Object.hasOwn(axes, name) ? axes[name] : undefined;
  const variable =
    object.kind === "name" ? agreed(variablesAt(scope.outline, object.name, scope.at), Object.is) : undefined;
  if (axis === undefined || !variable || !/^(?:u?int3|dim3|auto)$/.test(variable.type)) return undefined;
  const size = dimensions(object, scope)?.[axis];
  return size === undefined ? undefined : { type: UNSIGNED, value: BigInt(size) };
}

function callValue(callee: string, parts: readonly Expression[], scope: Scope): Integer | undefined {
  const values = parts.map((part) => value(part, scope));
  if (values.some((one) => one === undefined)) return undefined;
  const known = values as Integer[];
  const [a, b] = known;
  if (callee === "" && known.length === 1) return a;
  const helper = helperAt(scope.outline, callee, known.length);
  if (helper) return helperValue(helper, known, scope);
  if (/^(?:std::)?(?:min|max)$/.test(callee) && a && b && known.length === 2) {
    const less = binary("<", a, b);
    return less && ((less.value !== 0n) === callee.endsWith("min") ? a : b);
  }
  return undefined;
}

/** The only function of a name, when its body is a single return. */
function helperAt(outline: Outline, callee: string, count: number): FunctionOutline | undefined {
  const name = callee.replace(/^.*::/, "");
  const all = outline.functions.filter((one) => one.name === name && one.body);
  const [only] = all;
  return all.length === 1 && only?.returns !== undefined && only.parameters.length === count ? only : undefined;
}

function helperValue(helper: FunctionOutline, values: readonly Integer[], scope: Scope): Integer | undefined {
  const parameters = new Map<string, Integer>();
  for (const [index, { name, type }] of helper.parameters.entries()) {
    const written = type.replace(/&/g, "").trim();
    const known = integerType(written);
    // A parameter of template type takes the type of its argument; of any other unknown type, none that we know.
    const template = helper.template?.match(/\w+/g)?.includes(written.replace(/\bconst\b/g, "").trim());
    if (!known && !template) return undefined;
    parameters.set(name, known ? convert(values[index]!, known) : values[index]!);
  }
  const inner: Scope = { ...deeper(scope, helper.body!.start + 1), parameters };
  const result = integerOf(helper.returns!, inner);
  if (!result) return undefined;
  const type = helper.returnType === undefined ? undefined : integerType(helper.returnType);
  if (type) return convert(result, type);
  const fromTemplate = helper.template?.match(/\w+/g)?.includes(helper.returnType ?? "");
  return fromTemplate || helper.returnType === "auto" ? result : undefined;
}

function sizes(parts: readonly (Integer | undefined)[]): Dimensions | undefined {
  if (parts.length > 3) return undefined;
  const all = [0, 1, 2].map((axis) => (axis < parts.length ? parts[axis] : { type: INT, value: 1n }));
  if (!all.every((one) => one !== undefined && one.value >= 0n && one.value < 1n << 32n)) return undefined;
  return all.map((one) => Number(one!.value)) as unknown as Dimensions;
}

function dimensions(expression: Expression, scope: Scope): Dimensions | undefined {
  if (scope.depth > DEPTH_LIMIT) return undefined;
  if (expression.kind === "call" && (expression.callee === "dim3" || expression.callee === "")) {
    const [only] = expression.arguments;
    if (expression.arguments.length === 1 && only) return dimensions(only, scope);
    return sizes(expression.arguments.map((part) => whole(part, scope)));
  }
  if (expression.kind === "cast" && expression.type === "dim3") return dimensions(expression.operand, scope);
  if (expression.kind === "conditional") {
    const condition = value(expression.condition, scope);
    return condition && dimensions(condition.value !== 0n ? expression.whenTrue : expression.whenFalse, scope);
  }
  if (expression.kind === "name") {
    const found = variablesAt(scope.outline, expression.name, scope.at).filter((one) =>
      /^(?:dim3|auto)$/.test(one.type),
    );
    if (found.length > 0) {
      const candidates = found.map((one) => variableDimensions(one, scope));
      const one = agreed(candidates, (a, b) => a?.join() === b?.join());
      if (one || found.some((variable) => variable.type === "dim3")) return one;
    }
  }
  const single = whole(expression, scope);
  return single && sizes([single]);
}

function textDimensions(text: string, scope: Scope): Dimensions | undefined {
  const expression = read(text, scope);
  return expression && dimensions(expression, scope);
}

/** A `dim3` variable: how it starts, then each member that is assigned. */
function variableDimensions(variable: VariableOutline, scope: Scope): Dimensions | undefined {
  const history = changesOf(scope.outline, variable, scope.at);
  if (history.kind === "unknown") return undefined;
  const { initializer } = variable;
  const inside = deeper(scope, variable.nameSpan.start);
  let size: Dimensions | undefined;
  if (!initializer) size = [1, 1, 1];
  else if (initializer.form === "expression" || initializer.parts.length === 1)
    size = textDimensions(initializer.parts[0]!, inside);
  else size = sizes(initializer.parts.map((part) => whole(read(part, inside), inside)));
  for (const change of history.changes) {
    const then = deeper(scope, change.start);
    if (change.member === undefined) {
      size = textDimensions(change.value!, then);
      continue;
    }
    const axis = Object.hasOwn(axes, change.member) ? axes[change.member] : undefined;
    const part = axis === undefined ? undefined : whole(read(change.value!, then), then);
    if (axis === undefined || !size || !part) return undefined;
    const parts = size.map((one): Integer => ({ type: UNSIGNED, value: BigInt(one) }));
    parts[axis] = part;
    size = sizes(parts);
  }
  return size;
}

/**
 * Folds an expression as it would be read at an offset: macros, constants, enumerators, variables that nothing changes,
 * `sizeof` of basic types, `divup`-style helpers and arithmetic with C++'s types. Undefined: not one known integer.
 */
export function foldInteger(expressionText: string, outline: Outline, at: number): bigint | undefined {
  return integerOf(expressionText, { outline, at, depth: 0 })?.value;
}

/** What was folded of an outline: facts and several rules ask for the sizes of each launch. */
const foldedSizes = new WeakMap<Outline, Map<string, Dimensions | undefined>>();

/** Folds the size of a grid or a block: an integer, `dim3(…)`, `{…}`, or a variable of type `dim3`. */
export function foldDim3(expressionText: string, outline: Outline, at: number): Dimensions | undefined {
  const known = foldedSizes.get(outline) ?? new Map<string, Dimensions | undefined>();
  foldedSizes.set(outline, known);
  const key = `${at} ${expressionText}`;
  if (!known.has(key)) known.set(key, textDimensions(expressionText, { outline, at, depth: 0 }));
  return known.get(key);
}
