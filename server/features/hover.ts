/** Numbers under the pointer: what one request of an access costs, whether a barrier can be missed, what a kernel moves. */
import {
  type Hover,
  type HoverParams,
  type MarkupContent,
  MarkupKind,
  type Position,
  type Range,
} from "vscode-languageserver";
import type { ArrayOutline, Outline } from "../../analyzer/syntax/model";
import type { AccessJson, InspectJson, KernelJson } from "../../engine/formats/inspection";
import type { PlaceJson } from "../../engine/formats/place";
import { boundsText } from "../../pictures/bounds";
import { worthText } from "../../pictures/worth";
import type { Feature, ServerContext } from "../common/context";
import { guarded } from "../common/handlers";
import { contains, placeRange, rangeOf } from "../common/positions";
import { entryText, identifierAt, referenceAt } from "../common/reference";
import type { Snapshot } from "../common/snapshots";
import { cost, launchWords, placedLaunch, plural } from "../common/words";

/** One access as a row: what, how wide, what a request costs, and the least that it could. */
function accessRow(access: AccessJson): string {
  const { op, space, width, footprint } = access;
  const known = cost(access);
  const stride = footprint.lane_stride === undefined ? "–" : plural(footprint.lane_stride, "bytes");
  const words = known ? plural(known.words, known.unit) : "not known";
  return `| ${space} ${op} | ${plural(width, "bytes")} | **${words}** | ${known?.ideal ?? "–"} | ${stride} |`;
}

/** An access, and the kernel that it is of. */
interface SaidAccess {
  readonly access: AccessJson;
  readonly kernel: KernelJson;
}

/** What holds beside the figures: how sure they are, between which barriers, under which launch. */
function accessRemark({ access, kernel }: SaidAccess): string {
  const { footprint } = access;
  const depends = footprint.depends_on ? ` The addresses depend on ${footprint.depends_on}.` : "";
  const certainty = footprint.certainty === "bounded" ? " The bounds depend on values that are not known." : "";
  const edge = footprint.full_warps_only ? " Partly active warps access no more." : "";
  return `${launchWords(placedLaunch(kernel, access))}.${cost(access) ? certainty + edge : depends}${intervalWords(access)}`;
}

/** The most rows of the table: with its head and the remark a hover has six lines. */
const MOST_ROWS = 3;

/** Accesses of one place as a table, and one line about them. */
function accessTable(accesses: readonly SaidAccess[], worth: string): string {
  const rows = [...new Set(accesses.map(({ access }) => accessRow(access)))];
  const more = rows.length > MOST_ROWS ? ` ${rows.length - MOST_ROWS} more instances access it in other ways.` : "";
  const head = ["| A lane's access | Width | A request | Ideal | Neighbours apart |", "|---|--:|--:|--:|--:|"];
  return [...head, ...rows.slice(0, MOST_ROWS), "", `${accessRemark(accesses[0]!)}${more}${worth}`].join("\n");
}

/** Between which barriers an access to shared memory runs. */
function intervalWords({ interval }: AccessJson): string {
  // Where a loop never ends there is no edge to name.
  if (!interval?.after.length || !interval.before.length) return "";
  const words = (lines: readonly (number | null)[], edge: string): string =>
    lines.map((line) => (line === null ? edge : `the barrier at line ${line}`)).join(" or ");
  return ` Runs between ${words(interval.after, "the beginning")} and ${words(interval.before, "the end")}.`;
}

interface Said {
  readonly range: Range;
  readonly said: SaidAccess | string;
  /** What its line's ideal brings under the kernel's first launch, where it is known. */
  readonly worth?: string;
}

const sizeOf = ({ range }: Said): number =>
  (range.end.line - range.start.line) * 10_000 + range.end.character - range.start.character;

