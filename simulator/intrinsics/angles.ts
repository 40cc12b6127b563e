/**
 * Sines, cosines and tangents, which note arguments that the device's library reduces with further instructions.
 * These are not counted, and so those of a launch that has such arguments are not estimated within a band.
 */
import { importedOperation, type LaneFunction } from "../emit/imports";
import type { Operation } from "../emit/operation";
import { throughDouble, throughFloat } from "../instructions/floats";
import { LARGE_FROM } from "../plan/angleAccesses";
import type { Kind } from "../plan/types";

/** Whether a launch has large arguments; who runs it begins with none. */
export interface SeenAngles {
  areLarge: boolean;
}

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
      Object.entries(LARGE_FROM).map(([kind, from]) => {
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
