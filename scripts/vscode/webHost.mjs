// VS Code's workbench with its web worker extension host, served from code-server's files without any remote: the way that
// vscode.dev runs. One workspace folder is read from disk; what the page writes stays in the page.
import { randomBytes } from "node:crypto";
import { createReadStream, readdirSync, readFileSync, statSync } from "node:fs";
import { createServer } from "node:http";
import { extname, join, normalize } from "node:path";

const types = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".mjs": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".json": "application/json; charset=utf-8",
  ".wasm": "application/wasm",
  ".svg": "image/svg+xml",
  ".ttf": "font/ttf",
};

const escapeAttribute = (text) => text.replaceAll("&", "&amp;").replaceAll('"', "&quot;");

/** Replaces exactly one occurrence; another VS Code that words it differently fails here and not later. */
function replaceOnce(text, pattern, replacement, what) {
  const found = text.match(new RegExp(pattern, "g"))?.length ?? 0;
  if (found !== 1) throw new Error(`workbench.js: ${what} occurs ${found} times, not once`);
  return text.replace(pattern, replacement);
}

/** code-server makes the page's host a remote; undone, the workbench has none, as upstream. */
function withoutRemote(text) {
  const local = replaceOnce(text, /remoteAuthority:location\.host/, "remoteAuthority:void 0", "the remote authority");
  return replaceOnce(
    local,
    /\w+\((\w+)\.file\(this\.userDataPath\)\.with\(\{scheme:(\w+)\.vscodeRemote\}\),"User"\)/,
    '$1.file("/User").with({scheme:$2.vscodeUserData})',
    "the home of user data",
  );
}

function workbenchPage(vscode, port, { extension, tests, settings }) {
  const http = (path) => ({ scheme: "http", authority: `localhost:${port}`, path });
  const configuration = {
    folderUri: { scheme: "vscode-test-web", authority: "mount", path: "/" },
    additionalBuiltinExtensions: [http("/static/extensions/fs")],
    developmentOptions: {
      extensions: [http(extension)],
      ...(tests ? { extensionTestsPath: http(tests) } : {}),
      enableSmokeTestDriver: true,
      logLevel: 3,
    },
    userDataPath: "/webhost",
    serverBasePath: ".",
    // Questions that only code-server asks of its configuration.
    isEnabledFileDownloads: true,
    isEnabledFileUploads: true,
    isEnabledCoderGettingStarted: false,
    enableWorkspaceTrust: false,
    callbackRoute: "/callback",
    webviewEndpoint: `http://localhost:${port}/static/build/out/vs/workbench/contrib/webview/browser/pre`,
    productConfiguration: {
      enableTelemetry: false,
      extensionEnabledApiProposals: { "vscode.vscode-test-web-fs": ["fileSearchProvider", "textSearchProvider"] },
    },
    configurationDefaults: settings,
  };
  const values = {
    WORKBENCH_WEB_BASE_URL: "/static/build",
    WORKBENCH_NLS_FALLBACK_URL: "/static/build/out/nls.messages.js",
    WORKBENCH_WEB_CONFIGURATION: escapeAttribute(JSON.stringify(configuration)),
  };
  return readFileSync(join(vscode, "out/vs/code/browser/workbench/workbench.html"), "utf8")
    .replaceAll(/\{\{(\w+)\}\}/g, (_, name) => values[name] ?? "")
    .replace('<script type="module" src=""></script>', "");
}

function answerMount(folder, path, query, response) {
  const file = join(folder, normalize(`/${path}`));
  const json = (value) => response.setHeader("Content-Type", types[".json"]).end(JSON.stringify(value));
  try {
    const stat = statSync(file);
    if (query === "stat") {
      return json({ type: stat.isDirectory() ? 2 : 1, ctime: stat.ctimeMs, mtime: stat.mtimeMs, size: stat.size });
    }
    if (query === "readdir") {
      const entries = readdirSync(file, { withFileTypes: true });
      return json(entries.map((entry) => ({ name: entry.name, type: entry.isDirectory() ? 2 : 1 })));
    }
    return createReadStream(file).pipe(response);
  } catch {
    return query ? json({ error: "ENOENT" }) : response.writeHead(404).end();
  }
}

function answerFile(folder, path, response) {
  const file = join(folder, normalize(`/${path}`));
  let stat;
  try {
    stat = statSync(file);
  } catch {
    return response.writeHead(404).end();
  }
  if (!stat.isFile()) return response.writeHead(404).end();
  response.setHeader("Content-Type", types[extname(file)] ?? "application/octet-stream");
  response.setHeader("Content-Length", stat.size);
  return createReadStream(file).pipe(response);
}

/**
 * Serves the workbench on localhost. `extension` is a folder on disk, `tests` the entry of a suite inside it (the host that
 * runs an extension runs the tests that lie in its folder, no others), `workspace` the folder that the page opens.
 * @returns {Promise<{url: string, stop(): void}>}
 */
export async function startWebHost(workbench, { extension, tests, workspace, settings = {} }) {
  const vscode = join(workbench.codeServer, "lib/vscode");
  const workbenchScript = "out/vs/code/browser/workbench/workbench.js";
  const patched = withoutRemote(readFileSync(join(vscode, workbenchScript), "utf8"));
  const mounts = [
    ["/static/build/", vscode],
    ["/static/devextensions/", extension],
    ["/static/extensions/fs/", join(workbench.testWeb, "fs-provider")],
  ];
  const server = createServer((request, response) => {
    const { pathname, search } = new URL(request.url, "http://localhost");
    const path = decodeURIComponent(pathname);
    response.setHeader("Access-Control-Allow-Origin", "*");
    if (path === "/") {
      const page = workbenchPage(vscode, server.address().port, {
        extension: "/static/devextensions",
        tests: tests && `/static/devextensions/${tests}`,
        settings,
      });
      return response.setHeader("Content-Type", types[".html"]).end(page);
    }
    if (path === "/mint-key") return response.end(randomBytes(32));
    if (path === `/static/build/${workbenchScript}`)
      return response.setHeader("Content-Type", types[".js"]).end(patched);
    if (path.startsWith("/static/mount")) {
      return answerMount(workspace, path.slice("/static/mount".length), search.slice(1), response);
    }
    const mount = mounts.find(([prefix]) => path.startsWith(prefix));
    return mount ? answerFile(mount[1], path.slice(mount[0].length), response) : response.writeHead(404).end();
  });
  await new Promise((resolve) => server.listen(0, "localhost", resolve));
  return {
    url: `http://localhost:${server.address().port}/`,
    stop() {
      server.closeAllConnections();
      server.close();
    },
  };
}
