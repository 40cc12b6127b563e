/** Thread block clusters: blocks that run together, wait for each other and reach each other's shared memory. */
import assert from "node:assert/strict";
import { architectureNamed } from "../../analyzer/hardware/architectures";
import type { Dim3 } from "../../analyzer/hardware/model";
import { Bench, int, pointer, programOf } from "./support";

const source = `
#include <cuda_runtime.h>
#include <cooperative_groups.h>
namespace cg = cooperative_groups;
__global__ void __cluster_dims__(4) rotate(const int* in, int* out, int rounds) {
  __shared__ int mine[64];
  cg::cluster_group cluster = cg::this_cluster();
  int t = threadIdx.x, i = blockIdx.x * 64 + t;
  mine[t] = in[i];
  for (int round = 0; round < rounds; ++round) {
    cluster.sync();
    int* next = cluster.map_shared_rank(mine, (cluster.block_rank() + 1) % cluster.num_blocks());
    int found = next[63 - t];
    cluster.sync();
    mine[t] = found + round;
  }
  out[i] = mine[t];
}
__global__ void places(unsigned* out) {
  if (threadIdx.x || threadIdx.y) return;
  cg::cluster_group c = cg::this_cluster();
  cg::grid_group g = cg::this_grid();
  __shared__ int s;
  unsigned* row = out + 24 * g.block_rank();
  dim3 all[] = {c.block_index(), c.dim_blocks(), g.cluster_index(), g.dim_clusters(), c.thread_index(), c.dim_threads()};
  for (int k = 0; k < 6; ++k) { *row++ = all[k].x; *row++ = all[k].y; *row++ = all[k].z; }
  *row++ = c.block_rank();
  *row++ = c.num_blocks();
  *row++ = c.num_threads();
  *row++ = g.num_clusters() * 1000 + g.cluster_rank();
  *row++ = c.query_shared_rank(&s) * 100 + c.query_shared_rank(c.map_shared_rank(&s, 1));
  *row++ = __clusterDimIsSpecified() * 100 + (__isClusterShared(c.map_shared_rank(&s, 1)) != 0) * 10 + (__isShared(&s) != 0);
}
__global__ void histogram(const int* in, int* out, int n, int each) {
  extern __shared__ int bins[];
  cg::cluster_group cluster = cg::this_cluster();
  for (int i = threadIdx.x; i < each; i += blockDim.x) bins[i] = 0;
  cluster.sync();
  for (int i = cluster.thread_rank(); i < n; i += cluster.num_threads())
    atomicAdd(cluster.map_shared_rank(bins, in[i] / each) + in[i] % each, 1);
  cluster.sync();
  for (int i = threadIdx.x; i < each; i += blockDim.x) out[cluster.block_rank() * each + i] = bins[i];
}
__global__ void split(int* out) {
  __shared__ int s[32];
  unsigned rank = __clusterRelativeBlockRank();
  s[threadIdx.x] = 10 * rank + threadIdx.x;
  for (int round = 0; round < 3; ++round) {
    __cluster_barrier_arrive();
    int sum = 0;
    for (int k = 0; k < (int)(rank * 7 + threadIdx.x) % 5; ++k) sum += k;
    __cluster_barrier_wait();
    int found = ((int*)__cluster_map_shared_rank(s, rank ^ 1))[threadIdx.x];
    __cluster_barrier_arrive_relaxed();
    __cluster_barrier_wait();
    s[threadIdx.x] = found + sum;
  }
  out[blockIdx.x * 32 + threadIdx.x] = s[threadIdx.x];
}
__global__ void leaves(int* out) {
  __shared__ int s[64];
  s[threadIdx.x] = blockIdx.x + 1;
  if (blockIdx.x == 0 && threadIdx.x >= 32) return;
  cg::this_cluster().sync();
  int other = *cg::this_cluster().map_shared_rank(&s[threadIdx.x], blockIdx.x ^ 1);
  cg::this_cluster().sync();
  out[blockIdx.x * 64 + threadIdx.x] = other;
}
__global__ void stuck(int* out) {
  if (blockIdx.x == 1 && threadIdx.x < 32) __syncthreads();
  cg::this_cluster().sync();
  out[threadIdx.x] = 1;
}
__global__ void early(int* out) {
  __shared__ int s;
  s = 5;
  cg::this_cluster().sync();
  if (blockIdx.x == 0) return;
  out[0] = *cg::this_cluster().map_shared_rank(&s, 0);
}
__global__ void beyond(int* out, int rank, int at) {
  __shared__ int s[32];
  s[threadIdx.x] = 1;
  cg::this_cluster().sync();
  out[threadIdx.x] = cg::this_cluster().map_shared_rank(s, threadIdx.x == 3 ? rank : 0)[at];
  cg::this_cluster().sync();
}
__global__ void flags(volatile int* far, int* out) {
  __shared__ volatile int flag;
  flag = 0;
  cg::this_cluster().sync();
  int rank = cg::this_cluster().block_rank();
  int last = gridDim.x / 2 - 1, me = blockIdx.x / 2;
  if (me < last) while (*far == 0) {}
  else if (rank == 1) *far = 1;
  if (rank == 0) { while (flag == 0) {} out[me] = flag; }
  else *cg::this_cluster().map_shared_rank((int*)&flag, 0) = 7 + me;
  cg::this_cluster().sync();
  cg::this_grid().sync();
  if (rank == 1) out[me] += out[(me + 1) % (last + 1)] * 100;
}
__global__ void assembly(int* out) {
  __shared__ int s[32];
  unsigned here = (unsigned)__cvta_generic_to_shared(&s[threadIdx.x]), there, rank;
  s[threadIdx.x] = 100 * __clusterRelativeBlockRank() + threadIdx.x;
  asm volatile("barrier.cluster.arrive.release.aligned;\\n barrier.cluster.wait.acquire.aligned;" ::: "memory");
  asm volatile("mapa.shared::cluster.u32 %0, %1, %2;" : "=r"(there) : "r"(here), "r"(__clusterRelativeBlockRank() ^ 1));
  asm volatile("getctarank.shared::cluster.u32 %0, %1;" : "=r"(rank) : "r"(there));
  int found;
  asm volatile("ld.shared::cluster.u32 %0, [%1];" : "=r"(found) : "r"(there) : "memory");
  asm volatile("barrier.cluster.arrive.aligned;\\n barrier.cluster.wait.aligned;" ::: "memory");
  asm volatile("st.shared::cluster.u32 [%0], %1;" :: "r"(there), "r"(found + 1000) : "memory");
  asm volatile("barrier.cluster.arrive;\\n barrier.cluster.wait;" ::: "memory");
  asm volatile("red.shared::cluster.add.u32 [%0], %1;" :: "r"(there), "r"(rank + 1) : "memory");
  asm volatile("barrier.cluster.arrive;\\n barrier.cluster.wait;" ::: "memory");
  out[blockIdx.x * 32 + threadIdx.x] = s[threadIdx.x];
}
`;

