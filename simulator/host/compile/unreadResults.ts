/** Calls of the CUDA runtime whose result nothing in the program reads: it cannot notice that they fail. */
import type { Func, Location } from "../../../analyzer/ir/model";
import { usesIn } from "../../../analyzer/ir/uses";
import { callKey } from "../model/findings";

/**
 * Keys of the calls of the runtime whose result has no use. `placeOf` gives the frame in the program's own text. A place
 * with several calls of one function, as a template's instances have, is left out where any of them is read.
 */
export function unreadResults(
  functions: readonly Func[],
  placeOf: (location: Location | undefined) => Location | undefined,
): ReadonlySet<string> {
  const [unread, read] = [new Set<string>(), new Set<string>()];
  for (const func of functions) {
    const uses = usesIn(func);
    for (const instruction of func.blocks.flatMap(({ instructions }) => instructions)) {
      if (instruction.op !== "call" && instruction.op !== "invoke") continue;
      const { callee } = instruction;
      if (callee.kind !== "function" || !callee.name.startsWith("cuda")) continue;
      const key = callKey(callee.name, placeOf(instruction.location));
      (uses.of(instruction).length > 0 ? read : unread).add(key);
    }
  }
  for (const key of read) unread.delete(key);
  return unread;
}
