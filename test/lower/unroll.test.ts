/** Loops that ptxas unrolls: which, and that unrolling changes no result. */
import assert from "node:assert/strict";
import { layoutOf } from "../../analyzer/ir/layout";
import { unrolledLoops } from "../../analyzer/lower/passes/unrollHeuristics";
import { SpaceInference } from "../../analyzer/lower/spaceInference";
import { simulateProgram } from "../support/conformance";
import { deviceModule } from "../support/device";

const PARAMETERS = "const float* x, float* y, const int* r, const int* c, const float* __restrict__ z, int n, int m";

/**
 * Loops and their unrolled bodies in the machine code that nvcc 13.0 generates for sm_90: `4*` is a main loop with unroll
 * factor four, `2` a straight-line body of two iterations; a remainder loop follows. The empty string is a loop that ptxas
 * does not unroll.
 */
const LOOPS: readonly (readonly [name: string, code: string, bodies: string])[] = [
  ["fewRounds", "for (int k = 0; k < t % 4 + 1; k++) s += x[t + k * 32]; y[t] = s;", "4* 2"],
  ["masked", "for (int k = 0; k < (t & 7); k++) s += x[t + k * 32]; y[t] = s;", "4* 2"],
  ["sureOfOne", "for (int k = 0; k <= (t & 15); k++) s += x[t + k * 32]; y[t] = s;", "1 4* 2"],
  ["sureOfOneMore", "for (int k = 0; k < (t & 3) + 1; k++) s += x[t + k * 32]; y[t] = s;", "1 4* 2"],
  ["rows", "for (int k = r[t]; k < r[t + 1]; k++) s += x[k] * z[c[k]]; y[t] = s;", "4* 2"],
  ["fromLane", "for (int k = t; k < n; k += 33) s += x[k]; y[t] = s;", "4* 2"],
  ["downwards", "for (int k = r[t]; k >= 0; k--) s += x[t + k * 32]; y[t] = s;", "4* 2"],
  ["toLane", "for (int k = 0; k < t; k++) s += x[k]; y[t] = s;", "4* 2"],
  ["condition", "for (int k = 0; k < t; k++) if (x[k] > 3.0f) s += z[k]; y[t] = s;", "4* 2"],
  ["strided", "for (int k = 0; k < t; k++) s += x[t + k * 32]; y[t] = s;", ""],
  ["maskedSum", "for (int k = 0; k < t; k++) s += x[(t + k) & 1023]; y[t] = s;", ""],
  ["stridedBeside", "for (int k = 0; k < t; k++) s += x[k] * x[t + k * 32]; y[t] = s;", "4* 2"],
  ["maskedBeside", "for (int k = 0; k < t; k++) s += x[k] * x[(t + k) & 1023]; y[t] = s;", ""],
  ["stores", "for (int k = t; k < n; k += 33) y[k] = x[k] * 2.0f;", "4* 2"],
  ["storesOnePlace", "for (int k = 0; k < t % 4 + 1; k++) y[t] += x[t + k * 32];", ""],
  [
    "storesSometimes",
    "for (int k = 0; k < t % 4 + 1; k++) { float v = x[t + k * 32]; if (v > 3.0f) y[k + t * 7] = v; }",
    "",
  ],
  [
    "leaves",
    "for (int k = 0; k < t % 4 + 1; k++) { float v = x[t + k * 32]; if (v > 3.0f) break; s += v; } y[t] = s;",
    "",
  ],
  ["adds", "for (int k = 0; k < t % 4 + 1; k++) atomicAdd(y + k, x[t + k * 32]);", ""],
  ["exchanges", "for (int k = 0; k < t % 4 + 1; k++) s += __shfl_xor_sync(~0u, x[t + k * 32], 1); y[t] = s;", ""],
  ["divides", "for (int k = 0; k < t % 4 + 1; k++) s = x[t + k * 32] / s; y[t] = s;", ""],
  ["halves", "for (int k = t; k > 0; k /= 2) s += x[k]; y[t] = s;", ""],
  ["variableStep", "for (int k = t; k < n; k += m) s += x[k]; y[t] = s;", ""],
  ["kept", "\n#pragma unroll 1\nfor (int k = 0; k < t % 4 + 1; k++) s += x[t + k * 32]; y[t] = s;", ""],
  ["uniform", "for (int k = 0; k < n % 4 + 1; k++) s += x[t + k * 32]; y[t] = s;", ""],
  ["uniformReadOnly", "for (int k = 0; k < n; k++) s += __ldg(&x[t]); y[t] = s;", "4* 2"],
  [
    "large",
    `for (int k = 0; k < t % 4 + 1; k++) { float v = x[t + k * 32]; ${"s = s * v + 1.5f;".repeat(48)} } y[t] = s;`,
    "",
  ],
  [
    "justFits",
    `for (int k = 0; k < t % 4 + 1; k++) { float v = x[t + k * 32]; ${"s = s * v + 1.5f;".repeat(40)} } y[t] = s;`,
    "4* 2",
  ],
];

