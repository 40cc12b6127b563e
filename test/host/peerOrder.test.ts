/** Work of two devices on the same bytes: findings where nothing orders it, silence where something does. */
import assert from "node:assert/strict";
import { sampledIt } from "../support/sample.js";
import { type FoundLines, linesOf, simulate } from "./support";

const it = sampledIt("host/peerOrder", 4);

/** A program with a buffer and two streams on each of two devices; the body begins at line 20 with device 0 current. */
const program = (body: string) => `__device__ int total;
__global__ void fill(int* p, int v) { p[threadIdx.x] = v; }
__global__ void copy(int* to, const int* from) { to[threadIdx.x] = from[threadIdx.x]; }
__global__ void count(const int* p) { total = total + p[0]; }
__global__ void raise(int* p, int v, volatile int* flag) { p[0] = v; __threadfence_system(); *flag = 1; }
__global__ void await(int* to, const int* from, volatile int* flag) { while (*flag == 0) {} *to = *(volatile int*)from; }
int main() {
  int *d, *e, *m, *h;
  cudaStream_t a, b, n;
  cudaEvent_t event;
  cudaSetDevice(1);
  cudaDeviceEnablePeerAccess(0, 0);
  cudaMalloc(&e, 1024); cudaStreamCreate(&b); cudaStreamCreateWithFlags(&n, cudaStreamNonBlocking);
  cudaSetDevice(0);
  cudaDeviceEnablePeerAccess(1, 0);
  cudaMalloc(&d, 1024); cudaStreamCreate(&a); cudaEventCreate(&event);
  cudaMallocManaged(&m, 1024); cudaMallocHost(&h, 1024);
  cudaMemset(d, 0, 1024); cudaMemset(m, 0, 1024); cudaMemset(h, 0, 1024); cudaDeviceSynchronize();
  ${body}
  cudaDeviceSynchronize(); cudaSetDevice(1); cudaDeviceSynchronize(); cudaSetDevice(0);
  cudaEventDestroy(event); cudaStreamDestroy(a); cudaStreamDestroy(b); cudaStreamDestroy(n);
  cudaFree(d); cudaFree(e); cudaFree(m); cudaFreeHost(h);
}`;

const FIRST = 19;
const conflict = [["unordered-streams", FIRST + 1, FIRST]];

async function found(body: string): Promise<FoundLines[]> {
  const { findings, outcome } = await simulate(program(body), 2);
  assert.equal(outcome.kind, "completed", outcome.message);
  return linesOf(findings);
}

