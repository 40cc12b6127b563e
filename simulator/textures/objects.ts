/** The texture and surface objects of a device, by handle. */
import type { DeviceMemory } from "../memory/device";
import type { TexelBlock, TextureObject } from "./model";

/** The texture and surface objects of a device, by their handles. */
export interface DeviceObjects {
  readonly textures: Map<bigint, TextureObject>;
  readonly surfaces: Map<bigint, TexelBlock>;
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
