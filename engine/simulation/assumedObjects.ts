/**
 * Textures and surfaces of a kernel that runs by itself: only its program creates real ones, so each handle that the kernel
 * uses stands for one of a plausible size, with data. A fetch never leads nowhere for want of an object.
 */
import type { Dim3 } from "../../analyzer/hardware/model";
import type { Instruction, Module } from "../../analyzer/ir/model";
import type { DeviceMemory } from "../../simulator/memory/device";
import { calleeName } from "../../simulator/plan/calls";
import {
  AddressMode,
  type ChannelFormat,
  ChannelKind,
  type TexelBlock,
  texelBytes,
} from "../../simulator/textures/model";
import { objectsOf } from "../../simulator/textures/objects";
import type { AssumedSampler } from "../model/job";

/** What is known of a kernel's objects: its launch, and the module that says which channels it takes of a texel. */
export interface Surroundings {
  readonly module: Module;
  readonly kernel: string;
  readonly grid: Dim3;
  readonly block: Dim3;
  readonly sampler: AssumedSampler;
  /** Texels are zero. */
  readonly flat: boolean;
}

/** Texels of one object; more than a kernel by itself needs only make it slow to fill. */
const MOST_TEXELS = 1 << 22;
/** The least texels along an axis: smaller launches often read more than one texel a thread. */
const LEAST = { line: 1 << 16, side: 64, slices: 16, layers: 8 } as const;
/** Surfaces of one geometry that differ: what a kernel reads, what it writes, and two more. */
const SURFACES = 4;
/** Bytes of the widest texel, which is that of a surface: what a thread accesses there says its own width. */
const SURFACE_TEXEL: ChannelFormat = { bits: [32, 32, 32, 32], kind: ChannelKind.unsigned };

const kinds: Readonly<Record<string, number>> = {
  f: ChannelKind.float,
  s: ChannelKind.signed,
  u: ChannelKind.unsigned,
};

/** Bits that are left of a channel's value: 8 or 16 where all uses narrow it. */
function bitsOfUses(uses: readonly Instruction[]): number {
  const widths = uses.map((use) => {
    if (use.op === "cast" && use.cast === "trunc" && use.type.kind === "int") return use.type.bits;
    const mask = use.op === "binary" && use.binary === "and" && use.right.kind === "int" ? use.right.value : 0n;
    return mask === 0xffn ? 8 : mask === 0xffffn ? 16 : 32;
  });
  const widest = Math.max(...widths, 8);
  return uses.length === 0 || widest > 16 ? 32 : widest > 8 ? 16 : 8;
}

const geometryOf = (name: string): string => name.slice("__wl_tex_".length, -2);

/** Texture functions that the code calls with what it takes of their results, and the geometries of its surfaces. */
interface ObjectsUsed {
  readonly formats: ReadonlyMap<string, ChannelFormat>;
  readonly geometries: ReadonlySet<string>;
}

function objectsUsed({ module, kernel }: Surroundings): ObjectsUsed {
  const formats = new Map<string, ChannelFormat>();
  const geometries = new Set<string>();
  for (const fn of module.functions) {
    if (fn.isKernel && fn.name !== kernel) continue;
    const all = fn.blocks.flatMap((block) => block.instructions);
    for (const call of all) {
      const name = call.op === "call" ? calleeName(call) : undefined;
      const surface = /^__wl_surf_(\w+)_(read|write)$/.exec(name ?? "")?.[1];
      if (surface) geometries.add(surface);
      if (name && /^__wl_tex_\w+_[fsu]$/.test(name)) formats.set(name, formatTaken(name, call, all, formats.get(name)));
    }
  }
  return { formats, geometries };
}

/** The texels of a fetch by what the code takes of its result: as many channels and bits, no fewer than `known` has. */
function formatTaken(
  name: string,
  call: Instruction,
  all: readonly Instruction[],
  known: ChannelFormat | undefined,
): ChannelFormat {
  const kind = kinds[name.at(-1)!]!;
  const parts = all.filter((one) => one.op === "extractvalue" && one.aggregate === call);
  const last = Math.max(0, ...parts.map((one) => (one.op === "extractvalue" ? (one.path[0] ?? 0) : 0)));
  const uses = all.filter((one) => parts.some((part) => usesValue(one, part)));
  const own = kind === ChannelKind.float ? 32 : bitsOfUses(uses);
  const channels = Math.max(last < 2 ? last + 1 : 4, known?.bits.filter((one) => one > 0).length ?? 0);
  const bits = Math.max(own, known?.bits[0] ?? 0);
  const of = (channel: number) => (channel < channels ? bits : 0);
  return { bits: [of(0), of(1), of(2), of(3)], kind };
}

/** Whether a cast or an operation takes a value; only these narrow it. */
function usesValue(user: Instruction, value: Instruction): boolean {
  if (user.op === "cast") return user.value === value;
  return user.op === "binary" && (user.left === value || user.right === value);
}

