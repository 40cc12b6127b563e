/** What a check gives, as every format of it reads it. */
import type { FileFindingsJson } from "../../engine/formats/findings";

export interface CheckedFile extends FileFindingsJson {
  /** The text that was checked; formats show lines of it. */
  readonly text: string;
}

export interface CheckReport {
  /** In the order in which the files were named. `path` is as the user sees it. */
  readonly files: readonly CheckedFile[];
}
