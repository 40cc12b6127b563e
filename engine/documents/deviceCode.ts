/** A document's device code, compiled: alone, or as the piece of a program that its neighbours say it is. */

import type { SourceFile } from "../../analyzer/compiler/command/virtualFiles";
import { compileKernels } from "../../analyzer/compiler/incremental/incremental";
import type { CompiledParts } from "../../analyzer/compiler/incremental/state";
import type { CompileOptions, LeftOut, SourceFiles } from "../../analyzer/compiler/model";
import { withMissingHeaders, withoutKernels } from "../../analyzer/compiler/pass/missingHeaders";
import { codeOnly } from "../../analyzer/compiler/text/statements";
import type { Outline } from "../../analyzer/syntax/model";
import type { Document } from "../model";
import type { RefusedHeader } from "../sources/headerReader";
import { compileInput } from "../sources/includes";
import { folderOf, joinPath, virtualPath } from "../sources/paths";
import type { Workshop } from "./workshop";

/** Under this name the text that stands before an included document is put beside its includer. */
const CONTEXT = "warplens-context.h";

/**
 * Whether there is anything for the device pass; rules about host code read the outline alone. A file that launches the
 * kernels of what it includes has them, too, as has a source whose headers launch theirs, or have templates that do.
 */
function hasDeviceCode(
  { path, text }: SourceFile,
  { functions, macros, launches }: Outline,
  files: SourceFiles,
): boolean {
  if (functions.some((one) => one.isDevice) || macros.some((one) => /__(?:global|device)__/.test(one.body)))
    return true;
  // Behind a macro that nothing defines, a kernel is not seen as one: the compiler says why.
  if (/\b__global__\b/.test(codeOnly(text))) return true;
  return (
    (launches.length > 0 || path.endsWith(".cu")) && [...files.values()].some((header) => header.includes("__global__"))
  );
}

/** A header that is not read, at the line that includes it where that stands in the document itself. */
function leftOutHeader({ text }: Document, { path, reason }: RefusedHeader): LeftOut {
  const name = path.slice(folderOf(path).length + 1);
  const at = text.split("\n").findIndex((line) => /^\s*#\s*include\b/.test(line) && line.includes(name));
  return { function: `#include "${name}"`, reason: `it is not read: ${reason}`, ...(at >= 0 && { line: at + 1 }) };
}

/** What the device's compiles of a document give. */
type DeviceCode = Pick<CompiledParts, "parts" | "leftOut" | "instantiated">;

/** Of a document without device code: headers of a source that are not found may be why. Headers need not have any. */
function withoutCode(source: SourceFile, files: SourceFiles, { defines }: CompileOptions): DeviceCode {
  const why = source.path.endsWith(".cu") ? withoutKernels(source, files, defines) : undefined;
  return { parts: [], leftOut: why ? [why] : [], instantiated: new Map() };
}

/**
 * Compiles a document's device code. What does not compile alone, as a `kernel.cuh` that is included in the middle of a
 * program, is tried after what stands before the include; the attempt that leaves less out counts.
 */
export async function compileDocument(
  document: Document,
  outline: Outline,
  compile: CompileOptions,
  { platform, cache, neighbours }: Workshop,
  signal?: AbortSignal,
): Promise<DeviceCode> {
  const { clang } = platform;
  const launches = () => neighbours.launches(document);
  const { source, files, options, refused } = await compileInput(platform, document, compile, signal);
  if (!hasDeviceCode(source, outline, files)) return withoutCode(source, files, options);
  const named = refused.map((one) => leftOutHeader(document, one));
  const explained = (one: CompiledParts, headers: SourceFiles): CompiledParts => ({
    ...one,
    leftOut: [...named, ...withMissingHeaders(one.leftOut, source, headers, options.defines)],
  });
  const alone = await compileKernels({ clang, cache, source, outline, files, options, signal, elsewhere: launches });
  const context = alone.leftOut.length > 0 ? await neighbours.context(document) : undefined;
  if (!context) return explained(alone, files);
  const before = await compileInput(platform, context, compile, signal);
  const path = virtualPath(joinPath(folderOf(context.path), CONTEXT));
  const all = new Map([...before.files, ...files, [path, context.text] as const]);
  all.delete(source.path);
  const afterIncluder: CompileOptions = {
    ...options,
    includeFolders: [...new Set([...options.includeFolders, ...before.options.includeFolders])],
    forcedIncludes: [...(options.forcedIncludes ?? []), path],
  };
  const together = await compileKernels({
    clang,
    cache,
    source,
    outline,
    files: all,
    options: afterIncluder,
    signal,
    elsewhere: launches,
  });
  const isBetter = together.parts.length > 0 && together.leftOut.length < alone.leftOut.length;
  return isBetter ? explained(together, all) : explained(alone, files);
}