const at = (text: string): number => source.slice(0, source.indexOf(text)).split("\n").length;

describe("clusters of blocks", () => {
  let device: Bench;
  before(async () => {
    device = new Bench(await programOf(source, "clusters.cu"));
  });

  it("reach each other's shared memory between barriers", () => {
    const [blocks, size, rounds] = [12, 64, 3];
    const input = Int32Array.from({ length: blocks * size }, (_, i) => (i * 37) % 101);
    const out = device.buffer(4 * blocks * size);
    const { outcome } = device.launch("rotate", blocks, size, [
      pointer(device.buffer(input)),
      pointer(out),
      int(rounds),
    ]);
    assert.equal(outcome.kind, "completed", outcome.message);
    let values = [...input];
    for (let round = 0; round < rounds; round++) {
      values = values.map((_, i) => {
        const [block, t] = [Math.floor(i / size), i % size];
        const next = block - (block % 4) + ((block + 1) % 4);
        return values[next * size + 63 - t]! + round;
      });
    }
    assert.deepEqual([...device.ints(out, blocks * size)], values);
  });

  for (const cluster of [[2, 3, 1], [1, 1, 2], undefined] as (Dim3 | undefined)[]) {
    it(`know their places in ${cluster ? `clusters of ${cluster.join(" × ")}` : "a launch without clusters"}`, () => {
      const [grid, block] = [[4, 3, 2] as Dim3, [8, 2, 1] as Dim3];
      const out = device.buffer(4 * 24 * 24);
      const { outcome } = device.launch("places", grid, block, [pointer(out)], cluster && { cluster });
      assert.equal(outcome.kind, "completed", outcome.message);
      const size = cluster ?? [1, 1, 1];
      const clusters = grid.map((n, axis) => n / size[axis]!);
      const expected = Array.from({ length: 24 }, (_, i) => {
        const index = [i % 4, Math.floor(i / 4) % 3, Math.floor(i / 12)];
        const inside = index.map((n, axis) => n % size[axis]!);
        const [cx, cy, cz] = index.map((n, axis) => Math.floor(n / size[axis]!)) as [number, number, number];
        const rank = inside[0]! + size[0]! * (inside[1]! + size[1]! * inside[2]!);
        const count = size[0]! * size[1]! * size[2]!;
        return [
          ...[inside, size, [cx, cy, cz], clusters].flat(),
          ...inside.map((n, axis) => n * block[axis]!),
          ...size.map((n, axis) => n * block[axis]!),
          ...[rank, count, 16 * count],
          (24 / count) * 1000 + cx + clusters[0]! * (cy + clusters[1]! * cz),
          rank * 100 + 1,
          (cluster ? 100 : 0) + 11,
        ];
      });
      assert.deepEqual([...device.ints(out, 24 * 24)], expected.flat());
    });
  }

  it("count in each other's dynamic shared memory; only what stays at home is a request to shared memory", () => {
    const [bins, n] = [256, 3000];
    // A request spans two of the eight parts.
    const input = Int32Array.from({ length: n }, (_, i) => ((i >> 5) * 48 + (i & 31)) % bins);
    const out = device.buffer(4 * bins);
    const args = [pointer(device.buffer(input)), pointer(out), int(n), int(bins / 8)];
    const { outcome, metrics, lines } = device.launch("histogram", 8, 96, args, {
      cluster: [8, 1, 1],
      shared: (4 * bins) / 8,
    });
    assert.equal(outcome.kind, "completed", outcome.message);
    const expected = new Int32Array(bins);
    for (const value of input) expected[value]!++;
    assert.deepEqual(device.ints(out, bins), expected);
    // 24 warps take turns over 3000 values, 32 at a time; the block of a warp has one of eight parts of the bins.
    const each = bins / 8;
    const requests = Array.from({ length: Math.ceil(n / 32) }, (_, turn) => {
      const places = [...input.slice(32 * turn, 32 * turn + 32)].map((value) => Math.floor(value / each));
      return { home: Math.floor((turn % 24) / 3), places };
    });
    const atHome = requests.filter(({ home, places }) => places.includes(home)).length;
    const away = requests.filter(({ home, places }) => places.some((place) => place !== home)).length;
    assert.ok(atHome > 0 && atHome < requests.length);
    assert.equal(metrics.smsp__sass_inst_executed_op_shared_atom, atHome);
    assert.equal(metrics.smsp__sass_inst_executed_op_global_atom, 0);
    const remote = lines.find(({ access, space }) => access.leader.op === "atomicrmw" && space === "generic");
    assert.equal(remote?.requests, away);
    assert.deepEqual([remote?.sectors, remote?.wavefronts], [0, 0]);
  });

  it("go on behind their barrier when all have come to it, wherever they wait", () => {
    const out = device.buffer(4 * 64);
    const { outcome } = device.launch("split", 2, 32, [pointer(out)], { cluster: [2, 1, 1] });
    assert.equal(outcome.kind, "completed", outcome.message);
    let values = [0, 1].map((rank) => Array.from({ length: 32 }, (_, t) => 10 * rank + t));
    for (let round = 0; round < 3; round++) {
      values = values.map((_, rank) =>
        values[rank ^ 1]!.map((found, t) => {
          const steps = (rank * 7 + t) % 5;
          return found + (steps * (steps - 1)) / 2;
        }),
      );
    }
    assert.deepEqual([...device.ints(out, 64)], values.flat());
  });

  it("do not wait for threads that have left", () => {
    const out = device.buffer(new Int32Array(128));
    const { outcome } = device.launch("leaves", 2, 64, [pointer(out)], { cluster: [2, 1, 1] });
    assert.equal(outcome.kind, "completed", outcome.message);
    const expected = Array.from({ length: 128 }, (_, i) => (i < 32 ? 2 : i < 64 ? 0 : 1));
    assert.deepEqual([...device.ints(out, 128)], expected);
  });

  it("reach each other by the words of assembly, in 32 bits", () => {
    const out = device.buffer(4 * 64);
    const { outcome, metrics } = device.launch("assembly", 2, 32, [pointer(out)], { cluster: [2, 1, 1] });
    assert.equal(outcome.kind, "completed", outcome.message);
    // What a block had goes to the other one and back, with the rank that was read there.
    const expected = [0, 1].flatMap((rank) => Array.from({ length: 32 }, (_, t) => 100 * rank + t + 1000 + rank + 1));
    assert.deepEqual([...device.ints(out, 64)], expected);
    assert.deepEqual(
      [metrics.smsp__sass_inst_executed_op_shared_ld, metrics.smsp__sass_inst_executed_op_shared_st],
      [2, 2],
    );
  });

  it("wait for flags that other blocks and other clusters set, and for the grid", () => {
    const out = device.buffer(new Int32Array(4));
    const { outcome } = device.launch("flags", 8, 1, [pointer(device.buffer(new Int32Array(1))), pointer(out)], {
      cluster: [2, 1, 1],
    });
    assert.equal(outcome.kind, "completed", outcome.message);
    const first = [7, 8, 9, 10];
    for (const me of [0, 1, 2, 3]) first[me] = first[me]! + first[(me + 1) % 4]! * 100;
    assert.deepEqual([...device.ints(out, 4)], first);
  });

  it("say who keeps a cluster from going on", () => {
    const { outcome } = device.launch("stuck", 2, 64, [pointer(device.buffer(256))], { cluster: [2, 1, 1] });
    assert.equal(outcome.kind, "deadlock", outcome.message);
    const [barrier, wait] = [
      at("if (blockIdx.x == 1 && threadIdx.x < 32) __syncthreads"),
      at("  out[threadIdx.x] = 1;") - 1,
    ];
    assert.equal(
      outcome.message,
      `Deadlock in the cluster of block (0,0,0): in block (0,0,0) warps 0 and 1 wait for the cluster at line ${wait}; ` +
        `in block (1,0,0) warp 0 waits at the barrier at line ${barrier}; warp 1 waits for the cluster at line ${wait}.`,
    );
  });

  it("trap where a block that has left is reached", () => {
    const { outcome } = device.launch("early", 2, 32, [pointer(device.buffer(256))], { cluster: [2, 1, 1] });
    assert.equal(outcome.kind, "trapped", outcome.message);
    assert.equal(
      outcome.message,
      `Thread (0,0,0) of block (1,0,0) reads shared memory of the block with rank 0 of its cluster, which has ended without waiting for the others at line ${at("out[0] = *cg")}.`,
    );
  });

  const line = at("out[threadIdx.x] = cg::this");
  for (const [rank, index, reason] of [
    [2, 0, "shared memory of the block with rank 2 of its cluster, which has 2, from 0 to 1"],
    [-1, 0, "shared memory of the block with rank 127 or above of its cluster, which has 2, from 0 to 1"],
    [1, 32, "byte 128 of the shared memory of the block with rank 0 of its cluster, which has 128"],
    [1, -1, "byte -4 of the shared memory of the block with rank 0 of its cluster, which has 128"],
  ] as const) {
    it(`trap at rank ${rank} and element ${index}, with thread and line`, () => {
      const args = [pointer(device.buffer(256)), int(rank), int(index)];
      const { outcome } = device.launch("beyond", 2, 32, args, { cluster: [2, 1, 1] });
      assert.equal(outcome.kind, "trapped", outcome.message);
      const thread = index === 0 ? 3 : 0;
      assert.equal(outcome.message, `Thread (${thread},0,0) of block (0,0,0) reads ${reason} at line ${line}.`);
    });
  }

  it("are refused where the grid is not a multiple of them, or they are too large", () => {
    const refusal = (grid: number, cluster: Dim3) =>
      device.launch("split", grid, 32, [pointer(device.buffer(256))], { cluster }).outcome;
    assert.deepEqual(refusal(3, [2, 1, 1]), {
      kind: "limit",
      message:
        "The grid has 3 blocks in x, which is not a multiple of the 2 that a cluster has there; the launch fails with cudaErrorInvalidClusterSize.",
    });
    assert.match(refusal(32, [32, 1, 1]).message, /^A cluster has 32 blocks; sm_90 allows 16, and the launch fails/);
    const declared = device.launch("rotate", 6, 64, [pointer(0n), pointer(0n), int(0)]).outcome;
    assert.match(declared.message, /^The grid has 6 blocks in x, which is not a multiple of the 4 /);
  });

  it("are refused by name and line where the device has none", () => {
    const { outcome } = device.launch("split", 2, 32, [pointer(device.buffer(256))], {
      device: architectureNamed("sm_80")!,
    });
    assert.equal(outcome.kind, "unsupported");
    assert.equal(
      outcome.message,
      `_Z5splitPi uses thread block clusters (line ${at("unsigned rank = __clusterRel")}), which sm_80 does not have; they need compute capability 9.0: choose sm_90 or later.`,
    );
  });
});
