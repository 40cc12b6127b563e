/**
 * The one reader of files on this machine. What an editor opens, includes or names in a configuration can be
 * anything: a device, a pipe, a folder or a file of gigabytes under a header's name. None of them may block an answer.
 */
import { constants, type Stats } from "node:fs";
import { type FileHandle, open, stat } from "node:fs/promises";
import { fileURLToPath } from "node:url";

const MIB = 2 ** 20;

/** Bytes that a file of each use may have. Sources and headers of public projects stay below 4 MiB, generated ones too. */
export const LARGEST = { text: 16 * MIB, data: 1024 * MIB } as const;

/** Milliseconds after which a file system that does not answer is given up: one of the network may never. */
const PATIENCE = 10_000;

/** A file that exists and is not read; `message` continues the sentence "`name`: it is not read: …". */
export class RefusedFile extends Error {
  override readonly name = "RefusedFile";
}

const size = (bytes: number): string => `${Number((bytes / MIB).toFixed(bytes < 10 * MIB ? 1 : 0))} MiB`;

/**
 * The path of a file on this machine, from a path or a `file:` URI. Throws RefusedFile for what names another machine, by
 * `//host/share` or `file://host/`: reading it would go over the network.
 */
export function localPath(path: string): string {
  if (!path.startsWith("file:")) {
    if (/^(?:\/\/|\\\\)/.test(path))
      throw new RefusedFile("it names another machine, and nothing is read over the network");
    return path;
  }
  const { host } = new URL(path);
  if (host !== "" && host !== "localhost") {
    throw new RefusedFile(`it names the machine ${host}, and nothing is read over the network`);
  }
  if (/%(?:2f|5c|00)/i.test(path)) throw new RefusedFile("its name holds an encoded slash, which no file name may");
  return fileURLToPath(path);
}

async function regular(stats: Promise<Stats>, largest: number): Promise<number> {
  const found = await stats;
  if (found.isDirectory()) throw new RefusedFile("it is a folder");
  if (!found.isFile()) throw new RefusedFile("it is a device, a pipe or a socket, no file");
  if (found.size > largest)
    throw new RefusedFile(`its ${size(found.size)} are more than the ${size(largest)} that are read`);
  return found.size;
}

/** At most `bytes` bytes: a file that grows while it is read ends where it ended before. */
async function readStart(handle: FileHandle, bytes: number): Promise<Buffer> {
  const buffer = Buffer.allocUnsafe(bytes);
  let length = 0;
  while (length < bytes) {
    const { bytesRead } = await handle.read(buffer, length, bytes - length, length);
    if (bytesRead === 0) break;
    length += bytesRead;
  }
  return buffer.subarray(0, length);
}

async function readRegular(path: string, largest: number): Promise<Buffer> {
  // Asked before it is opened, since opening some devices does something; and again, since it may be another one by then.
  await regular(stat(path), largest);
  const handle = await open(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
  try {
    return await readStart(handle, await regular(handle.stat(), largest));
  } finally {
    await handle.close();
  }
}

/**
 * The bytes of a regular file, also through links. Throws RefusedFile for anything else that exists, for more than
 * `largest` bytes and after ten seconds, and the system's error where there is none or it may not be read.
 * @param path absolute, or a `file:` URI
 */
export async function readBounded(path: string, largest: number, patience = PATIENCE): Promise<Buffer> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(
      () => reject(new RefusedFile(`its file system has not answered for ${patience / 1000} s`)),
      patience,
    );
    timer.unref();
  });
  try {
    return await Promise.race([readRegular(localPath(path), largest), late]);
  } finally {
    clearTimeout(timer);
  }
}
