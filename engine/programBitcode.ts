/** Both sides of a whole program: the host pass, and the device pass with every kernel in one module. */
import { compileDevice } from "../analyzer/compiler/device";
import { compileHost } from "../analyzer/compiler/host";
import type { Compiled } from "../analyzer/compiler/model";
import type { Workshop } from "./analysis";
import { refineOptions } from "./compileDatabase";
import type { Configuration } from "./config";
import { UsageError } from "./errors";
import type { Analysis } from "./model";
import { compileInput } from "./sources";

function required(compiled: Compiled, path: string, side: string): Uint8Array {
  if (compiled.bitcode) return compiled.bitcode;
  const first = compiled.errors[0];
  const why = first ? `${first.message} (line ${first.line})` : "clang gave no reason";
  throw new UsageError(`${path}: the ${side} code does not compile: ${why}.`);
}

export async function programBitcode(
  { document, outline }: Analysis,
  { platform, cache }: Workshop,
  configuration: Configuration,
  signal?: AbortSignal,
): Promise<{ host: Uint8Array; device: Uint8Array }> {
  if (!outline.functions.some((one) => one.name === "main" && one.body)) {
    throw new UsageError(`${document.path}: there is no main() to run; simulate a kernel instead.`);
  }
  const compile = await refineOptions(platform, document.path, configuration.compile);
  const { source, files, options } = await compileInput(platform, document, compile, signal);
  const device = await compileDevice(platform.clang, source, outline, files, options, signal, { cache });
  const host = await compileHost(platform.clang, source, outline, files, options, signal, { cache });
  return { host: required(host, document.path, "host"), device: required(device, document.path, "device") };
}
