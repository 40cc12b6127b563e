/** What is looked for in the operands of instructions with paths that values decide. */
import type { Instruction } from "../../analyzer/ir/model";
import type { LoweredFunction } from "../../analyzer/lower/model";
import type { Watched } from "../emit/watched";
import { isDropped } from "../estimates/mix";
import { slowPathOf } from "../estimates/slowPaths";
import { operandsOf, slowPathTest } from "../instructions/slowPathTests";
import { type SlowPath, slowPathNames } from "../plan/slowPaths";

const watchedPaths: ReadonlyMap<SlowPath, Watched> = new Map(
  slowPathNames.map((path, number): [SlowPath, Watched] => [
    path,
    { number, operands: (all) => operandsOf(path, all), test: (all) => slowPathTest(path, all) },
  ]),
);

/** For an instruction of a function; undefined where values decide nothing that is counted. */
export function watchedFor(instruction: Instruction, lowered: LoweredFunction): Watched | undefined {
  const path = isDropped(instruction, lowered) ? undefined : slowPathOf(instruction, lowered);
  return path && watchedPaths.get(path);
}
