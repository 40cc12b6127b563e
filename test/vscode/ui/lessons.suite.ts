/// <reference lib="dom" />
/** Lessons are editors with findings, lenses and heat; the tree lists them and the workspace's kernels with their last figures. */
import assert from "node:assert/strict";
import { copyFileSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { harness, openWindow, runCommand, screenshot, sidebar, squiggles } from "./workbench";

describe("lessons and kernels", () => {
  let page: Page;
  before(async () => {
    copyFileSync("examples/transpose.cu", join(harness.workspace, "listed.cu"));
    page = await openWindow("listed.cu");
    await page.locator(".codelens-decoration a:visible", { hasText: "Simulate kernel" }).first().waitFor();
    await runCommand(page, "WarpLens: Focus on Kernels and Lessons View");
  });
  after(() => page.context().close());
  afterEach(async function () {
    if (this.currentTest?.state === "failed") await page.screenshot({ path: ".build/vscode/failed-lessons.png" });
  });

  const tree = () => page.locator('.pane:has(.pane-header[aria-label*="Kernels and Lessons"])');
  const row = (text: string | RegExp) => tree().locator(".monaco-list-row", { hasText: text }).first();

  it("lists the kernels of a file, with the figures of their last runs", async () => {
    await row("listed.cu").click();
    await row("transposeNaive").waitFor();
    await row("transposeNaive").hover();
    await row("transposeNaive").locator('[aria-label^="Simulate Kernel"]').click();
    await sidebar(page).locator("#report-title", { hasText: "transposeNaive" }).waitFor();
    await row(/transposeNaive.*sectors\/request/).waitFor();
    await row("listed.cu").click();
  });

  it("opens a lesson as an editor with findings and heat, and runs it", async () => {
    await row("Lessons").click();
    await row("5. Shared memory: bank conflicts").click();
    await page.locator(".tab.active", { hasText: "Lesson 5, banks.cu" }).waitFor();
    await page.locator(".view-line", { hasText: "Question:" }).first().waitFor();
    await sidebar(page).locator("#report-title", { hasText: "banks" }).waitFor();
    await squiggles(page).first().waitFor({ state: "attached" });
    await page.locator(".codelens-decoration a", { hasText: "wavefronts/request" }).first().waitFor();
    await screenshot(page, "lesson");
  });

  it("goes to the next lesson and back", async () => {
    await page.locator(".codelens-decoration a", { hasText: "Shared memory: broadcast" }).first().click();
    await page.locator(".tab.active", { hasText: "Lesson 6, broadcast.cu" }).waitFor();
    await sidebar(page).locator("#report-title", { hasText: "broadcast" }).waitFor();
    await runCommand(page, "WarpLens: Open Previous Lesson");
    await page.locator(".tab.active", { hasText: "Lesson 5, banks.cu" }).waitFor();
    const text = await page.locator(".view-lines").first().textContent();
    assert.equal(text?.match(/Lesson/g)?.length, 1, "it is as it was left");
  });
});
