/// <reference lib="dom" />
/** The sidebar by itself: keyboard, cancelling, comparing, hiding, themes, what a screen reader is told. */
import assert from "node:assert/strict";
import { copyFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { goTo, harness, openForm, openWindow, runCommand, screenshot, sidebar, takeTheme } from "./workbench";

const endless = `__global__ void spin(volatile int* p) {
    while (p[0] == 0) { p[0] = 0; }
}
`;

/** Clicks the lens of a kernel, which must be in view. */
async function simulate(page: Page, kernelIndex: number): Promise<void> {
  await goTo(page, 1, 1);
  await page.mouse.move(700, 890);
  await page.locator(".codelens-decoration a:visible", { hasText: "Simulate kernel" }).nth(kernelIndex).click();
}

describe("the sidebar", () => {
  let page: Page;
  before(async () => {
    writeFileSync(join(harness.workspace, "spin.cu"), endless);
    // A file of its own: what another suite types into the example must not be seen here.
    copyFileSync("examples/transpose.cu", join(harness.workspace, "tiles.cu"));
    page = await openWindow("tiles.cu");
    await page.locator(".codelens-decoration a:visible", { hasText: "Simulate kernel" }).nth(2).waitFor();
    await simulate(page, 1);
    await sidebar(page).locator("#report-title", { hasText: "transposeTile" }).waitFor({ timeout: 60_000 });
  });
  after(() => page.context().close());
  afterEach(async function () {
    if (this.currentTest?.state === "failed") await page.screenshot({ path: ".build/vscode/failed-sidebar.png" });
  });

  it("runs by keyboard what is typed into the form", async () => {
    const view = sidebar(page);
    await openForm(page);
    await view.locator("#launch-hint", { hasText: "As launched at line" }).waitFor();
    assert.equal(await view.locator("#field-block").getAttribute("placeholder"), "32,32");
    await view.locator("#field-grid").focus();
    await page.keyboard.type("2,2");
    await page.keyboard.press("Enter");
    await view.locator(".launch", { hasText: "grid 2 × 2" }).waitFor();
    await view.getByRole("row", { name: /shared load 32 1 32/ }).waitFor();
    await view.locator("#launch-form:not([open])").waitFor();
    assert.equal(await view.locator("#launch-form > summary").textContent(), "transposeTile · 2,2 × 32,32");
    await openForm(page);
    await view.locator("#field-grid input").fill("");
  });

  it("says in a sentence what is typed wrong", async () => {
    const view = sidebar(page);
    await openForm(page);
    await view.locator("#field-block input").fill("many");
    await view.locator("#field-block input").press("Enter");
    assert.match((await view.locator("[role=alert]").textContent()) ?? "", /Block “many”/);
    await view.locator("#field-block input").fill("");
  });

  it("takes the data of an argument from a file that is chosen", async () => {
    const view = sidebar(page);
    await openForm(page);
    writeFileSync(join(harness.workspace, "numbers.txt"), Array.from({ length: 4096 }, (_, i) => i).join(" "));
    await view.locator("#arguments summary").click();
    await view.getByRole("button", { name: "Data of in from a file" }).click();
    const input = page.locator(".quick-input-widget input.input");
    await input.fill(join(harness.workspace, "numbers"));
    await page.locator(".quick-input-list .monaco-list-row", { hasText: "numbers.txt" }).first().click();
    await view.locator('#arguments summary:has-text("1 given")').waitFor();
    const field = view.locator('[data-field="argument:in"] input');
    assert.equal(await field.inputValue(), "file:numbers.txt");
    await view.locator('[data-field="argument:n"] input').fill("64");
    await view.locator("#field-grid input").fill("2,2");
    await view.locator("#run").click();
    // What was given to the run before is there until the next report is.
    const given = view.locator("#given", { hasText: "numbers.txt" });
    await given.waitFor({ state: "attached", timeout: 60_000 });
    if ((await given.getAttribute("open")) === null) await given.locator("> summary").click();
    await view.getByRole("row", { name: /in const float\* file:numbers.txt you/ }).waitFor();
    await openForm(page);
    for (const name of ["in", "n"]) await view.locator(`[data-field="argument:${name}"] input`).fill("");
    await view.locator("#field-grid input").fill("");
    await view.locator("#arguments summary").click();
  });

  it("compares two runs", async () => {
    await simulate(page, 2);
    const view = sidebar(page);
    await view.locator("#report-title", { hasText: "transposePadded" }).waitFor();
    await view.getByRole("button", { name: "Compare with run 1" }).click();
    assert.match((await view.locator("#section-comparison .headline").textContent()) ?? "", /shared wavefronts −9/);
    await view.locator("#compared-lines summary").click();
    await view.getByRole("row", { name: /21 → 32 shared load, wavefronts/ }).waitFor();
    await view.locator("#compared-lines summary").click();
    const row = view.locator("#section-comparison").getByRole("row", { name: /^shared wavefronts/ });
    assert.match((await row.textContent()) ?? "", /−9[0-9.]+ %/);
    await screenshot(page, "comparison");
    await view.getByRole("button", { name: "Stop comparing" }).click();
  });

  it("jumps to the line of an access", async () => {
    await sidebar(page).getByRole("button", { name: "Go to line 32" }).first().click();
    await page.locator(".statusbar", { hasText: "Ln 32" }).waitFor();
  });

  it("is as it was after it was hidden", async () => {
    await runCommand(page, "View: Toggle Primary Side Bar Visibility");
    await page.locator("iframe.webview.ready").first().waitFor({ state: "hidden" });
    await runCommand(page, "View: Toggle Primary Side Bar Visibility");
    await sidebar(page).locator("#report-title", { hasText: "transposePadded" }).waitFor();
  });

  it("has a name for every control and picture, and a table for every picture", async () => {
    const missing = await sidebar(page)
      .locator("body")
      .evaluate((body) => {
        const nameless = [
          ...body.querySelectorAll("input, select, button, [role=progressbar], svg, [role=region]"),
        ].filter(
          (one) =>
            !one.getAttribute("aria-label") &&
            !(one as HTMLInputElement).labels?.length &&
            !(one instanceof HTMLButtonElement && one.textContent?.trim()) &&
            // What stands beside its figure says nothing that the figure does not.
            one.getAttribute("aria-hidden") !== "true",
        );
        const alone = [...body.querySelectorAll("svg")].filter(
          (svg) => !svg.closest("section")?.querySelector("table"),
        );
        return [...nameless, ...alone].map((one) => one.outerHTML.slice(0, 120));
      });
    assert.deepEqual(missing, []);
  });

  it("opens the report as text", async () => {
    await sidebar(page).getByRole("button", { name: "Open as text" }).click();
    await page.locator(".tab", { hasText: "transposePadded" }).waitFor();
    // The editor has only the lines that are in view.
    for (const part of [/grid\s8\s×\s8,\sblock\s32\s×\s32/, /shared\sload,\s4\sB\s+2.048\s+2.048/]) {
      await page.locator(".view-line", { hasText: part }).first().waitFor({ state: "attached" });
    }
    await page.locator(".tab", { hasText: "tiles.cu" }).click();
  });

  it("wears the editor's theme", async () => {
    await simulate(page, 1);
    for (const kind of ["light", "dark", "high-contrast"] as const) {
      await takeTheme(page, kind);
      await screenshot(page, kind);
    }
  });

  it("cancels a kernel that never ends, and says so", async () => {
    const other = await openWindow("spin.cu");
    try {
      await other.locator(".codelens-decoration a", { hasText: "Simulate kernel" }).first().click();
      const view = sidebar(other);
      await view.getByRole("progressbar").waitFor();
      await view.locator("#cancel").click();
      await view.locator("#again:enabled").waitFor();
      await view.getByRole("progressbar").waitFor({ state: "detached" });
    } finally {
      await other.context().close();
    }
  });
});
