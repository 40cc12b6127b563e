/** Closed forms, 64-bit addresses and the fast passes against definitions written out the long way. */
import assert from "node:assert/strict";
import fc from "fast-check";
import { atomicWavefronts, sharedAtomicWavefronts } from "../../analyzer/hardware/atomics";
import { casLoop } from "../../analyzer/hardware/casLoop";
import { constantRequests } from "../../analyzer/hardware/constant";
import { activeLanes } from "../../analyzer/hardware/lanes";
import { localLayout, localSectors, localTags } from "../../analyzer/hardware/local";
import { globalSectors, globalTags, idealSectors } from "../../analyzer/hardware/sectors";
import { stridedSectors, stridedTags, stridedWavefronts } from "../../analyzer/hardware/strided";
import { warpAtomicWavefronts, warpCasLoop, warpSectors, warpTags, warpWavefronts } from "../../analyzer/hardware/warp";
import { idealWavefronts, sharedWavefronts } from "../../analyzer/hardware/wavefronts";

const lanes = Array.from({ length: 32 }, (_, lane) => lane);
const masks = fc.oneof(fc.constant(-1), fc.integer(), fc.constantFrom(0, 1, 0xffff, 0x55555555));
const widths = fc.constantFrom(1, 2, 4, 8, 16);
const directions = fc.constantFrom("load" as const, "store" as const, "atomic" as const);

/** Offsets of a warp: random, few, ascending or strided, aligned to `width`. */
function offsets(width: number, limit: number): fc.Arbitrary<number[]> {
  const element = Math.floor(limit / width);
  const random = fc.array(fc.nat(element), { minLength: 32, maxLength: 32 });
  const few = fc.array(fc.nat(7), { minLength: 32, maxLength: 32 });
  const strided = fc
    .tuple(fc.nat(Math.floor(element / 2)), fc.nat(Math.floor(element / 80)))
    .map(([start, stride]) => lanes.map((lane) => start + lane * stride));
  return fc
    .oneof(
      random,
      few,
      strided,
      random.map((values) => [...values].sort((a, b) => a - b)),
    )
    .map((values) => values.map((value) => value * width));
}

const active = (mask: number) => lanes.filter((lane) => (mask >>> lane) & 1);
const distinct = (mask: number, of: (lane: number) => number) => new Set(active(mask).map(of)).size;

/** The most lanes with one address: no two of them can succeed in one round. */
function distinctMost(values: readonly number[], mask: number): number {
  const counts = new Map<number, number>();
  for (const lane of active(mask)) counts.set(values[lane]!, (counts.get(values[lane]!) ?? 0) + 1);
  return Math.max(0, ...counts.values());
}

