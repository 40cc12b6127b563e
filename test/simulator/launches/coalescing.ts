/** The launches of `coalescing.cu`'s `main`, in its order. */
import type { Dim3 } from "../../../analyzer/facts/model";
import { type Bench, int, pointer } from "../support";
import type { Step } from "./step";

export function coalescing(bench: Bench): readonly Step[] {
  const words = 4 << 16;
  const seed = Uint32Array.from({ length: words }, (_, i) => (Math.imul(i, 2654435761) >>> 4) & 0x3fffffff);
  const input = bench.buffer(seed);
  const output = bench.buffer(4 * words);
  const [a, b] = [pointer(input), pointer(output)];
  const at = (base: bigint, bytes: number) => pointer(base + BigInt(bytes));
  const sweep = (type: string): Step[] => [
    ...[0, 1, 3, 8, 31].map(
      (offset): Step => ({ kernel: `copyOffsetI${type}E`, grid: 8, block: 128, args: [a, b, int(4096), int(offset)] }),
    ),
    ...[1, 2, 3, 5, 8, 16, 32, 33].map(
      (stride): Step => ({ kernel: `copyStrideI${type}E`, grid: 1, block: 128, args: [a, b, int(4096), int(stride)] }),
    ),
  ];
  const one = (kernel: string, ...args: Step["args"]): Step => ({ kernel, grid: 16, block: 256, args });
  const index = bench.buffer(Int32Array.from({ length: 4096 }, (_, i) => (i * 1597) % 4096));
  const [rows, columns] = [50, 75];
  const shapes: Dim3[] = [
    [32, 8, 1],
    [16, 16, 1],
    [8, 8, 1],
    [75, 2, 1],
  ];
  const matrix = [a, at(input, 16384), b, int(rows), int(columns)];
  const rowsA = bench.buffer(rows * 8);
  const rowsB = bench.buffer(rows * 8);
  return [
    ...["c", "s", "i", "d", "6float4"].flatMap(sweep),
    one("strideTwoModulo", a, b, int(4096)),
    one("arrayOfStructs", a, b, int(4000)),
    one("oneFieldOfStruct", b, int(4000)),
    one("structOfArrays", a, at(input, 16384), at(input, 32768), b, int(4000)),
    one("broadcast", a, b, int(4096)),
    one("reversed", a, b, int(4093)),
    one("6gather", pointer(index), a, b, int(4096)),
    ...shapes.flatMap((block): Step[] => {
      const grid = (x: number, y: number): Dim3 => [Math.ceil(x / block[0]), Math.ceil(y / block[1]), 1];
      return [
        { kernel: "9matrixAddPK", grid: grid(columns, rows), block, args: matrix },
        { kernel: "matrixAddSwapped", grid: grid(rows, columns), block, args: matrix },
      ];
    }),
    { kernel: "rowPointers", grid: 1, block: 64, args: [pointer(rowsA), a, int(rows), int(columns)] },
    { kernel: "rowPointers", grid: 1, block: 64, args: [pointer(rowsB), b, int(rows), int(columns)] },
    {
      kernel: "matrixAddPointers",
      grid: [3, 7, 1],
      block: [32, 8, 1],
      args: [pointer(rowsA), pointer(rowsB), int(rows), int(columns)],
    },
    { kernel: "gridStride", grid: 4, block: 128, args: [b, int(5000)] },
    { kernel: "chunkPerThread", grid: 2, block: 64, args: [a, b, int(4096), int(32)] },
  ];
}
