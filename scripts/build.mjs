// Builds `dist/`: `node scripts/build.mjs [--watch]`. Bundles are rebuilt each time (well under a second); the compiler
// and the grammar, 110 MB of data, are copied only when they changed.
import { createHash } from "node:crypto";
import {
  closeSync,
  copyFileSync,
  existsSync,
  fstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  readSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { basename, dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { build, context } from "esbuild";
import { buildOptions, root } from "./bundles.mjs";
import { CALLED, changedScript, DATA, HEADERS, packedData, packedHeaders, UNCALLED } from "./clangFiles.mjs";
import { readCalled } from "./clangFunctions.mjs";
import { note, reusableAdapter, reusableProgram } from "./clangModules.mjs";
import { dataOf, joined, splitProgram } from "./clangParts.mjs";
import { precompileHeaders } from "./precompiled.mjs";

// In a CommonJS bundle `import.meta.url` is empty; the same place said by what CommonJS has.
const commonJsMetaUrl = {
  define: { "import.meta.url": "bundleUrl" },
  banner: { js: 'const bundleUrl = require("node:url").pathToFileURL(__filename).href;' },
};

/** Node parses all that it reads: there are no spaces in it, but names as in the source. */
const small = { minifyWhitespace: true, minifySyntax: true };

const node = { platform: "node", format: "cjs", ...small, ...commonJsMetaUrl };
// A script in a web worker does not know where it came from. The tree-sitter runtime makes an address of its own place even
// when it is given its bytes: it gets one that nothing is ever fetched from.
const browser = {
  platform: "browser",
  mainFields: ["browser", "module", "main"],
  define: { global: "globalThis", "import.meta.url": '"https://warplens.invalid/"' },
};

/** Each bundle: what goes in, what comes out, and for whom. */
const bundles = [
  { in: "client/node/main.ts", out: "client.cjs", ...node, external: ["vscode"] },
  { in: "server/node/main.ts", out: "server.cjs", ...node, external: ["./languageServer.cjs"] },
  { in: "server/node/languageServer.ts", out: "languageServer.cjs", ...node },
  { in: "engine/node/clangWorker.ts", out: "clangWorker.mjs", platform: "node", format: "esm", ...small },
  { in: "engine/node/simulationWorker.ts", out: "simulationWorker.mjs", platform: "node", format: "esm", ...small },
  { in: "client/browser/main.ts", out: "web/client.js", ...browser, format: "cjs", external: ["vscode"] },
  { in: "server/browser/main.ts", out: "web/server.js", ...browser, format: "iife" },
  { in: "engine/browser/clangWorker.ts", out: "web/clangWorker.js", ...browser, format: "esm", define: {} },
  { in: "engine/browser/simulationWorker.ts", out: "web/simulationWorker.js", ...browser, format: "iife" },
  // What is read each time a view opens.
  { in: "client/webview/main.ts", out: "webview.js", ...browser, format: "iife", minify: true },
  { in: "client/webview/elements.ts", out: "elements.js", ...browser, format: "iife", minify: true },
  { in: "client/webview/style.css", out: "webview.css", loader: { ".css": "css" } },
];

/**
 * The command line: a command reads what it needs, and what the workers of `check` need as well is there once. Parsing is most
 * of the time of a short command.
 */
const commandLine = {
  entryPoints: { cli: join(root, "cli/main.ts"), checkWorker: join(root, "cli/check/worker.ts") },
  outdir: join(root, "dist"),
  outExtension: { ".js": ".mjs" },
  chunkNames: "chunk-[hash]",
  platform: "node",
  format: "esm",
  splitting: true,
  ...small,
};

const gen = "node_modules/@yowasp/clang/gen";
const program = `${gen}/llvm.core.wasm`;

let programFiles;

/** Clang's program in its files; made once for all of them. */
function programOf(module) {
  if (programFiles) return programFiles;
  const program = reusableProgram(module);
  const { called, uncalled } = splitProgram(program, readCalled(module));
  // Throws where one of the two is no module, with all of its functions.
  for (const one of [called, joined(called, uncalled)]) new WebAssembly.Module(one);
  programFiles = { called, uncalled, data: packedData(dataOf(program)) };
  return programFiles;
}

const scriptOf = (which) => ({
  change: (text) => changedScript(text, which),
  end: (text) => Buffer.from(`// ${text}\n`),
});

/** What is made of a file of clang's: how, under which name, and how a file of the kind ends with a text that is no part of it. */
const changes = {
  "llvm.core.wasm": [
    { change: (module) => programOf(module).called, name: CALLED, end: note },
    { change: (module) => programOf(module).uncalled, name: UNCALLED, end: Buffer.from },
    { change: (module) => programOf(module).data, name: DATA, end: Buffer.from },
  ],
  "llvm.core2.wasm": [{ change: (module) => reusableAdapter(module, readFileSync(join(root, program))), end: note }],
  "bundle.js": [scriptOf("whole"), { ...scriptOf("called"), name: "called.js" }],
  "llvm-resources.tar": [{ change: packedHeaders, name: HEADERS, end: Buffer.from }],
};

/** Data beside the bundles, found by them relative to their own place. */
const copies = [
  ...readdirSync(join(root, gen)).flatMap((name) =>
    (changes[name] ?? [undefined]).map((change) => ({
      from: `${gen}/${name}`,
      to: `clang/${change?.name ?? name}`,
      change,
    })),
  ),
  { from: "node_modules/web-tree-sitter/web-tree-sitter.wasm", to: "grammar/web-tree-sitter.wasm" },
  { from: "node_modules/tree-sitter-cuda/tree-sitter-cuda.wasm", to: "grammar/tree-sitter-cuda.wasm" },
];

/**
 * Writes a file unless it is there with the same content, and then as a whole: tests that build run beside others that use
 * what was built.
 */
export function writeWhenChanged(path, content) {
  const bytes = Buffer.from(content);
  if (existsSync(path) && readFileSync(path).equals(bytes)) return;
  mkdirSync(dirname(path), { recursive: true });
  const unfinished = `${path}.${process.pid}`;
  writeFileSync(unfinished, bytes);
  renameSync(unfinished, path);
}

/** Same size and same time of change: the same file, for what npm unpacks. */
function copyWhenChanged({ from, to, change }) {
  const source = join(root, from);
  const target = join(root, "dist", to);
  const wanted = statSync(source);
  if (change) return changeWhenChanged(source, target, change, `${wanted.size} ${wanted.mtimeMs}`);
  const present = existsSync(target) ? statSync(target) : undefined;
  if (present?.size === wanted.size && Math.abs(present.mtimeMs - wanted.mtimeMs) < 1000) return;
  mkdirSync(dirname(target), { recursive: true });
  const unfinished = `${target}.${process.pid}`;
  copyFileSync(source, unfinished);
  utimesSync(unfinished, wanted.atime, wanted.mtime);
  renameSync(unfinished, target);
}

/** What has a say in how clang's files are changed. */
const changers = [
  "build.mjs",
  "clangFiles.mjs",
  "clangFunctions.mjs",
  "clangFunctions.txt",
  "clangModules.mjs",
  "clangParts.mjs",
  "wasm.mjs",
];

/** A changed file ends with a digest of what it was made of. */
function changeWhenChanged(source, target, { change, end }, identity) {
  const scripts = changers.map((name) => readFileSync(join(root, "scripts", name)));
  const digest = scripts.reduce((hash, script) => hash.update(script), createHash("sha256").update(identity));
  const tail = end(digest.digest("hex"));
  if (existsSync(target) && endsWith(target, tail)) return;
  writeWhenChanged(target, Buffer.concat([change(readFileSync(source)), tail]));
}

function endsWith(path, tail) {
  const file = openSync(path, "r");
  try {
    const end = Buffer.alloc(tail.length);
    readSync(file, end, 0, end.length, Math.max(0, fstatSync(file).size - end.length));
    return end.equals(tail);
  } finally {
    closeSync(file);
  }
}

/** Files of clang that earlier builds wrote under other names: each has a say in the identity of clang, and would be packed. */
function removeOldFiles() {
  const folder = join(root, "dist/clang");
  const names = new Set([...copies.map(({ to }) => basename(to)), "package.json"]);
  for (const name of readdirSync(folder)) if (!names.has(name)) rmSync(join(folder, name), { force: true });
}

const configurations = () => {
  const apart = bundles.map(({ in: entry, out, ...options }) => ({
    ...options,
    entryPoints: [join(root, entry)],
    outfile: join(root, "dist", out),
  }));
  return [...apart, commandLine].map((options) => ({
    ...buildOptions,
    ...options,
    absWorkingDir: root,
    sourcemap: true,
    sourcesContent: false,
    metafile: true,
    define: { ...buildOptions.define, ...options.define },
  }));
};

/** Chunks are named after their content: those of earlier builds would stay, and be packed. */
function removeOldChunks(written) {
  const folder = join(root, "dist");
  const isOld = (name) => /^chunk-\w+\.mjs(?:\.map)?$/.test(name) && !written.includes(join(folder, name));
  for (const name of readdirSync(folder).filter(isOld)) rmSync(join(folder, name), { force: true });
}

function copyData() {
  for (const copy of copies) copyWhenChanged(copy);
  removeOldFiles();
  // The extension's own manifest must not say that its scripts are modules: VS Code's web host takes CommonJS only.
  writeWhenChanged(join(root, "dist/clang/package.json"), '{ "type": "module" }\n');
}

/** Builds everything once; gives what esbuild knows of each bundle's contents. */
export async function buildAll() {
  copyData();
  const results = await Promise.all(configurations().map((one) => build({ ...one, write: false })));
  const files = results.flatMap((result) => result.outputFiles);
  for (const { path, contents } of files) writeWhenChanged(path, contents);
  removeOldChunks(files.map(({ path }) => path));
  precompileHeaders();
  return results.map((result) => result.metafile);
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  if (process.argv.includes("--watch")) {
    copyData();
    console.log("[watch] build started");
    await Promise.all(configurations().map(async (configuration) => (await context(configuration)).watch()));
    console.log("[watch] build finished");
  } else {
    await buildAll();
  }
}
