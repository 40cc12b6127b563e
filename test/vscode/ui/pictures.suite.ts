/// <reference lib="dom" />
/**
 * Every picture by itself at the widths and in the themes that people have: no text is cut off or lies on another, marks stand
 * out, and a file of each under `.build/vscode/pictures`, to be looked at.
 */
import assert from "node:assert/strict";
import { copyFileSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { weakMarks } from "./contrast";
import { harness, openFile, openWindow, sidebar, sidebarWidth, takeTheme } from "./workbench";

const folder = ".build/vscode/pictures";
const widths = [300, 480, 1000];
const themes = ["dark", "light", "high-contrast"] as const;

const parting = `__global__ void parting(const float* in, float* out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float sum = 0;
    for (int k = 0; k < 4; k++) {
        if (i % 4 < 2) sum += in[i * 2 + k] * 0.5f;
    }
    if (i < n) out[i] = sum;
}
int main() {
    float *in, *out;
    cudaMalloc(&in, 1 << 20);
    cudaMalloc(&out, 1 << 20);
    cudaMemset(in, 0, 1 << 20);
    parting<<<64, 128>>>(in, out, 8192);
    cudaDeviceSynchronize();
}
`;

/** Runs in the page: what is wrong with the texts of the pictures that are seen. */
function textFaults(body: Element): readonly string[] {
  const found: string[] = [];
  for (const svg of body.querySelectorAll("figure svg")) {
    const frame = svg.getBoundingClientRect();
    if (frame.width === 0) continue;
    const name = svg.closest("figure")?.querySelector("figcaption")?.textContent ?? "";
    const texts = [...svg.querySelectorAll("text")].map((one) => ({
      said: one.textContent ?? "",
      box: one.getBoundingClientRect(),
    }));
    for (const [i, { said, box }] of texts.entries()) {
      const over = Math.max(frame.left - box.left, box.right - frame.right, box.bottom - frame.bottom - 2);
      if (over > 1) found.push(`${name}: “${said}” stands out by ${over.toFixed(1)} pixels`);
      for (const other of texts.slice(i + 1)) {
        const across = Math.min(box.right, other.box.right) - Math.max(box.left, other.box.left);
        // Boxes of lines have the height of the tallest letters.
        const down = Math.min(box.bottom, other.box.bottom) - Math.max(box.top, other.box.top);
        if (across > 1 && down > box.height / 3) found.push(`${name}: “${said}” lies on “${other.said}”`);
      }
    }
  }
  return found;
}

describe("each picture by itself", () => {
  let page: Page;
  const view = () => sidebar(page);
  before(async () => {
    mkdirSync(folder, { recursive: true });
    copyFileSync("examples/transpose.cu", join(harness.workspace, "pictures.cu"));
    writeFileSync(join(harness.workspace, "parting.cu"), parting);
    page = await openWindow("pictures.cu", { width: 1700, height: 3000 });
    await page.locator(".codelens-decoration a:visible", { hasText: "Simulate kernel" }).nth(1).click();
    await view().locator("#report-title", { hasText: "transposeTile" }).waitFor();
  });
  after(() => page.context().close());
  afterEach(async function () {
    if (this.currentTest?.state === "failed") await page.screenshot({ path: ".build/vscode/failed-pictures.png" });
  });

  /** Looks at each picture of what is shown. */
  async function look(name: string): Promise<void> {
    for (const theme of themes) {
      await takeTheme(page, theme);
      for (const width of widths) {
        await sidebarWidth(page, width);
        // Those that are folded away are pictures as well.
        await view()
          .locator("body")
          .evaluate((body) => {
            for (const one of body.querySelectorAll<HTMLDetailsElement>("details:has(figure)")) one.open = true;
          });
        const figures = view().locator("figure");
        const count = await figures.count();
        for (let i = 0; i < count; i++) {
          const path = join(folder, `${name}-${i}-${width}-${theme}.png`);
          if (await figures.nth(i).isVisible()) await figures.nth(i).screenshot({ path, animations: "disabled" });
        }
        const faults = await view().locator("body").evaluate(textFaults);
        assert.deepEqual(faults, [], `${name} at ${width} pixels`);
        assert.deepEqual(await weakMarks(view()), [], `${name} in ${theme}`);
      }
    }
    await takeTheme(page, "dark");
  }

  it("of a kernel: occupancy, banks, lanes, traffic, the steps of a warp", async () => {
    await view().locator("#trace summary").click();
    await view().locator("#run-trace").click();
    await view().locator("#step-title").waitFor();
    // At the last step every variable has a value.
    await view().locator("#step").focus();
    await page.keyboard.press("End");
    await view().getByRole("button", { name: "Show x in every lane" }).click();
    await view().locator("#close-variable").waitFor();
    await look("kernel");
  });

  it("of a program with arithmetic: branches, roofline, timeline", async () => {
    await openFile(page, "parting.cu");
    await view().locator("#run-program").click();
    await view().locator("#report-title", { hasText: "Program parting.cu" }).waitFor();
    await view().locator("#observe").click();
    await view().locator("#choose-branch").waitFor();
    await look("program");
  });

  it("of streams: the timeline", async () => {
    await openFile(page, "streams.cu");
    await view().locator("#run-program").click();
    await view().locator("#report-title", { hasText: "Program streams.cu" }).waitFor();
    await look("streams");
  });

  it("of managed memory: its pages", async () => {
    await openFile(page, "managed.cu");
    await view().locator("#run-program").click();
    await view().locator("#report-title", { hasText: "Program managed.cu" }).waitFor();
    await look("managed");
  });
});
