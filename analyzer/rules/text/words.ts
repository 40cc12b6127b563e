/** Pieces of messages. */

import type { AccessFact, KernelFacts, LaunchShape } from "../../facts/model";
import type { Dim3 } from "../../hardware/model";
import { demangle } from "../../ir/demangle";

/** A count for a sentence: whole numbers plain, others with one decimal. */
export function figure(value: number): string {
  return Number.isInteger(value) ? String(value) : value.toFixed(1).replace(/\.0$/, "");
}

/** The same with a capital letter in front. */
export const upper = (sentence: string): string => sentence[0]!.toUpperCase() + sentence.slice(1);

/** A number of bytes in words. */
export const bytes = (count: number): string => `${count} byte${count === 1 ? "" : "s"}`;

/** A share between 0 and 1 as a percentage. */
export const percent = (part: number): string => `${Math.round(part * 100)} %`;

/** A grid or block as `x×y×z`, without sizes of 1 at its end. */
export const dimensions = (shape: Dim3): string => {
  const used = shape[2] > 1 ? 3 : shape[1] > 1 ? 2 : 1;
  return shape.slice(0, used).join("×");
};

/** `store`, `load`, `atomic operation`, `asynchronous copy`. */
export function operationWords({ access }: AccessFact): string {
  switch (access.op) {
    case "load":
    case "store":
      return access.op;
    case "copy":
      return "asynchronous copy";
    default:
      return "atomic operation";
  }
}

/** The line that a launch stands in, with the name of its file where that is another one; undefined where it is not known. */
export function siteWords({ line, path }: LaunchShape): string | undefined {
  if (line === undefined) return undefined;
  return `line ${line + 1}${path === undefined ? "" : ` of ${path.slice(path.lastIndexOf("/") + 1)}`}`;
}

/** Under which launch a figure holds, and where that launch comes from; with the template arguments that it is for. */
export function launchWords(kernel: KernelFacts, launch: LaunchShape): string {
  const { templateArguments } = demangle(kernel.kernel.name);
  const instance = templateArguments.length ? `<${templateArguments.join(", ")}> ` : "";
  const block = `${instance}block of ${dimensions(launch.block)}`;
  switch (launch.from) {
    case "site": {
      const site = siteWords(launch);
      return site === undefined ? block : `${block} launched in ${site}`;
    }
    case "bounds":
      return `${block} by __launch_bounds__`;
    case "setting":
      return `${block} from the settings`;
    case "assumed":
      return `an assumed ${block}`;
  }
}

/** The launch with its article, after a preposition: `a block of 256 launched in line 7`. */
export const underWords = (kernel: KernelFacts, launch: LaunchShape): string =>
  launch.from === "assumed" ? launchWords(kernel, launch) : `a ${launchWords(kernel, launch)}`;

/** Code of the text in a sentence, on one line and cut where it is long. */
export function codeWords(code: string, most = 28): string {
  const line = code.replace(/\s+/g, " ").trim();
  return `\`${line.length > most ? `${line.slice(0, most - 1).trimEnd()}…` : line}\``;
}

/** The share of a kernel's traffic below which an access does not affect its time: 1 %. */
export const NEGLIGIBLE_SHARE = 0.01;

/** The share of the kernel's traffic, where it is known and not all of it. */
export function shareWords(share: number | undefined, { access: { space } }: AccessFact): string {
  if (share === undefined || share > 0.995) return "";
  return `, ${share < NEGLIGIBLE_SHARE ? `under ${percent(NEGLIGIBLE_SHARE)}` : percent(share)} of the kernel's ${space} traffic`;
}

/** `lanes 0 to 31`, `lanes 0, 4, 8, … 28`, `lanes 3 and 7`. */
export function laneWords(lanes: readonly number[]): string {
  const [first, second] = lanes;
  const last = lanes.at(-1);
  if (first === undefined || second === undefined || last === undefined) return `lane ${first}`;
  if (lanes.length === 2) return `lanes ${first} and ${second}`;
  const step = second - first;
  const isEven = lanes.every((lane, i) => lane === first + i * step);
  if (isEven && step === 1) return `lanes ${first} to ${last}`;
  if (lanes.length <= 4) return `lanes ${lanes.slice(0, -1).join(", ")} and ${last}`;
  return `lanes ${lanes.slice(0, 3).join(", ")}, … ${last}`;
}