/** The smallest of the places under the pointer, and everything said of it: instantiations say different things. */
function smallest(all: readonly Said[]): Hover | undefined {
  const best = Math.min(...all.map(sizeOf));
  const chosen = all.filter((one) => sizeOf(one) === best);
  if (chosen.length === 0) return undefined;
  const accesses = chosen.flatMap(({ said }) => (typeof said === "string" ? [] : [said]));
  const texts = new Set(chosen.flatMap(({ said }) => (typeof said === "string" ? [said] : [])));
  const worths = new Set(chosen.flatMap(({ worth }) => worth ?? []));
  // Instances that bring different things say nothing in common.
  const [worth] = worths.size === 1 ? worths : [];
  const value = [
    ...(accesses.length > 0 ? [accessTable(accesses, worth ? ` Its line at its ideal: ${worth}.` : "")] : []),
    ...texts,
  ].join("\n\n");
  return { range: chosen[0]!.range, contents: { kind: MarkupKind.Markdown, value } };
}

const at = (position: Position) => (place: PlaceJson) => contains(placeRange(place), position);

function placesAt(inspection: InspectJson, position: Position): Said[] {
  const here = at(position);
  return inspection.kernels.flatMap((kernel) => [
    ...kernel.accesses.filter(here).map((access) => ({
      range: placeRange(access),
      said: { access, kernel },
      worth: worthText(kernel.launches[0]?.bounds, access),
    })),
    ...kernel.barriers.filter(here).map((barrier) => ({
      range: placeRange(barrier),
      said: barrier.divergent
        ? "**Barrier** that some threads of the block may not reach."
        : "**Barrier** that every thread of the block reaches.",
    })),
  ]);
}

const elementBytes: Readonly<Record<string, number>> = {
  char: 1,
  bool: 1,
  short: 2,
  int: 4,
  unsigned: 4,
  "unsigned int": 4,
  float: 4,
  double: 8,
  "long long": 8,
  half: 2,
  __half: 2,
  float2: 8,
  float3: 12,
  float4: 16,
  int2: 8,
  int4: 16,
  double2: 16,
};

/** What a shared array's rows mean for the 32 banks, where its sizes are numbers or simple macros. */
function arrayWords(snapshot: Snapshot, outline: Outline, array: ArrayOutline): string | undefined {
  if (!array.isShared || array.dimensions.length === 0) return undefined;
  const macros = new Map(outline.macros.filter((macro) => !macro.parameters).map((macro) => [macro.name, macro.body]));
  const folded = array.dimensions.map((span) => foldSize(snapshot.text.slice(span.start, span.end), macros));
  const bytes = elementBytes[array.type.replace(/\b(__shared__|const|volatile|static)\b/g, "").trim()];
  if (bytes === undefined || folded.some((size) => size === undefined)) return undefined;
  const total = folded.reduce<number>((product, size) => product * size!, bytes);
  const row = folded.at(-1)! * bytes;
  const words = row / 4;
  const rows = array.dimensions.length > 1 ? ` A row is ${words} words: rows start ${words % 32} banks apart.` : "";
  return `**Shared array** \`${array.name}\`: ${total} bytes a block.${rows}`;
}

/** Sums and products of numbers and macros: enough for `TILE + 1`. */
function foldSize(text: string, macros: ReadonlyMap<string, string>, depth = 0): number | undefined {
  const trimmed = text.trim();
  if (/^\d+[uUlL]*$/.test(trimmed)) return Number.parseInt(trimmed, 10);
  const macro = macros.get(trimmed);
  if (macro !== undefined) return depth < 8 ? foldSize(macro, macros, depth + 1) : undefined;
  const inner = /^\(([^()]*)\)$/.exec(trimmed)?.[1];
  if (inner !== undefined) return foldSize(inner, macros, depth);
  for (const [operator, apply] of [
    ["+", (a: number, b: number) => a + b],
    ["*", (a: number, b: number) => a * b],
  ] as const) {
    const cut = trimmed.lastIndexOf(operator);
    if (cut <= 0) continue;
    const left = foldSize(trimmed.slice(0, cut), macros, depth + 1);
    const right = foldSize(trimmed.slice(cut + 1), macros, depth + 1);
    return left === undefined || right === undefined ? undefined : apply(left, right);
  }
  return undefined;
}

