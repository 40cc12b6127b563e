// The extension in a real VS Code: `node scripts/vscode/test.mjs [ui] [host] [web] [beside] [package]`, all when none is named.
//   ui    a user's clicks and keys in the workbench, extension installed, Node extension host
//   host  the extension API from inside the Node extension host
//   web   the same from inside the web worker extension host, as on vscode.dev
//   beside  the same as ui, with other extensions for CUDA in the window
//   package  the VSIX as a user installs it, in an empty profile
// What is not there is installed (install.mjs); what cannot be had makes the run fail, never skip.
import { execFileSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { downloadAndUnzipVSCode, runTests } from "@vscode/test-electron";
import Mocha from "mocha";
import { buildAll } from "../build.mjs";
import { root } from "../bundles.mjs";
import { print as printSummary, share } from "../summary.mjs";
import { launchBrowser } from "./browser.mjs";
import { bundleHostTests, bundleUiTests, bundleWebTests } from "./bundle.mjs";
import { pageAddress, startCodeServer } from "./codeServer.mjs";
import { runInPage } from "./inside.mjs";
import { installWorkbench } from "./install.mjs";
import { killAll } from "./processes.mjs";
import { stageExtension } from "./stage.mjs";
import { startWebHost } from "./webHost.mjs";

/** Keys and clicks in a headless workbench are lost now and then; what fails three times running is no accident. */
const UI_RETRIES = 2;
const all = ["ui", "host", "web", "beside", "package"];
const wanted = process.argv.slice(2).filter((word) => !word.startsWith("-"));
const unknown = wanted.filter((word) => !all.includes(word));
const option = (name) => process.argv.find((word) => word.startsWith(`--${name}=`))?.slice(name.length + 3);
// As of `scripts/unit.mjs`: titles to run, and the folder in which this process leaves what is said at the end of the run.
// `--installed=FILE` names the file that is made once all is installed.
const [grep, sharing, installed] = [option("grep"), option("sharing"), option("installed")];

/** Where pictures of the editor go: into the documentation under the switch that writes all expectations anew. */
const images = join(root, process.env.WARPLENS_UPDATE === "1" ? "docs/images" : ".build/vscode/images");

/** A copy of the example, for tests to write in. */
function workspaceFolder() {
  const folder = mkdtempSync(join(tmpdir(), "warplens-workspace-"));
  cpSync(join(root, "examples"), folder, { recursive: true });
  return folder;
}

function print(harness, results) {
  for (const { title, state, error, seconds } of results) {
    const took = seconds === undefined ? "" : ` (${seconds.toFixed(1)} s)`;
    console.log(`  ${harness} ${state === "passed" ? "✔" : state === "failed" ? "✘" : "-"} ${title}${took}`);
    if (error) console.log(error.replaceAll(/^/gm, "      "));
  }
}

/** A suite that clicks and types in the workbench, in a server of its own. */
async function inWorkbench(name, workbench, browser, options = {}) {
  const bundle = await bundleUiTests(name);
  const workspace = workspaceFolder();
  const server = await startCodeServer(workbench, options);
  mkdirSync(images, { recursive: true });
  globalThis.warplensUi = { browser, server, workspace, pageAddress, images };
  try {
    const mocha = new Mocha({ timeout: 120_000, reporter: "min", color: false, grep, retries: UI_RETRIES });
    mocha.addFile(bundle);
    await mocha.loadFilesAsync();
    const results = [];
    await new Promise((resolve) => {
      const runner = mocha.reporter(class {}).run(resolve);
      // Printed as it goes, so that a run that hangs shows where.
      const note = (state) => (test, error) => {
        const result = { title: test.fullTitle(), state, error: error?.stack, seconds: (test.duration ?? 0) / 1000 };
        print(name, [result]);
        results.push(result);
      };
      runner.on("retry", (test, error) => console.log(`  ${name} again ${test.fullTitle()}: ${error?.message}`));
      runner.on("pass", note("passed")).on("fail", note("failed")).on("pending", note("skipped"));
    });
    return results;
  } finally {
    server.stop();
    rmSync(workspace, { recursive: true, force: true });
  }
}

const beside = (workbench, browser) => inWorkbench("beside", workbench, browser, { beside: true });

const ui = (workbench, browser) => inWorkbench("ui", workbench, browser, { emptyView: true });

/** The package, made anew and installed into an empty profile. */
async function packaged(workbench, browser) {
  const folder = mkdtempSync(join(tmpdir(), "warplens-vsix-"));
  const vsix = join(folder, "warplens.vsix");
  try {
    execFileSync(process.execPath, [join(root, "scripts/package.mjs"), `--out=${vsix}`], { stdio: "pipe" });
    return await inWorkbench("package", workbench, browser, { vsix });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** VS Code's own build when it can be had; where its download is not reachable, that is told and code-server takes its place. */
async function desktopVSCode() {
  try {
    return await downloadAndUnzipVSCode({ version: "stable", timeout: 20_000 });
  } catch (error) {
    console.log(`VS Code's own build cannot be had here (${error.message}): the host tests run in code-server`);
    return undefined;
  }
}

async function hostInDesktop(executable, tests, workspace) {
  const results = join(dirname(tests), "results.json");
  rmSync(results, { force: true });
  const failed = await runTests({
    vscodeExecutablePath: executable,
    extensionDevelopmentPath: root,
    extensionTestsPath: tests,
    extensionTestsEnv: { WARPLENS_RESULTS: results },
    launchArgs: [workspace, "--disable-extensions", "--no-sandbox"],
  }).catch((error) => error);
  try {
    return JSON.parse(readFileSync(results, "utf8"));
  } catch {
    throw failed instanceof Error ? failed : new Error("the tests in VS Code left no results");
  }
}

async function host(workbench, browser) {
  const tests = await bundleHostTests("test/vscode/host/index.ts");
  const workspace = workspaceFolder();
  try {
    const executable = await desktopVSCode();
    if (executable) return await hostInDesktop(executable, tests, workspace);
    const server = await startCodeServer(workbench, { driver: true });
    try {
      const remote = `vscode-remote://${server.authority}`;
      const payload = [
        ["extensionDevelopmentPath", `${remote}${root.replace(/\/$/, "")}`],
        ["extensionTestsPath", `${remote}${tests}`],
      ];
      return await runInPage(browser, pageAddress(server, workspace, payload));
    } finally {
      server.stop();
    }
  } finally {
    rmSync(workspace, { recursive: true, force: true });
  }
}

async function web(workbench, browser) {
  const tests = await bundleWebTests("test/vscode/web/index.ts");
  const workspace = workspaceFolder();
  const staged = mkdtempSync(join(tmpdir(), "warplens-web-"));
  const extension = stageExtension(staged);
  cpSync(tests, join(extension, "dist/test-web/index.js"));
  const server = await startWebHost(workbench, { extension, tests: "dist/test-web/index", workspace });
  try {
    return await runInPage(browser, server.url);
  } finally {
    server.stop();
    rmSync(workspace, { recursive: true, force: true });
    rmSync(staged, { recursive: true, force: true });
  }
}

const harnesses = { ui, host, web, beside, package: packaged };
const totals = { passed: 0, failed: 0, skipped: 0 };

/** A harness that cannot run is a failure of its own, told with its reason. */
async function runHarness(name, workbench, browser) {
  const start = Date.now();
  try {
    const results = await harnesses[name](workbench, browser);
    if (!["ui", "beside"].includes(name)) print(name, results);
    for (const { state } of results) totals[state]++;
  } catch (error) {
    totals.failed++;
    print(name, [{ title: "the harness itself", state: "failed", error: error.stack ?? String(error) }]);
  }
  console.log(`  ${name}: ${((Date.now() - start) / 1000).toFixed(0)} s`);
}

if (unknown.length > 0) {
  console.error(`unknown: ${unknown.join(", ")}; there is ${all.join(", ")}`);
  process.exit(2);
}
let browser;
try {
  const [workbench] = await Promise.all([installWorkbench(), buildAll()]);
  if (installed) writeFileSync(installed, "");
  browser = await launchBrowser(workbench.chromium);
  for (const name of wanted.length > 0 ? wanted : all) await runHarness(name, workbench, browser);
} catch (error) {
  totals.failed++;
  console.error(`The tests in VS Code cannot be set up: ${error.stack ?? error}`);
} finally {
  await browser?.close().catch(() => {});
  killAll();
}
// Of the suites in the workbench the short run takes a sample.
const summary = { times: [], failures: [], leftOut: globalThis.warplensLeftOut?.() ?? [] };
if (sharing) share(sharing, summary);
else printSummary(summary);
console.log(`vscode: ${totals.passed} passed, ${totals.failed} failed, ${totals.skipped} skipped`);
process.exit(totals.failed > 0 ? 1 : 0);
