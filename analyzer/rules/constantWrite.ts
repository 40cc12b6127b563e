/** Device code that writes constant memory. Page: `docs/rules/constant-write.md`. */

import type { DeviceSymbol } from "../facts/host";
import { written } from "../facts/host";
import { enclosingFunction } from "../syntax/enclosing";
import type { Span } from "../syntax/model";
import { codeOf } from "../syntax/text/statements";
import { symbolAt } from "./host/symbolAt";
import type { RuleContext } from "./model";
import { type Problem, problemRule } from "./model/problem";

/** Stores and atomics of device code to `__constant__` variables: nvcc only warns, and the device ends the kernel there. */
export const constantWrite = problemRule(
  {
    id: "constant-write",
    title: "Device code that writes constant memory",
    category: "correctness",
    severity: "error",
    since: "0.3.0",
    fixSafety: "none",
  },
  ["host"],
  (context) => {
    if (!context.host.symbols.some(({ space }) => space === "constant")) return [];
    const targets = [...assigned(context), ...stored(context), ...atomics(context)];
    const distinct = new Map(targets.map((one) => [one.start, one]));
    return [...distinct.values()].flatMap((span) => problemAt(span, context) ?? []);
  },
);

/** `factor = 2`, `++count`, `settings.width = 4`. */
function assigned({ outline }: RuleContext): readonly Span[] {
  return (outline.assignments ?? [])
    .filter(({ operator, handedTo }) => operator !== "&" && !handedTo)
    .map(({ target }) => target);
}

/** `table[i] = x`, `table[i]++`. */
function stored({ outline }: RuleContext): readonly Span[] {
  return (outline.accesses ?? []).filter(
    ({ kind, use }) => kind === "subscript" && (use === "write" || use === "update"),
  );
}

const ATOMIC = /\batomic\w+\s*\(\s*(&?\s*\w+(?:\s*\[[^,\]]*\])*)/g;

/** `atomicAdd(&total, 1)`. */
function atomics({ text }: RuleContext): readonly Span[] {
  return [...codeOf(text).matchAll(ATOMIC)].map(({ index, 0: call, 1: target }) => {
    const end = index + call.length;
    return { start: end - target!.length, end };
  });
}

/**
 * Whether an expression is the variable, one of its elements or members, and nothing behind a pointer that lies in it:
 * `table[i]`, `settings.width`, and not `pointers[i][j]` or `settings.rows[i]`.
 */
function isWithin(target: string, symbol: DeviceSymbol, text: string): boolean {
  if (symbol.type.includes("*") || /->|\.\s*\w+\s*\[/.test(target)) return false;
  const dimensions = /^(?:\s*\[[^\]]*\])*/.exec(text.slice(symbol.span.end))![0];
  const count = (expression: string) => expression.split("[").length - 1;
  // Of subscripts in subscripts only those outside count.
  return count(target.replace(/\[(?:[^[\]]|\[[^[\]]*\])*\]/g, "[")) === count(dimensions);
}

function problemAt(span: Span, context: RuleContext): Problem | undefined {
  const owner = enclosingFunction(context.outline, span.start);
  const target = written(span, context.text).text;
  const symbol = owner?.isDevice && !target.startsWith("*") ? symbolAt(target, span.start, context) : undefined;
  if (symbol?.space !== "constant" || !isWithin(target, symbol, codeOf(context.text))) return undefined;
  return {
    span,
    message: `${symbol.name} is constant memory, which kernels cannot write: the launch fails here. Declare it __device__.`,
    certainty: "proved",
    related: [
      { span: symbol.span, message: "The variable is declared here" },
      { span, message: "The host writes constant memory with cudaMemcpyToSymbol, between launches" },
    ],
  };
}
