/** Findings as the documented JSON: docs/json.md and docs/schemas/check.json. */

import { FORMAT_VERSION } from "../../engine/formats/version";
import type { CheckReport } from "../check/report";
import { renderJson } from "../common/json";

/** The report of `check` as documented JSON. */
export function renderCheckJson({ files, shard }: CheckReport): string {
  return renderJson({
    version: FORMAT_VERSION,
    ...(shard && { shard }),
    files: files.map(({ text: _, ...file }) => file),
  });
}
