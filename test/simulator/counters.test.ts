/** The counters that kernels keep in WebAssembly equal the rules of `analyzer/hardware`, asked for every single request. */
import assert from "node:assert/strict";
import fc from "fast-check";
import { countTraffic, spaceOfRequest } from "../../simulator/counting/traffic";
import type { LineCount, Observer } from "../../simulator/model";
import { Bench, int, pointer, programOf } from "./support";

const widths = { 1: "char", 2: "short", 4: "int", 8: "double", 16: "float4" } as const;

const source = [
  "#include <cuda_runtime.h>",
  ...Object.entries(widths).map(
    ([bytes, type]) => `
extern "C" __global__ void move${bytes}_(const ${type}* in, ${type}* out, const int* from, const int* to, const int* inner, unsigned mask, int rounds) {
  __shared__ ${type} s[256];
  int t = threadIdx.x;
  for (int i = t; i < 256; i += 32) s[i] = in[i];
  __syncthreads();
  for (int r = 0; r < rounds; ++r) {
    if (mask >> t & 1) {
      ${type} v = in[from[t] + r];
      s[inner[t]] = v;
      out[to[t] + r] = s[inner[31 - t]];
    }
    mask = mask << 3 | mask >> 29;
  }
}`,
  ),
  ...(["char", "int", "double", "float4"] as const).map(
    (type) => `
extern "C" __global__ void local_${type}(const ${type}* in, ${type}* out, const int* from, const int* to, unsigned mask, int rounds) {
  ${type} a[256];
  int t = threadIdx.x;
  for (int i = 0; i < 256; ++i) a[i] = in[i];
  for (int r = 0; r < rounds; ++r) {
    if (mask >> t & 1) { ${type} v = a[from[t] + r]; a[to[t] + r] = in[t + r]; out[t] = v; }
    mask = mask << 3 | mask >> 29;
  }
  out[32 + t] = a[to[31 - t]];
}`,
  ),
  `extern "C" __global__ void atoms(int* out, const int* to, const int* inner, unsigned mask) {
  __shared__ int s[256];
  int t = threadIdx.x;
  for (int i = t; i < 256; i += 32) s[i] = 0;
  __syncthreads();
  if (mask >> t & 1) { atomicAdd(&s[inner[t]], t); atomicAdd(&out[to[t]], t); }
  __syncthreads();
  for (int i = t; i < 256; i += 32) out[256 + i] = s[i];
}
extern "C" __global__ void others(int* out, const int* to, const int* inner, unsigned mask) {
  __shared__ int s[256];
  __shared__ float reals[256];
  __shared__ unsigned long long longs[256];
  int t = threadIdx.x;
  for (int i = t; i < 256; i += 32) { s[i] = 0; reals[i] = 0; longs[i] = 0; }
  __syncthreads();
  if (mask >> t & 1) {
    atomicAdd(&s[inner[t]], 1);
    atomicCAS(&s[to[t]], 0, t);
    atomicAdd(&reals[inner[t]], 0.5f);
    atomicExch(&longs[to[t]], 7ull);
    atomicAdd(&longs[inner[t]], 3ull);
  }
  __syncthreads();
  for (int i = t; i < 256; i += 32) out[i] = s[i] + (int)reals[i] + (int)longs[i];
}`,
  `extern "C" __global__ void either(const int* in, int* out, int n) {
  __shared__ int s[32];
  int t = threadIdx.x;
  s[t] = in[t] + 1;
  __syncthreads();
  int* p = n & 1 ? s : out;
  p[t] = p[31 - t] * 2;
  out[32 + t] = s[t];
}
extern "C" __global__ void columns(const int* in, int* out, int stride, int rounds) {
  int t = threadIdx.x;
  for (int r = 0; r < rounds; ++r) out[(31 - t) * stride + r * 3] = in[t * stride + r * 5] + in[r * stride];
}`,
].join("\n");

