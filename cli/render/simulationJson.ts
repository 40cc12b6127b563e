/** The JSON of a run. */
import { writtenReport } from "../../engine/formats/sameLaunches";
import type { SimulateJson } from "../../engine/formats/simulation";
import { renderJson } from "../common/json";

/** The documented JSON of a run (docs/json.md). */
export const renderSimulationJson = (result: SimulateJson): string => renderJson(writtenReport(result));
