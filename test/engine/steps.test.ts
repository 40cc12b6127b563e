/** Steps of a warp with the values of variables, as a debugger would show them, and barriers of its block. */
import assert from "node:assert/strict";
import fc from "fast-check";
import type { TraceJson } from "../../engine/formats/trace";
import { scopeEnd } from "../../engine/json/scopeEnd";
import { valueText } from "../../engine/json/trace";
import type { Engine } from "../../engine/model";
import { validated } from "../cli/cli";
import { nodeEngine } from "../support/engine";

const text = `enum Colour { red, green };
template <class T> __device__ __noinline__ T twice(T x) {
  T doubled = x * 2;
  return doubled;
}
__global__ void sums(float* out, const int* in, int n) {
  __shared__ int tile[64];
  int i = threadIdx.x;
  bool inside = i < n;
  tile[i] = in[i];
  __syncthreads();
  float sum = 0.0f;
  for (int k = 0; k < 2; k++) {
    const int other = tile[(i + k) % 64];
    sum += twice(other) * 0.5f;
  }
  if (inside) {
    double half = sum * 0.5;
    signed char low = -i;
    unsigned wide = 0u - 1u;
    Colour colour = green;
    long long far = 1LL << 40;
    __half tiny = __float2half(0.1f);
    out[i] = half + low + wide + colour + far + __half2float(tiny);
  } else {
    __syncthreads();
    int counted = 0;
    atomicAdd(&counted, 1);
    out[i] = counted;
  }
}
int main() {
  int* in; float* out;
  cudaMalloc(&in, 256);
  cudaMalloc(&out, 256);
  cudaMemset(in, 0, 256);
  sums<<<1, 64>>>(out, in, 32);
  cudaDeviceSynchronize();
  cudaFree(in);
  cudaFree(out);
  return 0;
}
`;
const document = { path: "/w/steps.cu", text: `#include <cuda_fp16.h>\n${text}` };
const lineOf = (part: string) => document.text.slice(0, document.text.indexOf(part)).split("\n").length;

