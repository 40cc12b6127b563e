/** Division of a warp's integers by a divisor that all lanes share, a product with its inverse, against division in JavaScript. */
import assert from "node:assert/strict";
import { Bench, int, pointer, programOf } from "./support";

const kernel = (name: string, type: string): string => `
extern "C" __global__ void ${name}(const ${type}* in, ${type}* quotients, ${type}* remainders, ${type} divisor) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  quotients[i] = in[i] / divisor;
  remainders[i] = in[i] % divisor;
}`;

const MOST = 2 ** 31 - 1;
const divisors = [
  1,
  2,
  3,
  7,
  33,
  49,
  98,
  103,
  107,
  161,
  641,
  65535,
  65537,
  1 << 20,
  0x55555555,
  MOST - 1,
  MOST,
  -1,
  -3,
  -MOST,
  -(2 ** 31),
];

/** Ends of the range, and multiples of the divisor with what is beside them. */
function dividends(divisor: number, count: number): number[] {
  const ends = [0, 1, -1, 2, MOST, MOST - 1, -MOST, -(2 ** 31)];
  const size = Math.abs(divisor);
  const most = Math.floor(MOST / size);
  const beside = Array.from({ length: count }, (_, at) => {
    const multiple = size * (at < 8 ? most - at : Math.floor((most * at) / count));
    return [multiple - 1, multiple, multiple + 1, -multiple - 1, -multiple, 1 - multiple];
  });
  return [...ends, ...beside.flat()].slice(0, count);
}

describe("division by a divisor that all lanes share", () => {
  for (const [name, type, view] of [
    ["signed", "int", Int32Array],
    ["unsigned", "unsigned", Uint32Array],
  ] as const) {
    it(`is exact: ${name}`, async () => {
      const count = 2048;
      const bench = new Bench(await programOf(kernel("divides", type)));
      for (const divisor of divisors) {
        const numbers = view.from(dividends(divisor, count));
        const by = view.of(divisor)[0]!;
        const addresses = [numbers, 4 * count, 4 * count].map((data) => bench.buffer(data));
        const { outcome } = bench.launch("divides", count / 256, 256, [...addresses.map(pointer), int(divisor)]);
        assert.equal(outcome.kind, "completed", outcome.message);
        const [, quotients, remainders] = addresses.map((address) => view.from(bench.ints(address, count)));
        numbers.forEach((number, at) => {
          // The least number divided by -1 is itself, which the array makes of it.
          assert.equal(quotients![at], view.of(Math.trunc(number / by))[0], `${number} / ${by}`);
          assert.equal(remainders![at], view.of(number % by)[0], `${number} % ${by}`);
        });
      }
    });
  }
});
