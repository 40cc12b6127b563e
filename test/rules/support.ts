/** The path of the engine without its caches: text → outline, IR, facts, findings. */
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { moduleFacts } from "../../analyzer/facts";
import { hostFacts } from "../../analyzer/facts/host";
import type { KernelFacts } from "../../analyzer/facts/model";
import { defaultArchitecture } from "../../analyzer/hardware/architectures";
import type { Dim3 } from "../../analyzer/hardware/model";
import { lowerModule } from "../../analyzer/lower/lower";
import { rules } from "../../analyzer/rules";
import type { Finding, RuleContext } from "../../analyzer/rules/model";
import { runRules } from "../../analyzer/rules/run";
import { offsetOf } from "../../analyzer/rules/text/offsets";
import { createSyntax, type Syntax } from "../../analyzer/syntax";
import { accessSpanAt } from "../../analyzer/syntax/accessSpan";
import { lineIndex } from "../../analyzer/syntax/text/lineIndex";
import { deviceModule } from "../support/device";

const bytes = (specifier: string): Uint8Array => readFileSync(createRequire(import.meta.url).resolve(specifier));

let loading: Promise<Syntax> | undefined;

export function syntax(): Promise<Syntax> {
  loading ??= createSyntax({
    runtime: bytes("web-tree-sitter/web-tree-sitter.wasm"),
    cuda: bytes("tree-sitter-cuda/tree-sitter-cuda.wasm"),
  });
  return loading;
}

/** Facts of a text that compiles. */
export async function factsOf(text: string, block?: Dim3): Promise<readonly KernelFacts[]> {
  const module = await deviceModule(text, FILE);
  return moduleFacts(module, lowerModule(module), (await syntax()).outline(text), { text, block }).kernels;
}

const FILE = "test.cu";

/** What a rule reads; `compiles: false` is a text that clang would refuse, of which only the outline is known. */
export async function contextOf(
  text: string,
  compiles = true,
  architecture = defaultArchitecture,
): Promise<RuleContext> {
  const outline = (await syntax()).outline(text);
  const lines = lineIndex(text);
  const context: RuleContext = {
    path: FILE,
    text,
    outline,
    kernels: compiles ? await factsOf(text) : [],
    host: hostFacts(text, outline),
    architecture,
    accessSpan({ access }) {
      const offset = offsetOf(context, access.location);
      if (offset === undefined) return undefined;
      const { line, column } = lines.clangPositionAt(offset);
      return accessSpanAt(text, outline, line, column, { op: access.op });
    },
  };
  return context;
}

/** The severities under which tests look for findings: rules that are off until they are asked for are asked for. */
const askedFor = Object.fromEntries(
  rules.flatMap(({ meta }) => (meta.isOptIn ? [[meta.id, meta.severity] as const] : [])),
);

/** Everything that the rules find in a text, rules that are off by default included. */
export async function findingsIn(
  text: string,
  compiles = true,
  architecture = defaultArchitecture,
): Promise<readonly Finding[]> {
  return runRules(await contextOf(text, compiles, architecture), askedFor);
}

/** One-based line of an offset. */
export const lineOf = (text: string, offset: number): number => lineIndex(text).positionAt(offset).line + 1;

/** The text with the edits of a fix made. */
export function edited(text: string, edits: readonly { start: number; end: number; newText: string }[]): string {
  return [...edits]
    .sort((a, b) => b.start - a.start)
    .reduce((result, { start, end, newText }) => result.slice(0, start) + newText + result.slice(end), text);
}
