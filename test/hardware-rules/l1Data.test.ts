/** Wavefronts of L1's data for loads of global memory that hit, against an H100 (`test/hardware/peaks/wavefronts.cu`). */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { worstBank } from "../../analyzer/hardware/banks";
import { BANK_BYTES } from "../../analyzer/hardware/model";

interface Pattern {
  readonly width: number;
  readonly mask: number;
  /** Offsets of the lanes, bytes. */
  readonly at: readonly number[];
  /** Of all loads of the launch. */
  readonly wavefronts: number;
}

const { loads, patterns }: { readonly loads: number; readonly patterns: readonly Pattern[] } = JSON.parse(
  readFileSync("test/hardware/peaks/wavefronts.json", "utf8"),
);
/** The first words of lanes in the bank that has most, and what was recorded of a load. The first ones miss, and take more. */
const found = patterns.map(({ width, mask, at, wavefronts }) => ({
  width,
  rule: worstBank(Uint32Array.from(at), mask, BANK_BYTES),
  recorded: Math.floor(wavefronts / loads),
}));

describe("wavefronts of L1's data", () => {
  it("are the words of the bank that has most, up to 4 bytes a lane", () => {
    const narrow = found.filter(({ width }) => width <= 4);
    assert.ok(narrow.length > 100);
    for (const { rule, recorded } of narrow) assert.equal(rule, recorded);
  });

  it("are no fewer where lanes load 8 or 16 bytes", () => {
    const wide = found.filter(({ width }) => width > 4);
    assert.ok(wide.length > 50);
    for (const { rule, recorded } of wide) assert.ok(rule <= recorded, `${rule} of ${recorded}`);
  });
});
