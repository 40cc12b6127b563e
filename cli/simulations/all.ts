/** Every kernel of files, each run by itself under the launch that the editor would take. */
import { libraryOf, shortSignature } from "../../engine/documents/kernelNames";
import type { FileRunsJson, KernelRunJson, SimulationsJson } from "../../engine/formats/simulations";
import { FORMAT_VERSION } from "../../engine/formats/version";
import type { EngineOptions } from "../../engine/index";
import { leftOutJson } from "../../engine/json/findings";
import type { Analysis, CompiledKernel, Engine, SimulateRequest } from "../../engine/model";
import { UsageError } from "../../engine/model/errors";
import type { Source } from "../common/documents";
import { progress } from "../common/progress";
import { withEngine } from "../common/withEngine";

/** What holds for every kernel. */
export type EachRequest = Pick<SimulateRequest, "device" | "check" | "budget" | "workers">;

/** One-based line of a kernel's definition in the document, if it is there. */
function lineOf({ outline, lines }: Analysis, name: string): number | null {
  const definition = outline.functions.find((one) => one.isKernel && one.body && one.name === name);
  return definition ? lines.positionAt(definition.nameSpan.start).line + 1 : null;
}

async function runKernel(
  engine: Engine,
  analysis: Analysis,
  { kernel }: CompiledKernel,
  request: EachRequest,
): Promise<KernelRunJson> {
  const signature = shortSignature(kernel.name);
  const named = { kernel: signature, line: lineOf(analysis, signature.replace(/[<(].*$/s, "")) };
  try {
    const result = await engine.simulate(analysis.document, { ...request, kernel: kernel.name, arguments: new Map() });
    return { ...named, result, reason: null };
  } catch (error) {
    // A kernel that cannot be run with what is known of it takes no other down.
    if (error instanceof UsageError) return { ...named, result: null, reason: error.message };
    throw error;
  }
}

async function runFile(engine: Engine, source: Source, request: EachRequest): Promise<FileRunsJson> {
  const analysis = await engine.settled({ path: source.path, text: source.text });
  const kernels: KernelRunJson[] = [];
  for (const compiled of analysis.compiled) {
    if (libraryOf(compiled.kernel.name) === undefined)
      kernels.push(await runKernel(engine, analysis, compiled, request));
  }
  kernels.sort((a, b) => (a.line ?? Infinity) - (b.line ?? Infinity));
  return { path: source.shown, kernels, left_out: leftOutJson(analysis) };
}

/** Runs every kernel of the sources, one after the other. */
export async function runAll(
  sources: readonly Source[],
  options: EngineOptions,
  request: EachRequest,
): Promise<SimulationsJson> {
  const line = progress(sources.length);
  const files: FileRunsJson[] = [];
  try {
    if (sources.length > 0)
      await withEngine(options, sources[0]!.path, async (engine) => {
        for (const source of sources) {
          files.push(await runFile(engine, source, request));
          line.step(source.shown);
        }
      });
  } finally {
    line.end();
  }
  return { version: FORMAT_VERSION, checked: request.check === true, files };
}
