/** The modelled L2: what stays and what gives way, by the three kinds of lines. Sizes are chosen so that each answer can be counted. */
import assert from "node:assert/strict";
import {
  AccessProperty,
  type AccessWindow,
  accessSector,
  type L2Cache,
  l2Cache,
  persistingBytes,
  propertyOf,
  resetPersisting,
  setAside,
} from "../../simulator/memory/l2";

const BYTES = 1 << 18;
const LINE = 128;

/** Reads the first sector of every line of a range; gives the share that hits. */
function read(cache: L2Cache, start: number, bytes: number, property?: number): number {
  let hits = 0;
  for (let at = start; at < start + bytes; at += LINE) if (accessSector(cache, BigInt(at), property)) hits++;
  return hits / (bytes / LINE);
}

const FAR = 1 << 28;

describe("the modelled L2", () => {
  it("fetches sectors one by one, and has them when they are asked for again", () => {
    const cache = l2Cache(BYTES);
    assert.equal(accessSector(cache, 0n, undefined), false);
    assert.equal(accessSector(cache, 32n, undefined), false);
    assert.equal(accessSector(cache, 32n, undefined), true);
    assert.equal(accessSector(cache, 96n, undefined), false);
    assert.equal(accessSector(cache, 128n, undefined), false);
  });

  it("keeps half of its size whole, and nothing of a stream that is much larger", () => {
    const cache = l2Cache(BYTES);
    read(cache, 0, BYTES / 2);
    assert.equal(read(cache, 0, BYTES / 2), 1);
    read(cache, FAR, 16 * BYTES);
    assert.equal(read(cache, 0, BYTES / 2), 0);
  });

  it("keeps persisting lines behind a stream, up to what is set aside", () => {
    const cache = l2Cache(BYTES);
    setAside(cache, BYTES / 4);
    read(cache, 0, BYTES / 8, AccessProperty.persisting);
    read(cache, FAR, 16 * BYTES);
    assert.equal(read(cache, 0, BYTES / 8, AccessProperty.persisting), 1);
    // A window of twice what is set aside pushes itself out: lines come back in the order in which they left.
    resetPersisting(cache);
    read(cache, 0, BYTES / 2, AccessProperty.persisting);
    assert.equal(persistingBytes(cache), BYTES / 4);
    assert.equal(read(cache, 0, BYTES / 2, AccessProperty.persisting), 0);
  });

  it("keeps nothing when nothing is set aside, and nothing that was reset", () => {
    const cache = l2Cache(BYTES);
    read(cache, 0, BYTES / 8, AccessProperty.persisting);
    assert.equal(persistingBytes(cache), 0);
    setAside(cache, BYTES / 4);
    read(cache, 0, BYTES / 8, AccessProperty.persisting);
    assert.equal(persistingBytes(cache), BYTES / 8);
    resetPersisting(cache);
    assert.equal(persistingBytes(cache), 0);
    read(cache, FAR, 16 * BYTES);
    assert.equal(read(cache, 0, BYTES / 8), 0);
  });

  it("lets streaming lines give way first, and normal accesses take persistence away", () => {
    const cache = l2Cache(BYTES);
    read(cache, 0, BYTES / 4);
    read(cache, FAR, 16 * BYTES, AccessProperty.streaming);
    assert.equal(read(cache, 0, BYTES / 4), 1);
    setAside(cache, BYTES / 4);
    read(cache, 0, BYTES / 8, AccessProperty.persisting);
    read(cache, 0, BYTES / 8, AccessProperty.normal);
    assert.equal(persistingBytes(cache), 0);
  });

  it("gives the ratio's part of a window's lines the one property, always the same lines", () => {
    const window: AccessWindow = {
      base: 0x7f00_0000_1000n,
      bytes: 1 << 20,
      hitRatio: 0.6,
      hit: AccessProperty.persisting,
      miss: AccessProperty.streaming,
    };
    const lines = Array.from({ length: window.bytes / LINE }, (_, i) => window.base + BigInt(i * LINE));
    const hits = lines.filter((one) => propertyOf(window, one) === AccessProperty.persisting).length;
    assert.ok(Math.abs(hits / lines.length - 0.6) < 0.02, `${hits / lines.length}`);
    for (const one of lines.slice(0, 100)) assert.equal(propertyOf(window, one), propertyOf(window, one + 64n));
    assert.equal(propertyOf(window, window.base - 1n), undefined);
    assert.equal(propertyOf(window, window.base + BigInt(window.bytes)), undefined);
    const none = { ...window, hitRatio: 0 };
    assert.ok(lines.every((one) => propertyOf(none, one) === AccessProperty.streaming));
    const all = { ...window, hitRatio: 1 };
    assert.ok(lines.every((one) => propertyOf(all, one) === AccessProperty.persisting));
  });
});
