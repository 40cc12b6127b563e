/** The launches of `matmul.cu`'s `main`, in its order. */
import { type Bench, int, pointer } from "../support";
import type { Step } from "./step";

/** `struct Matrix { int, int, int, float* }`, passed by value. */
function matrix(n: number, elements: bigint): Uint8Array {
  const view = new DataView(new ArrayBuffer(24));
  for (const at of [0, 4, 8]) view.setInt32(at, n, true);
  view.setBigUint64(16, elements, true);
  return new Uint8Array(view.buffer);
}

export function matmul(bench: Bench): readonly Step[] {
  const n = 96;
  const a = bench.buffer(Float32Array.from({ length: n * n }, (_, i) => (i % 13) * 0.5));
  const b = bench.buffer(Float32Array.from({ length: n * n }, (_, i) => (i % 7) - 3));
  const c = bench.buffer(4 * n * n);
  const byValue = [a, b, c].map((elements) => matrix(n, elements));
  const shape = { grid: [6, 6, 1], block: [16, 16, 1] } as const;
  return [
    { kernel: "multiplyNaive", ...shape, args: byValue },
    { kernel: "multiplyTiled", ...shape, args: byValue },
    { kernel: "multiplyColumnsFirst", ...shape, args: [pointer(a), pointer(b), pointer(c), int(n)] },
  ];
}
