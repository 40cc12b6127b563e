/**
 * Open documents as immutable snapshots. A change makes a new snapshot and gives up all work on the old one; handlers that
 * run on the old one see it cancelled, and what they would have said of a text that is gone is never said.
 */
import type { TextDocumentContentChangeEvent } from "vscode-languageserver";
import { type Position, TextDocument } from "vscode-languageserver-textdocument";
import { URI } from "vscode-uri";
import type { Document } from "../../engine/model";
import { virtualPath } from "../../engine/sources/paths";

/** One version of an open document. */
export interface Snapshot extends Document {
  readonly uri: string;
  readonly languageId: string;
  readonly version: number;
  /** Aborted when a newer snapshot takes this one's place, or the document is closed. */
  readonly superseded: AbortSignal;
  positionAt(offset: number): Position;
  offsetAt(position: Position): number;
}

/** Files of the machine by their path, everything else (untitled, git, a browser's file systems) by its URI. */
export function pathOf(uri: string): string {
  const parsed = URI.parse(uri);
  return parsed.scheme === "file" ? parsed.fsPath : uri;
}

/** A text that is not open, while a request works on it. */
export const snapshotOf = (uri: string, text: string, signal: AbortSignal): Snapshot =>
  asSnapshot(TextDocument.create(uri, "cuda-cpp", 0, text), signal);

function asSnapshot(text: TextDocument, superseded: AbortSignal): Snapshot {
  return {
    uri: text.uri,
    path: pathOf(text.uri),
    text: text.getText(),
    languageId: text.languageId,
    version: text.version,
    superseded,
    positionAt: (offset) => text.positionAt(offset),
    offsetAt: (position) => text.offsetAt(position),
  };
}

interface Entry {
  readonly snapshot: Snapshot;
  readonly text: TextDocument;
  readonly controller: AbortController;
  /** The path as includes are resolved. */
  readonly key: string;
}

/** The open documents. `create`, `update` and `close` are for the protocol; everybody else reads. */
export class Snapshots {
  readonly #open = new Map<string, Entry>();

  get(uri: string): Snapshot | undefined {
    return this.#open.get(uri)?.snapshot;
  }

  all(): readonly Snapshot[] {
    return [...this.#open.values()].map((entry) => entry.snapshot);
  }

  open(uri: string, languageId: string, version: number, text: string): Snapshot {
    return this.#put(TextDocument.create(uri, languageId, version, text));
  }

  change(uri: string, changes: TextDocumentContentChangeEvent[], version: number): Snapshot | undefined {
    const entry = this.#open.get(uri);
    if (!entry) return undefined;
    const { text } = entry;
    // The library edits in place; a copy keeps the old snapshot what it was for handlers that still hold it.
    const copy = TextDocument.create(uri, text.languageId, text.version, text.getText());
    return this.#put(TextDocument.update(copy, changes, version));
  }

  close(uri: string): void {
    this.#open.get(uri)?.controller.abort();
    this.#open.delete(uri);
  }

  /** What surrounds the texts has changed: the same ones, to be read anew; those at some paths, or all. */
  renew(paths?: readonly string[]): void {
    for (const { text, snapshot } of [...this.#open.values()]) {
      if (!paths || paths.includes(snapshot.path)) this.#put(text);
    }
  }

  /** The open text of a file. */
  textAt(path: string): string | undefined {
    const wanted = virtualPath(path);
    for (const { key, snapshot } of this.#open.values()) if (key === wanted) return snapshot.text;
    return undefined;
  }

  #put(text: TextDocument): Snapshot {
    this.#open.get(text.uri)?.controller.abort();
    const controller = new AbortController();
    const snapshot = asSnapshot(text, controller.signal);
    this.#open.set(text.uri, { snapshot, text, controller, key: virtualPath(snapshot.path) });
    return snapshot;
  }
}
