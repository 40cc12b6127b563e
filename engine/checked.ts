/** The device code that a checked run executes: nothing removed, moved or merged. */
import { compileDevice } from "../analyzer/compiler/device";
import type { Workshop } from "./analysis";
import type { Configuration } from "./config";
import { compileOptions } from "./configuration/resolve";
import { UsageError } from "./errors";
import type { Analysis } from "./model";
import { compileInput } from "./sources";

/**
 * Bitcode of a document at the level from which correctness is read.
 *
 * @throws UsageError when nothing of the document compiles.
 */
export async function completeBitcode(
  { document, outline }: Analysis,
  { platform, cache }: Pick<Workshop, "platform" | "cache">,
  configuration: Configuration,
  signal?: AbortSignal,
): Promise<Uint8Array> {
  const compile = await compileOptions(platform, document.path, configuration);
  const { source, files, options } = await compileInput(platform, document, compile, signal);
  const extras = { cache, level: "complete" } as const;
  const compiled = await compileDevice(platform.clang, source, outline, files, options, signal, extras);
  if (compiled.bitcode) return compiled.bitcode;
  const why = compiled.leftOut[0]?.reason ?? compiled.errors[0]?.message ?? "there is no kernel in it.";
  throw new UsageError(`${document.path}: nothing in this file could be compiled: ${why}`);
}
