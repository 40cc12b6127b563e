/**
 * Positions of accesses that have none. clang moves an access out of a loop without its position, and a loop with a trip
 * count of one is gone afterwards, so that nothing near the access says where it was written. What remains is its function
 * and the array that it accesses, by which it is found in the text (`syntax/lostAccess.ts`).
 */
import { demangle } from "../ir/demangle";
import { frames } from "../ir/frames";
import type { Func, Location, LostPosition, Value } from "../ir/model";
import { userLocation } from "../ir/positions";
import type { MemoryAccess } from "./model";
import { rootsOf } from "./spaceInference";

/** Whether no frame of a location has a line. */
const isLost = ({ location }: MemoryAccess): boolean => frames(location).every((one) => one.line === 0);

/** `_ZZ4kernPfE4tile` → `tile`: a variable of a function; others by their own name. */
function variableName(symbol: string): string | undefined {
  const local = /E(\d+)([A-Za-z_]\w*)$/.exec(symbol.replace(/_\d+$/, ""));
  if (symbol.startsWith("_ZZ")) return local?.[2]?.slice(0, Number(local[1]));
  return demangle(symbol).name.split("::").at(-1);
}

/** The parameter, by index, or the variable that an address is computed from; undefined where several or others are. */
function rootOf(pointer: Value): LostPosition["root"] {
  const [root, ...others] = rootsOf(pointer);
  if (others.length > 0) return undefined;
  if (root?.kind === "argument") return root.index;
  return root?.kind === "global" ? variableName(root.name) : undefined;
}

/** The line of an access that has no column, or that of an instruction that takes or gives its value; not of inlined code. */
function lineOf({ leader, location }: MemoryAccess, file: string): Location | undefined {
  if (location?.line && location.column === 0) return location.inlinedAt ? undefined : location;
  const found = userLocation(leader, file);
  const [own, ...outer] = found && found.from !== "itself" ? found.frames : [];
  return outer.length === 0 ? own : undefined;
}

/**
 * Accesses, each with a location: those without a position get a neighbour's line or their function's, and what finds their
 * expression in the text.
 */
export function withPositions(accesses: readonly MemoryAccess[], func: Func): readonly MemoryAccess[] {
  const { name, location } = func;
  if (!location) return accesses;
  const { file } = location;
  const head: Location = { file, line: location.line, column: 0, function: name };
  const sought = accesses.map((one) => {
    const line = lineOf(one, file);
    if (line) return { ...line, within: "line" as const };
    return isLost(one) ? { ...head, within: "function" as const } : undefined;
  });
  if (sought.every((one) => one === undefined)) return accesses;
  const taken = accesses.flatMap((one, i) => {
    const frame = sought[i] ? undefined : frames(one.location).findLast((own) => own.file === file && own.line > 0);
    return frame ? [{ line: frame.line, column: frame.column }] : [];
  });
  const counts = new Map<string, number>();
  return accesses.map((access, i) => {
    const found = sought[i];
    if (!found) return access;
    const { within, ...place } = found;
    const root = rootOf(access.pointer);
    const key = `${access.op} ${root} ${place.line}`;
    const ordinal = counts.get(key) ?? 0;
    counts.set(key, ordinal + 1);
    return { ...access, location: { ...place, lost: { within, root, ordinal, taken } } };
  });
}
