/** Baselines that shards wrote, as one. */
import { dirname, resolve } from "node:path";
import { UsageError } from "../../engine/model/errors";
import { baselineText, parseBaseline, pathIn } from "../check/baseline";
import { memberOf, type ReportKind } from "./kind";

/** `check --baseline FILE --write-baseline`. Paths are relative to the folder of each file, and of the joined one. */
export const baseline: ReportKind = {
  title: "a baseline",
  is: ({ value }) => Array.isArray(memberOf(value, "findings")),
  join(files, output) {
    const target = resolve(output ?? "baseline.json");
    const entries = files.flatMap(({ name, value }) => {
      const read = parseBaseline(value);
      if (!read) throw new UsageError(`${name}: this is not a baseline of this version; write it again.`);
      return read.map((entry) => ({ ...entry, path: pathIn(target, resolve(dirname(name), entry.path)) }));
    });
    return { text: baselineText(entries), severities: [] };
  },
};
