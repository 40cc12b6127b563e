/** What a run keeps of memory that the program has freed: it is bounded, whatever sizes follow one another. */
import assert from "node:assert/strict";
import { AllocationLog } from "../../simulator/host/model/allocations";
import { HostHeap } from "../../simulator/host/model/heap";
import { DeviceMemory } from "../../simulator/memory/device";

const MEGABYTE = 1 << 20;

describe("freed memory of the host", () => {
  it("serves blocks of other sizes where much of it is free", () => {
    const memory = new DeviceMemory(2 ** 32);
    const heap = new HostHeap(memory);
    const begin = memory.memory.buffer.byteLength;
    let size = 256 * MEGABYTE;
    let block = heap.allocate(size)!;
    // As `realloc` does: the next block is there before the last one is freed.
    for (let i = 0; i < 40; i++) {
      size += 4096;
      const next = heap.allocate(size);
      assert.ok(next !== undefined, `no memory for block ${i}`);
      heap.release(block);
      block = next;
    }
    const taken = memory.memory.buffer.byteLength - begin;
    assert.ok(taken <= 1100 * MEGABYTE, `${taken / MEGABYTE} MB of linear memory`);
    assert.equal(heap.inUse, size);
  });

  it("keeps apart what lives", () => {
    const heap = new HostHeap(new DeviceMemory(2 ** 32));
    const live: { readonly start: bigint; readonly size: number }[] = [];
    for (let i = 1; i <= 60; i++) {
      const size = ((i * 7919) % 50) * MEGABYTE + 1000;
      const start = heap.allocate(size)!;
      for (const one of live)
        assert.ok(start + BigInt(size) <= one.start || one.start + BigInt(one.size) <= start, `block ${i} overlaps`);
      live.push({ start, size });
      if (i % 3 !== 0) assert.ok(heap.release(live.shift()!.start));
    }
    for (const { start, size } of live) assert.equal(heap.sizeOf(start), size);
  });

  it("is forgotten where later blocks have its addresses, but for the last", () => {
    const log = new AllocationLog();
    const record = { kind: "heap", call: "malloc", bytes: 64, place: undefined } as const;
    log.add({ ...record, kind: "device", address: 1n << 30n });
    log.add({ ...record, address: 1n << 20n });
    const rounds = 300_000;
    for (let i = 0; i < rounds; i++) {
      const address = BigInt(64 * (1 + (i % 65)));
      log.add({ ...record, address });
      log.free(address, undefined);
    }
    assert.ok(log.all.length < 10_000, `${log.all.length} records`);
    assert.equal(log.count, rounds + 2);
    assert.deepEqual(
      log.all.slice(0, 2).map(({ address }) => address),
      [1n << 30n, 1n << 20n],
    );
    for (let i = 1; i <= 65; i++) assert.ok(log.around(BigInt(64 * i))?.freed, `address ${64 * i} is not known`);
    assert.deepEqual(log.sums(), [
      { ...record, kind: "device", times: 1, bytes: 64 },
      { ...record, times: 1, bytes: 64 },
      { ...record, freed: { place: undefined }, times: rounds, bytes: 64 * rounds },
    ]);
    const serials = log.all.map(({ serial }) => serial!);
    assert.deepEqual(
      serials,
      [...serials].sort((a, b) => a - b),
    );
  });
});
