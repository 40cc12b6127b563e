/** How work on a document ends without an answer. */

/** The text failed before; it was logged then, and is not tried again until it changes. */
export class KnownFailure extends Error {
  override readonly name = "KnownFailure";
}

/** The work was cancelled because no request waits for it any more. */
export const isAbort = (error: unknown): boolean => error instanceof Error && error.name === "AbortError";

/** The message of anything that was thrown. */
const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** What a client is told of an error: its message, unless it is JavaScript's own, which is for the log. */
export const sentenceOf = (name: string, error: unknown): string =>
  [TypeError, RangeError, ReferenceError, SyntaxError].some((kind) => error instanceof kind)
    ? `${name} failed by an error inside of WarpLens; its log has the details.`
    : messageOf(error);

/** For the log. */
export const describe = (error: unknown): string =>
  error instanceof Error ? (error.stack ?? error.message) : String(error);
