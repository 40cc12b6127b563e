/** Counts what operands cost beyond ordinary ones, where a test in the generated code has named any of four lanes. */
import { MemoryMap, OPERAND_BYTES } from "../memory/layout";
import { type Arithmetic, arithmeticNames, noArithmetic } from "../model";
import { slowPathNames, slowPaths } from "../plan/slowPaths";
import { type SlowOperand, slowPathArithmetic } from "./slowPathArithmetic";

/** Four lanes of an operand in the memory of a device. */
type ReadLane = (lane: number) => SlowOperand;

/** Counts the lanes of a mask of four; `path`: its number in `slowPathNames`, `times`: by how much each lane's figures are multiplied. */
export type CountSlowPath = (path: number, lanes: number, times: number) => void;

/** What counts the operands at `MemoryMap.operands`. */
export function slowPathCounter(buffer: ArrayBuffer, arithmetic: Arithmetic): CountSlowPath {
  const readers = [0, 1].map((index) => readersAt(buffer, MemoryMap.operands + OPERAND_BYTES * index));
  const one = noArithmetic();
  return (number, lanes, times) => {
    const path = slowPathNames[number]!;
    const [x, y] = readers.map((kinds) => kinds[slowPaths[path].kind]) as [ReadLane, ReadLane];
    const to = times === 1 ? arithmetic : one;
    for (let lane = 0; lane < 4; lane++) if ((lanes >>> lane) & 1) slowPathArithmetic[path](to, x(lane), y(lane));
    if (to === arithmetic) return;
    for (const kind of arithmeticNames) {
      arithmetic[kind] += times * one[kind];
      one[kind] = 0;
    }
  };
}

function readersAt(buffer: ArrayBuffer, at: number): Readonly<Record<"f32" | "f64", ReadLane>> {
  const [words, floats, doubles] = [
    new Int32Array(buffer, at, 8),
    new Float32Array(buffer, at, 4),
    new Float64Array(buffer, at, 4),
  ];
  return {
    f32: (lane) => ({ value: floats[lane]!, bits: words[lane]! }),
    f64: (lane) => ({ value: doubles[lane]!, bits: words[2 * lane + 1]! }),
  };
}
