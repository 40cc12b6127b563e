/** Marks of an axis: round, inside, and not too many. */
import assert from "node:assert/strict";
import fc from "fast-check";
import { ticks } from "../../pictures/ticks";

describe("ticks", () => {
  it("are round multiples", () => {
    assert.deepEqual(ticks(0, 16_110, 4), [0, 5000, 10_000, 15_000]);
    assert.deepEqual(ticks(310, 400, 4), [350, 400]);
    assert.deepEqual(ticks(5, 5, 4), []);
  });

  it("lie in the range, in order, at most one more than asked for", () => {
    const range = fc.record({ from: fc.integer({ min: 0, max: 1e9 }), length: fc.integer({ min: 1, max: 1e9 }) });
    fc.assert(
      fc.property(range, fc.integer({ min: 1, max: 10 }), ({ from, length }, most) => {
        const marks = ticks(from, from + length, most);
        assert.ok(marks.every((mark, i) => mark >= from && mark <= from + length && (i === 0 || mark > marks[i - 1]!)));
        assert.ok(marks.length <= most + 1);
      }),
    );
  });
});
