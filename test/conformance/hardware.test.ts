/** Every recorded program from its `main`: class A counters of every launch against the H200, and standard output. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { demangle } from "../../analyzer/ir/demangle";
import { counterClasses } from "../../simulator/report/metrics";
import { bandTable, joinPairs, type Pairs, pairsOf, readEstimates, sumsOf } from "../support/bands";
import { compare, definedOutput, simulateProgram } from "../support/conformance";
import {
  algorithms,
  blind,
  language,
  programs,
  random,
  recordedPrograms,
  recording,
  recordingSize,
  source,
  variety,
} from "../support/recorded";
import { sampled } from "../support/sample";
import { known } from "./knownDifferences";

const braces = (pattern: string): string[] => {
  const match = /\{([^}]*)\}/.exec(pattern);
  return match ? match[1]!.split(",").flatMap((one) => braces(pattern.replace(match[0], one))) : [pattern];
};

/** Class A as the counters' documentation lists it. */
const classA = [
  "smsp__sass_inst_executed_op_global_{ld,st,atom,red}",
  "l1tex__t_requests_pipe_lsu_mem_global_op_{ld,st,atom,red}",
  "smsp__sass_l1tex_t_sectors_pipe_lsu_mem_global_op_{ld,st,atom,red}",
  "smsp__sass_l1tex_tags_mem_global",
  "smsp__sass_inst_executed_op_shared_{ld,st,atom}",
  "smsp__sass_l1tex_data_pipe_lsu_wavefronts_mem_shared_op_{ld,st,atom}",
  "smsp__sass_inst_executed_op_local_{ld,st}",
  "smsp__sass_l1tex_t_sectors_pipe_lsu_mem_local_op_{ld,st}",
  "smsp__sass_data_bytes_mem_{global,shared,local}_op_{ld,st}",
  "smsp__sass_inst_executed_op_ldgsts",
  "smsp__sass_thread_inst_executed_op_{fadd,fmul,ffma,dadd,dmul,dfma}_pred_on",
].flatMap(braces);

describe("counters of class A", () => {
  it("are all in every report, by Nsight Compute's names", () => {
    const ours = Object.keys(counterClasses).filter((name) => counterClasses[name] === "A");
    assert.deepEqual(
      classA.filter((name) => !ours.includes(name)),
      [],
    );
  });
});

describe("recorded programs", () => {
  const estimates = readEstimates();
  const estimated = new Map<string, Pairs>();
  const all = [...programs, ...variety, ...language, ...algorithms, ...blind, ...random];
  const chosen = sampled("conformance/hardware", all, { every: 8, what: "recorded programs", cost: recordingSize });

  for (const program of chosen) {
    it(`${program}.cu prints and counts what an H200 does`, async () => {
      const recorded = recording(program);
      const result = await simulateProgram(source(program), `${program.replace("/", "_")}.cu`);
      const { differences } = compare(program, recorded.launches, result.launches, (name) => demangle(name).name);
      const found = [...new Set(differences.map((one) => `${one.kernel} ${one.metric}`))].sort();
      // Exact equality both ways: a difference that has gone must leave the list, a new one is a failure.
      assert.deepEqual(found, [...(known[program]?.counters ?? [])].sort());
      const pairs = pairsOf(program, recorded.launches, result.launches);
      estimated.set(program, pairs);
      // A figure of class B or C that moved moves its band: `WARPLENS_UPDATE=1 npm run hardware` writes both anew.
      if (estimates[program]) assert.deepEqual(sumsOf(pairs), estimates[program]);
      assert.equal(result.outcome.kind, "completed", result.outcome.message);
      const printed = new TextDecoder().decode(result.stdout);
      assert.equal(definedOutput(program, printed), definedOutput(program, recorded.stdout));
    });
  }

  // The bands are those of all programs together.
  if (chosen.length < all.length) return;
  it("estimate the other counters within the bands of docs/conformance.md", function () {
    const pairs = recordedPrograms.map((program) => estimated.get(program));
    // Only some programs were asked for.
    if (pairs.includes(undefined)) this.skip();
    assert.deepEqual(Object.keys(estimates), recordedPrograms);
    const page = readFileSync("docs/conformance.md", "utf8").split("\n");
    const table = bandTable(joinPairs(pairs as Pairs[]));
    const first = page.indexOf(table[0]!);
    assert.deepEqual(page.slice(first, page.indexOf("", first)), table);
  });
});
