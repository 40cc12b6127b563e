/// <reference lib="dom" />
/**
 * How long the view takes to open after a run, from the click on the command until it is drawn, beside a webview with nothing in
 * it: what the editor takes itself. Times are printed, and none is a condition.
 */
import assert from "node:assert/strict";
import { copyFileSync } from "node:fs";
import { join } from "node:path";
import type { FrameLocator, Page } from "playwright-core";
import { harness, openWindow, runCommand, sidebar } from "./workbench";

/** Times that each view is opened: the first opening loads what the later ones have. */
const OPENINGS = 5;

interface View {
  readonly command: string;
  readonly tab: string;
  /** What is on its page, and the mark of its script when that is drawn. */
  readonly content: string;
  readonly mark: string;
}

const ours: View = {
  command: "WarpLens: Open Simulator in an Editor Tab",
  tab: "WarpLens Simulator",
  content: "#report-title",
  mark: "warplens-drawn",
};
const empty: View = { command: "Open an Empty View", tab: "Empty View", content: "#empty", mark: "empty-drawn" };

/** Milliseconds from the click to the beginning of the page, and until it is drawn. */
interface Opening {
  readonly page: number;
  readonly drawn: number;
}

/** The page that has something, among the webviews of the window; the one in the sidebar is there before. */
async function pageWith(page: Page, content: string, past: number): Promise<FrameLocator> {
  for (;;) {
    const frames = page.locator("iframe.webview.ready");
    for (let index = past; index < (await frames.count()); index++) {
      const inner = frames.nth(index).contentFrame().frameLocator("iframe#active-frame");
      if ((await inner.locator(content).count()) > 0) return inner;
    }
    await page.waitForTimeout(20);
  }
}

async function opening(page: Page, { command, tab, content, mark }: View): Promise<Opening> {
  const past = await page.locator("iframe.webview.ready").count();
  await page.evaluate(() => {
    const note = () => {
      (globalThis as unknown as { clicked: number }).clicked = performance.timeOrigin + performance.now();
    };
    document.addEventListener("mouseup", note, { capture: true });
  });
  await runCommand(page, command);
  const view = await pageWith(page, content, past);
  await view.locator(content).first().waitFor();
  const clicked = await page.evaluate(() => (globalThis as unknown as { clicked: number }).clicked);
  const times = await view.locator("body").evaluate(async (_body, name) => {
    while (performance.getEntriesByName(name).length === 0) await new Promise((resolve) => setTimeout(resolve, 5));
    const from = performance.timeOrigin;
    const drawn = from + performance.getEntriesByName(name)[0]!.startTime;
    return { page: from, drawn };
  }, mark);
  await page.locator(".tab", { hasText: tab }).click({ button: "middle" });
  await page.locator(".tab", { hasText: tab }).waitFor({ state: "detached" });
  return { page: times.page - clicked, drawn: times.drawn - clicked };
}

const inWords = ({ page, drawn }: Opening): string =>
  `${drawn.toFixed(0)} ms (its page begins after ${page.toFixed(0)})`;

describe("the opening of a view", () => {
  let page: Page;
  before(async () => {
    copyFileSync("examples/transpose.cu", join(harness.workspace, "opening.cu"));
    page = await openWindow("opening.cu");
    await page.locator(".codelens-decoration a:visible", { hasText: "Simulate kernel" }).nth(1).click();
    await sidebar(page).locator("#report-title", { hasText: "transposeTile" }).waitFor();
    await sidebar(page).locator("#apply-fix").waitFor();
  });
  after(() => page.context().close());
  afterEach(async function () {
    if (this.currentTest?.state === "failed") await page.screenshot({ path: ".build/vscode/failed-opening.png" });
  });

  it("is measured beside an empty one's", async () => {
    const [own, none]: [Opening[], Opening[]] = [[], []];
    for (let i = 0; i < OPENINGS; i++) {
      none.push(await opening(page, empty));
      own.push(await opening(page, ours));
    }
    for (const [name, all] of [["WarpLens", own] as const, ["an empty webview", none] as const]) {
      console.log(`view: ${name} is drawn after ${all.map(inWords).join(", ")}`);
    }
    const middle = (all: readonly Opening[]) => all.map(({ drawn }) => drawn).toSorted((a, b) => a - b)[OPENINGS >> 1]!;
    console.log(
      `view: after a run it opens in ${middle(own).toFixed(0)} ms (median of ${OPENINGS}), an empty webview in ${middle(none).toFixed(0)} ms: ours is ${(middle(own) - middle(none)).toFixed(0)} ms`,
    );
    assert.ok(own.concat(none).every(({ drawn }) => drawn > 0));
  });
});
