/** Launches whose errors the program does not read. Page: `docs/rules/unchecked-launch.md`. */
import { launchesInHost } from "../facts/host/operations";
import { codeOf } from "../syntax/text/statements";
import { checked } from "./host/checkedCalls";
import { lineNumber } from "./host/words";
import type { Fix, RuleContext } from "./model";
import { type Problem, problemRule } from "./model/problem";
import { indentationAt } from "./text/offsets";

/** Programs that check no launch; off by default. */
export const uncheckedLaunch = problemRule(
  {
    id: "unchecked-launch",
    title: "Launch that is never checked",
    category: "correctness",
    severity: "hint",
    isOptIn: true,
    since: "0.3.0",
    fixSafety: "safe",
  },
  ["host"],
  (context) => {
    const { outline, text } = context;
    const [launch] = launchesInHost(outline);
    const code = codeOf(text);
    // The functions of a program are all in sight; what a library's header declares may check.
    const isProgram = outline.functions.some(({ name, body }) => name === "main" && body);
    if (!launch || !isProgram || /Last(?:Cuda)?Error|PeekAtLastError|getLastCudaError|launchCheck/i.test(code))
      return [];
    if (outline.includes.some(({ system }) => !system)) return [];
    const line = lineNumber(launch.start, context);
    return [
      {
        span: { start: launch.start, end: launch.end },
        message: `The launch in line ${line} is never checked: a launch that fails says so only to cudaGetLastError().`,
        certainty: "proved",
        fixes: [lastError(launch.end, context)].filter((one) => one !== undefined),
      } satisfies Problem,
    ];
  },
);

/** `cudaGetLastError()` in a line of its own after the launch, in what the file checks with. */
function lastError(after: number, context: RuleContext): Fix | undefined {
  const call = checked("cudaGetLastError()", context);
  const semicolon = codeOf(context.text).indexOf(";", after);
  const path = context.host.path({ start: after - 1, end: after });
  if (semicolon < 0 || call === "cudaGetLastError()" || path.at(-2)?.kind === "if" || path.at(-2)?.kind === "for")
    return undefined;
  const start = semicolon + 1;
  return {
    title: `Insert ${call}`,
    edits: [{ start, end: start, newText: `\n${indentationAt(context.text, after)}${call};` }],
    safe: true,
  };
}
