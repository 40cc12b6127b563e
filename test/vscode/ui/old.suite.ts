/// <reference lib="dom" />
/** Findings that are older than the text: marked at their line and in the status bar until the newer text is analysed. */
import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { goTo, harness, openWindow, squiggles } from "./workbench";

/** What a compiler computes takes it longer than the time between two edits, and far less than what it may take for a function. */
const slow = `constexpr unsigned long work(unsigned long sum) {
    for (unsigned long i = 0; i < 40000; i++) sum = sum * 31 + i;
    return sum;
}
template <int seed> constexpr unsigned long made = work(seed);

__global__ void gather(const float* in, float* out) {
    constexpr unsigned long all = made<0> + made<1> + made<2> + made<3> + made<4>;
    out[threadIdx.x] = in[threadIdx.x * 32] + all;
}
void start(const float* in, float* out) { gather<<<8, 256>>>(in, out); }
`;

describe("findings that are older than the text", () => {
  let page: Page;
  before(async () => {
    writeFileSync(join(harness.workspace, "slow.cu"), slow);
    page = await openWindow("slow.cu");
    await squiggles(page).first().waitFor({ state: "attached" });
  });
  after(() => page.context().close());
  afterEach(async function () {
    if (this.currentTest?.state === "failed") await page.screenshot({ path: ".build/vscode/failed-old.png" });
  });

  const marked = () =>
    page.evaluate(
      () =>
        [...document.querySelectorAll(".monaco-editor .view-line span")].filter((span) =>
          getComputedStyle(span, "::after").content.includes("before the last edit"),
        ).length,
    );
  const item = () => page.locator(".statusbar", { hasText: "findings are older than the text" });

  it("say so, and no longer once the text is analysed", async () => {
    assert.equal(await marked(), 0);
    await goTo(page, 9, 5);
    // Each edit changes the program, so that what is computed for the one before is given up.
    for (let i = 0; (await marked()) === 0; i++) {
      assert.ok(i < 100, "the finding is marked");
      await page.keyboard.type(";");
      await page.waitForTimeout(300);
    }
    assert.equal(await marked(), 1, "one mark for the line of the finding");
    await item().waitFor();
    await page.screenshot({ path: ".build/vscode/views/old.png" });
    await item().waitFor({ state: "hidden" });
    assert.equal(await marked(), 0);
    assert.equal(await squiggles(page).count(), 1);
  });
});
