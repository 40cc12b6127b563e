/**
 * Sizes in bytes as the host's text computes them: polynomials over the names whose values the text does not give, so that
 * `N * sizeof(float)` and `bytes` of `size_t bytes = sizeof(float) * N` are one size.
 */

import { foldInteger } from "../../syntax/constants";
import { enclosingFunction } from "../../syntax/enclosing";
import { expandMacros } from "../../syntax/macroExpansion";
import type { Outline, VariableOutline } from "../../syntax/model";
import { mayChange, variablesAt } from "../../syntax/names";
import { startingIn } from "../../syntax/nearby";
import { type Expression, readExpression } from "../../syntax/text/expression";
import { sizeOfType } from "../../syntax/text/integers";
import { indexOf } from "./outlineIndex";

/** A text with its outline. */
export interface HostSource {
  readonly text: string;
  readonly outline: Outline;
}

/** Coefficients by product of symbols, the symbols in order and joined by `*`; the constant's product is empty. */
export type Size = ReadonlyMap<string, bigint>;

interface Scope extends HostSource {
  readonly at: number;
  readonly depth: number;
}

/** Definitions that are followed; longer chains are circles. */
const DEPTH_LIMIT = 8;

/** The value of an expression at an offset; `undefined` for text that is no arithmetic. */
export function sizeAt(written: string, source: HostSource, at: number, depth = 0): Size | undefined {
  if (depth > DEPTH_LIMIT) return undefined;
  const { text, outline } = source;
  const plain = written.replace(/->/g, ".").replace(/\.\s*(size|length)\s*\(\s*\)/g, ".$1");
  const expanded = expandMacros(plain, outline.macros, at);
  const expression = expanded === undefined ? undefined : readExpression(expanded);
  return expression && evaluate(expression, { text, outline, at, depth });
}

/** The number that a size is, where nothing of it is a symbol. */
export function constantOf(size: Size | undefined): bigint | undefined {
  if (!size) return undefined;
  if (size.size === 0) return 0n;
  return size.size === 1 ? size.get("") : undefined;
}

/** Are two sizes one on every run? */
export function isSame(a: Size, b: Size): boolean {
  return a.size === b.size && [...a].every(([product, factor]) => b.get(product) === factor);
}

/** The whole number, above 1, that the second size is of the first; `undefined` where there is none. */
export function multipleOf(size: Size, larger: Size): bigint | undefined {
  const [first] = size;
  if (!first || size.size !== larger.size) return undefined;
  const factor = (larger.get(first[0]) ?? 0n) / first[1];
  return factor > 1n && isSame(scaled(size, factor), larger) ? factor : undefined;
}

/** The first size without the second. */
export const difference = (a: Size, b: Size): Size => sum(a, b, -1n);

const scaled = (size: Size, by: bigint): Size => new Map([...size].map(([product, factor]) => [product, factor * by]));

const constant = (value: bigint): Size => new Map(value === 0n ? [] : [["", value]]);
const symbol = (name: string): Size => new Map([[name, 1n]]);

function sum(a: Size, b: Size, sign: bigint): Size {
  const result = new Map(a);
  for (const [product, factor] of b) {
    const total = (result.get(product) ?? 0n) + sign * factor;
    if (total === 0n) result.delete(product);
    else result.set(product, total);
  }
  return result;
}

function product(a: Size, b: Size): Size {
  let result: Size = new Map();
  for (const [left, x] of a) {
    for (const [right, y] of b) {
      const symbols = [...left.split("*"), ...right.split("*")].filter(Boolean).sort();
      result = sum(result, new Map([[symbols.join("*"), x * y]]), 1n);
    }
  }
  return result;
}

/** A size as a symbol of its own, for operations that are no part of a polynomial. */
const keyOf = (size: Size): string =>
  [...size]
    .map(([symbols, factor]) => `${factor}${symbols && `·${symbols.replaceAll("*", "·")}`}`)
    .sort()
    .join("+");

function evaluate(expression: Expression, scope: Scope): Size | undefined {
  switch (expression.kind) {
    case "number": {
      const value = foldInteger(expression.text, scope.outline, scope.at);
      return value === undefined ? undefined : constant(value);
    }
    case "name":
      return nameSize(expression.name, scope);
    case "sizeof":
      return sizeOfText(expression.text, scope);
    case "cast":
      return evaluate(expression.operand, scope);
    case "member": {
      const path = pathOf(expression);
      return path === undefined ? undefined : symbol(versioned(path, scope));
    }
    case "binary":
      return binarySize(expression.operator, expression.left, expression.right, scope);
    case "call": {
      if (expression.callee === "" && expression.arguments.length === 1)
        return evaluate(expression.arguments[0]!, scope);
      const parts = expression.arguments.map((one) => evaluate(one, scope));
      if (!/^(?:std::)?(?:min|max)$/.test(expression.callee) || parts.includes(undefined)) return undefined;
      return symbol(`${expression.callee}(${parts.map((one) => keyOf(one!)).join(",")})`);
    }
    default:
      return undefined;
  }
}

