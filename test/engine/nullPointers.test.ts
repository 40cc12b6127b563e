/** Pointers in a structure that a launch leaves null are null in a run of the kernel by itself, as in the program. */
import assert from "node:assert/strict";
import { parseArgument } from "../../engine/arguments/spec";
import { UsageError } from "../../engine/model/errors";
import { nodeEngine } from "../support/engine";

const text = `#include <cuda_runtime.h>
struct Epilogue {
  float alpha;
  const float* alphaPointer;
  const float* const* alphaPointers;
};
struct Parameters {
  int n;
  float* out;
  Epilogue epilogue;
};
__global__ void scale(Parameters parameters) {
  const Epilogue& epilogue = parameters.epilogue;
  float alpha = epilogue.alpha;
  if (epilogue.alphaPointers) alpha = *epilogue.alphaPointers[0];
  else if (epilogue.alphaPointer) alpha = *epilogue.alphaPointer;
  if (threadIdx.x < parameters.n) parameters.out[threadIdx.x] = alpha;
}
__global__ void maybeScale(Parameters parameters) {
  parameters.out[threadIdx.x] = *parameters.epilogue.alphaPointer;
}
__global__ void maybe(float* out, const float* in) {
  if (threadIdx.x < 32) out[threadIdx.x] = in ? in[threadIdx.x] : 1;
}
void unknown(float* out, int n, bool isScaled, const float* scales) {
  Parameters parameters = {n, out, {2.0f, nullptr, nullptr}};
  if (isScaled) parameters.epilogue.alphaPointer = scales;
  maybeScale<<<1, 32>>>(parameters);
}
int main() {
  float* out;
  cudaMalloc(&out, 128);
  Parameters parameters = {32, out, {2.0f, nullptr, nullptr}};
  scale<<<1, 32>>>(parameters);
  maybe<<<1, 32>>>(out, nullptr);
}
`;

describe("null pointers of a launch", () => {
  const engine = nodeEngine();
  after(() => engine.dispose());
  const simulate = async (kernel: string, ...specs: readonly string[]) => {
    const request = { kernel, arguments: new Map(specs.map(parseArgument)) };
    const { outcome, message, launches } = await engine.simulate({ path: "/null.cu", text }, request);
    const said = new Map(launches[0]!.arguments.map(({ name, spec, from }) => [name, `${spec}, ${from}`]));
    return { outcome, message, said, loads: launches[0]!.lines.filter(({ op }) => op === "load").length };
  };

  it("are null in structures, and said to be the launch's", async () => {
    const { outcome, message, said } = await simulate("scale");
    assert.equal(outcome, "completed", message);
    for (const member of [1, 2]) assert.equal(said.get(`parameters.epilogue.${member}`), "null, launch in the file");
  });

  it("are buffers where they are parameters of their own, unless the user says null", async () => {
    const buffer = await simulate("maybe");
    assert.match(buffer.said.get("in")!, /^iota:\d+, default$/);
    const none = await simulate("maybe", "in=null");
    assert.deepEqual([none.outcome, none.said.get("in")], ["completed", "null, you"]);
    assert.deepEqual([buffer.loads, none.loads], [1, 0]);
  });

  it("are buffers where the launch is on a path that depends on what is not known", async () => {
    const { outcome, message, said } = await simulate("maybeScale");
    assert.equal(outcome, "completed", message);
    for (const member of [1, 2]) assert.match(said.get(`parameters.epilogue.${member}`)!, /^iota:\d+, default$/);
  });

  it("are no numbers", async () => {
    await assert.rejects(simulate("scale", "parameters.n=null"), UsageError);
  });
});
