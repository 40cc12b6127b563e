/**
 * Mathematical functions against exact values at sampled places, within the bounds that the CUDA C++ Programming Guide
 * documents for the device ("Mathematical Functions Appendix"). `docs/arithmetic.md` has the table that this test makes.
 */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { mathFunctions } from "../../simulator/intrinsics/functions";
import { assertGolden } from "../support/golden";

const PAGE = "docs/arithmetic.md";
const START = "<!-- measured -->\n";

/** Largest documented errors in units in the last place: of floats, and of doubles. */
const bounds: Readonly<Record<string, readonly [float: number, double: number]>> = {
  sin: [2, 2],
  cos: [2, 2],
  tan: [4, 2],
  asin: [2, 2],
  acos: [2, 2],
  atan: [2, 2],
  sinh: [3, 2],
  cosh: [2, 1],
  tanh: [2, 1],
  asinh: [3, 3],
  acosh: [4, 3],
  atanh: [3, 2],
  exp: [2, 1],
  exp2: [2, 1],
  exp10: [2, 1],
  expm1: [1, 1],
  log: [1, 1],
  log2: [1, 1],
  log10: [2, 1],
  log1p: [1, 1],
  cbrt: [1, 1],
  rcbrt: [1, 1],
  rsqrt: [2, 1],
  sinpi: [1, 2],
  cospi: [1, 2],
  erf: [2, 2],
  erfc: [4, 5],
  erfcx: [4, 4],
  erfinv: [2, 5],
  erfcinv: [4, 6],
  normcdf: [5, 5],
  normcdfinv: [5, 8],
  lgamma: [6, 4],
  tgamma: [5, 10],
  j0: [9, 7],
  j1: [9, 7],
  y0: [9, 7],
  y1: [9, 7],
  cyl_bessel_i0: [6, 6],
  cyl_bessel_i1: [6, 6],
  pow: [4, 2],
  atan2: [3, 2],
  hypot: [3, 2],
  rhypot: [2, 1],
};

const references: Readonly<Record<string, readonly (readonly number[])[]>> = JSON.parse(
  readFileSync("test/simulator/references.json", "utf8"),
);

/** The size of the last place of a number in a format of so many bits. */
const unit = (value: number, bits: number): number => {
  const magnitude = Math.abs(value);
  const exponent = Math.floor(Math.log2(magnitude));
  const exact = magnitude < 2 ** exponent ? exponent - 1 : magnitude >= 2 ** (exponent + 1) ? exponent + 1 : exponent;
  return 2 ** (exact - bits + 1);
};

/** The largest errors of a function over its places, as floats where they are floats, and as doubles. */
function errors(name: string): { readonly float: number; readonly double: number } {
  const call = mathFunctions[name] as (...places: number[]) => number;
  let [float, double] = [0, 0];
  for (const row of references[name]!) {
    const [places, [upper, lower]] = [row.slice(0, -2), row.slice(-2) as [number, number]];
    const value = call(...places);
    double = Math.max(double, Math.abs(value - upper - lower) / unit(upper, 53));
    if (!places.every((place) => Math.fround(place) === place) || Math.abs(upper) > 1e38) continue;
    float = Math.max(float, Math.abs(Math.fround(value) - upper - lower) / unit(upper, 24));
  }
  return { float, double };
}

const measured = Object.keys(bounds).map((name) => ({ name, ...errors(name) }));

describe("mathematical functions", () => {
  it("have references at floats and at doubles", () => {
    for (const { name, float } of measured) {
      assert.ok(references[name]!.length >= 80, name);
      assert.ok(float > 0, name);
    }
  });
  for (const { name, float, double } of measured) {
    it(`${name} is as close as the guide says`, () => {
      const [most, mostDouble] = bounds[name]!;
      assert.ok(float <= most, `${name}f: ${float} of ${most}`);
      assert.ok(double <= mostDouble, `${name}: ${double} of ${mostDouble}`);
    });
  }
  it("are in docs/arithmetic.md with what was measured", () => {
    const rows = measured.map(({ name, float, double }) => {
      const [most, mostDouble] = bounds[name]!;
      return `| \`${name}\` | ${float.toFixed(2)} | ${most} | ${double.toFixed(2)} | ${mostDouble} |\n`;
    });
    const table = [
      "| function | float, ulp | documented | double, ulp | documented |\n|---|---|---|---|---|\n",
      ...rows,
    ].join("");
    const page = readFileSync(PAGE, "utf8");
    assertGolden(PAGE, page.slice(0, page.indexOf(START) + START.length) + table);
  });
});
