/** Accesses `a[row * width + column]` that every thread of a grid of two dimensions makes by its own indices. */

import { written } from "../../facts/host";
import { pathsIn } from "../../facts/host/paths";
import { constantOf } from "../../facts/host/sizes";
import { foldDim3 } from "../../syntax/constants";
import type { AccessOutline, FunctionOutline, LaunchOutline } from "../../syntax/model";
import { codeOf } from "../../syntax/text/statements";
import type { RuleContext } from "../model";

/** An access that no condition guards, with the elements that the threads of a launch reach. */
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
  // A condition or an early return anywhere may be the guard.
  if (!threads || /\b(?:if|return|while|for|assert|min|max)\b|\?|&&/.test(code.slice(body.start, body.end)))
    return undefined;
  const path = pathsIn(code, body);
  for (const access of outline.accesses ?? []) {
    if (access.kind !== "subscript" || access.name !== name || access.start < body.start || access.end > body.end)
      continue;
    if (path(access).some(({ kind }) => kind !== "block" && kind !== "plain")) continue;
    const [, row, width, column] =
      /^\w+\s*\[\s*(\w+)\s*\*\s*(\w+)\s*\+\s*(\w+)\s*\]$/.exec(code.slice(access.start, access.end)) ?? [];
    if (!row || !width || !column) continue;
    const position = kernel.parameters.findIndex((one) => one.name === width);
    const given = launch.arguments[position];
    const pitch = given
      ? constantOf(host.size(written(given, text)))
      : constantOf(host.size({ text: width, start: access.start, end: access.start }));
    if (
      pitch === undefined ||
      !isIndex(row, "y", access.start, context) ||
      !isIndex(column, "x", access.start, context)
    )
      continue;
    return { access, last: (threads[1] - 1) * Number(pitch) + threads[0] - 1, threads };
  }
  return undefined;
}

function threadsOf(launch: LaunchOutline, { text, outline }: RuleContext): readonly [number, number] | undefined {
  const [grid, block] = launch.configuration
    .slice(0, 2)
    .map(({ start, end }) => foldDim3(text.slice(start, end), outline, start));
  return grid && block && [grid[0] * block[0], grid[1] * block[1]];
}

/** Is a variable the thread's number in the grid along an axis, and never changed? */
function isIndex(name: string, axis: "x" | "y", at: number, { outline }: RuleContext): boolean {
  const variable = (outline.variables ?? []).findLast(
    (one) => one.name === name && one.nameSpan.start < at && one.scope.start <= at && at < one.scope.end,
  );
  const isChanged = (outline.assignments ?? []).some(
    (one) => one.root === name && variable && one.start >= variable.scope.start && one.end <= variable.scope.end,
  );
  const start = variable?.initializer?.parts[0]?.replace(/\s+/g, "") ?? "";
  const product = [`blockIdx.${axis}*blockDim.${axis}`, `blockDim.${axis}*blockIdx.${axis}`];
  const sums = product.flatMap((one) => [`${one}+threadIdx.${axis}`, `threadIdx.${axis}+${one}`]);
  return !isChanged && sums.includes(start);
}
