/** The JSON of a run: a launch that is like an earlier one in everything names it, so that thousands of them stay readable. */
import type { LaunchReportJson } from "../../engine/formats/launch";
import type { SimulateJson } from "../../engine/formats/simulation";
import { renderJson } from "../common/json";

/** What stands for a launch that has the report of an earlier one. */
type SameLaunch = Pick<LaunchReportJson, "kernel" | "signature" | "grid" | "block" | "shared" | "repeats"> & {
  /** The earlier launch, counted from 0. */
  readonly sameAs: number;
};

/** Numbers values so that those with the same JSON have the same number; what several launches share is written once. */
function numbering(): (value: unknown) => number {
  const byText = new Map<string, number>();
  const byObject = new WeakMap<object, number>();
  return (value) => {
    const isObject = typeof value === "object" && value !== null;
    const known = isObject ? byObject.get(value) : undefined;
    if (known !== undefined) return known;
    const text = JSON.stringify(value) ?? "";
    const number = byText.get(text) ?? byText.size;
    byText.set(text, number);
    if (isObject) byObject.set(value, number);
    return number;
  };
}

function summedUp(launches: readonly LaunchReportJson[]): readonly (LaunchReportJson | SameLaunch)[] {
  const first = new Map<string, number>();
  const numberOf = numbering();
  return launches.map((launch, index) => {
    const { repeats, ...own } = launch;
    const key = Object.entries(own)
      .map(([name, value]) => `${name} ${numberOf(value)}`)
      .join();
    const sameAs = first.get(key);
    if (sameAs === undefined) {
      first.set(key, index);
      return launch;
    }
    const { kernel, signature, grid, block, shared } = own;
    return { kernel, signature, grid, block, shared, ...(repeats !== undefined && { repeats }), sameAs };
  });
}

/** The documented JSON of a run (docs/json.md). */
export const renderSimulationJson = (result: SimulateJson): string =>
  renderJson({ ...result, launches: summedUp(result.launches) });
