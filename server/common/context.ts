/** What every feature of the server gets: the engine, the open documents, the settings and the client's abilities. */
import type { ClientCapabilities, Connection } from "vscode-languageserver";
import type { InspectJson } from "../../engine/formats/inspection";
import type { Analysis, Engine } from "../../engine/model";
import type { InitializationOptions, Settings } from "../protocol";
import type { Reports } from "./reports";
import type { Snapshot, Snapshots } from "./snapshots";

/** What a feature gets when it is registered. */
export interface ServerContext {
  readonly connection: Connection;
  readonly engine: Engine;
  readonly snapshots: Snapshots;
  /** The last run of each kernel. */
  readonly reports: Reports;
  readonly client: ClientCapabilities;
  readonly options: InitializationOptions;
  settings(): Settings;
  /** Resolved when the client's settings are known, or it has none to give. */
  readonly ready: Promise<void>;
  /** Whether another extension gives symbols and semantic tokens for the same documents. */
  othersProvide(): boolean;
  /** Facts and findings of a snapshot. Fails with `KnownFailure` on a text that failed before. */
  analyse(snapshot: Snapshot): Promise<Analysis>;
  /** What `inspect` prints of the same analysis: pointers do not wait for launches that other files may hold. */
  inspect(snapshot: Snapshot): Promise<InspectJson>;
  /** Text of a file that is not open, by its path; undefined where there is none. */
  readText(path: string): Promise<string | undefined>;
  /** The same as bytes, for data. */
  readBytes(path: string): Promise<Uint8Array | undefined>;
  /** Frees memory of the process before a run, where it is short. */
  makeRoom(): Promise<void>;
  /** Notifies every feature of an event. */
  notify(event: (events: FeatureEvents) => void): void;
}

/** A feature registers its handlers, says what it adds to the server's capabilities, and may listen to the documents. */
export interface Feature {
  readonly name: string;
  register(context: ServerContext): FeatureEvents | undefined;
}

/** Events that a feature may listen to. */
export interface FeatureEvents {
  opened?(snapshot: Snapshot): void;
  changed?(snapshot: Snapshot): void;
  closed?(uri: string): void;
  settingsChanged?(): void;
  /** Something that open documents include was edited, opened or closed; their URIs. */
  surroundingsChanged?(uris: readonly string[]): void;
  /** Watched files were written, made or removed, by their URIs. */
  filesChanged?(uris: readonly string[]): void;
  /** A kernel was run: lenses and hints have new figures. */
  simulated?(uri: string): void;
}
