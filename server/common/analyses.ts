/**
 * One analysis per snapshot, shared by every handler that asks. Only the snapshot's own end gives it up: a hover that is
 * cancelled must not cancel the diagnostics that wait for the same answer.
 */

import type { InspectJson } from "../../engine/formats/inspection";
import type { Analysis, Engine } from "../../engine/model";
import { isAbort, KnownFailure } from "./failures";
import type { Snapshot } from "./snapshots";

/**
 * Tries once more when the work was aborted for another request: the engine shares an analysis between askers of the same
 * text, and an older snapshot that began it may have ended it.
 */
export function unlessSuperseded<T>(start: () => Promise<T>, own: AbortSignal): Promise<T> {
  return start().catch((error: unknown) => {
    if (!isAbort(error) || own.aborted) throw error;
    return start();
  });
}

/** Analyses of snapshots: each is asked for once, and a text that failed is not tried again. */
export class Analyses {
  readonly #engine: Engine;
  #running = new WeakMap<Snapshot, Promise<Analysis>>();
  #inspections = new WeakMap<Snapshot, Promise<InspectJson>>();
  /** By URI, the text that the engine failed on. */
  readonly #failed = new Map<string, string>();

  constructor(engine: Engine) {
    this.#engine = engine;
  }

  analyse(snapshot: Snapshot): Promise<Analysis> {
    return this.#shared(this.#running, snapshot, () => this.#engine.analyse(snapshot, snapshot.superseded));
  }

  inspect(snapshot: Snapshot): Promise<InspectJson> {
    return this.#shared(this.#inspections, snapshot, async () =>
      this.#engine.inspectionOf(await this.analyse(snapshot)),
    );
  }

  /** Drops what open documents have: it is made again when it is asked for. */
  drop(): void {
    this.#running = new WeakMap();
    this.#inspections = new WeakMap();
  }

  /** A closed document's failure is forgotten: opening it again is a wish to try again. */
  forget(uri: string): void {
    this.#failed.delete(uri);
  }

  #shared<T>(running: WeakMap<Snapshot, Promise<T>>, snapshot: Snapshot, start: () => Promise<T>): Promise<T> {
    if (this.#failed.get(snapshot.uri) === snapshot.text) {
      return Promise.reject(new KnownFailure(`${snapshot.uri} failed before and has not changed since`));
    }
    const present = running.get(snapshot);
    if (present) return present;
    const fresh = unlessSuperseded(start, snapshot.superseded).catch((error: unknown) => {
      if (!snapshot.superseded.aborted) this.#failed.set(snapshot.uri, snapshot.text);
      throw error;
    });
    running.set(snapshot, fresh);
    return fresh;
  }
}
