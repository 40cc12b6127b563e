/// <reference lib="dom" />
/** Stepping through a block with VS Code's own debugger: breakpoints, warps, lanes, watch, keys forward and backward. */
import assert from "node:assert/strict";
import { copyFileSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { inEachTheme } from "./themes";
import { goTo, harness, openWindow, runCommand, screenshot, sidebar, sidebarWidth } from "./workbench";

describe("the debugger", () => {
  let page: Page;
  const text = readFileSync("examples/transpose.cu", "utf8").split("\n");
  const loadLine = text.findIndex((line) => line.includes("= tile[threadIdx.x][threadIdx.y]")) + 1;

  before(async () => {
    copyFileSync("examples/transpose.cu", join(harness.workspace, "stepped.cu"));
    page = await openWindow("stepped.cu");
    await page.locator(".codelens-decoration a:visible", { hasText: "Step through" }).nth(1).waitFor();
  });
  after(() => page.context().close());
  afterEach(async function () {
    if (this.currentTest?.state === "failed") await page.screenshot({ path: ".build/vscode/failed-debugger.png" });
  });

  /** The line at which the session stands, marked in the editor. */
  const at = (line: number) => page.locator(`.statusbar`, { hasText: `Ln ${line},` }).waitFor();
  const row = (name: string) =>
    page.locator(".debug-variables .monaco-list-row", { has: page.locator(".name", { hasText: name }) }).first();

  it("stops at a breakpoint that is set in the file, in a warp of the block", async () => {
    await goTo(page, loadLine, 1);
    await page.keyboard.press("F9");
    await page.locator(".codicon-debug-breakpoint").first().waitFor();
    await goTo(page, 1, 1);
    await page.locator(".codelens-decoration a:visible", { hasText: "Step through" }).nth(1).click();
    await page.locator(".debug-toolbar").waitFor();
    await page.locator(".debug-top-stack-frame-line").first().waitFor();
    await page.keyboard.press("F5");
    await at(loadLine);
    await page.locator(".debug-call-stack .monaco-list-row", { hasText: `warp 0 · line ${loadLine}` }).waitFor();
  });

  it("shows variables of all lanes, and lanes beneath", async () => {
    const scope = page.locator(".debug-variables .monaco-list-row", { hasText: "Variables, lane by lane" }).first();
    await scope.waitFor();
    if ((await scope.getAttribute("aria-expanded")) !== "true") await scope.click();
    await row("x").waitFor();
    assert.match((await row("x").textContent()) ?? "", /0 … 31, 32 different values/);
    await row("x").click();
    await page.keyboard.press("ArrowRight");
    await page.locator(".debug-variables .monaco-list-row", { hasText: "lane 1" }).first().waitFor();
    await screenshot(page, "debugger");
    await page.keyboard.press("ArrowLeft");
  });

  it("watches an expression with a filter", async () => {
    await page.locator(".pane-header", { hasText: "Watch" }).hover();
    await page.locator('.pane-header [aria-label="Add Expression"]').first().click();
    await page.locator(".debug-watch input").first().waitFor();
    await page.keyboard.type("x where x % 8 == 1");
    await page.keyboard.press("Enter");
    await page.locator(".debug-watch .monaco-list-row", { hasText: "25" }).first().waitFor();
  });

  it("steps forward and back by key, in the file", async () => {
    await page.locator(".tab.active", { hasText: "stepped.cu" }).click();
    await page.keyboard.press("F10");
    await page.locator(`.statusbar:not(:has-text("Ln ${loadLine},"))`).waitFor();
    await page.locator(".debug-toolbar .codicon-debug-reverse-continue").click();
    await at(loadLine);
  });

  it("keeps the table of 32 lanes, with the watched expression over every warp", async () => {
    await runCommand(page, "WarpLens: Focus on Simulator View");
    const view = sidebar(page);
    await view.locator("#debug-title", { hasText: "transposeTile, block (0, 0, 0)" }).waitFor();
    await view.locator("#watch-expression input").fill("threadIdx.x / 8");
    await view.locator("#watch-filter input").fill("lane < 24");
    await view.locator("#run-watch").click();
    await view
      .getByRole("img", { name: "threadIdx.x / 8 in 24 of 32 lanes of warp 0; 16 differ from the first" })
      .waitFor();
    await view.getByRole("img", { name: "threadIdx.x / 8 in 32 warps: lanes differ in 32" }).waitFor();
    await inEachTheme(page, "debugger");
    await sidebarWidth(page, 480);
    await inEachTheme(page, "debugger-480");
    await sidebarWidth(page, 300);
    await view.locator("#watch-filter input").fill("");
    await view.locator("#watch-expression input").fill("tile +");
    await view.locator("#watch-expression input").press("Enter");
    await view.locator("[role=alert]", { hasText: "is expected before the end" }).waitFor();
  });

  it("ends, and the view with it", async () => {
    await page.locator(".debug-toolbar .codicon-debug-stop").click();
    await page.locator(".debug-toolbar").waitFor({ state: "hidden" });
    await sidebar(page).locator("#debug-title").waitFor({ state: "detached" });
  });
});
