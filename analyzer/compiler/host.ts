/** The host pass over one file: x86-64, LP64, launches as `__cudaPushCallConfiguration` and a call of the kernel's stub. */

import type { Outline } from "../syntax/model";
import { hostCommand, type Language } from "./commands";
import type { DeviceExtras } from "./device";
import type { Clang, Compiled, CompileOptions, SourceFiles } from "./model";
import { compilePass } from "./pass";
import type { Source } from "./virtualFiles";

export interface HostExtras extends DeviceExtras {
  readonly language?: Language;
}

/** Compiles a file for the host, with the same isolation as the device pass. */
export async function compileHost(
  clang: Clang,
  source: Source,
  outline: Outline | undefined,
  files: SourceFiles,
  options: CompileOptions,
  signal?: AbortSignal,
  { cache, level = "optimised", language = "cuda" }: HostExtras = {},
): Promise<Compiled> {
  const command = hostCommand(source.path, options, level, language);
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
