// code-server with an empty profile: VS Code's workbench for a browser, with its extension host in Node.
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { writeBeside } from "./beside.mjs";
import { writeEmptyView } from "./emptyView.mjs";
import { start } from "./processes.mjs";
import { stageExtension } from "./stage.mjs";

/** Settings under which tests run: nothing that starts, suggests, updates or phones by itself. */
const quietSettings = {
  "workbench.startupEditor": "none",
  "security.workspace.trust.enabled": false,
  "telemetry.telemetryLevel": "off",
  "extensions.autoUpdate": false,
  "extensions.autoCheckUpdates": false,
  "update.mode": "none",
  "chat.disableAIFeatures": true,
  "workbench.secondarySideBar.defaultVisibility": "hidden",
  "editor.accessibilitySupport": "off",
  "git.enabled": false,
  "editor.minimap.enabled": false,
  "files.autoSave": "off",
};

/** Keys for what only the palette has: tests change the theme often. */
const testKeys = [{ key: "ctrl+alt+shift+l", command: "workbench.action.toggleLightDarkThemes" }];

export function freePort() {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once("error", reject);
    server.listen(0, "127.0.0.1", () => {
      const { port } = server.address();
      server.close(() => resolve(port));
    });
  });
}

async function whenHealthy(url, server) {
  for (let i = 0; i < 300; i++) {
    if (server.child.exitCode !== null) break;
    const healthy = await fetch(`${url}/healthz`)
      .then((answer) => answer.ok)
      .catch(() => false);
    if (healthy) return;
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  throw new Error(`code-server did not start:\n${server.output().slice(-3000)}`);
}

/**
 * Starts a server with the extension installed, from the package `vsix` where that is given; or, with `driver`, one that
 * takes an extension under development and its tests from the page's address. `beside`: with other extensions for CUDA, too;
 * `emptyView`: with one that opens an empty webview, to compare ours with.
 */
export async function startCodeServer(
  workbench,
  { driver = false, vsix, beside = false, emptyView = false, settings = {}, env = {} } = {},
) {
  const scratch = mkdtempSync(join(tmpdir(), "warplens-vscode-"));
  const folder = (name) => {
    const path = join(scratch, name);
    mkdirSync(path, { recursive: true });
    return path;
  };
  const user = folder("user/User");
  writeFileSync(join(user, "settings.json"), JSON.stringify({ ...quietSettings, ...settings }));
  writeFileSync(join(user, "keybindings.json"), JSON.stringify(testKeys));
  writeFileSync(join(scratch, "config.yaml"), "");
  const extensions = folder("extensions");
  if (!driver && !vsix) stageExtension(extensions);
  if (beside) writeBeside(extensions);
  if (emptyView) writeEmptyView(extensions);
  const clean = Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith("VSCODE_")));
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const profile = [
    join(workbench.codeServer, "out/node/entry.js"),
    ...["--config", join(scratch, "config.yaml"), "--user-data-dir", join(scratch, "user")],
    ...["--extensions-dir", extensions],
  ];
  const home = { HOME: folder("home"), XDG_CONFIG_HOME: folder("config"), XDG_DATA_HOME: folder("data") };
  const begun = Date.now();
  if (vsix) execFileSync(workbench.node, [...profile, "--install-extension", vsix], { env: { ...clean, ...home } });
  const installSeconds = vsix && (Date.now() - begun) / 1000;
  const server = start(
    workbench.node,
    [
      ...profile,
      ...["--bind-addr", `127.0.0.1:${port}`, "--auth", "none"],
      ...["--disable-telemetry", "--disable-update-check", "--disable-workspace-trust"],
      ...["--disable-getting-started-override", "--ignore-last-opened"],
      ...(driver ? ["--vscode-option", "enable-smoke-test-driver"] : []),
    ],
    {
      cwd: scratch,
      env: { ...clean, ...env, ...home },
    },
  );
  const stop = () => {
    server.stop();
    rmSync(scratch, { recursive: true, force: true, maxRetries: 5 });
  };
  try {
    await whenHealthy(url, server);
  } catch (error) {
    stop();
    throw error;
  }
  return {
    url,
    authority: `127.0.0.1:${port}`,
    scratch,
    extensions,
    installSeconds,
    settingsFile: join(user, "settings.json"),
    output: server.output,
    stop,
  };
}

/** Address of a page that opens a folder, with what the workbench calls its payload. */
export const pageAddress = ({ url }, folder, payload) =>
  `${url}/?folder=${encodeURIComponent(folder)}&payload=${encodeURIComponent(JSON.stringify(payload))}`;
