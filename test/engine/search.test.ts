/** Searches for arguments with which a checked run finds something. */
import assert from "node:assert/strict";
import { parseArgument } from "../../engine/arguments/spec";
import type { SimulateJson } from "../../engine/formats/simulation";
import type { Engine } from "../../engine/model";
import { argumentSets } from "../../engine/search/argumentSets";
import { validated } from "../cli/cli";
import { nodeEngine } from "../support/engine";
import { sampledIt } from "../support/sample";

const it = sampledIt("engine/search", 2);

const text = `__global__ void oneMode(int* out, const int* in, int mode, int n) {
  __shared__ int s[64];
  int t = threadIdx.x;
  s[t] = in[t];
  if (mode != 13) __syncthreads();
  if (t < n) out[t] = s[63 - t];
}
__global__ void oneValue(int* out, const unsigned* in, int n) {
  __shared__ int last;
  int t = threadIdx.x;
  if (in[t] % 1000 == 700) last = t;
  __syncthreads();
  if (t < n) out[t] = t;
}
__global__ void twoArguments(int* out, int a, int b) {
  if (a == 2 && b == 3 && threadIdx.x < 20) __syncthreads();
  out[threadIdx.x] = 1;
}
__global__ void clean(int* out, const int* in, int n) {
  __shared__ int s[64];
  int t = threadIdx.x;
  s[t] = in[t];
  __syncthreads();
  if (t < n && n <= 64) out[t] = s[63 - t];
}
__global__ void farOut(int* out, int n) {
  if (n == 77) out[1000000] = 1;
}
`;
const document = { path: "/w/search.cu", text };

const bare = `#define TILE 16
__global__ void everyBlock(int* out) { out[threadIdx.x] = blockIdx.x; }
__global__ void oneBlock(int* out) { out[threadIdx.x] = 2 * threadIdx.x; }
__global__ void smallTile(const float* in, float* out, int width) {
  __shared__ float tile[TILE][TILE];
  int x = blockIdx.x * TILE + threadIdx.x, y = blockIdx.y * TILE + threadIdx.y;
  tile[threadIdx.y][threadIdx.x] = in[y * width + x];
  __syncthreads();
  out[y * width + x] = tile[threadIdx.x][threadIdx.y];
}
__global__ void smallArray(int* out) {
  __shared__ int s[128];
  s[threadIdx.x] = blockIdx.x;
  out[blockIdx.x * blockDim.x + threadIdx.x] = s[(threadIdx.x + 1) % blockDim.x];
}
__global__ void dynamicArray(const int* in, int* out) {
  extern __shared__ int s[];
  s[threadIdx.x] = in[threadIdx.x];
  __syncthreads();
  out[blockIdx.x * blockDim.x + threadIdx.x] = s[blockDim.x - 1 - threadIdx.x];
}
__global__ void required(int* out, int n, int m) {
  __requires(n == blockDim.x);
  __requires(m == 5);
  for (int i = 0; __invariant(out[i] >= 0), i < m - 4; i++) out[blockIdx.x * n + threadIdx.x] = m;
}
__global__ void lockOfZero(int* lock, int* out) {
  if (threadIdx.x == 0) {
    while (atomicCAS(&lock[7], 0, 1) != 0) {
    }
    out[0] += 1;
    atomicExch(&lock[7], 0);
  }
}
__global__ void rowsOf128(int* out) { out[blockIdx.x * 128 + threadIdx.x] = blockIdx.x; }
__global__ void wideTile(const float* in, float* out, int w) {
  __shared__ float s[4][32];
  int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 4 + threadIdx.y;
  s[threadIdx.y][threadIdx.x] = in[y * w + x];
  __syncthreads();
  out[y * w + x] = s[threadIdx.y][31 - threadIdx.x];
}
__global__ void twoForEachThread(int* out) {
  int i = blockIdx.x * 512 + threadIdx.x;
  out[i] = 1;
  out[i + 256] = 2 * threadIdx.x;
}
__global__ void rowOfAWarp(int* out) {
  int row = blockIdx.x * 8 + threadIdx.x / 32;
  out[row * 32 + threadIdx.x % 32] = __shfl_down_sync(0xffffffff, threadIdx.x, 1);
}
`;

