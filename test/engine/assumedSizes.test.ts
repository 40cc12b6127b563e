/** Kernels by themselves whose buffers have a size that nothing says: an access past the assumed one is no fault of the kernel's. */
import assert from "node:assert/strict";
import { parseArgument } from "../../engine/arguments/spec";
import type { SimulateJson } from "../../engine/formats/simulation";
import { launchVerdict } from "../../pictures/verdict";
import { nodeEngine } from "../support/engine";

const text = `#include <cuda_runtime.h>
#include <cstdlib>
float* reserved(size_t bytes);
__global__ void tail(float* data, int n) {
  for (int i = n - 256 + threadIdx.x; i < n; i += 256) data[i] = 1;
}
__global__ void corners(const float* in, float* out, size_t rows, size_t columns) {
  if (threadIdx.x == 0) out[(rows - 1) * columns] = in[rows * columns - 1];
}
__global__ void known(float* data, int n) {
  data[n + threadIdx.x] = 1;
}
__global__ void wild(int* data) {
  *(int*)0x10 = data[threadIdx.x];
}
__global__ void endless(char* data) {
  data[(size_t)3 << 30] = 1;
}
struct Node {
  int value;
  Node* next;
};
__global__ void list(Node* head, int* out) {
  out[threadIdx.x] = head[threadIdx.x].next->next->value;
}
struct Parameters {
  int sizes[9];
  Node* first;
};
__global__ void many(Parameters parameters, int* out) {
  out[threadIdx.x] = parameters.first->next->value + parameters.sizes[threadIdx.x % 9];
}
__global__ void distant(Parameters parameters, int* out) {
  out[threadIdx.x] = parameters.first[500000].value;
}
__global__ void rows(float* data, float* out, int columns) {
  out[(size_t)blockIdx.x * columns] = data[(size_t)blockIdx.x * columns + threadIdx.x];
}
__global__ void cubes(float* data, int n) {
  data[((size_t)n * n + threadIdx.x) * n] = 1;
}
__global__ void gathers(const int* index, float* data) {
  __shared__ float table[16];
  table[threadIdx.x % 16] = threadIdx.x;
  __syncthreads();
  data[threadIdx.x] = table[index[threadIdx.x]];
}
__global__ void past(float* near, float* far, const float* last) {
  near[1000] = far[1 << 20] + last[0];
}
__global__ void dynamic(float* out) {
  extern __shared__ float tile[];
  tile[threadIdx.x] = threadIdx.x;
  __syncthreads();
  out[threadIdx.x] = tile[255 - threadIdx.x];
}
__global__ void condition(int* counter, cudaGraphConditionalHandle handle) {
  cudaGraphSetConditional(handle, --*counter > 0 ? 1 : 0);
}
typedef float (*Operation)(float);
Operation chosen();
__global__ void applies(float* data, Operation operation) {
  data[threadIdx.x] = operation(data[threadIdx.x]);
}
int main() {
  applies<<<1, 32>>>(reserved(1 << 10), chosen());
  tail<<<1, 256>>>(reserved(1 << 26), 1 << 24);
  corners<<<1, 32>>>(reserved(1 << 26), reserved(1 << 26), 4096, 4096);
  float* data;
  cudaMalloc(&data, 4096);
  known<<<1, 32>>>(data, 1024);
  wild<<<1, 32>>>((int*)reserved(4));
  endless<<<1, 1>>>((char*)reserved(4));
  list<<<1, 32>>>((Node*)reserved(4), (int*)reserved(4));
  Parameters parameters = *(Parameters*)reserved(4);
  many<<<1, 32>>>(parameters, (int*)reserved(4));
  distant<<<1, 32>>>(parameters, (int*)reserved(4));
  rows<<<8192, 256>>>(reserved(4), reserved(4), 50257);
  int unknown;
  cubes<<<1, 1024>>>(reserved(4), unknown);
  gathers<<<1, 256>>>((const int*)reserved(4), data);
  float *near, *far, *last;
  cudaMalloc(&near, 4096);
  cudaMalloc(&far, 4096);
  cudaMalloc(&last, 4096);
  past<<<1, 1>>>(near, far, last);
  dynamic<<<1, 256, (size_t)reserved(4)>>>(data);
  cudaGraphConditionalHandle handle = 0;
  condition<<<1, 1>>>((int*)reserved(4), handle);
}
`;

