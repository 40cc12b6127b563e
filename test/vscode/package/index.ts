/** The package in a clean profile, installed as a user installs it: one finding, one simulation, one configuration file. */
import assert from "node:assert/strict";
import { existsSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { goTo, harness, openWindow, sidebar, squiggles } from "../ui/workbench";
// First, as nothing of the profile was used before.
import "./path.suite";
import "./cold.suite";

describe("the installed package", () => {
  let page: Page;
  before(async () => {
    page = await openWindow("transpose.cu");
  });
  after(() => page.context().close());
  afterEach(async function () {
    if (this.currentTest?.state === "failed") await page.screenshot({ path: ".build/vscode/failed-package.png" });
  });

  it("underlines the uncoalesced store and the bank conflict", async () => {
    await squiggles(page).nth(1).waitFor({ state: "attached", timeout: 60_000 });
    assert.equal(await squiggles(page).count(), 2);
  });

  it("simulates a kernel by its lens", async () => {
    await goTo(page, 1, 1);
    await page.locator(".codelens-decoration a:visible", { hasText: "Simulate kernel" }).first().click();
    const view = sidebar(page);
    await view.locator("#report-title", { hasText: "transposeNaive" }).waitFor({ timeout: 60_000 });
    const store = view.getByRole("row", { name: /Go to line 10 global store/ });
    assert.match((await store.textContent()) ?? "", /32/);
  });

  it("is the package and not the checkout", () => {
    const [installed] = readdirSync(harness.server.extensions).filter((name) => name.startsWith("warplens."));
    // What only a package has, and no link into the checkout.
    const folder = join(harness.server.extensions, installed!);
    assert.ok(existsSync(join(folder, ".vsixmanifest")), readdirSync(folder).join(" "));
    assert.equal(statSync(join(folder, "dist/clang/llvm.called.wasm")).nlink, 1);
  });
});
