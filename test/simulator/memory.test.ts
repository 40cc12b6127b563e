/** The device's memory: gigabytes that are only asked for, addresses that stay wrong, and room that is used again. */
import assert from "node:assert/strict";
import { defaultArchitecture } from "../../analyzer/hardware/architectures";
import { runLaunch } from "../../simulator/machine/launch";
import { DeviceMemory } from "../../simulator/memory/device";
import { GRANULE } from "../../simulator/memory/layout";
import { Ranges } from "../../simulator/memory/ranges";
import { pointer, programOf } from "./support";

const MIB = 1 << 20;
const GIB = 1024 * MIB;

const source = `
#include <cuda_runtime.h>
extern "C" __global__ void ends(int* p, long long n) { p[threadIdx.x] = threadIdx.x; p[n - 1 - threadIdx.x] = threadIdx.x + 100; }
extern "C" __global__ void backwards(int* p, unsigned n) {
  __shared__ int words[64];
  __shared__ char bytes[64];
  words[threadIdx.x] = threadIdx.x * 3;
  bytes[threadIdx.x] = threadIdx.x + 1;
  __syncthreads();
  int* behind = words + n;
  char* after = bytes + n;
  unsigned i = threadIdx.x;
  if (i < n) p[i] = behind[~i] + after[~i] + behind[~(n / 2)];
}
extern "C" __global__ void along(int* p, long long distance, int count) {
  int* row = p + threadIdx.x * 2;
  for (int k = 0; k < count; ++k) row[k * distance] += 1;
}
`;

describe("device memory", () => {
  it("takes of the machine's memory only what is touched, up to the last of four gigabytes", async () => {
    const program = await programOf(source, "memory.cu");
    const memory = new DeviceMemory(4 * GIB);
    const before = process.memoryUsage().rss;
    const buffers = [memory.allocate(GIB)!, memory.allocate(1.5 * GIB)!, memory.allocate(GIB)!];
    assert.ok(buffers.every((address) => address !== undefined));
    assert.equal(memory.allocate(GIB), undefined, "more than 32-bit offsets reach");
    const count = new Uint8Array(new BigInt64Array([BigInt(GIB / 4)]).buffer);
    for (const address of [buffers[0]!, buffers[2]!]) {
      const launch = { kernel: "ends", grid: [1, 1, 1], block: [64, 1, 1], shared: 0 } as const;
      const given = { ...launch, arguments: [pointer(address), count] };
      const { outcome } = runLaunch(program, given, memory, defaultArchitecture, {
        limits: { steps: 1e6, memory: GIB },
      });
      assert.equal(outcome.kind, "completed", outcome.message);
      const last = new Int32Array(memory.read(address + BigInt(GIB - 8), 8).buffer);
      assert.deepEqual([...last], [101, 100]);
    }
    const taken = process.memoryUsage().rss - before;
    assert.ok(taken < 300 * MIB, `${taken} bytes for 3.5 GiB of which 1 KiB was touched`);
  });

  it("reckons addresses of shared memory in 32 bits, as the hardware does", async () => {
    const program = await programOf(source, "memory.cu");
    const memory = new DeviceMemory(MIB);
    const result = memory.allocate(256)!;
    const launch = { kernel: "backwards", grid: [1, 1, 1], block: [64, 1, 1], shared: 0 } as const;
    const given = { ...launch, arguments: [pointer(result), new Uint8Array([40, 0, 0, 0])] };
    const { outcome } = runLaunch(program, given, memory, defaultArchitecture, { limits: { steps: 1e6, memory: MIB } });
    assert.equal(outcome.kind, "completed", outcome.message);
    const words = [...new Int32Array(memory.read(result, 160).buffer)];
    const expected = Array.from({ length: 40 }, (_, i) => (39 - i) * 3 + (40 - i) + 19 * 3);
    assert.deepEqual(words, expected);
  });

  it("adds numbers of 64 bits to the addresses of a warp, wherever they lead", async () => {
    const program = await programOf(source, "memory.cu");
    const memory = new DeviceMemory(MIB);
    const buffer = memory.allocate(4096)!;
    const long = (value: bigint) => new Uint8Array(new BigInt64Array([value]).buffer);
    const run = (distance: bigint, threads: number) => {
      const launch = { kernel: "along", grid: [1, 1, 1], block: [threads, 1, 1], shared: 0 } as const;
      const given = { ...launch, arguments: [pointer(buffer), long(distance), new Uint8Array([2, 0, 0, 0])] };
      return runLaunch(program, given, memory, defaultArchitecture, { limits: { steps: 1e6, memory: MIB } }).outcome;
    };
    for (const threads of [32, 20]) {
      for (const inside of [0n, 1n, 500n]) assert.equal(run(inside, threads).kind, "completed");
      for (const outside of [1n << 20n, -(1n << 20n), 1n << 30n, -(1n << 30n), 1n << 32n, -(1n << 40n), 1n << 61n]) {
        const { kind, address } = run(outside, threads);
        assert.equal(kind, "trapped");
        assert.equal(address, BigInt.asUintN(64, buffer + 4n * outside), `${outside}`);
      }
    }
  });

  it("is zero, also where somebody else was before", () => {
    const memory = new DeviceMemory(4 * MIB);
    const first = memory.allocate(3 * MIB)!;
    memory.fill(first, 0xff, 3 * MIB);
    assert.ok(memory.free(first));
    const second = memory.allocate(2 * MIB)!;
    const third = memory.allocate(MIB)!;
    assert.ok(second !== undefined && third !== undefined);
    for (const address of [second, third]) assert.ok(memory.read(address, MIB).every((byte) => byte === 0));
  });

  it("gives nothing beyond its limit, and all of it again after it has been freed", () => {
    const memory = new DeviceMemory(8 * MIB);
    const all = Array.from({ length: 8 }, () => memory.allocate(MIB)!);
    assert.equal(memory.allocate(1), undefined);
    for (const address of all.toSorted((a, b) => Number((a * 7n) % 11n) - Number((b * 7n) % 11n))) memory.free(address);
    assert.equal(memory.allocatedBytes, 0);
    assert.ok(memory.allocate(8 * MIB) !== undefined, "neighbours are joined");
  });

  it("advises a higher limit only where it is not already all that offsets reach", () => {
    const [whole, lower] = [new DeviceMemory(4 * GIB), new DeviceMemory(MIB)];
    assert.equal(whole.allocate(whole.capacity + 1), undefined);
    assert.ok(whole.capacity > 4_000_000_000);
    const held = whole.capacity.toLocaleString("en-US");
    const least = `the simulation holds ${held} bytes at a time; use smaller sizes, by the program's arguments where it takes some`;
    assert.equal(whole.advice, least);
    assert.match(
      lower.advice,
      /holds 1,048,576 bytes at a time; use smaller sizes, .*, or raise simulation\.memoryLimit$/,
    );
  });
});

