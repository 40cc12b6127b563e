/** The function around a place of the text. */
import type { FunctionOutline, Outline } from "./model";

/**
 * Index into `Outline.functions` of the first function whose body holds `start` to `end`, offsets into the text.
 * @param end one past the last character; without it, the character at `start` alone
 */
export function enclosingFunctionIndex(outline: Outline, start: number, end = start + 1): number | undefined {
  const index = outline.functions.findIndex(({ body }) => body && body.start <= start && end <= body.end);
  return index < 0 ? undefined : index;
}

/** The function of {@link enclosingFunctionIndex}. */
export function enclosingFunction(outline: Outline, start: number, end?: number): FunctionOutline | undefined {
  const index = enclosingFunctionIndex(outline, start, end);
  return index === undefined ? undefined : outline.functions[index];
}
