/** The engine: documents in, findings and counters out. Caches by content; the newest text of a path is kept. */
import {
  type CompileCache,
  createCompileCache,
  emptyCompileCache,
  KEPT_FILES,
} from "../analyzer/compiler/incremental/state";
import { wholeReading } from "../analyzer/readings";
import { createSyntax, type Syntax } from "../analyzer/syntax";
import { abortable } from "./abortable";
import { type AnalysisCache, createAnalysisCache } from "./analysisCache";
import { runSources, withBesideRun } from "./besideRuns";
import { buildSources } from "./configuration/buildSources";
import { configurationReader } from "./configuration/files";
import { type Configurations, createConfigurations, type Flags } from "./configuration/resolve";
import { analyse } from "./documents/analysis";
import { withDefiners } from "./documents/definers";
import { findKernel } from "./documents/kernelNames";
import { createLaunchBook, type LaunchBook } from "./documents/launchBook";
import { programText, programUnits } from "./documents/programUnits";
import { makeSnippet } from "./documents/snippet";
import { completeBitcode, levelOf } from "./documents/unoptimised";
import type { Workshop } from "./documents/workshop";
import { checkFix } from "./fixCheck";
import type { SimulateJson } from "./formats/simulation";
import { FORMAT_VERSION } from "./formats/version";
import { findingsJson, inspectJson } from "./json/findings";
import type { Analysis, Assumption, Document, Engine, SimulateRequest } from "./model";
import { type Configuration, defaultConfiguration } from "./model/configuration";
import type { Platform } from "./model/platform";
import { comparedIntegers } from "./search/interesting";
import { assumptionsFor, firstSound, isAssumed } from "./search/launches";
import { searchArguments, searchLimits } from "./search/search";
import { launchOf, limitsOf, simulate } from "./simulate";
import { simulateProgram } from "./simulateProgram";
import { createNeighbours } from "./sources/neighbours";
import { virtualPath } from "./sources/paths";

export type { Analysis, Document, Engine, FixChoice, KernelItem, ProgramRequest, SimulateRequest } from "./model";
export type { Configuration } from "./model/configuration";
export { defaultConfiguration } from "./model/configuration";
export { UsageError } from "./model/errors";
export type { Platform } from "./model/platform";

/** What a command line adds to the configuration of every file. */
export interface EngineOptions {
  /** Flags of nvcc, which count more than any file. */
  readonly flags?: Flags;
  /** The one configuration file to use, by its absolute path; null for none. Otherwise each file's own is looked for. */
  readonly configurationFile?: string | null;
  /** See {@link Configuration.programArguments}. */
  readonly programArguments?: readonly string[];
  /**
   * Called with a document's path when its program's launches have become known, or headers are compiled that its answer
   * did not wait for: its findings are made again when it is analysed next. Without it an analysis waits for them.
   */
  readonly launchesChanged?: (path: string) => void;
  /**
   * Of how many files what is known is kept, those that were asked for last: of one with large templates it is a hundred
   * megabytes.
   */
  readonly keptFiles?: number;
}

/** Documents of which the text is known that was answered twice. */
const RENEWED = 32;

/** What the engine's parts share. */
interface Shared {
  readonly platform: Platform;
  readonly configurations: Configurations;
  readonly analyses: AnalysisCache;
  parser(): Promise<Syntax>;
  workshop(): Promise<Workshop>;
  settled: Engine["settled"];
}

interface CheckedRun {
  readonly analysis: Analysis;
  readonly request: SimulateRequest;
  readonly configuration: Configuration;
  readonly platform: Platform;
  /** Of code that is not optimised. */
  readonly bitcode: Uint8Array | undefined;
}

