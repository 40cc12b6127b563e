/** One text through the whole pipeline: outline, compiler, IR, lower, facts, rules. */
import { compileDevice } from "../analyzer/compiler/device";
import { moduleFacts } from "../analyzer/facts";
import { readModule } from "../analyzer/ir/reader";
import { lowerModule } from "../analyzer/lower/lower";
import { runRules } from "../analyzer/rules/run";
import type { Syntax } from "../analyzer/syntax";
import { lineIndex } from "../analyzer/syntax/lineIndex";
import type { Configuration } from "./config";
import type { Analysis, Document } from "./model";
import { spanOf } from "./places";
import type { Platform } from "./platform";
import { collectIncludes, virtualPath } from "./sources";

export async function analyse(
  document: Document,
  syntax: Syntax,
  configuration: Configuration,
  platform: Platform,
  signal?: AbortSignal,
): Promise<Analysis> {
  const outline = syntax.outline(document.text);
  const lines = lineIndex(document.text);
  const empty = { document, outline, lines, kernels: [], findings: [], leftOut: [], bitcode: undefined };
  // A file without kernels or device code has nothing for the device pass; host rules read the outline alone.
  const isDevice = outline.functions.some((one) => one.isDevice);
  const { compile } = configuration;
  const files = isDevice
    ? await collectIncludes(platform, document.path, document.text, compile.includeFolders, signal)
    : new Map();
  const options = { ...compile, includeFolders: compile.includeFolders.map(virtualPath) };
  const source = { path: virtualPath(document.path), text: document.text };
  const compiled = isDevice ? await compileDevice(platform.clang, source, outline, files, options, signal) : undefined;
  const { bitcode } = compiled ?? {};
  const kernels = bitcode ? factsOf(bitcode) : [];
  const text = { document, outline, lines };
  const findings = runRules(
    {
      path: document.path,
      text: document.text,
      outline,
      kernels,
      accessSpan: (fact) => spanOf(text, fact.access.location, fact.access.op),
    },
    configuration.rules,
  );
  return { ...empty, kernels, findings, leftOut: compiled?.leftOut ?? [], bitcode };

  function factsOf(bytes: Uint8Array) {
    const module = readModule(bytes);
    return moduleFacts(module, lowerModule(module), outline, { text: document.text, block: configuration.block })
      .kernels;
  }
}
