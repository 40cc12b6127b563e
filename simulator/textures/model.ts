/** Texture and surface objects: where their texels lie, what a texel is, and how it is read. */

/** Numbers as in `cudaChannelFormatKind`. */
export const ChannelKind = { signed: 0, unsigned: 1, float: 2 } as const;
/** Numbers as in `cudaTextureAddressMode`. */
export const AddressMode = { wrap: 0, clamp: 1, mirror: 2, border: 3 } as const;

/** Bits of each channel (0 for none) and their kind. Channels of one texel are equally wide. */
export interface ChannelFormat {
  readonly bits: readonly [number, number, number, number];
  readonly kind: number;
}

/** Bytes of one texel. */
export function texelBytes({ bits }: ChannelFormat): number {
  return bits.reduce((sum, one) => sum + one, 0) / 8;
}

/** Texels in linear memory: rows of `pitch` bytes, slices (depth, layers, faces) of `slice` bytes. */
export interface TexelBlock {
  /** Place of the first texel in linear memory. */
  readonly start: number;
  readonly format: ChannelFormat;
  readonly width: number;
  /** 0 for one dimension, as the runtime counts it. */
  readonly height: number;
  /** Slices of a volume, or layers; a layered cubemap has six faces for each layer. */
  readonly depth: number;
  readonly pitch: number;
  readonly slice: number;
  /** Plain linear memory: only fetches by index, and nothing is filtered. */
  readonly linear?: true;
  /** Linear memory with a pitch, which lies as it is written and not in tiles. */
  readonly inRows?: true;
  /** Its size is assumed: accesses of a surface outside of it are dropped and never trap. */
  readonly isAssumed?: true;
}

/** How a texture is read at coordinates: the fields of CUDA's `cudaTextureDesc` that decide a value. */
export interface Sampler {
  readonly address: readonly [number, number, number];
  readonly linear: boolean;
  /** Integer texels become floats in [0, 1] or [-1, 1]. */
  readonly normalizedFloat: boolean;
  /** Coordinates run over [0, 1). */
  readonly normalizedCoordinates: boolean;
  readonly border: readonly [number, number, number, number];
}

/** Levels of a mipmap, the finest first, and how a level of detail chooses among them. */
export interface Mipmap {
  readonly levels: readonly TexelBlock[];
  /** Mixes the two nearest levels instead of taking the nearest. */
  readonly linear: boolean;
  readonly bias: number;
  readonly least: number;
  readonly most: number;
}

/** What a handle of a texture object stands for. */
export interface TextureObject {
  /** The finest level. */
  readonly texels: TexelBlock;
  readonly sampler: Sampler;
  readonly mipmap?: Mipmap;
  /** Gets the axes, 0 for x, along which a fetch was clamped although the sampler says to wrap or to mirror. */
  readonly clamped?: Set<number>;
}
