/**
 * Sines, cosines and tangents, which note arguments that the device's library reduces with a table in global memory and an
 * array in local memory. Those accesses are not counted, and so a launch that has such arguments is not counted exactly.
 */
import { importedOperation, type LaneFunction } from "../emit/imports";
import type { Operation } from "../emit/operation";
import { throughDouble, throughFloat } from "../instructions/floats";
import type { Kind } from "../plan/types";

/** Whether a launch has large arguments; who runs it begins with none. */
export interface SeenAngles {
  areLarge: boolean;
}

/**
 * Magnitudes from which the slow path is taken, which is left for infinities at once. Reference: CUDA C++ Programming Guide,
 * "Arithmetic Instructions", sine and cosine.
 */
const SLOW_FROM = { f32: 105_615, f64: 2_147_483_648 } as const;

const functions = { sin: Math.sin, cos: Math.cos, tan: Math.tan } as const;

/** The name of a function of angles. */
export type AngleFunction = keyof typeof functions;

/** The functions of angles, by name. */
export const angleNames = Object.keys(functions) as readonly AngleFunction[];

/** Of single or double precision; lower ones are computed in single precision. */
export function angleOperation(name: AngleFunction, kind: Kind): Operation {
  if (kind === "f64") return importedOperation(`${name}f64`, ["f64"], "f64");
  return throughFloat(kind, throughDouble(importedOperation(`${name}f32`, ["f64"], "f64")));
}

/** What kernels import for them; large arguments are noted in `seen`. */
export function angleFunctions(seen: SeenAngles): Readonly<Record<string, LaneFunction>> {
  return Object.fromEntries(
    angleNames.flatMap((name) =>
      Object.entries(SLOW_FROM).map(([kind, from]) => {
        const compute = functions[name];
        const noting = (x: number): number => {
          const size = Math.abs(x);
          if (size >= from && size < Number.POSITIVE_INFINITY) seen.areLarge = true;
          return compute(x);
        };
        return [`${name}${kind}`, noting as LaneFunction] as const;
      }),
    ),
  );
}
