/** The engine: documents in, findings and counters out. Caches by content; the newest text of a path is kept. */
import { createCompileCache } from "../analyzer/compiler/cache";
import { createSyntax, type Syntax } from "../analyzer/syntax";
import { analyse } from "./analysis";
import { type Configuration, defaultConfiguration } from "./config";
import { FORMAT_VERSION } from "./formats";
import type { Analysis, Document, Engine } from "./model";
import type { Platform } from "./platform";
import { programBitcode } from "./programBitcode";
import { simulate, simulateProgram } from "./simulate";
import { findingsJson, inspectJson } from "./toJson";

export type { Configuration } from "./config";
export { defaultConfiguration } from "./config";
export { UsageError } from "./errors";
export type { Analysis, Document, Engine, KernelItem, ProgramRequest, SimulateRequest } from "./model";
export type { Platform } from "./platform";

/** Analyses kept: open documents and a few that were closed just now. */
const KEPT = 32;

export function createEngine(platform: Platform, initial: Configuration = defaultConfiguration): Engine {
  let configuration = initial;
  let syntax: Promise<Syntax> | undefined;
  const cache = createCompileCache();
  const analyses = new Map<string, { text: string; configuration: Configuration; result: Promise<Analysis> }>();

  function parser(): Promise<Syntax> {
    syntax ??= platform.grammar().then(createSyntax);
    return syntax;
  }

  function analysisOf(document: Document, signal?: AbortSignal): Promise<Analysis> {
    const kept = analyses.get(document.path);
    if (kept && kept.text === document.text && kept.configuration === configuration) return kept.result;
    const result = parser().then((ready) =>
      analyse(document, { syntax: ready, platform, cache }, configuration, signal),
    );
    analyses.delete(document.path);
    analyses.set(document.path, { text: document.text, configuration, result });
    // A failed or superseded analysis must not answer the next question.
    result.catch(() => {
      if (analyses.get(document.path)?.result === result) analyses.delete(document.path);
    });
    for (const path of [...analyses.keys()].slice(0, Math.max(0, analyses.size - KEPT))) analyses.delete(path);
    return result;
  }

  return {
    get configuration() {
      return configuration;
    },
    configure(next) {
      configuration = next;
    },
    analyse: analysisOf,
    async outline(document) {
      return (await parser()).outline(document.text);
    },
    async kernels(document) {
      const outline = (await parser()).outline(document.text);
      return outline.functions
        .filter((one) => one.isKernel && one.body)
        .map(({ name, start, end, nameSpan }) => ({ name, span: { start, end }, nameSpan }));
    },
    async check(documents, signal) {
      const files = await Promise.all(documents.map(async (one) => findingsJson(await analysisOf(one, signal))));
      return { version: FORMAT_VERSION, files };
    },
    async inspect(document, signal) {
      return inspectJson(await analysisOf(document, signal));
    },
    async simulate(document, request, signal) {
      return simulate(await analysisOf(document, signal), request, configuration, platform, signal);
    },
    async simulateProgram(document, request, signal) {
      const analysis = await analysisOf(document, signal);
      const bitcode = await programBitcode(
        analysis,
        { syntax: await parser(), platform, cache },
        configuration,
        signal,
      );
      return simulateProgram(analysis, bitcode, request, configuration, platform, signal);
    },
    dispose() {
      analyses.clear();
      platform.dispose();
    },
  };
}
