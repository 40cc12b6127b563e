/** The least time of a launch, in sentences: what needs it, and what would be left if every access cost its ideal. */
import { scaleLinear } from "d3-scale";
import type { BoundsJson, LaunchReportJson } from "../engine/formats/launch";
import { listed, placeName } from "./figures";
import { element } from "./markup";
import type { Picture } from "./model";

/** What takes the time of a bound, by the resource's name, as the subject of "takes 16.3 µs". */
const work: Readonly<Record<string, string>> = {
  launch: "starting the kernel",
  blocks: "starting its blocks",
  instructions: "issuing its instructions",
  "single precision": "its arithmetic in single precision",
  "double precision": "its arithmetic in double precision",
  "memory instructions": "issuing its memory instructions",
  "L1 and shared memory": "moving its data through L1 and shared memory",
  "L1 lines": "looking up its lines in L1",
  barriers: "its barriers",
  "loads from L2": "bringing what it loads from L2",
  "device memory": "moving its data from and to device memory",
  "stores to L2": "bringing its stores to L2",
  "L2 fabric": "moving its data between the halves of L2",
  "global atomics": "its global atomics",
  "atomics on one address": "one address that its atomics share",
  "atomics on one slice": "one slice of L2 that its atomics share",
  "special functions": "its special functions and conversions",
  "dependent instructions": "executing instructions that wait for one another",
};

/** Ratios of bounds below which a change is none. */
const NEGLIGIBLE = 1.02;

const UNITS = [
  [1, "s"],
  [1e-3, "ms"],
  [1e-6, "µs"],
] as const;

/** A time in three digits: `41.2 µs`. */
export function timeText(seconds: number): string {
  const [factor, unit] = UNITS.find(([least]) => seconds >= least) ?? [1e-9, "ns"];
  const value = seconds / factor;
  return `${value.toFixed(value < 10 ? 2 : value < 100 ? 1 : 0)} ${unit}`;
}

/** Lines of which it is said what they alone bring. */
const LISTED = 3;

/** What each of several lines alone would bring. */
function linesText({ seconds, fixes }: BoundsJson): string {
  if (fixes.length < 2) return "";
  const paying = fixes.filter(({ pays }) => pays === true).slice(0, LISTED);
  const each = paying.map((one) => `${placeName(one)} alone: ${timeText(seconds)} → ${timeText(one.seconds)}`);
  const useless = fixes.filter(({ pays }) => pays === false).slice(0, LISTED);
  const rest =
    useless.length > 0
      ? ` ${listed(useless.map(placeName))} alone ${useless.length > 1 ? "do" : "does"} not move this bound.`
      : "";
  const start = each.length > 0 ? ` ${each.join("; ")} at least.` : "";
  return capitalised(start) + capitalised(rest);
}

/** With the first letter of the sentence, after its space, in upper case. */
const capitalised = (text: string): string => text.replace(/^ ./, (start) => start.toUpperCase());

/** What would be if L2 had the launch's data from before; empty where that changes nothing. */
function warmText({ seconds, warm }: BoundsJson): string {
  return seconds / warm.seconds > NEGLIGIBLE
    ? ` With its data in L2 from before, at least ${timeText(warm.seconds)}.`
    : "";
}

/** What would change if every access cost its ideal; empty where nothing that is bounded costs more. */
function idealText({ seconds, without_excess: ideal, fixes }: BoundsJson): string {
  if (fixes.length === 0) return "";
  return seconds / ideal.seconds > NEGLIGIBLE
    ? ` With every access at its ideal, at least ${timeText(ideal.seconds)}: ${work[ideal.by]}.`
    : " This bound stays the same with every access at its ideal.";
}

/** The bound of a launch in a few words, as a lens has room for: `at least 41.2 µs`; empty where there is nothing to say. */
export function boundWords(bounds: BoundsJson | null): string {
  if (!bounds || bounds.by === "launch") return "";
  return `at least ${timeText(bounds.seconds)}: ${bounds.by}`;
}

/** What takes a bound's time: the part that decides, beside the launch itself. */
function partsText({ by, seconds, resources }: BoundsJson): string {
  const launch = resources.find(({ name }) => name === "launch")?.seconds ?? 0;
  return `${work[by]} takes ${timeText(seconds - launch)}${launch > 0 ? `, ${work.launch} ${timeText(launch)}` : ""}`;
}

/** One sentence or two on the least time of a launch on a device; none where nothing but the launch itself bounds it. */
export function boundsText({ bounds }: Pick<LaunchReportJson, "bounds">, device: string): readonly string[] {
  // With so little work that an empty kernel takes as long, there is nothing to say.
  if (!bounds || bounds.by === "launch") return [];
  const peaks = bounds.measured ? "" : ", by its documented peaks, not measured";
  const least = `At least ${timeText(bounds.seconds)} on ${device}${peaks}: ${partsText(bounds)}.`;
  return [`${least}${warmText(bounds)}${idealText(bounds)}${linesText(bounds)}`];
}

const ROW = 40;
const WIDTH = 280;
const BAR = 12;
/** Resources that are drawn, those that need most. */
const DRAWN = 6;

/** The least time of each resource as a bar, the longest first; undefined where nothing but the launch itself bounds it. */
export function boundsBars({ bounds }: LaunchReportJson): Picture | undefined {
  if (!bounds || bounds.by === "launch") return undefined;
  const shown = [...bounds.resources].sort((a, b) => b.seconds - a.seconds).slice(0, DRAWN);
  const label = (one: (typeof shown)[number]) => `${one.name}: at least ${timeText(one.seconds)}`;
  const length = scaleLinear([0, bounds.seconds], [0, WIDTH - 4]);
  const bars = shown.map((one, index) =>
    element(
      "g",
      { transform: `translate(0 ${index * ROW})` },
      element("text", { x: 0, y: 12, class: "label" }, label(one)),
      element("rect", {
        x: 0,
        y: 17,
        width: Math.max(1, length(one.seconds)).toFixed(1),
        height: BAR,
        class: index === 0 ? "excess" : "good",
      }),
    ),
  );
  const description = shown.map(label).join("; ");
  return {
    title: "Least time",
    description,
    svg: element(
      "svg",
      { viewBox: `0 0 ${WIDTH} ${shown.length * ROW}`, role: "img", "aria-label": description, class: "bars" },
      ...bars,
    ),
    table: {
      caption: "Least time by part of the device, and the lines that need most of it",
      columns: [
        { title: "Part", numeric: false },
        { title: "At least", numeric: true },
        { title: "Lines", numeric: false },
      ],
      rows: shown.map(({ name, seconds, lines }) => [
        name,
        timeText(seconds),
        lines
          .slice(0, LISTED)
          .map(({ line, share }) => `${line} (${Math.round(100 * share)} %)`)
          .join(", "),
      ]),
    },
  };
}
