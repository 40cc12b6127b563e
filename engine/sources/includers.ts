/**
 * The files that include a document, directly or through headers, among some that lie around it. A glance at their text:
 * conditions are not followed.
 */
import { folderOf, joinPath } from "./paths";

/** A file with its text. */
export interface TextFile {
  readonly path: string;
  readonly text: string;
}

const INCLUDE = /^[ \t]*#[ \t]*include[ \t]*[<"]([^">\n]+)[">]/gm;

const kept = new WeakMap<TextFile, readonly string[]>();

/** The names that a file includes. A glance at a folder is kept for a while, and every document of the folder asks. */
function includedNames(file: TextFile): readonly string[] {
  let names = kept.get(file);
  if (!names) {
    names = [...file.text.matchAll(INCLUDE)].map(([, name]) => name!);
    kept.set(file, names);
  }
  return names;
}

/** Whether a file includes another by a name: beside it, or below a folder that a flag may name and the file's own is not. */
function includes(file: TextFile, path: string, known: ReadonlySet<string>): boolean {
  const folder = folderOf(file.path);
  return includedNames(file).some((name) => {
    const beside = joinPath(folder, name);
    if (beside === path) return true;
    return !name.startsWith(".") && path.endsWith(`/${name}`) && !known.has(beside);
  });
}

/** The files that include a path themselves. */
export function directIncludersOf<File extends TextFile>(path: string, files: readonly File[]): readonly File[] {
  const known = new Set(files.map((one) => one.path));
  return files.filter((file) => file.path !== path && includes(file, path, known));
}

/**
 * The files that include a path, directly or through others of them; the direct ones come first.
 * @param path of the file that is included
 */
export function includersOf<File extends TextFile>(path: string, files: readonly File[]): readonly File[] {
  const known = new Set(files.map((one) => one.path));
  const found = new Set<File>();
  let rest = files.filter((one) => one.path !== path);
  for (let targets = [path]; targets.length > 0; ) {
    const next = rest.filter((file) => targets.some((target) => includes(file, target, known)));
    for (const file of next) found.add(file);
    rest = rest.filter((one) => !found.has(one));
    targets = next.map((one) => one.path);
  }
  return [...found];
}
