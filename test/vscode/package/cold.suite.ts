/// <reference lib="dom" />
/**
 * A cold window on an installed package: what the editor says the activation takes, and how long a file is there before its first
 * finding. Times are printed, and none is a condition.
 */
import assert from "node:assert/strict";
import { copyFileSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { harness, openWindow, runCommand, squiggles } from "../ui/workbench";

/** Windows that are opened, each with an extension host and a language server of its own. */
const WINDOWS = 5;

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

/** Opens a window on a file and closes it again, `after` milliseconds later. */
async function opened(file: string, after = 0): Promise<Cold> {
  const page = await openWindow(file);
  const drawn = Date.now();
  await squiggles(page).first().waitFor({ state: "attached" });
  const finding = Date.now() - drawn;
  const host = askedAt() - drawn;
  const cold = { host, activation: await activationOf(page), finding, own: finding - host };
  await page.waitForTimeout(after);
  await page.context().close();
  return cold;
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

describe("a cold window", () => {
  const copy = (name: string) => copyFileSync("examples/transpose.cu", join(harness.workspace, name));

  it("is activated and has the first finding of a file that was never opened", async () => {
    const windows: Cold[] = [];
    for (let index = 0; index < WINDOWS; index++) {
      copy(`cold${index}.cu`);
      windows.push(await opened(`cold${index}.cu`));
    }
    print("new file", windows);
  });

  it("is activated and has the first finding of a file that was opened before", async () => {
    copy("again.cu");
    await opened("again.cu", SETTLED);
    assert.notEqual(keptCode().length, 0, "nothing of the compiled code of the server is kept");
    const windows: Cold[] = [];
    for (let index = 0; index < WINDOWS; index++) windows.push(await opened("again.cu"));
    print("known file", windows);
  });
});
