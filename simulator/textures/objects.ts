/** The texture and surface objects of a device, by handle. */
import type { DeviceMemory } from "../memory/device";
import type { TexelBlock, TextureObject } from "./model";

/** Objects for handles that no program created, by the name of the function that fetches, and by a surface's geometry. */
export interface AssumedObjects {
  texture(handle: bigint, name: string): TextureObject | undefined;
  surface(handle: bigint, geometry: string): TexelBlock | undefined;
}

/** The texture and surface objects of a device, by their handles. */
export interface DeviceObjects {
  readonly textures: Map<bigint, TextureObject>;
  readonly surfaces: Map<bigint, TexelBlock>;
  /** Of a kernel that runs by itself. */
  assumed?: AssumedObjects;
}

const devices = new WeakMap<DeviceMemory, DeviceObjects>();

/** The table of texture objects that the runtime creates and kernels fetch from. */
export function objectsOf(memory: DeviceMemory): DeviceObjects {
  const known = devices.get(memory);
  if (known) return known;
  const made: DeviceObjects = { textures: new Map(), surfaces: new Map() };
  devices.set(memory, made);
  return made;
}
