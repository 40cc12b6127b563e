/** Reports of `simulate --all`, joined. */
import type { SimulationsJson } from "../../engine/formats/simulations";
import { FORMAT_VERSION } from "../../engine/formats/version";
import { UsageError } from "../../engine/model/errors";
import { renderJson } from "../common/json";
import { severitiesOf } from "../simulations/judge";
import { joinParts, type Part, shardOf } from "./join";
import { memberOf, type ReportFile, type ReportKind } from "./kind";

type FileRuns = SimulationsJson["files"][number];

const isRun = (value: unknown): boolean => {
  const result = memberOf(value, "result");
  return (
    typeof memberOf(value, "kernel") === "string" && (result === null || Array.isArray(memberOf(result, "launches")))
  );
};

const isFile = (value: unknown): boolean => {
  const kernels = memberOf(value, "kernels");
  return typeof memberOf(value, "path") === "string" && Array.isArray(kernels) && kernels.every(isRun);
};

/** A file's runs, and whether they were checked. */
interface Judged {
  readonly file: FileRuns;
  readonly checked: boolean;
}

function partOf({ name, value }: ReportFile): Part<Judged> {
  const files = memberOf(value, "files");
  if (memberOf(value, "version") !== FORMAT_VERSION || !Array.isArray(files) || !files.every(isFile)) {
    throw new UsageError(`${name}: this is no whole report of this version; write it again.`);
  }
  const checked = memberOf(value, "checked") === true;
  const items = (files as FileRuns[]).map((file) => ({ file, checked }));
  return { name, shard: shardOf(name, memberOf(value, "shard")), items };
}

/** `simulate --all --format json`. */
export const simulations: ReportKind = {
  title: "a report of simulate --all",
  is: ({ value }) => {
    const files = memberOf(value, "files");
    return Array.isArray(files) && files.some((one) => Array.isArray(memberOf(one, "kernels")));
  },
  join(parts) {
    const files = joinParts(parts.map(partOf), ({ file }) => file.path);
    const severities = files.flatMap(({ file, checked }) =>
      file.kernels.flatMap(({ result }) => (result ? severitiesOf(result, checked) : [])),
    );
    const checked = files.some((one) => one.checked);
    return { text: renderJson({ version: FORMAT_VERSION, checked, files: files.map(({ file }) => file) }), severities };
  },
};
