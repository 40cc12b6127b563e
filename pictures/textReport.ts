/** A run as text: everything that the sidebar shows, pictures as their tables, in lines and columns. */

import type { BranchJson, LaunchReportJson, LineJson, RunFindingJson } from "../engine/formats/launch";
import type { HostPlaceJson } from "../engine/formats/program";
import type { SimulateJson } from "../engine/formats/simulation";
import { spaceBars, usefulBars } from "./bars";
import { branchLanes, branchTable } from "./branches";
import { decimal, dimensions, grouped, lanesPerRequest, libraryText } from "./figures";
import { whereOf } from "./findings";
import { managedByLine, managedTable, pagesPicture } from "./managed";
import type { Picture, Table } from "./model";
import { modelledSentences } from "./modelled";
import { allocationTable, launchTable } from "./program";
import { accessName, requestPictures, sampleText, warpName } from "./request";
import { reuseTable } from "./reuse";
import { lineTable, metricTable, textTable } from "./tables";
import { timelinePicture, wholeTime } from "./timeline";
import { launchRemarks, launchVerdict, programVerdict } from "./verdict";

/** A table under its caption; nothing where it has no row. */
const section = (table: Table): string[] => (table.rows.length > 0 ? [`${table.caption}\n\n${textTable(table)}`] : []);

/** What a picture shows, in words and figures. */
const pictureText = ({ title, description, table }: Picture): string =>
  [title, description, "", textTable(table)].join("\n");

const lineText = (line: number | null, path?: string): string | false =>
  line !== null && `line ${line}${path === undefined ? "" : ` of ${path}`}`;

const atLine = (line: number | null, path?: string): string => places(lineText(line, path));

type Found = HostPlaceJson & { readonly message: string };

const places = (...parts: readonly (string | false)[]): string => {
  const known = parts.filter(Boolean);
  return known.length > 0 ? ` (${known.join(", ")})` : "";
};

function findingText(
  finding: Found & Pick<RunFindingJson, "block" | "thread"> & { readonly other?: Found | null },
): string {
  const { message, line, path, other, ...at } = finding;
  const first = `${message.replace(/\.$/, "")}${places(lineText(line, path), whereOf(at))}`;
  return `- ${first}${other ? `; ${other.message}${atLine(other.line, other.path)}` : ""}`;
}

const countedFinding = (finding: RunFindingJson): string =>
  `${findingText(finding)}${finding.times > 1 ? `; seen ${grouped(finding.times)} times` : ""}`;

function requestText(line: LineJson): string[] {
  const pictures = requestPictures(line);
  if (pictures.length === 0) return [];
  return [[`One ${accessName(line)}`, sampleText(line), ...pictures.map((one) => `\n${pictureText(one)}`)].join("\n")];
}

const branchText = ({ line, sample }: BranchJson): string[] =>
  sample ? [`Branch in line ${line}, ${warpName(sample)}\n${pictureText(branchLanes(sample))}`] : [];

function launchText(launch: LaunchReportJson): string {
  const { branches = [], traffic = [], sampled } = launch;
  const lanes = lanesPerRequest(launch);
  const given = launch.arguments.map((one) => `  ${one.type} ${one.name} = ${one.spec} (${one.from})`);
  const head = [
    launch.signature,
    `grid ${dimensions(launch.grid)}, block ${dimensions(launch.block)}, ${launch.shared} bytes of dynamic shared memory`,
    ...(lanes === undefined ? [] : [`${decimal(lanes)} of 32 lanes active in a request`]),
    ...(launch.instantiated ? [`Instantiated by WarpLens: ${launch.instantiated}.`] : []),
    ...libraryText(launch),
    launchVerdict(launch),
    ...launchRemarks(launch),
    ...(sampled ? [`Estimated from ${sampled.blocks} of ${sampled.of} blocks: the launch is large.`] : []),
  ];
  return [
    head.join("\n"),
    ...(given.length ? [["Arguments", ...given].join("\n")] : []),
    ...(launch.findings.length ? [["Findings", ...launch.findings.map(countedFinding)].join("\n")] : []),
    ...section(spaceBars(launch.lines).table),
    ...section(lineTable(launch)),
    ...section(reuseTable(launch, ({ line }) => `${line}`)),
    ...(traffic.length ? section(usefulBars(traffic).table) : []),
    ...launch.lines.flatMap(requestText),
    ...section(branchTable(branches)),
    ...branches.flatMap(branchText),
    ...section(metricTable(launch, true)),
  ].join("\n\n");
}

/** What only a whole program has. */
function programText(report: SimulateJson): string[] {
  const { exit_code: code, findings = [], stdout = "", stderr = "", timeline = [], managed = [] } = report;
  const byLine = managedByLine(managed);
  const said = (name: string, text: string) => (text === "" ? [] : [`${name}\n\n${text.trimEnd()}`]);
  return [
    programVerdict(report),
    ...(code === null || code === undefined ? [] : [`Ended with exit code ${code}.`]),
    ...(findings.length
      ? [
          [
            "Found while the program ran",
            ...findings.map((finding) => findingText({ ...finding, block: null, thread: null })),
          ].join("\n"),
        ]
      : []),
    ...said("Standard output", stdout),
    ...said("Standard error", stderr),
    ...modelledSentences(report),
    ...(timeline.length ? [pictureText(timelinePicture(timeline, wholeTime(timeline)))] : []),
    ...byLine.map((one) => pictureText(pagesPicture(one))),
    ...section(managedTable(byLine)),
    ...section(allocationTable(report.allocations ?? [])),
    ...section(launchTable(report)),
  ];
}

/** A whole report as plain text: what pictures show stands in tables. */
export function textReport(report: SimulateJson, title: string): string {
  const isProgram = report.stdout !== undefined;
  return [
    title,
    `Simulated on ${report.device}: ${report.outcome}${report.message ? `. ${report.message}` : ""}${atLine(report.line ?? null, report.path)}`,
    ...(isProgram ? programText(report) : []),
    ...report.launches.map(launchText),
    "",
  ].join("\n\n");
}
