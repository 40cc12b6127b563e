/** How often blocks ask for the same bytes: what the watch of requests says, against sets of bytes that an observer collects. */
import assert from "node:assert/strict";
import { activeLanes } from "../../analyzer/hardware/lanes";
import type { MemoryAccess } from "../../analyzer/lower/model";
import type { Observer } from "../../simulator/model";
import { type ReuseCount, watchReuse } from "../../simulator/observers/reuse";
import { Bench, int, pointer, programOf } from "./support";

const text = `
__global__ void product(const float* a, const float* b, float* c, int n) {
  int row = blockIdx.y * blockDim.y + threadIdx.y;
  int column = blockIdx.x * blockDim.x + threadIdx.x;
  float sum = 0;
  for (int k = 0; k < n; k++) sum += a[row * n + k] * b[k * n + column];
  c[row * n + column] = sum;
}
__global__ void mixed(const double* a, const unsigned char* b, short* c, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  double wide = a[(i * 37) % n];
  if (i % 3 != 0) wide += b[(n - 1 - i) & 511];
  c[i / 2] = (short)wide;
}
__global__ void neighbours(const float* in, float* out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x + 1;
  out[i] = in[i - 1] + in[i] + in[i + 1];
}
__global__ void waits(const int* in, int* out) {
  __shared__ int last;
  if (threadIdx.x == 0) last = atomicAdd(out, in[blockIdx.x]);
  __syncthreads();
  while (threadIdx.x == 0 && ((volatile int*)out)[1] < (int)blockIdx.x) {}
  if (threadIdx.x == 0) atomicAdd(out + 1, 1);
}
`;

type Bytes = Omit<ReuseCount, "access">;

/** The same figures from a set of the bytes that each request, block and launch asks for. */
function collect(): { readonly observer: Observer; readonly of: (accesses: (one: MemoryAccess) => boolean) => Bytes } {
  const asked: { access: MemoryAccess; block: string; lanes: number; bytes: Set<bigint> }[] = [];
  const observer: Observer = {
    access(access, mask, addresses, { block }) {
      if (access.space !== "global") return;
      const bytes = new Set<bigint>();
      for (let lane = 0; lane < 32; lane++) {
        if ((mask >>> lane) & 1) for (let at = 0; at < access.width; at++) bytes.add(addresses[lane]! + BigInt(at));
      }
      asked.push({ access, block: block.join(), lanes: activeLanes(mask), bytes });
    },
  };
  const of = (accesses: (one: MemoryAccess) => boolean): Bytes => {
    const mine = asked.filter(({ access }) => accesses(access));
    const distinct = (some: typeof mine) => new Set(some.flatMap(({ bytes }) => [...bytes])).size;
    const blocks = [...new Set(mine.map(({ block }) => block))];
    return {
      threadBytes: mine.reduce((sum, { lanes, access }) => sum + lanes * access.width, 0),
      requestBytes: mine.reduce((sum, { bytes }) => sum + bytes.size, 0),
      blockBytes: blocks.reduce((sum, one) => sum + distinct(mine.filter(({ block }) => block === one)), 0),
      launchBytes: distinct(mine),
    };
  };
  return { observer, of };
}

const bytesOf = ({ access: _, ...bytes }: ReuseCount): Bytes => bytes;

describe("bytes that are asked for again", () => {
  let bench: Bench;
  before(async () => {
    bench = new Bench(await programOf(text));
  });
  const buffers = () => [bench.buffer(1 << 16), bench.buffer(1 << 16), bench.buffer(1 << 16)].map(pointer);

  it("are those that a set of addresses has", () => {
    for (const [kernel, grid, block, n] of [
      ["product", [2, 3, 1], [16, 8, 1], 32],
      ["mixed", [5, 1, 1], [96, 1, 1], 300],
      ["neighbours", [4, 1, 1], [64, 1, 1], 0],
    ] as const) {
      const watch = watchReuse(Number.POSITIVE_INFINITY);
      const sets = collect();
      const args = [...buffers(), int(n)].filter((_, i) => kernel !== "neighbours" || i !== 2);
      const { outcome } = bench.launch(kernel, [...grid], [...block], args, { watch, observers: [sets.observer] });
      assert.equal(outcome.kind, "completed");
      const { blocks, counts, loads } = watch.result();
      assert.equal(blocks, grid[0] * grid[1]);
      assert.ok(counts.length >= 3);
      for (const one of counts) {
        const { location, op, width } = one.access;
        const isSame = ({ op: other, width: bytes, location: at }: MemoryAccess) =>
          other === op && bytes === width && at?.line === location?.line && at?.column === location?.column;
        assert.deepEqual(bytesOf(one), sets.of(isSame), `${kernel} ${op} in line ${location?.line}`);
      }
      assert.deepEqual(
        loads,
        sets.of(({ op }) => op === "load"),
        kernel,
      );
    }
  });

  it("of a matrix product are loaded as often as a block is wide", () => {
    const watch = watchReuse(Number.POSITIVE_INFINITY);
    bench.launch("product", [2, 2, 1], [16, 16, 1], [...buffers(), int(32)], { watch });
    const [a, b, c] = watch.result().counts.toSorted((x, y) => x.access.location!.line - y.access.location!.line);
    for (const one of [a!, b!]) {
      assert.equal(one.threadBytes / one.blockBytes, 16);
      assert.equal(one.threadBytes / one.launchBytes, 32);
    }
    assert.equal(c!.threadBytes, c!.launchBytes);
  });

  it("are followed in whole blocks, as many as are wanted and as the cost allows", () => {
    const run = (mostBlocks: number, mostCost?: number) => {
      const watch = watchReuse(mostBlocks, mostCost);
      bench.launch("product", [4, 2, 1], [16, 8, 1], [...buffers(), int(32)], { watch });
      return watch.result();
    };
    const [one, three] = [run(1), run(3)];
    assert.deepEqual([one.blocks, three.blocks], [1, 3]);
    assert.equal(three.loads!.threadBytes, 3 * one.loads!.threadBytes);
    assert.equal(run(8, 1).blocks, 0);
    assert.equal(run(8, 1).loads, undefined);
    const some = run(8, 6000);
    assert.ok(some.blocks > 0 && some.blocks < 8);
    assert.equal(some.loads!.threadBytes, some.blocks * one.loads!.threadBytes);
  });

  it("do not change what is counted", () => {
    const counts = (watch?: ReturnType<typeof watchReuse>) =>
      bench.launch("product", [2, 2, 1], [16, 16, 1], [...buffers(), int(32)], watch ? { watch } : {}).metrics;
    assert.deepEqual(counts(watchReuse(2)), counts());
  });

  it("are not followed where blocks wait for one another", () => {
    const watch = watchReuse(Number.POSITIVE_INFINITY);
    const [input, output] = buffers();
    assert.equal(bench.launch("waits", 3, 32, [input!, output!], { watch }).outcome.kind, "completed");
    assert.equal(watch.result().blocks, 0);
  });
});