function kernelWords(kernels: readonly KernelJson[], device: string): string {
  return kernels
    .map((kernel) => {
      const [first] = kernel.launches;
      const launch = kernel.accesses[0]?.launch;
      const count = (space: string) => kernel.accesses.filter((access) => access.space === space).length;
      const accesses = ["global", "shared", "local"].flatMap((space) =>
        count(space) ? [`${count(space)} ${space}`] : [],
      );
      const divergent = kernel.branches.filter((branch) => branch.kind === "divergent").length;
      return [
        `**Kernel** \`${kernel.signature}\``,
        `Accesses: ${accesses.join(", ") || "none"} · barriers: ${kernel.barriers.length} · branches that can diverge: ${divergent}`,
        ...(launch ? [launchWords(launch)] : []),
        ...(first ? boundsText(first, device) : []),
      ].join("\n\n");
    })
    .join("\n\n---\n\n");
}

async function hoverAt(context: ServerContext, { textDocument, position }: HoverParams): Promise<Hover | null> {
  const snapshot = context.snapshots.get(textDocument.uri);
  if (!snapshot) return null;
  const outline = await context.engine.outline(snapshot);
  const reference = referenceHover(context, snapshot, outline, snapshot.offsetAt(position));
  const facts = await factsHover(context, snapshot, outline, position);
  if (!reference || !facts) return reference ?? facts;
  const [first, second] = [facts, reference].map(({ contents }) => (contents as MarkupContent).value);
  return { ...facts, contents: { kind: MarkupKind.Markdown, value: `${first}\n\n---\n\n${second}` } };
}

/** What the name under the pointer does, where it is CUDA's. */
function referenceHover(
  context: ServerContext,
  snapshot: Snapshot,
  outline: Outline,
  offset: number,
): Hover | undefined {
  const name = identifierAt(snapshot.text, offset);
  const entry = name && referenceAt(snapshot.text, outline, name);
  if (!name || !entry) return undefined;
  const value = entryText(entry, context.settings().architecture);
  return { range: rangeOf(snapshot, name), contents: { kind: MarkupKind.Markdown, value } };
}

/** What is known of the access, barrier, array, kernel or launch under the pointer. */
async function factsHover(
  context: ServerContext,
  snapshot: Snapshot,
  outline: Outline,
  position: Position,
): Promise<Hover | null> {
  const offset = snapshot.offsetAt(position);
  const under = (span: { start: number; end: number }) => span.start <= offset && offset <= span.end;
  const array = outline.arrays.find(under);
  const arrayText = array && arrayWords(snapshot, outline, array);
  if (array && arrayText) {
    return { range: rangeOf(snapshot, array), contents: { kind: MarkupKind.Markdown, value: arrayText } };
  }
  // Outside of device code there is nothing that needs the compiler.
  const around = outline.functions.find((one) => one.isDevice && under(one));
  const launch = outline.launches.find(under);
  if (!around && !launch) return null;
  const inspection = await context.inspect(snapshot);
  const place = smallest(placesAt(inspection, position));
  if (place) return place;
  const name = around && under(around.nameSpan) ? around.name : launch?.kernel;
  const kernels = inspection.kernels.filter((kernel) => kernel.kernel === name);
  if (kernels.length === 0) return null;
  const range = around && under(around.nameSpan) ? rangeOf(snapshot, around.nameSpan) : undefined;
  return {
    ...(range ? { range } : {}),
    contents: { kind: MarkupKind.Markdown, value: kernelWords(kernels, inspection.device) },
  };
}

/** Hovers over accesses, arrays, barriers, kernels, launches, and CUDA's own names. */
export const hover: Feature = {
  name: "hover",
  register(context) {
    const { connection } = context;
    connection.onHover(
      guarded(context, "hover", null as Hover | null, (params: HoverParams) => hoverAt(context, params)),
    );
    return undefined;
  },
};
