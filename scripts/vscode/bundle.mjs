// Bundles the tests that run inside or beside VS Code.
import { join } from "node:path";
import { build } from "esbuild";
import { buildOptions, root } from "../bundles.mjs";

const out = (name) => join(root, ".build", "vscode", name);

/** Tests in this process, which drive a browser. */
export async function bundleUiTests(entry) {
  const outfile = out("ui.mjs");
  await build({
    ...buildOptions,
    entryPoints: [join(root, entry)],
    outfile,
    platform: "node",
    format: "esm",
    packages: "external",
    sourcemap: "inline",
  });
  return outfile;
}

/** Tests in the Node extension host; the folder has the shape that `extensionTestsPath` wants. */
export async function bundleHostTests(entry) {
  const outfile = out("host/index.cjs");
  await build({
    ...buildOptions,
    entryPoints: [join(root, entry)],
    outfile,
    platform: "node",
    format: "cjs",
    external: ["vscode", "mocha"],
    sourcemap: "inline",
  });
  return outfile;
}

/** Tests in the web worker extension host, with mocha's browser build inside. */
export async function bundleWebTests(entry) {
  const outfile = out("web/index.js");
  await build({
    ...buildOptions,
    entryPoints: [join(root, entry)],
    outfile,
    platform: "browser",
    format: "cjs",
    external: ["vscode"],
    define: { global: "globalThis" },
    sourcemap: "inline",
  });
  return outfile;
}