describe("ranges", () => {
  it("agree with a list of bytes over random calls", () => {
    const [first, limit] = [4096, 4096 + 64 * GRANULE];
    const ranges = new Ranges(first, limit, GRANULE);
    const live: { start: number; size: number }[] = [];
    let state = 1;
    const random = (below: number) => {
      state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
      return Math.floor((state / 2 ** 32) * below);
    };
    for (let round = 0; round < 4000; round++) {
      if (random(2) && live.length) {
        const [gone] = live.splice(random(live.length), 1);
        assert.deepEqual(ranges.give(gone!.start), gone);
        assert.equal(ranges.give(gone!.start), undefined);
      } else {
        const size = random(6 * GRANULE);
        const taken = ranges.take(size);
        if (taken) {
          const end = (start: number, bytes: number) => start + Math.max(1, Math.ceil(bytes / GRANULE)) * GRANULE;
          assert.ok(taken.start >= first && end(taken.start, size) <= limit);
          for (const { start, size: other } of live)
            assert.ok(end(start, other) <= taken.start || end(taken.start, size) <= start, "apart");
          live.push({ start: taken.start, size });
        }
      }
      assert.equal(
        ranges.inUse,
        live.reduce((sum, { size }) => sum + size, 0),
      );
      const offset = first + random(limit - first);
      const expected = live.find(({ start, size }) => offset >= start && offset + 4 <= start + size);
      assert.deepEqual(ranges.around(offset, 4), expected);
      const miss = ({ start, size }: { start: number; size: number }) =>
        offset < start ? start - offset : Math.max(0, offset - start - size);
      const near = ranges.nearest(offset);
      if (live.length) assert.equal(miss(near!), Math.min(...live.map(miss)));
    }
  });
});
