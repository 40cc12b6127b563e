/** How work on a document ends without an answer. */

/** The text failed before; it was logged then, and is not tried again until it changes. */
export class KnownFailure extends Error {
  override readonly name = "KnownFailure";
}

/** The work was cancelled because no request waits for it any more. */
export const isAbort = (error: unknown): boolean => error instanceof Error && error.name === "AbortError";

/** The message of anything that was thrown. */
export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** For the log. */
export const describe = (error: unknown): string =>
  error instanceof Error ? (error.stack ?? error.message) : String(error);
