/** Integer operations on doubles against the same operations on big integers, which wrap as the machine's do. */
import assert from "node:assert/strict";
import fc from "fast-check";
import { asSigned, comparisonOf, type IntegerOp, integerOperation } from "../../analyzer/facts/forms/integers";

const unsigned = (bits: number, value: bigint): bigint => BigInt.asUintN(bits, value);
const least = (a: bigint, b: bigint): bigint => (a < b ? a : b);
const most = (a: bigint, b: bigint): bigint => (a > b ? a : b);

/** Both operands are signed readings. */
const exact: Record<IntegerOp, (a: bigint, b: bigint, bits: number) => bigint | undefined> = {
  add: (a, b) => a + b,
  sub: (a, b) => a - b,
  mul: (a, b) => a * b,
  sdiv: (a, b) => (b === 0n ? undefined : a / b),
  srem: (a, b) => (b === 0n ? undefined : a % b),
  udiv: (a, b, bits) => (b === 0n ? undefined : unsigned(bits, a) / unsigned(bits, b)),
  urem: (a, b, bits) => (b === 0n ? undefined : unsigned(bits, a) % unsigned(bits, b)),
  shl: (a, b, bits) => (b < 0n || b >= BigInt(bits) ? undefined : a << b),
  lshr: (a, b, bits) => (b < 0n || b >= BigInt(bits) ? undefined : unsigned(bits, a) >> b),
  ashr: (a, b, bits) => (b < 0n || b >= BigInt(bits) ? undefined : a >> b),
  and: (a, b) => a & b,
  or: (a, b) => a | b,
  xor: (a, b) => a ^ b,
  smin: least,
  smax: most,
  umin: (a, b, bits) => least(unsigned(bits, a), unsigned(bits, b)),
  umax: (a, b, bits) => most(unsigned(bits, a), unsigned(bits, b)),
};

const integer = (bits: number): fc.Arbitrary<number> =>
  fc.oneof(fc.integer({ min: -40, max: 40 }), fc.maxSafeInteger()).map((value) => asSigned(value, bits)!);
const sized = fc.constantFrom(8, 16, 32).chain((bits) => fc.tuple(fc.constant(bits), integer(bits), integer(bits)));

describe("integer operations", () => {
  for (const op of Object.keys(exact) as IntegerOp[]) {
    it(`${op} wraps as the machine does, up to 32 bits`, () => {
      fc.assert(
        fc.property(sized, ([bits, a, b]) => {
          const value = exact[op](BigInt(a), BigInt(b), bits);
          const expected = value === undefined ? undefined : Number(BigInt.asIntN(bits, value));
          assert.equal(integerOperation(op, a, b, bits), expected);
        }),
      );
    });

    it(`${op} of 64 bits is exact or nothing`, () => {
      fc.assert(
        fc.property(integer(64), integer(64), (a, b) => {
          const result = integerOperation(op, a, b, 64);
          const value = exact[op](BigInt(a), BigInt(b), 64);
          if (result !== undefined)
            assert.equal(BigInt(result), value === undefined ? undefined : BigInt.asIntN(64, value));
        }),
      );
    });
  }

  it("compares by both readings", () => {
    assert.equal(comparisonOf("slt", 32)(-1, 1), 1);
    assert.equal(comparisonOf("ult", 32)(-1, 1), 0);
    assert.equal(comparisonOf("ugt", 64)(-1, 1), 1);
    assert.equal(comparisonOf("eq", 64)(3, 3), 1);
    assert.equal(comparisonOf("ult", 64)(-2, -1), undefined);
  });
});
