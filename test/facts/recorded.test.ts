/** Facts of the recorded programs against what an H200 counted, line by line. */
import assert from "node:assert/strict";
import type { AccessFact } from "../../analyzer/facts/model";
import { factsOf } from "../rules/support";
import { recordedProgram } from "../support/device";
import {
  kernelOf,
  lineKind,
  type RecordedLaunch,
  type RecordedRow,
  recordedLaunches,
  recordedRows,
  shapesOf,
} from "./recordings";

/** Does one recorded instruction cost what a fact says? */
function agrees({ footprint }: AccessFact, row: RecordedRow, cost: number): boolean {
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
function everyRowAgrees(rows: readonly (readonly [RecordedRow, number])[], facts: readonly AccessFact[]): boolean {
  if (rows.length !== facts.length) {
    return rows.every(([row, cost]) => facts.some((fact) => agrees(fact, row, cost)));
  }
  const [first, ...rest] = rows;
  if (!first) return true;
  return facts.some(
    (fact, i) =>
      agrees(fact, first[0], first[1]) && everyRowAgrees(rest, [...facts.slice(0, i), ...facts.slice(i + 1)]),
  );
}

function check(launch: RecordedLaunch, facts: readonly AccessFact[]): number {
  let compared = 0;
  const rows = recordedRows(launch);
  for (const place of new Set(rows.map(({ line, kind }) => `${line} ${kind}`))) {
    const instructions = rows.filter(({ line, kind }) => place === `${line} ${kind}`);
    const own = facts.filter((fact) => lineKind(fact) === place);
    // Loads that the two compilers place at different lines have no counterpart.
    if (!own.length) continue;
    const pairs = instructions.map(({ row, cost }) => [row, cost] as const);
    assert.ok(
      everyRowAgrees(pairs, own),
      `${launch.signature} ${launch.block.join("×")} line ${place}: recorded ${pairs
        .map(([row, cost]) => `${cost}/${row.inst_executed}`)
        .join(", ")}; facts ${JSON.stringify(own.map(({ footprint }) => footprint))}`,
    );
    compared += own.filter(({ footprint }) => footprint.certainty === "exact").length;
  }
  return compared;
}

/** Programs whose device code stands without the C++ library, and how many exact comparisons each must allow. */
const programs: readonly (readonly [string, number])[] = [
  ["shared_banks", 200],
  ["coalescing", 50],
  ["divergence", 25],
  ["matmul", 3],
  ["atomics", 5],
  ["memory_spaces", 20],
  ["modern", 10],
  ["streams", 5],
  ["unified", 5],
];

describe("facts against recorded launches", () => {
  for (const [program, least] of programs) {
    it(`${program}: exact is equal, bounded contains`, async () => {
      const kernels = await factsOf(recordedProgram(program));
      let compared = 0;
      for (const launch of recordedLaunches(program)) {
        const facts = kernelOf(launch, kernels);
        const shapes = facts ? shapesOf(launch, facts) : [];
        for (const shape of shapes)
          compared += check(
            launch,
            facts!.accesses.filter((fact) => fact.launch === shape),
          );
      }
      assert.ok(compared >= least, `${compared} exact comparisons`);
    });
  }
});
