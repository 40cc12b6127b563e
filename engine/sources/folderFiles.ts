/** A folder's files, read into memory for a program that is to find them, over whatever file system there is. */
import { UsageError } from "../model/errors";

/** What a run may be given; more is a wrong folder rather than a program's data. */
const MAX_FILES = 10_000;
const MAX_BYTES = 1 << 28;

/** One name in a folder; the target of a link, and any other kind, is not known. */
export interface FolderEntry {
  readonly name: string;
  readonly kind: "file" | "folder";
}

/** A file system, as far as folders are read; paths inside of the folder have forward slashes. */
export interface FolderReader {
  /** What is directly in a folder, by its path inside (empty for itself); undefined where there is no such folder. */
  list(inside: string): Promise<readonly FolderEntry[] | undefined>;
  read(inside: string): Promise<Uint8Array | undefined>;
}

async function plainFiles(folder: string, reader: FolderReader, inside: string): Promise<string[] | undefined> {
  const entries = await reader.list(inside);
  if (!entries) return undefined;
  const found: string[] = [];
  for (const { name, kind } of entries) {
    const path = inside === "" ? name : `${inside}/${name}`;
    if (kind === "file") found.push(path);
    else found.push(...((await plainFiles(folder, reader, path)) ?? []));
    if (found.length > MAX_FILES) throw new UsageError(`${folder}: it has more than ${MAX_FILES} files.`);
  }
  return found;
}

/** As `Platform.readFolder` says; `folder` is what messages call it. */
export async function folderFiles(
  folder: string,
  reader: FolderReader,
): Promise<ReadonlyMap<string, Uint8Array> | undefined> {
  const found = await plainFiles(folder, reader, "");
  if (!found) return undefined;
  const files = new Map<string, Uint8Array>();
  let total = 0;
  for (const path of found) {
    const bytes = (await reader.read(path)) ?? new Uint8Array();
    total += bytes.length;
    if (total > MAX_BYTES) throw new UsageError(`${folder}: its files have more than ${MAX_BYTES} bytes in total.`);
    files.set(path, bytes);
  }
  return files;
}
