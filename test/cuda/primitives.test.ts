/**
 * Device functions that programs seldom name: barrier objects as C functions and as `awbarrier`, barriers by number,
 * neighbouring floats added by one instruction, complex numbers, dot products of vector types, named constants. Values
 * against arithmetic.
 */
import assert from "node:assert/strict";
import { Bench, float, pointer, programOf } from "../simulator/support";

const doubles: Readonly<Record<string, number>> = {
  PI: Math.PI,
  PIO2: Math.PI / 2,
  "3PIO4": 2.356194490192345,
  "2_OVER_PI": 2 / Math.PI,
  L2E: Math.LOG2E,
  L2T: Math.log2(10),
  LG2: Math.log10(2),
  LGE: Math.LOG10E,
  LN2: Math.LN2,
  LNT: Math.LN10,
  SQRT_TWO: Math.SQRT2,
  SQRT_HALF: Math.SQRT1_2,
  THIRD: 1 / 3,
  TWO_TO_52: 2 ** 52,
  TWO_TO_M1022: 2 ** -1022,
  MIN_DENORM: 2 ** -1074,
};

const text = `#include <cuComplex.h>
#include <cuda_awbarrier.h>
#include <cuda_pipeline.h>
#include <math_constants.h>
__global__ void phases(int* out) {
  __shared__ __mbarrier_t barrier;
  __shared__ int values[64];
  if (threadIdx.x == 0) __mbarrier_init(&barrier, blockDim.x);
  __syncthreads();
  values[threadIdx.x] = threadIdx.x * 3;
  __mbarrier_token_t token = __mbarrier_arrive(&barrier);
  while (!__mbarrier_try_wait(&barrier, token, 100)) {
  }
  out[threadIdx.x] = values[63 - threadIdx.x];
}
__global__ void awaited(int* out) {
  __shared__ nvcuda::experimental::awbarrier barrier;
  __shared__ int values[64];
  if (threadIdx.x == 0) init(&barrier, blockDim.x);
  __syncthreads();
  values[threadIdx.x] = threadIdx.x + 7;
  barrier.wait(barrier.arrive());
  int other = values[63 - threadIdx.x];
  barrier.arrive_and_wait();
  out[threadIdx.x] = other;
}
__global__ void numbered(int* out) {
  __shared__ int values[64];
  values[threadIdx.x] = threadIdx.x;
  __barrier_sync(3);
  int sum = values[63 - threadIdx.x];
  __barrier_sync_count(4, 64);
  __threadfence_cluster();
  cudaGridDependencySynchronize();
  cudaTriggerProgrammaticLaunchCompletion();
  out[threadIdx.x] = sum;
}
__global__ void neighbours(float2* two, float4* four, float* old) {
  float2 before = atomicAdd(two, make_float2(1.0f, 0.5f));
  atomicAdd_block(four, make_float4(1.0f, 2.0f, 3.0f, 4.0f));
  if (threadIdx.x == 31) { old[0] = before.x; old[1] = before.y; }
}
__global__ void dots(int* out) {
  out[0] = __dp4a(make_char4(1, -2, 3, -4), make_char4(5, 6, -7, 8), 100);
  out[1] = (int)__dp4a(make_uchar4(255, 2, 3, 4), make_uchar4(255, 6, 7, 8), 1u);
  out[2] = __dp2a_lo(make_short2(-300, 20), make_char4(1, -2, 3, -4), 0);
  out[3] = (int)__dp2a_hi(make_ushort2(300, 20), make_uchar4(1, 2, 3, 4), 0u);
}
__global__ void angle(float* out, float x) {
  float s, c;
  sincospi(x, &s, &c);
  out[0] = s; out[1] = c; out[2] = sinpif(x); out[3] = cospif(x);
}
__constant__ int inConstant[2] = {11, 22};
__global__ void spaces(int* out) {
  const int* p = (const int*)__cvta_constant_to_generic(__cvta_generic_to_constant(inConstant));
  int kept[2] = {p[0], p[1]};
  int* q = (int*)__nv_associate_access_property(out, 0);
  q[0] = kept[0] + kept[1];
}
__global__ void complexes(float* out, float large) {
  cuFloatComplex z = make_cuFloatComplex(3 * large, 4 * large);
  out[0] = cuCabsf(z);
  cuFloatComplex even = make_cuFloatComplex(large, large);
  cuFloatComplex one = cuCdivf(even, even), turned = cuCdivf(z, make_cuFloatComplex(0.0f, large));
  out[1] = one.x; out[2] = one.y; out[3] = turned.x; out[4] = turned.y;
  cuFloatComplex sum = cuCfmaf(make_cuFloatComplex(1.0f, 2.0f), make_cuFloatComplex(3.0f, 4.0f), make_cuFloatComplex(10.0f, 20.0f));
  out[5] = sum.x; out[6] = sum.y;
  out[7] = cuCabsf(make_cuFloatComplex(0.0f, 0.0f));
}
__global__ void constants(double* out) {
${Object.keys(doubles)
  .map((name, i) => `  out[${i}] = CUDART_${name};`)
  .join("\n")}
}
`;

