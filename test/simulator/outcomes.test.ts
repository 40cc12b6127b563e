/** How launches end, and what they leave in memory. */
import assert from "node:assert/strict";
import { Bench, float, int, pointer, programOf } from "./support";

const source = `
#include <cuda_runtime.h>
#include <cstdio>
#include <cassert>
__global__ void store(int* out, int index) { out[index + threadIdx.x] = threadIdx.x; }
__global__ void misaligned(char* out) { *(int*)(out + 2 * threadIdx.x) = 1; }
__global__ void sharedOverrun(int* out, int n) {
  extern __shared__ int s[];
  s[threadIdx.x * n] = 1;
  __syncthreads();
  out[threadIdx.x] = s[0];
}
__global__ void spin(volatile int* flag) { while (*flag == 0) *flag = 0; }
__global__ void splitBarrier(int* out) {
  if (threadIdx.x < 16) { out[threadIdx.x] = 1; __syncthreads(); out[threadIdx.x + 32] = 2; }
  else { out[threadIdx.x] = 3; __syncthreads(); out[threadIdx.x + 32] = 4; }
}
__global__ void earlyExit(int* out, int n) {
  __shared__ int s[64];
  if (threadIdx.x >= n) return;
  s[threadIdx.x] = threadIdx.x;
  __syncthreads();
  out[threadIdx.x] = s[n - 1 - threadIdx.x];
}
__global__ void unknownAssembly(int* out) { asm volatile("frobnicate.u32 %0, %0;" : "+r"(out[0])); }
__global__ void localArray(const int* in, int* out) {
  int a[8];
  for (int k = 0; k < 8; ++k) a[k] = k * 10;
  a[in[threadIdx.x] & 7] = threadIdx.x;
  out[threadIdx.x] = a[in[threadIdx.x + 32] & 7];
}
__global__ void nested(int* out, int n) {
  int sum = 0, last = -1;
  for (int i = 0; i < (int)threadIdx.x % 5; ++i)
    for (int k = i; k < n; k += 1 + threadIdx.x % 3) {
      if ((k ^ threadIdx.x) % 7 == 3) continue;
      if (k > 20 + (int)threadIdx.x) break;
      sum += k; last = k;
    }
  out[threadIdx.x] = sum * 100 + last;
}
__global__ void talk(int* p, float scale) {
  if (threadIdx.x < 3) printf("thread %d of %u: %5.2f %s %lld\\n", threadIdx.x, blockDim.x, scale * threadIdx.x, "ok", 1LL << 40);
  assert(p[threadIdx.x] >= 0);
}
__global__ void count(int* out, int n) {
  out[threadIdx.x] = __syncthreads_count(threadIdx.x % 3 == 0) * 100 + __syncthreads_or(threadIdx.x == 63) * 10 + __syncthreads_and(threadIdx.x < n);
}
__global__ void lone(int* out) { if (threadIdx.x == 37) *out = 1; }
__global__ void empty() { }
__global__ void firstMember(const char* in, float* out) { out[threadIdx.x] = ((const float4*)(in + 4))[threadIdx.x].x; }
__global__ void allMembers(const char* in, float* out) {
  float4 v = ((const float4*)(in + 4))[threadIdx.x];
  out[threadIdx.x] = v.x + v.y + v.z + v.w;
}
`;

const bench = async () => new Bench(await programOf(source));

