/** Figures in the text go with an edit of their own kernel and move along with any other. */
import assert from "node:assert/strict";
import { movedPatch, type Patch } from "../../client/common/patches";

const edit = (first: number, last: number, text: string) => ({
  range: { start: { line: first }, end: { line: last } },
  text,
});

/** A kernel in lines 10 to 14, with a figure in it and one in a function above. */
const patch: Patch = {
  from: 10,
  to: 14,
  heats: [
    { line: 12, lines: [], excess: 8 },
    { line: 3, lines: [], excess: 1 },
  ],
};
const linesAfter = (moved: Patch | undefined) =>
  moved && [moved.from, moved.to, ...moved.heats.map(({ line }) => line)];

describe("figures in the text", () => {
  it("go with an edit inside the kernel, at its borders, and of a line that has a figure elsewhere", () => {
    for (const [first, last] of [
      [12, 12],
      [10, 10],
      [14, 14],
      [8, 11],
      [3, 3],
      [0, 20],
    ] as const) {
      assert.equal(movedPatch(patch, edit(first, last, "x")), undefined, `${first}–${last}`);
    }
  });

  it("move down and up with lines above, and stay for edits below", () => {
    assert.deepEqual(linesAfter(movedPatch(patch, edit(5, 5, "a\nb\nc"))), [12, 16, 14, 3]);
    assert.deepEqual(linesAfter(movedPatch(patch, edit(0, 2, ""))), [8, 12, 10, 1]);
    assert.deepEqual(linesAfter(movedPatch(patch, edit(20, 22, "a"))), [10, 14, 12, 3]);
    assert.deepEqual(linesAfter(movedPatch(patch, edit(6, 6, "one line"))), [10, 14, 12, 3]);
  });
});
