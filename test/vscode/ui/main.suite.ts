/** The main job by hand: squiggle with a number, fix, lens, counters in the sidebar. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { goTo, harness, openWindow, runCommand, screenshot, sidebar, squiggles, takeQuickFix } from "./workbench";

describe("a user in the workbench", () => {
  let page: Page;
  const text = readFileSync(join(harness.workspace, "transpose.cu"), "utf8").split("\n");
  const conflictLine = text.findIndex((line) => line.includes("= tile[threadIdx.x][threadIdx.y]")) + 1;
  const conflictColumn = text[conflictLine - 1]!.indexOf("tile[threadIdx.x]") + 2;

  before(async () => {
    page = await openWindow("transpose.cu");
  });
  after(() => page.context().close());
  afterEach(async function () {
    if (this.currentTest?.state === "failed") await page.screenshot({ path: ".build/vscode/failed.png" });
  });

  it("sees squiggles under the uncoalesced store and the bank conflict", async () => {
    await squiggles(page).nth(1).waitFor({ state: "attached", timeout: 60_000 });
    assert.equal(await squiggles(page).count(), 2);
    await screenshot(page, "findings");
  });

  it("reads the figure in the hover of the conflict", async () => {
    await goTo(page, conflictLine, conflictColumn);
    await page.keyboard.press("Control+k");
    await page.keyboard.press("Control+i");
    const hover = page.locator(".monaco-hover", { hasText: "WarpLens" }).first();
    await hover.waitFor();
    assert.match((await hover.textContent()) ?? "", /32/);
    await screenshot(page, "hover");
    await page.keyboard.press("Escape");
  });

  it("takes the padding fix, and the squiggle goes", async () => {
    await goTo(page, conflictLine, conflictColumn);
    await takeQuickFix(page, /pad/i);
    await page
      .locator(".view-line", { hasText: /tile\[TILE\]\[TILE\s\+\s1\]/ })
      .nth(1)
      .waitFor();
    await squiggles(page).nth(1).waitFor({ state: "detached", timeout: 30_000 });
    assert.equal(await squiggles(page).count(), 1);
    await page.keyboard.press("Control+z");
    await squiggles(page).nth(1).waitFor({ state: "attached", timeout: 30_000 });
  });

  it("finds our walkthrough under Get Started", async () => {
    await runCommand(page, "WarpLens: Get Started");
    // The list of all walkthroughs names ours as well: its first step is only on its own page.
    await page.locator(".gettingStartedSlideDetails .step-title", { hasText: "Open a kernel" }).first().waitFor();
    await page.locator('.tab[data-resource-name="transpose.cu"]').click();
    await page.locator(".monaco-editor .view-line").first().waitFor();
  });

  it("runs a kernel by its lens and reads its counters in the sidebar", async () => {
    await page.keyboard.press("Escape");
    await goTo(page, 1, 1);
    await page.mouse.move(700, 890);
    await page.locator(".codelens-decoration a:visible", { hasText: "Simulate kernel" }).first().click();
    const view = sidebar(page);
    await view.locator("#report-title", { hasText: "transposeNaive" }).waitFor({ timeout: 60_000 });
    assert.match(
      (await view.locator(".card .headline").textContent()) ?? "",
      /^4\.5× the ideal global traffic; line 10 is 100 %/,
    );
    const store = view.getByRole("row", { name: /Go to line 10 global store/ });
    assert.match((await store.textContent()) ?? "", /32/);
    await view.locator("summary", { hasText: "Counters" }).click();
    await view.getByText("smsp__sass_l1tex_t_sectors_pipe_lsu_mem_global_op_st").first().waitFor();
    await view.locator("summary", { hasText: "Counters" }).click();
    await page.locator(".codelens-decoration a", { hasText: "sectors/request" }).first().waitFor();
    await view.locator("#report-title").evaluate((title) => title.scrollIntoView({ block: "start" }));
    await screenshot(page, "simulated");
  });
});
