/** The language server without its host: `node/main.ts` and `browser/main.ts` give it a connection and a platform. */
import {
  type ClientCapabilities,
  type Connection,
  DidChangeConfigurationNotification,
  type InitializeParams,
  type InitializeResult,
  type ServerCapabilities,
  TextDocumentSyncKind,
} from "vscode-languageserver";
import { createEngine } from "../../engine";
import type { Platform } from "../../engine/model/platform";
import { Analyses } from "../common/analyses";
import type { Feature, FeatureEvents, ServerContext } from "../common/context";
import { describe } from "../common/failures";
import { followHeaders, isHeader } from "../common/headers";
import { Reports } from "../common/reports";
import { defaultSettings, engineConfiguration, readSettings, withArchitecture } from "../common/settings";
import { pathOf, type Snapshot, Snapshots } from "../common/snapshots";
import { checkWorkspace } from "../features/checkWorkspace";
import { codeActionCapabilities, codeActions } from "../features/codeAction";
import { codeLens } from "../features/codeLens";
import { completion, completionCapabilities } from "../features/completion";
import { configuration } from "../features/configuration";
import { diagnosticCapabilities, diagnostics } from "../features/diagnostics";
import { documentSymbols } from "../features/documentSymbol";
import { hover } from "../features/hover";
import { inlayHints } from "../features/inlayHint";
import { requests } from "../features/requests";
import { semanticTokenCapabilities, semanticTokens } from "../features/semanticTokens";
import { signatureHelp, signatureHelpCapabilities } from "../features/signatureHelp";
import { simulate } from "../features/simulate";
import { sources } from "../features/sources";
import {
  type InitializationOptions,
  NSIGHT_SECTION,
  OTHER_PROVIDERS,
  type OtherProvidersParams,
  SERVER_NAME,
  SETTINGS_SECTION,
  type Settings,
} from "../protocol";

const features: readonly Feature[] = [
  diagnostics,
  codeActions,
  codeLens,
  hover,
  inlayHints,
  completion,
  signatureHelp,
  documentSymbols,
  semanticTokens,
  simulate,
  requests,
  configuration,
  sources,
  checkWorkspace,
];

function capabilities(client: ClientCapabilities): ServerCapabilities {
  return {
    textDocumentSync: { openClose: true, change: TextDocumentSyncKind.Incremental },
    ...diagnosticCapabilities(client),
    codeActionProvider: codeActionCapabilities,
    codeLensProvider: { resolveProvider: true },
    hoverProvider: true,
    inlayHintProvider: true,
    completionProvider: completionCapabilities,
    signatureHelpProvider: signatureHelpCapabilities,
    documentSymbolProvider: { label: SERVER_NAME },
    semanticTokensProvider: semanticTokenCapabilities,
    workspace: { workspaceFolders: { supported: true } },
  };
}

