/// <reference lib="dom" />
/** A view of the sidebar in every kind of theme: a picture of it to be looked at, and what axe says. */
import assert from "node:assert/strict";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import type { FrameLocator, Page } from "playwright-core";
import { seriousViolations } from "./axe";
import { weakMarks } from "./contrast";
import { harness, sidebar, takeTheme } from "./workbench";

const views = ".build/vscode/views";
const themes = ["dark", "light", "high-contrast"] as const;

/** Tall enough for a whole view at once. */
export const tall = { width: 1300, height: 2400 };

async function shot(page: Page, view: string, theme: string): Promise<void> {
  mkdirSync(views, { recursive: true });
  const frame = page.locator("iframe.webview.ready").first();
  await frame.screenshot({ path: join(views, `${view}-${theme}.png`), animations: "disabled" });
}

/** Looks at what is shown in each theme, and asks axe. `figures` are pictures for the README, by name and selector. */
export async function inEachTheme(
  page: Page,
  view: string,
  figures: Readonly<Record<string, string>> = {},
): Promise<void> {
  for (const theme of themes) {
    await takeTheme(page, theme);
    await shot(page, view, theme);
    for (const [name, selector] of theme === "light" ? Object.entries(figures) : []) {
      const figure = sidebar(page).locator("figure", { has: sidebar(page).locator(selector) });
      await figure.first().screenshot({ path: join(harness.images, `${name}.png`), animations: "disabled" });
    }
    // Of what stands on the page only the colours are others in another theme.
    const rules = theme === "dark" ? undefined : ["color-contrast"];
    assert.deepEqual(await seriousViolations(sidebar(page), rules), [], `${view} in ${theme}`);
    assert.deepEqual(await weakMarks(sidebar(page)), [], `marks of ${view} in ${theme}`);
  }
}

/** The same of the simulator in an editor tab, which is wide. */
export async function tabInEachTheme(page: Page, tab: FrameLocator, view: string): Promise<void> {
  mkdirSync(views, { recursive: true });
  for (const theme of themes) {
    await takeTheme(page, theme);
    await tab.locator(`body.vscode-${theme}`).waitFor();
    await page.screenshot({ path: join(views, `${view}-${theme}.png`), animations: "disabled" });
    assert.deepEqual(await seriousViolations(tab, ["color-contrast"]), [], `${view} in ${theme}`);
    assert.deepEqual(await weakMarks(tab), [], `marks of ${view} in ${theme}`);
  }
}
