/** Searches through linear memory: the same answers as byte by byte, wherever a range begins and ends. */
import assert from "node:assert/strict";
import fc from "fast-check";
import { scansOf } from "../../simulator/memory/scan";

const PAGE = 65536;
const memory = new WebAssembly.Memory({ initial: 1 });
const bytes = new Uint8Array(memory.buffer);
const scans = scansOf(memory);

/** A range of up to 300 bytes: at any place, or at the very end of memory. */
const range = fc
  .record({ length: fc.nat(300), start: fc.nat(1000), isLast: fc.boolean() })
  .map(({ length, start, isLast }) => (isLast ? PAGE - length : start))
  .chain((start) => fc.record({ start: fc.constant(start), length: fc.nat(Math.min(300, PAGE - start)) }));

describe("searches through linear memory", () => {
  it("finds the first byte of a range that equals one", () => {
    fc.assert(
      fc.property(range, fc.nat(299), fc.integer({ min: 0, max: 255 }), ({ start, length }, at, byte) => {
        bytes.fill(byte ^ 255);
        // Bytes around the range do not count.
        bytes[start - 1] = byte;
        bytes[start + length] = byte;
        if (at < length) bytes[start + at] = byte;
        assert.equal(scans.find(start, start + length, byte), start + Math.min(at, length));
      }),
    );
  });

  it("finds the first byte in which two ranges differ", () => {
    fc.assert(
      fc.property(range, fc.nat(299), fc.nat(77), ({ start, length }, at, distance) => {
        bytes.fill(7);
        const other = 2000 + distance;
        if (at < length) bytes[other + at] = 8;
        bytes[other + length] = 9;
        const differ = (a: number, b: number) => scans.mismatch(a, a + length, b) - a;
        const expected = Math.min(at, length);
        assert.equal(differ(start, other), expected);
        assert.equal(differ(other, start), expected);
      }),
    );
  });

  it("takes bytes above 127 as they are", () => {
    bytes.fill(0x7f);
    bytes[500] = 0xff;
    assert.equal(scans.find(0, 1000, 0xff), 500);
    bytes.fill(0xff, 0, 499);
    assert.equal(scans.find(0, 1000, 0x7f), 499);
  });
});
