/** The device pass over one file. */
import type { Outline } from "../syntax/model";
import { deviceCommand } from "./commands";
import { missingHeader, parseDiagnostics } from "./diagnostics";
import type { Clang, Compiled, CompileOptions, SourceFiles } from "./model";
import { type Source, virtualFileOptions, virtualFiles } from "./virtualFiles";

export async function compileDevice(
  clang: Clang,
  source: Source,
  _outline: Outline | undefined,
  files: SourceFiles,
  options: CompileOptions,
  signal?: AbortSignal,
): Promise<Compiled> {
  const missing = new Set<string>();
  for (;;) {
    const tree = virtualFiles(source, files, options.includeFolders, missing);
    const args = [...deviceCommand(source.path, options), ...virtualFileOptions];
    const { exitCode, stdout, stderr } = await clang.run(args, tree, signal);
    const errors = parseDiagnostics(stderr);
    const absent = errors.map(missingHeader).filter((name) => name !== undefined && !missing.has(name));
    if (exitCode !== 0 && absent.length > 0) {
      for (const name of absent) missing.add(name!);
      continue;
    }
    return { bitcode: exitCode === 0 ? stdout : undefined, leftOut: [], errors, instantiated: new Map() };
  }
}