const kernel = ([name, code]: readonly [string, string, string]) =>
  `extern "C" __global__ void ${name}(${PARAMETERS}) { int t = threadIdx.x; float s = 0; ${code} }`;

/** Heads of loops for `t` from 0 to 63, and the values of `k` that they give. */
const ROUNDS: readonly (readonly [head: string, values: (t: number) => readonly number[]])[] = [
  ["for (int k = 0; k < t; k++)", (t) => counted(0, (k) => k < t, 1)],
  ["for (int k = t; k < 40; k += 3)", (t) => counted(t, (k) => k < 40, 3)],
  ["for (int k = t % 16; k <= 20; k++)", (t) => counted(t % 16, (k) => k <= 20, 1)],
  ["for (int k = t; k >= 0; k -= 5)", (t) => counted(t, (k) => k >= 0, -5)],
  ["for (unsigned k = t; k > 9; k -= 4)", (t) => counted(t, (k) => k > 9, -4)],
  ["for (int k = 0; k <= (t & 15); k++)", (t) => counted(0, (k) => k <= (t & 15), 1)],
  ["for (int k = 0; k != t % 8; k++)", (t) => counted(0, (k) => k !== t % 8, 1)],
  ["for (long long k = -t; k < 3; k += 2)", (t) => counted(-t, (k) => k < 3, 2)],
  ["for (int k = 2147483647 - t; k > 2147483600; k--)", (t) => counted(2147483647 - t, (k) => k > 2147483600, -1)],
  ["for (int k = -2147483647; k < far; k += 100000000)", (t) => counted(-2147483647, (k) => k < far(t), 100000000)],
];

function counted(from: number, goesOn: (k: number) => boolean, step: number): number[] {
  const values: number[] = [];
  for (let k = from; goesOn(k); k += step) values.push(k);
  return values;
}

const far = (t: number): number => t * 30_000_000;

const PROGRAM = `#include <cstdio>
${ROUNDS.map(
  ([head], number) => `__global__ void k${number}(const unsigned* in, unsigned* out) {
  int t = threadIdx.x, far = t * 30000000;
  unsigned s = 1, last = 0;
  ${head} { unsigned v = in[k & 63]; if (v & 1) v += s; s = s * 31 + v + (unsigned)k; last = v; }
  out[t] = s ^ last;
}`,
).join("\n")}
int main() {
  unsigned in[64], out[64], *a, *b;
  for (int k = 0; k < 64; ++k) in[k] = k * 37u + 5u;
  cudaMalloc(&a, sizeof in); cudaMalloc(&b, sizeof out);
  cudaMemcpy(a, in, sizeof in, cudaMemcpyHostToDevice);
${ROUNDS.map(
  (_, number) => `  k${number}<<<1, 64>>>(a, b); cudaMemcpy(out, b, sizeof out, cudaMemcpyDeviceToHost);
  for (int k = 0; k < 64; ++k) printf("%u ", out[k]);
  printf("\\n");`,
).join("\n")}
}
`;

/** What a lane of the program computes. */
function expected(values: readonly number[]): number {
  let [s, last] = [1, 0];
  for (const k of values) {
    let v = (Number(BigInt.asUintN(6, BigInt(k))) * 37 + 5) >>> 0;
    if (v & 1) v = (v + s) >>> 0;
    s = (Math.imul(s, 31) + v + (k | 0)) >>> 0;
    last = v;
  }
  return (s ^ last) >>> 0;
}

describe("loops that ptxas unrolls", () => {
  let bodiesOf: (kernel: string) => string;
  before(async () => {
    const module = await deviceModule(LOOPS.map(kernel).join("\n"), "rounds.cu");
    const [layout, spaces] = [layoutOf(module), new SpaceInference(module)];
    const found = new Map(module.functions.map((func) => [func.name, func.blocks.length ? func : undefined]));
    bodiesOf = (name) =>
      unrolledLoops(found.get(name)!, layout, spaces)
        .map(({ bodies }) => bodies.map(({ factor, isLoop }) => `${factor}${isLoop ? "*" : ""}`).join(" "))
        .join(" | ");
  });

  for (const [name, , bodies] of LOOPS)
    it(`${name}: ${bodies || "not unrolled"}`, () => assert.equal(bodiesOf(name), bodies));

  it("give the results of the loops as written, for every trip count and with live-out values", async () => {
    const { outcome, stdout, launches } = await simulateProgram(PROGRAM, "copied.cu");
    assert.equal(outcome.kind, "completed");
    const lines = new TextDecoder().decode(stdout).trim().split("\n");
    const wanted = ROUNDS.map(([, values]) => Array.from({ length: 64 }, (_, t) => expected(values(t))).join(" "));
    assert.deepEqual(
      lines.map((line) => line.trim()),
      wanted,
    );
    assert.equal(launches.length, ROUNDS.length);
  });
});
