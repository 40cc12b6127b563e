/** Static objects whose constructors or destructors call the runtime. Page: `docs/rules/static-runtime-call.md`. */
import type { FunctionOutline, Outline, VariableOutline } from "../syntax/model";
import { codeOf } from "../syntax/text/statements";
import { lineNumber } from "./host/words";
import type { RuleContext } from "./model";
import { type Problem, problemRule } from "./model/problem";

/** Static objects whose constructor or destructor calls the CUDA runtime outside of `main`. */
export const staticRuntimeCall = problemRule(
  {
    id: "static-runtime-call",
    title: "Runtime calls before or after main",
    category: "correctness",
    severity: "warning",
    since: "0.3.0",
    fixSafety: "none",
  },
  ["host"],
  (context) => {
    const { outline } = context;
    return (outline.variables ?? []).flatMap((variable): readonly Problem[] => {
      const isFileWide = variable.within === undefined && isAtFileScope(variable.nameSpan.start, outline);
      if ((!isFileWide && !variable.isStatic) || /[*&]\s*$/.test(variable.type)) return [];
      const initializer = isFileWide && initialisedBy(variable, context);
      if (initializer) return [initializer];
      const type = /^(?:(?:struct|class)\s+)?([\w:]+)/.exec(variable.type)?.[1] ?? "";
      if (!outline.structures?.some(({ name }) => name === type)) return [];
      const [built, destructor] = [type, `~${type}`].map((name) => callOf(name, type, context));
      const found = (isFileWide ? built : undefined) ?? destructor;
      if (!found) return [];
      const when = found === destructor ? "destructor calls" : "constructor calls";
      return [
        {
          span: variable.nameSpan,
          message: `${variable.name} is static: its ${when} ${found.callee} (line ${lineNumber(found.at, context)}) ${found === destructor ? "after" : "before"} main, which is undefined.`,
          certainty: "proved",
          related: [
            {
              span: { start: found.at, end: found.at + found.callee.length },
              message: "The runtime may be gone, or not be there yet",
            },
          ],
        },
      ];
    });
  },
);

/** `const int devices = count();` of a function of the file that calls the runtime, or of the runtime itself. */
function initialisedBy({ name, nameSpan, initializer }: VariableOutline, context: RuleContext): Problem | undefined {
  const { outline } = context;
  const written = initializer?.parts.length === 1 ? initializer.parts[0]!.trim() : "";
  const callee = /^((?:\w+::)*\w+)\s*\(/.exec(written)?.[1];
  const helper = outline.functions.find(
    (one) => one.body && !one.isDevice && (one.name === callee || one.qualifiedName === callee),
  );
  const found =
    callee && /^cuda[A-Z]/.test(callee) ? { callee, at: nameSpan.start } : helper && inBody(helper, context);
  if (!found) return undefined;
  return {
    span: nameSpan,
    message: `${name} is static: its initializer calls ${found.callee} (line ${lineNumber(found.at, context)}) before main, which is undefined.`,
    certainty: "proved",
    related: [
      { span: { start: found.at, end: found.at + found.callee.length }, message: "The runtime may not be there yet" },
    ],
  };
}

/** The first call of the runtime in a function. */
function inBody({ body }: FunctionOutline, { text }: RuleContext): { callee: string; at: number } | undefined {
  const match = /\bcuda[A-Z]\w*(?=\s*\()/.exec(codeOf(text).slice(body!.start, body!.end));
  return match ? { callee: match[0], at: body!.start + match.index } : undefined;
}

const isAtFileScope = (at: number, { structures = [], functions }: Outline): boolean =>
  !structures.some(({ start, end }) => start <= at && at < end) &&
  !functions.some(({ start, end }) => start <= at && at < end);

/** The first call of the runtime in a member function. */
function callOf(name: string, type: string, context: RuleContext): { callee: string; at: number } | undefined {
  const { outline } = context;
  const isOwn = (one: FunctionOutline): boolean =>
    one.body !== undefined &&
    one.name === name &&
    (one.qualifiedName.replace(/<[^<>]*>/g, "").endsWith(`${type}::${name}`) || name.startsWith("~"));
  for (const own of outline.functions.filter(isOwn)) {
    const direct = inBody(own, context);
    if (direct) return direct;
    // `Pool(size_t n) { init(n); }`: a member of the same class, or a function of the file, makes the call.
    const called = outline.calls.filter(({ start, end }) => own.body!.start <= start && end <= own.body!.end);
    for (const { callee } of called) {
      const helper = outline.functions.find(
        (one) => one.body && (one.qualifiedName === callee || one.qualifiedName.endsWith(`${type}::${callee}`)),
      );
      const found = helper && inBody(helper, context);
      if (found) return found;
    }
  }
  return undefined;
}
