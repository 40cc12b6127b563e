/** What idle lanes cost: how many take part in an instruction, which line loses most, and where warps diverge. */
import type { LaunchReportJson } from "../engine/formats/launch";
import { decimal, grouped, placeName } from "./figures";
import { LANES } from "./lanes";

type Use = NonNullable<LaunchReportJson["lanes"]>["lines"][number];

const idle = ({ warpInstructions, threadInstructions }: Use): number => LANES * warpInstructions - threadInstructions;

/** Active lanes of an instruction on average, modelled; undefined where nothing is known. */
function lanesPerInstruction({ lanes }: Pick<LaunchReportJson, "lanes">): number | undefined {
  return lanes && lanes.warpInstructions > 0 ? lanes.threadInstructions / lanes.warpInstructions : undefined;
}

/** What idle lanes cost the launch, in one or two sentences; undefined where few are idle. */
export function divergenceSentence(launch: LaunchReportJson): string | undefined {
  const each = lanesPerInstruction(launch);
  if (each === undefined) return undefined;
  const { lines, branches, warpInstructions, threadInstructions } = launch.lanes!;
  const [worst] = lines.toSorted((a, b) => idle(b) - idle(a));
  const share = worst && Math.round((100 * idle(worst)) / (LANES * warpInstructions - threadInstructions));
  const [branch] = branches.toSorted((a, b) => b.divergent - a.divergent);
  const loses = worst && worst.line > 0 ? `; ${placeName(worst)} loses most, ${share} % of the idle lanes` : "";
  const diverges = branch
    ? ` Warps diverge most at ${placeName(branch)}: in ${grouped(branch.divergent)} of ${grouped(branch.executions)} executions.`
    : "";
  const active = decimal(Math.round(10 * each) / 10);
  return `${active} of ${LANES} lanes ${active === "1" ? "is" : "are"} active in an instruction (modelled)${loses}.${diverges}`;
}
