/** Calls of functions that were not inlined: by name, of themselves, through pointers, and with barriers inside. */
import assert from "node:assert/strict";
import { Bench, int, pointer, programOf } from "./support";

const source = `
#include <cuda_runtime.h>
struct Pair { int a; double b; };
struct Big { int v[12]; };
__device__ __noinline__ int twice(int x, bool add) { return add ? 2 * x + 1 : 2 * x; }
__device__ __noinline__ Pair pairOf(int x) { if (x & 1) return {x, 0.5 * x}; return {-x, 1.0 * x}; }
__device__ __noinline__ long long sumOf(Big big, int n) { long long s = 0; for (int i = 0; i < n; ++i) s += big.v[i]; big.v[0] = 99; return s; }
__device__ __noinline__ void fill(int* p, int n) { for (int i = 0; i < n; ++i) p[i] = i * i + n; }
__global__ void named(int* out) {
  int t = threadIdx.x, r = -1;
  if (t % 3) r = twice(t, t & 1);
  Pair p = pairOf(t);
  out[t] = r; out[64 + t] = p.a; out[128 + t] = (int)(2 * p.b);
}
__global__ void memory(int* out) {
  int t = threadIdx.x;
  int a[16];
  fill(a, t % 16 + 1);
  Big big;
  for (int i = 0; i < 12; ++i) big.v[i] = t + i;
  out[t] = a[t % 16]; out[64 + t] = (int)sumOf(big, t % 13); out[128 + t] = big.v[0];
}
__device__ __noinline__ int fib(int n) { return n < 2 ? n : fib(n - 1) + fib(n - 2); }
__device__ __noinline__ bool odd(int n);
__device__ __noinline__ bool even(int n) { volatile int keep[4]; keep[n & 3] = n; return n == 0 ? true : !odd(keep[n & 3] - 1) ? false : true; }
__device__ __noinline__ bool odd(int n) { return n == 0 ? false : even(n - 1); }
__global__ void recursive(int* out) { int t = threadIdx.x; out[t] = fib(t % 11); out[64 + t] = even(t % 20); }
__device__ __noinline__ int endless(int n, int* p) { volatile int a[8]; a[n & 7] = *p; return *p == 7 ? 0 : endless(n + 1, p) + a[(n + 1) & 7]; }
__global__ void deep(int* out) { out[threadIdx.x] = endless(0, out + 64); }
using Op = int (*)(int, int);
__device__ __noinline__ int add(int a, int b) { return a + b; }
__device__ __noinline__ int mul(int a, int b) { return a * b; }
__device__ __noinline__ int less(int a, int b) { return a - b; }
__device__ Op table[3] = {add, mul, less};
__global__ void pointers(int* out) { int t = threadIdx.x; out[t] = table[t % 3](t, 5); Op one = t < 40 ? mul : less; if (t & 1) out[64 + t] = one(t, 3); }
__global__ void wild(int* out) { out[threadIdx.x] = ((Op)(threadIdx.x == 9 ? (long long)out : (long long)table[0]))(1, 2); }
struct Shape { __device__ virtual int area(int k) const = 0; };
struct Square : Shape { int s; __device__ Square(int s) : s(s) {} __device__ __noinline__ int area(int k) const override { return s * s + k; } };
struct Line : Shape { int l; __device__ Line(int l) : l(l) {} __device__ __noinline__ int area(int k) const override { return l - k; } };
__global__ void virtuals(int* out) { int t = threadIdx.x; Square a(t); Line b(100 + t); const Shape* s = t % 5 < 2 ? (const Shape*)&a : (const Shape*)&b; out[t] = s->area(t & 3); }
struct Store { __device__ virtual ~Store() { *left += 1; } __device__ virtual int take(int k) = 0; int* left; };
struct Halves : Store { int* values; __device__ Halves(int n) : values(new int[n]) { for (int i = 0; i < n; ++i) values[i] = i / 2; } __device__ ~Halves() { delete[] values; } __device__ int take(int k) override { return values[k]; } };
__global__ void makeStore(Store** store, int* left) { *store = new Halves(64); (*store)->left = left; }
__global__ void useStore(Store** store, int* out) { out[threadIdx.x] = (*store)->take(63 - threadIdx.x); }
__global__ void freeStore(Store** store) { delete *store; }
__device__ Store* half;
struct Early : Store { __device__ __noinline__ Early(int* out) { left = out; half = this; __threadfence(); out[1] = ((Store* volatile&)half)->take(3); } };
struct Late : Early { __device__ Late(int* out) : Early(out) {} __device__ int take(int k) override { return k; } };
__global__ void calledEarly(int* out) { Late late(out); out[2] = half->take(1); }
__device__ __noinline__ int blockSum(int x, int* s) {
  s[threadIdx.x] = x;
  for (int d = blockDim.x / 2; d; d /= 2) { __syncthreads(); if (threadIdx.x < d) s[threadIdx.x] += s[threadIdx.x + d]; }
  __syncthreads();
  int r = s[0];
  __syncthreads();
  return r;
}
__device__ __noinline__ int twoSums(int x, int* s) { int a = blockSum(x, s); return a + blockSum(x * x, s); }
__global__ void barriers(int* out, int n) {
  __shared__ int s[128];
  int total = 0;
  for (int i = 0; i < n; ++i) total += twoSums(threadIdx.x + i, s) * (i + 1);
  out[threadIdx.x] = total + threadIdx.x;
}
__global__ void halfCall(int* out) {
  __shared__ int s[32];
  if (threadIdx.x < 16) out[threadIdx.x] = blockSum(1, s); else { out[threadIdx.x] = blockSum(2, s); }
}
`;

