/**
 * Precompiled headers: ours and those of the C++ library that a file includes, parsed once and loaded from then on. They
 * are the same for every file that includes the same set under the same options.
 */

import headers from "warplens:cuda-headers";
import { CUDA_INCLUDE, FILE_NAMES, SAMPLE_HEADERS } from "../command/commands";
import { holds } from "../command/libraries";
import { standardHeaders } from "../command/standardHeaders";
import { rooted, virtualFileOptions } from "../command/virtualFiles";
import { PREAMBLE } from "../isolation/diagnostics";
import type { Clang, FileTree } from "../model";
import type { PassCache, Preamble } from "./cache";

const includeLine = /^[ \t]*#[ \t]*include[ \t]*["<]([^">\n]+)[">]/gm;

const ALWAYS = "cuda_runtime.h";

/**
 * Headers on which precompiled ones stand, so that files with different others have most of the work in common:
 * `<iostream>` and `<vector>` bring nearly all that is costly. They are parsed first, each a step of its own; the order in
 * which headers are parsed depends on nothing but their names, as it shows in the order of what is compiled.
 */
const pillars: readonly string[] = [ALWAYS, "iostream", "vector"];

/** Headers of ours that include such a header themselves, which are parsed on top of it like the file that names it. */
const includingPillars: Readonly<Record<string, readonly string[]>> = { "helper_functions.h": ["iostream", "vector"] };

const broughtBy = (name: string): readonly string[] =>
  Object.hasOwn(includingPillars, name) ? includingPillars[name]! : [];

/** Whether a name is one of our own headers: `cooperative_groups/reduce.h`, `helper_cuda.h`. */
function isOurs(name: string): boolean {
  return holds(headers, name) || holds(headers[SAMPLE_HEADERS], name);
}

/** Whether a name is one of CUDA's own headers that we have: clang finds ours before any folder of the user's. */
export function isToolkits(name: string): boolean {
  return holds(headers, name);
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
  for (const name of [...found]) for (const pillar of broughtBy(name)) found.add(pillar);
  const others = [...found].filter((name) => !pillars.includes(name)).sort();
  return [...pillars.filter((name) => found.has(name)), ...others];
}

/** Options of a compile that have no say in how headers are parsed, with the number of words that follow them. */
const unrelated: Readonly<Record<string, number>> = {
  "-emit-llvm-bc": 0,
  "-emit-llvm": 0,
  "-include": 1,
  "-x": 1,
  "-disable-llvm-passes": 0,
};

/**
 * A macro of the user's own, which no header of ours asks for: headers are parsed without it, as their names might be
 * any (`-DN=4096`). clang adds what a precompiled header lacks after it.
 */
const usersMacro = /^-D(?!_|CUDA_API|CUDA_FORCE|NDEBUG|CUB_|THRUST_)/;

/**
 * Has clang compare all files of precompiled headers with what they were. It then knows them without opening them when
 * they are included again: it closes only what it reads, not what a guard makes it skip, and its system has 128 files
 * open at most.
 */
const KNOWS_FILES = "-fmodules-validate-system-headers";

/**
 * The command line that precompiles a header for a command line of a compile.
 * @param on the precompiled headers that it goes on from
 */
function preambleCommand(command: readonly string[], name: string, on?: Preamble): string[] {
  const args: string[] = [];
  for (let i = 0; i < command.length - 1; i++) {
    const word = command[i]!;
    if (Object.hasOwn(unrelated, word)) i += unrelated[word]!;
    else if (!usersMacro.test(word) && !word.startsWith(FILE_NAMES)) args.push(word);
  }
  const language = command[command.indexOf("-x") + 1];
  return [
    ...args,
    ...(on ? [KNOWS_FILES, "-include-pch", precompiledName(on)] : []),
    ...["-x", `${language}-header`, "-emit-pch", name],
  ];
}

const headerName = (depth: number) => `${PREAMBLE}${depth}.h`;
const precompiledName = ({ depth }: Pick<Preamble, "depth">) => `${PREAMBLE}${depth}.pch`;

function preambleText(includes: readonly string[]): string {
  return includes.map((name) => `#include <${name}>\n`).join("");
}

/**
 * Precompiles headers on top of others, under the name of their depth; by themselves where clang cannot add them.
 */
async function precompile(
  clang: Clang,
  command: readonly string[],
  includes: readonly string[],
  on: Preamble | undefined,
): Promise<FileTree | undefined> {
  const depth = on ? on.depth + 1 : 0;
  const [name, text] = [headerName(depth), preambleText(includes)];
  const above = async (one: Preamble | undefined): Promise<FileTree | undefined> => {
    const below = one ? await one.files : {};
    if (!below) return undefined;
    const args = [...preambleCommand(command, name, one), ...virtualFileOptions];
    const { exitCode, stdout } = await clang.run(args, rooted({ [CUDA_INCLUDE]: headers, ...below, [name]: text }));
    // clang compares the header with what it was when it was precompiled.
    return exitCode === 0 ? { ...below, [name]: text, [precompiledName({ depth })]: stdout } : undefined;
  };
  return (await above(on)) ?? (on && above(undefined));
}

/** How many of the headers are parsed before the others: up to the last header of {@link pillars}, if there is one. */
function shared(includes: readonly string[]): number {
  const last = includes.slice(0, -1).findLastIndex((name) => pillars.includes(name));
  return includes.length > 1 ? last + 1 : 0;
}

/** Kept ones, or new ones on top of those that other files are likely to have as well. */
function preambleOf(clang: Clang, cache: PassCache, command: readonly string[], includes: readonly string[]): Preamble {
  const key = JSON.stringify([preambleCommand(command, ""), includes]);
  const known = cache.preambles.get(key);
  if (known) return known;
  const below = shared(includes);
  const on = below > 0 ? preambleOf(clang, cache, command, includes.slice(0, below)) : undefined;
  const files = precompile(clang, command, includes, on);
  const made: Preamble = { depth: on ? on.depth + 1 : 0, files };
  cache.preambles.set(key, made);
  // A worker that died says nothing about the headers.
  files.catch(() => cache.preambles.delete(key));
  return made;
}

/**
 * A command line that starts from precompiled headers, and the files that it needs; the command line itself where the
 * headers cannot be precompiled together.
 */
export async function withPreamble(
  clang: Clang,
  cache: PassCache,
  command: readonly string[],
  includes: readonly string[],
): Promise<{ readonly command: readonly string[]; readonly files: FileTree }> {
  // C has no header that is included before every file.
  if (!command.includes(ALWAYS)) return { command, files: {} };
  const preamble = preambleOf(clang, cache, command, includes);
  const files = await (clang.awaitHeaders?.(preamble.files) ?? preamble.files);
  if (!files) {
    if (includes.length === 1) return { command, files: {} };
    return withPreamble(clang, cache, command, [ALWAYS]);
  }
  const at = command.indexOf("-include");
  const rest = command.filter((_, index) => index !== at && index !== at + 1);
  const loading = [KNOWS_FILES, "-include-pch", precompiledName(preamble)];
  return { command: [...rest.slice(0, -1), ...loading, rest.at(-1)!], files };
}
