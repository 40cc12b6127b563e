/** Findings of a recorded program, line by line, beside the lines on which an H200 counted a loss. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { defaultThreshold } from "../../analyzer/rules/access/losses";
import { recordedRows, requestsOf } from "../facts/recordings";
import { recordedProgram } from "../support/device";
import { recording } from "../support/recorded";
import { findingsIn, lineOf } from "./support";

const ruleOf = { global: "uncoalesced-access", shared: "shared-bank-conflict" } as const;

/** Lines whose pattern, or loss, cannot be known from the source: `coalescing.cu:48`, `variety/loops.cu:123`. */
const undecidable = new Set([".", "variety", "algorithms", "blind"].flatMap(undecidableIn));

function undecidableIn(folder: string): readonly string[] {
  return readFileSync(join(process.cwd(), "test/hardware", folder, "undecidable.txt"), "utf8")
    .split("\n")
    .filter((line) => line && !line.startsWith("#"))
    .map((line) => join(folder, line.split(" ")[0]!));
}

/** Pairs of line and launch with a loss over the threshold, as `rule line`, one entry for each launch. */
export function lossesOf(program: string): readonly string[] {
  return recording(program).launches.flatMap((launch) => {
    const lossy = recordedRows(launch).filter((access) => {
      const { line, cost, ideal } = access;
      const isOver =
        cost >= ideal * defaultThreshold.ratio && (cost - ideal) / requestsOf(access) > defaultThreshold.excess;
      return isOver && !undecidable.has(`${program}.cu:${line}`);
    });
    return [...new Set(lossy.map(({ kind, line }) => `${ruleOf[kind.split(" ")[0] as keyof typeof ruleOf]} ${line}`))];
  });
}

/** Rule and line of everything that some recorded launch executed. */
function executedIn(program: string): ReadonlySet<string> {
  return new Set(
    recording(program).launches.flatMap((launch) =>
      recordedRows(launch).map(({ kind, line }) => `${ruleOf[kind.split(" ")[0] as keyof typeof ruleOf]} ${line}`),
    ),
  );
}

/** How the findings of a program compare with the recording of it. */
export interface Judgement {
  /** Pairs of line and launch with a recorded loss, and those of them whose line has a finding. */
  readonly pairs: number;
  readonly found: number;
  readonly missed: readonly string[];
  /** Findings on lines that ran, without a recorded loss in any launch. */
  readonly wrong: readonly string[];
}

export async function judge(program: string): Promise<Judgement> {
  const text = recordedProgram(program);
  const findings = (await findingsIn(text)).filter(({ rule }) => Object.values<string>(ruleOf).includes(rule));
  const found = new Set(findings.map(({ rule, span }) => `${rule} ${lineOf(text, span.start)}`));
  const losses = lossesOf(program);
  const executed = executedIn(program);
  const missed = losses.filter((place) => !found.has(place));
  const wrong = [...found].filter((place) => executed.has(place) && !losses.includes(place));
  const named = (place: string): string => `${program} ${place}`;
  return {
    pairs: losses.length,
    found: losses.length - missed.length,
    missed: missed.map(named),
    wrong: wrong.map(named),
  };
}
