/** Types of a program's own beside half precision and complex numbers of ours, as libraries for learning have them. */
import assert from "node:assert/strict";
import { defaultConfiguration } from "../../engine/model/configuration";
import { Bench, pointer, programOf } from "../simulator/support";
import { nodeEngine } from "../support/engine";

const noOperators = ["HALF", "HALF2", "BFLOAT16", "BFLOAT162"].map((type) => `__CUDA_NO_${type}_OPERATORS__`);

/** A number that converts to the GPU's half precision and to a float: comparing two is ambiguous where halves are compared. */
const own = `#include <cstdio>
#include <cuda_fp16.h>
#include <cuda_bf16.h>
struct Number {
  unsigned short bits;
  __device__ Number(float x) : bits(__half_as_ushort(__float2half(x))) {}
  __device__ operator float() const { return __half2float(__ushort_as_half(bits)); }
  __device__ operator __half() const { return __ushort_as_half(bits); }
};
__global__ void k(float* out) {
  Number a(1.5f), b(1.5f);
  out[0] = a == b;
  out[1] = a + b;
  out[2] = __half2float(__hadd(__float2half(1.5f), __hneg(__float2half(4.0f))));
  __half2 pair = __hfma2(__floats2half2_rn(1, 2), __floats2half2_rn(3, 4), __floats2half2_rn(5, 6));
  out[3] = __low2float(pair) + 100 * __high2float(pair);
  out[4] = __bfloat162float(__hdiv(__float2bfloat16(3.0f), __float2bfloat16(2.0f)));
  const volatile __half kept = __float2half(2.5f);
  __half now = kept;
  out[5] = __half2float(now);
}
int main() {
  float* out;
  cudaMallocManaged(&out, 6 * sizeof(float));
  k<<<1, 1>>>(out);
  cudaDeviceSynchronize();
  for (int i = 0; i < 6; i++) printf("%g ", out[i]);
}
`;

const complex = `#include <thrust/complex.h>
typedef thrust::complex<double> C;
__global__ void inverses(const double* in, double* out) {
  const C z(in[2 * threadIdx.x], in[2 * threadIdx.x + 1]);
  const C all[] = {thrust::asin(z), thrust::acos(z), thrust::atan(z), thrust::asinh(z), thrust::acosh(z), thrust::atanh(z)};
  const C back[] = {thrust::sin(all[0]), thrust::cos(all[1]), thrust::tan(all[2]), thrust::sinh(all[3]), thrust::cosh(all[4]), thrust::tanh(all[5])};
  for (int i = 0; i < 6; i++) {
    double* one = out + 4 * (6 * threadIdx.x + i);
    one[0] = all[i].real(); one[1] = all[i].imag(); one[2] = back[i].real(); one[3] = back[i].imag();
  }
}
`;

describe("types of a program's own", () => {
  it("are compared and added as themselves where the program wants no operators of halves", async () => {
    const compile = { ...defaultConfiguration.compile, defines: noOperators };
    const engine = nodeEngine({ ...defaultConfiguration, compile });
    const run = await engine.simulateProgram({ path: "/own/types.cu", text: own }, { arguments: [] });
    engine.dispose();
    assert.equal(run.outcome, "completed", run.message);
    assert.equal(run.stdout, "1 3 -2.5 1408 1.5 2.5 ");
  });

  it("have inverse functions of complex numbers, on the branches that C has", async () => {
    const points = [0.3, 0.4, -0.3, 0.4, 2, -1, -3, 0.5, 0.001, -0.002, 40, 30];
    const bench = new Bench(await programOf(complex));
    const [from, out] = [bench.buffer(new Float64Array(points)), bench.buffer(8 * 24 * 6)];
    assert.equal(bench.launch("inverses", 1, 6, [pointer(from), pointer(out)]).outcome.kind, "completed");
    const found = new Float64Array(bench.memory.read(out, 8 * 24 * 6).buffer);
    const half = Math.PI / 2;
    for (let point = 0; point < 6; point++) {
      for (let i = 0; i < 6; i++) {
        const [re, im, backRe, backIm] = found.subarray(4 * (6 * point + i)) as unknown as [
          number,
          number,
          number,
          number,
        ];
        const [x, y] = [points[2 * point]!, points[2 * point + 1]!];
        const near = Math.hypot(backRe - x, backIm - y) <= 1e-11 * Math.hypot(x, y);
        assert.ok(near, `function ${i} of ${x} + ${y}i is ${re} + ${im}i, and its inverse ${backRe} + ${backIm}i`);
        // The principal values: the strip of each function, and the half plane that the sign of the imaginary part decides.
        if (i === 0 || i === 2) assert.ok(Math.abs(re) <= half && Math.sign(re) === Math.sign(x), `${i} ${re}`);
        if (i === 1) assert.ok(re >= 0 && re <= Math.PI && Math.sign(im) === -Math.sign(y), `${i} ${re} ${im}`);
        if (i === 3 || i === 5) assert.ok(Math.abs(im) <= half && Math.sign(im) === Math.sign(y), `${i} ${im}`);
        if (i === 4) assert.ok(re >= 0 && Math.sign(im) === Math.sign(y), `${i} ${re} ${im}`);
      }
    }
  });
});
