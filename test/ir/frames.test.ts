/** The line that a message names, of the frames that a location has. */
import assert from "node:assert/strict";
import { atLine, lineName, shownFrame } from "../../analyzer/ir/frames";
import type { Location } from "../../analyzer/ir/model";

const frame = (file: string, line: number, inlinedAt?: Location): Location => ({
  ...{ file, line, column: 1, function: "f" },
  ...(inlinedAt && { inlinedAt }),
});

describe("the line that a message names", () => {
  it("has the name of a header, and no name in a file that is compiled by itself", () => {
    assert.equal(lineName(frame("/a/b.cu", 3)), "line 3");
    assert.equal(lineName(frame("/a/b.cpp", 3)), "line 3");
    assert.equal(lineName(frame("/a/c.cuh", 3)), "line 3 of c.cuh");
    assert.equal(lineName(frame("/a/mma_base.h", 3)), "line 3 of mma_base.h");
  });

  it("is none of code without a line, nor of a header of CUDA where a caller has one", () => {
    const kernel = frame("/a/b.cu", 9);
    const helper = frame("/a/c.cuh", 4, kernel);
    const inside = frame("/usr/include/cuda/barrier", 70, helper);
    const made = frame("/a/c.cuh", 0, inside);
    assert.equal(atLine(made), " at line 9");
    assert.equal(atLine(made, "innermost"), " at line 4 of c.cuh");
    assert.equal(shownFrame(made, "innermost"), helper);
  });

  it("is what there is where only headers of CUDA have lines, and else none", () => {
    assert.equal(atLine(frame("/usr/include/cuda/barrier", 70)), " at line 70 of barrier");
    assert.equal(atLine(frame("/a/b.cu", 0)), "");
    assert.equal(atLine(undefined), "");
  });
});