/** A checked run of a kernel: under the first launch that shows something, or as `whole` runs it where none ends in time. */
async function simulateChecked(
  { analysis, request, configuration, platform, bitcode }: CheckedRun,
  whole: (request: SimulateRequest) => Promise<SimulateJson>,
  signal: AbortSignal | undefined,
): Promise<SimulateJson> {
  // The request's budget is that of a whole run, and none of a run that tries a launch.
  const within =
    (limits: Configuration["limits"]) =>
    ({ budget: _whole, ...one }: SimulateRequest) =>
      simulate(analysis, one, { ...configuration, limits }, platform, signal, bitcode);
  const limits = limitsOf(configuration, request);
  const trial = within(searchLimits(limits, 5));
  const { kernel, module } = findKernel(analysis, request.kernel, request.takesAny);
  const known = launchOf(analysis, kernel.name);
  // Of what decides nothing that is stored, only unoptimised code still has the comparisons.
  const code = bitcode && wholeReading(bitcode).functions.find(({ name }) => name === kernel.name);
  const written = code ?? kernel;
  const assumptions = assumptionsFor({ module, kernel, written, known, request });
  const compared = comparedIntegers(written);
  const assuming = (assumption: Assumption) => trial({ ...request, assumption });
  const { result, assumption } = await firstSound({ assumptions, compared, run: assuming }, signal);
  const run = within(searchLimits(limits));
  if (!request.search) {
    // Under values that were assumed, what runs on and on is likely to wait for what other values would bring.
    const again = isAssumed({ result, assumption }) ? run : whole;
    return result.outcome === "limit" ? again({ ...request, assumption }) : result;
  }
  const input = { compared, request: { ...request, assumption }, search: request.search, run };
  return searchArguments(input, result, signal);
}

type Runs = Pick<Engine, "checkFix" | "simulate" | "simulateProgram">;

/** What runs code: a fix tried, a kernel, a program. */
function runs({ platform, configurations, analyses, settled, workshop }: Shared): Runs {
  const reader = async (signal?: AbortSignal) => ({
    workshop: await workshop(),
    configurationOf: configurations.of,
    signal,
  });
  return {
    async checkFix(document, choice, signal) {
      const configuration = await configurations.of(document.path);
      const shared = await workshop();
      const before = await abortable(settled(document, signal), signal);
      const analyseText = (one: Document) => analyse(one, shared, configuration, signal);
      return checkFix(before, choice, { configuration, platform, analyse: analyseText }, signal);
    },
    async simulate(document, request, signal) {
      const configuration = await configurations.of(document.path);
      const analysis = await abortable(settled(document, signal), signal);
      const level = levelOf(request);
      const bitcode =
        level === "optimised"
          ? undefined
          : await completeBitcode(analysis, await workshop(), configuration, level, signal);
      const whole = (one: SimulateRequest) => simulate(analysis, one, configuration, platform, signal, bitcode);
      if (!request.check) {
        const report = await whole(request);
        if (level !== "optimised") return report;
        const { kernel, ...code } = findKernel(analysis, request.kernel, request.takesAny);
        const kernels = report.launches.map(() => kernel.name);
        return withBesideRun(report, kernels, [{ ...code, text: analysis }], await reader(signal));
      }
      return simulateChecked({ analysis, request, configuration, platform, bitcode }, whole, signal);
    },
    async simulateProgram(document, request, signal, onProgress) {
      const shared = await workshop();
      const text = programText([document, ...(request.sources ?? [])], shared);
      const level = levelOf({ ...request, ...request.observe });
      const units = await programUnits(text, shared, configurations.of, signal, level);
      const configuration = await configurations.of(document.path);
      const watch = { ...(signal && { signal }), ...(onProgress && { onProgress }) };
      const { report, launches } = await simulateProgram(text, units, request, configuration, platform, watch);
      // Of a run that was cancelled only some launches are known.
      if (report.outcome === "cancelled") return report;
      for (const { document: own, outline } of [text, ...(text.others ?? [])]) {
        shared.launches.ran(own, outline, launches);
        analyses.forget(own.path);
      }
      const lacking = await withDefiners(report.message, text, units, shared);
      if (level !== "optimised") return { ...report, ...lacking };
      const sources = runSources(text, units);
      const kernels = launches.map(({ kernel }) => kernel);
      return withBesideRun({ ...report, ...lacking }, kernels, sources, await reader(signal));
    },
  };
}

type Readings = Pick<Engine, "outline" | "kernels" | "check" | "inspect" | "inspectionOf" | "snippet">;

