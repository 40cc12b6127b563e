/** Facts of a recorded program against what an H200 counted, instruction by instruction. */
import type { AccessFact, Certainty, KernelFacts } from "../../analyzer/facts/model";
import { type RecordedLaunch, recording } from "../support/recorded";
import { kernelOf, lineKind, type RecordedAccess, recordedRows, shapesOf } from "./recordings";

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

/** Instructions of one line to facts of that line: a fact of its own for each instruction, in some order, that agrees with it. */
function everyRowAgrees(rows: readonly RecordedAccess[], facts: readonly AccessFact[]): boolean {
  if (rows.length !== facts.length)
    return rows.every((row) => facts.some((fact) => agrees(fact, row))) || togetherAgree(rows, facts);
  const rowOf = new Map<AccessFact, RecordedAccess>();
  const place = (row: RecordedAccess, tried: Set<AccessFact>): boolean =>
    facts.some((fact) => {
      if (tried.has(fact) || !agrees(fact, row)) return false;
      tried.add(fact);
      const before = rowOf.get(fact);
      if (before && !place(before, tried)) return false;
      rowOf.set(fact, row);
      return true;
    });
  return rows.every((row) => place(row, new Set()));
}

/**
 * A loop that one compiler unrolls is several instructions to it and one to the other: together they cost what the fact's
 * mean comes to, over a whole number of requests that is not above the executions, of which a predicate can turn some off.
 */
function togetherAgree(rows: readonly RecordedAccess[], [fact, ...others]: readonly AccessFact[]): boolean {
  if (!fact?.footprint.mean || others.length > 0) return false;
  const cost = rows.reduce((sum, row) => sum + row.cost, 0);
  const requests = cost / fact.footprint.mean[0];
  const executed = rows.reduce((sum, { row }) => sum + row.inst_executed, 0);
  const threads = rows.reduce((sum, { row }) => sum + (row.thread_inst_executed_true ?? 0), 0);
  return Math.abs(requests - Math.round(requests)) < 1e-6 && requests <= executed + 1e-6 && requests >= threads / 32;
}

function compareLaunch(launch: RecordedLaunch, facts: readonly AccessFact[]): Agreement {
  const compared = noneCompared();
  const rows = recordedRows(launch);
  const places = new Set(rows.map(({ line, kind }) => `${line} ${kind}`));
  const wrong = [...places].flatMap((place) => {
    const instructions = rows.filter(({ line, kind }) => place === `${line} ${kind}`);
    const own = facts.filter((fact) => lineKind(fact) === place);
    // Loads that the two compilers place at different lines have no counterpart.
    for (const { footprint } of own) compared[footprint.certainty]++;
    if (!own.length || everyRowAgrees(instructions, own)) return [];
    const recorded = instructions.map(({ row, cost }) => `${cost}/${row.inst_executed}`).join(", ");
    const said = JSON.stringify(own.map(({ footprint }) => footprint));
    return [`${launch.signature} ${launch.block.join("×")} line ${place}: recorded ${recorded}; facts ${said}`];
  });
  return { compared, wrong };
}

const noneCompared = (): Record<Certainty, number> => ({ exact: 0, bounded: 0, unknown: 0 });

/**
 * Every recorded launch of a program beside the facts of its kernel under the same launch. Recordings do not hold the
 * arguments: of several launches of one shape, that is taken which agrees best.
 */
export function agreementOf(program: string, kernels: readonly KernelFacts[]): Agreement {
  const total = noneCompared();
  const wrong = recording(program).launches.flatMap((launch) => {
    const facts = kernelOf(launch, kernels);
    const [best] = (facts ? shapesOf(launch, facts) : [])
      .map((shape) =>
        compareLaunch(
          launch,
          facts!.accesses.filter((fact) => fact.launch === shape),
        ),
      )
      .sort((a, b) => a.wrong.length - b.wrong.length);
    if (!best) return [];
    for (const certainty of ["exact", "bounded", "unknown"] as const) total[certainty] += best.compared[certainty];
    return best.wrong;
  });
  return { compared: total, wrong };
}
