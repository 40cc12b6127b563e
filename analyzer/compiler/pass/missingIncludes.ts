/** Includes that nothing answers, of a file and of what it includes: those that the preprocessor may read. */

import { asksWhatHolds, type Holds, type KnownMacros } from "../../syntax/text/conditions";
import { type Directive, directivesOf } from "../../syntax/text/directives";
import { lineIndex } from "../../syntax/text/lineIndex";
import { systemHeaders } from "../command/standardHeaders";
import { standIn } from "../command/virtualFiles";
import type { SourceFiles } from "../model";
import { isProvided } from "./preamble";

/** An include that nothing answers. */
export interface MissingHeader {
  readonly name: string;
  /** One-based line of the include, and the path of the header that it stands in where that is not the file itself. */
  readonly line: number;
  readonly file?: string;
}

/** An include that may be read: its name, and its one-based line. */
interface Include {
  readonly name: string;
  readonly line: number;
}

/** What every compile of CUDA defines. */
const ALWAYS = /^__(?:CUDACC|NVCC)__$/;

/** Macros of compilers and systems that are not simulated. */
const OTHER_SYSTEM =
  /^(?:_?WIN(?:32|64)|__WIN(?:32|64)__|_MSC_VER|__MINGW\d+__|__APPLE__|__CUDACC_RTC__|__ANDROID(?:_NDK)?__|WINDOWS|__HIPCC__|__HIP_\w+__|USE_ROCM|__SYCL_DEVICE_ONLY__|__aarch64__|__arm__|__ARM_\w+)$/;

/** Names that a compiler or a system header may define unseen: nothing is assumed about them. */
const UNSEEN = /^_|^(?:NDEBUG|true|false|CUD\w*|NV\w*|THRUST\w*|CUB\w*|\w+_VERSION)$/;

/** Paths of the core libraries, whose other systems (TBB, OpenMP) and conditions ask for what no edition has to have. */
const LIBRARY = /(?:^|\/)(?:cuda\/(?:std|experimental|__\w+)|cub|thrust|nv)\//;

/** The name of a file without its folders. */
export const fileNameOf = (path: string): string => path.slice(path.lastIndexOf("/") + 1);

const isAnswered = (name: string): boolean =>
  isProvided(name) || systemHeaders.has(name) || standIn(name) !== undefined;

/** Names with the bodies of their definitions, wherever they stand. */
type Definitions = ReadonlyMap<string, ReadonlySet<string>>;

/**
 * What definitions say of macros: those of a text may come after the condition, or be taken back before it.
 * @param given those of the command line
 */
function knownFrom(definitions: Definitions, given: ReadonlyMap<string, string>): KnownMacros {
  function isDefined(name: string): Holds {
    if (ALWAYS.test(name) || given.has(name)) return "yes";
    if (OTHER_SYSTEM.test(name)) return "no";
    return definitions.has(name) || UNSEEN.test(name) ? "unknown" : "no";
  }
  function bodyOf(name: string): string | undefined {
    const written = [...(definitions.get(name) ?? [])];
    if (given.has(name)) return written.length === 0 ? given.get(name) : undefined;
    // Where it is not defined, a condition reads 0 as well.
    return written.join() === "0" ? "0" : undefined;
  }
  return { isDefined, bodyOf };
}

/** An arm of a conditional that is open. */
interface OpenArm {
  /** It is certainly not read, or an arm around it is not. */
  readonly isUnread: boolean;
  /** The arms after it are not. */
  readonly isDecided: boolean;
}

/** The directives of a text but for those in arms that are certainly not read. */
function directivesRead(text: string, macros: KnownMacros): readonly Directive[] {
  const open: OpenArm[] = [];
  const isUnread = () => open.at(-1)?.isUnread === true;
  const read: Directive[] = [];
  for (const directive of directivesOf(text)) {
    const { word, rest } = directive;
    if (word === "endif") open.pop();
    else if (/^(?:if(?:n?def)?|elif|else)$/.test(word)) {
      const before = !word.startsWith("if") && open.pop()?.isDecided === true;
      const holds = asksWhatHolds(word, rest, macros);
      open.push({ isUnread: isUnread() || before || holds === "no", isDecided: before || holds === "yes" });
    } else if (!isUnread()) read.push(directive);
  }
  return read;
}

