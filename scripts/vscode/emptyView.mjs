// An extension that opens a webview with nothing in it: what the editor itself takes to open one, which a test measures beside
// what ours takes.
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const manifest = {
  publisher: "warplens-tests",
  name: "empty-view",
  version: "0.1.0",
  engines: { vscode: "^1.80.0" },
  main: "./extension.js",
  contributes: { commands: [{ command: "emptyView.open", title: "Open an Empty View" }] },
};

/** The page marks when its script runs, as ours marks when it has drawn. */
const program = `const { commands, ViewColumn, window } = require("vscode");
exports.activate = ({ subscriptions }) =>
  subscriptions.push(
    commands.registerCommand("emptyView.open", () => {
      const panel = window.createWebviewPanel("emptyView", "Empty View", ViewColumn.Beside, { enableScripts: true });
      panel.webview.html =
        '<!DOCTYPE html><html><body><p id="empty">Nothing.</p><script>performance.mark("empty-drawn");</script></body></html>';
    }),
  );
`;

/** Writes it into a folder of extensions. */
export function writeEmptyView(extensions) {
  const folder = join(extensions, `${manifest.publisher}.${manifest.name}-${manifest.version}`);
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, "package.json"), JSON.stringify(manifest));
  writeFileSync(join(folder, "extension.js"), program);
}
