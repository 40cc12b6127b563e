/** Every access of user code has a line and an expression, in both readings, whatever clang did with its position. */
import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { lowerModule } from "../../analyzer/lower/lower";
import { abstractReading, concreteReading } from "../../analyzer/readings";
import { placeOf } from "../../engine/documents/sourceLocation";
import type { Analysis } from "../../engine/model";
import { nodeEngine } from "../support/engine";
import { sampled } from "../support/sample";

/** The loops of every instance with `N` = 1 have a trip count of one: clang moves their accesses without a position. */
const ONE = `struct Pair { float a, b; };
template <int N> __global__ void copy(float* out, const float* in, int n) {
  float kept[N];
  int base = (blockIdx.x * blockDim.x + threadIdx.x) * N;
  for (int i = 0; i < N; i++) kept[i] = in[base + i];
  for (int i = 0; i < N; i++) out[base + i] = kept[i];
}
template <int N> __global__ void staged(float* out, const float* in, const Pair* pairs) {
  __shared__ float tile[64 * N];
  for (int i = 0; i < N; i++) tile[threadIdx.x + 64 * i] = in[threadIdx.x + 64 * i];
  __syncthreads();
  for (int i = 0; i < N; i++) {
    out[threadIdx.x + 64 * i] = tile[63 - threadIdx.x] + pairs[threadIdx.x + i].b;
  }
}
__global__ void sum(float* out, const float* values, const int* counts) {
  float total = values[threadIdx.x];
  for (int i = 0; i < 1; i++) total += values[counts[threadIdx.x + i]];
  *out = total;
}
int main() {
  float* p;
  copy<1><<<4, 64>>>(p, p, 1);
  copy<2><<<4, 64>>>(p, p, 1);
  staged<1><<<1, 64>>>(p, p, (Pair*)p);
  staged<2><<<1, 64>>>(p, p, (Pair*)p);
  sum<<<1, 32>>>(p, p, (int*)p);
}
`;

interface Found {
  readonly kernel: string;
  readonly line: number;
  readonly expression: string;
  readonly path: string | undefined;
}

/** Accesses of a document's kernels and of the functions that they call, as a reading has them. */
function found(analysis: Analysis, reading: typeof abstractReading): readonly Found[] {
  const lines = analysis.document.text.split("\n");
  return [...new Set(analysis.compiled.map((one) => one.bitcode))].flatMap((bitcode) =>
    [...lowerModule(reading(bitcode)).values()].flatMap(({ function: { name }, accesses }) =>
      accesses.map(({ location, op }): Found => {
        const { line, column, endColumn, path } = placeOf(analysis, location, op);
        return { kernel: name, line, expression: (lines[line - 1] ?? "").slice(column, endColumn), path };
      }),
    ),
  );
}

const corpora = ["hardware", "rules", "check/corpus", "launches/programs", "cli/golden"];
const files = [...corpora.map((one) => join("test", one)), "examples", "bench"].flatMap((folder) =>
  readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".cu"))
    .map((name) => join(process.cwd(), folder, name)),
);
const textOf = (path: string) => readFileSync(path, "utf8");

describe("places of accesses", () => {
  const engine = nodeEngine();
  after(() => engine.dispose());

  it("are found in loops with a trip count of one", async () => {
    const analysis = await engine.settled({ path: "/places/one.cu", text: ONE });
    const all = found(analysis, abstractReading);
    const of = (kernel: string) => [
      ...new Set(
        all.filter((one) => one.kernel.includes(kernel)).map(({ line, expression }) => `${line} ${expression}`),
      ),
    ];
    for (const instance of ["copyILi1", "copyILi2"])
      assert.deepEqual(of(instance), ["5 in[base + i]", "6 out[base + i]"]);
    assert.deepEqual(
      new Set(of("stagedILi1")),
      new Set([
        "10 in[threadIdx.x + 64 * i]",
        "10 tile[threadIdx.x + 64 * i]",
        "13 tile[63 - threadIdx.x]",
        "13 pairs[threadIdx.x + i].b",
        "13 out[threadIdx.x + 64 * i]",
      ]),
    );
    assert.deepEqual(new Set(of("stagedILi2")), new Set(of("stagedILi1")));
    assert.deepEqual(of("sum"), [
      "17 values[threadIdx.x]",
      "18 counts[threadIdx.x + i]",
      "18 values[counts[threadIdx.x + i]]",
      "19 *out",
    ]);
  });

  const some = sampled("engine/accessPlaces", files, { every: 20, what: "files", cost: (path) => textOf(path).length });
  for (const path of some) {
    it(`are known in ${path.slice(process.cwd().length + 1)}`, async () => {
      const analysis = await engine.settled({ path, text: textOf(path) });
      for (const reading of [abstractReading, concreteReading]) {
        const nowhere = found(analysis, reading).filter((one) => !one.line || (!one.path && one.expression === ""));
        assert.deepEqual(nowhere, []);
      }
    });
  }
});
