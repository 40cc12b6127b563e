/** Reports of `check` as JSON and as HTML, joined. */
import { severities } from "../../engine/configuration/layer";
import type { FindingJson } from "../../engine/formats/findings";
import { UsageError } from "../../engine/model/errors";
import { unescaped } from "../../pictures/markup";
import type { CheckedFile, CheckReport } from "../check/report";
import { renderCheckJson } from "../render/checkJson";
import { PAGE_REPORT, renderCheckPage } from "../render/checkPage";
import { joinParts, type Part, partOf } from "./join";
import { memberOf, type ReportFile, type ReportKind } from "./kind";

const isRange = (value: unknown): boolean =>
  (["start", "end"] as const).every((end) =>
    ["line", "character"].every((key) => typeof memberOf(memberOf(value, end), key) === "number"),
  );

/** Whether a value has what every format reads of a finding. */
function isFinding(value: unknown): value is FindingJson {
  const texts = ["rule", "message", "fingerprint"].every((key) => typeof memberOf(value, key) === "string");
  const lists = ["related", "fixes"].every((key) => Array.isArray(memberOf(value, key)));
  return (
    texts && lists && isRange(memberOf(value, "range")) && severities.some((one) => one === memberOf(value, "severity"))
  );
}

function isFile(value: unknown): boolean {
  const [findings, suppressed] = [memberOf(value, "findings"), memberOf(value, "suppressed")];
  return (
    typeof memberOf(value, "path") === "string" &&
    Array.isArray(memberOf(value, "left_out")) &&
    [findings, suppressed].every((list) => Array.isArray(list) && list.every(isFinding))
  );
}

function joined(parts: readonly Part<CheckedFile>[], render: (report: CheckReport) => string) {
  const files = joinParts(parts, ({ path }) => path);
  const found = files.flatMap(({ findings }) => findings.map(({ severity }) => severity));
  return { text: render({ files }), severities: found };
}

/** `check --format json`. */
export const checkJson: ReportKind = {
  title: "a report of check in JSON",
  is: ({ value }) => Array.isArray(memberOf(value, "files")),
  join: (files) =>
    joined(
      files.map(({ name, value }) => partOf<CheckedFile>(name, value, isFile)),
      renderCheckJson,
    ),
};

/** The report that the page of a shard carries. */
function pageReport({ name, text }: ReportFile): unknown {
  const start = text.indexOf(PAGE_REPORT);
  const end = text.indexOf("</template>", start);
  if (start < 0 || end < 0) {
    throw new UsageError(
      `${name}: only pages of shards can be joined: write them with check --shard I/N --format html.`,
    );
  }
  try {
    return JSON.parse(unescaped(text.slice(start + PAGE_REPORT.length, end)));
  } catch {
    throw new UsageError(`${name}: the report in this page cannot be read; write it again.`);
  }
}

/** `check --shard I/N --format html`. */
export const checkPage: ReportKind = {
  title: "a report of check in HTML",
  is: ({ text }) => text.startsWith("<!DOCTYPE html>"),
  join: (files) =>
    joined(
      files.map((file) => partOf<CheckedFile>(file.name, pageReport(file), isFile)),
      renderCheckPage,
    ),
};
