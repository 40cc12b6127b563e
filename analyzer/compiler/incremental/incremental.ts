/**
 * The device pass while someone types: an edit inside one kernel compiles that kernel alone, the bodies of the others
 * being declarations, and their IR comes from before. What a kernel is compiled from is what its body says and what
 * everything outside of kernel bodies does; a change of the latter compiles the file anew. Lines that have only moved
 * compile nothing: a module notes how far its lines have moved.
 */

import type { FunctionOutline, Outline } from "../../syntax/model";
import { lineIndex } from "../../syntax/text/lineIndex";
import { deviceCommand } from "../command/commands";
import type { SourceFile } from "../command/virtualFiles";
import { lineMap, lineNow } from "../lines/lineMap";
import { lineNames, significantLines, withoutComments } from "../lines/significantLines";
import type { CompileError, CompileOptions, LeftOut, SourceFiles } from "../model";
import { recent } from "../pass/cache";
import { compileDevice, type DeviceCompiled, type DeviceRequest } from "../pass/device";
import type { PassFeedback } from "../pass/feedback";
import { compilePass, type Isolations, type PassRequest, type PassResult, undeclared } from "../pass/pass";
import { hostBodies, unusedHeaders } from "../pass/slice";
import { asDeclaration } from "../text/declarations";
import { applyEdits, type Edit } from "../text/edits";
import { withAssumedNames } from "./assumedNames";
import { type BodySpan, isOn, type Positioned, rebase, type TextLayout } from "./rebase";
import type { CompileCache, CompiledPart, CompiledParts, FileState, KernelState } from "./state";

/** Reference: C++ standard, [basic.link]: what is used and has no linkage is defined in the same translation unit. */
const undefinedBody = /^function '(?:\w+::)*(\w+)\b.*' is used but not defined in this translation unit/;

interface Body extends BodySpan {
  readonly key: string;
  readonly declaration: Edit;
  /** One-based lines of the file that say something. */
  readonly own: readonly number[];
}

interface Bodies {
  readonly kernels: ReadonlyMap<string, Body>;
  /** Bodies of host functions, and include lines, that the device pass has no need of. */
  readonly host: readonly Edit[];
  readonly unused: readonly Edit[];
  readonly context: string;
  readonly layout: TextLayout;
}

/** Kernels of one name (overloads, specialisations) go together, since IR is asked for by name. */
function bodiesOf(
  source: SourceFile,
  outline: Outline,
  files: SourceFiles,
  options: CompileOptions,
): Bodies | undefined {
  const { text, path } = source;
  const host = hostBodies(text, outline, files);
  const unused = unusedHeaders(text, host, files);
  const bare = withoutComments(text);
  const index = lineIndex(text);
  const places = new Map<FunctionOutline, BodySpan & { readonly declaration: Edit }>();
  for (const one of outline.functions) {
    if (!one.isKernel || !one.body) continue;
    const declaration = asDeclaration(text, one);
    // Overloads share a name, and a kernel without an end has no body to exchange: the file is compiled as a whole.
    const isShared = [...places.keys()].some((other) => other.qualifiedName === one.qualifiedName);
    if (!declaration || isShared || one.missingBraceAt !== undefined) return undefined;
    const { start, end } = declaration;
    const line = index.positionAt(start).line + 1;
    places.set(one, { declaration, start, end, line, lines: index.positionAt(end).line + 1 - line });
  }
  const declarations = [...places.values()].map((one) => one.declaration);
  const outside = significantLines(applyEdits(bare, [...host, ...unused, ...declarations]));
  const isNumbered = lineNames([text, ...files.values()]);
  const isFixed = isNumbered(outside.text);
  const kernels = new Map(
    [...places].map(([one, place]): [string, Body] => {
      const { body, qualifiedName } = one;
      const first = index.positionAt(body!.start);
      const significant = significantLines(bare.slice(body!.start, body!.end));
      const own = significant.lines.map((line) => line + first.line);
      const lines = isFixed || isNumbered(significant.text) ? own : [];
      return [qualifiedName, { ...place, own, key: JSON.stringify([first.character, significant.text, lines]) }];
    }),
  );
  const shared = [outside.text, isFixed ? outside.lines : []];
  const context = JSON.stringify([deviceCommand(path, options), [...files], ...shared]);
  const layout = { text, index, outside: outside.lines, bodies: [...kernels.values()] };
  return { kernels, host, unused, context, layout };
}

/** A file whose kernels are wanted; edits of one kernel compile that one. */
export interface KernelsRequest extends Omit<DeviceRequest, "cache" | "level"> {
  readonly cache: CompileCache;
  readonly outline: Outline;
}

/** Under this key the state of a file is kept: the same path may be compiled after other texts. */
const stateKeyOf = ({ source, options }: KernelsRequest): string =>
  JSON.stringify([source.path, options.forcedIncludes]);

