/** Branches of a launch: how often warps diverged at each, and the lanes of one warp that did. */

import type { BranchJson } from "../engine/formats/launch";
import { decimal, grouped } from "./figures";
import { LANES, laneColumns, ranges } from "./lanes";
import { element } from "./markup";
import type { Picture, Table } from "./model";

const CELL = 10;

/** One row a branch. A share is one of the lanes that reached it. */
export function branchTable(branches: readonly BranchJson[]): Table {
  return {
    caption: "Branches: warps that executed it, warps that diverged, lanes that took it",
    columns: ["Line", "Warps", "Diverged", "Taken"].map((title) => ({ title, numeric: true })),
    rows: branches.map((branch) => [
      branch.line,
      grouped(branch.executions),
      grouped(branch.divergent),
      `${decimal(branch.lanes ? (branch.taken / branch.lanes) * 100 : 0)} %`,
    ]),
  };
}

type Way = "taken" | "not taken" | "not active";

const wayOf = (lane: number, mask: number, taken: number): Way =>
  ((mask >>> lane) & 1) === 0 ? "not active" : ((taken >>> lane) & 1) === 1 ? "taken" : "not taken";

const classOf: Readonly<Record<Way, string>> = { taken: "lane", "not taken": "lane other", "not active": "lane idle" };

/** 32 cells: lanes that took the branch stand high, those that did not low, those that were not there are empty. */
export function branchLanes({ mask, taken }: { readonly mask: number; readonly taken: number }): Picture {
  const ways = Array.from({ length: LANES }, (_, lane) => wayOf(lane, mask, taken));
  const lanesOf = (way: Way) => ways.flatMap((one, lane) => (one === way ? [lane] : []));
  const [took, stayed] = [lanesOf("taken").length, lanesOf("not taken").length];
  const description = `${took} of ${took + stayed} active lanes take the branch, ${stayed} do not`;
  const svg = element(
    "svg",
    { viewBox: `0 0 ${LANES * CELL} 40`, role: "img", "aria-label": description, class: "strip" },
    ways.map((way, lane) =>
      element(
        "rect",
        {
          x: laneColumns(lane),
          y: way === "taken" ? 1 : way === "not taken" ? 13 : 7,
          width: laneColumns.bandwidth(),
          height: CELL,
          class: classOf[way],
        },
        element("title", {}, `lane ${lane}: ${way}`),
      ),
    ),
    element("text", { x: 0, y: 36, class: "label" }, `above: ${took} take it, below: ${stayed} do not`),
  );
  const names: readonly Way[] = ["taken", "not taken", "not active"];
  return {
    title: "Lanes at the branch",
    description,
    svg,
    table: {
      caption: "Lanes at the branch",
      columns: [
        { title: "Way", numeric: false },
        { title: "Lanes", numeric: false },
      ],
      rows: names.map((way) => [way, ranges(lanesOf(way)) || "none"]),
    },
  };
}
