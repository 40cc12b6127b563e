/** Occupancy beside a launch: what limits the blocks of a multiprocessor, in a sentence, a picture and a table. */
import { scaleLinear } from "d3-scale";
import type { OccupancyJson } from "../engine/formats/occupancy";
import { decimal, grouped, listed } from "./figures";
import { element } from "./markup";
import type { Picture, Table } from "./model";

const percentText = (percent: number): string => `${decimal(Math.round(10 * percent) / 10)} %`;

/** What one multiprocessor holds, and which limit says so: `Occupancy at most 100 % (64 of 64 warps), limited by warps`. */
export function occupancyLine({ blocks, warps, most_warps, percent, limited_by }: OccupancyJson): string {
  if (blocks === 0) return "No block fits on a multiprocessor: the launch fails.";
  return `Occupancy at most ${percentText(percent)} (${warps} of ${most_warps} warps), limited by ${listed(limited_by)}`;
}

/** What else is to say: registers, the grid, a better block. One sentence each. */
export function occupancyRemarks({ registers, blocks, grid, better, bounds, threads }: OccupancyJson): string[] {
  const full = registers.findLast((row) => row.blocks === blocks);
  const none = registers.at(-1);
  const least = none && full && none.up_to > full.up_to ? none : undefined;
  return [
    ...(full && least
      ? [`That holds up to ${full.up_to} registers a thread; with ${least.up_to} it is ${percentText(least.percent)}.`]
      : []),
    ...(full && !least && none && none.up_to < 255 && !bounds
      ? [`It holds up to ${full.up_to} registers a thread; with more the launch fails.`]
      : []),
    ...(bounds && bounds.blocks > 0
      ? [`__launch_bounds__ makes the compiler leave room for ${bounds.blocks} blocks of ${bounds.threads} threads.`]
      : []),
    ...(grid && grid.at_once > 0 && grid.blocks < grid.at_once
      ? [`The grid has ${grouped(grid.blocks)} blocks, and the device holds ${grouped(grid.at_once)} at a time.`]
      : []),
    ...(grid && grid.at_once > 0 && grid.blocks >= grid.at_once
      ? [`The grid of ${grouped(grid.blocks)} blocks runs ${grouped(grid.at_once)} at a time: ${waves(grid)}.`]
      : []),
    ...(better
      ? [
          `A block of ${better.threads} threads instead of ${threads} reaches ${percentText(better.percent)}, with the same shared memory.`,
        ]
      : []),
  ];
}

/** `2.4 waves` */
const waves = ({ blocks, at_once }: NonNullable<OccupancyJson["grid"]>): string => {
  const count = decimal(Math.round((10 * blocks) / at_once) / 10);
  return `${count} ${count === "1" ? "wave" : "waves"}`;
};

/** One row for each number of registers that changes what fits. */
function registerTable({ registers, class: ofClass }: OccupancyJson): Table {
  return {
    caption: `Blocks of a multiprocessor by the registers of a thread (class ${ofClass})`,
    columns: ["Registers", "Blocks", "Warps", "Occupancy"].map((title) => ({ title, numeric: true })),
    rows: registers.map((row, index) => [
      index === 0 ? `1–${row.up_to}` : `${registers[index - 1]!.up_to + 1}–${row.up_to}`,
      row.blocks,
      row.warps,
      percentText(row.percent),
    ]),
  };
}

/** Pixels of the longest bar, and of a row. */
const [LENGTH, ROW, LEFT] = [150, 20, 110];

/** A bar for each limit: the blocks that it allows by itself. The shortest decides. */
export function occupancyPicture(of: OccupancyJson): Picture {
  const { limits, blocks, limited_by, product, device, class: ofClass } = of;
  // Beyond what the multiprocessor takes at all, more makes no difference.
  const most = limits.find(({ by }) => by === "blocks")!.blocks;
  const description = `${occupancyLine(of)} on ${product} (${device})`;
  const length = scaleLinear([0, most], [0, LENGTH]).clamp(true);
  const bars = limits.map(({ by, blocks: allowed }, row) => {
    const y = row * ROW;
    const width = Math.max(1, length(allowed));
    const decides = limited_by.includes(by);
    return element(
      "g",
      {},
      element("text", { x: 0, y: y + 13, class: "label" }, by),
      element("rect", { x: LEFT, y: y + 3, width, height: 12, class: decides ? "excess" : "good" }),
      element("text", { x: LEFT + width + 6, y: y + 13, class: "label" }, allowed >= most ? `${most}` : `${allowed}`),
    );
  });
  return {
    title: `Blocks that each limit allows, class ${ofClass}: the fewest decide (${blocks})`,
    description,
    svg: element(
      "svg",
      {
        viewBox: `0 0 ${LEFT + LENGTH + 40} ${limits.length * ROW}`,
        role: "img",
        "aria-label": description,
        class: "occupancy",
      },
      bars,
    ),
    table: registerTable(of),
  };
}
