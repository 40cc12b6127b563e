/** Documents and watched files: what is opened, edited, closed or written reaches the features and the engine. */
import { isHeader } from "../common/headers";
import { pathOf } from "../common/snapshots";
import { notify, type Session } from "./model";

/** The open documents that include a file are read anew. */
function sourceChanged(session: Session, uri: string): void {
  const { running } = session;
  if (!running) return;
  const { engine } = running.context;
  const path = pathOf(uri);
  const dependents = engine.dependentsOf(path).filter((one) => one !== path);
  engine.sourceChanged(path);
  renewed(session, dependents);
}

/** What open documents are made of has changed, by their paths: they are read anew, and every feature hears of it. */
export function renewed(session: Session, paths: readonly string[]): void {
  const { snapshots, running } = session;
  if (!running) return;
  snapshots.renew(paths);
  const uris = snapshots.all().flatMap((one) => (paths.includes(one.path) ? [one.uri] : []));
  for (const one of uris) running.analyses.forget(one);
  if (uris.length > 0) notify(session, (events) => events.surroundingsChanged?.(uris));
}

/** Registers the handlers of documents and of watched files. */
export function handleDocuments(session: Session): void {
  const { connection, snapshots, headers } = session;
  connection.onDidOpenTextDocument(({ textDocument: { uri, languageId, version, text } }) => {
    if (isHeader(uri, languageId)) headers.open(uri, languageId, version, text);
    else {
      const snapshot = snapshots.open(uri, languageId, version, text);
      notify(session, (events) => events.opened?.(snapshot));
    }
    sourceChanged(session, uri);
  });
  connection.onDidChangeTextDocument(({ textDocument: { uri, version }, contentChanges }) => {
    headers.change(uri, contentChanges, version);
    const snapshot = snapshots.change(uri, contentChanges, version);
    if (snapshot) notify(session, (events) => events.changed?.(snapshot));
    sourceChanged(session, uri);
  });
  connection.onDidCloseTextDocument(({ textDocument: { uri } }) => {
    const wasAnalysed = snapshots.get(uri) !== undefined;
    headers.close(uri);
    snapshots.close(uri);
    session.running?.analyses.forget(uri);
    if (wasAnalysed) notify(session, (events) => events.closed?.(uri));
    sourceChanged(session, uri);
  });
  connection.onDidChangeWatchedFiles(({ changes }) => {
    const uris = changes.map((one) => one.uri);
    notify(session, (events) => events.filesChanged?.(uris));
  });
}
