/** A real browser, and a local server of files for it. A machine without Chromium fails here, saying so. */
import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";

const candidates = [
  process.env.CHROMIUM_PATH,
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
];
const mimeTypes: Record<string, string> = { js: "text/javascript", mjs: "text/javascript", wasm: "application/wasm" };

/** The path of Chromium on this machine. */
export function chromiumPath(): string {
  const found = candidates.find((path) => path && existsSync(path));
  assert.ok(found, `no Chromium at ${candidates.slice(1).join(", ")}; name one in CHROMIUM_PATH`);
  return found;
}

/** Serves an empty page, and the files that `find` knows by their names; nothing else. */
export async function serveFiles(find: (name: string) => string | undefined): Promise<Server> {
  const server = createServer(async (request, response) => {
    const name = (request.url ?? "/").slice(1);
    if (name === "") return response.setHeader("content-type", "text/html").end("<!doctype html><title>clang</title>");
    const path = find(name);
    if (!path || !existsSync(path)) return response.writeHead(404).end();
    response.setHeader("content-type", mimeTypes[path.slice(path.lastIndexOf(".") + 1)] ?? "application/octet-stream");
    response.end(await readFile(path));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return server;
}

/** Where a server of this machine is, with a slash at the end. */
export const originOf = (server: Server): string => `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
