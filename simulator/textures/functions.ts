/**
 * The `__wl_tex_*` and `__wl_surf_*` functions that our headers declare, one call a lane. Results are left as four words
 * at `Place.scratch`.
 */

import type { DeviceMemory } from "../memory/device";
import { MemoryMap } from "../memory/layout";
import { Stop } from "../memory/stop";
import { touchedSectors } from "./footprint";
import { sampleGradient, sampleLevel } from "./mipmaps";
import type { TexelBlock, TextureObject } from "./model";
import { objectsOf } from "./objects";
import { fetchLinear, gather, layerIndex, sample, sampleCube } from "./sample";
import { SurfaceTrap, surfacePlace } from "./surface";
import { readsFloats, type Texel } from "./texel";

type Fetch = (view: DataView, texture: TextureObject, ...at: number[]) => Texel;

/** By the geometry in the function's name. */
const fetches: Readonly<Record<string, Fetch>> = {
  "1dfetch": (view, texture, x) => fetchLinear(view, texture, x!),
  "1d": (view, texture, x) => sample(view, texture, [x!]),
  "2d": (view, texture, x, y) => sample(view, texture, [x!, y!]),
  "3d": (view, texture, x, y, z) => sample(view, texture, [x!, y!, z!]),
  "1dlayered": (view, texture, x, layer) => sample(view, texture, [x!], layerIndex(layer!, texture.texels.depth)),
  "2dlayered": (view, texture, x, y, layer) =>
    sample(view, texture, [x!, y!], layerIndex(layer!, texture.texels.depth)),
  cubemap: (view, texture, x, y, z) => sampleCube(view, texture, x!, y!, z!, 0),
  cubemaplayered: (view, texture, x, y, z, layer) =>
    sampleCube(view, texture, x!, y!, z!, layerIndex(layer!, texture.texels.depth / 6)),
  "1dlod": (view, texture, x, level) => sampleLevel(view, texture, [x!], level!),
  "2dlod": (view, texture, x, y, level) => sampleLevel(view, texture, [x!, y!], level!),
  "3dlod": (view, texture, x, y, z, level) => sampleLevel(view, texture, [x!, y!, z!], level!),
  "2dgrad": (view, texture, x, y, ...d) => sampleGradient(view, texture, [x!, y!], d.slice(0, 2), d.slice(2)),
  "2dgather": (view, texture, x, y, channel) => gather(view, texture, x!, y!, channel!),
};

/** How a surface function's coordinates after x name row and slice. */
const surfaces: Readonly<Record<string, (...at: number[]) => readonly [number, number, number]>> = {
  "1d": (x) => [x!, 0, 0],
  "2d": (x, y) => [x!, y!, 0],
  "3d": (x, y, z) => [x!, y!, z!],
  "1dlayered": (x, layer) => [x!, 0, layer!],
  "2dlayered": (x, y, layer) => [x!, y!, layer!],
  cubemap: (x, y, face) => [x!, y!, face!],
};

function stop(message: string): never {
  throw new Stop({ kind: "trapped", message });
}

function write(view: DataView, texel: Texel, asFloats: boolean): void {
  texel.forEach((value, i) => {
    const at = MemoryMap.scratch + 4 * i;
    if (asFloats) view.setFloat32(at, value, true);
    else view.setUint32(at, value >>> 0, true);
  });
}

type DeviceFunction = (...values: never[]) => void;

/** Notified of every fetch before it happens: sectors by number, or undefined where they are not known. */
export type Fetched = (sectors: readonly number[] | undefined) => void;

function textureFunction(memory: DeviceMemory, name: string, fetch: Fetch, fetched: Fetched): DeviceFunction {
  const objects = objectsOf(memory);
  const geometry = name.slice("__wl_tex_".length, -2);
  return (signed: bigint, ...at: number[]) => {
    const handle = BigInt.asUintN(64, signed);
    const texture = objects.textures.get(handle) ?? objects.assumed?.texture(handle, name);
    if (!texture) stop(`A thread fetches from 0x${handle.toString(16)}, which is no texture object or was destroyed.`);
    fetched(touchedSectors(geometry, texture, at));
    const view = memory.view();
    const floats = readsFloats(texture.texels.format, texture.sampler.normalizedFloat);
    write(view, fetch(view, texture, ...at), floats);
  };
}

function place(
  block: TexelBlock | undefined,
  handle: bigint,
  ...rest: [number, number, readonly [number, number, number]]
) {
  if (!block) stop(`A thread uses 0x${handle.toString(16)}, which is no surface object or was destroyed.`);
  try {
    return surfacePlace(block, ...rest);
  } catch (error) {
    if (error instanceof SurfaceTrap) stop(`A thread ${error.message}.`);
    throw error;
  }
}

function surfaceFunctions(memory: DeviceMemory, geometry: string): [string, DeviceFunction][] {
  const objects = objectsOf(memory);
  const blockOf = (signed: bigint): TexelBlock | undefined => {
    const handle = BigInt.asUintN(64, signed);
    return objects.surfaces.get(handle) ?? objects.assumed?.surface(handle, geometry);
  };
  const coordinates = surfaces[geometry]!;
  const read = (handle: bigint, bytes: number, mode: number, ...at: number[]) => {
    const from = place(blockOf(handle), handle, bytes, mode, coordinates(...at));
    const all = memory.bytes();
    all.fill(0, MemoryMap.scratch, MemoryMap.scratch + 16);
    if (from !== undefined) all.copyWithin(MemoryMap.scratch, from, from + bytes);
  };
  const store = (handle: bigint, bytes: number, mode: number, ...values: number[]) => {
    const to = place(blockOf(handle), handle, bytes, mode, coordinates(...values.slice(4)));
    if (to === undefined) return;
    const view = memory.view();
    for (let byte = 0; byte < bytes; byte++) view.setUint8(to + byte, values[byte >> 2]! >>> (8 * (byte & 3)));
  };
  return [
    [`__wl_surf_${geometry}_read`, read],
    [`__wl_surf_${geometry}_write`, store],
  ];
}

/** Names of all functions, for the compiler of kernels. */
export const textureNames: readonly string[] = [
  ...Object.keys(fetches).flatMap((name) => ["f", "s", "u"].map((kind) => `__wl_tex_${name}_${kind}`)),
  ...Object.keys(surfaces).flatMap((name) => [`__wl_surf_${name}_read`, `__wl_surf_${name}_write`]),
];

/** The functions over one device's objects, by name. */
export function textureFunctions(memory: DeviceMemory, fetched: Fetched): Record<string, DeviceFunction> {
  return Object.fromEntries([
    ...Object.entries(fetches).flatMap(([name, fetch]) =>
      ["f", "s", "u"]
        .map((kind) => `__wl_tex_${name}_${kind}`)
        .map((full): [string, DeviceFunction] => [full, textureFunction(memory, full, fetch, fetched)]),
    ),
    ...Object.keys(surfaces).flatMap((name) => surfaceFunctions(memory, name)),
  ]);
}