/** Indices as programs have them: anything, strides, broadcasts, halves, permutations within a few lines. */
const indices: fc.Arbitrary<number[]> = fc.oneof(
  fc.array(fc.integer({ min: 0, max: 239 }), { minLength: 32, maxLength: 32 }),
  fc.tuple(fc.integer({ min: 0, max: 40 }), fc.integer({ min: -6, max: 6 })).map(([start, stride]) => {
    return Array.from({ length: 32 }, (_, lane) => start + (stride < 0 ? 31 - lane : lane) * Math.abs(stride));
  }),
  fc
    .tuple(fc.integer({ min: 0, max: 99 }), fc.constantFrom(2, 4, 8, 16), fc.integer({ min: 0, max: 64 }))
    .map(([start, group, jump]) => {
      return Array.from({ length: 32 }, (_, lane) => (start + (lane % group) + Math.floor(lane / group) * jump) % 240);
    }),
);
const masks = fc.oneof(
  fc.constant(0xffffffff),
  fc.integer({ min: 1, max: 0xffffffff }),
  fc.constantFrom(1, 0xffff, 0x80000000, 0x7fffffff),
);

const plain = (lines: readonly LineCount[]) =>
  lines
    .map(({ access, fresh: _, missed: __, storedToL2: ___, ...counts }) => ({ id: access.id, ...counts }))
    .sort((a, b) => a.id - b.id);

/** Counts by access, as sets have it, the sectors that requests touch as the first of the launch, and that stores do as the first of a block. */
function firstTouches() {
  const seen = { load: new Set<bigint>(), store: new Set<bigint>() };
  const own = new Set<bigint>();
  const counts = new Map<number, { fresh: number; missed: number; storedToL2?: number }>();
  const access: Observer["access"] = (one, mask, addresses) => {
    if (spaceOfRequest(one, mask, addresses) !== "global") return;
    const isStore = one.op === "store";
    const sectors = new Set([...addresses].flatMap((address, lane) => ((mask >>> lane) & 1 ? [address / 32n] : [])));
    const fresh = [...sectors].filter((sector) => !seen.store.has(sector) && (isStore || !seen.load.has(sector)));
    for (const sector of fresh) seen[isStore ? "store" : "load"].add(sector);
    const count = counts.get(one.id) ?? { fresh: 0, missed: 0, ...(isStore && { storedToL2: 0 }) };
    count.fresh += fresh.length;
    count.missed += fresh.length > 0 ? 1 : 0;
    if (count.storedToL2 !== undefined) {
      count.storedToL2 += [...sectors].filter((sector) => !own.has(sector)).length;
      for (const sector of sectors) own.add(sector);
    }
    counts.set(one.id, count);
  };
  return { observer: { access, blockBegin: () => own.clear() }, counts };
}

