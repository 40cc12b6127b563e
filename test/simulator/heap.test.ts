/** The device's heap: memory that kernels take and give back, from one launch to the next. */
import assert from "node:assert/strict";
import { Bench, int, pointer, programOf } from "./support";

const source = `
#include <cuda_runtime.h>
__global__ void take(int** lists, int n) {
  int t = blockIdx.x * blockDim.x + threadIdx.x;
  if (t % 3 == 2) { lists[t] = nullptr; return; }
  int* list = (int*)malloc((n + t) * sizeof(int));
  lists[t] = list;
  for (int i = 0; i < n + t; i++) list[i] = 100 * t + i;
}
__global__ void sum(int** lists, int n, int* out) {
  int t = blockIdx.x * blockDim.x + threadIdx.x, total = 0;
  for (int i = 0; lists[t] && i < n + t; i++) total += lists[t][i];
  out[t] = total;
}
__global__ void give(int** lists) { free(lists[blockIdx.x * blockDim.x + threadIdx.x]); }
__global__ void whole(char* volatile* out, long long bytes) {
  for (int i = 0; i < 2; i++) {
    out[i] = (char*)malloc(bytes);
    if (out[i]) out[i][bytes - 1] = 1;
  }
  char* kept[2] = {out[0], out[1]};
  free(kept[1]);
  free(kept[0]);
}
__global__ void twice(int** lists) { free(lists[0]); free(lists[0]); }
struct Node { int value; Node* next; __device__ Node(int v, Node* n) : value(v), next(n) {} __device__ ~Node() { delete next; } };
__global__ void chain(int* out) {
  Node* head = nullptr;
  for (int i = 0; i <= threadIdx.x; i++) head = new Node(i, head);
  int total = 0;
  for (Node* node = head; node; node = node->next) total += node->value;
  out[threadIdx.x] = total;
  delete head;
}
`;

const lanes = (value: (t: number) => number, count = 64) => Array.from({ length: count }, (_, t) => value(t));

describe("the device's heap", () => {
  it("keeps what one launch took for the next, each lane its own", async () => {
    const device = new Bench(await programOf(source, "heap.cu"));
    const [lists, out] = [device.buffer(8 * 64), device.buffer(new Int32Array(64))];
    const run = (name: string, ...values: Uint8Array[]) => {
      const { outcome } = device.launch(name, 2, 32, [pointer(lists), ...values]);
      assert.equal(outcome.kind, "completed", outcome.message);
    };
    run("4take", int(5));
    const places = new BigUint64Array(device.memory.read(lists, 8 * 64).slice().buffer);
    const live = [...places].filter((one) => one !== 0n);
    assert.equal(new Set(live).size, 43);
    assert.ok(live.every((one) => one % 16n === 0n));
    run("3sum", int(5), pointer(out));
    const length = (t: number) => 5 + t;
    assert.deepEqual(
      [...device.ints(out, 64)],
      lanes((t) => (t % 3 === 2 ? 0 : 100 * t * length(t) + (length(t) * (length(t) - 1)) / 2)),
    );
    run("4give");
    const { outcome } = device.launch("5twice", 1, 1, [pointer(lists)]);
    assert.equal(outcome.kind, "trapped");
    assert.match(outcome.message, /Thread \(0,0,0\) of block \(0,0,0\) frees 0x7f00\w+, which was already freed/);
  });

  it("is as large as the limit says, and gives null beyond", async () => {
    const device = new Bench(await programOf(source, "heap.cu"));
    const out = device.buffer(new Int32Array(4));
    const long = (value: number) => new Uint8Array(new BigInt64Array([BigInt(value)]).buffer);
    for (const [bytes, first, second] of [
      [1000, 1, 1],
      [5 << 20, 1, 0],
      [9 << 20, 0, 0],
      [5 << 20, 1, 0],
    ] as const) {
      const { outcome } = device.launch("5whole", 1, 1, [pointer(out), long(bytes)]);
      assert.equal(outcome.kind, "completed", outcome.message);
      const given = new BigUint64Array(device.memory.read(out, 16).slice().buffer);
      assert.deepEqual(
        [...given].map((one) => Number(one !== 0n)),
        [first, second],
      );
    }
  });

  it("holds objects that new makes and delete takes apart", async () => {
    const device = new Bench(await programOf(source, "heap.cu"));
    const out = device.buffer(new Int32Array(64));
    for (let run = 0; run < 3; run++) {
      const { outcome } = device.launch("5chain", 1, 64, [pointer(out)]);
      assert.equal(outcome.kind, "completed", outcome.message);
    }
    assert.deepEqual(
      [...device.ints(out, 64)],
      lanes((t) => (t * (t + 1)) / 2),
    );
  });
});
