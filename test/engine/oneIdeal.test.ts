/** `check`, `inspect` and `simulate` mean the same by the ideal of an access: what they say of the recorded programs agrees. */
import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import type { FindingJson } from "../../engine/formats/findings";
import type { AccessJson, InspectJson, KernelJson } from "../../engine/formats/inspection";
import type { LaunchReportJson, LineJson } from "../../engine/formats/launch";
import type { Engine } from "../../engine/model";
import { nodeEngine } from "../support/engine";
import { programsWithFacts, recordingSize, source } from "../support/recorded";
import { sampled } from "../support/sample";

type Access = Pick<LineJson, "line" | "column" | "op" | "space" | "width">;

const keyOf = ({ line, column, op, space, width }: Access): string => [line, column, op, space, width].join(":");

const isSame = (a: readonly number[] | null, b: readonly number[]): boolean => a?.join() === b.join();

/** Values by what a function says of them. */
function grouped<T>(values: readonly T[], keyOf: (value: T) => string): ReadonlyMap<string, readonly T[]> {
  const groups = new Map<string, T[]>();
  for (const value of values) groups.set(keyOf(value), [...(groups.get(keyOf(value)) ?? []), value]);
  return groups;
}

/** Copies of one access, which unrolling and inlining make, as one: mean cost and ideal of a request, and lanes. */
function meanOf(copies: readonly LineJson[]) {
  const sum = (of: (line: LineJson) => number) => copies.reduce((total, one) => total + of(one), 0);
  const requests = sum((one) => one.requests);
  return {
    cost: sum((one) => one.sectors + one.wavefronts) / requests,
    ideal: sum((one) => one.sectorsIdeal + one.wavefrontsIdeal) / requests,
    isFull: sum((one) => one.lanes) === 32 * requests,
  };
}

/** What is known of an access under one shape of launch; nothing where launches of that shape have several facts. */
function factsFor(kernel: KernelJson, launch: LaunchReportJson): ReadonlyMap<string, readonly AccessJson[]> {
  const alike = kernel.launches.filter(({ grid, block }) => isSame(grid, launch.grid) && isSame(block, launch.block));
  if (alike.length !== 1) return new Map();
  return grouped(
    kernel.accesses.filter(({ launch: own }) => isSame(own.grid, launch.grid) && isSame(own.block, launch.block)),
    keyOf,
  );
}

/** Whether what was counted is what a footprint says; `undefined` where it says nothing of these requests. */
function agrees({ footprint }: AccessJson, { cost, ideal, isFull }: ReturnType<typeof meanOf>): boolean | undefined {
  const { ideal: most, ideal_range: [least] = [most], mean, certainty, full_warps_only: isOfFullWarps } = footprint;
  const near = (a: number, b: number) => Math.abs(a - b) < 1e-9;
  if (most === 0) return undefined;
  if (ideal > most + 1e-9) return false;
  if (isOfFullWarps && !isFull) return undefined;
  if (ideal < least! - 1e-9) return false;
  // Lanes that leave a loop one after the other make other requests once it is unrolled; and what the program's own values
  // do to the cost shows in the ideal, too.
  if (!mean || certainty !== "exact" || !(isFull || least === most) || !near(mean[0], cost)) return undefined;
  return near(mean[1], ideal);
}

function compare(inspection: InspectJson, launches: readonly LaunchReportJson[]) {
  const tally = { exact: 0, compared: 0 };
  for (const launch of launches) {
    const kernels = inspection.kernels.filter(
      ({ kernel, signature }) => kernel === launch.kernel && signature === launch.signature,
    );
    const facts = kernels.length === 1 ? factsFor(kernels[0]!, launch) : new Map<string, readonly AccessJson[]>();
    for (const [key, copies] of grouped(launch.lines, keyOf)) {
      for (const { sectors, sectorsIdeal, wavefronts, wavefrontsIdeal } of copies)
        assert.ok(sectorsIdeal <= sectors && wavefrontsIdeal <= wavefronts, `${launch.kernel} ${key}`);
      const own = facts.get(key) ?? [];
      // Several accesses of one place and kind cannot be told apart where they differ.
      if (new Set(own.map(({ footprint }) => JSON.stringify(footprint))).size !== 1) continue;
      const counted = meanOf(copies);
      const verdict = agrees(own[0]!, counted);
      assert.notEqual(verdict, false, `${launch.signature} ${key}: ${JSON.stringify([counted, own[0]!.footprint])}`);
      tally.compared++;
      if (verdict) tally.exact++;
    }
  }
  return tally;
}

