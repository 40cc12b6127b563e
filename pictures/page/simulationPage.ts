/** A run as one HTML file: the figures, tables and pictures of the sidebar, by the same code, and the source beneath. */

import type { LaunchReportJson, LineJson } from "../../engine/formats/launch";
import type { ProgramJson } from "../../engine/formats/program";
import type { SimulateJson } from "../../engine/formats/simulation";
import { lineBars, spaceBars, usefulBars } from "../bars";
import { boundsBars, boundsText } from "../bounds";
import { branchTable } from "../branches";
import {
  counted,
  decimal,
  dimensions,
  groupBy,
  idealOf,
  lanesPerRequest,
  libraryText,
  measuredOf,
  unitOf,
} from "../figures";
import { foundText } from "../findings";
import { element, type Node } from "../markup";
import { modelledSentences } from "../modelled";
import { alikeText, allocationCount, allocationTable, byGravity, launchSections, launchTable } from "../program";
import { accessName, requestPictures, sampleText } from "../request";
import { reusedLoads, reuseTable } from "../reuse";
import { rooflinePicture } from "../roofline";
import { writtenAccesses } from "../shares";
import { accessTable, lineTable, metricTable } from "../tables";
import { timelinePicture, wholeTime } from "../timeline";
import { ending, isExplained, launchRemarks, launchVerdict, programVerdict } from "../verdict";
import { folded, lineLink, listing, page, pictured, tableOf } from "./page";

/** The most accesses of a launch that get a picture, the costliest first. */
const PICTURED = 6;

function found(launch: LaunchReportJson, result: SimulateJson): Node[] {
  const shown = launch.findings.filter((finding) => !isExplained(finding, result));
  if (shown.length === 0) return [];
  const items = shown.map((finding) =>
    element(
      "li",
      {},
      ...(finding.line === null ? [] : [lineLink(finding.line, `line ${finding.line}`), ": "]),
      foundText(finding),
    ),
  );
  return [element("h3", { class: "error" }, "Found while running"), element("ul", {}, items)];
}

/** How far an access is from its ideal, in units. */
const excess = (line: LineJson): number => measuredOf(line) - idealOf(line);

/** The costliest request of each access, drawn. */
function requests(launch: LaunchReportJson): Node[] {
  const sampled = launch.lines.filter((line) => line.sample);
  const shown = [...sampled].sort((a, b) => excess(b) - excess(a)).slice(0, PICTURED);
  if (shown.length === 0) return [];
  return [
    element("h3", {}, "The costliest request of each access"),
    ...(sampled.length > shown.length
      ? [element("p", { class: "hint" }, `${shown.length} of ${sampled.length}, those with the largest excess.`)]
      : []),
    ...shown.map((line) =>
      element(
        "section",
        {},
        element("p", {}, lineLink(line.line, `line ${line.line}`), `: ${accessName(line)}. ${sampleText(line)}`),
        element("div", { class: "columns" }, requestPictures(line).map(pictured)),
      ),
    ),
  ];
}

function traffic(launch: LaunchReportJson): Node[] {
  const { lines } = launch;
  const written = writtenAccesses(lines);
  if (lines.length === 0) return [element("p", {}, "The kernel made no memory requests.")];
  return [
    element(
      "div",
      { class: "columns" },
      pictured(spaceBars(lines)),
      ...(launch.traffic?.length ? [pictured(usefulBars(launch.traffic))] : []),
      ...[boundsBars(launch), rooflinePicture(launch)].flatMap((picture) => (picture ? [pictured(picture)] : [])),
    ),
    tableOf(accessTable(launch), (row) => lineLink(written[row]!.line)),
    ...requests(launch),
    folded(
      "Totals per line",
      pictured(lineBars(lines)),
      tableOf(lineTable(launch), (row) => lineLink(lines[row]!.line)),
    ),
  ];
}

