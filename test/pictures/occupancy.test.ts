/** Occupancy in a sentence, remarks, a picture and its table. */
import assert from "node:assert/strict";
import { architectures } from "../../analyzer/hardware/architectures";
import { occupancyOf } from "../../engine/occupancy/occupancy";
import { render } from "../../pictures/markup";
import { occupancyLine, occupancyPicture, occupancyRemarks } from "../../pictures/occupancy";

const of = (threads: number, shared = 0, grid: number | undefined = undefined, device = "sm_90") =>
  occupancyOf(architectures.get(device)!, {
    block: [threads, 1, 1],
    grid: grid === undefined ? undefined : [grid, 1, 1],
    staticShared: 0,
    dynamicShared: shared,
    bounds: undefined,
  });

describe("occupancy as it is shown", () => {
  it("is one line with what limits it", () => {
    assert.equal(occupancyLine(of(1024)), "Occupancy at most 100 % (64 of 64 warps), limited by warps");
    assert.equal(occupancyLine(of(32)), "Occupancy at most 50 % (32 of 64 warps), limited by blocks");
    assert.equal(occupancyLine(of(64)), "Occupancy at most 100 % (64 of 64 warps), limited by warps and blocks");
    assert.match(occupancyLine(of(32, 300 * 1024)), /^No block fits/);
  });

  it("says what registers and the grid make of it, and a better block", () => {
    assert.deepEqual(occupancyRemarks(of(768, 0, 500)), [
      "That holds up to 40 registers a thread; with 80 it is 37.5 %.",
      "The grid of 500 blocks runs 264 at a time: 1.9 waves.",
      "A block of 1024 threads instead of 768 reaches 100 %, with the same shared memory.",
    ]);
    assert.deepEqual(
      occupancyRemarks(of(256, 0, 10))[1],
      "The grid has 10 blocks, and the device holds 1 056 at a time.".replace("1 056", "1\u202f056"),
    );
  });

  it("draws a bar for each limit, the deciding one marked, with a table by registers", () => {
    const { svg, table, description } = occupancyPicture(of(1024));
    assert.equal(description, "Occupancy at most 100 % (64 of 64 warps), limited by warps on H200 (sm_90)");
    assert.equal(render(svg).match(/class="excess"/g)?.length, 1);
    assert.deepEqual(table.rows, [
      ["1–32", 2, 64, "100 %"],
      ["33–64", 1, 32, "50 %"],
    ]);
    assert.match(table.caption, /class B/);
  });
});
