/** Sixteen-bit real formats: doubles rounded once, half to even, and back exactly. */

const view = new DataView(new ArrayBuffer(8));

/** Rounds to `digits` bits of significand with the smallest exponent `least`; values beyond `largest` become infinite. */
function round(value: number, digits: number, least: number): number {
  if (!Number.isFinite(value) || value === 0) return value;
  const exponent = Math.max(Math.floor(Math.log2(Math.abs(value))), least);
  const unit = 2 ** (exponent - digits);
  const scaled = value / unit;
  const floor = Math.floor(scaled);
  const rest = scaled - floor;
  const up = rest > 0.5 || (rest === 0.5 && floor % 2 !== 0);
  return (floor + (up ? 1 : 0)) * unit;
}

function halfBits(value: number): number {
  const sign = value < 0 || Object.is(value, -0) ? 0x8000 : 0;
  if (Number.isNaN(value)) return 0x7fff;
  const magnitude = Math.abs(round(value, 10, -14));
  if (magnitude >= 65536) return sign | 0x7c00;
  if (magnitude < 2 ** -14) return sign | (magnitude * 2 ** 24);
  let exponent = Math.floor(Math.log2(magnitude));
  if (2 ** exponent > magnitude) exponent--;
  return sign | ((exponent + 15) << 10) | (magnitude / 2 ** (exponent - 10) - 1024);
}

function halfFromBits(bits: number): number {
  const sign = bits & 0x8000 ? -1 : 1;
  const exponent = (bits >> 10) & 31;
  const fraction = bits & 0x3ff;
  if (exponent === 31) return fraction ? Number.NaN : sign * Number.POSITIVE_INFINITY;
  return sign * (exponent === 0 ? fraction * 2 ** -24 : (1024 + fraction) * 2 ** (exponent - 25));
}

function bfloatBits(value: number): number {
  if (Number.isNaN(value)) return 0x7fff;
  view.setFloat32(0, round(value, 7, -126));
  return view.getUint32(0) >>> 16;
}

function bfloatFromBits(bits: number): number {
  view.setUint32(0, (bits << 16) >>> 0);
  return view.getFloat32(0);
}

/** As generated code imports them. */
export const conversions = {
  toHalf: halfBits,
  toBfloat: bfloatBits,
  fromHalf: halfFromBits,
  fromBfloat: bfloatFromBits,
};
