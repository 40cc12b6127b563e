/** The lifecycle of a connection: initialised with a platform, ready with its first settings, shut down. */
import {
  type Connection,
  DidChangeConfigurationNotification,
  type InitializeParams,
  type InitializeResult,
  MessageType,
  ShowMessageNotification,
} from "vscode-languageserver";
import { createEngine } from "../../engine";
import type { Engine } from "../../engine/model";
import type { Platform } from "../../engine/model/platform";
import { Analyses } from "../common/analyses";
import type { ServerContext } from "../common/context";
import { describe } from "../common/failures";
import { followHeaders } from "../common/headers";
import { Reports } from "../common/reports";
import { engineConfiguration } from "../common/settings";
import { type InitializationOptions, NSIGHT_SECTION, SERVER_NAME, SETTINGS_SECTION } from "../protocol";
import { renewed } from "./documents";
import { capabilities, features } from "./features";
import { MemoryGuard, watchMemory } from "./memory";
import { notify, type Session } from "./model";
import { pullSettings, settingsOf } from "./settings";

/** Gives the platform of a session, with what the client gave at its start. Runs once. */
export type CreatePlatform = (options: InitializationOptions) => Platform;

/** The platform, with the texts of open documents in place of those on disk: what is open counts, saved or not. */
function withOpenTexts(disk: Platform, { snapshots, headers }: Session): Platform {
  const openText = (path: string) => snapshots.textAt(path) ?? headers.textAt(path);
  return { ...disk, readText: async (path, refused) => openText(path) ?? disk.readText(path, refused) };
}

function start(session: Session, params: InitializeParams, createPlatform: CreatePlatform, ready: Promise<void>): void {
  const options: InitializationOptions = params.initializationOptions ?? {};
  if (options.settings) session.settings = settingsOf(options.settings.own, options.settings.nsight);
  const platform = withOpenTexts(createPlatform(options), session);
  const engine = createEngine(platform, engineConfiguration(session.settings), {
    launchesChanged: (path) => renewed(session, [path]),
  });
  // Until documents are opened, nothing else can be done.
  engine.prepare();
  const analyses = new Analyses(engine);
  const guard = memoryGuard(session.connection, { engine, analyses }, platform, options.memoryLimit);
  session.othersProvide = options.otherProviders ?? false;
  const context: ServerContext = {
    connection: session.connection,
    engine,
    snapshots: session.snapshots,
    reports: new Reports(),
    client: params.capabilities,
    options,
    settings: () => session.settings,
    ready,
    othersProvide: () => session.othersProvide,
    analyse: (snapshot) => analyses.analyse(snapshot),
    inspect: (snapshot) => analyses.inspect(snapshot),
    readText: (path) => platform.readText(path),
    readBytes: (path) => platform.readBytes(path),
    makeRoom: async () => guard?.makeRoom(),
    notify: (event) => notify(session, event),
  };
  const listeners = features.flatMap((feature) => feature.register(context) ?? []);
  session.running = { context, analyses, listeners, unguard: guard ? watchMemory(guard) : () => undefined };
}

/** The guard of the memory of a process that is the server's own. */
function memoryGuard(
  connection: Connection,
  { engine, analyses }: { readonly engine: Engine; readonly analyses: Analyses },
  { memory }: Platform,
  limit: number | undefined,
): MemoryGuard | undefined {
  if (!memory) return undefined;
  const relief = {
    async dropCaches() {
      analyses.drop();
      await engine.dropCaches();
    },
    log: (sentence: string) => connection.console.info(sentence),
    warn(sentence: string) {
      void connection.sendNotification(ShowMessageNotification.type, { type: MessageType.Warning, message: sentence });
    },
  };
  return new MemoryGuard(memory, relief, limit);
}

/** Registers the handlers of the lifecycle. */
export function handleLifecycle(session: Session, createPlatform: CreatePlatform): void {
  const { connection } = session;
  const report = (error: unknown) => connection.console.error(describe(error));
  let settingsKnown: () => void;
  const ready = new Promise<void>((resolve) => {
    settingsKnown = resolve;
  });
  connection.onInitialize((params): InitializeResult => {
    start(session, params, createPlatform, ready);
    return { capabilities: capabilities(params.capabilities), serverInfo: { name: SERVER_NAME } };
  });
  connection.onInitialized(async () => {
    const context = session.running?.context;
    if (context?.client.workspace?.didChangeConfiguration?.dynamicRegistration) {
      const section = [SETTINGS_SECTION, NSIGHT_SECTION];
      // Findings wait for the settings, and for no answer to this.
      connection.client.register(DidChangeConfigurationNotification.type, { section }).catch(report);
    }
    if (context) followHeaders(context);
    const begin = () => {
      session.started = true;
      settingsKnown();
    };
    if (context?.options.settings) begin();
    await pullSettings(session).catch(report);
    if (!session.started) begin();
  });
  connection.onShutdown(() => {
    session.running?.unguard();
    session.running?.context.engine.dispose();
  });
}
