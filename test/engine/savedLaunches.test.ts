/** `launches` of a configuration file: read with care, beneath what a request says. */
import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createEngine } from "../../engine";
import { parseSpec } from "../../engine/arguments/spec";
import { parseJson } from "../../engine/configuration/json";
import { readLaunches, withSaved } from "../../engine/configuration/launches";
import { nodePlatform } from "../../engine/node/platform";

function read(value: unknown) {
  const complaints: string[] = [];
  const launches = readLaunches(parseJson(JSON.stringify(value)), (_line, message) => complaints.push(message));
  return { launches, complaints };
}

describe("saved launches", () => {
  it("are read with every key", () => {
    const value = {
      f: { grid: [4], block: [32, 8], shared: 256, device: "sm_80", arguments: { n: "7", in: "iota:64" } },
      "g<8>": {},
    };
    assert.deepEqual(read(value), {
      launches: { f: { ...value.f, grid: [4, 1, 1], block: [32, 8, 1] }, "g<8>": {} },
      complaints: [],
    });
  });

  it("say what is wrong with each key, and keep the others", () => {
    const wrong = { grid: [0], block: "32", shared: -1, device: "sm_1", arguments: { n: "many", m: "3" }, threads: 4 };
    const { launches, complaints } = read({ f: wrong, g: 3 });
    assert.deepEqual(launches, { f: { arguments: { m: "3" } }, g: {} });
    assert.deepEqual(
      complaints.map((one) => one.slice(0, 24)),
      [
        "“grid” is [x], [x, y] or",
        "“block” is [x], [x, y] o",
        "“shared” is a number of ",
        "“device” is one of sm_70",
        "n=many: write a number, ",
        "a launch has no “threads",
        "the launch of “g” is an ",
      ],
    );
  });

  it("stand beneath what a request says, argument by argument", () => {
    const saved = { f: { grid: [4, 1, 1], shared: 8, arguments: { n: "1", m: "2" } } } as const;
    const asked = { kernel: "f<8>", shared: 16, arguments: new Map([["n", parseSpec("n", "9")]]) };
    assert.deepEqual(withSaved(asked, saved, "f<8>", "f"), {
      kernel: "f<8>",
      grid: [4, 1, 1],
      shared: 16,
      arguments: new Map([
        ["n", parseSpec("n", "9")],
        ["m", parseSpec("m", "2")],
      ]),
    });
    assert.equal(withSaved(asked, saved, "g"), asked);
  });

  it("decide a run of the file's kernels", async () => {
    const folder = mkdtempSync(join(tmpdir(), "warplens-launches-"));
    const engine = createEngine(nodePlatform(new URL(`file://${process.cwd()}/dist/`)));
    try {
      const launches = { fill: { grid: [3], block: [64], arguments: { value: "5" } } };
      writeFileSync(join(folder, ".warplens.json"), JSON.stringify({ launches }));
      const text =
        "__global__ void fill(int* out, int value) { out[blockIdx.x * blockDim.x + threadIdx.x] = value; }\n";
      const document = { path: join(folder, "fill.cu"), text };
      const report = await engine.simulate(document, { kernel: "fill", arguments: new Map() });
      const [launch] = report.launches;
      assert.deepEqual(
        [launch!.grid, launch!.block],
        [
          [3, 1, 1],
          [64, 1, 1],
        ],
      );
      assert.equal(launch!.arguments.find(({ name }) => name === "value")!.spec, "5");
    } finally {
      engine.dispose();
      rmSync(folder, { recursive: true, force: true });
    }
  });
});
