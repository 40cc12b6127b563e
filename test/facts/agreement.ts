/** Facts of a recorded program against what an H200 counted, instruction by instruction. */
import type { AccessFact, Certainty, KernelFacts } from "../../analyzer/facts/model";
import {
  kernelOf,
  lineKind,
  type RecordedAccess,
  type RecordedLaunch,
  recordedLaunches,
  recordedRows,
  shapesOf,
} from "./recordings";

/** What a comparison came to. */
export interface Agreement {
  /** Facts that stand beside a recorded instruction, by certainty. */
  readonly compared: Readonly<Record<Certainty, number>>;
  /** A sentence for each place where a fact and the recording do not agree. */
  readonly wrong: readonly string[];
}

/** Does one recorded instruction cost what a fact says? */
function agrees({ footprint }: AccessFact, { row, cost }: RecordedAccess): boolean {
  if (footprint.certainty === "unknown") return true;
  const [least, most] = footprint.sectors ?? footprint.wavefronts!;
  // The recording counts executions that a predicate turned off: at least a thread of each request has to be on.
  const requests = Math.min(row.inst_executed, row.thread_inst_executed_true ?? 0);
  const fewest = Math.ceil((row.thread_inst_executed_true ?? 0) / 32);
  const isFull = row.thread_inst_executed_true === row.inst_executed * 32;
  if (cost > most * requests) return false;
  if ((isFull || !footprint.fullWarpsOnly) && cost < least * fewest) return false;
  if (footprint.certainty !== "exact" || !footprint.mean) return true;
  if (isFull) return Math.abs(cost / row.inst_executed - footprint.mean[0]) < 1e-9;
  // Some executions had no thread at all; how many is not recorded. Each of the others costs the same.
  if (least === most && !footprint.fullWarpsOnly) return cost % least === 0;
  return cost <= footprint.mean[0] * requests + 1e-9;
}

/** Instructions of one line to facts of that line: a fact for each instruction, in some order, that agrees with it. */
function everyRowAgrees(rows: readonly RecordedAccess[], facts: readonly AccessFact[]): boolean {
  if (rows.length !== facts.length) return rows.every((row) => facts.some((fact) => agrees(fact, row)));
  const [first, ...rest] = rows;
  if (!first) return true;
  return facts.some(
    (fact, i) => agrees(fact, first) && everyRowAgrees(rest, [...facts.slice(0, i), ...facts.slice(i + 1)]),
  );
}

function compareLaunch(launch: RecordedLaunch, facts: readonly AccessFact[], sum: Record<Certainty, number>): string[] {
  const rows = recordedRows(launch);
  const places = new Set(rows.map(({ line, kind }) => `${line} ${kind}`));
  return [...places].flatMap((place) => {
    const instructions = rows.filter(({ line, kind }) => place === `${line} ${kind}`);
    const own = facts.filter((fact) => lineKind(fact) === place);
    // Loads that the two compilers place at different lines have no counterpart.
    for (const { footprint } of own) sum[footprint.certainty]++;
    if (!own.length || everyRowAgrees(instructions, own)) return [];
    const recorded = instructions.map(({ row, cost }) => `${cost}/${row.inst_executed}`).join(", ");
    const said = JSON.stringify(own.map(({ footprint }) => footprint));
    return [`${launch.signature} ${launch.block.join("×")} line ${place}: recorded ${recorded}; facts ${said}`];
  });
}

/** Every recorded launch of a program beside the facts of its kernel under the same launch. */
export function agreementOf(program: string, kernels: readonly KernelFacts[]): Agreement {
  const compared: Record<Certainty, number> = { exact: 0, bounded: 0, unknown: 0 };
  const wrong = recordedLaunches(program).flatMap((launch) => {
    const facts = kernelOf(launch, kernels);
    const shapes = facts ? shapesOf(launch, facts) : [];
    return shapes.flatMap((shape) =>
      compareLaunch(
        launch,
        facts!.accesses.filter((fact) => fact.launch === shape),
        compared,
      ),
    );
  });
  return { compared, wrong };
}
