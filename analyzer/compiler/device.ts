/** The device pass over one file. */
import type { Outline } from "../syntax/model";
import { type CompileCache, createCompileCache } from "./cache";
import { deviceCommand, type Level } from "./commands";
import type { Clang, Compiled, CompileOptions, SourceFiles } from "./model";
import { compilePass } from "./pass";
import type { Source } from "./virtualFiles";

export interface DeviceExtras {
  /** Kept by the caller between compiles; without one, nothing is. */
  readonly cache?: CompileCache;
  readonly level?: Level;
}

/**
 * Compiles a file for the device. What does not compile is left out and named; the IR of the rest is what it would be
 * without it. Without an outline nothing can be isolated, and one error anywhere means no bitcode.
 */
export async function compileDevice(
  clang: Clang,
  source: Source,
  outline: Outline | undefined,
  files: SourceFiles,
  options: CompileOptions,
  signal?: AbortSignal,
  { cache = createCompileCache(), level = "optimised" }: DeviceExtras = {},
): Promise<Compiled> {
  const command = deviceCommand(source.path, options, level);
  const { bitcode, leftOut, errors } = await compilePass({
    clang,
    cache,
    source,
    outline,
    files,
    options,
    command,
    signal,
  });
  return { bitcode, leftOut, errors, instantiated: new Map() };
}
