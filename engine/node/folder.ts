/** A folder's files, read into memory for a program that is to find them. */
import type { Dirent } from "node:fs";
import { readdir, readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import { UsageError } from "../errors";

/** What a run may be given; more is a wrong folder rather than a program's data. */
const MAX_FILES = 10_000;
const MAX_BYTES = 1 << 28;

/** Plain files under a folder, by their path in it; what links lead to is left out, so that nothing outside is read. */
async function plainFiles(folder: string, inside: string): Promise<string[]> {
  const entries: Dirent[] = await readdir(join(folder, inside), { withFileTypes: true });
  const found: string[] = [];
  for (const entry of entries) {
    const path = inside === "" ? entry.name : `${inside}/${entry.name}`;
    if (entry.isFile()) found.push(path);
    else if (entry.isDirectory()) found.push(...(await plainFiles(folder, path)));
    if (found.length > MAX_FILES) throw new UsageError(`${folder}: there are more than ${MAX_FILES} files in it.`);
  }
  return found;
}

/** As `Platform.readFolder` says. */
export async function readFolder(folder: string): Promise<ReadonlyMap<string, Uint8Array> | undefined> {
  const found = await stat(folder).catch(() => undefined);
  if (!found?.isDirectory()) return undefined;
  const files = new Map<string, Uint8Array>();
  let total = 0;
  for (const path of await plainFiles(folder, "")) {
    const bytes = await readFile(join(folder, path));
    total += bytes.length;
    if (total > MAX_BYTES) throw new UsageError(`${folder}: its files have more than ${MAX_BYTES} bytes together.`);
    files.set(path, new Uint8Array(bytes));
  }
  return files;
}
