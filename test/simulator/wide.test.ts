/** Integers of more than 64 bits: `__int128` of programs, and those of 65 bits that clang makes of loops. */
import assert from "node:assert/strict";
import { Bench, int, pointer, programOf } from "./support";

/** What is done with two numbers, in C and with numbers of any size; results are taken modulo 2^128. */
interface Case {
  readonly name: string;
  readonly signed: boolean;
  readonly c: string;
  readonly value: (a: bigint, b: bigint) => bigint | undefined;
}

const bit = (value: boolean): bigint => (value ? 1n : 0n);
const low = (value: bigint): bigint => value & 127n;
const ones = (value: bigint): bigint => BigInt(BigInt.asUintN(128, value).toString(2).replaceAll("0", "").length);
const byDouble = (value: bigint): bigint => {
  const view = new DataView(new ArrayBuffer(8));
  view.setFloat64(0, Number(value));
  return view.getBigUint64(0);
};
/** The nearest float of a number that a double cannot hold: found by hand, as two roundings may differ from one. */
const byFloat = (value: bigint): bigint => {
  const view = new DataView(new ArrayBuffer(4));
  const magnitude = value < 0n ? -value : value;
  const free = BigInt(Math.max(0, magnitude.toString(2).length - 24));
  const [kept, rest] = [magnitude >> free, magnitude & ((1n << free) - 1n)];
  const tie = free > 0n ? 1n << (free - 1n) : 1n;
  const up = free > 0n && (rest > tie || (rest === tie && (kept & 1n) === 1n));
  view.setFloat32(0, Number((kept + bit(up)) << free) * (value < 0n ? -1 : 1));
  return BigInt(view.getUint32(0));
};

const both = (name: string, c: string, value: Case["value"]): readonly Case[] =>
  [true, false].map((signed) => ({ name: `${name} ${signed ? "signed" : "unsigned"}`, signed, c, value }));

const cases: readonly Case[] = [
  ...both("add", "a + b", (a, b) => a + b),
  ...both("sub", "a - b", (a, b) => a - b),
  ...both("mul", "a * b", (a, b) => a * b),
  ...both("div", "b == 0 ? a : a / b", (a, b) => (b === 0n ? a : a / b)),
  ...both("rem", "b == 0 ? b : a % b", (a, b) => (b === 0n ? b : a % b)),
  ...both("and, or, xor", "((a & b) << 1) ^ (a | ~b)", (a, b) => ((a & b) << 1n) ^ (a | ~b)),
  ...both("shl", "a << (int)(b & 127)", (a, b) => a << low(b)),
  ...both("shr", "a >> (int)(b & 127)", (a, b) => a >> low(b)),
  ...both("shifts by constants", "(a << 70) ^ (a >> 64) ^ (b >> 3) ^ (b << 63)", (a, b) => {
    return (a << 70n) ^ (a >> 64n) ^ (b >> 3n) ^ (b << 63n);
  }),
  ...both(
    "order",
    "(a < b) + 2 * (a <= b) + 4 * (a > b) + 8 * (a == b) + 16 * (a >= (b >> 1)) + 32 * (a != b)",
    (a, b) => {
      return (
        bit(a < b) +
        2n * bit(a <= b) +
        4n * bit(a > b) +
        8n * bit(a === b) +
        16n * bit(a >= b >> 1n) +
        32n * bit(a !== b)
      );
    },
  ),
  ...both("choice", "a < b ? a : b + 1", (a, b) => (a < b ? a : b + 1n)),
  ...both("negation", "-a ^ ~b", (a, b) => -a ^ ~b),
  ...both("narrowing", "(T)(int)a + (T)(unsigned short)b + (T)(long long)(a >> 40)", (a, b) => {
    return BigInt.asIntN(32, a) + BigInt.asUintN(16, b) + BigInt.asIntN(64, a >> 40n);
  }),
  ...both("double", "(T)__builtin_bit_cast(unsigned long long, (double)a)", byDouble),
  ...both("float", "(T)__builtin_bit_cast(unsigned, (float)a)", byFloat),
  ...both("from double", "(T)((double)(b >> 5) * 0.75)", (_a, b) => BigInt(Math.trunc(Number(b >> 5n) * 0.75))),
  ...both(
    "bits",
    "__builtin_popcountg((unsigned __int128)a) + 200 * __builtin_clzg((unsigned __int128)b | 1)",
    (a, b) => {
      return ones(a) + 200n * BigInt(128 - BigInt.asUintN(128, b | 1n).toString(2).length);
    },
  ),
  ...both("rotation", "(T)(((unsigned __int128)a << 37) | ((unsigned __int128)a >> 91))", (a) => {
    const u = BigInt.asUintN(128, a);
    return (u << 37n) | (u >> 91n);
  }),
];

