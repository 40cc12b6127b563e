/** The reference: what CUDA's built-ins and the calls of its runtime do, by name. */
import { atomics } from "./device/atomics";
import { barriers } from "./device/barriers";
import { mathematics } from "./device/mathematics";
import { memoryFunctions } from "./device/memory";
import { qualifiers } from "./device/qualifiers";
import { textures } from "./device/textures";
import { variables } from "./device/variables";
import { warpFunctions } from "./device/warp";
import { copyCalls } from "./host/copies";
import { declarations } from "./host/declarations";
import type { Described } from "./host/describe";
import { deviceCalls } from "./host/devices";
import { memoryCalls } from "./host/memory";
import { streamCalls } from "./host/streams";
import type { Entries, Entry } from "./model";

/** Names that device code uses. */
export const deviceEntries: Entries = {
  ...variables,
  ...qualifiers,
  ...barriers,
  ...warpFunctions,
  ...atomics,
  ...memoryFunctions,
  ...mathematics,
  ...textures,
};

/** Descriptions of the calls that host code uses; `declarations` has the signatures of all. */
export const hostDescriptions: Described = { ...memoryCalls, ...copyCalls, ...streamCalls, ...deviceCalls };

/** What is known of a name; undefined for a name that is not CUDA's. A call without a description has its signature alone. */
export function entryOf(name: string): Entry | undefined {
  if (Object.hasOwn(deviceEntries, name)) return deviceEntries[name];
  const signatures = declarations().get(name);
  if (!signatures) return undefined;
  return { does: "", ...(Object.hasOwn(hostDescriptions, name) ? hostDescriptions[name] : {}), signatures };
}

/** Every name of the reference. */
export function entryNames(): readonly string[] {
  return [...Object.keys(deviceEntries), ...declarations().keys()];
}
