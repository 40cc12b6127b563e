/** Sentences about what is modelled of a program: one for each line, however often the program runs it. */
import assert from "node:assert/strict";
import type { SimulateJson } from "../../engine/formats/simulation";
import { managedByLine, managedTable, pagesPicture } from "../../pictures/managed";
import { modelledSentences } from "../../pictures/modelled";

const allocation = (line: number, pages: string) => ({
  line,
  bytes: 65_536 * pages.length,
  hostFaults: pages.length,
  deviceFaults: 1,
  toHost: 0,
  toDevice: 1,
  prefetched: 0,
  evicted: 0,
  pages,
  launches: [],
});

const window = (launch: number, line: number) => ({
  launch,
  line,
  reads: 100,
  hits: 40,
  writes: 10,
  setAside: 0,
  persisting: 0,
});

describe("what is modelled of a program", () => {
  const managed = [allocation(7, "HD"), allocation(9, "B"), allocation(7, "D")];

  it("is a sentence for the allocations of a line", () => {
    const report = { launches: [], managed, timeline: [] } as unknown as SimulateJson;
    assert.deepEqual(modelledSentences(report), [
      "Managed memory of line 7 (modelled), 2 allocations, 196\u202f608 bytes: 2 page faults of the device and 3 of the host; 2 pages moved to the device and 0 to the host.",
      "Managed memory of line 9 (modelled), 65\u202f536 bytes: 1 page fault of the device and 1 of the host; 1 page moved to the device and 0 to the host.",
    ]);
  });

  it("is a row and a picture for the allocations of a line", () => {
    const byLine = managedByLine(managed);
    assert.deepEqual(managedTable(byLine).rows, [
      [7, "3", "2", "0", "2", "0"],
      [9, "1", "1", "0", "1", "0"],
    ]);
    assert.equal(pagesPicture(byLine[0]!).description, "3 pages of 64 KiB: 2 on the device, 1 on the host");
  });

  it("is a sentence for the launches of a line that the modelled cache counts", () => {
    const report = { launches: [], l2: [window(0, 12), window(1, 12), window(2, 14)], timeline: [] };
    assert.deepEqual(modelledSentences(report as unknown as SimulateJson), [
      "L2 cache (modelled), 2 launches of line 12: 200 sectors read, of which 80 were found there; 20 written.",
      "L2 cache (modelled), launch 2: 100 sectors read, of which 40 were found there; 10 written.",
    ]);
  });
});