/** What reads text, and compiles it at most. */
function readings({ settled, parser }: Shared): Readings {
  return {
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
      const files = await Promise.all(documents.map(async (one) => findingsJson(await settled(one, signal))));
      return { version: FORMAT_VERSION, files };
    },
    async inspect(document, signal) {
      return inspectJson(await settled(document, signal));
    },
    inspectionOf: inspectJson,
    async snippet(text, home) {
      const syntax = await parser();
      const place = home && {
        text: home.document.text,
        outline: syntax.outline(home.document.text),
        selection: home.selection,
      };
      return makeSnippet(text, place, (one) => syntax.outline(one));
    },
  };
}

/** Documents that are answered again, each text once: headers that are forgotten again would lead to no end of answers. */
function renewal(forget: (path: string) => void, changed: (path: string) => void) {
  const renewed = new Map<string, string>();
  return ({ path, text }: Document): void => {
    if (renewed.get(path) === text) return;
    renewed.delete(path);
    renewed.set(path, text);
    for (const oldest of [...renewed.keys()].slice(0, -RENEWED)) renewed.delete(oldest);
    forget(path);
    changed(path);
  };
}

/** Analyses that wait for all that they lack. */
const settling =
  (analyses: AnalysisCache, launches: LaunchBook): Engine["settled"] =>
  async (document, signal) => {
    const analysis = await analyses.of(document, signal);
    if (analysis.awaitsHeaders) {
      await analysis.awaitsHeaders;
      analyses.forget(document.path);
    }
    const whole = await analyses.of(document, signal);
    if (!whole.awaitsLaunches) return whole;
    await launches.settled(document.path);
    analyses.forget(document.path);
    return analyses.of(document, signal);
  };

async function dropCaches(analyses: AnalysisCache, cache: CompileCache, syntax: Promise<Syntax> | undefined) {
  analyses.clear();
  emptyCompileCache(cache);
  (await syntax)?.forget();
}

/** `initial` is what configuration files stand above: the settings of the editor, or our defaults. */
export function createEngine(
  platform: Platform,
  initial: Configuration = defaultConfiguration,
  { flags, configurationFile, launchesChanged, keptFiles = KEPT_FILES, programArguments }: EngineOptions = {},
): Engine {
  const base = programArguments ? { ...initial, programArguments } : initial;
  const configurations = createConfigurations(configurationReader(platform, configurationFile), base, flags);
  const neighbours = createNeighbours(platform, (path) => buildSources(platform, path));
  const launches = createLaunchBook(
    launchesChanged &&
      ((path) => {
        analyses.forget(path);
        launchesChanged(path);
      }),
  );
  const renew = launchesChanged && renewal((path) => analyses.forget(path), launchesChanged);
  const kept = { platform, cache: createCompileCache(keptFiles), neighbours, launches, ...(renew && { renew }) };
  let syntax: Promise<Syntax> | undefined;
  const parser = () => {
    syntax ??= platform.grammar().then(createSyntax);
    return syntax;
  };
  const analyses = createAnalysisCache(kept, parser, configurations.of, keptFiles);
  const workshop = async () => ({ ...kept, syntax: await parser() });
  const settled = settling(analyses, launches);
  const shared: Shared = { platform, configurations, analyses, parser, workshop, settled };
  return {
    ...readings(shared),
    ...runs(shared),
    prepare: () => void parser().catch(() => undefined),
    analyse: analyses.of,
    settled,
    async rested(document) {
      await analyses.of(document);
      await launches.rested(document.path);
    },
    dependentsOf: analyses.dependentsOf,
    configure: configurations.configure,
    configurationOf: configurations.of,
    configurationFile: configurations.fileOf,
    forgetConfigurations: configurations.forget,
    forgetSources() {
      analyses.clear();
      launches.clear();
      neighbours.forget();
    },
    dropCaches: () => dropCaches(analyses, kept.cache, syntax),
    sourceChanged(path) {
      for (const own of analyses.dependentsOf(path)) {
        analyses.forget(own);
        // The launches of a document whose own text has changed are found anew when its host code has.
        if (virtualPath(own) !== virtualPath(path)) launches.forget(own);
      }
    },
    dispose() {
      analyses.clear();
      platform.dispose();
    },
  };
}
