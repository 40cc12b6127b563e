/** What a check gives, as every format of it reads it. */
import type { FileFindingsJson } from "../../engine/formats/findings";
import type { ShardJson } from "../shards/shard";

/** The findings of one file, with its text. */
export interface CheckedFile extends FileFindingsJson {
  /** The text that was checked; formats show lines of it. */
  readonly text: string;
}

/** What a run of `warplens check` found. */
export interface CheckReport {
  /** In the order in which the files were named. `path` is as the user sees it. */
  readonly files: readonly CheckedFile[];
  /** Of a run that checked one shard of the files. */
  readonly shard?: ShardJson;
}
