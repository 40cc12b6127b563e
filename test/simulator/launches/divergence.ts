/** The launches of `divergence.cu`'s `main`, in its order. */
import { type Bench, int, pointer } from "../support";
import type { Step } from "./step";

export function divergence(bench: Bench): readonly Step[] {
  const size = 1 << 14;
  const [first, second] = [bench.buffer(size), bench.buffer(size)];
  const [a, b] = [pointer(first), pointer(second)];
  const at = (words: number) => pointer(second + BigInt(4 * words));
  const host = new Uint8Array(Int32Array.from({ length: 4096 }, (_, i) => (i * 31) % 257).buffer);
  const real = new Uint8Array(Float32Array.from({ length: 4096 }, (_, i) => i * 0.25).buffer);
  const eight = (kernel: string, args: Step["args"], before?: () => void): Step => ({
    kernel,
    grid: 8,
    block: 128,
    args,
    ...(before && { before }),
  });
  return [
    eight("uniformByBlock", [a], () => {
      bench.memory.write(first, real);
      bench.memory.write(second, real);
    }),
    eight("oddEven", [a, b]),
    eight("byWarp", [a, b]),
    eight("tripCount", [b, a, int(1000)], () => {
      bench.memory.write(first, host);
      bench.memory.fill(second, 0, size);
    }),
    eight("collatz", [a, at(1024), int(1000)]),
    eight("switchFour", [at(2048), a]),
    eight("votes", [a, at(3072)]),
    { ...eight("sequentialReduce", [a, b]), shared: 512 },
    { ...eight("interleavedReduce", [a, at(8)]), shared: 512 },
    { kernel: "shuffleReduce", grid: 4, block: 256, args: [a, at(16), int(4000)] },
    { kernel: "scanBlock", grid: 1, block: 128, args: [a, at(64), int(256)], shared: 1024 },
    eight("neighbourReduce", [a, at(24)]),
  ];
}
