/**
 * The roofline of a launch: how many floating-point operations it does for a byte of device memory and of L2, and how many a
 * second the device does at most for that.
 */
import { scaleLog } from "d3-scale";
import type { LaunchReportJson } from "../engine/formats/launch";
import { element } from "./markup";
import type { Picture } from "./model";

const [WIDTH, HEIGHT] = [280, 194];
/** Room for what is written below and above the lines. */
const [BOTTOM, TOP] = [36, 16];
/** Powers of two of operations for a byte that the picture shows at least, around the points and the corner. */
const [LEAST, MOST] = [-4, 8];

/** Operations by threads: a fused multiply-add is two. */
function operationsOf({ metrics }: LaunchReportJson): { readonly single: number; readonly double: number } {
  const count = (kind: string) => metrics[`smsp__sass_thread_inst_executed_op_${kind}_pred_on`] ?? 0;
  return {
    single: count("fadd") + count("fmul") + 2 * count("ffma"),
    double: count("dadd") + count("dmul") + 2 * count("dfma"),
  };
}

const PREFIXES = [
  [1e12, "T"],
  [1e9, "G"],
  [1e6, "M"],
] as const;

/** `33.5 T` of a rate. */
function rate(perSecond: number): string {
  const [size, prefix] = PREFIXES.find(([least]) => perSecond >= least) ?? [1, ""];
  return `${Number((perSecond / size).toPrecision(3))} ${prefix}`;
}

/** A memory that data comes through: what it delivers a second, and the launch's operations for each of its bytes. */
interface Level {
  readonly name: string;
  readonly bytesPerSecond: number;
  readonly intensity: number;
}

/** The roofs of a launch, and where it stands. */
interface Roofline {
  readonly levels: readonly Level[];
  /** Operations a second of the arithmetic that the launch does. */
  readonly arithmetic: number;
  readonly precision: "single" | "double";
  /** Operations a second at most, by the least time of the launch. */
  readonly most: number;
}

function rooflineOf(launch: LaunchReportJson): Roofline | undefined {
  const { bounds } = launch;
  const { single, double } = operationsOf(launch);
  if (!bounds || single + double === 0) return undefined;
  const { roofs, resources, seconds } = bounds;
  const level = (name: string, from: readonly string[], bytesPerSecond: number | null): readonly Level[] => {
    const took = resources.reduce((sum, one) => sum + (from.includes(one.name) ? one.seconds : 0), 0);
    if (bytesPerSecond === null || took === 0) return [];
    return [{ name, bytesPerSecond, intensity: (single + double) / (took * bytesPerSecond) }];
  };
  const levels = [
    ...level("device memory", ["device memory"], roofs.device_bytes_per_second),
    ...level("loads from L2", ["loads from L2"], roofs.l2_bytes_per_second),
  ];
  if (levels.length === 0) return undefined;
  const precision = double > 0 && double >= single ? "double" : "single";
  const arithmetic = precision === "double" ? roofs.double_per_second : roofs.single_per_second;
  return { levels, arithmetic, precision, most: (single + double) / seconds };
}

/** The part of the device that is the ceiling over a point: its memory, or the arithmetic. */
const ceilingOf = ({ intensity, bytesPerSecond }: Level, arithmetic: number): number =>
  Math.min(arithmetic, intensity * bytesPerSecond);

const amount = (value: number): string => String(Number(value.toPrecision(3)));

/** Positions in the picture of operations for a byte and operations a second, both by their logarithms. */
function scalesOf({ levels, arithmetic, most }: Roofline) {
  const exponents = levels.flatMap(({ intensity, bytesPerSecond }) => [
    Math.log2(intensity),
    Math.log2(arithmetic / bytesPerSecond),
  ]);
  const from = Math.floor(Math.min(LEAST, ...exponents) - 0.5);
  const to = Math.ceil(Math.max(MOST, ...exponents) + 0.5);
  const lowest = Math.min(most, ...levels.map(({ bytesPerSecond }) => 2 ** from * bytesPerSecond));
  return {
    x: scaleLog([2 ** from, 2 ** to], [4, WIDTH - 4]),
    y: scaleLog([lowest, arithmetic], [HEIGHT - BOTTOM, TOP]),
  };
}

/** The ceilings of a launch as figures. */
function tableOf({ levels, arithmetic, precision, most }: Roofline): Picture["table"] {
  return {
    caption: "Roofline: floating-point operations for a byte, and the most a second that each ceiling allows",
    columns: [
      { title: "Ceiling", numeric: false },
      { title: "Operations for a byte", numeric: true },
      { title: "Allows", numeric: true },
      { title: "At most, by all parts", numeric: true },
    ],
    rows: [
      ...levels.map((one) => [
        `${one.name}, ${rate(one.bytesPerSecond)}B/s`,
        amount(one.intensity),
        `${rate(ceilingOf(one, arithmetic))}FLOP/s`,
        `${rate(most)}FLOP/s`,
      ]),
      [`${precision} precision`, "–", `${rate(arithmetic)}FLOP/s`, `${rate(most)}FLOP/s`],
    ],
  };
}

/** The roofline of a launch; undefined of a launch without floating-point operations, memory traffic or a bound. */
export function rooflinePicture(launch: LaunchReportJson): Picture | undefined {
  const found = rooflineOf(launch);
  if (!found) return undefined;
  const { levels, arithmetic, precision, most } = found;
  const { x, y } = scalesOf(found);
  const [from, to] = x.domain() as [number, number];
  const roof = ({ name, bytesPerSecond }: Level) => {
    const corner = arithmetic / bytesPerSecond;
    const points = [
      [from, from * bytesPerSecond],
      [corner, arithmetic],
      [to, arithmetic],
    ] as const;
    return element(
      "polyline",
      {
        points: points.map(([at, roof]) => `${x(at).toFixed(1)},${y(roof).toFixed(1)}`).join(" "),
        class: "roof",
      },
      element("title", {}, `${name}, ${rate(bytesPerSecond)}B/s`),
    );
  };
  const point = ({ name, intensity }: Level) =>
    element(
      "circle",
      { cx: x(intensity).toFixed(1), cy: y(most).toFixed(1), r: 4, class: "excess" },
      element("title", {}, name),
    );
  const ticks = [0.25, 1, 4, 16, 64].flatMap((at) => {
    const across = x(at).toFixed(1);
    return [
      element("line", { x1: across, y1: TOP, x2: across, y2: HEIGHT - BOTTOM + 4, class: "tick" }),
      element("text", { x: across, y: HEIGHT - 19, class: "label middle" }, String(at)),
    ];
  });
  const across = element("text", { x: WIDTH / 2, y: HEIGHT - 4, class: "label middle" }, "operations for a byte");
  const said = levels.map((one) => `${amount(one.intensity)} operations for a byte of ${one.name}`).join(", ");
  const description = `At most ${rate(most)}FLOP/s of ${rate(arithmetic)}FLOP/s in ${precision} precision; ${said}`;
  const top = `${rate(arithmetic)}FLOP/s, ${precision} precision`;
  return {
    title: "Roofline",
    description,
    svg: element(
      "svg",
      { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: "img", "aria-label": description, class: "bars" },
      element("text", { x: WIDTH, y: TOP - 5, class: "label end" }, top),
      ...ticks,
      across,
      ...levels.map(roof),
      ...levels.map(point),
    ),
    table: tableOf(found),
  };
}
