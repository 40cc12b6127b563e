/** Files as documents: what is no CUDA source is refused in a sentence, and old encodings are read. */
import { relative, resolve, sep } from "node:path";
import type { Document } from "../../engine/model";
import type { Problem } from "../../engine/model/configurationFile";
import { UsageError } from "../../engine/model/errors";
import { LARGEST, RefusedFile, readBounded } from "../../engine/node/boundedRead";

/** A file as the user knows it: `shown` is its path from where they are. */
export interface Source extends Document {
  readonly shown: string;
  /** What was done to read it, where that was anything. */
  readonly note?: string;
}

/** Larger files are generated tables, not kernels; reading one would take minutes and gigabytes. */
const LARGEST_SOURCE = 4 << 20;

const reasons: Readonly<Record<string, string>> = {
  ENOENT: "there is no such file",
  EACCES: "it cannot be read: check its permissions",
};

/** A path from here where it lies below, else as it is; with forward slashes. */
export function shownPath(path: string): string {
  const here = relative(process.cwd(), path);
  return (here.startsWith("..") ? path : here).split(sep).join("/");
}

/** What is wrong with configuration files, a line each. */
export const describeProblems = (problems: readonly Problem[]): string =>
  problems.map(({ path, line, message }) => `${shownPath(path)}:${line}: ${message}`).join("\n");

function decode(bytes: Uint8Array, shown: string): { text: string; note?: string } {
  const mark = bytes[0] === 0xff && bytes[1] === 0xfe ? "utf-16le" : undefined;
  if (mark) return { text: new TextDecoder(mark).decode(bytes), note: `${shown}: read as UTF-16.` };
  if (bytes.subarray(0, 8192).includes(0)) throw new UsageError(`${shown}: this is a binary file, not CUDA source.`);
  try {
    return { text: new TextDecoder("utf-8", { fatal: true }).decode(bytes) };
  } catch {
    // Every byte is a character in Latin-1, so nothing is lost of what old sources usually are.
    return { text: new TextDecoder("latin1").decode(bytes), note: `${shown}: not UTF-8; read as Latin-1.` };
  }
}

/** The bytes of a file that the user names as `shown`; throws a UsageError with one sentence. */
export async function readNamed(path: string, shown: string, largest: number = LARGEST.data): Promise<Buffer> {
  try {
    return await readBounded(path, largest);
  } catch (error) {
    if (error instanceof RefusedFile) throw new UsageError(`${shown}: ${error.message}.`);
    const code = (error as NodeJS.ErrnoException).code ?? String(error);
    throw new UsageError(`${shown}: ${reasons[code] ?? `cannot be read (${code})`}.`);
  }
}

/** The text of a configuration or baseline; undefined where there is none that can be read, and `refused` says why. */
export async function readText(path: string, refused?: (reason: string) => void): Promise<string | undefined> {
  return readBounded(path, LARGEST.text).then(
    (bytes) => bytes.toString("utf8"),
    (error: unknown) => {
      if (error instanceof RefusedFile) refused?.(error.message);
      return undefined;
    },
  );
}

/** Reads a source, or throws a UsageError with one sentence. */
export async function readSource(path: string): Promise<Source> {
  const absolute = resolve(path);
  const shown = shownPath(absolute);
  return { path: absolute, named: path, shown, ...decode(await readNamed(absolute, shown, LARGEST_SOURCE), shown) };
}

/** Standard input under a name that need not exist: what an editor has and the disk does not yet. */
export async function readStandardInput(name: string): Promise<Source> {
  const chunks: Buffer[] = [];
  for await (const chunk of process.stdin) chunks.push(chunk as Buffer);
  const path = resolve(name);
  const shown = shownPath(path);
  return { path, shown, ...decode(Buffer.concat(chunks), shown) };
}
