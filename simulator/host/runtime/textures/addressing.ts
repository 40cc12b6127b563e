/**
 * Texture objects whose address modes do something else than they say. Wrapping and mirroring exist for normalised
 * coordinates; with others the texture clamps. Reference: CUDA C++ Programming Guide, "Texture Object API".
 */
import { AddressMode, type TextureObject } from "../../../textures/model";
import { objectsOf } from "../../../textures/objects";
import { report } from "../../model/findings";
import type { HostMachine } from "../../model/machine";

const axes = ["x", "y", "z"];
const modeNames: Readonly<Record<number, string>> = {
  [AddressMode.wrap]: "cudaAddressModeWrap",
  [AddressMode.mirror]: "cudaAddressModeMirror",
};

function reportAxis(machine: HostMachine, handle: bigint, { sampler }: TextureObject, axis: number): void {
  const mode = sampler.address[axis]!;
  const isWrap = mode === AddressMode.wrap;
  const fetches = isWrap ? ", and a kernel has fetched outside of the texels" : "";
  const record = machine.log.at(handle);
  report(machine, {
    kind: "texture-description",
    // A description of zeros says so, too: the program need not have meant it.
    severity: isWrap ? "information" : "warning",
    message: `The texture has ${modeNames[mode]}${isWrap ? " (0)" : ""} along ${axes[axis]} and coordinates that are not normalized${fetches}: it clamps to the edge instead. Set normalizedCoords = 1 and fetch at coordinates from 0 to 1, or set addressMode[${axis}] to cudaAddressModeClamp.`,
    place: record?.place ?? machine.place,
  });
}

/** A texture object is made. What mirrors was written so; what wraps may be a description of zeros, and is looked at when it matters. */
export function noteAddressing(machine: HostMachine, handle: bigint, texture: TextureObject): void {
  const { sampler, texels } = texture;
  // Directions of a cubemap have no address mode, and neither have layers.
  const mayBeCube = texels.depth > 0 && texels.depth % 6 === 0 && texels.width === texels.height;
  if (sampler.normalizedCoordinates || texels.linear || mayBeCube) return;
  const used = texels.height > 0 ? 2 : 1;
  const axis = sampler.address.findIndex((mode, i) => i < used && mode === AddressMode.mirror);
  if (axis >= 0) reportAxis(machine, handle, texture, axis);
}

/** A launch has run: textures that it was given to wrap and that have clamped. */
export function reportClamped(machine: HostMachine): void {
  for (const [handle, texture] of objectsOf(machine.memory).textures) {
    const axis = [...(texture.clamped ?? [])].find((one) => texture.sampler.address[one] === AddressMode.wrap);
    if (axis !== undefined) reportAxis(machine, handle, texture, axis);
    texture.clamped?.clear();
  }
}
