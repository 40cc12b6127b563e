/** A run as text, read from the top: a verdict, the program's output, findings, and each launch with its accesses. */

import { fewOf } from "../../engine/formats/few";
import type { LaunchReportJson, LineJson, RunFindingJson } from "../../engine/formats/launch";
import type { SimulateJson } from "../../engine/formats/simulation";
import { boundsText } from "../../pictures/bounds";
import { decimal, isCounted, lanesPerRequest, libraryText, SECTOR_BYTES } from "../../pictures/figures";
import { timesText } from "../../pictures/findings";
import { modelledSentences } from "../../pictures/modelled";
import { alikeText, launchSections } from "../../pictures/program";
import { ending, isExplained, launchRemarks, launchVerdict, programVerdict } from "../../pictures/verdict";
import type { SourceTexts } from "../common/sourceTexts";
import { bold, dim, green, red, yellow } from "../common/terminal";
import { accessTable, reuseText } from "./accesses";
import { placeText } from "./places";
import { findingsText, outputText, unreachedText } from "./programText";
import { dimensions, thousands, withCommas } from "./text";

interface Headline {
  readonly name: string;
  readonly measured: number;
  readonly ideal: number;
  /** Of one of them, where they move bytes. */
  readonly bytes: number | undefined;
}

/** `2.4 MB` */
function byteText(bytes: number): string {
  const [unit, size] = bytes < 1e3 ? ["bytes", 1] : bytes < 1e6 ? ["kB", 1e3] : bytes < 1e9 ? ["MB", 1e6] : ["GB", 1e9];
  return `${decimal(Math.round((10 * bytes) / Number(size)) / 10)} ${unit}`;
}

function sum(lines: readonly LineJson[], count: (line: LineJson) => number): number {
  return lines.reduce((total, line) => total + count(line), 0);
}

function headlines(report: LaunchReportJson): Headline[] {
  const of = (space: LineJson["space"]) => report.lines.filter((line) => line.space === space);
  return (["global", "bulk", "cluster", "local", "shared", "constant"] as const).flatMap((space) => {
    const lines = of(space);
    if (!lines.some(isCounted)) return [];
    const shared = space === "shared" || space === "constant";
    return [
      {
        name: `${space} ${shared ? "wavefronts" : "sectors"}`,
        measured: sum(lines, (line) => (shared ? line.wavefronts : line.sectors)),
        ideal: sum(lines, (line) => (shared ? line.wavefrontsIdeal : line.sectorsIdeal)),
        bytes: shared ? undefined : SECTOR_BYTES,
      },
    ];
  });
}

function verdict(measured: number, ideal: number): string {
  if (measured <= ideal) return green("at the ideal");
  const ratio = measured / ideal;
  return (ratio >= 4 ? red : yellow)(`${ratio.toFixed(ratio < 100 ? 1 : 0)}× the ideal`);
}

/** What the sections of a report share: the texts at places, and the colour of findings that are no warnings. */
interface Style {
  readonly device: string;
  readonly texts: SourceTexts;
  readonly colour: typeof red;
  /** Whether a launch shows one of its findings. */
  isShown(finding: RunFindingJson): boolean;
}

/** What a launch did: its verdict, its totals by space, and its accesses. `alike`: which launches it is of. */
function renderLaunch(report: LaunchReportJson, { device, texts, colour, isShown }: Style, alike: string): string {
  const given = fewOf(report.arguments.map((one) => `${one.name} = ${one.spec}`)).join(", ");
  const lanes = lanesPerRequest(report);
  return [
    `${bold(report.signature)}${dim(`  grid ${dimensions(report.grid)}, block ${dimensions(report.block)}${given && `; ${given}`}`)}${alike && dim(`  ${alike}`)}`,
    ...(report.instantiated ? [yellow(`  Instantiated by WarpLens: ${report.instantiated}.`)] : []),
    `  ${launchVerdict(report)}`,
    ...report.findings.filter(isShown).map((finding) => {
      const text = `  ${placeText(finding)}${finding.message}${withCommas(timesText(finding))}${finding.fix ? ` ${finding.fix}` : ""}`;
      return finding.severity === "error" ? colour(text) : yellow(text);
    }),
    ...boundsText(report, device).map((one) => `  ${one}`),
    ...libraryText(report).map((one) => yellow(`  ${one}`)),
    ...(report.sampled
      ? [
          yellow(
            `  Sampled: ${thousands(report.sampled.blocks)} of ${thousands(report.sampled.of)} blocks were run; the figures are estimates for all${certainty(report)}.`,
          ),
        ]
      : []),
    ...(lanes !== undefined && lanes < 31.95 ? [`  ${lanes.toFixed(1)} of 32 lanes are active in a request.`] : []),
    ...launchRemarks(report).map((one) => `  ${withCommas(one)}`),
    ...headlines(report).map(
      (one) =>
        `  ${one.name.padEnd(18)} ${thousands(one.measured).padStart(10)}  ideal ${thousands(one.ideal).padStart(8)}  ${verdict(one.measured, one.ideal)}${one.bytes ? `; ${byteText(one.bytes * one.measured)} moved, ${byteText(one.bytes * one.ideal)} needed` : ""}`,
    ),
    ...(report.lines.length > 0 ? [accessTable(report.lines, texts)] : []),
    ...reuseText(report, texts),
  ].join("\n");
}

/** How far the estimates of a sampled launch may be off, where that is known: of the counter that is least certain. */
function certainty({ sampled, metrics }: LaunchReportJson): string {
  const off = Object.entries(sampled?.intervals ?? {}).map(([name, [low, high]]) => {
    const estimate = metrics[name] ?? 0;
    return estimate > 0 ? Math.max(high - estimate, estimate - low) / estimate : 0;
  });
  if (off.length === 0) return "";
  const most = 100 * Math.max(...off);
  return most === 0 ? ", as alike as its batches are" : `, 95 % certain within ${most.toPrecision(2)} %`;
}

/** What the columns mean. */
const UNITS =
  "A request is one memory instruction of a warp; a sector is 32 bytes of memory, a wavefront one pass of shared or constant memory. Ideal is the least that the same requests could cost.";

/** The result of `simulate` as text. */
export function renderSimulation(result: SimulateJson, texts: SourceTexts): string {
  // A failure under assumed values is shown as a notice, not as an error.
  const style: Style = {
    device: result.device,
    texts,
    colour: result.assumed ? yellow : red,
    isShown: (finding) => !isExplained(finding, result),
  };
  const isProgram = result.stdout !== undefined;
  const code = result.exit_code;
  const sections = launchSections(result);
  const blocks = [
    ...(isProgram ? [bold(programVerdict(result))] : []),
    ...outputText(result),
    ...findingsText(result.findings ?? []),
    ...sections.shown.map(({ launch, numbers }) => renderLaunch(launch, style, alikeText(result.launches, numbers))),
    ...sections.others.map(withCommas),
    ...unreachedText(result),
    ...modelledSentences(result).map(withCommas),
    ...(typeof code === "number" ? [`The program's own exit code is ${code}.`] : []),
    ...(result.launches.some(({ lines }) => lines.length > 0) ? [dim(UNITS)] : []),
    dim(ending(result)),
  ];
  return `${blocks.join("\n\n")}\n`;
}
