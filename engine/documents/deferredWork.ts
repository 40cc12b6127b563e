/** Work on documents that starts when nothing has been typed for a while: per document, the newest only. */

export interface DeferredWork {
  /**
   * Starts work on a document after the pause. Work under the same key that has begun goes on; what still waits begins its
   * pause again. Work under another key is aborted. Errors are dropped: a later request for the result runs the work again.
   */
  schedule(path: string, key: string, work: (signal: AbortSignal) => Promise<void>): void;
  /** Stops every pause while work of higher priority runs; the function that it returns starts them again. */
  hold(): () => void;
  /** Ends the pause of a document's work, and resolves when that is done; at once where there is none. */
  settled(path: string): Promise<void>;
  /** Resolves when a document's work is done after its pause; at once where there is none. */
  rested(path: string): Promise<void>;
}

/** A pause that begins again, and that can be ended early. */
class Pause {
  readonly over: Promise<void>;
  end: () => void = () => {};
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(private readonly milliseconds: number) {
    this.over = new Promise((resolve) => {
      this.end = () => {
        this.stop();
        this.isOver = true;
        resolve();
      };
    });
  }

  isOver = false;

  stop(): void {
    clearTimeout(this.timer);
  }

  begin(): void {
    this.stop();
    if (!this.isOver) this.timer = setTimeout(this.end, this.milliseconds);
  }
}

interface Active {
  readonly key: string;
  readonly controller: AbortController;
  readonly pause: Pause;
  readonly done: Promise<void>;
}

/** @param milliseconds between scheduling, or what else was last to be done, and start */
export function createDeferredWork(milliseconds: number): DeferredWork {
  const active = new Map<string, Active>();
  let holds = 0;
  const begin = (pause: Pause) => {
    if (holds === 0) pause.begin();
  };
  return {
    schedule(path, key, work) {
      const present = active.get(path);
      if (present?.key === key) return begin(present.pause);
      present?.controller.abort();
      present?.pause.end();
      const controller = new AbortController();
      const pause = new Pause(milliseconds);
      const release = () => {
        if (active.get(path)?.controller === controller) active.delete(path);
      };
      const done = pause.over
        .then(() => (controller.signal.aborted ? undefined : work(controller.signal)))
        .catch(() => {})
        .then(release);
      active.set(path, { key, controller, pause, done });
      begin(pause);
    },
    hold() {
      holds++;
      for (const { pause } of active.values()) pause.stop();
      let isHeld = true;
      return () => {
        if (!isHeld) return;
        isHeld = false;
        holds--;
        for (const { pause } of active.values()) begin(pause);
      };
    },
    async settled(path) {
      active.get(path)?.pause.end();
      await active.get(path)?.done;
    },
    rested: async (path) => active.get(path)?.done,
  };
}
