/** Single-precision data that a constant without `f` makes double. Page: `docs/rules/double-arithmetic.md`. */

import type { DoubleFact } from "../facts/model";
import { architectures } from "../hardware/architectures";
import type { Architecture } from "../hardware/model";
import { enclosingFunction } from "../syntax/enclosing";
import type { Span } from "../syntax/model";
import { codeOf } from "../syntax/text/statements";
import type { Rule, RuleContext } from "./model";
import { offsetOf } from "./text/offsets";

/** A statement with its constants of double precision, and what the machine computes because of them. */
export interface DoubleStatement {
  readonly literals: readonly Span[];
  readonly operations: number;
}

/** A floating-point constant without a suffix. */
const literal = /(?<![\w.])(?:\d+\.\d*(?:[eE][-+]?\d+)?|\.\d+(?:[eE][-+]?\d+)?|\d+[eE][-+]?\d+)(?![\w.])/g;

/** The highest quotient of the throughputs of single and double precision: that of devices for graphics. */
const MOST = Math.max(...[...architectures.values()].map((one) => one.singleToDouble));

/** Single-precision statements that a double-precision constant promotes. */
export const doubleArithmetic: Rule<DoubleStatement> = {
  meta: {
    id: "double-arithmetic",
    title: "Double-precision arithmetic on single-precision data",
    category: "performance",
    severity: "information",
    since: "0.2.0",
    fixSafety: "unsafe",
  },
  requires: ["doubles"],

  run(context) {
    const found = new Map<number, DoubleStatement>();
    for (const fact of context.kernels.flatMap(({ doubles }) => doubles)) {
      const literals = literalsOf(fact, context);
      const [first] = literals;
      if (!first) continue;
      const operations = Math.max(fact.operations.length, found.get(first.start)?.operations ?? 0);
      found.set(first.start, { literals, operations });
    }
    return [...found.values()].sort((a, b) => a.literals[0]!.start - b.literals[0]!.start);
  },

  explain({ literals, operations }, { text, architecture }) {
    const written = literals.map(({ start, end }) => text.slice(start, end));
    const [first] = written;
    const what = operations === 1 ? "an operation" : `${operations} operations`;
    return {
      certainty: "proved",
      message: `${first} is a double constant: ${what} on float values ${operations === 1 ? "is" : "are"} in double precision. Write ${first}f.`,
      span: literals[0]!,
      related: [
        ...literals.slice(1).map((span, at) => ({ span, message: `A double constant too: write ${written[at + 1]}f` })),
        { span: literals[0]!, message: throughput(architecture) },
      ],
    };
  },

  fixes({ literals }, { text }) {
    const written = literals.map(({ start, end }) => `${text.slice(start, end)}f`);
    return [
      {
        title: `Write ${written.join(" and ")}`,
        edits: literals.map(({ end }) => ({ start: end, end, newText: "f" })),
        // The result differs in its last bits.
        safe: false,
      },
    ];
  },
};

/** What double precision costs where the code shall run, and where it costs most. */
function throughput({ name, singleToDouble }: Architecture): string {
  const here = `On ${name} that has 1/${singleToDouble} of single precision's throughput`;
  const others = [...architectures.values()].filter((one) => one.singleToDouble === MOST).map((one) => one.name);
  if (singleToDouble === MOST) return `${here}.`;
  return `${here}, on ${others.join(", ")} 1/${MOST}.`;
}

/**
 * The constants in the statement that all of it stands in; none where macros or functions bring them in. Who writes
 * `double`, or a template that may be meant for it, means it.
 */
function literalsOf({ operations, rounding }: DoubleFact, context: RuleContext): readonly Span[] {
  const code = codeOf(context.text);
  const places = [...operations, rounding].map(({ location }) => offsetOf(context, location));
  const [first] = places;
  const owner = first === undefined ? undefined : enclosingFunction(context.outline, first);
  if (first === undefined || !owner || owner.template || /\bdouble\b/.test(code.slice(owner.start, owner.end)))
    return [];
  const start = Math.max(...[";", "{", "}"].map((mark) => code.lastIndexOf(mark, first - 1))) + 1;
  const end = first + (/[;{}]/.exec(code.slice(first))?.index ?? code.length - first);
  if (places.some((at) => at === undefined || at < start || at >= end)) return [];
  return [...code.slice(start, end).matchAll(literal)].map(({ index, 0: written }) => ({
    start: start + index,
    end: start + index + written.length,
  }));
}
