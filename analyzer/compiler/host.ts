/** The host pass over one file: x86-64, LP64, launches as `__cudaPushCallConfiguration` and a call of the kernel's stub. */

import type { Outline } from "../syntax/model";
import { ARGUMENT_ORDER_HEADER, argumentOrder } from "./argumentOrder";
import { hostCommand, type Language } from "./commands";
import type { DeviceExtras } from "./device";
import { applyEdits } from "./edits";
import type { Clang, Compiled, CompileOptions, SourceFiles } from "./model";
import { compilePass, type PassResult } from "./pass";
import type { Source } from "./virtualFiles";

export interface HostExtras extends DeviceExtras {
  readonly language?: Language;
}

/** The files with their calls' arguments in g++'s order, and how many places that changed. */
function ordered(files: SourceFiles, all: readonly string[]): { readonly files: SourceFiles; readonly edits: number } {
  let edits = 0;
  const changed = [...files].map(([path, text]) => {
    const found = argumentOrder(text, all);
    edits += found.length;
    return [path, applyEdits(text, found)] as const;
  });
  return { files: new Map(changed), edits };
}

/**
 * Compiles a file for the host, with the same isolation as the device pass. Arguments are evaluated in g++'s order, where
 * the file compiles with what that takes.
 */
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
  const plain = { clang, cache, source, outline, files, options, command, signal };
  if (language !== "c") {
    const all = [source.text, ...files.values()];
    const omitted = argumentOrder(source.text, all);
    const others = ordered(files, all);
    if (omitted.length + others.edits > 0) {
      const including = [...command.slice(0, -1), "-include", ARGUMENT_ORDER_HEADER, command.at(-1)!];
      // Without an outline nothing is taken out: a file with errors is compiled as it is typed, below.
      const changed = { ...plain, outline: undefined, files: others.files, omitted, command: including };
      const result = await compilePass(changed);
      if (result.bitcode && result.errors.length === 0) return compiled(result);
    }
  }
  return compiled(await compilePass(plain));
}

function compiled({ bitcode, leftOut, errors }: PassResult): Compiled {
  return { bitcode, leftOut, errors, instantiated: new Map() };
}