/** One section for launches that are alike. */
function launchSection(launch: LaunchReportJson, result: SimulateJson, numbers: readonly number[]): Node[] {
  const lanes = lanesPerRequest(launch);
  const given = {
    caption: "Arguments",
    columns: ["Parameter", "Type", "Value", "From"].map((title) => ({ title, numeric: false })),
    rows: launch.arguments.map((one) => [one.name, one.type, one.spec, one.from]),
  };
  const shape = `grid ${dimensions(launch.grid)}, block ${dimensions(launch.block)}`;
  const alike = alikeText(result.launches, numbers);
  return [
    element("h2", {}, launch.signature),
    element(
      "p",
      { class: "hint" },
      `${shape}${lanes === undefined ? "" : `, ${decimal(lanes)} of 32 lanes active in a request`}${alike && `; ${alike}`}`,
    ),
    ...(launch.instantiated
      ? [element("p", { class: "hint" }, `Instantiated by WarpLens: ${launch.instantiated}.`)]
      : []),
    ...libraryText(launch).map((one) => element("p", { class: "hint" }, one)),
    ...[launchVerdict(launch), ...launchRemarks(launch)].map((one) => element("p", {}, one)),
    ...boundsText(launch, result.device).map((one) => element("p", {}, one)),
    ...found(launch, result),
    ...traffic(launch),
    ...(reusedLoads(launch).length > 0
      ? [
          tableOf(
            reuseTable(launch, ({ line }) => `${line}`),
            (row) => lineLink(reusedLoads(launch)[row]!.line),
          ),
        ]
      : []),
    ...(launch.branches?.length ? [folded("Branches", tableOf(branchTable(launch.branches)))] : []),
    folded("Counters, as Nsight Compute names them", tableOf(metricTable(launch, false))),
    ...(launch.arguments.length > 0 ? [folded("Arguments of this run", tableOf(given))] : []),
  ];
}

function hostFindings(findings: ProgramJson["findings"]): Node {
  const items = byGravity(findings).map(({ severity, message, line, other }) =>
    element(
      "li",
      {},
      `${severity}: `,
      ...(line === null ? [] : [lineLink(line, `line ${line}`), ": "]),
      message,
      ...(other
        ? [" ", ...(other.line === null ? [] : [lineLink(other.line, `line ${other.line}`), ": "]), other.message]
        : []),
    ),
  );
  return element("ul", {}, items);
}

/** What only a whole program has. */
function program(result: SimulateJson): Node[] {
  const { stdout, stderr, exit_code: code, findings = [], timeline = [], allocations = [] } = result;
  if (stdout === undefined) return [];
  return [
    element("p", {}, programVerdict(result)),
    ...(code === null || code === undefined ? [] : [element("p", {}, `The program's own exit code is ${code}.`)]),
    ...(stdout ? [element("h3", {}, "Output of the program"), element("pre", { tabindex: 0 }, stdout)] : []),
    ...(stderr ? [element("h3", {}, "Standard error of the program"), element("pre", { tabindex: 0 }, stderr)] : []),
    ...(findings.length > 0
      ? [element("h3", { class: "warning" }, "Found while the program ran"), hostFindings(findings)]
      : []),
    ...modelledSentences(result).map((one) => element("p", {}, one)),
    ...(timeline.length > 0
      ? [element("h3", {}, "Timeline (modelled)"), pictured(timelinePicture(timeline, wholeTime(timeline)))]
      : []),
    ...(result.launches.length > 0 ? [element("h3", {}, "Launches"), tableOf(launchTable(result))] : []),
    ...(allocations.length > 0
      ? [folded(`Allocations (${allocationCount(allocations)})`, tableOf(allocationTable(allocations)))]
      : []),
  ];
}

/** What the accesses of a line cost together, where that is more than the ideal. */
function remarks(result: SimulateJson): (line: number) => string | undefined {
  const byLine = groupBy(
    result.launches.flatMap((launch) => launch.lines).filter((line) => excess(line) > 0),
    (one) => one.line,
  );
  return (line) => {
    const worst = byLine.get(line)?.toSorted((a, b) => excess(b) / b.requests - excess(a) / a.requests)[0];
    if (!worst) return undefined;
    const each = (value: number) => value / worst.requests;
    return `${counted(each(measuredOf(worst)), unitOf(worst))} a request, ideal ${decimal(each(idealOf(worst)))}`;
  };
}

/** A text that was run: the name that a reader knows it by, and what stands in it. */
export interface ShownText {
  readonly name: string;
  readonly text: string;
}

/** The result of `simulate` as one HTML page; `version` is of WarpLens. */
export function renderSimulationPage(result: SimulateJson, { name, text }: ShownText, version: string): string {
  const sections = launchSections(result);
  const outcome = result.line === undefined ? result.message : `${result.message} (line ${result.line})`;
  return page(
    `${name} on ${result.device}`,
    [
      element("h1", {}, name),
      element("p", { class: "hint" }, ending(result)),
      ...(result.outcome === "completed" ? [] : [element("p", { class: "error" }, `${result.outcome}: ${outcome}`)]),
      ...program(result),
      ...sections.shown.flatMap(({ launch, numbers }) => launchSection(launch, result, numbers)),
      ...sections.others.map((text) => element("p", {}, text)),
      element("h2", {}, "Source"),
      listing(text, remarks(result)),
    ],
    version,
  );
}
