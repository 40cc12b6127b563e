/** Arrays that threads keep in local memory: what they cost, and why they are not in registers. */
import type { LaunchReportJson, LocalArrayJson } from "../engine/formats/launch";
import { grouped, numbered, placeName } from "./figures";

/** Arrays that are named; the others cost less. */
const SHOWN = 3;

function sentence({ name, bytes, sectors, requests, indexed }: LocalArrayJson): string {
  const what = `${name ?? "An array"} lies in local memory: ${numbered(bytes, "byte")} a thread, ${grouped(sectors)} sectors in ${numbered(requests, "request")}.`;
  const why = indexed
    ? `The index ${indexed.index} at ${placeName(indexed)} is known only at run time, and registers have no index. Unrolling makes an index constant that counts a loop; for others use shared memory.`
    : "Its address is used where the compiler cannot see which element it is.";
  return `${what} ${why}`;
}

/** One sentence or two on each array that costs most. */
export const localMemorySentences = ({ localArrays = [] }: Pick<LaunchReportJson, "localArrays">): readonly string[] =>
  localArrays.slice(0, SHOWN).map(sentence);
