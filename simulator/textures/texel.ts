/** One texel as four numbers. Reference: CUDA C++ Programming Guide, "Texture Memory"; missing channels are 0, 0 and 1. */
import { type ChannelFormat, ChannelKind, type TexelBlock, texelBytes } from "./model";

/** The channels x, y, z and w of a texel as numbers, whatever their format is. */
export type Texel = readonly [number, number, number, number];

/** A half-precision number from its bits. */
function halfValue(bits: number): number {
  const sign = bits & 0x8000 ? -1 : 1;
  const exponent = (bits >> 10) & 31;
  const fraction = bits & 0x3ff;
  if (exponent === 31) return fraction ? Number.NaN : sign * Number.POSITIVE_INFINITY;
  return sign * (exponent === 0 ? fraction * 2 ** -24 : (1024 + fraction) * 2 ** (exponent - 25));
}

function channel(view: DataView, at: number, bits: number, kind: number): number {
  if (kind === ChannelKind.float) return bits === 16 ? halfValue(view.getUint16(at, true)) : view.getFloat32(at, true);
  if (kind === ChannelKind.signed)
    return bits === 8 ? view.getInt8(at) : bits === 16 ? view.getInt16(at, true) : view.getInt32(at, true);
  return bits === 8 ? view.getUint8(at) : bits === 16 ? view.getUint16(at, true) : view.getUint32(at, true);
}

/** Divides by the largest value of the type; the most negative one is as far away as the next. */
function normalize(value: number, bits: number, kind: number): number {
  if (kind === ChannelKind.float) return value;
  if (kind === ChannelKind.unsigned) return Math.fround(value / (2 ** bits - 1));
  return Math.max(-1, Math.fround(value / (2 ** (bits - 1) - 1)));
}

/** Whether a texel is read as floats. */
export function readsFloats({ kind }: ChannelFormat, normalizedFloat: boolean): boolean {
  return kind === ChannelKind.float || normalizedFloat;
}

/** The texel at whole coordinates that are inside. */
export function texelAt(
  view: DataView,
  block: TexelBlock,
  x: number,
  y: number,
  z: number,
  normalizedFloat: boolean,
): Texel {
  const { format } = block;
  const start = block.start + z * block.slice + y * block.pitch + x * texelBytes(format);
  const out: [number, number, number, number] = [0, 0, 0, 1];
  let at = start;
  for (let i = 0; i < 4; i++) {
    const bits = format.bits[i]!;
    if (bits === 0) continue;
    const value = channel(view, at, bits, format.kind);
    out[i] = normalizedFloat ? normalize(value, bits, format.kind) : value;
    at += bits / 8;
  }
  return out;
}
