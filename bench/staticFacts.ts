/**
 * `npm run hardware -- --static`: what the facts say of the recorded programs without running them, and the findings,
 * against the H200's counters. Nothing is simulated here.
 */
import type { Certainty } from "../analyzer/facts/model";
import { certaintyCounts, shareOf } from "../analyzer/facts/statistics";
import { agreementOf } from "../test/facts/agreement";
import { judge } from "../test/rules/recordedLosses";
import { factsOf } from "../test/rules/support";
import { recordedProgram } from "../test/support/device";
import { programsWithFacts } from "../test/support/recorded";

const percent = (part: number): string => `${(100 * part).toFixed(1)} %`;

/** Prints one line for each program, each disagreement, and the totals. */
export async function printStaticFacts(wanted: readonly string[]): Promise<void> {
  const total: Record<Certainty, number> = { exact: 0, bounded: 0, unknown: 0 };
  const compared: Record<Certainty, number> = { exact: 0, bounded: 0, unknown: 0 };
  const sums = { pairs: 0, found: 0 };
  const notes: string[] = [];
  for (const program of wanted.length ? wanted : programsWithFacts) {
    const kernels = await factsOf(recordedProgram(program));
    const counts = certaintyCounts(kernels);
    const agreement = agreementOf(program, kernels);
    const judgement = await judge(program);
    for (const certainty of ["exact", "bounded", "unknown"] as const) {
      total[certainty] += counts[certainty];
      compared[certainty] += agreement.compared[certainty];
    }
    sums.pairs += judgement.pairs;
    sums.found += judgement.found;
    notes.push(
      ...agreement.wrong.map((one) => `wrong fact: ${program} ${one}`),
      ...judgement.wrong.map((one) => `finding without a recorded loss: ${one}`),
      ...judgement.missed.map((one) => `recorded loss without a finding: ${one}`),
    );
    console.log(
      `${program.padEnd(20)} exact ${counts.exact}, bounded ${counts.bounded}, unknown ${counts.unknown}; ` +
        `${agreement.compared.exact} exact beside a recording, ${agreement.wrong.length} wrong; ` +
        `losses found ${judgement.found} of ${judgement.pairs}, findings without one ${judgement.wrong.length}`,
    );
  }
  for (const note of notes) console.log(note);
  console.log(
    `accesses under the launches of the files: exact ${percent(shareOf(total, "exact"))}, bounded ${percent(shareOf(total, "bounded"))}, unknown ${percent(shareOf(total, "unknown"))} ` +
      `of ${total.exact + total.bounded + total.unknown}; beside a recording: ${compared.exact} exact, ${compared.bounded} bounded, ${compared.unknown} unknown`,
  );
  console.log(`losses found: ${sums.found} of ${sums.pairs} pairs of line and launch`);
}
