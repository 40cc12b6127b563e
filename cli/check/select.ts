/** Which sources a check is about, from its words and options; what cannot be read is reported and does not stop the others. */
import { resolve, sep } from "node:path";
import { UsageError } from "../../engine/model/errors";
import { numbered } from "../../pictures/figures";
import { readSource, readStandardInput, type Source, shownPath } from "../common/documents";
import { changedSince } from "../files/changed";
import { type ConfigurationOf, expand, withoutExcluded } from "../files/expand";
import { readShard, type ShardJson, takeShard } from "../shards/shard";

/** How the files of a run are chosen, from the command line. */
export interface SelectionOptions {
  readonly stdin: boolean;
  readonly "stdin-filename"?: string | undefined;
  readonly "changed-since"?: string | undefined;
  /** `I/N`. */
  readonly shard?: string | undefined;
}

/** The files of a run, with remarks for standard error. */
export interface Selected {
  readonly sources: readonly Source[];
  /** Which files of how many these are, of a run that takes one shard. */
  readonly shard?: ShardJson;
  /** Sentences on what could not be read. */
  readonly problems: readonly string[];
  /** Sentences on what the user should know. */
  readonly notes: readonly string[];
}

/** The changed files that lie in what was named; all of them where nothing was. */
function within(paths: readonly string[], words: readonly string[]): string[] {
  const places = words.map((word) => resolve(word));
  return paths.filter(
    (path) => places.length === 0 || places.some((place) => path === place || path.startsWith(place + sep)),
  );
}

async function readAll(paths: readonly string[]): Promise<{ sources: Source[]; problems: string[] }> {
  const sources: Source[] = [];
  const problems: string[] = [];
  for (const path of paths) {
    try {
      sources.push(await readSource(path));
    } catch (error) {
      if (!(error instanceof UsageError)) throw error;
      problems.push(error.message);
    }
  }
  return { sources, problems };
}

/** Throws UsageError where nothing is named, or nothing of it can be read. */
export async function selectSources(
  words: readonly string[],
  options: SelectionOptions,
  configurationOf: ConfigurationOf,
  command = "check",
): Promise<Selected> {
  const revision = options["changed-since"];
  const wanted = options.shard === undefined ? undefined : readShard(options.shard);
  if (options.stdin) {
    if (words.length > 0 || revision !== undefined || options.shard !== undefined) {
      throw new UsageError("--stdin checks only standard input; name no files.");
    }
    const source = await readStandardInput(options["stdin-filename"] ?? "stdin.cu");
    return { sources: [source], problems: [], notes: source.note ? [source.note] : [] };
  }
  if (options["stdin-filename"] !== undefined) throw new UsageError("--stdin-filename requires --stdin.");
  if (words.length === 0 && revision === undefined) {
    const or = command === "check" ? ", or use --changed-since REV" : "";
    throw new UsageError(`${command}: name at least one file, folder or pattern${or}.`);
  }
  const { paths, excluded } =
    revision === undefined
      ? await expand(words, configurationOf)
      : await withoutExcluded(within(await changedSince(revision), words), configurationOf);
  const notes = excluded.map((path) => `${shownPath(path)}: not checked: the configuration excludes it.`);
  if (revision !== undefined && paths.length === 0) notes.push(`no CUDA file has changed since ${revision}.`);
  const { sources: all, problems } = await readAll(paths);
  if (all.length === 0 && problems.length > 0) throw new UsageError(problems.join("\n"));
  const { sources, shard } = wanted ? takeShard(all, wanted) : { sources: all, shard: undefined };
  if (shard)
    notes.push(`shard ${shard.index} of ${shard.count}: ${sources.length} of ${numbered(all.length, "file")}.`);
  return {
    sources,
    ...(shard && { shard }),
    problems,
    notes: [...notes, ...sources.flatMap((one) => one.note ?? [])],
  };
}
