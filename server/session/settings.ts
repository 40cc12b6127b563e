/** Settings of the client: read at the start and whenever they change, and given to the engine. */
import { engineConfiguration, readSettings, withArchitecture } from "../common/settings";
import {
  NSIGHT_SECTION,
  OTHER_PROVIDERS,
  type OtherProvidersParams,
  SETTINGS_SECTION,
  type Settings,
} from "../protocol";
import { notify, type Session } from "./model";

/** Asks the client for its settings, where it can be asked. */
export async function pullSettings(session: Session): Promise<void> {
  const { connection, running } = session;
  if (!running?.context.client.workspace?.configuration) return;
  const sections = [{ section: SETTINGS_SECTION }, { section: NSIGHT_SECTION }];
  const [own, nsight] = (await connection.workspace.getConfiguration(sections)) as unknown[];
  applySettings(session, own, nsight);
}

const areSame = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);

/** The settings that a client's values of the two sections mean. */
export const settingsOf = (own: unknown, nsight?: unknown): Settings => withArchitecture(readSettings(own), nsight);

function applySettings(session: Session, value: unknown, nsight?: unknown): void {
  const before = session.settings;
  session.settings = settingsOf(value, nsight);
  if (areSame(before, session.settings)) return;
  const fresh = engineConfiguration(session.settings);
  if (!areSame(engineConfiguration(before), fresh)) {
    session.running?.context.engine.configure(fresh);
    // What runs was started with other settings. At the start nothing runs: handlers wait for the first settings.
    if (session.started) session.snapshots.renew();
  }
  if (session.started) notify(session, (events) => events.settingsChanged?.());
}

/** Registers the handlers of changed settings and of other extensions that come and go. */
export function handleSettings(session: Session): void {
  const { connection } = session;
  connection.onDidChangeConfiguration(async (params) => {
    // A client that cannot be asked sends its settings along.
    if (session.running?.context.client.workspace?.configuration) await pullSettings(session);
    else applySettings(session, (params.settings as Record<string, unknown> | undefined)?.[SETTINGS_SECTION]);
  });
  connection.onNotification(OTHER_PROVIDERS, ({ active }: OtherProvidersParams) => {
    session.othersProvide = active;
    notify(session, (events) => events.settingsChanged?.());
  });
}