const bench = async () => new Bench(await programOf(source, "calls.cu"));
const lanes = (value: (t: number) => number, count = 64) => Array.from({ length: count }, (_, t) => value(t));

async function run(name: string, size = 64, extra: Uint8Array[] = []) {
  const device = await bench();
  const out = device.buffer(new Int32Array(256));
  const report = device.launch(name, 1, size, [pointer(out), ...extra]);
  return { report, out: [...device.ints(out, 256)] };
}

describe("calls that were not inlined", () => {
  it("pass and return scalars and structures lane by lane", async () => {
    const { report, out } = await run("5named");
    assert.equal(report.outcome.kind, "completed", report.outcome.message);
    assert.deepEqual(
      out.slice(0, 64),
      lanes((t) => (t % 3 ? 2 * t + (t & 1) : -1)),
    );
    assert.deepEqual(
      out.slice(64, 128),
      lanes((t) => (t & 1 ? t : -t)).map((x) => x | 0),
    );
    assert.deepEqual(
      out.slice(128, 192),
      lanes((t) => (t & 1 ? t : 2 * t)),
    );
  });

  it("reach the caller's local arrays, and copy structures by value", async () => {
    const { report, out } = await run("6memory");
    assert.equal(report.outcome.kind, "completed", report.outcome.message);
    assert.deepEqual(
      out.slice(0, 64),
      lanes((t) => (t % 16) ** 2 + (t % 16) + 1),
    );
    // What the callee stores is counted at its own line, in as many requests as the unrolled loop makes of it.
    const line = 1 + source.split("\n").findIndex((text) => text.includes("void fill("));
    const stores = report.lines.filter(({ access }) => access.location?.line === line && access.op === "store");
    const stored = stores.reduce((sum, { lanes: threads }) => sum + threads, 0);
    assert.equal(stored, 4 * ((16 * 17) / 2));
    const sum = (t: number) => Array.from({ length: t % 13 }, (_, i) => t + i).reduce((a, b) => a + b, 0);
    assert.deepEqual(out.slice(64, 128), lanes(sum));
    assert.deepEqual(
      out.slice(128, 192),
      lanes((t) => t),
    );
  });

  it("nest in themselves", async () => {
    const { report, out } = await run("9recursive");
    assert.equal(report.outcome.kind, "completed", report.outcome.message);
    const fib = (n: number): number => (n < 2 ? n : fib(n - 1) + fib(n - 2));
    assert.deepEqual(
      out.slice(0, 64),
      lanes((t) => fib(t % 11)),
    );
    assert.deepEqual(
      out.slice(64, 128),
      lanes((t) => ((t % 20) % 2 === 0 ? 1 : 0)),
    );
  });

  it("end where there is no room for more", async () => {
    const { report } = await run("4deep", 32);
    assert.equal(report.outcome.kind, "limit");
    assert.match(report.outcome.message, /Calls nest too deeply for the simulator's stack/);
  });

  it("go where each lane's pointer leads", async () => {
    const { report, out } = await run("8pointers");
    assert.equal(report.outcome.kind, "completed", report.outcome.message);
    assert.deepEqual(
      out.slice(0, 64),
      lanes((t) => [t + 5, t * 5, t - 5][t % 3]!),
    );
    assert.deepEqual(
      out.slice(64, 128),
      lanes((t) => (t & 1 ? (t < 40 ? t * 3 : t - 3) : 0)),
    );
    const wild = await run("4wild", 32);
    assert.equal(wild.report.outcome.kind, "trapped");
    assert.match(
      wild.report.outcome.message,
      /Thread \(9,0,0\).*calls 0x7f00\w+, which is not a function of this type/,
    );
  });

  it("go through tables of virtual functions", async () => {
    const { report, out } = await run("8virtuals");
    assert.equal(report.outcome.kind, "completed", report.outcome.message);
    assert.deepEqual(
      out.slice(0, 64),
      lanes((t) => (t % 5 < 2 ? t * t + (t & 3) : 100 + t - (t & 3))),
    );
  });

  it("reach an object that another kernel made, through a base class with a pure function and a destructor", async () => {
    const device = await bench();
    const [store, out] = [device.buffer(new Int32Array(2)), device.buffer(new Int32Array(256))];
    const left = pointer(out + 4n * 200n);
    const of = (name: string, size: number, ...values: Uint8Array[]) => {
      const { outcome } = device.launch(name, 1, size, [pointer(store), ...values]);
      assert.equal(outcome.kind, "completed", outcome.message);
    };
    of("9makeStore", 1, left);
    of("8useStore", 64, pointer(out));
    of("9freeStore", 1);
    const found = [...device.ints(out, 256)];
    assert.deepEqual(
      found.slice(0, 64),
      lanes((t) => (63 - t) >> 1),
    );
    assert.equal(found[200], 1, "the destructor of the base ran");
  });

  it("end the run where a pure function is called", async () => {
    const { report } = await run("11calledEarly", 1);
    assert.equal(report.outcome.kind, "trapped");
    assert.match(report.outcome.message, /which is not a function of this type/);
  });

  it("wait at barriers in functions that functions call", async () => {
    const { report, out } = await run("8barriers", 128, [int(3)]);
    assert.equal(report.outcome.kind, "completed", report.outcome.message);
    let total = 0;
    for (let i = 0; i < 3; i++) {
      const values = lanes((t) => t + i, 128);
      total += values.reduce((sum, x) => sum + x + x * x, 0) * (i + 1);
    }
    assert.deepEqual(
      out.slice(0, 128),
      lanes((t) => total + t, 128),
    );
  });

  it("say so when the threads of a warp wait in different calls", async () => {
    const { report } = await run("8halfCall", 32);
    assert.equal(report.outcome.kind, "deadlock", report.outcome.message);
  });
});
