/** Beside clangd's and NVIDIA's extensions in one window: our findings stay, and what the others say is not said twice. */
import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { goTo, harness, openWindow, runCommand, sidebar, squiggles, takeQuickFix } from "../ui/workbench";

const broken = `__global__ void wrong(float* p) { p[0] = missing; }
__global__ void strided(float* p) { p[threadIdx.x * 32] = 1.0f; }
`;

describe("beside other extensions", () => {
  let page: Page;
  before(async () => {
    writeFileSync(join(harness.workspace, "broken.cu"), broken);
    page = await openWindow("transpose.cu");
  });
  after(() => page.context().close());
  afterEach(async function () {
    if (this.currentTest?.state === "failed") await page.screenshot({ path: ".build/vscode/failed-beside.png" });
  });

  it("underlines findings under whichever id the language has, beside what clangd underlines", async () => {
    await squiggles(page).nth(1).waitFor({ state: "attached" });
    assert.equal(await squiggles(page).count(), 2);
    await page.locator(".monaco-editor .squiggly-error").first().waitFor({ state: "attached" });
    assert.equal(await page.locator(".monaco-editor .squiggly-error").count(), 1);
    await page.locator(".statusbar", { hasText: /CUDA/ }).waitFor();
  });

  it("takes the architecture of NVIDIA's extension, and runs a kernel by its lens", async () => {
    await goTo(page, 1, 1);
    await page.locator(".codelens-decoration a:visible", { hasText: "Simulate kernel" }).first().click();
    const view = sidebar(page);
    await view.locator("#report-title", { hasText: "transposeNaive" }).waitFor();
    await view.locator("#occupancy svg[aria-label*='(sm_80)']").waitFor({ state: "attached" });
  });

  it("leaves symbols to clangd", async () => {
    await page.locator('.tab[data-resource-name="transpose.cu"]').click();
    await runCommand(page, "Go to Symbol in Editor");
    const rows = page.locator(".quick-input-list .monaco-list-row");
    await rows.filter({ hasText: "said by clangd" }).first().waitFor();
    assert.equal(await rows.filter({ hasText: "transposeNaive" }).count(), 0);
    await page.keyboard.press("Escape");
  });

  it("offers its fix", async () => {
    await goTo(page, 21, 24);
    await takeQuickFix(page, /pad/i);
    await page
      .locator(".view-line", { hasText: /tile\[TILE\]\[TILE\s\+\s1\]/ })
      .nth(1)
      .waitFor();
  });

  it("leaves what does not compile to clangd", async () => {
    await runCommand(page, "Go to File...");
    await page.locator(".quick-input-widget input.input").fill("broken.cu");
    await page.locator(".quick-input-list .monaco-list-row", { hasText: "broken.cu" }).first().click();
    await squiggles(page).first().waitFor({ state: "attached" });
    assert.equal(await squiggles(page).count(), 1, "the strided store alone");
  });
});
