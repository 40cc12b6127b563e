/** Reports of `simulate --all`, joined. */
import type { FileRunsJson } from "../../engine/formats/simulations";
import { FORMAT_VERSION } from "../../engine/formats/version";
import { renderJson } from "../common/json";
import { severitiesOf } from "../simulations/judge";
import { joinParts, partOf } from "./join";
import { memberOf, type ReportKind } from "./kind";

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

/** `simulate --all --format json`. */
export const simulations: ReportKind = {
  title: "a report of simulate --all",
  is: ({ value }) => typeof memberOf(value, "checked") === "boolean",
  join(reports) {
    const parts = reports.map(({ name, value }) => partOf<FileRunsJson>(name, value, isFile));
    const files = joinParts(parts, ({ path }) => path);
    const checked = reports.some(({ value }) => memberOf(value, "checked") === true);
    const runs = files.flatMap(({ kernels }) => kernels.flatMap(({ result }) => result ?? []));
    const severities = runs.flatMap((result) => severitiesOf(result, checked));
    return { text: renderJson({ version: FORMAT_VERSION, checked, files }), severities };
  },
};
