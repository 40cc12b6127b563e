/** What is kept for later compiles and outlines is bounded by its bytes: one large file must not hold a server's memory. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { bytesOfModule, createPassCache, KEPT_BYTES, recent } from "../../analyzer/compiler/pass/cache";
import { createTreeParser } from "../../analyzer/syntax/grammar/tree";
import { treeCache } from "../../analyzer/syntax/grammar/treeCache";

describe("what is kept between compiles", () => {
  it("what was used longest ago goes first, by number and by weight; the newest stays whatever it weighs", () => {
    const kept = recent<string>(3, { most: 10, weigh: (key, value) => key.length + value.length });
    const keys = () => ["a", "b", "c", "d", "e"].filter((key) => kept.get(key) !== undefined).join("");
    for (const key of "abcd") kept.set(key, "x");
    assert.equal(keys(), "bcd");
    kept.set("e", "x".repeat(6));
    assert.equal(keys(), "de");
    kept.set("e", "x");
    kept.set("a", "x".repeat(3));
    assert.equal(keys(), "ade");
    kept.set("b", "x".repeat(100));
    assert.equal(keys(), "b");
    kept.set("c", "x");
    assert.equal(keys(), "c");
    kept.delete("c");
    kept.delete("c");
    for (const key of "abc") kept.set(key, "xx");
    assert.deepEqual([keys(), kept.size], ["abc", 3]);
  });

  it("keeps the modules of many small files, and few large ones", () => {
    const outputs = (bytes: number, count: number) => {
      const cache = createPassCache(64).outputs;
      for (let i = 0; i < count; i++) cache.set(`${i}`, new Uint8Array(bytes));
      return cache.size;
    };
    assert.equal(outputs(10_000, 64), 64);
    const large = outputs(1 << 18, 64);
    assert.ok(large >= 2 && large * bytesOfModule(new Uint8Array(1 << 18)) <= KEPT_BYTES, `${large}`);
  });

  it("forgets the trees of large texts before those of the text that is read", async () => {
    const file = (path: string) => readFileSync(`node_modules/${path}`);
    const parser = await createTreeParser(
      file("web-tree-sitter/web-tree-sitter.wasm"),
      file("tree-sitter-cuda/tree-sitter-cuda.wasm"),
    );
    const trees = treeCache(parser);
    const read = (...texts: readonly string[]) => {
      const before = trees.parsedItems();
      for (const text of texts) trees.parse(text);
      trees.endOfText();
      return trees.parsedItems() - before;
    };
    const large = (i: number) => `int a${i}[] = { ${"1,".repeat(90_000)} };`;
    assert.equal(read("int small;"), 1);
    for (let i = 0; i < 60; i++) assert.equal(read("int small;", large(i)), 1);
    assert.equal(read("int small;", large(0)), 1, "the oldest is forgotten");
    assert.equal(read("int small;", large(59)), 0, "the newest is kept");
  });
});
