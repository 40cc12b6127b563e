/// <reference lib="dom" />
/** The source page in an editor tab: two columns, sorting, the cursor's line, keys from one hot line to the next, the fix. */
import assert from "node:assert/strict";
import { copyFileSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { FrameLocator, Page } from "playwright-core";
import { seriousViolations } from "./axe";
import { tabInEachTheme } from "./themes";
import { goTo, harness, openWindow, runCommand, sidebar } from "./workbench";

describe("the source page", () => {
  let page: Page;
  let tab: FrameLocator;
  const folder = join(harness.workspace, ".vscode");
  const setRules = (rules: object) =>
    writeFileSync(join(folder, "settings.json"), JSON.stringify({ "warplens.rules": rules }));
  before(async () => {
    mkdirSync(folder, { recursive: true });
    setRules({ "shared-bank-conflict": "off" });
    copyFileSync("examples/transpose.cu", join(harness.workspace, "source.cu"));
    page = await openWindow("source.cu", { width: 2000, height: 1100 });
    await page.locator(".codelens-decoration a:visible", { hasText: "Simulate kernel" }).nth(1).click();
    await sidebar(page).locator("#report-title", { hasText: "transposeTile" }).waitFor({ timeout: 60_000 });
    await runCommand(page, "WarpLens: Open Simulator in an Editor Tab");
    await page.locator("iframe.webview.ready").nth(1).waitFor();
    for (const index of [0, 1]) {
      const frame = page.locator("iframe.webview.ready").nth(index);
      if (((await frame.boundingBox())?.width ?? 0) > 500)
        tab = frame.contentFrame().frameLocator("iframe#active-frame");
    }
    await tab.locator("#report-title").waitFor();
  });
  after(async () => {
    await page.context().close();
    rmSync(folder, { recursive: true });
  });
  afterEach(async function () {
    if (this.currentTest?.state === "failed") await page.screenshot({ path: ".build/vscode/failed-source.png" });
  });

  const rows = () =>
    tab
      .locator("table.source tbody tr")
      .evaluateAll((all) => all.map((row) => [...row.children].map((cell) => cell.textContent ?? "")));

  it("offers a fix that comes with its finding, after the run", async () => {
    await tab.locator(".card", { hasText: "Bank conflicts of the shared load" }).waitFor();
    assert.equal(await tab.locator("#apply-fix").count(), 0, "the rule is off");
    setRules({});
    await tab.locator("#apply-fix", { hasText: "Pad tile to [32][33]" }).waitFor();
  });

  it("stands beside the pictures from 800 pixels on, and axe finds nothing serious", async () => {
    const [left, right] = [tab.locator("#column-first"), tab.locator("#column-side")];
    const [a, b] = [await left.boundingBox(), await right.boundingBox()];
    assert.ok(b!.x >= a!.x + a!.width, "the pictures are to the right of the source");
    assert.deepEqual(await seriousViolations(tab), []);
    await tabInEachTheme(page, tab, "source");
  });

  it("lists the kernel's lines with the costs of each access", async () => {
    const all = await rows();
    assert.equal(all[0]![0], "13");
    assert.match(all[0]![1]!, /__global__ void transposeTile/);
    const hot = all.find((row) => row[0] === "21" && row[1]!.endsWith("shared load"))!;
    assert.deepEqual(hot.slice(2), ["–", "65\u202f536", "32", "100 %", "32"]);
  });

  it("sorts by a figure at a click, and back by line", async () => {
    await tab.getByRole("button", { name: "× ideal" }).click();
    await tab.locator('th[aria-sort="descending"]', { hasText: "× ideal" }).waitFor();
    const sorted = await rows();
    assert.equal(sorted[0]![0], "21");
    assert.match(sorted[0]![1]!, /^out\[y \* n \+ x\] = tile.*shared load$/);
    assert.equal(sorted.length, 4, "accesses alone");
    await tab.getByRole("button", { name: /^Line/ }).click();
    await tab.locator('th[aria-sort="ascending"]', { hasText: "Line" }).waitFor();
  });

  it("draws the access under the cursor", async () => {
    await goTo(page, 17, 6);
    await tab.locator("tr.chosen", { hasText: "shared store" }).waitFor();
    await tab.getByRole("img", { name: /no bank serves more than one/ }).waitFor();
  });

  it("goes to the next hot line by a key", async () => {
    await goTo(page, 1, 1);
    await page.keyboard.press("Control+F7");
    await page.locator(".statusbar", { hasText: "Ln 21" }).waitFor();
    await tab.locator("tr.chosen", { hasText: "shared load" }).waitFor();
    await goTo(page, 1, 1);
    await page.keyboard.press("Control+F8");
    await page.locator(".statusbar", { hasText: "Ln 10" }).waitFor();
  });

  it("applies the fix, simulates again and compares, at one click", async () => {
    await tab.locator("#apply-fix").click();
    await tab
      .locator("#section-comparison")
      .getByRole("row", { name: /shared wavefronts/ })
      .waitFor({ timeout: 60_000 });
    await page
      .locator(".view-line", { hasText: /tile\[TILE\]\[TILE\s\+\s1\]/ })
      .nth(1)
      .waitFor();
    assert.match((await tab.locator(".card .headline").textContent()) ?? "", /^Every request costs the least/);
  });
});
