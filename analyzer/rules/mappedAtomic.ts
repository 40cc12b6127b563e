/** Atomics on memory of the host, which the host does not see as atomic. Page: `docs/rules/mapped-atomic.md`. */
import { written } from "../facts/host";
import { kernelOf } from "../facts/host/kernels";
import { pattern } from "../syntax/text/patterns";
import { codeOf } from "../syntax/text/statements";
import { lineNumber, originOf } from "./host/words";
import type { RuleContext } from "./model";
import { type Problem, problemRule } from "./model/problem";

/** Kernels that execute atomics on mapped host memory. */
export const mappedAtomic = problemRule(
  {
    id: "mapped-atomic",
    title: "Atomic operation on mapped host memory",
    category: "correctness",
    severity: "information",
    since: "0.3.0",
    fixSafety: "none",
  },
  ["host"],
  (context) =>
    context.outline.launches.flatMap((launch) =>
      launch.arguments.flatMap((_, index) => atomicsOf(launch, index, context)),
    ),
);

function atomicsOf(
  launch: RuleContext["outline"]["launches"][number],
  index: number,
  context: RuleContext,
): readonly Problem[] {
  const { host, outline, text } = context;
  const kernel = kernelOf(launch, outline);
  const name = kernel?.parameters[index]?.name;
  const argument = written(launch.arguments[index]!, text);
  if (!kernel?.body || !name || !/[*]/.test(kernel.parameters[index]!.type)) return [];
  const code = codeOf(text).slice(kernel.body.start, kernel.body.end);
  // The variants with `_system` are atomic for the host as well, where the system can.
  const match =
    pattern`\batomic(?:Add|Sub|Min|Max|Inc|Dec|And|Or|Xor|Exch|CAS)(?:_block)?\s*\(\s*&?\s*\(?\s*${name}\b`.exec(code);
  const memory = match && host.memory(argument);
  const isMapped = memory && (memory.kind === "pinned" || memory.what === "cudaHostGetDevicePointer");
  if (!match || !isMapped) return [];
  const start = kernel.body.start + match.index;
  const callee = /^\w+/.exec(match[0])![0];
  return [
    {
      span: { start, end: start + callee.length },
      message: `${name} is mapped host memory (line ${lineNumber(memory.allocation.span.start, context)}): ${callee} is not atomic for the host or other devices.`,
      certainty: "proved",
      related: originOf(memory),
    },
  ];
}