describe("counters in WebAssembly", () => {
  let bench: Bench;
  before(async () => {
    bench = new Bench(await programOf(source, "counters.cu"));
  });

  function holds(kernel: string, args: Parameters<Bench["launch"]>[3], blocks = 1): void {
    const rules = countTraffic();
    const touches = firstTouches();
    const observers = [rules.observer, touches.observer];
    // Stores of every block are noted where workers may share the launch.
    const report = bench.launch(kernel, blocks, 32, args, { observers, mayShare: true });
    assert.equal(report.outcome.kind, "completed", report.outcome.message);
    assert.ok(report.lines.length > 3);
    assert.deepEqual(plain(report.lines), plain(rules.lines));
    for (const { access, space, fresh, missed, storedToL2 } of report.lines) {
      const found = { fresh, missed, ...(storedToL2 !== undefined && { storedToL2 }) };
      if (space === "global") assert.deepEqual(found, touches.counts.get(access.id), `access ${access.id}`);
    }
    const alone = bench.launch(kernel, blocks, 32, args, { mayShare: true });
    assert.deepEqual(alone.lines, report.lines);
  }

  for (const bytes of [1, 2, 4, 8, 16]) {
    it(`loads and stores of ${bytes} bytes`, () => {
      const [input, output] = [bench.buffer(256 * bytes), bench.buffer(256 * bytes)];
      const [from, to, inner] = [bench.buffer(128), bench.buffer(128), bench.buffer(128)];
      fc.assert(
        fc.property(indices, indices, indices, masks, (a, b, c, mask) => {
          [a, b, c].forEach((values, at) => {
            bench.memory.write([from, to, inner][at]!, new Uint8Array(Int32Array.from(values).buffer));
          });
          const args = [input, output, from, to, inner].map(pointer);
          holds(`move${bytes}_`, [...args, new Uint8Array(Uint32Array.of(mask).buffer), int(5)]);
        }),
        { numRuns: 60, seed: 7 },
      );
    });
  }

  for (const [type, bytes] of Object.entries({ char: 1, int: 4, double: 8, float4: 16 })) {
    it(`local arrays of ${type}`, () => {
      const [input, output] = [bench.buffer(256 * bytes), bench.buffer(64 * bytes)];
      const [from, to] = [bench.buffer(128), bench.buffer(128)];
      fc.assert(
        fc.property(indices, indices, masks, (a, b, mask) => {
          [a, b].forEach((values, at) => {
            bench.memory.write([from, to][at]!, new Uint8Array(Int32Array.from(values).buffer));
          });
          const args = [input, output, from, to].map(pointer);
          holds(`local_${type}`, [...args, new Uint8Array(Uint32Array.of(mask).buffer), int(5)]);
        }),
        { numRuns: 40, seed: 7 },
      );
    });
  }

  it("sectors near one another and far apart, of warps that repeat", () => {
    const [input, output] = [bench.buffer(1 << 18), bench.buffer(1 << 18)];
    for (const stride of [0, 1, 2, 7, 33, 41, 42, 64, 129, 1024]) {
      for (const target of [output, input + 4n]) {
        for (const blocks of [1, 3]) holds("columns", [pointer(input), pointer(target), int(stride), int(31)], blocks);
      }
    }
  });

  for (const kernel of ["atoms", "others"]) {
    it(`atomics (${kernel})`, () => {
      const [output, to, inner] = [bench.buffer(512 * 4), bench.buffer(128), bench.buffer(128)];
      fc.assert(
        fc.property(indices, indices, masks, (a, b, mask) => {
          bench.memory.write(to, new Uint8Array(Int32Array.from(a).buffer));
          bench.memory.write(inner, new Uint8Array(Int32Array.from(b).buffer));
          const rules = countTraffic();
          const args = [...[output, to, inner].map(pointer), new Uint8Array(Uint32Array.of(mask).buffer)];
          const report = bench.launch(kernel, 1, 32, args, { observers: [rules.observer] });
          assert.equal(report.outcome.kind, "completed", report.outcome.message);
          const costs = (lines: readonly LineCount[]) => plain(lines).map(({ bytes: _, ...line }) => line);
          assert.deepEqual(costs(report.lines), costs(rules.lines));
        }),
        { numRuns: 60, seed: 7 },
      );
    });
  }

  it("count shared increments by word, and float additions by the rounds of their loop", () => {
    const [output, to, inner] = [bench.buffer(256 * 4), bench.buffer(128), bench.buffer(128)];
    // Every lane at one place: an increment is one turn, each lane of the loop of compare-and-swap gets a round.
    bench.memory.write(to, new Uint8Array(new Int32Array(32).buffer));
    bench.memory.write(inner, new Uint8Array(new Int32Array(32).buffer));
    const args = [...[output, to, inner].map(pointer), new Uint8Array(Uint32Array.of(0xffffffff).buffer)];
    const { lines } = bench.launch("others", 1, 32, args);
    const found = lines
      .filter((line) => line.access.atomic && line.space === "shared")
      .map(({ access, requests, wavefronts }) => [access.atomic!.kind, access.width, requests, wavefronts]);
    assert.deepEqual(found, [
      ["popc-inc", 4, 1, 1],
      ["cas", 4, 1, 64],
      ["cas-loop", 4, 32, 64],
      ["plain", 8, 1, 32],
      ["cas-loop", 8, 32, 96],
    ]);
  });

  it("count the bytes of accesses through pointers of no known space in every space", () => {
    const [input, output] = [bench.buffer(128), bench.buffer(256)];
    for (const [n, space] of [
      [0, "global"],
      [1, "shared"],
    ] as const) {
      const { metrics, outcome } = bench.launch("either", 1, 32, [pointer(input), pointer(output), int(n)]);
      assert.equal(outcome.kind, "completed", outcome.message);
      // One generic load and store of 128 bytes; beside them a load and a store of each space.
      for (const suffix of ["ld", "st"]) {
        const of = (name: string) => metrics[`smsp__sass_${name}_op_${suffix}`];
        assert.deepEqual(
          ["global", "shared", "local"].map((each) => of(`data_bytes_mem_${each}`)),
          [256, 256, 128],
        );
        assert.deepEqual(
          ["global", "shared"].map((each) => metrics[`smsp__sass_inst_executed_op_${each}_${suffix}`]),
          space === "global" ? [2, 1] : [1, 2],
        );
      }
    }
  });
});
