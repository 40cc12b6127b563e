/** Two runs side by side: which access is which, what changed first, and the same as Markdown. */
import assert from "node:assert/strict";
import type { LaunchReportJson, LineJson } from "../../engine/formats/launch";
import {
  type Compared,
  comparisonVerdict,
  differences,
  lineComparison,
  metricComparison,
} from "../../pictures/comparison";
import { comparisonMarkdown } from "../../pictures/markdown";

function line(parts: Partial<LineJson>): LineJson {
  const counts = { requests: 4, sectors: 16, sectorsIdeal: 16, wavefronts: 0, wavefrontsIdeal: 0, lanes: 128 };
  const place = { line: 3, column: 2, endColumn: 9, inlined: [], function: "k", class: "A" } as const;
  return { ...place, op: "load", space: "global", width: 4, ...counts, ...parts };
}

function side(name: string, texts: readonly string[], lines: readonly LineJson[], metrics = {}): Compared {
  const shape = { grid: [4, 1, 1], block: [64, 1, 1], shared: 0 } as const;
  const rest = { metrics, classes: {}, bounds: null, findings: [], arguments: [] };
  const launch: LaunchReportJson = { kernel: "k", signature: "k()", ...shape, ...rest, lines };
  return { name, launch, source: texts.map((text, i) => ({ line: i + 1, text })) };
}

/** A line was put above, and the store was mended; a shared load came to it. */
const before = side(
  "run 1",
  ["k() {", "  a = in[i];", "  out[j] = a;", "}"],
  [line({ line: 2 }), line({ line: 3, op: "store", sectors: 128 })],
  { "sectors.sum": 144, "requests.sum": 8 },
);
const after = side(
  "run 2",
  ["k() {", "  int j;", "  a = in[i];", "  out[i] = a | b;", "}"],
  [
    line({ line: 3 }),
    line({ line: 4, op: "store" }),
    line({ line: 4, space: "shared", wavefronts: 4, wavefrontsIdeal: 4 }),
  ],
  { "sectors.sum": 32, "requests.sum": 8, "wavefronts.sum": 4 },
);

describe("a comparison", () => {
  it("pairs accesses by their words, then by their kind, and puts what changed first", () => {
    assert.deepEqual(lineComparison(before, after).rows, [
      ["3 → 4", "global store, sectors", "128", "16", "−87.5 %"],
      [4, "shared load, wavefronts", "–", "4", "new"],
      ["2 → 3", "global load, sectors", "16", "16", "same"],
    ]);
    assert.deepEqual(
      lineComparison(after, before).rows.map((row) => row[4]),
      ["+700 %", "gone", "same"],
    );
  });

  it("lists every counter of either side", () => {
    assert.deepEqual(metricComparison(before, after).rows, [
      ["sectors.sum", "144", "32", "−77.78 %"],
      ["wavefronts.sum", "0", "4", "new"],
      ["requests.sum", "8", "8", "same"],
    ]);
  });

  it("says in a sentence what became of each memory space, and what else differs", () => {
    assert.equal(
      comparisonVerdict(before, after),
      "Global sectors −77.78 %, from 144 to 32; shared wavefronts new, from 0 to 4.",
    );
    assert.deepEqual(differences(before, after), []);
    const other = { ...after, launch: { ...after.launch, block: [128, 1, 1] as const } };
    assert.deepEqual(differences(before, other), ["block 64 → 128"]);
  });

  it("is Markdown that a pull request can show", () => {
    const text = comparisonMarkdown(before, after);
    assert.match(text, /^## run 1 → run 2\n\nGlobal sectors/);
    assert.match(
      text,
      /\| Space \| Before \| After \| Change \|\n\|---\|--:\|--:\|--:\|\n\| global sectors \| 144 \| 32 \|/,
    );
    assert.ok(!/undefined|NaN/.test(text));
  });
});
