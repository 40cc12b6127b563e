/// <reference lib="dom" />
/**
 * Every view of the sidebar in every kind of theme: that its pictures and their tables are there, that axe finds nothing
 * serious, and a picture of each under `.build/vscode/views`, to be looked at.
 */
import assert from "node:assert/strict";
import { copyFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { inEachTheme, tall } from "./themes";
import { harness, openFile, openForm, openWindow, runCommand, sidebar } from "./workbench";

const parting = `// Lanes part at a condition, in a loop.
__global__ void parts(const int* in, int* out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int sum = 0;
    for (int k = 0; k < 4; k++) {
        if (i % 4 < 2) sum += in[i * 2 + k];
    }
    if (i < n) out[i] = sum;
}
`;
const lacking = `#include <cstdio>
int setup(int n);
__global__ void fill(int* out, int n) { out[threadIdx.x] = n; }
int main() {
  int *out, first;
  cudaMalloc(&out, 128);
  fill<<<1, 32>>>(out, setup(6));
  cudaMemcpy(&first, out, 4, cudaMemcpyDeviceToHost);
  printf("seven %d\\n", first);
  cudaFree(out);
}
`;
const profile = `==PROF== Connected to process 1
"ID","Kernel Name","Block Size","Grid Size","smsp__sass_inst_executed_op_global_ld.sum","smsp__sass_l1tex_t_sectors_pipe_lsu_mem_global_op_ld.sum"
"","","","","inst","sector"
"0","transposeTile(const float *, float *, int)","(32, 32, 1)","(8, 8, 1)","2,048","8,000"
`;
describe("the views of the sidebar", () => {
  let page: Page;
  const view = () => sidebar(page);
  before(async () => {
    copyFileSync("examples/transpose.cu", join(harness.workspace, "views.cu"));
    writeFileSync(join(harness.workspace, "parts.cu"), parting);
    writeFileSync(join(harness.workspace, "several.cu"), lacking);
    writeFileSync(join(harness.workspace, "several-setup.cpp"), "int setup(int n) { return n + 1; }\n");
    writeFileSync(join(harness.workspace, "profile.csv"), profile);
    page = await openWindow("views.cu", tall);
    await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  });
  after(() => page.context().close());
  afterEach(async function () {
    if (this.currentTest?.state === "failed") await page.screenshot({ path: ".build/vscode/failed-views.png" });
  });

  const clipboard = () => page.evaluate(() => navigator.clipboard.readText());
  /** Waits until a text like this is in the clipboard, where the editor puts it some time after the click. */
  const copied = async (text: RegExp) => {
    while (!text.test(await clipboard())) await page.waitForTimeout(100);
  };

  it("shows lanes and sectors, and useful bytes, for the access that wastes most", async () => {
    await page.locator(".codelens-decoration a:visible", { hasText: "Simulate kernel" }).first().click();
    await view().locator("#report-title", { hasText: "transposeNaive" }).waitFor({ timeout: 60_000 });
    await view()
      .getByRole("img", { name: "32 active lanes access 32 sectors of 32 bytes; 4 would hold their data" })
      .waitFor();
    await view()
      .getByRole("img", { name: /global: 2\s?621\s?440 bytes|useful/ })
      .first()
      .waitFor();
    await view().locator("#table-request-0 summary").click();
    const rows = view().locator("#table-request-0 tbody tr");
    assert.equal(await rows.count(), 32, "a sector a lane");
  });

  it("shows the banks of the shared access that is chosen, and remembers the choice in another run", async () => {
    await openForm(page);
    await view().locator("#field-kernel").selectOption("transposeTile");
    await view().locator("#run").click();
    await view().locator("#report-title", { hasText: "transposeTile" }).waitFor({ timeout: 60_000 });
    const worst = view().getByRole("img", { name: /32 active lanes access 1 of 32 banks; the busiest bank serves 32/ });
    await worst.waitFor();
    await view().locator("#choose-access").selectOption({ label: "line 17: shared store, 4 B" });
    await view()
      .getByRole("img", { name: /32 active lanes access 32 of 32 banks; no bank serves more than one/ })
      .waitFor();
    await view().locator("#choose-access").selectOption({ label: "line 21: shared load, 4 B" });
    await worst.waitFor();
    await inEachTheme(page, "kernel", { banks: "svg.banks" });
  });

  it("puts a user's own profile beside the counts, with the difference", async () => {
    await runCommand(page, "WarpLens: Show an Nsight Compute Export");
    const input = page.locator(".quick-input-widget input.input");
    await input.fill(join(harness.workspace, "profile"));
    await page.locator(".quick-input-list .monaco-list-row", { hasText: "profile.csv" }).first().click();
    await view().locator("#profile summary").click();
    await view()
      .getByRole("row", { name: /op_global_ld 2.048 2.048 same/ })
      .waitFor();
    await view()
      .getByRole("row", { name: /sectors_pipe_lsu_mem_global_op_ld 8.192 8.000 \+2.4 %/ })
      .waitFor();
    await inEachTheme(page, "profile");
    await view().getByRole("button", { name: "Close", exact: true }).click();
  });

  it("goes through the steps of a warp by slider and by buttons, and marks the line", async () => {
    await view().locator("#trace summary").click();
    await view().locator("#run-trace").click();
    await view().locator("#step-title", { hasText: "Step 1 of" }).waitFor({ timeout: 60_000 });
    await view().locator("#reveal").click();
    await view().locator("#step-forward").click();
    await view().locator("#step-title", { hasText: "Step 2 of" }).waitFor();
    await view().locator("#step").focus();
    await page.keyboard.press("End");
    await view().locator("#step-title", { hasText: "line 21" }).waitFor();
    await view().locator("#choose-lane").selectOption("5");
    await view()
      .getByRole("row", { name: /Show x in every lane int 5 32 values/ })
      .waitFor();
    await view().getByRole("button", { name: "Show x in every lane" }).click();
    await view().getByRole("img", { name: "x in 32 of 32 lanes" }).waitFor();
    await view().locator("#barriers summary").click();
    await view().getByRole("row", { name: "1: line 18 18 0–31 1024" }).waitFor();
    await inEachTheme(page, "steps");
  });

  it("shows which lanes part at a branch", async () => {
    await openFile(page, "parts.cu");
    await view().locator("#run").click();
    await view().locator("#report-title", { hasText: "parts" }).waitFor({ timeout: 60_000 });
    await view().getByRole("img", { name: "16 of 32 active lanes take the branch, 16 do not" }).waitFor();
    await inEachTheme(page, "branches", { lanes: "svg.lanes" });
  });

  it("runs a program: its launches, timeline, findings, memory and output", async () => {
    await openFile(page, "streams.cu");
    await view().locator("#run-program").click();
    await view().locator("#report-title", { hasText: "Program streams.cu" }).waitFor({ timeout: 60_000 });
    await view().getByText("2 32766").waitFor();
    assert.match((await view().locator(".findings").first().textContent()) ?? "", /never freed|leak/i);
    const timeline = view().getByRole("img", { name: /12 operations in 2 streams/ });
    await timeline.waitFor();
    await view().getByRole("button", { name: "Zoom in" }).click();
    await view().locator("#zoom-all:enabled").waitFor();
    await view().locator("#zoom-all").click();
    assert.equal(
      await view()
        .getByRole("table", { name: /^Launches/ })
        .locator("tbody tr")
        .count(),
      1,
      "four equal launches are one row",
    );
    await view().locator("#observe").click();
    await view()
      .getByRole("img", { name: /32 active lanes access 4 sectors/ })
      .waitFor({ timeout: 60_000 });
    await page.locator(".codelens-decoration a", { hasText: "sectors/request" }).first().waitFor();
    await view().locator("#table-timeline summary").click();
    await view()
      .getByRole("button", { name: /^Copy as text: Timeline/ })
      .click();
    await copied(/^Timeline, modelled.*\n12 operations in 2 streams/);
    await view().getByRole("button", { name: "Copy as text: the whole report" }).click();
    await view().locator("#live", { hasText: "Copied." }).waitFor({ state: "attached" });
    await copied(/^streams\.cu, main/);
    await inEachTheme(page, "program", { timeline: "svg.timeline" });
  });

  it("names the files that a program lacks, adds them at a click, and keeps them", async () => {
    await runCommand(page, "WarpLens: Focus on Simulator View");
    await openFile(page, "several.cu");
    await view().locator("#run-program").click();
    await view()
      .getByText(/several-setup\.cpp beside them defines what is missing/)
      .waitFor({ timeout: 60_000 });
    await inEachTheme(page, "missing-sources", {});
    await view().getByRole("button", { name: "Add several-setup.cpp and run again" }).click();
    await view().getByText("seven 7").first().waitFor({ timeout: 60_000 });
    await openForm(page);
    assert.equal(await view().locator("#field-sources input").inputValue(), "several-setup.cpp");
    await openFile(page, "streams.cu");
    await view().locator("#field-sources").waitFor({ state: "attached" });
    await openFile(page, "several.cu");
    await openForm(page);
    const field = view().locator("#field-sources input");
    while ((await field.inputValue()) !== "several-setup.cpp") await page.waitForTimeout(100);
  });

  it("shows where the pages of managed memory lie", async () => {
    await openFile(page, "managed.cu");
    await view().locator("#run-program").click();
    await view().locator("#report-title", { hasText: "Program managed.cu" }).waitFor({ timeout: 60_000 });
    await view().getByRole("img", { name: "16 pages of 64 KiB: 15 on the device, 1 on the host" }).waitFor();
    await view().getByRole("row", { name: "line 14 17 16 1 16 0" }).waitFor();
    await inEachTheme(page, "managed", { pages: "svg.pages" });
  });

  it("runs a piece of code that is typed, and says what it assumed", async () => {
    await view().locator("#snippet summary").click();
    await view().locator("#snippet-text textarea").fill("out[threadIdx.x] = in[threadIdx.x * 2];");
    await view().locator("#run-snippet").click();
    await view().locator("#report-title", { hasText: "snippet" }).waitFor({ timeout: 60_000 });
    await view().getByText("Assumed: out is a buffer (float*). in is a buffer (float*).").waitFor();
    await view()
      .getByRole("row", { name: /global load 8 4 32/ })
      .waitFor();
    await inEachTheme(page, "snippet");
  });
});