/** The includes of a text that may be read. */
function includesOf(text: string, macros: KnownMacros): readonly Include[] {
  const lines = lineIndex(text);
  return directivesRead(text, macros).flatMap(({ word, rest, span }) => {
    const name = word === "include" ? /^["<]([^">\n]+)[">]/.exec(rest)?.[1] : undefined;
    return name === undefined ? [] : [{ name, line: lines.positionAt(span.start).line + 1 }];
  });
}

function definitionsAmong(directives: readonly Directive[]): Definitions {
  const found = new Map<string, Set<string>>();
  for (const { word, rest } of directives) {
    const [, name, body = ""] = (word === "define" && /^(\w+)(.*)/s.exec(rest)) || [];
    if (name !== undefined) found.set(name, (found.get(name) ?? new Set()).add(body.trim()));
  }
  return found;
}

/** The macros of files: what is defined in arms that are not read does not count. */
function macrosIn(files: SourceFiles, defines: readonly string[]): KnownMacros {
  const given = new Map(
    defines.map((define) => {
      const [name = "", body = "1"] = define.split(/=(.*)/s);
      return [name, body] as const;
    }),
  );
  const texts = [...files.values()];
  const written = definitionsAmong(texts.flatMap((text) => directivesOf(text)));
  const read = texts.flatMap((text) => directivesRead(text, knownFrom(written, given)));
  return knownFrom(definitionsAmong(read), given);
}

/** An include whose name is a macro's, which may be any file's. */
const macroInclude = /^[ \t]*#[ \t]*include[ \t]+\w/m;

/** The files that are read, with their includes: a header that nothing but an unread arm includes is none. */
function filesRead(main: string, files: SourceFiles, macros: KnownMacros): ReadonlyMap<string, readonly Include[]> {
  const all = new Map([...files].map(([path, text]) => [path, includesOf(text, macros)] as const));
  if ([...files.values()].some((text) => macroInclude.test(text))) return all;
  const pathsOf = new Map<string, string[]>();
  for (const path of all.keys()) pathsOf.set(fileNameOf(path), [...(pathsOf.get(fileNameOf(path)) ?? []), path]);
  const read = new Set([main]);
  for (const path of read)
    for (const { name } of all.get(path) ?? []) for (const one of pathsOf.get(fileNameOf(name)) ?? []) read.add(one);
  return new Map([...all].filter(([path]) => read.has(path)));
}

const includeLines = /^[ \t]*#[ \t]*include[ \t]*["<]([^">\n]+)[">]/gm;

/**
 * The includes of some files that nothing answers, each name once.
 * @param main path of the file whose includes are followed
 * @param files by path: the file itself, and the headers that are found
 * @param defines those of the command line
 */
export function missingHeaders(main: string, files: SourceFiles, defines: readonly string[]): readonly MissingHeader[] {
  const known = new Set([...files.keys()].map(fileNameOf));
  const isFound = (name: string) => known.has(fileNameOf(name)) || isAnswered(name);
  // Which arms are read takes longer to find out, and matters to few files.
  const named = [...files.values()].flatMap((text) => [...text.matchAll(includeLines)].map(([, name]) => name!));
  if (named.every(isFound)) return [];
  const found = new Map<string, MissingHeader>();
  for (const [path, includes] of filesRead(main, files, macrosIn(files, defines))) {
    if (path !== main && LIBRARY.test(path)) continue;
    for (const { name, line } of includes) {
      if (isFound(name) || found.has(name)) continue;
      found.set(name, { name, line, ...(path !== main && { file: path }) });
    }
  }
  return [...found.values()];
}
