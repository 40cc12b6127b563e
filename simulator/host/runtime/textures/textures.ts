/** Texture and surface objects, and the texture references of old. Reference: CUDA Runtime API, "Texture Object Management". */

import { ChannelKind, type Mipmap, type Sampler, type TexelBlock, texelBytes } from "../../../textures/model";
import { objectsOf } from "../../../textures/objects";
import { offsetOf } from "../../model/addresses";
import { report } from "../../model/findings";
import type { HostLibrary, HostMachine } from "../../model/machine";
import { note } from "../../model/recordAllocation";
import { HostUnsupported } from "../../model/traps";
import { CudaError, calls } from "../state/errors";
import { placeOf } from "../state/kinds";
import { noteAddressing } from "./addressing";
import { channelFormat } from "./arrays";
import { levelsOf } from "./mipmaps";

/** `cudaResourceType`. */
const Resource = { array: 0, mipmapped: 1, linear: 2, pitch2D: 3 } as const;
/** Bytes of the structures, in our `driver_types.h`. */
const RESOURCE_BYTES = 64;
const DESCRIPTION_BYTES = 72;
const VIEW_BYTES = 48;

/** Descriptors by handle, as programs may ask for them back. */
interface Descriptors {
  readonly resource: Uint8Array;
  readonly description: Uint8Array | undefined;
  readonly view?: Uint8Array | undefined;
}
const descriptors = new WeakMap<HostMachine, Map<bigint, Descriptors>>();

function remembered(machine: HostMachine): Map<bigint, Descriptors> {
  let known = descriptors.get(machine);
  if (!known) {
    known = new Map();
    descriptors.set(machine, known);
  }
  return known;
}

/** Texels that a `cudaResourceDesc` names, or an error code. */
function texelsOf(machine: HostMachine, at: bigint): TexelBlock | number {
  const type = machine.getInt(at);
  const pointer = machine.getLong(at + 8n);
  if (type === Resource.array) return machine.cuda.arrays.get(pointer)?.texels ?? CudaError.InvalidResourceHandle;
  if (type === Resource.mipmapped) return levelsOf(machine, pointer)?.[0] ?? CudaError.InvalidResourceHandle;
  if (type !== Resource.linear && type !== Resource.pitch2D) return CudaError.NotSupported;
  const format = channelFormat(machine, at + 16n);
  if (!format) return CudaError.InvalidChannelDescriptor;
  const { kind, left } = placeOf(machine, pointer);
  if (kind === "pageable" || kind === "nothing") return CudaError.InvalidValue;
  const start = offsetOf(pointer);
  const first = Number(machine.getLong(at + 40n));
  if (type === Resource.linear) {
    if (first > left) return CudaError.InvalidValue;
    const width = Math.floor(first / texelBytes(format));
    return { start, format, width, height: 0, depth: 0, pitch: first, slice: first, linear: true };
  }
  const [height, pitch] = [machine.getLong(at + 48n), machine.getLong(at + 56n)].map(Number) as [number, number];
  // Rows of a texture in linear memory start at multiples of 32 bytes (cudaDeviceProp::texturePitchAlignment).
  if (pitch % 32 !== 0 || pitch < first * texelBytes(format)) return CudaError.InvalidValue;
  return { start, format, width: first, height, depth: 0, pitch, slice: pitch * height, inRows: true };
}

function samplerOf(machine: HostMachine, at: bigint): Sampler {
  const int = (offset: bigint) => machine.getInt(at + offset);
  const real = (offset: bigint) => machine.view.getFloat32(machine.at(at + offset, 4), true);
  return {
    address: [int(0n), int(4n), int(8n)],
    linear: int(12n) === 1,
    normalizedFloat: int(16n) === 1,
    border: [real(24n), real(28n), real(32n), real(36n)],
    normalizedCoordinates: int(40n) !== 0,
  };
}

/** The levels after a texture object and how it chooses among them, when its resource is a mipmapped array. */
function mipmapOf(machine: HostMachine, resource: bigint, description: bigint): Mipmap | undefined {
  if (machine.getInt(resource) !== Resource.mipmapped) return undefined;
  const levels = levelsOf(machine, machine.getLong(resource + 8n));
  const real = (offset: bigint) => machine.view.getFloat32(machine.at(description + offset, 4), true);
  if (!levels) return undefined;
  return {
    levels,
    linear: machine.getInt(description + 48n) === 1,
    bias: real(52n),
    least: real(56n),
    most: real(60n),
  };
}

