/** SARIF files of shards, joined into one run. */
import type { Severity } from "../../analyzer/rules/model";
import { UsageError } from "../../engine/model/errors";
import { renderJson } from "../common/json";
import { LARGEST_RUN, uriOf } from "../render/sarif";
import { joinParts, type Part, shardOf } from "./join";
import { memberOf, type ReportFile, type ReportKind } from "./kind";

/** The SARIF level's severity; a note is at least as grave as the gravest that is written so. */
const severityOf: Readonly<Record<string, Severity>> = { error: "error", warning: "warning", note: "information" };

/** A result or a notification with the file that it is about; "" where it is about none. */
interface About {
  readonly uri: string;
  readonly value: object;
}

const firstOf = (value: unknown): unknown => (Array.isArray(value) ? value[0] : undefined);

function about(value: object): About {
  const place = memberOf(firstOf(memberOf(value, "locations")), "physicalLocation");
  const uri = memberOf(memberOf(place, "artifactLocation"), "uri");
  return { uri: typeof uri === "string" ? uri : "", value };
}

const isObjects = (value: unknown): value is object[] =>
  Array.isArray(value) && value.every((one) => typeof one === "object" && one !== null);

/** What joining reads of a SARIF file of ours. */
interface Run {
  readonly whole: object;
  readonly run: object;
  readonly invocation: object;
  readonly results: Part<About>;
  readonly notifications: Part<About>;
}

function runOf({ name, value }: ReportFile): Run {
  const run = firstOf(memberOf(value, "runs"));
  const driver = memberOf(memberOf(run, "tool"), "driver");
  const invocation = firstOf(memberOf(run, "invocations"));
  const [results, notifications] = [memberOf(run, "results"), memberOf(invocation, "toolExecutionNotifications")];
  if (memberOf(driver, "name") !== "WarpLens" || !isObjects(results) || !isObjects(notifications)) {
    throw new UsageError(`${name}: this SARIF file was not written by warplens check.`);
  }
  const said = shardOf(name, memberOf(memberOf(run, "properties"), "shard"));
  const shard = said && { ...said, files: said.files.map(({ path, position }) => ({ path: uriOf(path), position })) };
  return {
    whole: value as object,
    run: run as object,
    invocation: invocation as object,
    results: { name, shard, items: results.map(about) },
    notifications: { name, shard, items: notifications.map(about).filter(({ uri }) => uri !== "") },
  };
}

const isSuppressed = (result: object): boolean => {
  const suppressions = memberOf(result, "suppressions");
  return Array.isArray(suppressions) && suppressions.length > 0;
};

function levelOf(result: object): Severity {
  return severityOf[String(memberOf(result, "level"))] ?? "warning";
}

const valuesOf = (parts: readonly Part<About>[]): object[] =>
  joinParts(parts, ({ uri }) => uri).map(({ value }) => value);

/** `check --format sarif`. */
export const sarif: ReportKind = {
  title: "a SARIF file",
  is: ({ value }) => memberOf(value, "version") === "2.1.0" && Array.isArray(memberOf(value, "runs")),
  join(files) {
    const runs = files.map(runOf);
    const results = valuesOf(runs.map((one) => one.results));
    const notes = valuesOf(runs.map((one) => one.notifications));
    const left = results.length - LARGEST_RUN;
    const cut = left > 0 ? [{ level: "warning", message: { text: `${left} more results are left out.` } }] : [];
    const { whole, run, invocation } = runs[0]!;
    const { properties: _, ...rest } = run as { properties?: unknown };
    const joined = {
      ...rest,
      invocations: [{ ...invocation, toolExecutionNotifications: [...cut, ...notes] }],
      results: results.slice(0, LARGEST_RUN),
    };
    return {
      text: renderJson({ ...whole, runs: [joined] }),
      severities: results.filter((one) => !isSuppressed(one)).map(levelOf),
    };
  },
};
