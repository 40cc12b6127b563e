/** The launches of a program as a text, to be kept from process to process: JSON has neither large integers nor all reals. */
import type { ProgramLaunch } from "../../analyzer/facts/launches/program";

/** A value that JSON has no form for, by its kind. */
interface Marked {
  readonly integer?: string;
  readonly real?: string;
}

function marked(_key: string, value: unknown): unknown {
  if (typeof value === "bigint") return { integer: String(value) } satisfies Marked;
  if (typeof value !== "number" || (Number.isFinite(value) && !Object.is(value, -0))) return value;
  return { real: Object.is(value, -0) ? "-0" : String(value) } satisfies Marked;
}

function unmarked(_key: string, value: unknown): unknown {
  if (typeof value !== "object" || value === null) return value;
  const { integer, real } = value as Marked;
  if (typeof integer === "string") return BigInt(integer);
  return typeof real === "string" ? Number(real) : value;
}

/** What is not known is absent in the text. */
export const launchText = (launches: readonly ProgramLaunch[]): string => JSON.stringify(launches, marked);

/** The launches of a text that {@link launchText} made. */
export function launchesIn(text: string): readonly ProgramLaunch[] {
  const launches = JSON.parse(text, unmarked) as readonly Partial<ProgramLaunch>[];
  // Keys without a value come back as keys, so that a launch is the same object as the one that was kept.
  return launches.map(
    (one) =>
      ({
        ...one,
        grid: one.grid,
        block: one.block,
        shared: one.shared,
        isDefaultStream: one.isDefaultStream,
        line: one.line,
      }) as ProgramLaunch,
  );
}