/** Why a sampler cannot read such texels: filtering is for floats, and 32-bit integers have no normalised form. */
function refusal({ format, linear }: TexelBlock, sampler: Sampler): string | undefined {
  const isFloat = format.kind === ChannelKind.float;
  if (sampler.linear && !linear && !isFloat && !sampler.normalizedFloat)
    return "cudaFilterModeLinear filters floating-point texels, and these are integers; use cudaFilterModePoint, or cudaReadModeNormalizedFloat for 8 and 16 bits";
  if (sampler.normalizedFloat && !isFloat && format.bits[0] === 32)
    return "cudaReadModeNormalizedFloat is for integers of 8 and 16 bits, and these have 32";
  return undefined;
}

/** `cudaResourceViewFormat` from 1 on, by threes of 1, 2 and 4 channels: bits and kind of a channel. */
const viewChannels: readonly (readonly [bits: number, kind: number])[] = [
  [8, ChannelKind.unsigned],
  [8, ChannelKind.signed],
  [16, ChannelKind.unsigned],
  [16, ChannelKind.signed],
  [32, ChannelKind.unsigned],
  [32, ChannelKind.signed],
  [16, ChannelKind.float],
  [32, ChannelKind.float],
];

/** A view may name texels as they are; one that reads them as others, or only some levels or layers, is not simulated. */
function refuseView(machine: HostMachine, { format }: TexelBlock, view: bigint): void {
  const number = machine.getInt(view);
  const channel = viewChannels[Math.floor((number - 1) / 3)];
  const channels = [1, 2, 4][(number - 1) % 3];
  const isSame = channel?.[0] === format.bits[0] && channel?.[1] === format.kind;
  const own = format.bits.filter((one) => one > 0).length;
  const first = [32n, 40n].map((at) => machine.getInt(view + at));
  if ((number === 0 || (isSame && channels === own)) && first.every((one) => one === 0)) return;
  const what = "a view of a texture's resource that reads it as another format, or only some of its levels or layers";
  throw new HostUnsupported(`${what}, is not simulated: create the array as it is read`, machine.place);
}

function handleOf(machine: HostMachine, kind: "texture" | "surface", call: string): bigint {
  machine.cuda.nextHandle += 16n;
  note(machine, { kind, call, address: machine.cuda.nextHandle, bytes: 0 });
  return machine.cuda.nextHandle;
}

function giveBack(machine: HostMachine, to: bigint, bytes: Uint8Array | undefined): number {
  if (!bytes) return CudaError.InvalidValue;
  machine.bytes.set(bytes, machine.at(to, bytes.length));
  return CudaError.Success;
}

/** A texture reference's sampler, from the structure in `texture_reference.h`. */
function referenceSampler(machine: HostMachine, at: bigint): Sampler {
  const int = (offset: bigint) => machine.getInt(at + offset);
  return {
    normalizedCoordinates: int(0n) !== 0,
    linear: int(4n) === 1,
    address: [int(8n), int(12n), int(16n)],
    normalizedFloat: int(64n) === 1,
    border: [0, 0, 0, 0],
  };
}

/** Gives the variable on the device after a reference a new handle; undefined where there is none. */
function newHandle({ cuda, memory }: HostMachine, reference: bigint): bigint | undefined {
  const name = cuda.symbols.get(reference);
  const variable = cuda.program.module.globals.find((one) => one.name === name);
  const address = variable && memory.place(cuda.program.module).get(variable);
  if (address === undefined) return undefined;
  cuda.nextHandle += 16n;
  memory.write(address, new Uint8Array(new BigUint64Array([cuda.nextHandle]).buffer));
  return cuda.nextHandle;
}

/** Says once that current toolkits refuse the program. Reference: CUDA 12.0 release notes, "Deprecated and Dropped Features". */
function reportRemoved(machine: HostMachine, kind: "Texture" | "Surface"): void {
  const message = `${kind} references were removed in CUDA 12. Use cuda${kind}Object_t.`;
  if (machine.findings.some((known) => known.message === message)) return;
  report(machine, { kind: "removed-api", message, place: machine.place });
}

/** Binds texels to a texture reference: the variable on the device gets the handle of a texture object. */
function bind(machine: HostMachine, reference: bigint, texels: TexelBlock): number {
  const handle = newHandle(machine, reference);
  if (handle === undefined) return CudaError.InvalidTexture;
  reportRemoved(machine, "Texture");
  const sampler = referenceSampler(machine, reference);
  objectsOf(machine.memory).textures.set(handle, { texels, sampler });
  return CudaError.Success;
}

