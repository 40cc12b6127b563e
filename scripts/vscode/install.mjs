// Gets what the tests in VS Code need into a cache folder of the user's, outside the checkout and keyed by version:
// a browser, the Node that code-server wants, and code-server itself (VS Code's workbench and extension hosts, from npm).
// `node scripts/vscode/install.mjs` does it alone; the test runner calls `installWorkbench`.
import { spawn } from "node:child_process";
import { existsSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { homedir } from "node:os";
import { delimiter, join } from "node:path";
import { pathToFileURL } from "node:url";

/** VS Code 1.139.1. It wants Node 24, which is installed beside it and used for nothing else. */
const CODE_SERVER = "4.139.1";
const NODE = "24.21.0";
/** Only its `fs-provider` folder is used: the file system of the workspace in the web host. */
const TEST_WEB = "0.0.81";
/** By Debian's package, whether the machine has what is wanted of it; one may be there without the others. */
const DEBIAN_PACKAGES = {
  chromium: () => findChromium() !== undefined,
  "libkrb5-dev": () => existsSync("/usr/include/gssapi/gssapi.h"),
  "fonts-dejavu-core": () => existsSync("/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf"),
};

const cache = process.env.WARPLENS_CACHE ?? join(homedir(), ".cache", "warplens");

/**
 * The environment without what `npm test` tells its children of itself: packages ask `npm_config_user_agent` which Node
 * installs them, and would be told of the Node that runs the tests.
 */
function outsideNpm() {
  const own = /^(npm_(config_user_agent|execpath|node_execpath|command|lifecycle_.*|package_.*)|NODE|INIT_CWD)$/;
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !own.test(name)));
}

/** Runs a command to its end; its output is kept for the error message and shown on request. */
export function run(command, args, { cwd, env, timeout = 900_000 } = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { cwd, env: { ...outsideNpm(), ...env }, stdio: ["ignore", "pipe", "pipe"] });
    let output = "";
    const keep = (chunk) => {
      output = (output + chunk).slice(-20_000);
      if (process.env.WARPLENS_VERBOSE) process.stderr.write(chunk);
    };
    child.stdout.on("data", keep);
    child.stderr.on("data", keep);
    const timer = setTimeout(() => child.kill("SIGKILL"), timeout);
    child.once("error", (error) => {
      clearTimeout(timer);
      reject(error);
    });
    child.once("close", (code) => {
      clearTimeout(timer);
      if (code === 0) resolve(output);
      else reject(new Error(`${command} ${args.join(" ")} ended with ${code}\n${output.slice(-3000)}`));
    });
  });
}

/** Registries drop connections now and then: three attempts, each from an empty folder. */
async function attempts(what, count, action) {
  for (let attempt = 1; ; attempt++) {
    try {
      return await action();
    } catch (error) {
      if (attempt === count) throw error;
      console.error(`${what}: attempt ${attempt} of ${count} failed (${String(error.message).split("\n")[0]}), again`);
    }
  }
}

/** A folder of the cache filled once; a marker file says that filling it came to its end. */
async function once(name, fill) {
  const folder = join(cache, name);
  const marker = join(folder, ".complete");
  if (existsSync(marker)) return folder;
  console.log(`installing ${name} into ${cache} (once)`);
  await attempts(name, 3, async () => {
    rmSync(folder, { recursive: true, force: true });
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, "package.json"), JSON.stringify({ private: true }));
    await fill(folder);
  });
  writeFileSync(marker, "");
  return folder;
}

const npmFlags = ["--no-audit", "--no-fund", "--no-package-lock", "--loglevel=error"];

async function installNode() {
  const name = `node-${process.platform === "win32" ? "win" : process.platform}-${process.arch}`;
  const folder = await once(`node-${NODE}`, (cwd) => run("npm", ["install", ...npmFlags, `${name}@${NODE}`], { cwd }));
  return join(folder, "node_modules", name);
}

async function installCodeServer(node) {
  // `npm_config_nodedir` points node-gyp at the headers of the Node that will load the modules: without it they would
  // be fetched from nodejs.org, or be those of the Node that runs this script.
  const env = { PATH: `${join(node, "bin")}${delimiter}${process.env.PATH}`, npm_config_nodedir: node };
  const folder = await once(`code-server-${CODE_SERVER}-node-${NODE}`, async (cwd) => {
    await run("npm", ["install", ...npmFlags, `code-server@${CODE_SERVER}`], { cwd, env });
    const entry = join(cwd, "node_modules/code-server/out/node/entry.js");
    await run(join(node, "bin/node"), [entry, "--version"], { cwd });
  });
  return join(folder, "node_modules", "code-server");
}

function onPath(names) {
  for (const folder of (process.env.PATH ?? "").split(delimiter)) {
    for (const name of names) {
      const path = join(folder, name);
      if (folder && existsSync(path)) return path;
    }
  }
  return undefined;
}

const findChromium = () =>
  process.env.WARPLENS_CHROMIUM ?? onPath(["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"]);

/**
 * The browser from where it is found: the machine's own, else Debian's package where we may install one. Where we may, it brings
 * the headers that code-server's modules are built with and the fonts of the pictures as well.
 */
async function installChromium() {
  const mayInstall = process.platform === "linux" && process.getuid?.() === 0 && onPath(["apt-get"]);
  const missing = Object.keys(DEBIAN_PACKAGES).filter((name) => !DEBIAN_PACKAGES[name]());
  if (mayInstall && missing.length > 0) {
    console.log(`installing ${missing.join(", ")} with apt-get`);
    const env = { DEBIAN_FRONTEND: "noninteractive" };
    await attempts("apt-get", 3, async () => {
      await run("apt-get", ["update"], { env });
      await run("apt-get", ["install", "-y", "--no-install-recommends", ...missing], { env });
    });
  }
  const found = findChromium();
  if (found) return found;
  throw new Error(
    mayInstall
      ? "apt-get installed chromium, but no chromium is on the PATH"
      : "no Chromium on the PATH: install one, or name it in WARPLENS_CHROMIUM",
  );
}

/**
 * Everything that the three harnesses need, or an error that says what could not be had.
 * @returns {Promise<{node: string, codeServer: string, chromium: string, testWeb: string}>} the Node binary, the folder
 * of the code-server package, the browser, and the folder of the web test package.
 */
export async function installWorkbench() {
  mkdirSync(cache, { recursive: true });
  const chromium = await installChromium();
  const testWeb = await once(`test-web-${TEST_WEB}`, (cwd) =>
    run("npm", ["install", ...npmFlags, "--ignore-scripts", `@vscode/test-web@${TEST_WEB}`], { cwd }),
  );
  const node = await installNode();
  const codeServer = await installCodeServer(node);
  return {
    node: join(node, "bin", "node"),
    codeServer,
    chromium,
    testWeb: join(testWeb, "node_modules/@vscode/test-web"),
  };
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  try {
    console.log(JSON.stringify(await installWorkbench(), undefined, 2));
  } catch (error) {
    console.error(`The tests in VS Code cannot be set up: ${error.message}`);
    process.exitCode = 1;
  }
}
