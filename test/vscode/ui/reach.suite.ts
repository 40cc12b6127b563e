/// <reference lib="dom" />
/** The sidebar where people find it: narrow, as a tab, by keyboard alone, after a reload, and what it keeps. */
import assert from "node:assert/strict";
import { copyFileSync, existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { seriousViolations } from "./axe";
import { goTo, harness, openForm, openWindow, runCommand, screenshot, sidebar, sidebarWidth } from "./workbench";

describe("the sidebar within reach", () => {
  let page: Page;
  before(async () => {
    copyFileSync("examples/transpose.cu", join(harness.workspace, "reach.cu"));
    page = await openWindow("reach.cu");
    await page.locator(".codelens-decoration a:visible", { hasText: "Simulate kernel" }).nth(1).click();
    await sidebar(page).locator("#report-title", { hasText: "transposeTile" }).waitFor({ timeout: 60_000 });
  });
  after(() => page.context().close());
  afterEach(async function () {
    if (this.currentTest?.state === "failed") await page.screenshot({ path: ".build/vscode/failed-reach.png" });
  });

  it("needs no more than 240 pixels", async () => {
    await sidebarWidth(page, 240);
    const over = await sidebar(page)
      .locator("body")
      .evaluate((body) => ({ wide: body.clientWidth, over: document.documentElement.scrollWidth - body.clientWidth }));
    assert.ok(over.wide <= 240, `${over.wide} pixels wide`);
    assert.ok(over.over <= 0, `${over.over} pixels stand out`);
    assert.deepEqual(await seriousViolations(sidebar(page)), []);
    await page.locator("iframe.webview.ready").first().screenshot({ path: ".build/vscode/views/narrow.png" });
    await sidebarWidth(page, 340);
  });

  it("keeps the figures of a kernel when another is edited, and drops them when it is edited itself", async () => {
    await goTo(page, 8, 1);
    assert.ok((await heats(page)) > 0, "figures are there");
    await page.keyboard.type(" ");
    await page.locator(".tab.dirty", { hasText: "reach.cu" }).waitFor();
    assert.ok((await heats(page)) > 0, "figures stay");
    await goTo(page, 15, 1);
    await page.keyboard.type(" ");
    for (let i = 0; (await heats(page)) > 0; i++) {
      assert.ok(i < 50, "figures go");
      await page.waitForTimeout(100);
    }
    await page.keyboard.press("Control+z");
    await page.keyboard.press("Control+z");
  });

  it("runs a selection without its kernel", async () => {
    await goTo(page, 17, 1);
    await page.keyboard.press("Shift+End");
    await runCommand(page, "WarpLens: Simulate Selection");
    await sidebar(page).locator("#report-title", { hasText: "snippet" }).waitFor({ timeout: 60_000 });
    await sidebar(page)
      .getByRole("row", { name: /shared store 1 1 32/ })
      .waitFor();
    await sidebar(page)
      .getByRole("button", { name: /^Go to line 17/ })
      .first()
      .waitFor();
  });

  it("keeps a launch in the project's configuration file, and takes it from there", async () => {
    const view = sidebar(page);
    await goTo(page, 1, 1);
    await openForm(page);
    await view.getByText("Kernel of reach.cu").waitFor();
    await view.locator("#field-kernel").selectOption("transposeNaive");
    await view.locator("#field-grid input").fill("3,3");
    await view.locator("#save-launch").click();
    await view.getByText("The launch of transposeNaive is saved in .warplens.json.").waitFor();
    const file = join(harness.workspace, ".warplens.json");
    assert.ok(existsSync(file));
    assert.deepEqual(JSON.parse(readFileSync(file, "utf8")), { launches: { transposeNaive: { grid: [3, 3, 1] } } });
    await goTo(page, 1, 1);
    await page.locator(".codelens-decoration a:visible", { hasText: "Simulate kernel" }).first().click();
    await view.locator(".launch", { hasText: "grid 3 × 3" }).waitFor({ timeout: 60_000 });
  });

  it("is reached, filled in and run by keyboard alone", async () => {
    await runCommand(page, "WarpLens: Focus on Simulator View");
    const view = sidebar(page);
    const focused = () => view.locator("body").evaluate(() => document.activeElement?.id ?? "");
    const onForm = () => view.locator("#launch-form > summary").evaluate((one) => one === document.activeElement);
    for (let i = 0; !(await onForm()); i++) {
      assert.ok(i < 20, "the folded form is reached by Tab");
      await page.keyboard.press("Tab");
    }
    await page.keyboard.press("Enter");
    for (let i = 0; (await focused()) !== "field-block"; i++) {
      assert.ok(i < 20, "the block's field is reached by Tab");
      await page.keyboard.press("Tab");
    }
    await page.keyboard.type("64");
    for (let i = 0; (await focused()) !== "run"; i++) {
      assert.ok(i < 30, "the button is reached by Tab");
      await page.keyboard.press("Tab");
    }
    await page.keyboard.press("Enter");
    await view.locator(".launch", { hasText: "block 64" }).waitFor({ timeout: 60_000 });
    assert.equal(await view.locator("#live").textContent(), "transposeNaive: completed");
    assert.ok(await onForm(), "the title of what folded has the focus");
  });

  it("has its runs back after a reload", async () => {
    await page.reload();
    await page.locator(".monaco-editor .view-line").first().waitFor({ timeout: 60_000 });
    await sidebar(page).locator("#report-title", { hasText: "transposeNaive" }).waitFor({ timeout: 60_000 });
    await sidebar(page)
      .getByRole("button", { name: /^Run 1: transposeTile/ })
      .waitFor();
  });

  it("opens as an editor tab, with the same state", async () => {
    await runCommand(page, "WarpLens: Open Simulator in an Editor Tab");
    await page.locator(".tab", { hasText: "WarpLens Simulator" }).waitFor();
    await page.locator("iframe.webview.ready").nth(1).waitFor();
    for (const index of [0, 1]) {
      const frame = page.locator("iframe.webview.ready").nth(index).contentFrame();
      const title = frame.locator("iframe#active-frame").contentFrame().locator("#report-title");
      await title.getByText("transpose").waitFor();
    }
    await screenshot(page, "tab");
  });
});

/** How many lines have figures after them. */
const heats = (page: Page): Promise<number> =>
  page.evaluate(
    () =>
      [...document.querySelectorAll(".monaco-editor .view-line span")].filter((span) =>
        /wavefronts?, ideal/.test(getComputedStyle(span, "::after").content),
      ).length,
  );