const source = `
#include <cuda_runtime.h>
typedef __int128 S;
typedef unsigned __int128 U;
${cases
  .map(({ signed, c }, i) => {
    const type = signed ? "S" : "U";
    return `__global__ void k${i}(const ${type}* in, ${type}* out) {
  typedef ${type} T; int i = threadIdx.x; T a = in[i], b = in[i + 32];
  out[i] = ${c};
}`;
  })
  .join("\n")}
struct Pair { S first; int second; };
__device__ __noinline__ Pair apart(S a, U b, int n) {
  Pair made = {a, n};
  for (int k = 0; k < n; ++k) { made.first = made.first * 3 + (S)(b >> k); made.second ^= (int)made.first; }
  return made;
}
__global__ void calls(const S* in, S* out, int n) {
  __shared__ S turned[32];
  int i = threadIdx.x;
  Pair made = apart(in[i], (U)in[i + 32], n + (i & 3));
  turned[31 - i] = made.first;
  __syncthreads();
  S sum = 0;
  for (int k = i; k < 32; k += 5) sum += turned[k];
  out[i] = sum + made.second;
}
__global__ void uniform(S* out, unsigned long long a, long long b) {
  U product = (U)a * a;
  S signed_ = (S)b * (S)a;
  if (product > ((U)1 << 100)) signed_ = -signed_;
  out[0] = signed_ + (S)(product / 7);
}
__global__ void series(long long* out, long long n) {
  long long sum = 0, squares = 0;
  for (long long k = threadIdx.x; k < n; ++k) { sum += k; squares += k * k; }
  out[2 * threadIdx.x] = sum;
  out[2 * threadIdx.x + 1] = squares;
}
`;

/** Numbers of all sizes and signs, and those at the edges. */
function numbers(count: number): bigint[] {
  const edges = [0n, 1n, -1n, (1n << 127n) - 1n, -(1n << 127n), 1n << 64n, (1n << 64n) - 1n, -(1n << 64n), 1n << 63n];
  let state = 88172645463325252n;
  const next = () => {
    state ^= BigInt.asUintN(64, state << 13n);
    state ^= state >> 7n;
    state ^= BigInt.asUintN(64, state << 17n);
    return state;
  };
  return Array.from({ length: count }, (_, i) => {
    if (i % 5 === 0) return edges[(i / 5) % edges.length]!;
    return BigInt.asIntN(128, (next() << 64n) | next()) >> BigInt(Number(next() % 120n));
  });
}

const bytesOf = (values: readonly bigint[]): BigUint64Array =>
  BigUint64Array.from(values.flatMap((value) => [BigInt.asUintN(64, value), BigInt.asUintN(64, value >> 64n)]));

