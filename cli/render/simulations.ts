/** The runs of `simulate --all` as text: a line for each kernel, and what became of all of them. */
import { fewOf } from "../../engine/formats/few";
import type { FileRunsJson, KernelRunJson, SimulationsJson } from "../../engine/formats/simulations";
import { groupBy, numbered } from "../../pictures/figures";
import { verdictOf } from "../../pictures/verdict";
import { bold, dim, green, red, yellow } from "../common/terminal";
import { dimensions } from "./text";

const colours = { stopped: red, faulty: red, costly: yellow, ideal: green } as const;

/** What there is to say of a kernel in one line. */
function sentence({ result, reason }: KernelRunJson): string {
  if (!result) return yellow(`Not run: ${reason}`);
  const launch = result.launches[0];
  if (!launch) return yellow(result.message);
  if (result.outcome !== "completed") return (result.assumed ? yellow : red)(result.message);
  const { kind, headline } = verdictOf(launch);
  return colours[kind](headline);
}

function kernelText(run: KernelRunJson): string {
  const launch = run.result?.launches[0];
  const shape = launch ? dim(`  grid ${dimensions(launch.grid)}, block ${dimensions(launch.block)}`) : "";
  const assumed = run.result?.assumed ? dim(`; assumed: ${fewOf(run.result.assumed).join(", ")}`) : "";
  const line = run.line === null ? "" : `line ${run.line}: `;
  return `  ${line}${bold(run.kernel)}${shape}${assumed}\n    ${sentence(run)}`;
}

function fileText({ path, kernels, left_out: leftOut }: FileRunsJson): string[] {
  if (kernels.length + leftOut.length === 0) return [];
  const out = leftOut.map((one) => dim(`  left out: ${one.function}: ${one.reason}`));
  return [[bold(path), ...kernels.map(kernelText), ...out].join("\n")];
}

/** How many runs ended in which way. */
function tally({ files }: SimulationsJson): string {
  const runs = files.flatMap(({ kernels }) => kernels);
  const ends = [...groupBy(runs, ({ result }) => result?.outcome ?? "not run")].sort(([a], [b]) => (a < b ? -1 : 1));
  const how = ends.map(([outcome, some]) => `${some.length} ${outcome}`).join(", ");
  return `${numbered(runs.length, "kernel")} in ${numbered(files.length, "file")}${how && `: ${how}`}.`;
}

/** The result of `simulate --all` as text. */
export const renderSimulations = (report: SimulationsJson): string =>
  `${[...report.files.flatMap(fileText), tally(report)].join("\n\n")}\n`;
