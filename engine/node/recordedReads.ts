/**
 * What an answer has read: an answer is as it was while all of that is. Files, folders and what was refused are noted by a
 * digest of what came back, so that one that appears, changes or goes is seen.
 */
import { createHash } from "node:crypto";
import { CRASHED } from "../clang/queue";
import type { Platform } from "../model/platform";
import type { Reads } from "./reads";

/** The reads that can be done again: a text, bytes, or the names in a folder. */
type ReadKind = "readText" | "readBytes" | "fileNames";

/** One read, with a digest of its result. */
export type RecordedRead = readonly [kind: ReadKind, path: string, digest: string];

/** Reads that are noted at most: an answer from more is made anew. */
const MOST_READS = 5000;

/** Files that are read at once. */
const AT_ONCE = 32;

function digestOf(result: string | Uint8Array | readonly string[] | undefined, refused: string): string {
  const hash = createHash("sha256").update(JSON.stringify([typeof result, refused]));
  const isFile = typeof result === "string" || result instanceof Uint8Array;
  return hash.update(isFile ? result : JSON.stringify(result ?? null)).digest("base64");
}

async function read(reads: Reads, kind: ReadKind, path: string): Promise<string> {
  let refused = "";
  const refuse = (reason: string) => {
    refused = reason;
  };
  const result = await (kind === "fileNames" ? reads.fileNames(path) : reads[kind](path, refuse));
  return digestOf(result, refused);
}

/** A platform that notes what it reads. */
export interface RecordingPlatform {
  readonly platform: Platform;
  /** What has been read so far; undefined where something was asked that cannot be asked again. */
  reads(): readonly RecordedRead[] | undefined;
}

/** Wraps a platform. Whole folders, simulations, and compiles that ended for their time or memory are not noted. */
export function recordingReads(inner: Platform): RecordingPlatform {
  const noted = new Map<string, RecordedRead>();
  let isWhole = true;
  const note = (kind: ReadKind, path: string, digest: string): void => {
    const key = `${kind} ${path}`;
    const before = noted.get(key);
    // What changed while it was read says nothing of either state.
    if ((before && before[2] !== digest) || noted.size >= MOST_READS) isWhole = false;
    noted.set(key, [kind, path, digest]);
  };
  const noteFile =
    <Result extends string | Uint8Array>(
      kind: "readText" | "readBytes",
      ask: (path: string, refused: (reason: string) => void) => Promise<Result | undefined>,
    ) =>
    async (path: string, refused?: (reason: string) => void): Promise<Result | undefined> => {
      let reason = "";
      const result = await ask(path, (why) => {
        reason = why;
        refused?.(why);
      });
      note(kind, path, digestOf(result, reason));
      return result;
    };
  const platform: Platform = {
    ...inner,
    readText: noteFile("readText", inner.readText),
    readBytes: noteFile("readBytes", inner.readBytes),
    async fileNames(folder) {
      const names = await inner.fileNames(folder);
      note("fileNames", folder, digestOf(names, ""));
      return names;
    },
    readFolder(path) {
      isWhole = false;
      return inner.readFolder(path);
    },
    simulate(...call) {
      isWhole = false;
      return inner.simulate(...call);
    },
    clang: {
      ...inner.clang,
      async run(...call) {
        const result = await inner.clang.run(...call);
        if (result.exitCode === CRASHED) isWhole = false;
        return result;
      },
    },
  };
  return { platform, reads: () => (isWhole ? [...noted.values()] : undefined) };
}

/** Whether all reads give what they gave. */
export async function areAsRecorded(reads: Reads, recorded: readonly RecordedRead[]): Promise<boolean> {
  for (let from = 0; from < recorded.length; from += AT_ONCE) {
    const same = recorded
      .slice(from, from + AT_ONCE)
      .map(async ([kind, path, digest]) => (await read(reads, kind, path)) === digest);
    if (!(await Promise.all(same)).every(Boolean)) return false;
  }
  return true;
}
