// Bundles the tests that run inside or beside VS Code.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { build } from "esbuild";
import { buildOptions, root } from "../bundles.mjs";

const out = (name) => join(root, ".build", "vscode", name);

/** Tests in this process, which drive a browser; a file for each, since a module is loaded once. */
export async function bundleUiTests(name) {
  const entry = `test/vscode/${name}/index.ts`;
  const outfile = out(`${name}.mjs`);
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

/**
 * Mocha's browser build takes any `module` that it sees for its own, and would put itself in the place of our exports.
 * It is given none, and makes itself a global.
 */
const mochaAsGlobal = {
  name: "mocha-as-global",
  setup(build) {
    build.onLoad({ filter: /mocha[/\\]mocha\.js$/ }, ({ path }) => ({
      contents: `(function (exports, module, define) {${readFileSync(path, "utf8")}\n}).call(globalThis);`,
      loader: "js",
    }));
  },
};

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
    plugins: [...buildOptions.plugins, mochaAsGlobal],
    sourcemap: "inline",
  });
  return outfile;
}
