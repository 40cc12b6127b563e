/** Configuration files on the command line: what is wrong with them ends a run, and what holds can be printed. */
import { stat } from "node:fs/promises";
import { join, resolve } from "node:path";
import { configurationReader } from "../../engine/configuration/files";
import type { EngineOptions } from "../../engine/index";
import type { Configuration } from "../../engine/model/configuration";
import { secondsOf } from "../../engine/model/configuration";
import type { Layer } from "../../engine/model/configurationFile";
import { UsageError } from "../../engine/model/errors";
import { describeProblems, readText, shownPath } from "../common/documents";
import { renderJson } from "../common/json";
import { say } from "../common/say";
import type { ConfigurationOf } from "../files/expand";
import type { RunLayer } from "./runLayer";

/** Reads configurations by folder; throws UsageError for one that is wrong. */
export function configurations({ configurationFile }: EngineOptions): ConfigurationOf {
  const reader = configurationReader({ readText }, configurationFile);
  return async (folder) => {
    const file = await reader.inFolder(folder);
    if (file && file.problems.length > 0) throw new UsageError(describeProblems(file.problems));
    return file;
  };
}

/** What holds for a file, in the form of a configuration file: printed, it could be one. */
function effective(configuration: Configuration, layer: Layer, run: RunLayer): object {
  const { compile, rules, block, launches, limits, machine, simulation } = configuration;
  const { architecture, standard, includeFolders, defines, fastMath, fmad } = compile;
  const globs = (patterns: Layer["include"]) => patterns?.map((one) => one.glob);
  // A key without a value is not printed.
  return {
    rules,
    architecture,
    compile: { standard, includeFolders, defines, fastMath, fmad },
    defaultBlock: block,
    simulation: { budget: secondsOf(limits.steps), memoryLimit: limits.memoryBytes, ...machine, ...simulation },
    launches,
    include: globs(layer.include),
    exclude: globs(layer.exclude),
    failOn: run.failOn,
    maxWarnings: run.maxWarnings,
    baseline: run.baseline,
  };
}

/** Prints what holds for a path, and on standard error which files say so. */
export async function printConfiguration(path: string, options: EngineOptions, run: RunLayer): Promise<void> {
  const isFolder = await stat(path).then(
    (one) => one.isDirectory(),
    () => false,
  );
  const file = resolve(isFolder ? join(path, "any.cu") : path);
  const { withEngine } = await import("../common/withEngine");
  await withEngine(options, file, async (engine) => {
    const found = await engine.configurationFile(file);
    const from = found ? found.sources.map(shownPath).join(", ") : "no configuration file";
    say(`from ${from}.`);
    process.stdout.write(renderJson(effective(await engine.configurationOf(file), found?.layer ?? {}, run)));
  });
}
