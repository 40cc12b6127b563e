/** Why the lanes of an access are spread over memory, in words, and what to write instead. */

import { elementTypeOf, typeOf } from "../../facts/host/declarations";
import type { AccessFact } from "../../facts/model";
import { enclosingFunction } from "../../syntax/enclosing";
import type { Span } from "../../syntax/model";
import type { RuleContext } from "../model";
import { bytes } from "../text/words";
import { vectorLength, vectorOf } from "./vectors";

/** A structure of the file whose members are loaded one by one from an array of it. */
export interface StructureAccess {
  readonly structure: string;
  /** `particles`, and what of it is used: `x`. */
  readonly array: string;
  readonly member: string;
  readonly members: readonly { readonly name: string; readonly type: string }[];
}

/** `particles[i].x`: the structure that an access reads one member of. */
export function structureOf(span: Span, { text, outline }: RuleContext): StructureAccess | undefined {
  const written = text.slice(span.start, span.end);
  const [, array, member] = /^([A-Za-z_]\w*)\s*\[[\s\S]*\]\s*\.\s*([A-Za-z_]\w*)/.exec(written) ?? [];
  const arrow = array ? undefined : /^([A-Za-z_]\w*)\s*->\s*([A-Za-z_]\w*)/.exec(written);
  const [root, field] = [array ?? arrow?.[1], member ?? arrow?.[2]];
  if (!root || !field) return undefined;
  const type = typeOf(root, span.start, outline)?.replace(/\b(?:const|struct|__restrict__|volatile)\b|[*&\s]/g, "");
  const structure = (outline.structures ?? []).find(({ name }) => name === type?.split("::").at(-1));
  if (!structure) return undefined;
  return { structure: structure.name, array: root, member: field, members: structure.members };
}

/** Do the threads of a row of the block use neighbouring elements, where a warp covers several of its rows? */
export const hasWholeRows = ({ footprint, access }: AccessFact): boolean => footprint.rowStride === access.width;

/** Do neighbouring lanes use neighbouring elements, so that what is lost is lost by lanes that sit out? */
const hasGaps = (fact: AccessFact): boolean => {
  const { footprint, access } = fact;
  // A full warp needs as many sectors of 32 bytes as each of its 32 lanes has bytes.
  return (
    Math.abs(footprint.laneStride ?? 0) === access.width || (hasWholeRows(fact) && footprint.ideal[1] < access.width)
  );
};

/** Strides up to this many elements are taken for those of records, longer ones for those of rows. */
const LONGEST_RECORD = 8;

/** Bytes between neighbouring threads, those of a row where a warp covers several rows of its block. */
const strideOf = ({ footprint: { laneStride, rowStride } }: AccessFact): number | undefined => laneStride ?? rowStride;

/** Are neighbouring threads as far apart as elements of a record, of which each uses one? */
export function isRecord(fact: AccessFact): boolean {
  const [stride, { width }] = [strideOf(fact), fact.access];
  return stride !== undefined && Math.abs(stride) <= LONGEST_RECORD * width && stride % width === 0;
}

/** An access as it is written, without the function that loads it: `a[i]` of `__ldg(&a[i])`. */
function elementOf({ start, end }: Span, { text }: Pick<RuleContext, "text">): string {
  const written = text.slice(start, end);
  const [, loaded = written] = /^__ld[a-z]{1,2}\s*\(\s*&([\s\S]*)\)$/.exec(written) ?? [];
  return loaded.trim();
}

/** `a[row * width + column]`, `a[row][column]`: does the index name a row and an element of it? */
export function isOfRows(span: Span, context: RuleContext): boolean {
  const [, , index = ""] = /^([A-Za-z_][\w.>-]*)\s*\[([\s\S]*)\]$/.exec(elementOf(span, context)) ?? [];
  return /\][\s]*\[/.test(index) || /\*[\s\S]*\+|\+[\s\S]*\*/.test(index);
}

