/** Launches through pointers to kernels that are chosen by what is not known: each kernel that may be chosen has one. */
import assert from "node:assert/strict";
import { defaultConfiguration } from "../../engine/model/configuration";
import { nodeEngine } from "../support/engine";

const KERNELS = `#include <cstdlib>
template <int N> __global__ void add(float* p, int n) { int i = blockIdx.x * blockDim.x + threadIdx.x; if (i < n) p[i] += N; }
__global__ void twice(float* p, int n) { int i = blockIdx.x * blockDim.x + threadIdx.x; if (i < n) p[i] *= 2; }
typedef void (*Kernel)(float*, int);
`;

/** What a program launches, by kernel: grid, block, and what the launch depends on. */
async function launches(program: string, programArguments: readonly string[] = []): Promise<Record<string, string>> {
  const engine = nodeEngine({ ...defaultConfiguration, programArguments });
  const { kernels } = await engine.inspect({ path: "choices.cu", text: KERNELS + program });
  engine.dispose();
  return Object.fromEntries(
    kernels.map(({ signature, launches: [first] }) => [
      signature.replace(/\(.*/, ""),
      first!.from === "site" ? `${first!.grid?.[0]} ${first!.block[0]} ${first!.route ?? "main"}` : first!.from,
    ]),
  );
}

const main = (body: string) =>
  `int main(int argc, char** argv) { int n = 65536; float* p; cudaMalloc(&p, 4 * n);\n${body}\n}`;

describe("launches through chosen pointers", () => {
  it("are of every kernel that a condition chooses among", async () => {
    const run = `void run(float* p, int n, double mode) {
  Kernel k = mode == 0 ? add<1> : mode == 1 ? add<2> : twice;
  k<<<(n + 255) / 256, 256>>>(p, n);
}
`;
    assert.deepEqual(await launches(run + main("run(p, n, atof(argv[1]));")), {
      "add<1>": "256 256 possible",
      "add<2>": "256 256 possible",
      twice: "256 256 possible",
    });
  });

  it("are of kernels that are chosen on paths other than the one that is evaluated", async () => {
    const run = `void run(float* p, int n, double mode, int kind) {
  Kernel k;
  if (mode == 0) k = &add<2>;
  else { puts("other"); k = mode < 2 ? &add<3> : &add<4>; if (kind) { puts("kind"); k = kind > 2 ? &add<5> : &twice; } }
  k<<<(n + 255) / 256, 256>>>(p, n);
}
`;
    const expected = ["add<2>", "add<3>", "add<4>", "add<5>", "twice"].map((one) => [one, "256 256 possible"]);
    const found = await launches(run + main("run(p, n, atof(argv[1]), atoi(argv[2]));"));
    assert.deepEqual(Object.entries(found).sort(), expected);
  });

  it("are of every kernel of a table whose index is not known, of structures as well", async () => {
    const tables = `static const Kernel table[] = {add<1>, add<2>};
static const struct { const char* name; Kernel kernel; int block; } rows[] = {{"twice", twice, 64}, {"three", add<3>, 64}};
`;
    const body = "table[rand() % 2]<<<512, 128>>>(p, n); rows[rand() % 2].kernel<<<1024, 64>>>(p, n);";
    assert.deepEqual(await launches(tables + main(body)), {
      "add<1>": "512 128 possible",
      "add<2>": "512 128 possible",
      "add<3>": "1024 64 possible",
      twice: "1024 64 possible",
    });
  });

  it("are of the kernel that the arguments choose, and of others with other arguments", async () => {
    const choose = `static void choose(Kernel& k, int mode) {
  switch (mode) { case 1: k = &add<1>; break; case 2: k = &add<2>; break; default: k = &twice; }
}
`;
    const body = "Kernel k; choose(k, argc > 1 ? atoi(argv[1]) : 0); k<<<1024, 64>>>(p, n);";
    assert.deepEqual(await launches(choose + main(body), ["2"]), {
      "add<1>": "1024 64 possible",
      "add<2>": "1024 64 main",
      twice: "1024 64 possible",
    });
  });

  it("are of every kernel that is handed to cudaLaunchKernel", async () => {
    const body = `Kernel k = atoi(argv[1]) > 3 ? add<1> : twice;
void* all[] = {&p, &n};
cudaLaunchKernel((const void*)k, dim3(16), dim3(32), all, 0, 0);`;
    assert.deepEqual(await launches(main(body)), { "add<1>": "16 32 possible", twice: "16 32 possible" });
  });

  it("are those before a choice as they were", async () => {
    const body = "add<1><<<8, 32>>>(p, n); Kernel k = &twice; k<<<4, 64>>>(p, n); add<2><<<2, 96>>>(p, n);";
    assert.deepEqual(await launches(main(body)), { "add<1>": "8 32 main", twice: "4 64 main", "add<2>": "2 96 main" });
  });
});
