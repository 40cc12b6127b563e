/** The launches of `shared_banks.cu`'s `main`, in its order. */
import type { Bench } from "../support";
import { int, pointer } from "../support";
import type { Step } from "./step";

export function sharedBanks(bench: Bench): readonly Step[] {
  const size = 1 << 20;
  const input = bench.buffer(Int32Array.from({ length: size / 4 }, (_, i) => (i * 48271) % 65521));
  const output = bench.buffer(size);
  const [a, b] = [pointer(input), pointer(output)];
  const steps = [1, 2, 3, 4, 5, 8, 16, 31, 32, 33].flatMap((step): Step[] => [
    { kernel: "6strideIiE", grid: 2, block: 128, args: [b, int(step)] },
    { kernel: "6strideIdE", grid: 1, block: 128, args: [b, int(step)] },
    { kernel: "6strideIsE", grid: 1, block: 128, args: [b, int(step)] },
    { kernel: "6strideIcE", grid: 1, block: 128, args: [b, int(step)] },
    { kernel: "11strideStore", grid: 1, block: 128, args: [b, int(step)] },
    { kernel: "vector2Stride", grid: 1, block: 256, args: [a, b, int(step)] },
  ]);
  const flips = [0, 1, 8, 31].map(
    (flip): Step => ({ kernel: "vector4", grid: 1, block: 256, args: [a, b, int(flip)] }),
  );
  const matrix = [a, b, int(128)];
  return [
    ...steps,
    ...flips,
    { kernel: "structTwelveBytes", grid: 1, block: 256, args: [b] },
    { kernel: "5bytes", grid: 1, block: 256, args: [pointer(output + 2048n)] },
    { kernel: "oneWord", grid: 1, block: 256, args: [pointer(output + 4096n)] },
    ...[0, 1, 2].map((pad): Step => ({ kernel: `columnOfTileILi${pad}E`, grid: 1, block: [32, 32, 1], args: [b] })),
    { kernel: "transposeNaive", grid: [4, 4, 1], block: [32, 32, 1], args: matrix },
    { kernel: "transposeSharedILi0E", grid: [4, 4, 1], block: [32, 32, 1], args: matrix },
    { kernel: "transposeSharedILi1E", grid: [4, 4, 1], block: [32, 32, 1], args: matrix },
    { kernel: "transposeNaive", grid: [8, 8, 1], block: [16, 16, 1], args: matrix },
    { kernel: "transposeSharedILi0E", grid: [8, 8, 1], block: [16, 16, 1], args: matrix },
    { kernel: "staticReverse", grid: 1, block: 64, args: [b, int(64)] },
    { kernel: "dynamicReverse", grid: 1, block: 64, args: [b, int(64)], shared: 256 },
    {
      kernel: "carvedDynamic",
      grid: 1,
      block: 128,
      args: [pointer(output + 256n), int(96), int(64)],
      shared: 96 * 4 + 64 * 4 + 128,
    },
  ];
}
