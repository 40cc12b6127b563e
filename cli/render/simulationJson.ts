/** The JSON of a run: a launch that is like an earlier one in everything names it, so that thousands of them stay readable. */
import type { LaunchReportJson } from "../../engine/formats/launch";
import type { SimulateJson } from "../../engine/formats/simulation";
import { renderJson } from "../common/json";

/** What stands for a launch that has the report of an earlier one. */
type SameLaunch = Pick<LaunchReportJson, "kernel" | "signature" | "grid" | "block" | "shared" | "repeats"> & {
  /** The earlier launch, counted from 0. */
  readonly sameAs: number;
};

function summedUp(launches: readonly LaunchReportJson[]): readonly (LaunchReportJson | SameLaunch)[] {
  const first = new Map<string, number>();
  return launches.map((launch, index) => {
    const { repeats, ...own } = launch;
    const text = JSON.stringify(own);
    const sameAs = first.get(text);
    if (sameAs === undefined) {
      first.set(text, index);
      return launch;
    }
    const { kernel, signature, grid, block, shared } = own;
    return { kernel, signature, grid, block, shared, ...(repeats !== undefined && { repeats }), sameAs };
  });
}

/** The documented JSON of a run (docs/json.md). */
export const renderSimulationJson = (result: SimulateJson): string =>
  renderJson({ ...result, launches: summedUp(result.launches) });
