/** The costliest request of an access, as a detailed run kept it, made into pictures. */

import type { LineJson } from "../engine/formats/launch";
import { bankPicture } from "./banks";
import { dimensions } from "./figures";
import { activeLanes, lanesToSectors, type Request } from "./lanes";
import type { Picture } from "./model";

/** Undefined for a run that kept no requests. */
export function sampledRequest({ sample, width }: Pick<LineJson, "sample" | "width">): Request | undefined {
  if (!sample) return undefined;
  const addresses = sample.addresses.map((address) => (address === null ? undefined : BigInt(address)));
  return { addresses, width };
}

/** `load of global memory in line 10, 4 bytes a lane` */
export const accessName = ({ op, space, line, width }: LineJson): string =>
  `${op} of ${space} memory at line ${line}, ${width} ${width === 1 ? "byte" : "bytes"} a lane`;

/** `warp 3 of block (0, 1, 0)` */
export const warpName = ({ block, warp }: { readonly block: readonly number[]; readonly warp: number }): string =>
  `warp ${warp} of block (${block.join(", ")})`;

/** Banks for shared memory, sectors for what goes through the caches; then the lanes that took part. */
export function requestPictures(line: LineJson): readonly Picture[] {
  const request = sampledRequest(line);
  if (!request || !line.sample) return [];
  const lanes = activeLanes(line.sample.mask);
  // Constant memory has neither: it gives one word after the other.
  if (line.space === "constant") return [lanes];
  return [line.space === "shared" ? bankPicture(request) : lanesToSectors(request), lanes];
}

/** What the pictures are of. */
export function sampleText(line: LineJson): string {
  if (!line.sample) return "";
  const more =
    line.requests === 1 ? "Its only request" : `The costliest of its ${dimensions([line.requests])} requests`;
  const words = new Set(line.sample.addresses.filter((address) => address !== null)).size;
  const constant =
    line.space === "constant" ? ` It requests ${words} different ${words === 1 ? "word" : "words"}.` : "";
  return `${more}, by ${warpName(line.sample)}.${constant}`;
}