/** As {@link compileDevice}, from the cache as far as it goes. */
export async function compileKernels(request: KernelsRequest): Promise<CompiledParts> {
  const { cache, source, outline, files, options } = request;
  const bodies = bodiesOf(source, outline, files, options);
  const before = cache.files.get(stateKeyOf(request));
  const isKnown = bodies && before?.context === bodies.context;
  return (isKnown && (await recompiled(request, before, bodies))) || compiledWhole(request, bodies, before);
}

/** The file compiled as a whole; the instances of kernels that only a definition switches on are modules of their own. */
async function compiledWhole(
  request: KernelsRequest,
  bodies: Bodies | undefined,
  before: FileState | undefined,
): Promise<CompiledParts> {
  const { cache, source, outline, options } = request;
  const plain = await compileDevice(request);
  // What such a compile teaches about the file holds under its definitions alone.
  const apart = { ...cache, learned: recent<PassFeedback>(1) };
  const { whole, parts } =
    options.defines.length > 0
      ? { whole: plain, parts: [] }
      : await withAssumedNames(plain, (defines) =>
          compileDevice({ ...request, options: { ...options, defines }, cache: apart }),
        );
  const { bitcode, leftOut } = whole;
  if (!bitcode) return { ...whole, parts: [] };
  const moduleOf = (name: string) => parts.find((part) => part.kernels.includes(name))?.bitcode ?? bitcode;
  const assumed = new Set(parts.flatMap((part) => part.kernels));
  if (bodies) {
    const { context, layout } = bodies;
    const shared = sharedLeftOut(source.path, whole, layout).map((one) => JSON.stringify(one));
    const rest = leftOut.filter((one) => !shared.includes(JSON.stringify(one)));
    const kernels = new Map(
      [...bodies.kernels].map(([name, body]) => {
        const compiled = { bitcode: moduleOf(name), leftOut: rest, errors: whole.errors };
        return [name, stateOf(source.path, name, body, layout, compiled)];
      }),
    );
    const needed = before?.needed ?? new Set<string>();
    cache.files.set(stateKeyOf(request), { context, whole, layout, kernels, needed, assumed });
  } else {
    cache.files.delete(stateKeyOf(request));
  }
  const kernels = outline.functions.filter((one) => one.isKernel && one.body).map((one) => one.qualifiedName);
  const own = [...new Set(kernels)].filter((name) => !assumed.has(name));
  return { ...whole, parts: [{ bitcode, kernels: own }, ...parts] };
}

/** The changed kernels compiled by themselves; undefined when the whole file has to be compiled. */
async function recompiled(
  request: KernelsRequest,
  state: FileState,
  bodies: Bodies,
): Promise<CompiledParts | undefined> {
  const { source, cache } = request;
  const { kernels, layout } = bodies;
  const changed = [...kernels].filter(([name, { key }]) => state.kernels.get(name)?.key !== key);
  if (changed.some(([name]) => state.assumed.has(name))) return undefined;
  const start = rebase(source.path, state.whole, state.layout, layout);
  if (!start) return undefined;
  const next = changed.length > 0 ? await withFresh(request, state, bodies, { changed, start }) : state;
  if (!next) return undefined;
  if (next !== state) cache.files.set(stateKeyOf(request), next);
  const placed = [...kernels].map(([name, body]) =>
    placedKernel(source.path, name, next.kernels.get(name)!, body, layout),
  );
  const leftOut = [...start.leftOut, ...placed.flatMap((one) => one.leftOut)];
  const errors = inOrder(source.path, [...start.errors, ...placed.flatMap((one) => one.errors)]);
  return { ...next.whole, errors, leftOut, parts: partsOf(source.path, placed, layout) };
}

/** The state with the changed kernels compiled anew; undefined when more than a kernel of them does not compile. */
async function withFresh(
  { elsewhere: _elsewhere, ...file }: KernelsRequest,
  state: FileState,
  bodies: Bodies,
  { changed, start }: { readonly changed: readonly (readonly [string, Body])[]; readonly start: Positioned },
): Promise<FileState | undefined> {
  const names = new Set(changed.map(([name]) => name));
  const appended = changed.flatMap(([name]) => state.whole.appended.get(name) ?? []);
  const pass: PassRequest = { ...file, command: deviceCommand(file.source.path, file.options), appended };
  const { result, needed } = await compileAlone(pass, bodies, names, start.isolations, state.needed);
  const { bitcode } = result;
  const news = result.leftOut.filter((one) => !start.leftOut.includes(one));
  // A kernel that breaks is left out; anything else that does not compile any more is for the whole file to settle.
  if (!bitcode || news.some((one) => !names.has(one.function))) return undefined;
  const compiled = { bitcode, leftOut: news, errors: result.errors };
  const fresh = changed.map(
    ([name, body]) => [name, stateOf(file.source.path, name, body, bodies.layout, compiled)] as const,
  );
  return { ...state, kernels: new Map([...state.kernels, ...fresh]), needed };
}

