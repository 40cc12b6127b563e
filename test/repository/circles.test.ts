/** No circle of files and no two folders that import each other, types counted: a reader can always start at the bottom. */
import assert from "node:assert/strict";
import { circlesIn, folderGraph, importGraph } from "./imports";
import { rooms } from "./rooms";
import { sourceFiles } from "./sources";

describe("circles of imports", () => {
  const graph = importGraph(sourceFiles(rooms));

  it("are nowhere between files", () => {
    assert.deepEqual(circlesIn(graph), []);
  });

  it("are nowhere between folders", () => {
    assert.deepEqual(circlesIn(folderGraph(graph)), []);
  });

  it("would be noticed", () => {
    const graph = new Map([
      ["a/x.ts", new Set(["b/y.ts"])],
      ["b/y.ts", new Set(["b/z.ts"])],
      ["b/z.ts", new Set(["a/w.ts"])],
      ["a/w.ts", new Set<string>()],
      ["c/p.ts", new Set(["c/q.ts", "a/x.ts"])],
      ["c/q.ts", new Set(["c/p.ts"])],
    ]);
    assert.deepEqual(circlesIn(graph), [["c/p.ts", "c/q.ts"]]);
    assert.deepEqual(circlesIn(folderGraph(graph)), [["a", "b"]]);
  });
});
