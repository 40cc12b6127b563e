/** Folders of this machine. */
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { type FolderEntry, folderFiles } from "../sources/folderFiles";
import { LARGEST, readBounded } from "./boundedRead";

/** Plain files and folders in a folder; links are left out, so that nothing outside is read. */
async function list(folder: string): Promise<FolderEntry[] | undefined> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => undefined);
  return entries?.flatMap((entry) => {
    const kind = entry.isFile() ? "file" : entry.isDirectory() ? "folder" : undefined;
    return kind ? [{ name: entry.name, kind }] : [];
  });
}

/** As `Platform.readFolder` says. */
export const readFolder = (folder: string): Promise<ReadonlyMap<string, Uint8Array> | undefined> =>
  folderFiles(folder, {
    list: (inside) => list(join(folder, inside)),
    read: async (inside) => new Uint8Array(await readBounded(join(folder, inside), LARGEST.data)),
  });
