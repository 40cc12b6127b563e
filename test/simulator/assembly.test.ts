/** Inline assembly against the same computed here. */
import assert from "node:assert/strict";
import { Bench, int, pointer, programOf } from "./support";

const source = `
#include <cuda_runtime.h>
__global__ void fields(const unsigned* in, unsigned* out) {
  unsigned t = threadIdx.x, a = in[t], b = in[63 - t], r;
  asm("bfe.u32 %0, %1, %2, %3;" : "=r"(r) : "r"(a), "r"(t & 31), "r"(t % 40)); out[t] = r;
  asm("bfi.b32 %0, %1, %2, %3, 7;" : "=r"(r) : "r"(a), "r"(b), "r"(t)); out[64 + t] = r;
  asm("prmt.b32 %0, %1, %2, %3;" : "=r"(r) : "r"(a), "r"(b), "r"(in[t ^ 5])); out[128 + t] = r;
  asm("lop3.b32 %0, %1, %2, %3, 0xCA;" : "=r"(r) : "r"(a), "r"(b), "r"(in[t ^ 9])); out[192 + t] = r;
  asm volatile("mov.u32 %0, %%laneid;" : "=r"(r)); out[256 + t] = r;
  r = a; asm("add.u32 %0, %0, 5;" : "+r"(r)); asm volatile("membar.gl;" ::: "memory"); out[320 + t] = r;
  asm("mad.lo.s32 %0, %1, %2, -3;" : "=r"(r) : "r"(a), "r"(b)); out[384 + t] = r;
}
__global__ void several(int* out) { int r; asm("add.s32 %0, 1, 2; add.s32 %0, %0, 3;" : "=r"(r)); out[0] = r; }
__global__ void loop(int* out) { asm volatile("again: bra again;"); out[0] = 1; }
__global__ void half(int* out) { int r; asm("add.s32 %0, 1, 2; nothing.like.this %0, %0;" : "=r"(r)); out[0] = r; }
`;

describe("inline assembly", () => {
  it("computes what PTX says", async () => {
    const device = new Bench(await programOf(source, "assembly.cu"));
    const input = Uint32Array.from({ length: 64 }, (_, i) => Math.imul(i + 1, 0x9e3779b1) ^ (i << 28));
    const out = device.buffer(new Uint32Array(448));
    const { outcome } = device.launch("6fields", 1, 64, [pointer(device.buffer(input)), pointer(out)]);
    assert.equal(outcome.kind, "completed", outcome.message);
    const found = new Uint32Array(device.ints(out, 448).buffer);
    const ones = (n: number) => (1n << BigInt(Math.min(n, 32))) - 1n;
    const low = (value: bigint) => Number(BigInt.asUintN(32, value));
    const expected: readonly ((t: number) => number)[] = [
      (t) => low((BigInt(input[t]!) >> BigInt(t & 31)) & ones(t % 40)),
      (t) => {
        const at = BigInt(Math.min(t, 32));
        return low((BigInt(input[63 - t]!) & ~(ones(7) << at)) | ((BigInt(input[t]!) & ones(7)) << at));
      },
      (t) => {
        const bytes = [...new Uint8Array(Uint32Array.of(input[t]!, input[63 - t]!).buffer)];
        const chosen = [0, 1, 2, 3].map((index) => {
          const nibble = (input[t ^ 5]! >>> (4 * index)) & 15;
          const byte = bytes[nibble & 7]!;
          return nibble & 8 ? (byte & 128 ? 255 : 0) : byte;
        });
        return new Uint32Array(Uint8Array.from(chosen).buffer)[0]!;
      },
      (t) => ((input[t]! & input[63 - t]!) | (~input[t]! & input[t ^ 9]!)) >>> 0,
      (t) => t % 32,
      (t) => (input[t]! + 5) >>> 0,
      (t) => (Math.imul(input[t]!, input[63 - t]!) - 3) >>> 0,
    ];
    expected.forEach((value, row) => {
      assert.deepEqual(
        [...found.slice(64 * row, 64 * row + 64)],
        Array.from({ length: 64 }, (_, t) => value(t)),
        `row ${row}`,
      );
    });
  });

  it("runs one statement after the other", async () => {
    const device = new Bench(await programOf(source, "assembly.cu"));
    const out = device.buffer(4);
    const { outcome } = device.launch("7several", 1, 1, [pointer(out)]);
    assert.equal(outcome.kind, "completed", outcome.message);
    assert.equal(device.ints(out, 1)[0], 6);
  });

  it("gives its results through a loop and a branch, whose phis clang leaves as structures", async () => {
    const device = new Bench(
      await programOf(
        `
#include <cuda_runtime.h>
__global__ void carried(const unsigned* in, uint2* out, unsigned n) {
  unsigned t = threadIdx.x, x, y;
  asm volatile("mov.u32 %0, %2; mov.u32 %1, %3;" : "=r"(x), "=r"(y) : "r"(t), "r"(n));
  for (unsigned i = 0; i < n; i++) {
    out[i * 32 + t] = make_uint2(x, y);
    if (in[i] & 1) asm volatile("add.u32 %0, %2, 100; add.u32 %1, %3, 200;" : "=r"(x), "=r"(y) : "r"(i), "r"(in[i]));
    else asm volatile("sub.u32 %0, %2, 100; sub.u32 %1, %3, 200;" : "=r"(x), "=r"(y) : "r"(t), "r"(in[i]));
  }
}
`,
        "carried.cu",
      ),
    );
    const input = Uint32Array.from({ length: 4 }, (_, i) => 7 * i);
    const out = device.buffer(new Uint32Array(256));
    const { outcome } = device.launch("carried", 1, 32, [pointer(device.buffer(input)), pointer(out), int(4)]);
    assert.equal(outcome.kind, "completed", outcome.message);
    const after = (i: number, t: number) => (input[i]! & 1 ? [i + 100, input[i]! + 200] : [t - 100, input[i]! - 200]);
    const expected = Array.from({ length: 4 }, (_, i) =>
      Array.from({ length: 32 }, (__, t) => (i === 0 ? [t, 4] : after(i - 1, t))),
    );
    assert.deepEqual([...device.ints(out, 256)], expected.flat(2));
  });

  it("is refused at its line where any of it is not modelled", async () => {
    const device = new Bench(await programOf(source, "assembly.cu"));
    for (const [name, line] of [
      ["4loop", 14],
      ["4half", 15],
    ] as const) {
      const { outcome } = device.launch(name, 1, 1, [pointer(device.buffer(4))]);
      assert.equal(outcome.kind, "unsupported");
      assert.match(outcome.message, /inline assembly/);
      assert.equal(outcome.location?.line, line);
    }
  });
});