/** A finding has the figures of one of the accesses under its launch. */
function compareFindings(findings: readonly FindingJson[], { kernels }: InspectJson): void {
  const accesses = kernels.flatMap((kernel) => kernel.accesses);
  for (const { rule, range, figures } of findings) {
    if (!figures) continue;
    const { perRequest, launch } = figures;
    const said = JSON.stringify([perRequest.sectors, perRequest.wavefronts, perRequest.ideal, perRequest.idealRange]);
    const own = accesses
      .filter(({ launch: one }) => JSON.stringify(one) === JSON.stringify(launch))
      .map(({ footprint: { sectors, wavefronts, ideal, ideal_range: ideals } }) =>
        JSON.stringify([sectors, wavefronts, ideal, ideals]),
      );
    assert.ok(own.includes(said), `${rule} in line ${range.start.line + 1}: ${said} is none of ${own.join(" ")}`);
  }
}

describe("one ideal", () => {
  let engine: Engine;
  before(() => {
    engine = nodeEngine();
  });
  after(() => engine.dispose());

  const few = { every: 8, what: "recorded programs", cost: recordingSize };
  for (const program of sampled("engine/oneIdeal", programsWithFacts, few)) {
    it(`of ${program}`, async () => {
      const document = { path: `/w/${program.replaceAll("/", "-")}.cu`, text: source(program) };
      const inspection = await engine.inspect(document);
      const { files } = await engine.check([document]);
      compareFindings(files[0]!.findings, inspection);
      const { launches } = await engine.simulateProgram(document, { arguments: [] });
      const tally = compare(inspection, launches);
      console.log(`      ${tally.compared} accesses beside their facts, ${tally.exact} exact`);
      if (launches.some(({ lines }) => lines.length > 0)) assert.ok(tally.compared > 0);
    });
  }
});

/** Files that nothing was recorded of: kernels of all rules, real programs, examples, whole host programs. */
const corpora = [
  "examples",
  "examples/snippets",
  "test/check/corpus",
  "test/cli/reports",
  "test/rules/cases",
  "test/rules/fixes",
  "test/rules/silent",
  "test/hardware/variety",
  "test/lower/kernels/fitted",
  "test/launches/programs",
  "test/host/programs",
].flatMap((folder) =>
  readdirSync(folder)
    .filter((name) => name.endsWith(".cu"))
    .map((name) => `${folder}/${name}`),
);

/** An ideal that is above what the same requests cost is none. */
function isBelow({ footprint }: AccessJson): boolean {
  const { sectors, wavefronts, ideal, ideal_range: [least] = [ideal], mean } = footprint;
  const cost = sectors ?? wavefronts;
  if (!cost) return true;
  return ideal <= cost[1] && least! <= cost[0] && (!mean || mean[1] <= mean[0] + 1e-9);
}

describe("an ideal is never above the cost", () => {
  let engine: Engine;
  before(() => {
    engine = nodeEngine();
  });
  after(() => engine.dispose());

  const some = { every: 12, what: "files", cost: (file: string) => readFileSync(file).length };
  for (const file of sampled("engine/oneIdeal/corpora", corpora, some)) {
    it(`in ${file}`, async () => {
      const document = { path: `/w/${file.replaceAll("/", "-")}`, text: readFileSync(file, "utf8") };
      const { kernels } = await engine.inspect(document);
      for (const { signature, accesses } of kernels)
        for (const one of accesses)
          assert.ok(isBelow(one), `${signature}, line ${one.line}: ${JSON.stringify(one.footprint)}`);
      const { files } = await engine.check([document]);
      for (const { figures, rule, range } of files[0]!.findings) {
        const { sectors, wavefronts, ideal = 0 } = figures?.perRequest ?? {};
        const cost = sectors ?? wavefronts;
        if (cost) assert.ok(ideal <= cost[1], `${rule} in line ${range.start.line + 1}: ${JSON.stringify(figures)}`);
      }
      const kernel = kernels.find(({ accesses }) => accesses.length > 0);
      if (!kernel) return;
      const run = { kernel: kernel.mangled, arguments: new Map(), grid: [2, 1, 1] as const, budget: 1 };
      const { launches } = await engine.simulate(document, run);
      for (const { signature, lines } of launches)
        for (const { line, sectors, sectorsIdeal, wavefronts, wavefrontsIdeal } of lines)
          assert.ok(sectorsIdeal <= sectors && wavefrontsIdeal <= wavefronts, `${signature}, line ${line}`);
    });
  }
});
