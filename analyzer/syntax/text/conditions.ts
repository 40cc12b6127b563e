/** Conditions of the preprocessor, read with what is known of the macros that they ask for. */

import { type Expression, readExpression } from "./expression";
import { binary, type Integer, literal, unary } from "./integers";

/** Whether something holds: `unknown` when that depends on names that only headers or command lines know. */
export type Holds = "yes" | "no" | "unknown";

/** What is known of the macros of a text where a condition asks for them. */
export interface KnownMacros {
  isDefined(name: string): Holds;
  /** What a condition reads in place of a name that is defined, or may be; undefined where that is not known. */
  bodyOf(name: string): string | undefined;
}

const opposite: Readonly<Record<Holds, Holds>> = { yes: "no", no: "yes", unknown: "unknown" };

/** What no text defines, in place of what is not known. */
const UNKNOWN = "__unknown";

/** Macros that stand for each other are followed no further. */
const DEEPEST = 20;

/** Value of an expression; undefined where it is not known, or is none. */
function integerOf(expression: Expression, macros: KnownMacros, depth: number): Integer | undefined {
  if (depth > DEEPEST) return undefined;
  const of = (one: Expression) => integerOf(one, macros, depth + 1);
  switch (expression.kind) {
    case "number":
      return literal(expression.text);
    case "name": {
      const { name } = expression;
      if (name === UNKNOWN) return undefined;
      const read = readExpression(macros.bodyOf(name) ?? "");
      if (read) return of(read);
      return macros.isDefined(name) === "no" ? literal("0") : undefined;
    }
    case "unary": {
      const operand = of(expression.operand);
      return operand && unary(expression.operator, operand);
    }
    case "binary": {
      const left = of(expression.left);
      const right = of(expression.right);
      // One side can decide: `0 && unknown`, `1 || unknown`.
      const decides = expression.operator === "&&" ? 0n : expression.operator === "||" ? 1n : undefined;
      if (decides !== undefined) {
        const sides = [left, right].map((side) => side && (side.value !== 0n ? 1n : 0n));
        if (sides.includes(decides)) return literal(String(decides));
        return sides.includes(undefined) ? undefined : literal(String(1n - decides));
      }
      return left && right && binary(expression.operator, left, right);
    }
    default:
      return undefined;
  }
}

function holds(condition: string, macros: KnownMacros): Holds {
  const plain = condition
    .replace(/\b__has_\w+\s*\([^()]*\)/g, UNKNOWN)
    .replace(/\bdefined\s*(?:\(\s*(\w+)\s*\)|(\w+))/g, (_, a?: string, b?: string) => {
      const known = macros.isDefined((a ?? b)!);
      return known === "unknown" ? UNKNOWN : known === "yes" ? "1" : "0";
    });
  const read = readExpression(plain);
  const value = read && integerOf(read, macros, 0);
  return value === undefined ? "unknown" : value.value !== 0n ? "yes" : "no";
}

const firstWord = (text: string): string => text.split(/\W/)[0]!;

/**
 * Whether a directive asks for what holds, the arms before its own left aside.
 * @param word `if`, `ifdef`, `ifndef`, `elif` or `else`
 * @param rest what follows the word
 */
export function asksWhatHolds(word: string, rest: string, macros: KnownMacros): Holds {
  if (word === "else") return "yes";
  if (word === "ifdef") return macros.isDefined(firstWord(rest));
  if (word === "ifndef") return opposite[macros.isDefined(firstWord(rest))];
  return holds(rest, macros);
}

/** The name that a directive asks not to be defined: of `#ifndef NAME` and `#if !defined(NAME)`. */
export function askedUndefined(word: string, rest: string): string | undefined {
  const name = word === "ifndef" ? /^\s*(\w+)/ : word === "if" ? /^\s*!\s*defined\s*\(?\s*(\w+)\s*\)?\s*$/ : undefined;
  return name?.exec(rest)?.[1];
}