describe("integers of more than 64 bits", () => {
  let device: Bench;
  before(async () => {
    device = new Bench(await programOf(source, "wide.cu"));
  });
  const read = (address: bigint, count: number): bigint[] => {
    const halves = new BigUint64Array(device.memory.read(address, 16 * count).buffer);
    return Array.from({ length: count }, (_, i) => BigInt.asIntN(128, (halves[2 * i + 1]! << 64n) | halves[2 * i]!));
  };

  cases.forEach(({ name, signed, value }, index) => {
    it(`${name}: as numbers of any size`, () => {
      for (let round = 0; round < 4; round++) {
        const input = numbers(64 * (round + 1)).slice(64 * round);
        const out = device.buffer(512);
        const { outcome } = device.launch(`k${index}P`, 1, 32, [pointer(device.buffer(bytesOf(input))), pointer(out)]);
        assert.equal(outcome.kind, "completed", outcome.message);
        const of = (number: bigint) => (signed ? number : BigInt.asUintN(128, number));
        const wanted = Array.from({ length: 32 }, (_, i) => {
          return BigInt.asIntN(128, value(of(input[i]!), of(input[i + 32]!))!);
        });
        assert.deepEqual(read(out, 32), wanted);
      }
    });
  });

  it("are handed to functions, kept in shared memory and returned in structures", () => {
    const input = numbers(64);
    const out = device.buffer(512);
    const { outcome, metrics } = device.launch("calls", 1, 32, [
      pointer(device.buffer(bytesOf(input))),
      pointer(out),
      int(3),
    ]);
    assert.equal(outcome.kind, "completed", outcome.message);
    const made = Array.from({ length: 32 }, (_, i) => {
      let [first, second] = [input[i]!, 3n + BigInt(i & 3)];
      const b = BigInt.asUintN(128, input[i + 32]!);
      for (let k = 0; k < 3 + (i & 3); k++) {
        first = BigInt.asIntN(128, first * 3n + (b >> BigInt(k)));
        second = BigInt.asIntN(32, second ^ first);
      }
      return { first, second };
    });
    const turned = made.map((_, i) => made[31 - i]!.first);
    const wanted = made.map(({ second }, i) => {
      const sum = turned.filter((_, k) => k >= i && (k - i) % 5 === 0).reduce((a, b) => a + b, 0n);
      return BigInt.asIntN(128, sum + second);
    });
    assert.deepEqual(read(out, 32), wanted);
    // Each number is one access of 16 bytes.
    assert.equal(metrics.smsp__sass_inst_executed_op_global_ld, 2);
    assert.equal(metrics.smsp__sass_l1tex_t_sectors_pipe_lsu_mem_global_op_ld, 32);
  });

  it("are the same for all lanes where their operands are", () => {
    const [a, b] = [0xfedc_ba98_7654_3210n, -987654321987n];
    const out = device.buffer(16);
    const long = (value: bigint) => new Uint8Array(new BigInt64Array([BigInt.asIntN(64, value)]).buffer);
    const { outcome } = device.launch("uniform", 1, 32, [pointer(out), long(a), long(b)]);
    assert.equal(outcome.kind, "completed", outcome.message);
    assert.deepEqual(read(out, 1), [BigInt.asIntN(128, -(b * a) + (a * a) / 7n)]);
  });

  it("come of sums over loops that clang computes at once", () => {
    const n = 5_000_000_011n;
    const out = device.buffer(512);
    const { outcome } = device.launch("series", 1, 32, [pointer(out), new Uint8Array(new BigInt64Array([n]).buffer)]);
    assert.equal(outcome.kind, "completed", outcome.message);
    const found = new BigInt64Array(device.memory.read(out, 512).buffer);
    for (const first of [0n, 1n, 31n]) {
      const sum = ((n - 1n) * n) / 2n - (first * (first - 1n)) / 2n;
      const squares = ((n - 1n) * n * (2n * n - 1n)) / 6n - ((first - 1n) * first * (2n * first - 1n)) / 6n;
      assert.equal(found[2 * Number(first)], BigInt.asIntN(64, sum));
      assert.equal(found[2 * Number(first) + 1], BigInt.asIntN(64, squares));
    }
  });
});
