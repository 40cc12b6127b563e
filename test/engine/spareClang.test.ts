/** Clang that is instantiated ahead answers as one that is not. */
import assert from "node:assert/strict";
import { pathToFileURL } from "node:url";
import { nodePlatform } from "../../engine/node/platform";

const dist = pathToFileURL(`${process.cwd()}/dist/`);
const args = (name: string) => [
  "clang",
  "-cc1",
  "-triple",
  "nvptx64-nvidia-cuda",
  "-emit-llvm-bc",
  "-O2",
  "-o",
  "-",
  "-x",
  "c",
  name,
];
const calls = [
  ["a.c", "int f(int x) { return x * 42; }\n"],
  ["b.c", "int g(int x) { return undeclared; }\n"],
  ["c.c", '#include "h.h"\nint h(int* p) { p[HERE] = 1; return p[0]; }\n'],
] as const;

describe("clang instantiated ahead", () => {
  const [long, brief] = [nodePlatform(dist), nodePlatform(dist, { isBrief: true })];
  after(() => {
    long.dispose();
    brief.dispose();
  });

  it("gives the same answers, in any order, one after the other and at once", async () => {
    const run = ({ clang }: typeof long, [name, text]: (typeof calls)[number]) =>
      clang.run(args(name), { [name]: text, "h.h": "#define HERE 3\n" });
    const expected = [];
    for (const call of calls) expected.push(await run(brief, call));
    assert.deepEqual(
      expected.map((one) => one.exitCode),
      [0, 1, 0],
    );
    assert.match(expected[1]!.stderr, /undeclared/);
    for (const order of [
      [0, 1, 2],
      [2, 1, 0],
      [1, 1, 0],
    ]) {
      for (const at of order) assert.deepEqual(await run(long, calls[at]!), expected[at]);
    }
    assert.deepEqual(await Promise.all(calls.map((call) => run(long, call))), expected);
  });
});
