/** The engine: documents in, findings and counters out. Caches by content; the newest text of a path is kept. */
import { createCompileCache } from "../analyzer/compiler/cache";
import { createSyntax, type Syntax } from "../analyzer/syntax";
import { abortable } from "./abortable";
import { configurationReader } from "./configuration/files";
import { createConfigurations, type Flags } from "./configuration/resolve";
import { analyse } from "./documents/analysis";
import { programText, programUnits } from "./documents/programUnits";
import { makeSnippet } from "./documents/snippet";
import { completeBitcode, levelOf } from "./documents/unoptimised";
import { checkFix } from "./fixCheck";
import { FORMAT_VERSION } from "./formats";
import { findingsJson, inspectJson } from "./json/findings";
import type { Analysis, Document, Engine } from "./model";
import { type Configuration, defaultConfiguration } from "./model/configuration";
import type { Platform } from "./model/platform";
import { simulate } from "./simulate";
import { simulateProgram } from "./simulateProgram";
import { createNeighbours } from "./sources/neighbours";
import { virtualPath } from "./sources/paths";

export type { Analysis, Document, Engine, FixChoice, KernelItem, ProgramRequest, SimulateRequest } from "./model";
export type { Configuration } from "./model/configuration";
export { defaultConfiguration } from "./model/configuration";
export { UsageError } from "./model/errors";
export type { Platform } from "./model/platform";

/** Analyses kept: open documents and a few that were closed just now. */
const KEPT = 32;

/** The analysis of a text, or one that is under way. */
interface Kept {
  readonly text: string;
  readonly configuration: Configuration;
  readonly result: Promise<Analysis>;
}

/** The platform, noting which files are read. */
const recordReads = (platform: Platform, asked: Set<string>): Platform => ({
  ...platform,
  readText(path) {
    asked.add(virtualPath(path));
    return platform.readText(path);
  },
});

/** What a command line adds to the configuration of every file. */
export interface EngineOptions {
  /** Flags of nvcc, which count more than any file. */
  readonly flags?: Flags;
  /** The one configuration file to use, by its absolute path; null for none. Otherwise each file's own is looked for. */
  readonly configurationFile?: string | null;
}

/** `initial` is what configuration files stand above: the settings of the editor, or our defaults. */
export function createEngine(
  platform: Platform,
  initial: Configuration = defaultConfiguration,
  { flags, configurationFile }: EngineOptions = {},
): Engine {
  const configurations = createConfigurations(configurationReader(platform, configurationFile), initial, flags);
  let syntax: Promise<Syntax> | undefined;
  const cache = createCompileCache();
  const neighbours = createNeighbours(platform);
  const analyses = new Map<string, Kept>();
  /** By document, the virtual paths that its last analysis asked for, found or not. */
  const reads = new Map<string, ReadonlySet<string>>();

  function parser(): Promise<Syntax> {
    syntax ??= platform.grammar().then(createSyntax);
    return syntax;
  }

  async function analysisOf(document: Document, signal?: AbortSignal): Promise<Analysis> {
    const configuration = await configurations.of(document.path);
    const kept = analyses.get(document.path);
    if (kept && kept.text === document.text && kept.configuration === configuration) return kept.result;
    const asked = new Set<string>();
    reads.set(document.path, asked);
    const recording = recordReads(platform, asked);
    const result = parser().then((ready) =>
      analyse(document, { syntax: ready, platform: recording, cache, neighbours }, configuration, signal),
    );
    analyses.delete(document.path);
    analyses.set(document.path, { text: document.text, configuration, result });
    // A failed or superseded analysis must not answer the next question.
    result.catch(() => {
      if (analyses.get(document.path)?.result === result) analyses.delete(document.path);
    });
    for (const path of [...analyses.keys()].slice(0, Math.max(0, analyses.size - KEPT))) {
      analyses.delete(path);
      reads.delete(path);
    }
    return result;
  }

  function dependentsOf(path: string): string[] {
    const read = virtualPath(path);
    return [...reads].flatMap(([own, asked]) => (asked.has(read) ? [own] : []));
  }

  return {
    configure: configurations.configure,
    configurationOf: configurations.of,
    configurationFile: configurations.fileOf,
    forgetConfigurations: configurations.forget,
    forgetSources() {
      analyses.clear();
      neighbours.forget();
    },
    sourceChanged(path) {
      for (const own of dependentsOf(path)) analyses.delete(own);
    },
    dependentsOf,
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
    async checkFix(document, choice, signal) {
      const configuration = await configurations.of(document.path);
      const workshop = { syntax: await parser(), platform, cache, neighbours };
      const before = await abortable(analysisOf(document, signal), signal);
      const analyseText = (one: Document) => analyse(one, workshop, configuration, signal);
      return checkFix(before, choice, { configuration, platform, analyse: analyseText }, signal);
    },
    async simulate(document, request, signal) {
      const configuration = await configurations.of(document.path);
      const analysis = await abortable(analysisOf(document, signal), signal);
      const level = levelOf(request);
      const bitcode =
        level === "optimised"
          ? undefined
          : await completeBitcode(analysis, { platform, cache }, configuration, level, signal);
      return simulate(analysis, request, configuration, platform, signal, bitcode);
    },
    async simulateProgram(document, request, signal) {
      const workshop = { syntax: await parser(), platform, cache, neighbours };
      const text = programText([document, ...(request.sources ?? [])], workshop);
      const units = await programUnits(
        text,
        workshop,
        configurations.of,
        signal,
        levelOf({ ...request, ...request.observe }),
      );
      const configuration = await configurations.of(document.path);
      return simulateProgram(text, units, request, configuration, platform, signal);
    },
    async snippet(text, home) {
      const syntax = await parser();
      const place = home && {
        text: home.document.text,
        outline: syntax.outline(home.document.text),
        selection: home.selection,
      };
      return makeSnippet(text, place, (one) => syntax.outline(one));
    },
    dispose() {
      analyses.clear();
      platform.dispose();
    },
  };
}
