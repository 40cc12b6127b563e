/**
 * Host functions that lost calls with the statements that do not parse: a second attempt with their bodies flattened, which
 * counts when it makes more instances of kernels than the first.
 */

import type { FunctionOutline, Outline, Span } from "../../syntax/model";
import { lineIndex } from "../../syntax/text/lineIndex";
import { instancesIn } from "../isolation/cuts";
import { nothingIsolated } from "../isolation/model";
import { applyEdits, type Edit } from "../text/edits";
import { type FlatBody, flatBody } from "../text/flatten";
import { compilePass, type PassRequest, type PassResult } from "./pass";

const holds = (outer: Span, at: number) => outer.start <= at && at < outer.end;

/** Calls that may make instances and of which an attempt has nothing left. */
function lostCalls({ source, outline, omitted = [] }: PassRequest, body: Span, cuts: readonly Edit[]): Span[] {
  const { text } = source;
  // What an edit leaves in place is found where it was, as long as no edit before it has moved it.
  const left = applyEdits(text, [...omitted, ...cuts.filter((one) => one.start < one.end && !one.isExact)]);
  return instancesIn({ text, outline: outline! }, body).filter(({ start, end }) => {
    return left.slice(start, end) !== text.slice(start, end);
  });
}

/** How many instances of template kernels a module has: mangled names stand in its string table as they are. */
function instances({ bitcode }: PassResult, outline: Outline): number {
  if (!bitcode) return -1;
  const names = new TextDecoder("latin1").decode(bitcode);
  const kernels = new Set(
    outline.functions.filter((one) => one.isKernel && one.template !== undefined).map(({ name }) => name),
  );
  return [...kernels].reduce((sum, name) => sum + names.split(`${name.length}${name}I`).length - 1, 0);
}

/** The result of an attempt, or of a second one that keeps every call that the first has lost and that compiles. */
export async function withLostCalls(request: PassRequest, outline: Outline, plain: PassResult): Promise<PassResult> {
  const { path, text } = request.source;
  const isolation = plain.isolations.get(path);
  if (!isolation || !outline.functions.some((one) => one.isKernel && one.template !== undefined)) return plain;
  const lines = lineIndex(text);
  const errors = plain.errors
    .filter(({ file, line }) => file === path && line <= lines.lineCount)
    .map((error) => lines.clangOffsetAt(error));
  const isOmitted = ({ body }: FunctionOutline) => (request.omitted ?? []).some((one) => holds(one, body!.start));
  const flat = outline.functions.flatMap((one): FlatBody[] => {
    if (one.isDevice || !one.body) return [];
    const body = flatBody(text, outline, one, []);
    // What seemed to need nothing of it ends at a brace too many.
    if (isOmitted(one) && body.end <= one.body.end) return [];
    const lost = lostCalls(request, body, isolation.edits);
    // Where all that is wrong is in the calls themselves, there is nothing to be kept.
    const isElsewhere = errors.some((at) => !lost.some((call) => holds(call, at)));
    return lost.length > 0 && isElsewhere ? [body] : [];
  });
  if (flat.length === 0) return plain;
  const edits = isolation.edits.filter((edit) => flat.every((one) => edit.end <= one.start || one.end <= edit.start));
  const isLeft = (line: number | undefined) => {
    if (line === undefined || line > lines.lineCount) return true;
    const start = lines.lineStart(line - 1);
    const end = lines.lineEnd(line - 1);
    return [...edits, ...flat].some((one) => one.start <= end && start <= one.end);
  };
  const leftOut = isolation.leftOut.filter((one) => isLeft(one.line));
  const start = { ...nothingIsolated, opaque: isolation.opaque, edits: [...edits, ...flat], leftOut };
  const again = await compilePass(request, new Map([...plain.isolations, [path, start]]));
  return instances(again, outline) > instances(plain, outline) ? { ...again, errors: plain.errors } : plain;
}
