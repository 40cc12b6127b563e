/**
 * The source files that a project's build names: entries of `compile_commands.json`, and the words of a Makefile or of a
 * `CMakeLists.txt` that end as source files do. Read as text; what a variable holds that the file does not say is left out.
 */
import type { Platform } from "../model/platform";
import { folderOf, isUnit, joinPath } from "../sources/paths";
import { databaseFiles } from "./compileDatabase";

/** The number of parent folders whose build files are read, beside the document's own. */
const MAX_UP = 2;

const BUILD_FILES = ["Makefile", "makefile", "GNUmakefile", "CMakeLists.txt"];

/** A word that names a source file; a variable before it stands for the build file's own folder. */
const SOURCE_WORD = /(?:\$[({][^(){}\s]*[)}]\/?)?([\w./+-]*[\w+-]\.(?:cu|cpp|cc|cxx|c))(?![\w.])/g;

/** All sources of a folder, as `aux_source_directory` of CMake and patterns of both kinds of build files name them. */
const ALL_SOURCES =
  /\baux_source_directory\s*\(\s*(?:\$\{\w+\}\/?)?(?<folder>[\w./+-]*)|(?:\$[({][^(){}\s]*[)}]\/?)?(?<pattern>[\w./+-]*)\*\.(?:cu|cpp|cc|cxx|c)(?![\w.])/g;

/** Longer build files are generated ones. */
const MAX_CHARACTERS = 400_000;

/** The folders in which a document's build files are looked for, nearest first. */
function buildFolders(path: string): readonly string[] {
  const folders = [folderOf(path)];
  for (let up = 0; up < MAX_UP && folders.at(-1) !== ""; up++) folders.push(folderOf(folders.at(-1)!));
  return folders.filter((one) => one !== "");
}

/** Paths of the source files that a build file in a folder names, as far as its text says. */
async function namedSources(platform: Platform, text: string, folder: string): Promise<readonly string[]> {
  const read = text.slice(0, MAX_CHARACTERS);
  const words = [...read.matchAll(SOURCE_WORD)].map(([, word]) => word!);
  const named = [...new Set(words)].map((word) => joinPath(folder, word.replace(/^\/(?=[^/]*$)/, "")));
  const whole = [...read.matchAll(ALL_SOURCES)].map(({ groups }) => groups!.folder ?? groups!.pattern!);
  const folders = [...new Set(whole.map((one) => joinPath(folder, one.replace(/^\/|\/$/g, "") || ".")))];
  const listed = folders.map(async (one) => {
    const names = (await platform.fileNames(one)).filter(isUnit);
    return names.sort().map((name) => joinPath(one, name));
  });
  return [...named, ...(await Promise.all(listed)).flat()];
}

/** Paths of the source files that the build of a document names, nearest build file first; they need not be there. */
export async function buildSources(platform: Platform, path: string): Promise<readonly string[]> {
  const texts = buildFolders(path).flatMap((folder) =>
    BUILD_FILES.map(async (name) => {
      const text = await platform.readText(joinPath(folder, name));
      return text === undefined ? [] : namedSources(platform, text, folder);
    }),
  );
  const named = (await Promise.all(texts)).flat();
  return [...new Set([...named, ...(await databaseFiles(platform, path))])];
}
