/** Copies whose kind contradicts the memory of their pointers. Page: `docs/rules/copy-kind.md`. */
import type { HostCall, HostMemory, Written } from "../facts/host";
import { originOf, originWords, sideOf } from "./host/words";
import type { Fix, RuleContext } from "./model";
import { type Problem, problemRule } from "./model/problem";

type Side = "host" | "device";

/** Sides of destination and source by kind. */
const kinds: Readonly<Record<string, readonly [Side, Side]>> = {
  cudaMemcpyHostToDevice: ["device", "host"],
  cudaMemcpyDeviceToHost: ["host", "device"],
  cudaMemcpyDeviceToDevice: ["device", "device"],
  cudaMemcpyHostToHost: ["host", "host"],
};

/** `cudaMemcpy…` calls whose kind names other sides than their two pointers lead to. */
export const copyKind = problemRule(
  {
    id: "copy-kind",
    title: "Copy kind that contradicts its pointers",
    category: "correctness",
    severity: "error",
    since: "0.3.0",
    fixSafety: "unsafe",
  },
  ["host"],
  (context) => context.host.calls.flatMap((call) => wrongKind(call, context) ?? []),
);

interface End {
  readonly argument: Written;
  readonly memory: HostMemory | undefined;
}

function wrongKind(call: HostCall, context: RuleContext): Problem | undefined {
  const kind = call.argument("kind");
  const named = kind && kinds[kind.text.split("::").at(-1)!];
  const [destination, source] = [end(call.argument("destination"), context), end(call.argument("source"), context)];
  if (!kind || !named || !destination || !source) return undefined;
  const actual = [sideOf(destination.memory) ?? named[0], sideOf(source.memory) ?? named[1]] as const;
  const wrong = [destination, source].filter((_, at) => actual[at] !== named[at]);
  const [first] = wrong;
  if (!first?.memory) return undefined;
  const right = Object.keys(kinds).find((name) => kinds[name]!.every((side, at) => side === actual[at]))!;
  const both = sideOf(destination.memory) !== undefined && sideOf(source.memory) !== undefined;
  return {
    span: kind,
    message: `${first.argument.text} is ${sideOf(first.memory)} memory (${originWords(first.memory, context)}), but the copy says ${kind.text.replace("cudaMemcpy", "")}. Use ${right}.`,
    certainty: "proved",
    // Under unified addressing the driver finds the direction of pinned memory by itself.
    severity: wrong.some(({ memory }) => memory?.kind === "pageable") ? "error" : "warning",
    related: wrong.flatMap(({ memory }) => originOf(memory!)),
    fixes: [
      { title: `Use ${right}`, edits: [{ start: kind.start, end: kind.end, newText: right }], safe: both },
      ...(wrong.length === 2 && actual[0] !== actual[1] ? [exchange(destination.argument, source.argument)] : []),
    ],
  };
}

const end = (argument: Written | undefined, { host }: RuleContext): End | undefined =>
  argument && { argument, memory: host.memory(argument) };

const exchange = (a: Written, b: Written): Fix => ({
  title: `Exchange ${a.text} and ${b.text}`,
  edits: [
    { start: a.start, end: a.end, newText: b.text },
    { start: b.start, end: b.end, newText: a.text },
  ],
  safe: false,
});
