/** Checked runs of clusters: what blocks do to each other's shared memory without a barrier between is found at its lines. */
import assert from "node:assert/strict";
import { defaultOptions, deviceCommand } from "../../analyzer/compiler/command/commands";
import { rootFrame } from "../../analyzer/ir/frames";
import { lowerModule } from "../../analyzer/lower/lower";
import { wholeReading } from "../../analyzer/readings";
import { checkLaunch } from "../../simulator/check/check";
import type { CheckFinding } from "../../simulator/check/model";
import { compileBitcode } from "../support/device";
import { Bench, pointer } from "./support";

/** A kernel over `int* out` and `const int* in`, two blocks of 64 threads a cluster; `// R`: the two sides of its race. */
interface Case {
  readonly name: string;
  readonly body: string;
}

const start = `__shared__ int s[64]; cg::cluster_group c = cg::this_cluster(); int t = threadIdx.x; out += 64 * blockIdx.x;
int* other = c.map_shared_rank(s, c.block_rank() ^ 1);`;

const racy: readonly Case[] = [
  {
    name: "readWithoutBarrier",
    body: `s[t] = in[t]; // R
out[t] = other[t]; // R
c.sync();`,
  },
  {
    name: "blockBarrierOnly",
    body: `s[t] = 0;
c.sync();
other[t] = in[t]; // R
__syncthreads();
out[t] = s[t]; // R
c.sync();`,
  },
  {
    name: "bothWrite",
    body: `s[t] = 0;
c.sync();
if (t < 32) c.map_shared_rank(s, 0)[t] = in[t] + c.block_rank(); // R
c.sync();
out[t] = s[t];`,
  },
  {
    name: "atomicAgainstRead",
    body: `s[t] = 0;
c.sync();
atomicAdd(&other[t & 7], 1); // R
__syncthreads();
out[t] = s[t]; // R
c.sync();`,
  },
];

const clean: readonly Case[] = [
  {
    name: "exchange",
    body: `s[t] = in[t];
c.sync();
int found = other[63 - t];
c.sync();
s[t] = found;
c.sync();
out[t] = other[t];
c.sync();`,
  },
  {
    name: "histogram",
    body: `s[t] = 0;
c.sync();
for (int k = t; k < 128; k += 64) atomicAdd(c.map_shared_rank(s, in[k] & 1) + (in[k] & 63), 1);
c.sync();
out[t] = s[t];`,
  },
  {
    name: "arrivedAndWaited",
    body: `s[t] = in[t];
auto token = c.barrier_arrive();
int own = in[t] * 2;
c.barrier_wait(static_cast<decltype(token)&&>(token));
out[t] = other[t] + own;
c.sync();`,
  },
  {
    name: "flagBetweenBlocks",
    body: `__shared__ volatile int ready;
if (t == 0) ready = 0;
s[t] = 0;
c.sync();
if (c.block_rank() == 0) {
  other[t] = in[t];
  __threadfence();
  __syncthreads();
  if (t == 0) *c.map_shared_rank((int volatile*)&ready, 1) = 1;
} else {
  if (t == 0) while (ready == 0) {}
  __syncthreads();
  out[t] = s[t];
}
c.sync();`,
  },
  {
    name: "wordsOfAssembly",
    body: `unsigned there = (unsigned)__cvta_generic_to_shared(other + t);
asm volatile("st.shared::cluster.u32 [%0], %1;" :: "r"(there), "r"(in[t]) : "memory");
c.sync();
out[t] = s[t];`,
  },
  {
    name: "ownMemoryByRank",
    body: `c.map_shared_rank(s, c.block_rank())[t] = in[t];
__syncthreads();
out[t] = s[63 - t];`,
  },
];

const uninitialised: readonly Case[] = [
  {
    name: "nobodyWrote",
    body: `if (t < 32) s[t] = in[t];
c.sync();
out[t] = other[t]; // R
c.sync();`,
  },
];

const source = `#include <cuda_runtime.h>
#include <cooperative_groups.h>
namespace cg = cooperative_groups;
${[...racy, ...clean, ...uninitialised]
  .map(({ name, body }) => `__global__ void ${name}(int* out, const int* in) {\n${start}\n${body}\n}`)
  .join("\n")}`;

function marked({ name, body }: Case): readonly number[] {
  const first = source.split("\n").findIndex((line) => line.includes(` ${name}(`)) + 4;
  return body.split("\n").flatMap((line, index) => (line.endsWith("// R") ? [first + index] : []));
}

describe("a checked run of clusters", () => {
  let bench: Bench;
  before(async () => {
    const command = deviceCommand("clusters.cu", defaultOptions, "complete");
    const module = wholeReading(await compileBitcode(command, source, "clusters.cu"));
    bench = new Bench({ module, lowered: lowerModule(module) });
  });

  function check({ name }: Case): readonly CheckFinding[] {
    const check = checkLaunch();
    const input = bench.buffer(Int32Array.from({ length: 128 }, (_, i) => (i * 7) % 11));
    const { outcome } = bench.launch(name, 4, 64, [pointer(bench.buffer(1024)), pointer(input)], {
      cluster: [2, 1, 1],
      observers: [check.observer],
    });
    assert.equal(outcome.kind, "completed", outcome.message);
    return check.findings();
  }
  const lines = ({ location, other }: CheckFinding) =>
    [location, ...(other ? [other.location] : [])].map((each) => each && rootFrame(each).line);

  for (const one of racy) {
    it(`finds the race of ${one.name}, with its lines`, () => {
      const found = check(one);
      assert.ok(found.length > 0, "nothing was found");
      assert.ok(found.every(({ rule }) => rule === "data-race"));
      const seen = new Set(found.flatMap(lines));
      assert.deepEqual([...seen].sort(), [...marked(one)].sort());
    });
  }
  for (const one of clean) {
    it(`is silent about ${one.name}`, () => {
      assert.deepEqual(
        check(one).map(({ message }) => message),
        [],
      );
    });
  }
  for (const one of uninitialised) {
    it(`finds what nobody wrote in ${one.name}`, () => {
      assert.deepEqual(
        check(one).map((finding) => [finding.rule, ...lines(finding)]),
        [["uninitialised-read", ...marked(one)]],
      );
    });
  }

  it("names threads, blocks, the place and lines in a sentence", () => {
    const [write, read] = marked(racy[1]!);
    assert.equal(
      check(racy[1]!)[0]?.message,
      `Thread (0,0,0) of block (1,0,0) writes byte 0 of the shared memory of the block with rank 0 of its cluster at line ${write} that thread (0,0,0) of block (0,0,0) reads at line ${read}, with no barrier of the cluster or the grid between them.`,
    );
  });
});
