/** Copies whose kind contradicts the memory of their pointers. Page: `docs/rules/copy-kind.md`. */
import type { HostCall, HostMemory, Written } from "../facts/host";
import { typeOf } from "../facts/host/declarations";
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

const opposite: Readonly<Record<Side, Side>> = { host: "device", device: "host" };

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
  const sides = [sideAt(destination, context), sideAt(source, context)] as const;
  const ends = [destination, source].filter((_, at) => sides[at] !== undefined && sides[at] !== named[at]);
  const first = ends.find(({ memory }) => memory);
  if (!first?.memory) return undefined;
  // Of an end that is not known, the kind is believed, unless the copy would then stay on one side.
  const actual = sides.map((side, at) => side ?? (sides[1 - at] === named[at] ? opposite[named[at]!] : named[at]!));
  const wrong = [destination, source].filter((_, at) => actual[at] !== named[at]);
  const right = Object.keys(kinds).find((name) => kinds[name]!.every((side, at) => side === actual[at]))!;
  const both = sides[0] !== undefined && sides[1] !== undefined;
  return {
    span: kind,
    message: `${first.argument.text} is ${sideOf(first.memory)} memory (${originWords(first.memory, context)}), but the copy says ${kind.text.replace("cudaMemcpy", "")}. Use ${right}.`,
    certainty: "proved",
    // Under unified addressing the driver finds the direction of pinned memory by itself.
    severity: wrong.some(({ memory }) => memory?.kind === "pageable") ? "error" : "warning",
    related: wrong.flatMap(({ memory }) => (memory ? originOf(memory) : [])),
    fixes: [
      { title: `Use ${right}`, edits: [{ start: kind.start, end: kind.end, newText: right }], safe: both },
      ...(wrong.length === 2 && actual[0] !== actual[1] ? [exchange(destination.argument, source.argument)] : []),
    ],
  };
}

/** The side of memory that is known, or of a container that a parameter refers to. */
function sideAt({ argument, memory }: End, { outline }: RuleContext): Side | undefined {
  const name = /^(?:&\s*)?([A-Za-z_]\w*)\s*(?:\.\s*(?:data|c_str)\s*\(\s*\)|\[)/.exec(argument.text)?.[1];
  const type = name === undefined ? undefined : typeOf(name, argument.start, outline);
  const isContainer = type !== undefined && /^(?:const\s+)?std::(?:vector|array|string)\b[^*]*$/.test(type);
  return sideOf(memory) ?? (isContainer ? "host" : undefined);
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