/** Answers on `connection` until it ends. `createPlatform` runs once, with what the client gave at its start. */
export function serve(connection: Connection, createPlatform: (options: InitializationOptions) => Platform): void {
  const snapshots = new Snapshots();
  /** Open headers that are not analysed by themselves. */
  const headers = new Snapshots();
  let settings: Settings = withArchitecture(defaultSettings, undefined);
  let othersProvide = false;
  let started = false;
  let context: ServerContext | undefined;
  let analyses: Analyses | undefined;
  let listeners: readonly FeatureEvents[] = [];
  let settingsKnown: () => void;
  const ready = new Promise<void>((resolve) => {
    settingsKnown = resolve;
  });

  /** Tells every feature, each on its own: one that throws does not keep the news from the next. */
  function tell(event: (events: FeatureEvents) => void): void {
    for (const listener of listeners) {
      try {
        event(listener);
      } catch (error) {
        connection.console.error(describe(error));
      }
    }
  }

  async function pullSettings(): Promise<void> {
    if (!context?.client.workspace?.configuration) return;
    const sections = [{ section: SETTINGS_SECTION }, { section: NSIGHT_SECTION }];
    const [own, nsight] = (await connection.workspace.getConfiguration(sections)) as unknown[];
    applySettings(own, nsight);
  }

  function applySettings(value: unknown, nsight?: unknown): void {
    const before = settings;
    settings = withArchitecture(readSettings(value), nsight);
    const [old, fresh] = [engineConfiguration(before), engineConfiguration(settings)];
    if (JSON.stringify(old) !== JSON.stringify(fresh)) {
      context?.engine.configure(fresh);
      // What runs was started with other settings. At the start nothing does: handlers wait for the first ones.
      if (started) snapshots.renew();
    }
    if (started) tell((events) => events.settingsChanged?.());
  }

  connection.onInitialize((params: InitializeParams): InitializeResult => {
    const options: InitializationOptions = params.initializationOptions ?? {};
    const disk = createPlatform(options);
    // What is open counts, saved or not.
    const openText = (path: string) => snapshots.textAt(path) ?? headers.textAt(path);
    const platform: Platform = { ...disk, readText: async (path) => openText(path) ?? disk.readText(path) };
    const engine = createEngine(platform, engineConfiguration(settings));
    const shared = new Analyses(engine);
    analyses = shared;
    othersProvide = options.otherProviders ?? false;
    const created: ServerContext = {
      connection,
      engine,
      snapshots,
      reports: new Reports(),
      client: params.capabilities,
      options,
      settings: () => settings,
      ready,
      othersProvide: () => othersProvide,
      analyse: (snapshot) => shared.analyse(snapshot),
      inspect: (snapshot) => shared.inspect(snapshot),
      readText: (path) => platform.readText(path),
      tell,
    };
    context = created;
    listeners = features.flatMap((feature) => feature.register(created) ?? []);
    return { capabilities: capabilities(params.capabilities), serverInfo: { name: SERVER_NAME } };
  });

  connection.onInitialized(async () => {
    if (context?.client.workspace?.didChangeConfiguration?.dynamicRegistration) {
      const section = [SETTINGS_SECTION, NSIGHT_SECTION];
      await connection.client.register(DidChangeConfigurationNotification.type, { section });
    }
    if (context) followHeaders(context);
    await pullSettings().catch((error: unknown) => connection.console.error(describe(error)));
    started = true;
    settingsKnown();
  });

  connection.onDidChangeWatchedFiles(({ changes }) => {
    const uris = changes.map((one) => one.uri);
    tell((events) => events.filesChanged?.(uris));
  });

  connection.onDidChangeConfiguration(async (params) => {
    // A client that cannot be asked sends its settings along.
    if (context?.client.workspace?.configuration) await pullSettings();
    else applySettings((params.settings as Record<string, unknown> | undefined)?.[SETTINGS_SECTION]);
  });

  connection.onNotification(OTHER_PROVIDERS, ({ active }: OtherProvidersParams) => {
    othersProvide = active;
    tell((events) => events.settingsChanged?.());
  });

  /** The open documents that include a file are read anew. */
  function sourceChanged(uri: string): void {
    if (!context) return;
    const path = pathOf(uri);
    const dependents = context.engine.dependentsOf(path).filter((one) => one !== path);
    context.engine.sourceChanged(path);
    snapshots.renew(dependents);
    const uris = snapshots.all().flatMap((one) => (dependents.includes(one.path) ? [one.uri] : []));
    for (const one of uris) analyses?.forget(one);
    if (uris.length > 0) tell((events) => events.surroundingsChanged?.(uris));
  }

  connection.onDidOpenTextDocument(({ textDocument: { uri, languageId, version, text } }) => {
    if (isHeader(uri, languageId)) headers.open(uri, languageId, version, text);
    else {
      const snapshot = snapshots.open(uri, languageId, version, text);
      tell((events) => events.opened?.(snapshot));
    }
    sourceChanged(uri);
  });
  connection.onDidChangeTextDocument(({ textDocument: { uri, version }, contentChanges }) => {
    headers.change(uri, contentChanges, version);
    const snapshot: Snapshot | undefined = snapshots.change(uri, contentChanges, version);
    if (snapshot) tell((events) => events.changed?.(snapshot));
    sourceChanged(uri);
  });
  connection.onDidCloseTextDocument(({ textDocument: { uri } }) => {
    const wasAnalysed = snapshots.get(uri) !== undefined;
    headers.close(uri);
    snapshots.close(uri);
    analyses?.forget(uri);
    if (wasAnalysed) tell((events) => events.closed?.(uri));
    sourceChanged(uri);
  });

  connection.onShutdown(() => context?.engine.dispose());
  connection.listen();
}
