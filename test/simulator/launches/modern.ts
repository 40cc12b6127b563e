/** The launches of `modern.cu`'s `main` but the last, which prints, in its order. */
import { type Bench, float, int, pointer } from "../support";
import type { Step } from "./step";

export function modern(bench: Bench): readonly Step[] {
  const input = bench.buffer(Uint32Array.from({ length: 4096 }, (_, i) => (i * 40503) % 1000));
  const output = bench.buffer(16384);
  const at = (words: number) => pointer(output + BigInt(4 * words));
  const closure = new Uint8Array(BigUint64Array.of(output, input).buffer);
  const halves = Uint16Array.from({ length: 1024 }, (_, i) => halfOf(i * 0.125));
  const real = Float32Array.from({ length: 4096 }, (_, i) => i * 0.5);
  return [
    { kernel: "5julia", grid: [4, 8, 1], block: [16, 8, 1], args: [at(0), int(60)] },
    { kernel: "7forEach", grid: 4, block: 128, args: [int(500), closure] },
    { kernel: "8blockSum", grid: 8, block: 128, args: [pointer(input), at(0)] },
    { kernel: "9asyncCopy", grid: 4, block: 128, args: [pointer(input), at(512)] },
    { kernel: "10reduceSync", grid: 1, block: 32, args: [pointer(input), at(3000)] },
    {
      kernel: "8axpyHalf",
      grid: 2,
      block: 128,
      args: [at(0), at(256), float(2), int(256)],
      before: () => bench.memory.write(output, new Uint8Array(halves.buffer)),
    },
    {
      kernel: "11vectorLoads",
      grid: 4,
      block: 128,
      args: [pointer(input), at(2048), int(500)],
      before: () => bench.memory.write(input, new Uint8Array(real.buffer)),
    },
  ];
}

/** Bits of a half that a multiple of 1/8 below 128 is exactly. */
function halfOf(value: number): number {
  if (value === 0) return 0;
  const exponent = Math.floor(Math.log2(value));
  return ((exponent + 15) << 10) | ((value / 2 ** exponent - 1) * 1024);
}
