/** Reductions whose stride doubles: `s[2 * k * threadIdx.x] += s[2 * k * threadIdx.x + k]` in a loop over `k = 1, 2, 4, …`. */

import { pathsIn } from "../../facts/host/paths";
import { sizeAt } from "../../facts/host/sizes";
import { enclosingFunction } from "../../syntax/enclosing";
import type { Span } from "../../syntax/model";
import { codeOf } from "../../syntax/text/statements";
import type { RuleContext } from "../model";

/** What to do about the conflicts of such a reduction. */
export interface Halving {
  readonly reason: string;
  /** The loop to write instead, where each of its iterations adds. */
  readonly sketch: string | undefined;
}

/** The counter of a loop that doubles in each iteration, with its type: `unsigned int k` of `unsigned int k = 1; …; k *= 2`. */
function doublingCounter(head: string): { readonly name: string; readonly type: string } | undefined {
  const [start = "", , step = ""] = head.split(";");
  const [, type, name] = /^\s*((?:[A-Za-z_]\w*\s+)*)([A-Za-z_]\w*)\s*=\s*1\s*$/.exec(start) ?? [];
  if (name === undefined) return undefined;
  const doubled = [`${name}*=2`, `${name}<<=1`, `${name}=${name}*2`, `${name}=2*${name}`];
  return doubled.includes(step.replace(/\s/g, "")) ? { name, type: type!.trim() } : undefined;
}

/** Whether a product of symbols is that of two names; symbols may have the version of their value behind an `@`. */
const isProduct = (product: string, names: readonly string[]): boolean =>
  product
    .split("*")
    .map((symbol) => symbol.split("@", 1)[0]!)
    .sort()
    .join() === [...names].sort().join();

/** What to do about an access whose lanes are a stride apart that doubles in its loop; undefined for other accesses. */
export function halvingOf(span: Span, context: RuleContext): Halving | undefined {
  const { text, outline } = context;
  const body = enclosingFunction(outline, span.start)?.body;
  const [, array, index] = /^([A-Za-z_]\w*)\s*\[([^[\]]*)\]$/.exec(text.slice(span.start, span.end)) ?? [];
  if (!body || array === undefined) return undefined;
  const code = codeOf(text);
  const path = pathsIn(code, body)(span);
  const loop = path.findLast(({ kind }) => kind === "for");
  const counter = loop?.head && doublingCounter(code.slice(loop.head.start, loop.head.end));
  const products = [...((counter && sizeAt(index!, context, span.start)) ?? new Map()).keys()];
  if (!counter || !products.some((one) => isProduct(one, [counter.name, "threadIdx.x"]))) return undefined;
  const { name, type } = counter;
  const isSum =
    code.slice(span.end, body.end).trimStart().startsWith("+=") ||
    code.slice(body.start, span.start).trimEnd().endsWith("+=");
  const reason = `Let ${name} begin at half the block and halve it: the threads that work are neighbours then, and so are their words.`;
  if (!isSum) return { reason, sketch: undefined };
  const sketch = [
    `for (${[type, name].join(" ").trim()} = blockDim.x / 2; ${name} > 0; ${name} /= 2) {`,
    `    if (threadIdx.x < ${name}) ${array}[threadIdx.x] += ${array}[threadIdx.x + ${name}];`,
    "    __syncthreads();",
    "}",
  ].join("\n");
  return { reason, sketch };
}
