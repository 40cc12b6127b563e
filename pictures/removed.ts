/** Accesses that the compiler removed: a reader looks for them in vain in the tables. */
import type { LaunchReportJson, RemovedJson } from "../engine/formats/launch";
import { groupBy, listed, placeName } from "./figures";

/** Accesses that are named; of more only the number is said. */
const NAMED = 4;

/** `the load at line 5`, `2 stores at line 7` */
function accessesAt(some: readonly RemovedJson[]): string {
  const [first] = some;
  const what = some.length > 1 ? `${some.length} ${first!.op}s` : `the ${first!.op}`;
  return `${what} at ${placeName(first!)}`;
}

/** What was removed and why, in a sentence; undefined where nothing is known to be. */
export function removedSentence({ removed = [] }: Pick<LaunchReportJson, "removed">): string | undefined {
  if (removed.length === 0) return undefined;
  const places = [...groupBy(removed, ({ path, line, op }) => `${path}:${line}:${op}`).values()];
  const more = places.length - NAMED;
  const what = listed([...places.slice(0, NAMED).map(accessesAt), ...(more > 0 ? [`${more} more`] : [])]);
  return `The compiler removed ${what}: no result of the kernel depends on ${removed.length > 1 ? "them" : "it"}.`;
}