describe("buffers of an assumed size", () => {
  const engine = nodeEngine();
  after(() => engine.dispose());
  const simulate = (kernel: string, ...specs: readonly string[]): Promise<SimulateJson> =>
    engine.simulate({ path: "/sizes.cu", text }, { kernel, arguments: new Map(specs.map(parseArgument)) });

  it("grow until the accesses of a launch are inside", async () => {
    const { outcome, message, launches } = await simulate("tail");
    assert.equal(outcome, "completed", message);
    const size = launches[0]!.arguments.find((one) => one.name === "data")!.spec;
    assert.ok(Number(size.split(":")[1]) >= 1 << 24, size);
  });

  it("grow again for an access that the first one hid", async () => {
    const { outcome, message } = await simulate("corners");
    assert.equal(outcome, "completed", message);
  });

  it("do not grow where the program allocates them: what is past the end is reported, and assumed is nothing", async () => {
    const { outcome, message, assumed } = await simulate("known");
    assert.equal(outcome, "trapped");
    assert.match(message, /just past the end of data, an argument of 4,096 bytes/);
    assert.equal(assumed, undefined);
  });

  it("do not grow where the user gives them", async () => {
    const { outcome, message } = await simulate("tail", "data=iota:1024");
    assert.equal(outcome, "trapped");
    assert.match(message, /past the end of data, an argument of 4,096 bytes/);
  });

  it("do not grow for an address that is in no buffer", async () => {
    const { outcome, message } = await simulate("wild");
    assert.equal(outcome, "trapped");
    assert.match(message, /^Under assumed values \(data = \w+:262144\): .*a null pointer plus 16 bytes/);
  });

  it("grow where a structure has the pointer to them", async () => {
    const { outcome, message } = await simulate("distant");
    assert.equal(outcome, "completed", message);
  });

  it("are named, a few of many, in the sentence about the end of the run", async () => {
    const { message, assumed } = await simulate("many");
    assert.equal(assumed!.length, 11);
    assert.match(message, /^Under assumed values \((?:[^;]+; ){7}and 4 more\): line \d+ goes through a pointer/);
  });

  it("accuse no kernel that follows a pointer in them, which only the program sets", async () => {
    const { outcome, message, assumed, launches } = await simulate("list");
    assert.equal(outcome, "trapped");
    assert.deepEqual(assumed, ["head = iota:262144", "out = iota:262144"]);
    const line = text.split("\n").findIndex((one) => one.includes("next->next")) + 1;
    const [finding] = launches[0]!.findings;
    assert.deepEqual([finding!.line, finding!.severity, finding!.assumed], [line, "information", true]);
    for (const said of [message, finding!.message])
      assert.match(
        said,
        /^Under assumed values \(.*\): line \d+ goes through a pointer that lies in head, which only the program sets: simulate the program\. The kernel is launched in line \d+\.$/,
      );
    assert.match(launchVerdict(launches[0]!), /^Under assumed values the run ends at line \d+;/);
  });

  it("accuse no kernel that calls a function through a pointer, which only the program sets", async () => {
    const { outcome, message } = await simulate("applies");
    assert.equal(outcome, "trapped");
    assert.match(
      message,
      /^Under assumed values \(.*\): line \d+ calls a function through a pointer, which only the program sets: simulate the program\. The kernel is launched in line \d+\.$/,
    );
  });

  it("do not grow for ever: the first run's words stand", async () => {
    const { outcome, message } = await simulate("endless");
    assert.equal(outcome, "trapped");
    assert.match(
      message,
      /^Under assumed values \(.*data = \w+:1048576\): .*past the end of data, an argument of 1,048,576 bytes/,
    );
  });

  it("are as large as a launch of real sizes needs, each by itself", async () => {
    const { outcome, message, launches } = await simulate("rows");
    assert.equal(outcome, "completed", message);
    const [data] = launches[0]!.arguments;
    assert.ok(Number(data!.spec.replace("zeros:", "")) >= 8191 * 50257, data!.spec);
  });

  it("go with smaller numbers where the usual ones need more than there is", async () => {
    const { outcome, message, launches } = await simulate("cubes");
    assert.equal(outcome, "completed", message);
    assert.equal(launches[0]!.arguments.find(({ name }) => name === "n")!.spec, "32");
  });

  it("leave dynamic shared memory, whose size nothing says, with room for what the kernel accesses", async () => {
    const { outcome, message, launches } = await simulate("dynamic");
    assert.equal(outcome, "completed", message);
    assert.ok(launches[0]!.shared >= 1024, String(launches[0]!.shared));
  });

  it("hold zeros where other integers are no indices", async () => {
    const { outcome, message, launches } = await simulate("gathers");
    assert.equal(outcome, "completed", message);
    assert.match(launches[0]!.arguments.find(({ name }) => name === "index")!.spec, /^zeros:/);
  });

  it("are named as the access has them, not as the memory that its address is next to", async () => {
    const { outcome, message } = await simulate("past");
    assert.equal(outcome, "trapped");
    assert.match(message, /4,190,208 bytes past the end of far, an argument of 4,096 bytes/);
  });

  it("do not stand in for the handle of a graph's condition, which is a word of its own", async () => {
    const { outcome, message } = await simulate("condition");
    assert.equal(outcome, "completed", message);
  });

  it("are not launched with a grid of no blocks, which a global variable that the program sets later would give", async () => {
    const text = `#include <cstdlib>
int units = 0;
__global__ void k(float* x) { x[blockIdx.x * blockDim.x + threadIdx.x] = 1; }
void launch(float* x, int threads) { k<<<(1024 / threads) * units, threads>>>(x); }
int main(int argc, char** argv) {
  int sizes[] = {32, 64};
  float* x;
  cudaMalloc(&x, 4 << 20);
  for (int i = 0; i < atoi(argv[1]); i++) launch(x, sizes[rand() % 2]);
}
`;
    const document = { path: "/home/me/units.cu", text };
    const { kernels } = await engine.inspect(document);
    assert.deepEqual(
      kernels[0]!.launches.map(({ grid, from, line }) => [grid, from, line]),
      [[null, "assumed", 4]],
    );
    const { outcome, launches } = await engine.simulate(document, { kernel: "k", arguments: new Map() });
    assert.equal(outcome, "completed");
    assert.deepEqual(launches[0]!.grid, [1, 1, 1]);
  });
});
