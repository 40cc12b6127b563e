/**
 * Every fix that a rule offers, made: the text still compiles and the finding is gone. Where a fix of an access
 * can be run, the outputs are the same and the conflicts are fewer.
 */
import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { LaunchShape } from "../../analyzer/facts/model";
import type { Func } from "../../analyzer/ir/model";
import type { Finding, Fix } from "../../analyzer/rules/model";
import type { ArgumentBytes } from "../../simulator/model";
import { Bench, float, int, pointer, programOf } from "../simulator/support";
import { recordedProgram } from "../support/device";
import { day, sampled } from "../support/sample";
import { contextOf, edited, findingsIn } from "./support";

interface Offer {
  readonly finding: Finding;
  readonly fix: Fix;
}

const folder = (name: string): string => join(process.cwd(), "test/rules", name);
const filesIn = (name: string): readonly (readonly [string, string])[] =>
  readdirSync(folder(name))
    .filter((file) => file.endsWith(".cu") && !file.endsWith(".fixed.cu"))
    .map((file) => [file, readFileSync(join(folder(name), file), "utf8")]);

const recorded = ["coalescing", "divergence", "matmul", "shared_banks", "streams"];
const texts: readonly (readonly [string, string])[] = [
  ...filesIn("cases"),
  ...filesIn("barriers"),
  ...filesIn("fixes"),
  ...recorded.map((name) => [`${name}, recorded`, recordedProgram(name)] as const),
];

/** The offers of a text, those with the same edits once: findings of one array share its padding. */
function offersOf(findings: readonly Finding[]): readonly Offer[] {
  const offers = findings.flatMap((finding) => finding.fixes.map((fix): Offer => ({ finding, fix })));
  return [...new Map(offers.map((offer) => [JSON.stringify(offer.fix.edits), offer])).values()];
}

/** Findings of one rule at one place of the text after edits; places inside an edit are taken to be its start. */
function findingsAt(findings: readonly Finding[], { finding, fix }: Offer): readonly Finding[] {
  let at = finding.span.start;
  for (const { start, end, newText } of fix.edits) {
    if (end <= finding.span.start) at += newText.length - (end - start);
  }
  return findings.filter(({ rule, span }) => rule === finding.rule && span.start === at);
}

const ELEMENTS = 1 << 20;

function argumentsOf(
  kernel: Func,
  { arguments: known }: LaunchShape,
  bench: Bench,
): readonly (ArgumentBytes | bigint)[] {
  const data = Float32Array.from({ length: ELEMENTS }, (_, i) => i % 9973);
  return kernel.arguments.map(({ type }, index) => {
    if (type.kind === "pointer") return bench.buffer(data);
    if (type.kind === "float") return float(2);
    const value = known.get(index);
    return int(value === undefined ? 64 : Number(value));
  });
}

/** Runs a kernel on made-up data: its buffers afterwards, and its sectors or wavefronts beyond the ideal. */
async function simulated(
  text: string,
  kernel: string,
  shape: LaunchShape,
  unit: "sectors" | "wavefronts",
): Promise<{ readonly buffers: readonly Int32Array[]; readonly excess: number } | undefined> {
  const program = await programOf(text);
  const bench = new Bench(program);
  const own = program.lowered.get(kernel)!.function;
  const made = argumentsOf(own, shape, bench);
  const passed = made.map((one) => (typeof one === "bigint" ? pointer(one) : one));
  const { outcome, lines } = bench.launch(kernel, shape.grid!, shape.block, passed, {
    shared: shape.shared ?? 0,
    limits: { steps: 2e8, memory: 1 << 30 },
  });
  if (outcome.kind !== "completed") return undefined;
  const buffers = made.flatMap((one) => (typeof one === "bigint" ? [bench.ints(one, ELEMENTS)] : []));
  const excess = lines
    .filter(({ space }) => space === (unit === "sectors" ? "global" : "shared"))
    .reduce((sum, line) => sum + line[unit] - line[`${unit}Ideal`], 0);
  return { buffers, excess };
}

describe("fixes", () => {
  let [made, run] = [0, 0];

  for (const [name, text] of sampled("rules/fixes", texts, {
    every: 5,
    what: "texts",
    cost: ([, one]) => one.length,
  })) {
    const compiles = !text.startsWith("// broken");
    it(`of ${name} compile and take their finding away`, async () => {
      for (const offer of offersOf(await findingsIn(text, compiles))) {
        const after = await findingsIn(edited(text, offer.fix.edits), compiles);
        const what = `${offer.fix.title}: ${offer.finding.message}`;
        assert.equal(findingsAt(after, offer).length, 0, `still there after ${what}`);
        made++;
      }
    });

    it(`of accesses in ${name} keep the output and lower the count`, async () => {
      if (!compiles) return;
      const context = await contextOf(text);
      for (const { fix, finding } of offersOf(await findingsIn(text))) {
        if (!["shared-bank-conflict", "uncoalesced-access"].includes(finding.rule)) continue;
        const unit = finding.rule === "uncoalesced-access" ? "sectors" : "wavefronts";
        const figures = new RegExp(`\\((\\d[\\d.]*) → (\\d[\\d.]*) ${unit}\\)$`).exec(fix.title);
        if (figures) assert.ok(Number(figures[2]) < Number(figures[1]), fix.title);
        const result = edited(text, fix.edits);
        const fixed = await contextOf(result);
        for (const { kernel, launches } of context.kernels) {
          // Names say which function the array is in: of the kernels of a file, one has it.
          const isOwn = kernel.location && ownerLine(text, finding, context.outline.functions) === kernel.location.line;
          const shape = launches.find(({ from, grid }) => from === "site" && grid !== undefined);
          if (!isOwn || !shape) continue;
          const old = await simulated(text, kernel.name, shape, unit);
          // A fix may change the launch too.
          const [changed] = fixed.kernels.find((one) => one.kernel.name === kernel.name)!.launches;
          const padded = old && (await simulated(result, kernel.name, changed!, unit));
          if (!old || !padded) continue;
          assert.ok(padded.excess < old.excess, `${fix.title}: ${old.excess} → ${padded.excess}`);
          assert.deepEqual(padded.buffers, old.buffers, fix.title);
          run++;
        }
      }
    });
  }

  // The texts that a day takes may have few.
  if (day === undefined) {
    it("are many, and some can be run", () => {
      console.log(`      ${made} fixes made, ${run} launches run before and after`);
      assert.ok(made >= 15 && run >= 5, `${made} made, ${run} run`);
    });
  }
});

type Functions = Awaited<ReturnType<typeof contextOf>>["outline"]["functions"];

/** One-based line of the name of the function around a finding. */
function ownerLine(text: string, { span }: Finding, functions: Functions): number | undefined {
  const owner = functions.find(({ body }) => body && body.start <= span.start && span.start < body.end);
  const at = owner ? text.lastIndexOf(`${owner.name}(`, owner.body!.start) : -1;
  return at < 0 ? undefined : text.slice(0, at).split("\n").length;
}