describe("a checked run of a kernel that nothing launches", () => {
  let engine: Engine;
  before(() => {
    engine = nodeEngine();
  });
  after(() => engine.dispose());

  const cases: readonly [kernel: string, rules: readonly string[], grid: string, block: string][] = [
    ["everyBlock", ["data-race"], "4,1,1", "256,1,1"],
    ["oneBlock", [], "1,1,1", "256,1,1"],
    ["smallTile", [], "2,2,1", "16,16,1"],
    ["smallArray", ["data-race"], "4,1,1", "128,1,1"],
    ["dynamicArray", [], "4,1,1", "256,1,1"],
    ["required", [], "4,1,1", "256,1,1"],
    ["lockOfZero", ["missing-fence"], "4,1,1", "256,1,1"],
    ["rowsOf128", [], "4,1,1", "128,1,1"],
    ["wideTile", [], "2,2,1", "32,4,1"],
    ["twoForEachThread", [], "4,1,1", "256,1,1"],
    ["rowOfAWarp", [], "4,1,1", "256,1,1"],
  ];
  for (const [kernel, rules, grid, block] of cases) {
    it(`${kernel}: ${rules.join() || "nothing"}`, async () => {
      const request = { kernel, arguments: new Map(), check: true };
      const { outcome, launches } = await engine.simulate({ path: "/w/bare.cu", text: bare }, request);
      const [launch] = launches;
      const found = launch!.findings.map(({ rule, cause }) => cause ?? rule);
      assert.deepEqual([outcome, found, `${launch!.grid}`, `${launch!.block}`], ["completed", rules, grid, block]);
    });
  }

  it("reports what it assumes", async () => {
    const request = { kernel: "everyBlock", arguments: new Map(), check: true };
    const { launches } = await engine.simulate({ path: "/w/bare.cu", text: bare }, request);
    assert.match(launches[0]!.findings[0]!.message, /^Under assumed values \(block 256; grid 4; out = iota:\d+\): /);
  });

  it("says which precondition given arguments do not meet", async () => {
    const given = new Map(["n=3"].map(parseArgument));
    const request = { kernel: "required", arguments: given, check: true };
    const { outcome, message } = await engine.simulate({ path: "/w/bare.cu", text: bare }, request);
    assert.equal(outcome, "refused");
    assert.match(
      message,
      /The kernel requires n == blockDim\.x at line \d+, which thread \(0,0,0\) of block \(0,0,0\) does not find\./,
    );
  });
});

describe("a search for arguments", () => {
  let engine: Engine;
  before(() => {
    engine = nodeEngine();
  });
  after(() => engine.dispose());

  const search = async (kernel: string, tries: number, given: readonly string[] = []) => {
    const specs = new Map(given.map(parseArgument));
    const request = { kernel, block: [64, 1, 1] as const, arguments: specs, check: true, search: { tries, seed: 1 } };
    return validated<SimulateJson>("simulate", JSON.stringify(await engine.simulate(document, request)));
  };
  const rules = ({ launches }: SimulateJson) => launches.flatMap(({ findings }) => findings.map(({ rule }) => rule));

  it("finds the integer that a comparison names", async () => {
    const result = await search("oneMode", 100);
    assert.deepEqual(rules(result), ["data-race"]);
    assert.ok(result.search?.found);
    assert.ok(result.search.arguments.includes("mode=13"), `${result.search.arguments}`);
  });

  it("states arguments with which the same run finds the same", async () => {
    const { search: found } = await search("oneMode", 100);
    const again = await search("oneMode", 1, found!.arguments);
    assert.deepEqual(rules(again), ["data-race"]);
    assert.equal(again.search?.tried, 1);
  });

  it("fills buffers with what data is compared with", async () => {
    const result = await search("oneValue", 100, ["n=64"]);
    assert.deepEqual(rules(result), ["data-race"]);
    assert.match(`${result.search?.arguments}`, /in=(?:cycle|const):\d+:.*700/);
  });

  it("combines arguments", async () => {
    const result = await search("twoArguments", 120);
    assert.deepEqual(rules(result), ["divergent-barrier"], `${result.search?.tried} runs`);
    const chosen = result.search?.arguments.filter((one) => /^[ab]=/.test(one));
    assert.deepEqual(chosen, ["a=2", "b=3"]);
  });

  it("says when it found nothing, after as many runs as were asked for", async () => {
    const result = await search("clean", 40);
    assert.deepEqual(rules(result), []);
    assert.deepEqual(result.search, { tried: 40, found: false, arguments: [] });
  });

  it("never varies what is given", async () => {
    const result = await search("oneMode", 60, ["mode=1"]);
    assert.equal(result.search?.found, false);
  });

  it("reports accesses outside of buffers that it made up only for want of others", async () => {
    const result = await search("farOut", 60);
    assert.deepEqual(rules(result), ["out-of-bounds"]);
    assert.ok(result.search?.arguments.includes("n=77"));
  });

  it("tries the same sets for the same seed", () => {
    const parameters = [
      { name: "n", type: "int", spec: "64" },
      { name: "in", type: "const int*", spec: "iota:16" },
    ];
    const sets = (seed: number) => {
      const input = { parameters, compared: [5n], grid: [1, 1, 1], block: [64, 1, 1], seed } as const;
      const found: string[] = [];
      for (const set of argumentSets(input)) {
        if (found.push(JSON.stringify([...set])) === 80) break;
      }
      return found;
    };
    assert.deepEqual(sets(3), sets(3));
    assert.notDeepEqual(sets(3), sets(4));
  });
});
