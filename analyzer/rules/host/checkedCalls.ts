/** Calls of the runtime as the file itself writes them: inside of the macro or function that checks their result. */
import type { RuleContext } from "../model";

/** The call in what the file checks its runtime calls with, where it checks them. */
export function checked(call: string, context: RuleContext): string {
  const checker = checkerOf(context);
  return checker === undefined ? call : `${checker}(${call})`;
}

const counted = new WeakMap<RuleContext, string | undefined>();

function checkerOf(context: RuleContext): string | undefined {
  if (!counted.has(context)) counted.set(context, mostUsed(context) ?? declared(context));
  return counted.get(context);
}

/** `CHECK` of `CHECK(cudaMalloc(…))`: the name around most of the file's runtime calls. */
function mostUsed({ text, outline }: RuleContext): string | undefined {
  const uses = new Map<string, number>();
  for (const { callee, arguments: given } of outline.calls) {
    const [first] = given;
    if (given.length !== 1 || !first || !/^\w+$/.test(callee) || /^cuda[A-Z]/.test(callee)) continue;
    if (/^cuda[A-Z]\w*\s*\(/.test(text.slice(first.start, first.end))) uses.set(callee, (uses.get(callee) ?? 0) + 1);
  }
  return [...uses].sort(([, a], [, b]) => b - a)[0]?.[0];
}

function declared({ outline }: RuleContext): string | undefined {
  return outline.macros.find(
    ({ parameters, body }) => parameters?.length === 1 && /cudaError|cudaSuccess|check|assert/i.test(body),
  )?.name;
}
