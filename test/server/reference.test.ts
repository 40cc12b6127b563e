/** Hovers, completion and signature help for CUDA's own names, over the protocol. */
import assert from "node:assert/strict";
import type { CompletionItem, Hover, SignatureHelp } from "vscode-languageserver-protocol";
import { OTHER_PROVIDERS } from "../../server/protocol";
import { TestClient } from "./support/client";

const text = `#include <cmath>
__global__ void sum(const float* in, float* out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float v = i < n ? in[i] : 0.0f;
    v += __shfl_down_sync(0xffffffff, v, 16);
    if (threadIdx.x == 0) atomicAdd(out, v);
}

struct Log { double exp(double x); };

int main() {
    float *in, *out;
    cudaMalloc(&in, 4096);
    cudaMalloc(&out, 4);
    double y = exp(2.0);
    sum<<<4, 256>>>(in, out, 1024);
    cudaDeviceGetP
    cudaMemcpy(out, in, 4, 
}
`;

describe("language server: CUDA's own names", () => {
  let client: TestClient;
  const uri = "file:///reference/a.cu";
  before(async () => {
    client = await TestClient.start();
    await client.open(uri, text);
  });
  after(() => client.stop());

  const at = (needle: string, shift: number) => ({
    textDocument: { uri },
    position: client.document(uri).positionAt(text.indexOf(needle) + shift),
  });
  async function hover(needle: string): Promise<string> {
    const answer: Hover | null = await client.connection.sendRequest("textDocument/hover", at(needle, 1));
    return answer ? (answer.contents as { value: string }).value : "";
  }
  async function labels(needle: string): Promise<readonly string[]> {
    const items: CompletionItem[] = await client.connection.sendRequest(
      "textDocument/completion",
      at(needle, needle.length),
    );
    return items.map(({ label }) => label);
  }
  const help = (needle: string): Promise<SignatureHelp | null> =>
    client.connection.sendRequest("textDocument/signatureHelp", at(needle, needle.length));

  it("explains a shuffle: its mask, its cost and since when", async () => {
    const words = await hover("__shfl_down_sync");
    assert.match(words, /T __shfl_down_sync\(unsigned mask, T var, unsigned delta, int width = warpSize\)/);
    assert.match(words, /\*Order:\* `mask` names the lanes/);
    assert.match(words, /\*Cost:\* 32 lanes a cycle/);
    assert.match(words, /\*Since:\* CUDA 9/);
  });

  it("puts what an access costs before what its function does", async () => {
    const words = await hover("atomicAdd(out");
    assert.match(
      words,
      /^\| A lane's access[\s\S]*\| global reduction \|[\s\S]*\n---\n[\s\S]*T atomicAdd\(T\* address, T val\)/,
    );
  });

  it("explains calls of the runtime in host code", async () => {
    assert.match(await hover("cudaMalloc(&in"), /The size is in bytes/);
  });

  it("leaves functions of host code that are not CUDA's to others", async () => {
    assert.equal(await hover("exp(2.0)"), "");
  });

  it("completes names that begin as what is typed", async () => {
    assert.deepEqual(await labels("__shfl_d"), ["__shfl_down_sync"]);
    assert.deepEqual(await labels("cudaDeviceGetP"), [
      "cudaDeviceGetPCIBusId",
      "cudaDeviceGetP2PAttribute",
      "cudaDeviceGetP2PAtomicCapabilities",
    ]);
    assert.deepEqual(await labels("in"), []);
  });

  it("marks the parameter that is typed", async () => {
    const answer = await help("cudaMemcpy(out, in, 4, ");
    const [signature] = answer?.signatures ?? [];
    const [start, end] = signature!.parameters![answer!.activeParameter!]!.label as [number, number];
    assert.match(signature!.label.slice(start, end), /^cudaMemcpyKind/);
  });

  it("is silent where another extension completes C++, but for hovers", async () => {
    await client.connection.sendNotification(OTHER_PROVIDERS, { active: true });
    assert.deepEqual(await labels("__shfl_d"), []);
    assert.equal(await help("cudaMemcpy(out, in, 4, "), null);
    assert.match(await hover("__shfl_down_sync"), /width/);
    await client.connection.sendNotification(OTHER_PROVIDERS, { active: false });
  });
});
