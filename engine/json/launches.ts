/** The launches of a program as the documented JSON: of those that are alike in everything, most is made once. */
import isEqual from "fast-deep-equal";
import type { Architecture } from "../../analyzer/hardware/model";
import type { SourceText } from "../documents/sourceLocation";
import type { LaunchReportJson } from "../formats/launch";
import { repeating } from "../formats/sameLaunches";
import type { LaunchResult } from "../model/job";
import { launchJson } from "./launch";

interface Made {
  readonly result: LaunchResult;
  readonly json: LaunchReportJson;
}

/** What of a launch is its own: where it was launched, and what it repeats. */
const isAlike = (one: LaunchResult, other: LaunchResult): boolean =>
  (one.repeats === undefined) === (other.repeats === undefined) &&
  isEqual({ ...one, repeats: 0, launchedAt: 0 }, { ...other, repeats: 0, launchedAt: 0 });

/**
 * The launches in their order; `isCounted` as of `launchJson`. Workers give the lines of launches that are alike as one array, by
 * which the first of them is found.
 */
export function launchesJson(
  text: SourceText,
  launches: readonly LaunchResult[],
  device: Architecture,
  isCounted: boolean,
): readonly LaunchReportJson[] {
  const known = new Map<LaunchResult["lines"], Made[]>();
  return launches.map((result) => {
    const same = known.get(result.lines) ?? [];
    known.set(result.lines, same);
    const found = same.find((one) => isAlike(one.result, result));
    if (found) return repeating(found.json, result.repeats);
    const json = launchJson(text, result, device, [], isCounted);
    same.push({ result, json });
    return json;
  });
}
