/**
 * Tensor maps: what a bulk copy of a tile has to know of a tensor in global memory. Their 128 bytes are opaque to programs; this
 * is our own layout of them. Reference: CUDA Driver API, "Tensor Map Object Management"; PTX ISA, "Tensors".
 */

/** Bytes of a map. */
export const TENSOR_MAP_BYTES = 128;

/** The most dimensions of a tensor. */
export const MOST_DIMENSIONS = 5;

/** What a copy of a tile has to know. Dimensions are innermost first. */
export interface TensorMap {
  /** `CUtensorMapDataType`, and bytes of an element. */
  readonly type: number;
  readonly elementBytes: number;
  /** Device address of the first element. */
  readonly address: bigint;
  /** Elements by dimension; bytes between neighbours by dimension, that of the innermost left out. */
  readonly sizes: readonly number[];
  readonly strides: readonly bigint[];
  /** The tile that is copied: elements that it spans, and of how many of them one is taken. */
  readonly box: readonly number[];
  readonly steps: readonly number[];
  /** Bytes of the rows that are swizzled: 0 for none, 32, 64 or 128. */
  readonly swizzle: number;
  /** Elements outside of the tensor are NaN, not 0. */
  readonly fillsNan: boolean;
}

/** Distinguishes what was encoded from any other 128 bytes. */
const MARK = 0x4d54_4c57;

const At = {
  mark: 0,
  rank: 4,
  type: 5,
  elementBytes: 6,
  swizzle: 7,
  address: 8,
  sizes: 16,
  box: 36,
  steps: 46,
  fillsNan: 51,
  strides: 56,
} as const;

/** Writes a map at an offset of a view. */
export function writeTensorMap(view: DataView, at: number, map: TensorMap): void {
  for (let byte = 0; byte < TENSOR_MAP_BYTES; byte++) view.setUint8(at + byte, 0);
  view.setUint32(at + At.mark, MARK, true);
  view.setUint8(at + At.rank, map.sizes.length);
  view.setUint8(at + At.type, map.type);
  view.setUint8(at + At.elementBytes, map.elementBytes);
  view.setUint8(at + At.swizzle, map.swizzle);
  view.setUint8(at + At.fillsNan, map.fillsNan ? 1 : 0);
  view.setBigUint64(at + At.address, map.address, true);
  for (const [dimension, size] of map.sizes.entries()) {
    // A dimension may have 2³² elements.
    view.setUint32(at + At.sizes + 4 * dimension, size - 1, true);
    view.setUint16(at + At.box + 2 * dimension, map.box[dimension]!, true);
    view.setUint8(at + At.steps + dimension, map.steps[dimension]!);
  }
  for (const [dimension, stride] of map.strides.entries())
    view.setBigUint64(at + At.strides + 8 * dimension, stride, true);
}

/** Reads the map at an offset of a view; undefined where there is none. */
export function readTensorMap(view: DataView, at: number): TensorMap | undefined {
  if (view.getUint32(at + At.mark, true) !== MARK) return undefined;
  const dimensions = Array.from({ length: view.getUint8(at + At.rank) }, (_, dimension) => dimension);
  return {
    type: view.getUint8(at + At.type),
    elementBytes: view.getUint8(at + At.elementBytes),
    swizzle: view.getUint8(at + At.swizzle),
    fillsNan: view.getUint8(at + At.fillsNan) === 1,
    address: view.getBigUint64(at + At.address, true),
    sizes: dimensions.map((dimension) => view.getUint32(at + At.sizes + 4 * dimension, true) + 1),
    box: dimensions.map((dimension) => view.getUint16(at + At.box + 2 * dimension, true)),
    steps: dimensions.map((dimension) => view.getUint8(at + At.steps + dimension)),
    strides: dimensions.slice(1).map((_, index) => view.getBigUint64(at + At.strides + 8 * index, true)),
  };
}

/** Elements of a tile by dimension: of the innermost all are taken, whatever its step is. */
export const tileOf = ({ box, steps }: TensorMap): readonly number[] =>
  box.map((elements, dimension) => (dimension === 0 ? elements : Math.ceil(elements / steps[dimension]!)));

/** Bytes between the rows of a tile in shared memory: those of a swizzle are as wide as it is, whatever the tile's are. */
export const pitchOf = (map: TensorMap): number => map.swizzle || map.box[0]! * map.elementBytes;

/** Where a byte of shared memory lies that would lie at another without the swizzle: 16 bytes change places within a row. */
export function swizzled(byte: number, { swizzle }: Pick<TensorMap, "swizzle">): number {
  const rows = swizzle === 0 ? 0 : swizzle / 16 - 1;
  return byte ^ (((byte >>> 7) & rows) << 4);
}

/** A row of a tile: where its elements lie in the tile, and those of them that are in the tensor. */
export interface TileRow {
  /** Bytes from the start of the tile. */
  readonly byte: number;
  /** The first element of the row in the tensor, counted from the row's start, and how many there are. */
  readonly first: number;
  readonly count: number;
  /** Device address of the first one. */
  readonly address: bigint;
}

/** The rows of a tile that begins at some coordinates, in the order in which they lie in the tile. */
export function rowsOf(map: TensorMap, coordinates: readonly number[]): readonly TileRow[] {
  const tile = tileOf(map);
  const pitch = pitchOf(map);
  const count = tile.slice(1).reduce((product, one) => product * one, 1);
  return Array.from({ length: count }, (_, index) => {
    let rest = index;
    let address = map.address;
    let isInside = true;
    for (let dimension = 1; dimension < tile.length; dimension++) {
      const at = coordinates[dimension]! + (rest % tile[dimension]!) * map.steps[dimension]!;
      rest = Math.floor(rest / tile[dimension]!);
      isInside &&= at >= 0 && at < map.sizes[dimension]!;
      address += BigInt(at) * map.strides[dimension - 1]!;
    }
    const [start, size] = [coordinates[0]!, map.sizes[0]!];
    const first = Math.min(tile[0]!, Math.max(0, -start));
    const end = Math.max(first, Math.min(tile[0]!, size - start));
    const inside = isInside ? end - first : 0;
    return { byte: index * pitch, first, count: inside, address: address + BigInt((start + first) * map.elementBytes) };
  });
}
