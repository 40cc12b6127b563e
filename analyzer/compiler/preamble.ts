/**
 * Precompiled headers: ours and those of the C++ library that a file includes, parsed once and loaded from then on. They
 * are the same for every file that includes the same set under the same options.
 */
import headers from "warplens:cuda-headers";
import type { CompileCache } from "./cache";
import { CUDA_INCLUDE, FILE_NAMES } from "./commands";
import type { Clang, FileTree } from "./model";
import { standardHeaders } from "./standardHeaders";
import { rooted, virtualFileOptions } from "./virtualFiles";

const includeLine = /^[ \t]*#[ \t]*include[ \t]*["<]([^">\n]+)[">]/gm;

const ALWAYS = "cuda_runtime.h";

/** Whether a name is one of our own headers: `cooperative_groups/reduce.h`. */
function isOurs(name: string): boolean {
  let folder: FileTree | string | Uint8Array | undefined = headers;
  for (const part of name.split("/")) {
    if (folder === undefined || typeof folder === "string" || folder instanceof Uint8Array) return false;
    folder = Object.hasOwn(folder, part) ? folder[part] : undefined;
  }
  return typeof folder === "string";
}

/** Whether a header comes with us: ours, or the standard library's. */
export function isProvided(name: string): boolean {
  return isOurs(name) || standardHeaders.has(name);
}

/** A header of the C++ library that is libc++'s own: expensive, and seldom needed by a kernel. */
export function isHeavy(name: string): boolean {
  return standardHeaders.has(name) && !isOurs(name);
}

/**
 * The headers of a text, and of the user's files with it, that never change: ours and the standard library's.
 * @param meant headers that it needs without including them
 */
export function stableHeaders(
  texts: Iterable<string>,
  isUsers: (name: string) => boolean,
  meant: Iterable<string>,
): string[] {
  const found = new Set<string>([ALWAYS, ...[...meant].filter(isProvided)]);
  for (const text of texts) {
    for (const [, name] of text.matchAll(includeLine)) {
      if (!isUsers(name!) && isProvided(name!)) found.add(name!);
    }
  }
  return [...found].sort((a, b) => Number(b === ALWAYS) - Number(a === ALWAYS) || (a < b ? -1 : 1));
}

/** Options of a compile that have no say in how headers are parsed, with the number of words that follow them. */
const unrelated: Readonly<Record<string, number>> = {
  "-emit-llvm-bc": 0,
  "-include": 1,
  "-x": 1,
  "-disable-llvm-passes": 0,
};

/**
 * A macro of the user's own, which no header of ours asks for: headers are parsed without it, as their names might be
 * any (`-DN=4096`). clang adds what a precompiled header lacks behind it.
 */
const usersMacro = /^-D(?!_|CUDA_API|CUDA_FORCE|NDEBUG)/;

/** The command line that precompiles a header for a command line of a compile. */
function preambleCommand(command: readonly string[], name: string): string[] {
  const args: string[] = [];
  for (let i = 0; i < command.length - 1; i++) {
    const word = command[i]!;
    if (word in unrelated) i += unrelated[word]!;
    else if (!usersMacro.test(word) && !word.startsWith(FILE_NAMES)) args.push(word);
  }
  const language = command[command.indexOf("-x") + 1];
  return [...args, "-x", `${language}-header`, "-emit-pch", name];
}

const PREAMBLE = "warplens-preamble.h";
const PRECOMPILED = "warplens-preamble.pch";

function preambleText(includes: readonly string[]): string {
  return includes.map((name) => `#include <${name}>\n`).join("");
}

async function precompile(
  clang: Clang,
  command: readonly string[],
  includes: readonly string[],
): Promise<Uint8Array | undefined> {
  const text = preambleText(includes);
  const args = [...preambleCommand(command, PREAMBLE), ...virtualFileOptions];
  const { exitCode, stdout } = await clang.run(args, rooted({ [CUDA_INCLUDE]: headers, [PREAMBLE]: text }));
  return exitCode === 0 ? stdout : undefined;
}

/**
 * A command line that starts from precompiled headers, and the files that it needs; the command line itself where the
 * headers cannot be precompiled together.
 */
export async function withPreamble(
  clang: Clang,
  cache: CompileCache,
  command: readonly string[],
  includes: readonly string[],
): Promise<{ readonly command: readonly string[]; readonly files: FileTree }> {
  // C has no header that is included before every file.
  if (!command.includes(ALWAYS)) return { command, files: {} };
  const key = JSON.stringify([preambleCommand(command, ""), includes]);
  let bytes = cache.preambles.get(key);
  if (!bytes) {
    bytes = precompile(clang, command, includes);
    cache.preambles.set(key, bytes);
    // A worker that died says nothing about the headers.
    bytes.catch(() => cache.preambles.delete(key));
  }
  const precompiled = await bytes;
  if (!precompiled) {
    if (includes.length === 1) return { command, files: {} };
    return withPreamble(clang, cache, command, [ALWAYS]);
  }
  const at = command.indexOf("-include");
  const rest = command.filter((_, index) => index !== at && index !== at + 1);
  return {
    command: [...rest.slice(0, -1), "-include-pch", PRECOMPILED, rest.at(-1)!],
    // clang compares the header with what it was when it was precompiled.
    files: { [PRECOMPILED]: precompiled, [PREAMBLE]: preambleText(includes) },
  };
}
