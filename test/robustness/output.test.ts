/** Output of programs that write without end: news of it are few, and nothing is lost or out of order. */
import assert from "node:assert/strict";
import type { ProgramNews } from "../../engine/model/job";
import { gatheredNews } from "../../engine/simulation/news";

const text = (news: readonly ProgramNews[], stream: "stdout" | "stderr"): string =>
  news
    .map((one) => (one.kind === "output" && one.stream === stream ? new TextDecoder().decode(one.bytes) : ""))
    .join("");

const bytes = (line: string): Uint8Array => new TextEncoder().encode(line);

describe("news of output", () => {
  it("tells the first lines at once", () => {
    const told: ProgramNews[] = [];
    const news = gatheredNews((one) => told.push(one));
    for (let line = 1; line <= 20; line++) {
      news.output("stdout", bytes(`line ${line}\n`));
      assert.equal(told.length, line);
    }
  });

  it("tells a million lines in some thousand news, all of them and in their order", () => {
    const told: ProgramNews[] = [];
    const news = gatheredNews((one) => told.push(one));
    const lines = Array.from({ length: 1_000_000 }, (_, i) => `${i}\n`);
    for (const line of lines) news.output("stdout", bytes(line));
    news.flush();
    assert.equal(text(told, "stdout"), lines.join(""));
    assert.ok(told.length < 5000, `${told.length} news`);
  });

  it("tells what waits before a launch, and before what the other stream gets", () => {
    const told: ProgramNews[] = [];
    const news = gatheredNews((one) => told.push(one));
    news.output("stdout", new Uint8Array(10_000));
    news.output("stdout", bytes("before\n"));
    news.output("stderr", bytes("warning\n"));
    assert.deepEqual(
      told.map((one) => one.kind === "output" && one.stream),
      ["stdout", "stdout"],
    );
    news.notify({ kind: "begins", kernel: "k", launch: 0 });
    assert.deepEqual(
      told.map((one) => (one.kind === "output" ? one.stream : one.kind)),
      ["stdout", "stdout", "stderr", "begins"],
    );
  });
});