/** The runtime's calls about textures and surfaces, by name. */
export const textures: HostLibrary = calls({
  cudaCreateTextureObject(machine, result: bigint, resource: bigint, description: bigint, view: bigint) {
    if (result === 0n || resource === 0n || description === 0n) return CudaError.InvalidValue;
    const texels = texelsOf(machine, resource);
    if (typeof texels === "number") return texels;
    if (view !== 0n) refuseView(machine, texels, view);
    const sampler = samplerOf(machine, description);
    const reason = refusal(texels, sampler);
    if (reason) {
      machine.cuda.refusal = { reason };
      return CudaError.InvalidValue;
    }
    const handle = handleOf(machine, "texture", "cudaCreateTextureObject");
    const mipmap = mipmapOf(machine, resource, description);
    const texture = { texels, sampler, ...(mipmap && { mipmap }), clamped: new Set<number>() };
    objectsOf(machine.memory).textures.set(handle, texture);
    noteAddressing(machine, handle, texture);
    remembered(machine).set(handle, {
      resource: machine.bytesAt(resource, RESOURCE_BYTES),
      description: machine.bytesAt(description, DESCRIPTION_BYTES),
      view: view === 0n ? undefined : machine.bytesAt(view, VIEW_BYTES),
    });
    machine.setLong(result, handle);
    return CudaError.Success;
  },
  cudaDestroyTextureObject(machine, handle: bigint) {
    machine.log.free(handle, machine.place);
    return objectsOf(machine.memory).textures.delete(handle) || handle === 0n
      ? CudaError.Success
      : CudaError.InvalidValue;
  },
  cudaGetTextureObjectResourceDesc: (machine, to: bigint, handle: bigint) =>
    giveBack(machine, to, remembered(machine).get(handle)?.resource),
  cudaGetTextureObjectTextureDesc: (machine, to: bigint, handle: bigint) =>
    giveBack(machine, to, remembered(machine).get(handle)?.description),
  cudaGetTextureObjectResourceViewDesc: (machine, to: bigint, handle: bigint) =>
    giveBack(machine, to, remembered(machine).get(handle)?.view),
  cudaCreateSurfaceObject(machine, result: bigint, resource: bigint) {
    if (machine.getInt(resource) !== Resource.array) return CudaError.InvalidValue;
    const texels = texelsOf(machine, resource);
    if (typeof texels === "number") return texels;
    const handle = handleOf(machine, "surface", "cudaCreateSurfaceObject");
    objectsOf(machine.memory).surfaces.set(handle, texels);
    remembered(machine).set(handle, { resource: machine.bytesAt(resource, RESOURCE_BYTES), description: undefined });
    machine.setLong(result, handle);
    return CudaError.Success;
  },
  cudaDestroySurfaceObject(machine, handle: bigint) {
    machine.log.free(handle, machine.place);
    return objectsOf(machine.memory).surfaces.delete(handle) || handle === 0n
      ? CudaError.Success
      : CudaError.InvalidValue;
  },
  cudaGetSurfaceObjectResourceDesc: (machine, to: bigint, handle: bigint) =>
    giveBack(machine, to, remembered(machine).get(handle)?.resource),
  cudaBindTexture(machine, offset: bigint, reference: bigint, pointer: bigint, description: bigint, size: bigint) {
    const format = channelFormat(machine, description);
    if (!format) return CudaError.InvalidChannelDescriptor;
    const { kind, left } = placeOf(machine, pointer);
    if (kind === "pageable" || kind === "nothing") return CudaError.InvalidValue;
    if (offset !== 0n) machine.setLong(offset, 0n);
    const bytes = Math.min(Number(size), left);
    const width = Math.floor(bytes / texelBytes(format));
    return bind(machine, reference, {
      start: offsetOf(pointer),
      format,
      width,
      height: 0,
      depth: 0,
      pitch: bytes,
      slice: bytes,
      linear: true,
    });
  },
  cudaBindTexture2D(
    machine,
    offset: bigint,
    reference: bigint,
    pointer: bigint,
    description: bigint,
    width: bigint,
    height: bigint,
    pitch: bigint,
  ) {
    const format = channelFormat(machine, description);
    if (!format) return CudaError.InvalidChannelDescriptor;
    if (offset !== 0n) machine.setLong(offset, 0n);
    return bind(machine, reference, {
      start: offsetOf(pointer),
      format,
      width: Number(width),
      height: Number(height),
      depth: 0,
      pitch: Number(pitch),
      slice: Number(pitch * height),
      inRows: true,
    });
  },
  cudaBindTextureToArray(machine, reference: bigint, handle: bigint) {
    const array = machine.cuda.arrays.get(handle);
    return array ? bind(machine, reference, array.texels) : CudaError.InvalidResourceHandle;
  },
  cudaBindSurfaceToArray(machine, reference: bigint, handle: bigint) {
    const array = machine.cuda.arrays.get(handle);
    if (!array) return CudaError.InvalidResourceHandle;
    const surface = newHandle(machine, reference);
    if (surface === undefined) return CudaError.InvalidSurface;
    reportRemoved(machine, "Surface");
    objectsOf(machine.memory).surfaces.set(surface, array.texels);
    return CudaError.Success;
  },
  cudaUnbindTexture: () => CudaError.Success,
});
