/** What the sidebar shows between results: nothing open, nothing run, running, refused, failed, two runs compared. */
import assert from "node:assert/strict";
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { inEachTheme, tall } from "./themes";
import { harness, openFile, openForm, openWindow, sidebar } from "./workbench";

const text = `__global__ void quick(float* out, const float* in, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[i] = in[i * 2];
}

__global__ void endless(volatile int* flag) {
    while (flag[0] == 0) { flag[0] = 0; }
}

__global__ void sometimes(int* out, int n) {
    if (n == 37) out[n * 100000000] = 1;
}

__global__ void wild(size_t address) {
    *(int*)(address + threadIdx.x) = 1;
}

int main() {
    wild<<<1, 64>>>(16);
}
`;

const long = `#include <cstdio>
__global__ void quick(float* out, const float* in) { out[threadIdx.x] = in[threadIdx.x * 2]; }
__global__ void endless(volatile float* flag) { while (flag[0] == 0) { flag[0] = 0; } }
int main() {
    float* data;
    cudaMalloc(&data, 4096);
    cudaMemset(data, 0, 4096);
    printf("step 1\\n");
    quick<<<1, 64>>>(data, data + 512);
    printf("step 2\\n");
    endless<<<1, 32>>>(data);
    cudaDeviceSynchronize();
}
`;

describe("the sidebar between results", () => {
  let page: Page;
  const view = () => sidebar(page);
  const folder = join(harness.workspace, ".vscode");
  before(async () => {
    // What is endless ends by a click, however long the pictures of its progress take.
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, "settings.json"), JSON.stringify({ "warplens.simulation.budget": 3600 }));
    writeFileSync(join(harness.workspace, "between.cu"), text);
    writeFileSync(join(harness.workspace, "long.cu"), long);
    writeFileSync(join(harness.workspace, "notes.txt"), "No CUDA here.\n");
    page = await openWindow("notes.txt", tall);
    await page.locator('.activitybar a[aria-label^="WarpLens"]').click({ timeout: 90_000 });
  });
  after(async () => {
    await page.context().close();
    rmSync(folder, { recursive: true });
  });
  afterEach(async function () {
    if (this.currentTest?.state === "failed") await page.screenshot({ path: ".build/vscode/failed-states.png" });
  });

  const run = async (kernel: string) => {
    await openForm(page);
    await view().locator("#field-kernel").selectOption(kernel);
    await view().locator("#run").click();
  };

  it("says what to do where nothing is open", async () => {
    await view().getByText("Open a .cu file: its kernels are listed here.").waitFor({ timeout: 60_000 });
    await inEachTheme(page, "empty");
  });

  it("shows kernel, launch, arguments and program before anything has run", async () => {
    await openFile(page, "between.cu");
    await view().locator("#arguments summary").click();
    await view().locator("#program summary").click();
    await inEachTheme(page, "idle");
    await view().locator("#arguments summary").click();
    await view().locator("#program summary").click();
  });

  it("shows that it runs, and stops at a click", async () => {
    await run("endless");
    await view().getByText("Simulating endless").waitFor();
    await inEachTheme(page, "running");
    await view().locator("#cancel").click();
    await view().locator("[role=progressbar]").waitFor({ state: "detached" });
  });

  it("says in a sentence what is typed wrong", async () => {
    await view().locator("#field-kernel").selectOption("quick");
    await view().locator("#field-block input").fill("many");
    await view().locator("#run").click();
    await view().locator("[role=alert]", { hasText: "Block “many”" }).waitFor();
    await inEachTheme(page, "refused");
    await view().locator("#field-block input").fill("");
  });

  it("searches arguments with which a checked run finds something, and takes them into the form", async () => {
    await openForm(page);
    await view().locator("#field-kernel").selectOption("sometimes");
    await view().locator("#search").click();
    await view()
      .locator("p.search", { hasText: /Found after \d+ checked runs with .*n=37/ })
      .waitFor({ timeout: 60_000 });
    await inEachTheme(page, "searched");
    await view().locator("#take-arguments").click();
    await openForm(page);
    await view().locator("#arguments summary").click();
    const given = view().locator('[data-field="argument:n"] input');
    assert.equal(await given.inputValue(), "37");
    await given.fill("");
    await view().locator("#arguments summary").click();
    await view().locator("#field-check").click();
  });

  it("says how a run ended that did not complete, and where", async () => {
    await run("wild");
    await view().locator("[role=alert]", { hasText: "trapped" }).waitFor({ timeout: 60_000 });
    await inEachTheme(page, "failed");
  });

  it("shows how far a program is, and keeps what ran when it is cancelled", async () => {
    await openFile(page, "long.cu");
    await view().locator("#run-program").click();
    await page.keyboard.press("Control+1");
    await view().locator("#launch-now", { hasText: "Launch 2: endless" }).waitFor({ timeout: 60_000 });
    await view().locator("#section-phase .output", { hasText: "step 2" }).waitFor();
    const focused = await page.evaluate(() => document.activeElement?.tagName);
    assert.notEqual(focused, "IFRAME", "a run that goes on takes no focus from the editor");
    await inEachTheme(page, "progress");
    await view().locator("#cancel").click();
    await view().locator("#report-title", { hasText: "Program long.cu" }).waitFor();
    await view().locator("[role=alert]", { hasText: "cancelled" }).waitFor();
    await view()
      .getByRole("row", { name: /^quick, launch 1, shown 1 1 64/ })
      .waitFor();
    await inEachTheme(page, "cancelled");
    await openFile(page, "between.cu");
  });

  it("puts two runs side by side, and lists the earlier ones", async () => {
    await run("quick");
    await view().locator("#report-title", { hasText: "quick" }).waitFor({ timeout: 60_000 });
    await openForm(page);
    await view().locator("#field-block input").fill("64");
    await view().locator("#run").click();
    await view().locator(".launch", { hasText: "block 64" }).waitFor({ timeout: 60_000 });
    // Runs before this suite count, too.
    const earlier = view().locator(".history li", { hasText: /Run \d+: quick/ });
    await earlier
      .getByRole("button", { name: /^Compare with run/ })
      .first()
      .click();
    await view().locator("#section-comparison table").first().waitFor();
    await inEachTheme(page, "comparison");
  });
});
