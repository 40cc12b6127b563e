/** Launches as people write them: what `inspect` knows of them without a run, and that the annotations are what happens. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { basename } from "node:path";
import { nodeEngine } from "../support/engine";
import { sampledIt } from "../support/sample";
import { annotated, programs, verdicts } from "./annotations";

/** Each test compiles a program, and half of them run it: a quarter of them runs a day. */
const it = sampledIt("launches/launches", 4);

describe("launches of public-style programs", () => {
  const engine = nodeEngine();
  after(() => engine.dispose());

  it("has at least 120 of them", () => {
    const all = programs().flatMap(annotated);
    assert.ok(all.length >= 120, `${all.length} launches`);
  });

  for (const path of programs()) {
    it(`knows block, grid, shared bytes and stream in ${basename(path)}`, async () => {
      const all = verdicts(path, await engine.inspect({ path, text: readFileSync(path, "utf8") }));
      const wrong = all.filter((one) => !one.hasShared || !one.hasStream);
      assert.deepEqual(
        wrong.map(({ hasBlock: _block, hasGrid: _grid, hasShared: _shared, hasStream: _stream, ...said }) => said),
        [],
      );
    });
  }

  for (const path of programs()) {
    const expected = annotated(path).filter((one) => one.grid !== "?");
    if (expected.length === 0) continue;
    it(`launches what is annotated when ${basename(path)} runs`, async () => {
      const result = await engine.simulateProgram({ path, text: readFileSync(path, "utf8") }, { arguments: [] });
      const ran = new Set(result.launches.map((one) => `${one.kernel} ${one.grid} ${one.block} ${one.shared}`));
      if (ran.size === 0) return assert.match(readFileSync(path, "utf8"), /[Uu]sage:/);
      const missing = expected
        .map((one) => `${one.kernel.replace(/<.*/, "")} ${one.grid} ${one.block} ${one.shared}`)
        .filter((one) => !ran.has(one));
      assert.deepEqual(missing, []);
    });
  }
});
