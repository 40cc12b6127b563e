/** The counting rules against 130 random warps that an H200 executed through eight instructions each. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { atomicWavefronts } from "../../analyzer/hardware/atomics";
import { constantRequests } from "../../analyzer/hardware/constant";
import { activeLanes } from "../../analyzer/hardware/lanes";
import { globalSectors } from "../../analyzer/hardware/sectors";
import { loadWavefronts, storeWavefronts } from "../../analyzer/hardware/wavefronts";

type Row = { mask: number; index: number[] } & Record<string, number>;

const rows = (JSON.parse(readFileSync("test/hardware/sweep/sweep.json", "utf8")) as { rows: Row[] }).rows;

function bytes(row: Row, width: number): Uint32Array {
  return Uint32Array.from(row.index, (element) => element * width);
}

function explained(column: string, rule: (row: Row) => number): number {
  return rows.filter((row) => rule(row) === row[column]).length;
}

describe("counting rules against the sweep on hardware", () => {
  it("has the 130 warps", () => assert.equal(rows.length, 130));

  const exact: [string, (row: Row) => number][] = [
    ["LDS", (row) => loadWavefronts(bytes(row, 4), row.mask, 4)],
    ["LDS.64", (row) => loadWavefronts(bytes(row, 8), row.mask, 8)],
    ["STS.64", (row) => storeWavefronts(bytes(row, 8), row.mask, 8)],
    ["STS.128", (row) => storeWavefronts(bytes(row, 16), row.mask, 16)],
    ["ATOMS.ADD", (row) => atomicWavefronts(bytes(row, 4), row.mask)],
    ["REDG.ADD", (row) => globalSectors(bytes(row, 4), row.mask)],
    ["ATOMG.ADD", (row) => globalSectors(bytes(row, 4), row.mask)],
    // The kernel loads the lane's index (distinct words: the active lanes), then through it, and two parameters.
    [
      "LDC idc__requests",
      (row) => {
        const through = Uint32Array.from(row.index, (index) => (index & 31) * 4);
        return 2 + activeLanes(row.mask) + constantRequests(through, row.mask);
      },
    ],
  ];
  for (const [column, rule] of exact) {
    it(`explains ${column} in 130 of 130`, () => assert.equal(explained(column, rule), 130));
  }

  it("explains LDS.128 in at least 125 of 130", () => {
    assert.ok(explained("LDS.128", (row) => loadWavefronts(bytes(row, 16), row.mask, 16)) >= 125);
  });
});
