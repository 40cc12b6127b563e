/** Access-policy windows from a program: of streams, launches and graph nodes, what is set aside, and the reset. */
import assert from "node:assert/strict";
import { simulate } from "./support";

const HEAD = `__global__ void sum(const int* p, int* out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n && p[i] == 12345) *out = 1;
}
static cudaAccessPolicyWindow window(void* p, size_t bytes, float ratio) {
  cudaAccessPolicyWindow w = {};
  w.base_ptr = p; w.num_bytes = bytes; w.hitRatio = ratio;
  w.hitProp = cudaAccessPropertyPersisting; w.missProp = cudaAccessPropertyStreaming;
  return w;
}
int main() {
  const int n = 1 << 15;
  int *p, *out;
  cudaMalloc(&p, 2 * n * sizeof(int));
  cudaMalloc(&out, sizeof(int));
  cudaMemset(p, 0, 2 * n * sizeof(int));
  cudaStream_t s;
  cudaStreamCreate(&s);
  cudaStreamAttrValue value = {};
`;
const TAIL = `
  cudaStreamSynchronize(s);
  cudaStreamDestroy(s);
  cudaFree(p);
  cudaFree(out);
}`;
const run = (text: string) => simulate(HEAD + text + TAIL);

/** Sectors of n integers. */
const SECTORS = ((1 << 15) * 4) / 32;

describe("access-policy windows", () => {
  it("leave programs without one alone", async () => {
    const { l2, launches } = await run("sum<<<n / 256, 256, 0, s>>>(p, out, n);");
    assert.equal(launches.length, 1);
    assert.deepEqual(l2, []);
  });

  it("of a stream hold for its launches and no others, and what persists stays for the next one", async () => {
    const { l2 } = await run(`
  value.accessPolicyWindow = window(p, n * sizeof(int), 1.0f);
  cudaStreamSetAttribute(s, cudaStreamAttributeAccessPolicyWindow, &value);
  sum<<<n / 128, 256, 0, s>>>(p, out, 2 * n);
  sum<<<n / 256, 256, 0, s>>>(p, out, n);
  sum<<<n / 256, 256>>>(p, out, n);
  cudaCtxResetPersistingL2Cache();
  sum<<<n / 256, 256>>>(p, out, n);`);
    const seen = l2.map(({ all, window, persisting }) => [all.reads, all.hits, window?.counts.reads, persisting]);
    assert.deepEqual(seen, [
      [2 * SECTORS, 0, SECTORS, SECTORS * 32],
      [SECTORS, SECTORS, SECTORS, SECTORS * 32],
      [SECTORS, SECTORS, undefined, SECTORS * 32],
      [SECTORS, SECTORS, undefined, 0],
    ]);
    assert.equal(l2[0]!.setAside, 11_796_480);
  });

  it("give a part of the lines the property by the ratio, and none when nothing is set aside", async () => {
    const { l2 } = await run(`
  value.accessPolicyWindow = window(p, n * sizeof(int), 0.5f);
  cudaStreamSetAttribute(s, cudaStreamAttributeAccessPolicyWindow, &value);
  sum<<<n / 256, 256, 0, s>>>(p, out, n);
  cudaCtxResetPersistingL2Cache();
  cudaDeviceSetLimit(cudaLimitPersistingL2CacheSize, 0);
  sum<<<n / 256, 256, 0, s>>>(p, out, n);
  value.accessPolicyWindow.num_bytes = 0;
  cudaStreamSetAttribute(s, cudaStreamAttributeAccessPolicyWindow, &value);
  sum<<<n / 256, 256, 0, s>>>(p, out, n);`);
    const share = l2[0]!.persisting / (SECTORS * 32);
    assert.ok(share > 0.45 && share < 0.55, `${share}`);
    assert.deepEqual([l2[1]!.persisting, l2[1]!.setAside], [0, 0]);
    assert.equal(l2[2]!.window, undefined);
  });

  it("of a launch, of a graph's node and of a captured stream are those of that kernel", async () => {
    const { l2 } = await run(`
  cudaLaunchAttribute attribute = {};
  attribute.id = cudaLaunchAttributeAccessPolicyWindow;
  attribute.val.accessPolicyWindow = window(p, 4096, 1.0f);
  cudaLaunchConfig_t config = {};
  config.gridDim = n / 256; config.blockDim = 256; config.stream = s; config.attrs = &attribute; config.numAttrs = 1;
  cudaLaunchKernelEx(&config, sum, (const int*)p, out, n);
  cudaGraph_t graph;
  cudaGraphExec_t exec;
  cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal);
  sum<<<n / 256, 256, 0, s>>>(p, out, n);
  cudaStreamEndCapture(s, &graph);
  cudaGraphNode_t node;
  size_t count = 1;
  cudaGraphGetNodes(graph, &node, &count);
  cudaKernelNodeAttrValue nodeValue = {};
  nodeValue.accessPolicyWindow = window(p, 8192, 1.0f);
  cudaGraphKernelNodeSetAttribute(node, cudaKernelNodeAttributeAccessPolicyWindow, &nodeValue);
  cudaGraphInstantiate(&exec, graph);
  cudaGraphLaunch(exec, s);
  cudaGraphExecDestroy(exec);
  cudaGraphDestroy(graph);
  value.accessPolicyWindow = window(p, 16384, 1.0f);
  cudaStreamSetAttribute(s, cudaStreamAttributeAccessPolicyWindow, &value);
  cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal);
  sum<<<n / 256, 256, 0, s>>>(p, out, n);
  cudaStreamEndCapture(s, &graph);
  cudaGraphInstantiate(&exec, graph);
  cudaGraphLaunch(exec, 0);
  cudaGraphExecDestroy(exec);
  cudaGraphDestroy(graph);`);
    assert.deepEqual(
      l2.map(({ window }) => [window?.bytes, window?.counts.reads]),
      [
        [4096, 128],
        [8192, 256],
        [16384, 512],
      ],
    );
  });
});
