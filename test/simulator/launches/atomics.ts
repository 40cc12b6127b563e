/** The launches of `atomics.cu`'s `main`, in its order. */
import { type Bench, int, pointer } from "../support";
import type { Step } from "./step";

export function atomics(bench: Bench): readonly Step[] {
  const n = 4096;
  const input = pointer(bench.buffer(Int32Array.from({ length: n }, (_, i) => (i * 7919) % 1009)));
  const output = bench.buffer(16 * n);
  const at = (words: number) => pointer(output + BigInt(4 * words));
  const one = new Uint8Array(Float32Array.of(1).buffer);
  return [
    { kernel: "histogramGlobal", grid: 4, block: 256, args: [input, at(0), int(n)] },
    { kernel: "histogramShared", grid: 4, block: 256, args: [input, at(64), int(n)] },
    ...[0, 1, 2, 8].map((stride): Step => ({ kernel: "6spread", grid: 2, block: 128, args: [at(128), int(stride)] })),
    { kernel: "7compact", grid: 8, block: 128, args: [input, at(4096), at(4095), int(1000)] },
    { kernel: "7maximum", grid: 8, block: 128, args: [input, at(4094), int(1000)] },
    {
      kernel: "7product",
      grid: 5,
      block: 32,
      args: [at(8192)],
      before: () => bench.memory.write(output + 4n * 8192n, one),
    },
    { kernel: "8exchange", grid: 1, block: 128, args: [at(8200), at(8500)] },
    { kernel: "8floatAdd", grid: 2, block: 128, args: [at(9000)] },
  ];
}