describe("work of two devices", () => {
  it("is found where a kernel of one reads what a kernel of the other writes: peer, managed and mapped memory", async () => {
    for (const body of [
      "fill<<<1, 64>>>(d, 1); cudaSetDevice(1);\ncopy<<<1, 64>>>(e, d);",
      "fill<<<1, 64>>>(d, 1); cudaSetDevice(1);\ncopy<<<1, 64, 0, b>>>(e, d);",
      "fill<<<1, 64>>>(m, 1); cudaSetDevice(1);\ncopy<<<1, 64>>>(e, m);",
      "fill<<<1, 64, 0, a>>>(h, 1); cudaSetDevice(1);\ncopy<<<1, 64>>>(e, h);",
      "copy<<<1, 64>>>(d, e); cudaSetDevice(1);\nfill<<<1, 64>>>(e, 1);",
    ])
      assert.deepEqual(await found(body), conflict, body);
  });

  it("is found where a copy in a created stream, or a fill, meets it", async () => {
    for (const body of [
      "fill<<<1, 64>>>(d, 1); cudaSetDevice(1);\ncudaMemcpyPeerAsync(e, 1, d, 0, 256, b);",
      "cudaMemcpyAsync(e, d, 256, cudaMemcpyDeviceToDevice, a); cudaSetDevice(1);\ncopy<<<1, 64>>>(e + 64, e);",
      "cudaMemsetAsync(e, 1, 1024, a); cudaSetDevice(1);\ncopy<<<1, 64>>>(e + 64, e);",
      "cudaMemset(e, 1, 1024); cudaSetDevice(1);\nfill<<<1, 64>>>(e, 1);",
      "fill<<<1, 64>>>(d, 1); cudaMemcpyPeer(e, 1, d, 0, 256); cudaSetDevice(1);\ncopy<<<1, 64, 0, n>>>(e + 64, e);",
    ])
      assert.deepEqual(await found(body), conflict, body);
  });

  it("is named with both devices and what orders them", async () => {
    const body = "fill<<<1, 64>>>(d, 1); cudaSetDevice(1);\ncopy<<<1, 32>>>(e, d);";
    const { findings } = await simulate(program(body), 2);
    assert.match(
      findings[0]!.message,
      /^The kernel copy in a stream of device 1 reads 128 bytes of device memory, allocated at line \d+, that the kernel fill in a stream of device 0, issued at line \d+, writes, and nothing orders the two devices: .*cudaStreamWaitEvent, or call cudaDeviceSynchronize while device 0 is current before the second\.$/,
    );
    const peer = await simulate(
      program("fill<<<1, 64>>>(d, 1); cudaSetDevice(1);\ncudaMemcpyPeerAsync(e, 1, d, 0, 256, b);"),
      2,
    );
    assert.match(
      peer.findings[0]!.message,
      /^A copy of 256 bytes from device 0 to device 1 in a stream of device 1 reads/,
    );
  });

  it("is silent where an event, or the host, orders it", async () => {
    for (const order of [
      "cudaEventRecord(event, a); cudaSetDevice(1); cudaStreamWaitEvent(b, event, 0);",
      "cudaEventRecord(event, a); cudaEventSynchronize(event); cudaSetDevice(1);",
      "cudaStreamSynchronize(a); cudaSetDevice(1);",
      "cudaDeviceSynchronize(); cudaSetDevice(1);",
      "cudaSetDevice(1); cudaStreamSynchronize(a);",
    ])
      assert.deepEqual(await found(`fill<<<1, 64, 0, a>>>(d, 1); ${order}\ncopy<<<1, 64, 0, b>>>(e, d);`), [], order);
  });

  it("is ordered by copies between two devices in a default stream, on both sides", async () => {
    for (const copy of [
      "cudaMemcpyPeer(e, 1, d, 0, 256);",
      "cudaMemcpyPeerAsync(e, 1, d, 0, 256, 0);",
      "cudaMemcpy(e, d, 256, cudaMemcpyDefault);",
    ]) {
      assert.deepEqual(
        await found(`fill<<<1, 64>>>(d, 1); ${copy} cudaSetDevice(1);\ncopy<<<1, 64>>>(e + 64, e);`),
        [],
      );
      const later = `cudaSetDevice(1); fill<<<1, 64, 0, b>>>(e, 1); cudaSetDevice(0);\n${copy}`;
      assert.deepEqual(await found(later), [], later);
    }
  });

  it("is ordered by the host's copies of the other device's memory, which wait for its default stream", async () => {
    assert.deepEqual(
      await found("fill<<<1, 64, 0, a>>>(d, 1); cudaSetDevice(1);\ncudaMemcpy(h, d, 256, cudaMemcpyDeviceToHost);"),
      [],
    );
  });

  it("may touch its own variables, read the same bytes, and wait for a flag of the other", async () => {
    for (const body of [
      "count<<<1, 1>>>(d); cudaSetDevice(1);\ncount<<<1, 1>>>(e);",
      "copy<<<1, 64>>>(d + 64, d); cudaSetDevice(1);\ncopy<<<1, 64>>>(e, d);",
      "fill<<<1, 64>>>(d, 1); cudaSetDevice(1);\nfill<<<1, 64>>>(e, 1);",
      "raise<<<1, 1>>>(d, 1, h); cudaSetDevice(1);\nawait<<<1, 1>>>(e, d, h);",
    ])
      assert.deepEqual(await found(body), [], body);
  });

  it("is compared once where a kernel has no access to the other's memory", async () => {
    const body =
      "cudaDeviceDisablePeerAccess(1); cudaSetDevice(1); fill<<<1, 64>>>(e, 1); cudaSetDevice(0);\ncopy<<<1, 64>>>(d, e);";
    const { findings } = await simulate(program(body), 2);
    const kinds = new Set(findings.map(({ kind }) => kind));
    assert.ok(kinds.has("other-device-memory") && !kinds.has("unordered-streams"), [...kinds].join());
  });

  it("reaches memory of a pool that the other device has access to", async () => {
    const share = `cudaMemPool_t pool; cudaDeviceGetDefaultMemPool(&pool, 0); cudaMemAccessDesc to = {};
  to.location.type = cudaMemLocationTypeDevice; to.location.id = 1; to.flags = cudaMemAccessFlagsProtReadWrite;
  cudaMemPoolSetAccess(pool, &to, 1);`;
    const use = `int* q; cudaMallocAsync(&q, 1024, a); cudaMemsetAsync(q, 0, 1024, a); cudaStreamSynchronize(a);
  cudaSetDevice(1); cudaDeviceDisablePeerAccess(0); copy<<<1, 64>>>(e, q); cudaDeviceSynchronize();
  cudaSetDevice(0); cudaFreeAsync(q, a);`;
    assert.deepEqual(await found(share + use), []);
    const { findings } = await simulate(program(use), 2);
    assert.ok(findings.some(({ kind }) => kind === "other-device-memory"));
  });

  it("captured from streams of two devices into one graph runs on the device of its stream", async () => {
    const body = `cudaGraph_t graph; cudaGraphExec_t run; cudaEvent_t joined;
  cudaSetDevice(1); cudaEventCreate(&joined); cudaSetDevice(0);
  cudaStreamBeginCapture(a, cudaStreamCaptureModeGlobal);
  fill<<<1, 64, 0, a>>>(d, 1);
  cudaEventRecord(event, a); cudaStreamWaitEvent(b, event, 0);
  cudaSetDevice(1); copy<<<1, 64, 0, b>>>(e, d); count<<<1, 1, 0, b>>>(e); cudaEventRecord(joined, b);
  cudaSetDevice(0); cudaStreamWaitEvent(a, joined, 0);
  cudaStreamEndCapture(a, &graph); cudaGraphInstantiate(&run, graph, 0);
  cudaGraphLaunch(run, a); cudaStreamSynchronize(a);
  int here, there; cudaMemcpyFromSymbol(&here, total, 4); cudaSetDevice(1); cudaMemcpyFromSymbol(&there, total, 4);
  printf("%d %d\\n", here, there); cudaSetDevice(0);
  cudaGraphExecDestroy(run); cudaGraphDestroy(graph); cudaEventDestroy(joined);`;
    const { findings, stdout } = await simulate(program(body), 2);
    assert.deepEqual(findings, []);
    assert.equal(new TextDecoder().decode(stdout), "0 1\n");
  });
});
