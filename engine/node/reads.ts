/** What a platform reads, from the disk of this machine. */
import { readdir } from "node:fs/promises";
import type { Platform } from "../model/platform";
import { LARGEST, localPath, RefusedFile, readBounded } from "./boundedRead";
import { readFolder } from "./folder";

/** The part of a platform that reads files and folders. */
export type Reads = Pick<Platform, "readText" | "readBytes" | "fileNames" | "readFolder">;

const read = (path: string, largest: number, refused?: (reason: string) => void) =>
  readBounded(path, largest).catch((error: unknown) => {
    if (error instanceof RefusedFile) refused?.(error.message);
    return undefined;
  });

/** Every file through the bounded reader. */
export const nodeReads: Reads = {
  async readText(path, refused) {
    return (await read(path, LARGEST.text, refused))?.toString("utf8");
  },
  async fileNames(folder) {
    const list = async () => readdir(localPath(folder), { withFileTypes: true });
    const entries = await list().catch(() => []);
    return entries.filter((one) => one.isFile() || one.isSymbolicLink()).map((one) => one.name);
  },
  readBytes: (path, refused) => read(path, LARGEST.data, refused),
  readFolder,
};
