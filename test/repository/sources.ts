/** The source files of the checkout, by room. */
import { readdirSync, statSync } from "node:fs";
import { join, relative } from "node:path";

/** Tests run from the root of the checkout. */
export const root = process.cwd();

function walk(folder: string): string[] {
  return readdirSync(folder).flatMap((name) => {
    const path = join(folder, name);
    return statSync(path).isDirectory() ? walk(path) : [path];
  });
}

/** Paths relative to the root of the TypeScript files under some folders. */
export function sourceFiles(folders: readonly string[]): string[] {
  return [...new Set(folders.flatMap((folder) => walk(join(root, folder))))]
    .filter((path) => /\.tsx?$/.test(path) && !path.endsWith(".d.ts"))
    .map((path) => relative(root, path))
    .sort();
}
