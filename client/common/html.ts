/** The page that a webview starts from: no inline script, no inline style, nothing from elsewhere. */
import { env, l10n, Uri, type Webview } from "vscode";
import { element, render } from "../../pictures/markup";
import { t } from "../strings";

/** 128 random bits, for one page. */
function nonce(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** The page of the view, with a content security policy. */
export function webviewHtml(webview: Webview, dist: Uri): string {
  const script = webview.asWebviewUri(Uri.joinPath(dist, "webview.js"));
  const style = webview.asWebviewUri(Uri.joinPath(dist, "webview.css"));
  const once = nonce();
  const strings = l10n.bundle;
  const main = element("main", { id: "app", "data-strings": strings && JSON.stringify(strings) });
  const policy = `default-src 'none'; style-src ${webview.cspSource}; script-src 'nonce-${once}'`;
  return `<!DOCTYPE html>
<html lang="${strings ? env.language : "en"}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<title>${t("WarpLens simulator")}</title>
<link rel="stylesheet" href="${style}">
</head>
<body>
${render(main)}
<p id="live" class="visually-hidden" role="status" aria-live="polite"></p>
<script nonce="${once}" src="${script}"></script>
</body>
</html>`;
}