function binarySize(operator: string, left: Expression, right: Expression, scope: Scope): Size | undefined {
  const [a, b] = [evaluate(left, scope), evaluate(right, scope)];
  if (!a || !b) return undefined;
  const [x, y] = [constantOf(a), constantOf(b)];
  switch (operator) {
    case "+":
      return sum(a, b, 1n);
    case "-":
      return sum(a, b, -1n);
    case "*":
      return product(a, b);
    case "<<":
      return y !== undefined && y >= 0n && y < 63n ? scaled(a, 1n << y) : undefined;
    case "/":
      if (x !== undefined && y) return constant(x / y);
      return symbol(`(${keyOf(a)}/${keyOf(b)})`);
    default:
      return undefined;
  }
}

function pathOf(expression: Expression): string | undefined {
  if (expression.kind === "name") return expression.name;
  const object = expression.kind === "member" ? pathOf(expression.object) : undefined;
  return object === undefined || expression.kind !== "member" ? undefined : `${object}.${expression.name}`;
}

function nameSize(name: string, scope: Scope): Size | undefined {
  const { outline, at, depth } = scope;
  const value = foldInteger(name, outline, at);
  if (value !== undefined) return constant(value);
  const found = variablesAt(outline, name, at);
  const variable = found.length === 1 ? found[0] : undefined;
  const { initializer } = variable ?? {};
  if (variable && initializer?.parts.length === 1 && !isChanged(variable, outline)) {
    const start = sizeAt(initializer.parts[0]!, scope, variable.nameSpan.start, depth + 1);
    if (start) return start;
  }
  return symbol(versioned(name, scope, variable));
}

const isChanged = (variable: VariableOutline, outline: Outline): boolean =>
  changes(variable.name, variable.scope.start, variable.scope.end, outline) > 0;

/** Assignments to a name, or to a member path, between two offsets, and calls that may change it by reference. */
function changes(path: string, from: number, to: number, outline: Outline): number {
  const [root, ...members] = path.split(".");
  return startingIn(indexOf(outline).assignments.get(root!) ?? [], { start: from, end: to }).filter(
    (one) =>
      one.root === root &&
      one.start < to &&
      (!one.handedTo || mayChange(outline, one)) &&
      (one.member === undefined || members.length === 0 || one.member === members[0]),
  ).length;
}

/** A name with its declaration and how often it was changed before: two uses with nothing between are one symbol. */
function versioned(path: string, { outline, at }: Scope, variable?: VariableOutline): string {
  const start = variable?.scope.start ?? enclosingFunction(outline, at)?.start ?? 0;
  return `${path}@${start}#${changes(path, start, at, outline)}`;
}

function sizeOfText(text: string, scope: Scope): Size | undefined {
  const written = text.trim();
  const type = sizeOfType(written);
  if (type !== undefined) return constant(BigInt(type));
  const bytes = sizeOfVariable(written, scope);
  if (bytes) return bytes;
  // A structure or an alias is one size everywhere.
  return /^[\w:]+$/.test(written) && !variablesAt(scope.outline, written, scope.at).length
    ? symbol(`sizeof ${written.replace(/^(?:struct|class)\s+/, "")}`)
    : undefined;
}

/** `sizeof(array)`, `sizeof(pointer)`, `sizeof(*pointer)`, `sizeof(array[0])`. */
function sizeOfVariable(written: string, scope: Scope): Size | undefined {
  const match = /^(\*\s*)?([A-Za-z_]\w*)(\s*\[[^\]]*\])?$/.exec(written);
  if (!match) return undefined;
  const name = match[2]!;
  const isElement = match[1] !== undefined || match[3] !== undefined;
  const { outline, at, depth } = scope;
  const array = (indexOf(outline).arrays.get(name) ?? []).findLast((one) => one.start <= at);
  const [variable] = variablesAt(outline, name, at);
  if (array && (!variable || array.start > variable.nameSpan.start)) {
    const element = typeSize(array.type);
    if (isElement) return array.dimensions.length === 1 ? element : undefined;
    return array.dimensions.reduce<Size | undefined>((total, { start, end }) => {
      const length = total && sizeAt(scope.text.slice(start, end), scope, array.start, depth + 1);
      return length && product(total, length);
    }, element);
  }
  const type = variable?.type ?? enclosingFunction(outline, at)?.parameters.find((one) => one.name === name)?.type;
  if (type === undefined || type === "auto") return undefined;
  if (!isElement) return typeSize(type);
  return /\*\s*$/.test(type) ? typeSize(type.replace(/\*\s*$/, "")) : undefined;
}

/** Bytes of a type as written, a structure's as a symbol. */
export function typeSize(type: string): Size | undefined {
  const plain = type.replace(/\b(?:const|volatile|struct|__restrict__|restrict)\b/g, " ").trim();
  const bytes = sizeOfType(plain);
  if (bytes !== undefined) return constant(BigInt(bytes));
  return /^[\w:]+$/.test(plain) && plain !== "auto" && plain !== "void" ? symbol(`sizeof ${plain}`) : undefined;
}