/** Texels along the axes: one for each thread of the launch, at least `LEAST`, fewer where all together are too many. */
function sizeFor(geometry: string, { grid, block }: Surroundings, most: number): readonly [number, number, number] {
  const [x, y, z] = grid.map((blocks, axis) => blocks * block[axis]!) as [number, number, number];
  if (geometry.startsWith("1d")) {
    const layers = geometry.includes("layered") ? Math.max(z, LEAST.layers) : 0;
    return [Math.min(Math.max(x * y * z, LEAST.line), most / Math.max(1, layers)), 0, layers];
  }
  const size: [number, number, number] = [Math.max(x, LEAST.side), Math.max(y, LEAST.side), 0];
  if (geometry.startsWith("cubemap")) {
    const side = Math.min(size[0], 256);
    return [side, side, geometry.includes("layered") ? 6 * LEAST.layers : 6];
  }
  if (geometry.includes("layered")) size[2] = Math.max(z, LEAST.layers);
  if (geometry.startsWith("3d")) size[2] = Math.max(z, LEAST.slices);
  while (size[0] * size[1] * Math.max(1, size[2]) > most) {
    const widest = size.indexOf(Math.max(...size));
    size[widest] = Math.ceil(size[widest]! / 2);
  }
  return size;
}

/** Reals in [0, 1) and integers below 256, which differ from one channel to the next. */
function fill(memory: DeviceMemory, start: number, bytes: number, { bits, kind }: ChannelFormat): void {
  const { buffer } = memory.memory;
  const values =
    bits[0] === 8
      ? new Uint8Array(buffer, start, bytes)
      : bits[0] === 16
        ? new Uint16Array(buffer, start, bytes / 2)
        : kind === ChannelKind.float
          ? new Float32Array(buffer, start, bytes / 4)
          : new Uint32Array(buffer, start, bytes / 4);
  const isReal = kind === ChannelKind.float;
  // Knuth's multiplicative hash: neighbours differ, and the same index has the same value in every run.
  for (let i = 0; i < values.length; i++) {
    const hashed = Math.imul(i, 2654435761) >>> 8;
    values[i] = isReal ? hashed / 2 ** 24 : hashed & (kind === ChannelKind.signed ? 127 : 255);
  }
}

/** Memory for one object, and whether it has its data. */
interface Reserved {
  readonly texels: TexelBlock;
  readonly bytes: number;
  isFilled: boolean;
}

/** Reserves memory for an object: as much as its size takes, or less where there is not so much. */
function reserve(
  memory: DeviceMemory,
  geometry: string,
  format: ChannelFormat,
  surroundings: Surroundings,
): Reserved | undefined {
  for (let most = MOST_TEXELS; most >= LEAST.side; most /= 4) {
    const [width, height, depth] = sizeFor(geometry, surroundings, most);
    const pitch = width * texelBytes(format);
    const slice = pitch * Math.max(1, height);
    const bytes = slice * Math.max(1, depth);
    const address = memory.allocate(bytes);
    if (address === undefined) continue;
    const start = Number(BigInt.asUintN(32, address));
    const linear = geometry === "1dfetch" && { linear: true as const };
    return { texels: { start, format, width, height, depth, pitch, slice, ...linear }, bytes, isFilled: false };
  }
  return undefined;
}

/**
 * Gives every handle of a device that no program created an object. Memory is reserved now, since it may not grow while a kernel
 * runs, and filled when it is first used. Textures that one function fetches share their texels; surfaces have their own.
 */
export function assumeObjects(memory: DeviceMemory, surroundings: Surroundings): void {
  const { formats, geometries } = objectsUsed(surroundings);
  if (formats.size === 0 && geometries.size === 0) return;
  const textures = new Map(
    [...formats].map(([name, format]) => [name, reserve(memory, geometryOf(name), format, surroundings)]),
  );
  const surfaces = new Map(
    [...geometries].map((geometry) => [
      geometry,
      Array.from({ length: SURFACES }, () => reserve(memory, geometry, SURFACE_TEXEL, surroundings)),
    ]),
  );
  const filled = (reserved: Reserved | undefined): TexelBlock | undefined => {
    if (reserved && !reserved.isFilled && !surroundings.flat) {
      fill(memory, reserved.texels.start, reserved.bytes, reserved.texels.format);
      reserved.isFilled = true;
    }
    return reserved?.texels;
  };
  const modes = [AddressMode.clamp, AddressMode.clamp, AddressMode.clamp] as const;
  const sampler = { ...surroundings.sampler, address: modes, normalizedFloat: false, border: [0, 0, 0, 0] as const };
  const seen: bigint[] = [];
  objectsOf(memory).assumed = {
    texture(_handle, name) {
      const texels = filled(textures.get(name));
      return texels && { texels, sampler };
    },
    surface(handle, geometry) {
      if (!seen.includes(handle)) seen.push(handle);
      const texels = filled(surfaces.get(geometry)?.[seen.indexOf(handle) % SURFACES]);
      return texels && { ...texels, isAssumed: true };
    },
  };
}
