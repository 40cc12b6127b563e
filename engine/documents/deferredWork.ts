/** Work on documents that starts when nothing has been typed for a while: per document, the newest only. */

export interface DeferredWork {
  /**
   * Starts work on a document after the pause, unless work under the same key is under way; work under another key is
   * aborted. Its errors are dropped: a later request for the result runs it again.
   */
  schedule(path: string, key: string, work: (signal: AbortSignal) => Promise<void>): void;
  /** Ends the pause of a document's work, and resolves when that is done; at once where there is none. */
  settled(path: string): Promise<void>;
}

interface Active {
  readonly key: string;
  readonly controller: AbortController;
  readonly done: Promise<void>;
  endPause(): void;
}

/** A pause that can be ended early. */
function pauseOf(milliseconds: number): { readonly over: Promise<void>; readonly end: () => void } {
  let end = () => {};
  const over = new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, milliseconds);
    end = () => {
      clearTimeout(timer);
      resolve();
    };
  });
  return { over, end };
}

/** @param pause milliseconds between scheduling and start */
export function createDeferredWork(pause: number): DeferredWork {
  const active = new Map<string, Active>();
  return {
    schedule(path, key, work) {
      const present = active.get(path);
      if (present?.key === key) return;
      present?.controller.abort();
      const controller = new AbortController();
      const { over, end } = pauseOf(pause);
      const release = () => {
        if (active.get(path)?.controller === controller) active.delete(path);
      };
      const done = over
        .then(() => (controller.signal.aborted ? undefined : work(controller.signal)))
        .catch(() => {})
        .then(release);
      active.set(path, { key, controller, done, endPause: end });
    },
    async settled(path) {
      active.get(path)?.endPause();
      await active.get(path)?.done;
    },
  };
}
