/** `check --watch`: files are checked again as they change, with what includes them, until Ctrl+C. */
import { existsSync, statSync } from "node:fs";
import { basename, dirname, resolve } from "node:path";
import { watch } from "chokidar";
import { isGlob } from "../../engine/configuration/glob";
import type { FileFindingsJson } from "../../engine/formats/findings";
import { UsageError } from "../../engine/model/errors";
import { numbered } from "../../pictures/figures";
import { readText, type Source } from "../common/documents";
import { isIgnored } from "../files/expand";
import type { CheckedFile, CheckReport } from "./report";

/** Milliseconds without a further change after which files are checked: tools that save many files save them together. */
const QUIET = 80;

const code = /\.(cuh?|hpp|hxx|hh|h|inl|inc|cpp|cc|c)$/i;
/** What holds for many files: when it changes, all are checked again by new workers. */
const settings = /^(\.warplens\.json|compile_commands\.json|compile_flags\.txt|CMakeLists\.txt|Makefile)$/;

/** What a watch is made of. `Checker` is a pool: new ones are opened when settings change. */
export interface WatchJob {
  /** What the user named. */
  readonly words: readonly string[];
  /** The sources that these words mean now. */
  select(): Promise<readonly Source[]>;
  /** `files`: how many there are to check. */
  open(files: number): WatchedPool;
  /** Shows the files that were checked again. */
  show(report: CheckReport): void;
  say(text: string): void;
}

/** Checks sources, and hears which files have changed. */
interface WatchedPool {
  check(sources: readonly Source[], onFile: (path: string) => void): Promise<FileFindingsJson[]>;
  changed(paths: readonly string[]): void;
  close(): Promise<void>;
}

/** The folder in which a word's files are, and the headers beside them. */
function folderOf(word: string): string {
  if (existsSync(word)) return resolve(statSync(word).isDirectory() ? word : dirname(word));
  const parts = word.split("/");
  const first = parts.findIndex(isGlob);
  return resolve(parts.slice(0, Math.max(0, first)).join("/") || ".");
}

const includePattern = /^[ \t]*#[ \t]*include[ \t]*["<]([^">\n]+)[">]/gm;

/** Names, without folders, of the files that a text includes. */
const included = (text: string): Set<string> =>
  new Set([...text.matchAll(includePattern)].map(([, path]) => basename(path!)));

/** Names of the files that changed, and of all that include them, also by way of others. */
function affectedNames(changed: ReadonlySet<string>, texts: ReadonlyMap<string, string>): ReadonlySet<string> {
  const names = new Set([...changed].map((path) => basename(path)));
  const includes = [...texts].map(([path, text]) => ({ name: basename(path), includes: included(text) }));
  for (let before = -1; before !== names.size; ) {
    before = names.size;
    for (const one of includes) if ([...one.includes].some((name) => names.has(name))) names.add(one.name);
  }
  return names;
}

/** What is known while files are watched. */
interface State {
  pool?: WatchedPool;
  /** Text of every header that was seen, by path. */
  readonly headers: Map<string, string>;
  /** The last findings, by path. */
  readonly results: Map<string, CheckedFile>;
}

async function readHeader(state: State, path: string): Promise<void> {
  const text = await readText(path);
  if (text === undefined) state.headers.delete(path);
  else state.headers.set(path, text);
}

/** The most paths that a sentence lists. */
const LISTED = 3;

const named = (paths: readonly string[]): string =>
  paths.length > LISTED ? numbered(paths.length, "file") : paths.join(", ");

function tally({ results }: State): string {
  const found = [...results.values()].reduce((sum, { findings }) => sum + findings.length, 0);
  return `${numbered(found, "finding")} in ${numbered(results.size, "file")}; watching for changes, Ctrl+C ends.`;
}

/** Checks what has changed, or everything where settings have. */
async function checkAgain(job: WatchJob, state: State, changed: ReadonlySet<string>): Promise<void> {
  const everything = state.results.size === 0 || [...changed].some((path) => settings.test(basename(path)));
  const sources = await job.select();
  if (everything) {
    await state.pool?.close();
    delete state.pool;
  }
  state.pool ??= job.open(sources.length);
  for (const path of changed) if (!sources.some((one) => one.path === path)) await readHeader(state, path);
  const texts = new Map([...state.headers, ...sources.map(({ path, text }) => [path, text] as const)]);
  const names = affectedNames(changed, texts);
  const affected = everything ? sources : sources.filter(({ path }) => names.has(basename(path)));
  state.pool.changed([...changed]);
  const files = await state.pool.check(affected, () => {});
  for (const path of state.results.keys()) if (!sources.some((one) => one.path === path)) state.results.delete(path);
  const checked = files.map((file, i) => ({ ...file, path: affected[i]!.shown, text: affected[i]!.text }));
  for (const [i, file] of checked.entries()) state.results.set(affected[i]!.path, file);
  if (!everything && checked.length > 0) job.say(`checked ${named(checked.map(({ path }) => path))}.`);
  if (checked.length > 0) job.show({ files: checked });
  job.say(tally(state));
}

/** Never ends by itself. Rejects where the first check does, as for words that name nothing. */
export async function watchChecks(job: WatchJob): Promise<never> {
  const state: State = { headers: new Map(), results: new Map() };
  const changed = new Set<string>();
  let timer: NodeJS.Timeout | undefined;
  let isWorking = false;

  async function work(): Promise<void> {
    if (isWorking) return;
    isWorking = true;
    while (changed.size > 0) {
      const taken = new Set(changed);
      changed.clear();
      // What cannot be read just now is said, and the next change is waited for.
      await checkAgain(job, state, taken).catch((error: unknown) => {
        if (!(error instanceof UsageError)) throw error;
        job.say(error.message);
      });
    }
    isWorking = false;
  }

  const folders = [...new Set(job.words.map(folderOf))];
  const roots = new Set(folders);
  const ignored = (path: string) => !roots.has(path) && isIgnored(basename(path)) && !settings.test(basename(path));
  const watcher = watch(folders, { ignored, followSymlinks: false });
  return new Promise<never>((_, reject) => {
    const note = (path: string) => {
      if (!code.test(path) && !settings.test(basename(path))) return;
      changed.add(resolve(path));
      clearTimeout(timer);
      timer = setTimeout(() => void work().catch(reject), QUIET);
    };
    watcher.on("error", (error) => job.say(`watching: ${error instanceof Error ? error.message : error}.`));
    let isReady = false;
    const first: Promise<void>[] = [];
    watcher.on("all", (event, path) => {
      if (isReady) note(path);
      else if (event === "add" && code.test(path)) first.push(readHeader(state, resolve(path)));
    });
    watcher.on("ready", () => {
      isReady = true;
      Promise.all(first)
        .then(() => checkAgain(job, state, new Set()))
        .catch(reject);
    });
  }).finally(async () => {
    await watcher.close();
    await state.pool?.close();
  });
}
