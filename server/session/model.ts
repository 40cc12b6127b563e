/** The state of one connection, which the handlers of its lifecycle, its settings and its documents share. */
import type { Connection } from "vscode-languageserver";
import type { Analyses } from "../common/analyses";
import type { FeatureEvents, ServerContext } from "../common/context";
import { describe } from "../common/failures";
import { defaultSettings, withArchitecture } from "../common/settings";
import { Snapshots } from "../common/snapshots";
import type { Settings } from "../protocol";

/** What features get, once the client has initialised the server. */
export interface Running {
  readonly context: ServerContext;
  readonly analyses: Analyses;
  readonly listeners: readonly FeatureEvents[];
  /** Ends the guard of the memory. */
  unguard(): void;
}

/** The state of one connection. */
export interface Session {
  readonly connection: Connection;
  readonly snapshots: Snapshots;
  /** Open headers that are not analysed by themselves. */
  readonly headers: Snapshots;
  settings: Settings;
  /** Whether another extension gives symbols and semantic tokens for the same documents. */
  othersProvide: boolean;
  /** The client's first settings are known; until then handlers wait. */
  started: boolean;
  running: Running | undefined;
}

/** A session with the default settings, before the client has said anything. */
export function createSession(connection: Connection): Session {
  return {
    connection,
    snapshots: new Snapshots(),
    headers: new Snapshots(),
    settings: withArchitecture(defaultSettings, undefined),
    othersProvide: false,
    started: false,
    running: undefined,
  };
}

/** Notifies every feature, each by itself: one that throws does not keep the event from the next. */
export function notify({ connection, running }: Session, event: (events: FeatureEvents) => void): void {
  for (const listener of running?.listeners ?? []) {
    try {
      event(listener);
    } catch (error) {
      connection.console.error(describe(error));
    }
  }
}
