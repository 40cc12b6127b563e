/** Accesses `a[row * width + column]` that every thread of a grid of two dimensions makes by its own indices. */

import { written } from "../../facts/host";
import { unchangedVariable } from "../../facts/host/declarations";
import { pathsIn, type StatementPath } from "../../facts/host/paths";
import { constantOf } from "../../facts/host/sizes";
import { foldDim3 } from "../../syntax/constants";
import type { AccessOutline, FunctionOutline, LaunchOutline } from "../../syntax/model";
import { codeOf } from "../../syntax/text/statements";
import type { RuleContext } from "../model";

/** An access that no condition guards along both axes, with the elements that the threads of a launch reach. */
export interface PlaneAccess {
  readonly access: AccessOutline;
  /** Index of the last element, from 0. */
  readonly last: number;
  /** Threads of the launch along x and y. */
  readonly threads: readonly [number, number];
}

/** The first unguarded access to an array by row and column, under one launch. */
export function planeAccess(
  name: string,
  kernel: FunctionOutline,
  launch: LaunchOutline,
  context: RuleContext,
): PlaneAccess | undefined {
  const { outline, text, host } = context;
  const body = kernel.body!;
  const code = codeOf(text);
  const threads = threadsOf(launch, context);
  // An early return or a choice anywhere may be the guard; conditions around an access are read.
  if (!threads || /\b(?:return|while|for|assert|min|max)\b|\?/.test(code.slice(body.start, body.end))) return undefined;
  const path = pathsIn(code, body);
  for (const access of outline.accesses ?? []) {
    if (access.kind !== "subscript" || access.name !== name || access.start < body.start || access.end > body.end)
      continue;
    const index = /^\w+\s*\[([^[\]]*)\]$/.exec(code.slice(access.start, access.end))?.[1]?.trim() ?? "";
    const plane = planeIndex(index, access.start, context);
    if (!plane) continue;
    const { row, width, column } = plane;
    const valueAt = (name: string): number | undefined => {
      const given = launch.arguments[kernel.parameters.findIndex((one) => one.name === name)];
      const value = constantOf(
        host.size(given ? written(given, text) : { text: name, start: access.start, end: access.start }),
      );
      return value === undefined ? undefined : Number(value);
    };
    const limits = guarded(path(access), threads, code, access.start, { valueAt, context });
    const pitch = valueAt(width);
    const [down, across] = [axisOf(row, access.start, context), axisOf(column, access.start, context)];
    if (!limits || pitch === undefined || down === undefined || across === undefined || down === across) continue;
    return { access, last: (limits[down] - 1) * pitch + limits[across] - 1, threads };
  }
  return undefined;
}

/** `row * width + column`, in either order, in the subscript or in the variable that it names. */
function planeIndex(
  index: string,
  at: number,
  { outline }: RuleContext,
): { readonly row: string; readonly width: string; readonly column: string } | undefined {
  const variable = /^\w+$/.test(index) ? unchangedVariable(index, at, outline) : undefined;
  const written = (variable ? (variable.initializer?.parts[0] ?? "") : index).replace(/[\s()]+/g, "");
  const [, row, width, column] = /^(\w+)\*(\w+)\+(\w+)$/.exec(written) ?? [];
  if (row && width && column) return { row, width, column };
  const [, last, first, pitch] = /^(\w+)\+(\w+)\*(\w+)$/.exec(written) ?? [];
  return last && first && pitch ? { row: first, width: pitch, column: last } : undefined;
}

/** What decides a condition: the values of names under the launch. */
interface Guards {
  readonly valueAt: (name: string) => number | undefined;
  readonly context: RuleContext;
}

/** Threads along each axis that get past the conditions `x < w` around an access; undefined for other conditions. */
function guarded(
  path: StatementPath,
  threads: readonly [number, number],
  code: string,
  at: number,
  { valueAt, context }: Guards,
): readonly [number, number] | undefined {
  const limits: [number, number] = [...threads];
  for (const [depth, { kind, head, children }] of path.entries()) {
    if (kind === "block" || kind === "plain") continue;
    // The branch after `else` runs where the condition does not hold.
    if (kind !== "if" || !head || path[depth + 1] !== children[0]) return undefined;
    for (const condition of code.slice(head.start, head.end).split("&&")) {
      const [, name, bound] = /^\s*\(?\s*(\w+)\s*<\s*(\w+)\s*\)?\s*$/.exec(condition) ?? [];
      const axis = name === undefined ? undefined : axisOf(name, at, context);
      const limit = bound === undefined ? undefined : valueAt(bound);
      if (axis === undefined || limit === undefined) return undefined;
      limits[axis] = Math.min(limits[axis], limit);
    }
  }
  return limits;
}

function threadsOf(launch: LaunchOutline, { text, outline }: RuleContext): readonly [number, number] | undefined {
  const [grid, block] = launch.configuration
    .slice(0, 2)
    .map(({ start, end }) => foldDim3(text.slice(start, end), outline, start));
  return grid && block && [grid[0] * block[0], grid[1] * block[1]];
}

/** The axis, 0 for x, along which a variable is the thread's number in the grid. */
function axisOf(name: string, at: number, { outline }: RuleContext): 0 | 1 | undefined {
  const start = unchangedVariable(name, at, outline)?.initializer?.parts[0]?.replace(/\s+/g, "") ?? "";
  const axis = (["x", "y"] as const).findIndex((one) => {
    const product = [`blockIdx.${one}*blockDim.${one}`, `blockDim.${one}*blockIdx.${one}`];
    return product.some((each) => [`${each}+threadIdx.${one}`, `threadIdx.${one}+${each}`].includes(start));
  });
  return axis < 0 ? undefined : (axis as 0 | 1);
}
