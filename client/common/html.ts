/** The page of a webview: nothing from elsewhere, no script and no style but its own. */
import { env, l10n, Uri, workspace } from "vscode";
import { element, render } from "../../pictures/markup";
import { t } from "../strings";

/** 128 random bits, for one page. */
function nonce(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** What every page has in it: a webview asks for a file through its editor and its extension's host, which takes longer. */
export interface PageParts {
  readonly script: string;
  /** The script that defines elements, which runs once the page is drawn. */
  readonly elements: string;
  readonly style: string;
}

/** Reads the parts of the page, once for all views. */
export async function readPageParts(dist: Uri): Promise<PageParts> {
  const read = async (name: string) => new TextDecoder().decode(await workspace.fs.readFile(Uri.joinPath(dist, name)));
  const names = ["webview.js", "elements.js", "webview.css"];
  const [script, elements, style] = (await Promise.all(names.map(read))) as [string, string, string];
  return { script, elements, style };
}

/** The page of the view, with a content security policy. */
export function webviewHtml({ script, elements, style }: PageParts): string {
  const once = nonce();
  const strings = l10n.bundle;
  const main = element("main", { id: "app", "data-strings": strings && JSON.stringify(strings) });
  const policy = `default-src 'none'; style-src 'nonce-${once}'; script-src 'nonce-${once}'`;
  return `<!DOCTYPE html>
<html lang="${strings ? env.language : "en"}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<title>${t("WarpLens simulator")}</title>
<style nonce="${once}">${style}</style>
</head>
<body>
${render(main)}
<p id="live" class="visually-hidden" role="status" aria-live="polite"></p>
<script type="text/plain" id="elements">${elements}</script>
<script nonce="${once}">${script}</script>
</body>
</html>`;
}