describe("how a launch ends", () => {
  it("completes and leaves its results", async () => {
    const device = await bench();
    const out = device.buffer(64 * 4);
    const { outcome } = device.launch("5store", 1, 64, [pointer(out), int(0)]);
    assert.equal(outcome.kind, "completed", outcome.message);
    assert.deepEqual(
      [...device.ints(out, 64)],
      Array.from({ length: 64 }, (_, i) => i),
    );
  });

  it("traps behind an allocation with thread, block and line", async () => {
    const device = await bench();
    const out = device.buffer(100 * 4);
    const { outcome } = device.launch("5store", [2, 1, 1], 64, [pointer(out), int(50)]);
    assert.equal(outcome.kind, "trapped");
    assert.deepEqual([outcome.thread, outcome.block, outcome.location?.line], [[50, 0, 0], [0, 0, 0], 5]);
    assert.match(outcome.message, /writes global memory at line 5, just past the end of an allocation of 400 bytes\.$/);
  });

  it("traps on a freed allocation and on a null pointer", async () => {
    const device = await bench();
    const out = device.buffer(256);
    assert.ok(device.memory.free(out));
    assert.equal(device.launch("5store", 1, 32, [pointer(out), int(0)]).outcome.kind, "trapped");
    const { outcome } = device.launch("5store", 1, 32, [pointer(0n), int(0)]);
    assert.match(outcome.message, /Thread \(0,0,0\) of block \(0,0,0\) writes through a null pointer/);
  });

  it("names the thread whose address is wrong where the others of its warp do not run", async () => {
    const device = await bench();
    const { outcome } = device.launch("4lone", 1, 64, [pointer(0n)]);
    assert.match(outcome.message, /Thread \(37,0,0\) of block \(0,0,0\) writes through a null pointer/);
    assert.deepEqual(outcome.thread, [37, 0, 0]);
  });

  it("traps on a misaligned address", async () => {
    const device = await bench();
    const { outcome } = device.launch("misaligned", 1, 32, [pointer(device.buffer(256))]);
    assert.match(outcome.message, /Thread \(1,0,0\).*not aligned to 4 bytes/);
  });

  it("reads one member of a misaligned vector, and traps where all are read at once", async () => {
    const device = await bench();
    const args = [pointer(device.buffer(1024)), pointer(device.buffer(256))];
    assert.equal(device.launch("firstMember", 1, 32, args).outcome.kind, "completed");
    assert.match(device.launch("allMembers", 1, 32, args).outcome.message, /not aligned to 16 bytes/);
  });

  it("traps outside of shared memory", async () => {
    const device = await bench();
    const args = [pointer(device.buffer(256)), int(4)];
    assert.equal(device.launch("sharedOverrun", 1, 32, args, { shared: 512 }).outcome.kind, "completed");
    const { outcome } = device.launch("sharedOverrun", 1, 32, args, { shared: 256 });
    assert.match(outcome.message, /Thread \(16,0,0\).*byte 256 of shared memory, of which the block has 256/);
    const none = device.launch("sharedOverrun", 1, 32, args).outcome;
    assert.match(none.message, /of which the block has none: its launch gives no dynamic shared memory/);
  });

  it("stops at the limit of steps, and when it is cancelled", async () => {
    const device = await bench();
    const args = [pointer(device.buffer(4))];
    assert.equal(device.launch("4spin", 1, 32, args, { limits: { steps: 1e6, memory: 1 } }).outcome.kind, "limit");
    let asked = 0;
    const { outcome } = device.launch("4spin", 1, 32, args, { shouldStop: () => ++asked > 3 });
    assert.equal(outcome.kind, "cancelled");
    assert.equal(asked, 4);
  });

  it("refuses a grid of more warps than the limit allows instructions, and counts blocks that do nothing", async () => {
    const device = await bench();
    const args = [pointer(device.buffer(4))];
    const most = device.launch("4spin", [2 ** 31 - 1, 65535, 65535], 1, args);
    assert.equal(most.outcome.kind, "limit");
    assert.match(
      most.outcome.message,
      /9223090559730712575 warps, more than its budget of [\d.e+-]+ s of simulated work can begin/,
    );
    const { outcome } = device.launch("5empty", 5e5, 1, [], { limits: { steps: 1e6, memory: 1 } });
    assert.equal(outcome.kind, "limit");
  });

  it("names the warp whose threads wait at different barriers", async () => {
    const device = await bench();
    const { outcome } = device.launch("splitBarrier", 1, 32, [pointer(device.buffer(1024))]);
    assert.equal(outcome.kind, "deadlock", outcome.message);
    assert.match(
      outcome.message,
      /threads of warp 0 of block \(0,0,0\) wait at different barriers: thread \(0,0,0\) and 15 more of warp 0 wait at the barrier at line 15; thread \(16,0,0\) and 15 more of warp 0 wait at the barrier at line 16\.$/,
    );
  });

  it("does not wait for threads that have left", async () => {
    const device = await bench();
    const out = device.buffer(64 * 4);
    const { outcome } = device.launch("earlyExit", 1, 64, [pointer(out), int(40)]);
    assert.equal(outcome.kind, "completed", outcome.message);
    assert.deepEqual([...device.ints(out, 42)].slice(36), [3, 2, 1, 0, 0, 0]);
  });

  it("refuses what the device refuses", async () => {
    const device = await bench();
    const args = [pointer(device.buffer(4096 * 4)), int(0)];
    assert.match(device.launch("5store", 1, 1025, args).outcome.message, /1025 threads/);
    assert.match(
      device.launch("5store", [1, 65536, 1], 1, args).outcome.message,
      /65536 blocks in y; sm_90 allows 65535/,
    );
    assert.match(
      device.launch("sharedOverrun", 1, 32, args, { shared: 1 << 20 }).outcome.message,
      /1048576 bytes of shared memory/,
    );
  });

  it("says what it does not support before anything runs", async () => {
    const device = await bench();
    const { outcome } = device.launch("unknownAssembly", 1, 1, [pointer(device.buffer(4))]);
    assert.equal(outcome.kind, "unsupported");
    assert.equal(outcome.location?.line, 25);
  });

  it("names the feature that a function is declared for, where the function alone would not say it", async () => {
    const roles = `#include <cooperative_groups.h>
#include <cuda/pipeline>
__global__ void roles(float* p) {
  __shared__ cuda::pipeline_shared_state<cuda::thread_scope_block, 2> state;
  auto pipe = cuda::make_pipeline(cooperative_groups::this_thread_block(), &state, cuda::pipeline_role::producer);
  pipe.producer_acquire();
}
`;
    const device = new Bench(await programOf(roles));
    const { outcome } = device.launch("roles", 1, 1, [pointer(device.buffer(4))]);
    assert.equal(outcome.kind, "unsupported");
    assert.match(outcome.message, /does not support a pipeline whose threads have roles \(cuda::make_pipeline with/);
  });

  it("prints, and stops at a failed assertion", async () => {
    const device = await bench();
    const values = new Int32Array(64);
    const said: string[] = [];
    const options = { print: (text: Uint8Array) => void said.push(new TextDecoder().decode(text)) };
    const run = () => device.launch("4talk", 1, 64, [pointer(device.buffer(values)), float(1.5)], options).outcome;
    assert.equal(run().kind, "completed");
    assert.deepEqual(
      said,
      [0, 1, 2].map((t) => `thread ${t} of 64: ${(t * 1.5).toFixed(2).padStart(5)} ok 1099511627776\n`),
    );
    values[40] = -1;
    const outcome = run();
    assert.equal(outcome.kind, "trapped");
    assert.match(
      outcome.message,
      /Thread \(40,0,0\) of block \(0,0,0\) fails the assertion p\[threadIdx.x\] >= 0 at line/,
    );
    assert.equal(outcome.times, 1);
    assert.match(
      outcome.assertion ?? "",
      /^\S+:\d+: void talk\(.*\): block: \[0,0,0\], thread: \[40,0,0\] Assertion `p\[threadIdx.x\] >= 0` failed\.\n$/,
    );
    values[43] = -1;
    const two = run();
    assert.equal(two.times, 2);
    assert.match(two.assertion ?? "", /\[40,0,0\] Assertion.*\n.*\[43,0,0\] Assertion.*\n$/);
  });

  it("counts predicates at barriers", async () => {
    const device = await bench();
    const out = device.buffer(64 * 4);
    assert.equal(device.launch("5count", 1, 64, [pointer(out), int(64)]).outcome.kind, "completed");
    assert.deepEqual([...device.ints(out, 64)], Array(64).fill(22 * 100 + 11));
    device.launch("5count", 1, 64, [pointer(out), int(63)]);
    assert.deepEqual([...device.ints(out, 2)], [2210, 2210]);
  });

  it("gives every thread local memory of its own", async () => {
    const device = await bench();
    const inputs = Int32Array.from({ length: 64 }, (_, i) => (i * 5) ^ (i >> 2));
    const out = device.buffer(32 * 4);
    const { outcome } = device.launch("localArray", 1, 32, [pointer(device.buffer(inputs)), pointer(out)]);
    assert.equal(outcome.kind, "completed", outcome.message);
    const expected = Array.from({ length: 32 }, (_, t) => {
      const a = Array.from({ length: 8 }, (_, k) => k * 10);
      a[inputs[t]! & 7] = t;
      return a[inputs[t + 32]! & 7];
    });
    assert.deepEqual([...device.ints(out, 32)], expected);
  });

  it("keeps lanes apart in nested loops with breaks", async () => {
    const device = await bench();
    const out = device.buffer(64 * 4);
    const { outcome } = device.launch("6nested", 1, 64, [pointer(out), int(60)]);
    assert.equal(outcome.kind, "completed", outcome.message);
    const expected = Array.from({ length: 64 }, (_, t) => {
      let [sum, last] = [0, -1];
      for (let i = 0; i < t % 5; i++) {
        for (let k = i; k < 60; k += 1 + (t % 3)) {
          if ((k ^ t) % 7 === 3) continue;
          if (k > 20 + t) break;
          sum += k;
          last = k;
        }
      }
      return sum * 100 + last;
    });
    assert.deepEqual([...device.ints(out, 64)], expected);
  });
});
