/** Launches that are kept from process to process: the same as those that were evaluated, for the same program alone. */
import { deepEqual, equal } from "node:assert/strict";
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { ProgramLaunch } from "../../analyzer/facts/launches/program";
import { launchesIn, launchText } from "../../engine/documents/launchText";
import { createEngine } from "../../engine/index";
import { storedTexts } from "../../engine/node/compileStore";
import { nodePlatform } from "../../engine/node/platform";

const PROGRAM = `__global__ void scale(float* data, float by, long n) { data[blockIdx.x * blockDim.x + threadIdx.x] *= by; }
int main(int argc, char** argv) {
  float* data;
  cudaMalloc(&data, 4096 * sizeof(float));
  for (int threads = 64; threads <= 256; threads *= 2)
    scale<<<4096 / threads, threads>>>(data + 4, -0.0f, 1L << 62);
  scale<<<argc, 32>>>(data, 1e300 * 1e300, -1);
}
`;

describe("kept launches", () => {
  const folder = mkdtempSync(join(tmpdir(), "warplens-kept-"));
  after(() => rmSync(folder, { recursive: true }));
  const bundle = join(folder, "bundle.js");
  writeFileSync(bundle, "1");
  const store = { folder: join(folder, "store"), keeps: "everything" } as const;

  it("are the same as those that were evaluated", () => {
    const launch: ProgramLaunch = {
      kernel: "scale",
      grid: [64, 1, 1],
      block: undefined,
      shared: undefined,
      isDefaultStream: true,
      arguments: [
        [{ offset: 0, bytes: 8, value: { kind: "buffer", bytes: 4096, offset: 16 } }],
        [-0, Number.POSITIVE_INFINITY, Number.NaN, 0.1].map((value, at) => ({ offset: 4 * at, bytes: 4, value })),
        [{ offset: 0, bytes: 8, value: (1n << 64n) - 1n }],
        [],
      ],
      line: 5,
      route: "main",
    };
    deepEqual(launchesIn(launchText([launch])), [launch]);
  });

  it("are computed once by one build, and again by another", async () => {
    const computed: string[] = [];
    const ask = (parts: readonly (string | Uint8Array)[]) =>
      storedTexts(store, bundle)(parts, async () => {
        computed.push(String(parts));
        return `answer ${parts.length}`;
      });
    equal(await ask(["a", new Uint8Array([1])]), "answer 2");
    equal(await ask(["a", new Uint8Array([1])]), "answer 2");
    equal(computed.length, 1);
    await ask(["a", new Uint8Array([2])]);
    await ask(["a\u0001"]);
    equal(computed.length, 3);
    writeFileSync(bundle, "another build");
    await ask(["a", new Uint8Array([1])]);
    equal(computed.length, 4);
  });

  it("are what a later process lists", async () => {
    const platform = () =>
      nodePlatform(pathToFileURL(`${process.cwd()}/dist/`), { store, program: pathToFileURL(bundle) });
    const launches = async () => {
      const engine = createEngine(platform());
      const { kernels } = await engine.inspect({ path: join(folder, "a.cu"), text: PROGRAM });
      engine.dispose();
      return kernels[0]!.launches;
    };
    const first = await launches();
    deepEqual(
      first.map((one) => [one.grid, one.block]),
      [
        [
          [64, 1, 1],
          [64, 1, 1],
        ],
        [
          [32, 1, 1],
          [128, 1, 1],
        ],
        [
          [16, 1, 1],
          [256, 1, 1],
        ],
        [
          [1, 1, 1],
          [32, 1, 1],
        ],
      ],
    );
    const entries = readdirSync(store.folder).length;
    deepEqual(await launches(), first);
    equal(readdirSync(store.folder).length, entries);
  });
});