describe("device functions that are seldom named", () => {
  let bench: Bench;
  before(async () => {
    bench = new Bench(await programOf(text));
  });
  const run = (kernel: string, threads: number, ...addresses: readonly bigint[]) => {
    const { outcome } = bench.launch(kernel, 1, threads, addresses.map(pointer));
    assert.equal(outcome.kind, "completed", JSON.stringify(outcome));
  };
  const ints = (address: bigint, count: number) => [...new Int32Array(bench.memory.read(address, 4 * count).buffer)];
  const floats = (address: bigint, count: number) => [
    ...new Float32Array(bench.memory.read(address, 4 * count).buffer),
  ];
  const reversed = (value: (i: number) => number) => Array.from({ length: 64 }, (_, i) => value(63 - i));

  it("barrier objects let nobody pass before all have come", () => {
    const out = bench.buffer(256);
    run("phases", 64, out);
    assert.deepEqual(
      ints(out, 64),
      reversed((i) => 3 * i),
    );
    run("awaited", 64, out);
    assert.deepEqual(
      ints(out, 64),
      reversed((i) => i + 7),
    );
  });

  it("magnitudes and quotients of complex numbers hold what their squares do not", () => {
    const out = bench.buffer(32);
    const { outcome } = bench.launch("complexes", 1, 1, [pointer(out), float(2 ** 120)]);
    assert.equal(outcome.kind, "completed");
    assert.deepEqual(floats(out, 8), [5 * 2 ** 120, 1, 0, 4, -3, 5, 30, 0]);
  });

  it("barriers have numbers", () => {
    const out = bench.buffer(256);
    run("numbered", 64, out);
    assert.deepEqual(
      ints(out, 64),
      reversed((i) => i),
    );
  });

  it("neighbouring floats are added at once", () => {
    const [two, four, old] = [bench.buffer(8), bench.buffer(16), bench.buffer(8)];
    run("neighbours", 32, two, four, old);
    assert.deepEqual(floats(two, 2), [32, 16]);
    assert.deepEqual(floats(four, 4), [32, 64, 96, 128]);
    assert.deepEqual(floats(old, 2), [31, 15.5]);
  });

  it("dot products take vectors", () => {
    const out = bench.buffer(16);
    run("dots", 1, out);
    assert.deepEqual(ints(out, 4), [100 + 5 - 12 - 21 - 32, 1 + 255 * 255 + 12 + 21 + 32, -300 - 40, 300 * 3 + 20 * 4]);
  });

  it("sine and cosine of multiples of pi come together, for floats, too", () => {
    const out = bench.buffer(16);
    const { outcome } = bench.launch("angle", 1, 1, [pointer(out), float(0.25)]);
    assert.equal(outcome.kind, "completed");
    const [s, c, sine, cosine] = floats(out, 4);
    assert.deepEqual([s, c], [sine, cosine]);
    assert.ok(Math.abs(s! - Math.SQRT1_2) < 1e-6);
  });

  it("addresses of constant memory become pointers again", () => {
    const out = bench.buffer(4);
    run("spaces", 1, out);
    assert.deepEqual(ints(out, 1), [33]);
  });

  it("constants are the doubles next to what they are named after", () => {
    const values = Object.values(doubles);
    const out = bench.buffer(8 * values.length);
    run("constants", 1, out);
    const found = [...new Float64Array(bench.memory.read(out, 8 * values.length).buffer)];
    assert.deepEqual(found, values);
  });
});
