/**
 * How every handler of the server fails: on its own. Cancelled work says so in the protocol's words, what the user can mend
 * is sent to them, and anything else is logged and answered with nothing, so that one feature never takes another down.
 */
import { type CancellationToken, LSPErrorCodes, ResponseError } from "vscode-languageserver";
import { UsageError } from "../../engine/model/errors";
import type { ServerContext } from "./context";
import { describe, isAbort, KnownFailure, sentenceOf } from "./failures";
import type { Snapshot, Snapshots } from "./snapshots";

/** The token of a request as a signal that also follows others. The caller disposes of it when the work ended. */
export function signalOf(token: CancellationToken, ...others: readonly AbortSignal[]) {
  const controller = new AbortController();
  const abort = () => controller.abort();
  const subscription = token.onCancellationRequested(abort);
  if (token.isCancellationRequested) abort();
  for (const other of others) {
    if (other.aborted) abort();
    else other.addEventListener("abort", abort, { once: true });
  }
  return {
    signal: controller.signal,
    dispose() {
      subscription.dispose();
      for (const other of others) other.removeEventListener("abort", abort);
    },
  };
}

/** For requests to which an empty answer would be wrong: any failure is sent to the client. */
export const REJECT = Symbol("reject");

type Handler<P, R> = (params: P, token: CancellationToken) => R | Promise<R>;

/** The open document that a request is about. */
function documentOf(snapshots: Snapshots, params: unknown): Snapshot | undefined {
  const { uri } = (params as { readonly textDocument?: { readonly uri?: string } } | null)?.textDocument ?? {};
  return uri === undefined ? undefined : snapshots.get(uri);
}

/**
 * What a handler answers. Where its work was given up because headers, settings or configuration changed, and the text did
 * not, it is asked again: the client would show nothing, and not ask again by itself.
 */
async function answerOf<P, R>(
  snapshots: Snapshots,
  handler: Handler<P, R>,
  params: P,
  token: CancellationToken,
): Promise<R> {
  for (;;) {
    const asked = documentOf(snapshots, params);
    try {
      return await handler(params, token);
    } catch (error) {
      const now = documentOf(snapshots, params);
      const isRenewed = asked !== now && asked?.text === now?.text;
      if (!isRenewed || !isAbort(error) || token.isCancellationRequested) throw error;
    }
  }
}

/** Wraps a handler, which starts when the settings are known; `nothing` is the answer when it fails for a reason that the user can do nothing about. */
export function guarded<P, R>(
  { connection, ready, snapshots }: Pick<ServerContext, "connection" | "ready" | "snapshots">,
  name: string,
  nothing: R | typeof REJECT,
  handler: Handler<P, R>,
): (params: P, token: CancellationToken) => Promise<R | ResponseError<void>> {
  return async (params, token) => {
    try {
      await ready;
      return await answerOf(snapshots, handler, params, token);
    } catch (error) {
      if (error instanceof ResponseError) return error as ResponseError<void>;
      if (token.isCancellationRequested)
        return new ResponseError(LSPErrorCodes.RequestCancelled, `${name} was cancelled`);
      if (isAbort(error)) return new ResponseError(LSPErrorCodes.ContentModified, `${name}: the text has changed`);
      if (error instanceof UsageError) return new ResponseError(LSPErrorCodes.RequestFailed, error.message);
      if (!(error instanceof KnownFailure)) connection.console.error(`${name}: ${describe(error)}`);
      if (nothing === REJECT) return new ResponseError(LSPErrorCodes.RequestFailed, sentenceOf(name, error));
      return nothing;
    }
  };
}