describe("counting rules against their definitions", () => {
  it("counts distinct sectors, lines and constant words for any order of lanes", () => {
    fc.assert(
      fc.property(masks, offsets(4, 1 << 20), (mask, values) => {
        const warp = Float64Array.from(values);
        assert.equal(
          globalSectors(warp, mask),
          distinct(mask, (lane) => values[lane]! >> 5),
        );
        assert.equal(
          globalTags(Uint32Array.from(values), mask),
          distinct(mask, (lane) => values[lane]! >> 7),
        );
        assert.equal(
          constantRequests(warp, mask),
          distinct(mask, (lane) => values[lane]! >> 2),
        );
        assert.equal(activeLanes(mask), active(mask).length);
      }),
    );
  });

  it("takes 64-bit addresses anywhere, also across spaces", () => {
    const base = fc.bigInt(0n, (1n << 63n) - 1n).map((value) => value & ~15n);
    const warp = fc.tuple(base, base, offsets(16, 1 << 16), masks, masks);
    fc.assert(
      fc.property(warp, ([near, far, values, mask, split]) => {
        const addresses = BigUint64Array.from(values, (value, lane) =>
          BigInt.asUintN(64, ((split >>> lane) & 1 ? near : far) + BigInt(value)),
        );
        const expected = (unit: bigint) => new Set(active(mask).map((lane) => addresses[lane]! / unit)).size;
        assert.equal(warpSectors(addresses, mask), expected(32n));
        assert.equal(warpTags(addresses, mask), expected(128n));
      }),
    );
  });

  it("agrees between 64-bit addresses and offsets on wavefronts", () => {
    const warp = widths.chain((width) => fc.tuple(fc.constant(width), offsets(width, 49_152), masks, directions));
    fc.assert(
      fc.property(warp, ([width, values, mask, direction]) => {
        const addresses = BigUint64Array.from(values, (value) => (1n << 56n) + BigInt(value));
        const wavefronts = sharedWavefronts(Uint32Array.from(values), mask, width, direction);
        assert.equal(warpWavefronts(addresses, mask, width, direction), wavefronts);
        assert.equal(sharedWavefronts(Float64Array.from(values), mask, width, direction), wavefronts);
      }),
    );
  });

  it("agrees between 64-bit addresses and offsets on atomics of every kind", () => {
    const kinds = fc.constantFrom("plain" as const, "popc-inc" as const, "cas" as const);
    const warp = fc
      .constantFrom(4, 8)
      .chain((width) => fc.tuple(fc.constant(width), offsets(width, 4096), masks, kinds));
    fc.assert(
      fc.property(warp, ([width, values, mask, kind]) => {
        const addresses = BigUint64Array.from(values, (value) => (3n << 32n) + BigInt(value));
        const warp32 = Uint32Array.from(values);
        const wavefronts = sharedAtomicWavefronts(kind, warp32, mask, width);
        assert.equal(warpAtomicWavefronts(kind, addresses, mask, width), wavefronts);
        const loop = casLoop(warp32, mask, width);
        assert.deepEqual(warpCasLoop(addresses, mask, width), loop);
        // A round serves one lane of a bank at most, and every lane in the end.
        assert.ok(loop.iterations <= active(mask).length && (mask === 0) === (loop.iterations === 0));
        assert.ok(loop.iterations >= distinctMost(values, mask));
      }),
    );
  });

  it("counts, up to 4 bytes, the most distinct words in one bank, and for atomics the most lanes", () => {
    const warp = fc.constantFrom(1, 2, 4).chain((width) => fc.tuple(fc.constant(width), offsets(width, 49_152), masks));
    fc.assert(
      fc.property(warp, ([width, values, mask]) => {
        const banks = lanes.map((bank) =>
          active(mask)
            .map((lane) => values[lane]! >> 2)
            .filter((word) => word % 32 === bank),
        );
        const worst = Math.max(...banks.map((words) => new Set(words).size));
        const most = Math.max(...banks.map((words) => words.length));
        assert.equal(sharedWavefronts(Uint32Array.from(values), mask, width, "load"), worst);
        assert.equal(sharedWavefronts(Uint32Array.from(values), mask, width, "store"), worst);
        assert.equal(atomicWavefronts(Uint32Array.from(values), mask), most);
      }),
    );
  });

  it("lays local memory out word by word over the lanes", () => {
    const warp = widths.chain((width) => fc.tuple(fc.constant(width), offsets(width, 512), masks));
    fc.assert(
      fc.property(warp, ([width, values, mask]) => {
        const touched = active(mask).flatMap((lane) =>
          Array.from({ length: width }, (_, byte) => localLayout(values[lane]! + byte, lane)),
        );
        assert.equal(localSectors(Uint32Array.from(values), mask, width), new Set(touched.map((at) => at >> 5)).size);
        assert.equal(localTags(Uint32Array.from(values), mask, width), new Set(touched.map((at) => at >> 7)).size);
      }),
    );
  });
});

describe("closed forms against the general rules", () => {
  it("agrees on sectors and lines of strided requests", () => {
    const request = fc.tuple(fc.nat(1 << 16), fc.integer({ min: -300, max: 300 }), fc.integer({ min: 0, max: 32 }));
    fc.assert(
      fc.property(request, ([start, stride, count]) => {
        const mask = count === 32 ? -1 : (1 << count) - 1;
        const warp = Float64Array.from(lanes, (lane) => 16_384 + start + lane * stride);
        assert.equal(stridedSectors(16_384 + start, stride, count), globalSectors(warp, mask));
        assert.equal(stridedTags(16_384 + start, stride, count), globalTags(warp, mask));
      }),
    );
  });

  it("agrees on wavefronts of strided requests wherever it answers, and answers for every aligned stride of 4 bytes and more", () => {
    const request = fc.tuple(fc.nat(1024), fc.integer({ min: -140, max: 140 }), widths, directions);
    fc.assert(
      fc.property(request, ([start, stride, width, direction]) => {
        const step = stride * width;
        const form = stridedWavefronts(step, width, direction);
        const warp = Uint32Array.from(lanes, (lane) => 140 * 32 * 16 + start * width + lane * step);
        if (form !== undefined) assert.equal(form, sharedWavefronts(warp, -1, width, direction));
        else assert.ok(width < 4 || direction === "atomic");
      }),
      { numRuns: 1000 },
    );
  });

  it("never has an ideal above the count", () => {
    assert.equal(idealSectors(32, -1, 4), 4);
    assert.equal(idealSectors(1, -1, 4), 1);
    assert.equal(idealSectors(5, 0b11, 16), 1);
    assert.deepEqual(
      [1, 2, 4, 8, 16].map((width) => idealWavefronts(32, width)),
      [1, 1, 1, 2, 4],
    );
    assert.equal(idealWavefronts(1, 8), 1);
  });
});