describe("steps of a warp", () => {
  let engine: Engine;
  before(() => {
    engine = nodeEngine();
  });
  after(() => engine.dispose());

  const traced = async (variables: boolean, warp = 0): Promise<TraceJson> => {
    const trace = { block: [0, 0, 0] as const, warp, variables };
    const report = await engine.simulate(document, { kernel: "sums", arguments: new Map(), trace });
    validated("simulate", JSON.stringify(report));
    return report.launches[0]!.trace!;
  };
  /** What a variable became, one step after the other. */
  const values = ({ steps, variables = [] }: TraceJson, name: string) =>
    steps
      .filter(({ variable }) => variable !== undefined && variables[variable]!.name === name)
      .map((one) => one.values!);
  const lanes = <T>(of: (lane: number) => T) => Array.from({ length: 32 }, (_, lane) => of(lane));

  it("tells what each variable becomes, lane by lane, in the source's types", async () => {
    const trace = await traced(true);
    assert.deepEqual(values(trace, "i"), [lanes(String)]);
    assert.deepEqual(values(trace, "n"), [lanes(() => "32")]);
    assert.deepEqual(values(trace, "inside"), [lanes(() => "true")]);
    assert.deepEqual(
      values(trace, "k").map(([first]) => first),
      ["0", "1", "2"],
    );
    assert.deepEqual(values(trace, "other"), [lanes(String), lanes((lane) => String(lane + 1))]);
    assert.deepEqual(values(trace, "sum"), [lanes(() => "0"), lanes(String), lanes((lane) => String(2 * lane + 1))]);
    assert.deepEqual(values(trace, "half"), [lanes((lane) => String(lane + 0.5))]);
    assert.deepEqual(values(trace, "low"), [lanes((lane) => String(-lane + 0))]);
    assert.deepEqual(values(trace, "wide"), [lanes(() => "4294967295")]);
    assert.deepEqual(values(trace, "colour"), [lanes(() => "1")]);
    assert.deepEqual(values(trace, "far"), [lanes(() => "1099511627776")]);
    const types = new Map(trace.variables!.map(({ name, type }) => [name, type]));
    assert.deepEqual(
      ["out", "in", "other", "low", "colour", "x"].map((name) => types.get(name)),
      ["float*", "const int*", "const int", "signed char", "Colour", "int"],
    );
  });

  it("says in which function and lines each variable is, and where each step stands", async () => {
    const trace = await traced(true);
    const scope = (name: string) => {
      const { function: home, line, until } = trace.variables!.find((one) => one.name === name)!;
      return [home, line, until];
    };
    assert.deepEqual(scope("x"), ["twice", lineOf("template <class"), lineOf("__global__ void sums") - 1]);
    assert.deepEqual(scope("k"), ["sums", lineOf("for (int k"), lineOf("if (inside)") - 1]);
    assert.deepEqual(scope("half"), ["sums", lineOf("double half"), lineOf("} else {")]);
    const step = trace.steps.find(({ variable }) => trace.variables![variable ?? -1]?.name === "doubled")!;
    assert.deepEqual([step.function, step.line, step.op], ["twice", lineOf("T doubled"), "assignment"]);
    assert.ok(trace.steps.every(({ line }) => line > 0));
  });

  it("follows no variable whose address is taken, and lanes only where they run", async () => {
    const second = await traced(true, 1);
    assert.deepEqual(values(second, "counted"), []);
    assert.deepEqual(values(second, "half"), []);
    assert.deepEqual(values(second, "i"), [lanes((lane) => String(lane + 32))]);
  });

  it("says which warps waited at which barrier, in their order", async () => {
    const { barriers } = await traced(true);
    assert.deepEqual(barriers, [
      { phase: 0, line: lineOf("__syncthreads();"), warps: [0, 1], lanes: 64 },
      { phase: 1, line: lineOf("    __syncthreads();\n    int counted"), warps: [1], lanes: 32 },
    ]);
  });

  it("leaves the trace of the optimised code as it is counted when no variables are wanted", async () => {
    const plain = await traced(false);
    assert.equal(plain.variables, undefined);
    assert.ok(plain.steps.every(({ op, function: home }) => op !== "assignment" && home === undefined));
  });

  it("follows the chosen launch of a program, and counts nothing of unoptimised code", async () => {
    const trace = { block: [0, 0, 0] as const, warp: 0, variables: true };
    const report = await engine.simulateProgram(document, { arguments: [], observe: { launch: 0, trace } });
    validated("simulate", JSON.stringify(report));
    const [launch] = report.launches;
    assert.deepEqual(values(launch!.trace!, "i"), [lanes(String)]);
    assert.deepEqual([launch!.metrics, launch!.lines], [{}, []]);
  });
});

describe("values of variables as text", () => {
  it("writes floats so that they read back as the same number, in as few digits", () => {
    const bits = (value: number) => BigInt(new Uint32Array(new Float32Array([value]).buffer)[0]!);
    const shown = (value: number) => valueText(bits(value), { encoding: "float", bits: 32 });
    assert.deepEqual([0.1, 1e10, -2.5, Number.POSITIVE_INFINITY, Number.NaN].map(shown), [
      "0.1",
      "10000000000",
      "-2.5",
      "inf",
      "nan",
    ]);
    fc.assert(
      fc.property(fc.float({ noNaN: true, noDefaultInfinity: true }), (value) => {
        assert.equal(Math.fround(Number(shown(value))), value === 0 ? 0 : value);
      }),
    );
    assert.equal(valueText(0x2e66n, { encoding: "float", bits: 16 }), "0.1");
  });

  it("ends scopes at their braces, whatever stands in comments and strings", () => {
    const code =
      'void f(int a) { int b; { int c; } /* } */ puts("}"); for (int d = 0; d < 3; d++) { b++; } if (a) b = 2; }';
    const end = (name: string) => code.slice(0, scopeEnd(code, code.indexOf(`int ${name}`))).length;
    assert.equal(end("a"), code.length - 1);
    assert.equal(end("b"), code.length - 1);
    assert.equal(end("c"), code.indexOf("} /*"));
    assert.equal(end("d"), code.indexOf(" if (a)") - 1);
  });
});
