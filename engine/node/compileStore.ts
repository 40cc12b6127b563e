/**
 * What clang answered, kept on disk from process to process: a command line that starts anew each time need neither load
 * clang nor parse headers for what it has compiled before. Clang is a function of its arguments and files, so an answer
 * is named by a hash of those and of clang itself, and never grows stale.
 */
import { createHash, type Hash, randomUUID } from "node:crypto";
import { lstat, mkdir, readdir, rename, rm, stat, utimes, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { ClangResult, FileTree } from "../../analyzer/compiler/model";
import { CRASHED, type DisposableClang } from "../clang/queue";
import type { Platform } from "../model/platform";
import { readBounded } from "./boundedRead";
import { storeFolder } from "./storeFolder";

/** Bytes that the store may hold; the answers that were not asked for the longest go first. */
const LIMIT = 512 * 2 ** 20;

/** Answers, and bytes of them, between two looks at how much the store holds. */
const WRITES_BETWEEN_LOOKS = 1000;
const BYTES_BETWEEN_LOOKS = 32 * 2 ** 20;

/** Bytes that a file takes of a disk at least: a million answers of one byte are no megabyte. */
const LEAST_ON_DISK = 4096;

/** Trees are never changed once they are made, and our headers are the same object in every call. */
const digests = new WeakMap<FileTree, string>();

function digest(tree: FileTree): string {
  let known = digests.get(tree);
  if (known === undefined) {
    const hash = createHash("sha256");
    for (const [name, content] of Object.entries(tree)) addFile(hash, name, content);
    known = hash.digest("hex");
    digests.set(tree, known);
  }
  return known;
}

/** Bytes above which a file's digest is kept: precompiled headers have megabytes and go with every compile. */
const LARGE = 1 << 16;
const digestsOfLarge = new WeakMap<Uint8Array, Buffer>();

/** What stands for a file in a digest: its bytes, or where they are many a digest of their own. */
function standIn(bytes: Uint8Array): Uint8Array {
  if (bytes.length <= LARGE) return bytes;
  const digested = digestsOfLarge.get(bytes) ?? createHash("sha256").update(bytes).digest();
  digestsOfLarge.set(bytes, digested);
  return digested;
}

/** Lengths stand before what they measure, so that no two trees give the same bytes. */
function addFile(hash: Hash, name: string, content: FileTree | string | Uint8Array): void {
  const isFile = typeof content === "string" || content instanceof Uint8Array;
  const bytes = typeof content === "string" ? Buffer.from(content) : content;
  hash.update(JSON.stringify([name, isFile, isFile ? bytes.length : 0]));
  hash.update(isFile ? standIn(bytes as Uint8Array) : digest(content));
}

/** The identity of a build of clang: the names and lengths of its files. */
async function identityOf(clangFolder: string): Promise<string> {
  const names = (await readdir(clangFolder)).sort();
  const sizes = await Promise.all(names.map(async (name) => (await stat(join(clangFolder, name))).size));
  return JSON.stringify(names.map((name, at) => [name, sizes[at]]));
}

/** Bytes of the largest entry: precompiled headers of the whole C++ library have some 14 MiB. */
const LARGEST_ENTRY = 256 * 2 ** 20;

/** Of everything that an entry says, its own name included: a file under another name is none of ours. */
function checksumOf(name: string, { exitCode, stdout, stderr }: ClangResult): string {
  return createHash("sha256")
    .update(JSON.stringify([name, exitCode, stderr]))
    .update(stdout)
    .digest("hex");
}

/** A line of JSON, then standard output. */
function encode(name: string, result: ClangResult): Uint8Array {
  const { exitCode, stdout, stderr } = result;
  const head = JSON.stringify({ exitCode, stderr, checksum: checksumOf(name, result) });
  return Buffer.concat([Buffer.from(`${head}\n`), stdout]);
}

/** What begins each kind of file that clang is asked for. Reference: LLVM, "Bitcode File Format"; clang, `ASTReader`. */
const beginnings: Readonly<Record<string, readonly number[]>> = {
  "-emit-llvm-bc": [0x42, 0x43, 0xc0, 0xde],
  "-emit-pch": [0x43, 0x50, 0x43, 0x48],
};

/** Is it an answer to a command: a whole one, and what a success writes to standard output? */
function answers({ exitCode, stdout }: ClangResult, args: readonly string[]): boolean {
  const [, beginning] = Object.entries(beginnings).find(([option]) => args.includes(option)) ?? [];
  if (exitCode !== 0 || !beginning || !args.includes("-")) return true;
  return beginning.every((byte, at) => stdout[at] === byte);
}

/** Undefined for a file that is damaged, or that another program has made. */
function decode(bytes: Buffer, name: string, args: readonly string[]): ClangResult | undefined {
  const end = bytes.indexOf(10);
  try {
    const { exitCode, stderr, checksum } = JSON.parse(bytes.toString("utf8", 0, end));
    if (!Number.isInteger(exitCode) || typeof stderr !== "string") return undefined;
    // A copy of its own: the caller may hand the buffer on to a worker.
    const result = { exitCode, stdout: new Uint8Array(bytes.subarray(end + 1)), stderr };
    return checksumOf(name, result) === checksum && answers(result, args) ? result : undefined;
  } catch {
    return undefined;
  }
}

/** The entry of a name in a user's store. Only a plain file of this user is read: no link, no pipe, nothing of another's. */
async function readEntry(folder: string, name: string, args: readonly string[]): Promise<ClangResult | undefined> {
  try {
    const found = await lstat(join(folder, name));
    const isOwn = process.getuid === undefined || found.uid === process.getuid();
    return found.isFile() && isOwn ? await readShipped(folder, name, args) : undefined;
  } catch {
    return undefined;
  }
}

/** The entry of a name in a folder that is trusted as the program itself is, whoever installed it. */
async function readShipped(folder: string, name: string, args: readonly string[]): Promise<ClangResult | undefined> {
  try {
    return decode(await readBounded(join(folder, name), LARGEST_ENTRY), name, args);
  } catch {
    return undefined;
  }
}

/** What stands in the store: bytes on disk, and when it was asked for last. Undefined for what another process has removed. */
async function entryAt(path: string, now: number) {
  const found = await lstat(path).catch(() => undefined);
  if (!found) return undefined;
  // A clock that was ahead would keep its entries for ever, and have every new one removed.
  const asked = found.mtimeMs > now ? 0 : found.mtimeMs;
  return { path, bytes: Math.max(found.size, LEAST_ON_DISK), asked };
}

/** Milliseconds by which the clock of a file system may be ahead of ours. */
const CLOCK_TOLERANCE = 60_000;

async function removeOldest(folder: string): Promise<void> {
  const names = await readdir(folder);
  const now = Date.now() + CLOCK_TOLERANCE;
  const files = (await Promise.all(names.map((name) => entryAt(join(folder, name), now)))).flatMap((one) => one ?? []);
  let total = files.reduce((sum, { bytes }) => sum + bytes, 0);
  for (const { path, bytes } of files.sort((a, b) => a.asked - b.asked)) {
    if (total <= LIMIT) return;
    // What cannot be removed, because another user or program holds it, must not save the others.
    const isGone = await rm(path, { force: true, recursive: true }).then(
      () => true,
      () => false,
    );
    if (isGone) total -= bytes;
  }
}

/** Writes entries into a folder. */
function entryWriter(folder: string): (name: string, result: ClangResult) => Promise<void> {
  let writes = 0;
  let written = 0;
  return async (name, result) => {
    const path = join(folder, name);
    if (result.stdout.length + result.stderr.length > LARGEST_ENTRY) return;
    try {
      // clang's messages quote sources, which other users must not read.
      if (writes === 0) await mkdir(folder, { recursive: true, mode: 0o700 });
      // Other processes see a whole file or none, and workers of this one write files of their own.
      const unfinished = `${path}.${randomUUID()}`;
      const bytes = encode(name, result);
      await writeFile(unfinished, bytes, { mode: 0o600, flag: "wx" });
      // A file takes the place of a pipe or a link; a folder of this name must go first.
      await rename(unfinished, path).catch(async () => {
        await rm(path, { force: true, recursive: true });
        await rename(unfinished, path);
      });
      written += bytes.length;
      if (writes++ % WRITES_BETWEEN_LOOKS !== 0 && written < BYTES_BETWEEN_LOOKS) return;
      written = 0;
      await removeOldest(folder);
    } catch {
      // A full disk or another user's folder: the answer is given all the same.
    }
  };
}

/** The removal of old entries spares one that is asked for. */
function touch(path: string): void {
  const now = new Date();
  utimes(path, now, now).catch(() => undefined);
}

/** Where clang's answers are kept on disk, and which of them. */
export interface CompileStore {
  readonly folder: string;
  /**
   * An editor's text changes with every key: beside precompiled headers it keeps `settled` answers, which no other answer to the
   * same command followed for some seconds. The next window on the same text needs no clang for its findings.
   */
  readonly keeps: "everything" | "settled";
}

/** Milliseconds after which an answer has settled. */
const SETTLED = 5000;

/** Milliseconds after an answer from the store until an editor's clang is loaded: it is needed for the first key. */
const WARMING = 1000;

/** Keeps an answer once it has settled. */
function settling(keep: (name: string, result: ClangResult) => Promise<void>) {
  const waiting = new Map<string, ReturnType<typeof setTimeout>>();
  return {
    keep(args: readonly string[], name: string, result: ClangResult): void {
      const command = JSON.stringify(args);
      // The caller may hand the bytes on to a worker.
      const own = { ...result, stdout: result.stdout.slice() };
      clearTimeout(waiting.get(command));
      const timer = setTimeout(() => {
        waiting.delete(command);
        void keep(name, own);
      }, SETTLED);
      waiting.set(command, timer.unref());
    },
    stop() {
      for (const timer of waiting.values()) clearTimeout(timer);
    },
  };
}

/** A clang that an editor's first key finds loaded, although the answers before came from the store. */
function warming(clang: DisposableClang) {
  let isWarm = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  return {
    run: (...call: Parameters<DisposableClang["run"]>): Promise<ClangResult> => {
      isWarm = true;
      return clang.run(...call);
    },
    soon(args: readonly string[], files: FileTree): void {
      if (isWarm) return;
      isWarm = true;
      timer = setTimeout(() => void clang.run(args, files).catch(() => undefined), WARMING).unref();
    },
    stop: () => clearTimeout(timer),
  };
}

/** This user's store; undefined where none is wanted. */
export function defaultStore(keeps: CompileStore["keeps"]): CompileStore | undefined {
  const folder = storeFolder();
  return folder === undefined ? undefined : { folder, keeps };
}

/** Folders of an installation: where clang's own files are, which name its build, and the headers that come precompiled. */
export interface ClangFolders {
  readonly clang: string;
  /** Entries as the store has them, made when the package was (`scripts/precompiled.mjs`). */
  readonly precompiled: string;
}

/**
 * A clang that looks into the store and among the precompiled headers first, and keeps in the store what it had to ask
 * `clang`. A store that cannot be read or written costs only its advantage; a crash is never kept.
 */
export function storedClang(
  clang: DisposableClang,
  store: CompileStore | undefined,
  folders: ClangFolders,
): DisposableClang {
  let identity: Promise<string> | undefined;
  const keep = store && entryWriter(store.folder);
  const settle = keep && store.keeps === "settled" ? settling(keep) : undefined;
  const warm = warming(clang);

  return {
    ...(clang.answerLimit !== undefined && { answerLimit: clang.answerLimit }),
    ...(clang.awaitHeaders && { awaitHeaders: clang.awaitHeaders }),
    async run(args, files, signal, budget) {
      const isHeader = args.includes("-emit-pch");
      if (!isHeader && !store) return clang.run(args, files, signal, budget);
      identity ??= identityOf(folders.clang).catch(() => "");
      const build = await identity;
      const name = createHash("sha256")
        .update(JSON.stringify([build, args]))
        .update(digest(files))
        .digest("hex");
      const kept = store && (await readEntry(store.folder, name, args));
      if (kept) touch(join(store.folder, name));
      const known = kept ?? (isHeader ? await readShipped(folders.precompiled, name, args) : undefined);
      signal?.throwIfAborted();
      if (known) {
        if (settle && !isHeader) warm.soon(args, files);
        return known;
      }
      const result = await warm.run(args, files, signal, budget);
      if (result.exitCode === CRASHED) return result;
      if (settle && !isHeader) settle.keep(args, name, result);
      else await keep?.(name, result);
      return result;
    },
    dispose() {
      settle?.stop();
      warm.stop();
      clang.dispose();
    },
  };
}

/** A text that this program computes from some parts, under a name that is their digest. */
export interface KeptText {
  find(): Promise<string | undefined>;
  keep(text: string): Promise<void>;
}

/**
 * Texts that this program computes, kept like clang's answers: what is kept of some parts.
 * @param program the bundle that computes them: another build of it may compute others
 */
export function keptTexts(
  { folder }: CompileStore,
  program: string,
): (parts: readonly (string | Uint8Array)[]) => KeptText {
  let identity: Promise<string | undefined> | undefined;
  const write = entryWriter(folder);
  const nameOf = async (parts: readonly (string | Uint8Array)[]): Promise<string | undefined> => {
    identity ??= stat(program).then(
      ({ size, mtimeMs }) => JSON.stringify([program, size, mtimeMs]),
      () => undefined,
    );
    const build = await identity;
    if (build === undefined) return undefined;
    const hash = createHash("sha256");
    for (const [at, part] of [build, ...parts].entries()) addFile(hash, `${at}`, part);
    return hash.digest("hex");
  };
  return (parts) => {
    const named = nameOf(parts);
    return {
      async find() {
        const name = await named;
        const known = name === undefined ? undefined : await readEntry(folder, name, []);
        if (known) touch(join(folder, name!));
        return known && Buffer.from(known.stdout).toString("utf8");
      },
      async keep(text) {
        const name = await named;
        if (name !== undefined) await write(name, { exitCode: 0, stdout: Buffer.from(text), stderr: "" });
      },
    };
  };
}

/** The same as `Platform.kept` has it. */
export function storedTexts(store: CompileStore, program: string): NonNullable<Platform["kept"]> {
  const keptOf = keptTexts(store, program);
  return async (parts, compute) => {
    const kept = keptOf(parts);
    const known = await kept.find();
    if (known !== undefined) return known;
    const text = await compute();
    await kept.keep(text);
    return text;
  };
}
