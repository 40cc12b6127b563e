/** The form's text made into a request, or one sentence about what cannot be read. */
import type { LaunchReportJson } from "../../engine/formats/launch";
import type { KernelInfo, OccupancyParams, SimulateParams, SimulateProgramParams } from "../../server/protocol";
import type { RunForm } from "../messages";
import { t } from "../strings";

type SavedLaunch = NonNullable<KernelInfo["saved"]>;
type Dim3 = NonNullable<SimulateParams["grid"]>;

/** `64`, `8,8`, `8 x 8 x 1`; undefined for an empty field, a sentence for one that makes no sense. */
export function readDim3(name: string, text: string, least = 1): Dim3 | string | undefined {
  if (text.trim() === "") return undefined;
  const parts = text.trim().split(/\s*[,x×]\s*|\s+/);
  const numbers = parts.map(Number);
  if (parts.length > 3 || !parts.every((part) => /^\d+$/.test(part)) || numbers.some((n) => n < least)) {
    return least === 0
      ? t("{0} “{1}”: write one to three whole numbers, such as 8,8.", name, text)
      : t("{0} “{1}”: write one to three positive numbers, such as 8,8.", name, text);
  }
  return [numbers[0]!, numbers[1] ?? least, numbers[2] ?? least];
}

/** The request of a kernel's form, or a sentence that says what is wrong with a field. */
export function simulateParams(uri: string, form: RunForm): SimulateParams | string {
  const grid = readDim3(t("Grid"), form.grid);
  const block = readDim3(t("Block"), form.block);
  if (typeof grid === "string") return grid;
  if (typeof block === "string") return block;
  const shared = form.shared.trim();
  if (!/^\d*$/.test(shared)) return t("Shared memory “{0}”: write a number of bytes.", shared);
  const given = Object.entries(form.arguments).filter(([, spec]) => spec.trim() !== "");
  return {
    textDocument: { uri },
    kernel: form.kernel,
    ...(grid ? { grid } : {}),
    ...(block ? { block } : {}),
    ...(shared === "" ? {} : { shared: Number(shared) }),
    ...(given.length ? { arguments: Object.fromEntries(given.map(([name, spec]) => [name, spec.trim()])) } : {}),
    ...(form.device === "" ? {} : { device: form.device }),
    ...(form.check ? { check: true } : {}),
    detail: true,
  };
}

/** What a form says of a launch that a search has found; `given` are its arguments as `name=SPEC`. */
export function foundForm(
  { grid, block, shared }: Pick<LaunchReportJson, "grid" | "block" | "shared">,
  given: readonly string[],
): Pick<RunForm, "grid" | "block" | "shared" | "arguments"> {
  const pairs = given.map((one) => [one.slice(0, one.indexOf("=")), one.slice(one.indexOf("=") + 1)] as const);
  return { grid: grid.join(), block: block.join(), shared: `${shared}`, arguments: Object.fromEntries(pairs) };
}

/** The launch of the form, of which the occupancy is wanted; undefined while a field cannot be read. */
export function occupancyParams(uri: string, form: RunForm): OccupancyParams | undefined {
  const params = simulateParams(uri, form);
  if (typeof params === "string" || form.kernel === "") return undefined;
  const { textDocument, kernel, grid, block, shared, device } = params;
  return {
    textDocument,
    kernel,
    ...(grid && { grid }),
    ...(block && { block }),
    ...(shared !== undefined && { shared }),
    ...(device && { device }),
  };
}

/** Words apart at blanks; quotes keep a word together, as in a shell. */
export const wordsOf = (text: string): string[] =>
  [...text.matchAll(/(?:"[^"]*"|'[^']*'|\S)+/g)].map(([word]) =>
    word.replaceAll(/"([^"]*)"|'([^']*)'/g, (_, double?: string, single?: string) => double ?? single ?? ""),
  );

/** Words as a text of which {@link wordsOf} makes them again. */
export const textOf = (words: readonly string[]): string =>
  words.map((word) => (/\s|^$/.test(word) ? `"${word}"` : word)).join(" ");

/** `NAME=VALUE` apart at blanks; a sentence for a word that is none. */
function readEnvironment(text: string): Record<string, string> | string {
  const words = wordsOf(text);
  const wrong = words.find((word) => !/^[^=]+=/.test(word));
  if (wrong !== undefined) return t("Environment “{0}”: write NAME=VALUE.", wrong);
  return Object.fromEntries(words.map((word) => [word.slice(0, word.indexOf("=")), word.slice(word.indexOf("=") + 1)]));
}

/** The request of a program's form, or a sentence that says what is wrong with a field. */
export function programParams(uri: string, form: RunForm): SimulateProgramParams | string {
  const words = wordsOf(form.words);
  const sources = wordsOf(form.sources);
  const environment = readEnvironment(form.environment);
  if (typeof environment === "string") return environment;
  const devices = form.deviceCount.trim();
  if (!/^(?:[1-9]\d?)?$/.test(devices)) return t("Devices “{0}”: write a number from 1 to 99.", devices);
  return {
    textDocument: { uri },
    ...(words.length ? { arguments: words } : {}),
    ...(sources.length ? { sources } : {}),
    ...(form.stdin.trim() === "" ? {} : { stdin: form.stdin.trim() }),
    ...(Object.keys(environment).length ? { environment } : {}),
    ...(devices === "" ? {} : { deviceCount: Number(devices) }),
    ...(form.files.trim() === "" ? {} : { files: form.files.trim() }),
    ...(form.device === "" ? {} : { device: form.device }),
    ...(form.check ? { check: true } : {}),
  };
}

/** A warp of a block, with what its variables become. */
interface FollowedWarp {
  readonly block: Dim3;
  readonly warp: number;
  readonly variables: true;
}

/** The warp that a trace is wanted of, or a sentence. */
export function traceParams(blockText: string, warpText: string): FollowedWarp | string {
  const block = readDim3(t("Block"), blockText, 0) ?? [0, 0, 0];
  if (typeof block === "string") return block;
  const warp = warpText.trim() === "" ? "0" : warpText.trim();
  return /^\d+$/.test(warp)
    ? { block, warp: Number(warp), variables: true }
    : t("Warp “{0}”: write its number within the block.", warp);
}

/** What of a request is worth keeping for the next. */
export function launchOf({ grid, block, shared, device, arguments: given }: SimulateParams): SavedLaunch {
  return {
    ...(grid ? { grid } : {}),
    ...(block ? { block } : {}),
    ...(shared === undefined ? {} : { shared }),
    ...(device === undefined ? {} : { device }),
    ...(given ? { arguments: given } : {}),
  };
}

/** The text of a configuration file with a launch in it; undefined where it is no JSON, which only its owner may mend. */
export function withLaunch(text: string, kernel: string, launch: SavedLaunch): string | undefined {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value !== "object" || value === null || Array.isArray(value)) return undefined;
    const { launches } = value as { launches?: object };
    const merged = { ...value, launches: { ...launches, [kernel]: launch } };
    return `${JSON.stringify(merged, undefined, 2)}\n`;
  } catch {
    return undefined;
  }
}
