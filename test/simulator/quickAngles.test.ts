/** Sines and cosines from tables against those of integers of any length, over all sizes of angles. */
import assert from "node:assert/strict";
import { sineAndCosine } from "../../simulator/mathematics/doubled";
import { FAR_ANGLE, quickSineAndCosine, rest } from "../../simulator/mathematics/quick";
import { cos, sin } from "../../simulator/mathematics/rounded";
import { cosf, sinf } from "../../simulator/mathematics/singleAngles";

/** What `rounded.ts` takes the error to be at most. */
const ERROR = 2 ** -66;

/** Numbers from 0 to 1, the same in every run. */
function* fractions(): Generator<number> {
  let state = 12345;
  for (;;) {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    yield state / 2 ** 32;
  }
}

const next = fractions();
const random = () => next.next().value as number;

/** How far the sum of two parts is from that of two others. */
const distance = (a: number, b: number, [c, d]: readonly [number, number]) => Math.abs(a - c + (b - d));

describe("quick sines and cosines", () => {
  const ranges = [
    [2 ** -20, 1],
    [1, 1e3],
    [99_000, 101_000],
    [1e5, 1e7],
    [1e7, 1e9],
    [3e9, FAR_ANGLE],
    [FAR_ANGLE, 1e12],
  ] as const;
  for (const [least, most] of ranges) {
    it(`are within their error from ${least} to ${most}`, () => {
      for (let i = 0; i < 4000; i++) {
        const size = least + random() * (most - least);
        const x = i % 2 ? size : -size;
        quickSineAndCosine(x);
        const [a, b, c, d] = rest as unknown as [number, number, number, number];
        const { sine, cosine } = sineAndCosine(x);
        assert.ok(distance(a, b, sine) <= ERROR && distance(c, d, cosine) <= ERROR, `angle ${x}`);
        assert.deepEqual([sin(x), cos(x)], [sine[0], cosine[0]], `angle ${x}`);
      }
    });
  }

  it("are those of integers, of doubles and of fractions that lie near multiples of π / 2", () => {
    for (let i = 0; i < 4000; i++) {
      const times = Math.floor(random() * 2 ** (1 + (i % 31)));
      const x = [times, times * (Math.PI / 2), (times * Math.PI) / 2 + random() / 16][i % 3]!;
      const { sine, cosine } = sineAndCosine(x);
      assert.deepEqual([sin(x), cos(x)], [x === 0 ? 0 : sine[0], cosine[0]], `angle ${x}`);
    }
  });
});

describe("sines and cosines of floats", () => {
  it("are those of the exact angle within the 0.57 units of the last place that glibc states", () => {
    for (let i = 0; i < 8000; i++) {
      const x = Math.fround(120 + random() ** 8 * FAR_ANGLE);
      const { sine, cosine } = sineAndCosine(x);
      for (const [value, exact] of [
        [sinf(x), sine[0]],
        [cosf(x), cosine[0]],
      ] as const)
        assert.ok(
          Math.abs(value - exact) <= 0.57 * 2 ** (Math.floor(Math.log2(Math.abs(exact))) - 23) + 2 ** -150,
          `${x}`,
        );
    }
  });
});
