/// <reference lib="dom" />
/**
 * A cold window on an installed package: what the editor says the activation takes, and how long a file is there before its first
 * finding. The editor was used before, as a user's was, so that its browser has its scripts compiled; in the one that was never
 * used it reads 15 MB of them meanwhile. Times are printed, and none is a condition.
 */
import assert from "node:assert/strict";
import { copyFileSync, mkdtempSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { BrowserContext, Page } from "playwright-core";
import { harness, openWindow, openWindowIn, runCommand } from "../ui/workbench";

/** Windows that are opened, each with an extension host and a language server of its own. */
const WINDOWS = 5;

/** The file that they are opened on. */
const FILE = "cold.cu";

/** Windows after which a browser keeps what it has compiled: V8 does so for scripts that come again. */
const USED = 3;

interface Cold {
  /** Milliseconds from the text of the file on the screen until the editor's extension host, which starts then, asks for the extension. */
  readonly host: number;
  /** Milliseconds that the editor's list of running extensions names. */
  readonly activation: number;
  /** Milliseconds from the text of the file on the screen to the first finding in it. */
  readonly finding: number;
  /** Milliseconds of those that pass after the editor has asked for the extension. */
  readonly own: number;
}

async function activationOf(page: Page): Promise<number> {
  await runCommand(page, "Developer: Show Running Extensions");
  const row = page.locator(".runtime-extensions-editor .extension", { hasText: "WarpLens" }).first();
  const time = row.locator(".activation-time").first();
  await time.filter({ hasText: /\d+ms/ }).waitFor();
  return Number(/(\d+)ms/.exec((await time.textContent()) ?? "")?.[1]);
}

/** When the newest extension host asked for the extension, as its log says. */
function askedAt(): number {
  const folder = join(harness.server.scratch, "user/logs");
  const logs = readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((path) => path.endsWith("remoteexthost.log"))
    .map((path) => join(folder, path));
  const [newest] = logs.sort((a, b) => statSync(b).birthtimeMs - statSync(a).birthtimeMs);
  const line = readFileSync(newest!, "utf8").match(/^(.{23}) .*_doActivateExtension warplens\.warplens/m);
  return Date.parse(`${line![1]!.replace(" ", "T")}`);
}

const middle = (values: readonly number[]): number => [...values].sort((a, b) => a - b)[values.length >> 1]!;

/** Waits for the first squiggle. The page watches itself: who asks it again and again takes processor time of a busy machine. */
const underlined = (page: Page): Promise<void> =>
  page.evaluate(
    () =>
      new Promise<void>((resolve) => {
        const look = () => {
          if (!document.querySelector(".monaco-editor .squiggly-warning")) return;
          observer.disconnect();
          resolve();
        };
        const observer = new MutationObserver(look);
        observer.observe(document.body, { subtree: true, childList: true, attributeFilter: ["class"] });
        look();
      }),
  );

/** What a window on a file takes. */
async function coldOf(page: Page): Promise<Cold> {
  const drawn = Date.now();
  await underlined(page);
  const finding = Date.now() - drawn;
  const host = askedAt() - drawn;
  return { host, activation: await activationOf(page), finding, own: finding - host };
}

/** Files in which Node keeps the compiled code of the server. */
function keptCode(): readonly string[] {
  const folder = join(harness.server.scratch, "user/User/globalStorage/warplens.warplens/compiles/code");
  return readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((path) =>
    statSync(join(folder, path)).isFile(),
  );
}

/** Milliseconds after which the server has kept what clang answered to a text that stays. */
const SETTLED = 6000;

function print(what: string, windows: readonly Cold[]): void {
  for (const name of ["host", "activation", "finding", "own"] as const) {
    const values = windows.map((one) => one[name]);
    assert.ok(values.every(Number.isFinite), `${name}: ${values}`);
    console.log(`      ${what}, ${name}: ${middle(values)} ms (${values.join(", ")})`);
  }
}

/** Milliseconds after which a window hangs that is opened, measured and closed: on a slow machine each takes half a minute. */
const HANGS = 120_000;

describe("a cold window", function () {
  this.timeout(HANGS * WINDOWS);
  let editor: BrowserContext;

  /** A folder with a copy of an example in it, which no window was opened on before. */
  function folderWith(name: string): string {
    const folder = mkdtempSync(join(harness.server.scratch, name));
    copyFileSync("examples/transpose.cu", join(folder, FILE));
    return folder;
  }

  /** Opens a window on a file, takes its measure, and closes it `after` milliseconds later. */
  async function opened<T>(folder: string, file: string, measure: (page: Page) => Promise<T>, after = 0): Promise<T> {
    const page = await openWindowIn(editor, file, folder);
    const measured = await measure(page);
    await page.waitForTimeout(after);
    await page.close();
    return measured;
  }

  before(async () => {
    editor = await harness.browser.newContext({ viewport: { width: 1400, height: 900 } });
    const folder = folderWith("used");
    writeFileSync(join(folder, "plain.txt"), "text\n");
    for (let index = 0; index < USED; index++) await opened(folder, "plain.txt", async () => undefined, SETTLED);
  });

  after(() => editor?.close());

  it("is activated and has the first finding of a file that was never opened", async () => {
    const windows: Cold[] = [];
    for (let index = 0; index < WINDOWS; index++) windows.push(await opened(folderWith(`new${index}`), FILE, coldOf));
    print("new file", windows);
  });

  it("is activated and has the first finding of a file that was opened before", async () => {
    const folder = folderWith("again");
    await opened(folder, FILE, coldOf, SETTLED);
    assert.notEqual(keptCode().length, 0, "nothing of the compiled code of the server is kept");
    const windows: Cold[] = [];
    for (let index = 0; index < WINDOWS; index++) windows.push(await opened(folder, FILE, coldOf));
    print("known file", windows);
  });

  it("is activated in an editor that was never used, and has the first finding", async () => {
    copyFileSync("examples/transpose.cu", join(harness.workspace, FILE));
    const page = await openWindow(FILE);
    print("new file, editor never used", [await coldOf(page)]);
    await page.context().close();
  });
});
