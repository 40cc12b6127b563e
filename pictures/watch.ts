/** A watched expression: what each lane of a warp holds, and every warp of the block as a small map. */
import { scaleBand } from "d3-scale";
import { LANES, lanesWhere, ranges } from "./lanes";
import { element } from "./markup";
import type { Picture } from "./model";
import { lanePicture } from "./steps";

/** One warp of a watch. Lanes that hold nothing are null. */
export interface WatchedLanes {
  readonly warp: number;
  readonly values: readonly (string | null)[];
  /** Lanes that hold something else than the first that holds anything. */
  readonly differs: readonly boolean[];
  /** Lanes that the filter lets through. */
  readonly passes: readonly boolean[];
  /** Why the expression means nothing where the warp is. */
  readonly unknown?: string;
}

const lanesText = (lanes: readonly number[]): string => (lanes.length === 0 ? "none" : ranges(lanes));

/** The lanes of one warp, those that differ from the first marked, those that the filter leaves out empty. */
export function watchPicture(text: string, { warp, values, differs, passes }: WatchedLanes): Picture {
  const lanes = lanesWhere(passes);
  const differing = lanes.filter((lane) => differs[lane]);
  const description = `${text} in ${lanes.length} of ${LANES} lanes of warp ${warp}; ${differing.length} differ from the first`;
  const shown = values.map((value, lane) => (passes[lane] ? value : null));
  const picture = lanePicture(`${text}, warp ${warp}`, description, shown, lanes, differs);
  return {
    ...picture,
    table: {
      caption: `Lanes of warp ${warp}`,
      columns: [
        { title: "Lane", numeric: true },
        { title: "Value", numeric: true },
        { title: "Differs", numeric: false },
      ],
      rows: lanes.map((lane) => [lane, values[lane] ?? "–", differs[lane] ? "differs" : ""]),
    },
  };
}

/** Pixels of a lane's mark and between two rows; left of them stands the warp. */
const [SIZE, GAP, LEFT] = [7, 10, 34];
const columns = scaleBand(
  Array.from({ length: LANES }, (_, lane) => lane),
  [LEFT - 1, LEFT - 1 + LANES * 8],
)
  .paddingInner(0.25)
  .paddingOuter(0.125);

/** A row of 32 marks for each warp: low where it holds what the first lane holds, tall where it differs, none where it is left out. */
export function warpMap(text: string, warps: readonly WatchedLanes[]): Picture {
  const rows = warps.map(({ warp, values, differs, passes }, row) => {
    const y = row * GAP + 1;
    const marks = values.flatMap((value, lane) => {
      if (value === null || !passes[lane]) return [];
      const height = differs[lane] ? SIZE : 3;
      const kind = differs[lane] ? "differing" : "same";
      const place = { x: columns(lane), y: y + SIZE - height, width: columns.bandwidth(), height, class: kind };
      return [element("rect", place, element("title", {}, `warp ${warp}, lane ${lane}: ${value}`))];
    });
    return element("g", {}, element("text", { x: LEFT - 6, y: y + SIZE, class: "small end" }, String(warp)), ...marks);
  });
  const differing = warps.filter((one) => one.passes.some((passes, lane) => passes && one.differs[lane])).length;
  const description = `${text} in ${warps.length} ${warps.length === 1 ? "warp" : "warps"}: lanes differ in ${differing}`;
  return {
    title: `${text}, every warp of the block`,
    description,
    svg: element(
      "svg",
      {
        viewBox: `0 0 ${LEFT + LANES * 8} ${Math.max(1, warps.length) * GAP}`,
        role: "img",
        "aria-label": description,
        class: "warps",
      },
      rows,
    ),
    table: {
      caption: "Warps of the block",
      columns: ["Warp", "First value", "Lanes that differ", "Lanes shown"].map((title, i) => ({
        title,
        numeric: i === 0,
      })),
      rows: warps.map(({ warp, values, differs, passes, unknown }) => [
        warp,
        unknown ?? values.find((value) => value !== null) ?? "–",
        lanesText(lanesWhere(passes).filter((lane) => differs[lane])),
        lanesText(lanesWhere(passes)),
      ]),
    },
  };
}
