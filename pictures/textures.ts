/** What is known of texture fetches: requests to the texture unit and the sectors that they touch. No ideal is known. */
import type { LaunchReportJson } from "../engine/formats/launch";
import { grouped } from "./figures";

/** Counters of `docs/counters.md`, class B. */
const REQUESTS = "l1tex__t_requests_pipe_tex_mem_texture";
const SECTORS = "l1tex__t_sectors_pipe_tex_mem_texture";

/** One sentence about the textures of a launch; undefined where none is read. What is not counted is left out. */
export function textureSentence({ metrics }: LaunchReportJson): string | undefined {
  const { [REQUESTS]: requests, [SECTORS]: sectors } = metrics;
  if (!requests) return undefined;
  const touched = sectors === undefined ? "" : `, which touch ${grouped(sectors)} sectors`;
  return `Texture fetches are ${grouped(requests)} requests to the texture unit${touched} (within a band; no ideal is known).`;
}
