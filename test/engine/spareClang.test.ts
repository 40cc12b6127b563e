/** Clang that is instantiated ahead, or that has run before, answers as one that is new. */
import assert from "node:assert/strict";
import { pathToFileURL } from "node:url";
import { answerClang } from "../../engine/clang/call";
import { SpareClang } from "../../engine/clang/spare";
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

describe("an instance of clang that runs again", () => {
  const bundle = new URL("clang/bundle.js", dist).href;
  const { instantiate } = WebAssembly;
  const programs: WebAssembly.Module[] = [];
  /** Only clang's program has an export of this name. */
  const counted = async (module: WebAssembly.Module, imports?: WebAssembly.Imports) => {
    if (WebAssembly.Module.exports(module).some(({ name }) => name === "pages")) programs.push(module);
    return instantiate(module, imports);
  };
  let spare: SpareClang;
  before(() => {
    Object.assign(WebAssembly, { instantiate: counted });
    spare = new SpareClang();
  });
  after(() => {
    Object.assign(WebAssembly, { instantiate });
  });
  const ask = async (text: string) => {
    const answer = await answerClang({ bundle, args: args("a.c"), files: { "a.c": text } });
    await spare.prepare(!("result" in answer));
    return answer;
  };
  const small = "int f(int x) { return x * 42; }\n";
  const large = Array.from({ length: 100_000 }, (_, at) => `static int g${at}(int x, int y) { return x * y; }\n`).join(
    "",
  );

  it("answers as a new one after a success, an error, a larger run and its end by too deep nesting", async () => {
    const first = await ask(small);
    assert.ok("result" in first && first.result.exitCode === 0);
    const fresh = programs.length;
    assert.equal(fresh, 1, "the first run's is kept");
    for (let run = 0; run < 3; run++) assert.deepEqual(await ask(small), first);
    assert.ok("result" in (await ask("int g(int x) { return undeclared; }\n")));
    assert.deepEqual(await ask(small), first);
    assert.equal(programs.length, fresh, "no other was made");

    const before = await ask(large);
    assert.ok("result" in before && before.result.exitCode === 0);
    const afterLarge = programs.length;
    assert.deepEqual(await ask(small), first);
    assert.equal(programs.length, afterLarge);
    assert.equal(afterLarge, fresh + 1, "more memory than is worth clearing is given back");

    assert.ok("crash" in (await ask(`int n = ${"(".repeat(200_000)}1${")".repeat(200_000)};\n`)));
    assert.equal(programs.length, afterLarge + 1, "an instance that died is not used again");
    assert.deepEqual(await ask(small), first);
  });
});