/** Whether lanes load or store a fragment of a matrix, which share it out in a way that is fixed. */
const isOfFragment = (span: Span, { text }: RuleContext): boolean =>
  /\b(?:load|store)_matrix_sync\s*\(/.test(text.slice(span.start, span.end));

/** One sentence without its full stop: why neighbouring threads do not use neighbouring elements. */
export function causeOf(
  fact: AccessFact,
  structure: StructureAccess | undefined,
  span: Span,
  context: RuleContext,
): string {
  const isRows = isOfRows(span, context);
  const { coefficient, dependsOn } = fact.footprint;
  const { width } = fact.access;
  const laneStride = isRecord(fact) ? strideOf(fact) : fact.footprint.laneStride;
  const [x, y] = fact.launch.block;
  if (isOfFragment(span, context))
    return "A fragment is shared out among the lanes in a way that is fixed, and one request takes a part of many rows";
  if (hasGaps(fact))
    return "The condition around it lets only some lanes of a warp take part, and the others leave gaps";
  if (hasWholeRows(fact))
    return `A warp of this block covers ${Math.ceil(32 / x)} of its rows, and the ${bytes(x * width)} of each are not whole sectors`;
  if (coefficient !== undefined) {
    const what = isRows ? "The index varies fastest over rows" : "The index has a stride";
    return /^\w+$/.test(coefficient)
      ? `${what}: neighbouring threads are \`${coefficient}\` elements apart, which is known only at run time`
      : `${what}: how far neighbouring threads are apart depends on ${coefficient}, known only at run time`;
  }
  if (laneStride !== undefined) {
    const distance = `${Math.abs(laneStride)} bytes apart${laneStride < 0 ? ", backwards," : ""}`;
    if (structure) {
      return `Neighbouring threads are ${distance}, the stride of the structure \`${structure.structure}\`, and use the ${bytes(width)} of \`${structure.member}\``;
    }
    return isRecord(fact)
      ? `Neighbouring threads are ${distance} and use ${width} each`
      : isRows
        ? `The row index varies fastest: neighbouring threads are ${distance}, a row each, and use ${bytes(width)} of it`
        : `The index has a stride: neighbouring threads are ${distance} and use ${bytes(width)} each`;
  }
  if (dependsOn) return `How the threads of a warp spread over the array depends on ${dependsOn}`;
  if (y > 1 && x < 32)
    return `A warp of this block covers ${Math.ceil(32 / x)} of its rows, and its threads spread over the array`;
  return "The threads of a warp spread over the array";
}

/** One sentence without its full stop: what to do about it. */
export function remedyOf(
  fact: AccessFact,
  structure: StructureAccess | undefined,
  span: Span,
  context: RuleContext,
): string {
  const { laneStride, coefficient } = fact.footprint;
  if (isOfFragment(span, context))
    return "Go through a shared-memory tile that is copied by rows, which other warps of the block can use as well";
  if (hasGaps(fact)) return "Let the condition hold for whole warps, or let the lanes that take part be neighbours";
  if (hasWholeRows(fact)) return "Let the block be a multiple of 32 threads wide, so that a warp covers one row";
  if (structure) {
    return `Keep each member of \`${structure.structure}\` in an array of its own (a structure of arrays), or load whole structures through shared memory`;
  }
  const [does, reads] = fact.access.op === "store" ? ["store", "write"] : ["load", "read"];
  const length = vectorLength(fact, strideOf(fact));
  if (length) {
    return `Let each thread ${does} its ${length * fact.access.width} bytes at once as a vector, or ${does} through a shared-memory tile, so that neighbouring threads ${reads} neighbouring elements`;
  }
  if (isRecord(fact)) {
    return `Give neighbouring threads neighbouring elements, or ${does} through a shared-memory tile`;
  }
  if (coefficient !== undefined || laneStride !== undefined) {
    return "Let threadIdx.x run over the innermost index, or go through a shared-memory tile";
  }
  return "Give neighbouring threads neighbouring elements";
}

/** Code to write instead: a structure of arrays, a vector, or a tile of shared memory; `undefined` where none would help. */
export function sketchOf(
  fact: AccessFact,
  structure: StructureAccess | undefined,
  span: Span,
  context: RuleContext,
): string | undefined {
  if (structure) return arraysOf(structure);
  const { op } = fact.access;
  const [, array, index] = /^([A-Za-z_][\w.]*)\s*\[([\s\S]*)\]$/.exec(elementOf(span, context)) ?? [];
  const length = vectorLength(fact, strideOf(fact));
  if (array && length) return vectorOf(length, fact.access, { array, index: index! }, span, context);
  // A tile is for matrices: what is indexed as row * pitch + column.
  if (hasGaps(fact) || hasWholeRows(fact) || isRecord(fact) || !array || !/\*[\s\S]*\+|\+[\s\S]*\*/.test(index!))
    return undefined;
  if (hasRowOfThreads(fact, span, context)) return undefined;
  return op === "load" || op === "store" ? tileOf(fact, array, span, context) : undefined;
}

/** Whether the threads of a block stand in one row, so that no second index of them can run over a tile. */
function hasRowOfThreads({ launch }: AccessFact, span: Span, { text, outline }: RuleContext): boolean {
  const body = enclosingFunction(outline, span.start)?.body;
  const written = body ? text.slice(body.start, body.end) : "";
  return launch.block[1] === 1 && /\bthreadIdx\s*\.\s*x\b/.test(written) && !/\bthreadIdx\s*\.\s*y\b/.test(written);
}

function arraysOf({ structure, members, array, member }: StructureAccess): string {
  const fields = members.map(({ type, name }) => `    ${type.trim()}* ${name};`).join("\n");
  return `struct ${structure}Arrays {\n${fields}\n};\n\n// ${array}[i].${member} becomes\n${array}.${member}[i]`;
}

/** The parameter by which an index multiplies its row: `K` of `a[x * K + i]`, which has one value for each launch. */
function writtenPitch(span: Span, { outline, text }: Pick<RuleContext, "outline" | "text">): string | undefined {
  const [, a, b] = /\[\s*(\w+)\s*\*\s*(\w+)\s*\+/.exec(text.slice(span.start, span.end)) ?? [];
  const parameters = enclosingFunction(outline, span.start)?.parameters.map((one) => one.name) ?? [];
  const [only, another] = [a, b].filter((one) => one !== undefined && parameters.includes(one));
  return another === undefined ? only : undefined;
}

/** A tile that is filled and emptied with `threadIdx.x` along the rows of the matrix. */
function tileOf({ footprint, access }: AccessFact, array: string, span: Span, { outline, text }: RuleContext): string {
  const { laneStride, coefficient } = footprint;
  const elements = laneStride === undefined ? undefined : Math.abs(laneStride) / access.width;
  const named = coefficient && /^\w+$/.test(coefficient) ? coefficient : writtenPitch(span, { outline, text });
  const pitch = named ?? String(elements ?? "width");
  const declared = elementTypeOf(array, span.start, outline);
  const element = declared && /^[\w:]+(?: \w+)*$/.test(declared) ? declared : "float";
  const place = `${array}[(firstRow + threadIdx.y) * ${pitch} + firstColumn + threadIdx.x]`;
  const tile = `__shared__ ${element} tile[32][33];  // one column more, so that its columns have banks of their own`;
  const along = "  // threadIdx.x along the row";
  return access.op === "load"
    ? `${tile}\ntile[threadIdx.y][threadIdx.x] = ${place};${along}\n__syncthreads();\n// tile[threadIdx.x][threadIdx.y] is what ${array} was read for`
    : `${tile}\ntile[threadIdx.x][threadIdx.y] = value;\n__syncthreads();\n${place} = tile[threadIdx.y][threadIdx.x];${along}`;
}
