/**
 * Texture objects whose address modes do something else than they say. Wrapping and mirroring exist for normalised
 * coordinates; with others the texture clamps. Reference: CUDA C++ Programming Guide, "Texture Object API".
 */

import { listed } from "../../../text/quantities";
import { AddressMode, type TextureObject } from "../../../textures/model";
import { objectsOf } from "../../../textures/objects";
import { report } from "../../model/findings";
import type { HostMachine } from "../../model/machine";

const axes = ["x", "y", "z"];
const modeNames: Readonly<Record<number, string>> = {
  [AddressMode.wrap]: "cudaAddressModeWrap",
  [AddressMode.mirror]: "cudaAddressModeMirror",
};

/** Axes that a fetch may leave, and those that one has left. */
function usedAxes({ texels, clamped }: TextureObject): number[] {
  const used = texels.height > 0 ? [0, 1] : [0];
  return [...new Set([...used, ...(clamped ?? [])])].sort();
}

/** Reports all axes with a mode that does nothing, once for a texture. */
function reportModes(machine: HostMachine, handle: bigint, texture: TextureObject): void {
  const modes = texture.sampler.address;
  const idle = usedAxes(texture).filter((axis) => modes[axis]! in modeNames);
  const isWrap = idle.every((axis) => modes[axis] === AddressMode.wrap);
  const fetches = isWrap ? ", and a kernel has fetched outside of the texels" : "";
  const named = [...new Set(idle.map((axis) => modes[axis]!))].map((mode) => {
    const along = idle.filter((axis) => modes[axis] === mode).map((axis) => axes[axis]!);
    return `${modeNames[mode]}${mode === AddressMode.wrap ? " (0)" : ""} along ${listed(along)}`;
  });
  const fields = listed(idle.map((axis) => `addressMode[${axis}]`));
  report(machine, {
    kind: "texture-description",
    // A description of zeros says so, too: the program need not have meant it.
    severity: isWrap ? "information" : "warning",
    message: `The texture has ${listed(named)}, and coordinates that are not normalized${fetches}: it clamps to the edge instead. Set normalizedCoords = 1 and fetch at coordinates from 0 to 1, or set ${fields} to cudaAddressModeClamp.`,
    place: machine.log.at(handle)?.place ?? machine.place,
  });
}

/** A texture object is made. What mirrors was written so; what wraps may be a description of zeros, and is looked at when it matters. */
export function noteAddressing(machine: HostMachine, handle: bigint, texture: TextureObject): void {
  const { sampler, texels } = texture;
  // Directions of a cubemap have no address mode, and neither have layers.
  const mayBeCube = texels.depth > 0 && texels.depth % 6 === 0 && texels.width === texels.height;
  if (sampler.normalizedCoordinates || texels.linear || mayBeCube) return;
  if (usedAxes(texture).some((axis) => sampler.address[axis] === AddressMode.mirror))
    reportModes(machine, handle, texture);
}

/** A launch has run: textures that it was given to wrap and that have clamped. */
export function reportClamped(machine: HostMachine): void {
  for (const [handle, texture] of objectsOf(machine.memory).textures) {
    if ([...(texture.clamped ?? [])].some((axis) => texture.sampler.address[axis] === AddressMode.wrap))
      reportModes(machine, handle, texture);
    texture.clamped?.clear();
  }
}
