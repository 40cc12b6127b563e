/** The source page and the shares of its lines: copies of one access are one row, and shares are of all bytes above the least. */
import assert from "node:assert/strict";
import type { LaunchReportJson, LineJson } from "../../engine/formats/launch";
import { lineShares, writtenAccesses } from "../../pictures/shares";
import { heatOf, sourceCells, sourceRows } from "../../pictures/sourcePage";
import { launchVerdict, verdictOf } from "../../pictures/verdict";
import { roofs } from "./roofs";

const counts = { requests: 64, sectors: 256, sectorsIdeal: 256, wavefronts: 0, wavefrontsIdeal: 0, lanes: 2048 };

function line(parts: Partial<LineJson>): LineJson {
  const place = { line: 8, column: 2, endColumn: 9, inlined: [], function: "k", class: "A" } as const;
  return { ...place, op: "load", space: "global", width: 4, ...counts, ...parts };
}

function launch(lines: readonly LineJson[]): LaunchReportJson {
  const shape = { grid: [4, 1, 1], block: [64, 1, 1], shared: 0 } as const;
  const rest = { metrics: { some: 1 }, classes: {}, bounds: null, findings: [], arguments: [] };
  return { kernel: "k", signature: "k()", ...shape, ...rest, lines };
}

const sample = { block: [0, 0, 0], warp: 0, mask: -1, addresses: [] } as const;
/** A store of 4 sectors a request that takes 32, unrolled four times; a load in its line that is ideal; banks elsewhere. */
const mixed = launch([
  ...[64, 64, 128, 64].map((sectors) =>
    line({ op: "store", column: 20, requests: 2, sectors, sectorsIdeal: 8, lanes: 64, sample }),
  ),
  line({}),
  line({ line: 11, space: "shared", sectors: 0, sectorsIdeal: 0, requests: 10, wavefronts: 20, wavefrontsIdeal: 10 }),
]);
const source = [7, 8, 9, 10, 11].map((one) => ({ line: one, text: `    line ${one};` }));

describe("shares of lines", () => {
  it("add up copies of one access, and keep the costliest sample", () => {
    const [store] = writtenAccesses(mixed.lines);
    assert.deepEqual(
      [store!.copies, store!.requests, store!.sectors, store!.sectorsIdeal, store!.index],
      [4, 8, 320, 32, 2],
    );
    assert.equal(writtenAccesses(mixed.lines).length, 3);
  });

  it("are of the bytes above the least, over all memory spaces", () => {
    // 288 sectors of 32 bytes too many at line 8; 10 wavefronts of 128 bytes at line 11.
    assert.deepEqual(
      lineShares(mixed).map((one) => [one.line, Math.round(1000 * one.share)]),
      [
        [8, Math.round((1000 * 288 * 32) / (288 * 32 + 1280))],
        [11, Math.round((1000 * 1280) / (288 * 32 + 1280))],
      ],
    );
    assert.deepEqual(lineShares(launch([line({})])), []);
  });

  it("are what the verdict says first", () => {
    const verdict = verdictOf(mixed);
    assert.equal(verdict.kind, "costly");
    assert.equal(verdict.headline, "2× the ideal global traffic; line 8 is 88 % of the excess");
    assert.equal(
      launchVerdict(mixed),
      `${verdict.headline}: ${verdict.cause}; ${verdict.advice}.`,
      "one sentence has all of it",
    );
  });
});

/** The same with its least time: the line with most of the excess does not decide it, the banks do. */
const bounded: LaunchReportJson = {
  ...mixed,
  bounds: {
    seconds: 4e-5,
    by: "L1 and shared memory",
    clock_hz: 2e9,
    measured: true,
    roofs,
    without_excess: { seconds: 1e-5, by: "device memory" },
    warm: { seconds: 4e-5, by: "L1 and shared memory" },
    fixes: [
      { line: 11, seconds: 1e-5, by: "device memory", pays: true },
      { line: 8, seconds: 4e-5, by: "L1 and shared memory", pays: false },
    ],
    resources: [],
  },
};

describe("lines with a least time", () => {
  it("come in the order of what their fix brings, in shares, verdict and source page", () => {
    assert.deepEqual(
      lineShares(bounded).map(({ line: at }) => at),
      [11, 8],
    );
    assert.equal(verdictOf(bounded).headline, "2× the ideal shared traffic; line 11 is 12 % of the excess");
    const rows = sourceRows(bounded, source, { column: "share", descending: true });
    assert.deepEqual(
      rows.filter(({ worth }) => worth).map((row) => [row.line, row.worth]),
      [
        [11, "40.0 µs → 10.0 µs at least; then device memory"],
        [8, "does not move the least time of 40.0 µs"],
      ],
    );
  });

  it("say so where the first one does not move it", () => {
    const [, useless] = bounded.bounds!.fixes;
    const only = { ...bounded, bounds: { ...bounded.bounds!, fixes: [useless!] }, lines: bounded.lines.slice(0, 5) };
    assert.match(verdictOf(only).headline, /line 8 is 100 % of the excess, which does not move the least time$/);
  });
});

describe("the source page", () => {
  it("lists every line once, and the accesses of a line below each other, the worst first", () => {
    const rows = sourceRows(mixed, source, { column: "line", descending: false });
    assert.deepEqual(
      rows.map((row) => [row.line, row.isRepeated, row.access?.op, row.heat]),
      [
        [7, false, undefined, 0],
        [8, false, "store", 3],
        [8, true, "load", 0],
        [9, false, undefined, 0],
        [10, false, undefined, 0],
        [11, false, "load", 2],
      ],
    );
    assert.deepEqual(sourceCells(rows[1]!), ["320", "–", "10", "87.8 %", "32"]);
    assert.deepEqual(sourceCells(rows[0]!), ["", "", "", "", ""]);
  });

  it("sorts accesses by a figure, and leaves out lines that have none", () => {
    const by = (descending: boolean) =>
      sourceRows(mixed, source, { column: "share", descending }).map((row) => [row.line, row.access?.op]);
    assert.deepEqual(by(true), [
      [8, "store"],
      [11, "load"],
      [8, "load"],
    ]);
    assert.deepEqual(by(false), by(true).toReversed());
  });

  it("calls a line hot from a quarter above the least on", () => {
    assert.deepEqual([1, 1.2, 1.25, 2, 7.9, 8].map(heatOf), [0, 0, 1, 2, 2, 3]);
  });
});
