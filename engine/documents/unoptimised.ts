/** The device code that a run executes which checks accesses or follows variables: nothing removed, moved or merged. */
import type { Level } from "../../analyzer/compiler/command/commands";
import { compileDevice } from "../../analyzer/compiler/pass/device";
import { withMissingHeaders } from "../../analyzer/compiler/pass/missingHeaders";
import { compileOptions } from "../configuration/resolve";
import type { Analysis, TraceRequest } from "../model";
import type { Configuration } from "../model/configuration";
import { UsageError } from "../model/errors";
import { compileInput } from "../sources/includes";
import type { Workshop } from "./workshop";

/** What a run needs: counts of what nvcc makes, all that the program does, or that with the names of its variables. */
export function levelOf({ check, trace }: { readonly check?: boolean; readonly trace?: TraceRequest }): Level {
  if (trace?.variables) return "followed";
  return check ? "complete" : "optimised";
}

/**
 * Bitcode of a document at a level at which nothing is optimised.
 *
 * @throws UsageError when nothing of the document compiles.
 */
export async function completeBitcode(
  { document, outline }: Pick<Analysis, "document" | "outline">,
  { platform, cache }: Pick<Workshop, "platform" | "cache">,
  configuration: Configuration,
  level: Level,
  signal?: AbortSignal,
): Promise<Uint8Array> {
  const compile = await compileOptions(platform, document.path, configuration);
  const { source, files, options } = await compileInput(platform, document, compile, signal);
  const extras = { cache, level };
  const compiled = await compileDevice({ clang: platform.clang, source, outline, files, options, signal, ...extras });
  if (compiled.bitcode) return compiled.bitcode;
  const [first] = withMissingHeaders(compiled.leftOut, source, files, options.defines);
  const why = first?.reason ?? compiled.errors[0]?.message ?? "there is no kernel in it.";
  throw new UsageError(`${document.path}: nothing in this file could be compiled: ${why}`);
}