/** Some kernels beside declarations of the others, but for those of which clang wants the bodies. */
async function compileAlone(
  request: PassRequest,
  { kernels, host, unused }: Bodies,
  names: ReadonlySet<string>,
  start: Isolations,
  known: ReadonlySet<string>,
): Promise<{ readonly result: PassResult; readonly needed: ReadonlySet<string> }> {
  let needed = known;
  let headers = unused;
  for (;;) {
    const others = [...kernels].filter(([name]) => !names.has(name) && !needed.has(plainName(name)));
    const omitted = [...host, ...headers, ...others.map(([, one]) => one.declaration)];
    const giveUpAt = [undefinedBody, ...(headers.length > 0 ? [undeclared] : [])];
    const result = await compilePass({ ...request, omitted, giveUpAt }, start);
    if (!result.retry) return { result, needed };
    const more = result.errors.flatMap(({ message }) => undefinedBody.exec(message)?.[1] ?? []);
    if (more.every((name) => needed.has(name))) {
      if (headers.length === 0) return { result, needed };
      headers = [];
    }
    needed = new Set([...needed, ...more]);
  }
}

/** What was left out of a whole compile besides kernel bodies. */
function sharedLeftOut(path: string, whole: DeviceCompiled, layout: TextLayout): readonly LeftOut[] {
  return rebase(path, whole, layout, layout)?.leftOut ?? [];
}

/** Errors as a compile of the whole file reports them: those of the headers first, then by line. */
function inOrder(path: string, errors: readonly CompileError[]): CompileError[] {
  const lineOf = (one: CompileError) => (one.file === path ? one.line : 0);
  return [...errors].sort((a, b) => lineOf(a) - lineOf(b));
}

const plainName = (qualified: string) => qualified.split("::").at(-1)!;

function stateOf(
  path: string,
  name: string,
  body: Body,
  { outside }: TextLayout,
  compiled: Pick<KernelState, "bitcode" | "leftOut" | "errors">,
): KernelState {
  const { key, own } = body;
  const leftOut = compiled.leftOut.filter((one) => one.function === name);
  const errors = compiled.errors.filter(({ file, line }) => file === path && isOn(body, line));
  return { key, bitcode: compiled.bitcode, leftOut, errors, outside, own };
}

/** A kernel from before, with the lines that its module has places on. */
interface PlacedKernel {
  readonly name: string;
  readonly bitcode: Uint8Array;
  readonly leftOut: readonly LeftOut[];
  readonly errors: readonly CompileError[];
  /** Lines of its body as its module has them, and as they are. */
  readonly ownThen: readonly number[];
  readonly ownNow: readonly number[];
  /** Lines outside of bodies as its module has them: the same list for all kernels that were compiled together. */
  readonly outside: readonly number[];
}

function placedKernel(
  path: string,
  name: string,
  state: KernelState,
  { own }: Body,
  { outside }: TextLayout,
): PlacedKernel {
  const { bitcode } = state;
  const placed = { name, bitcode, ownThen: state.own, ownNow: own, outside: state.outside };
  // Few kernels have any, and the lines outside of bodies are thousands.
  if (state.leftOut.length === 0 && state.errors.length === 0) return { ...placed, leftOut: [], errors: [] };
  const moved = lineMap(path, [...state.outside, ...state.own], [...outside, ...own]);
  const leftOut = state.leftOut.map((one) =>
    one.line === undefined ? one : { ...one, line: lineNow(moved, path, one.line) },
  );
  const errors = state.errors.map((one) => ({ ...one, line: lineNow(moved, path, one.line) }));
  return { ...placed, leftOut, errors };
}

/** The modules that the kernels are in: those of one were compiled together, from the same lines. */
function partsOf(path: string, placed: readonly PlacedKernel[], { outside }: TextLayout): CompiledPart[] {
  const byModule = new Map<Uint8Array, PlacedKernel[]>();
  for (const one of placed) {
    const known = byModule.get(one.bitcode);
    if (known) known.push(one);
    else byModule.set(one.bitcode, [one]);
  }
  return [...byModule].map(([bitcode, all]) => {
    const outsides = [...new Set(all.map((one) => one.outside))];
    const then = [...outsides.flat(), ...all.flatMap((one) => one.ownThen)];
    const now = [...outsides.flatMap(() => outside), ...all.flatMap((one) => one.ownNow)];
    const moved = lineMap(path, then, now);
    return { bitcode, kernels: all.map(({ name }) => name), ...(moved && { moved }) };
  });
}
