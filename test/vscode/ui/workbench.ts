/** A user's hands in the workbench: opening files, keys that may be lost, the sidebar's page inside its two frames. */
import type { Browser, BrowserContext, FrameLocator, Locator, Page } from "playwright-core";

/** What `scripts/vscode/test.mjs` prepared before it loaded these tests. */
interface Harness {
  readonly browser: Browser;
  readonly server: {
    readonly url: string;
    readonly authority: string;
    readonly settingsFile: string;
    readonly extensions: string;
    /** Where the server keeps all that it writes, logs included. */
    readonly scratch: string;
    /** What it took to install the package into the empty profile; undefined where the checkout was put there. */
    readonly installSeconds?: number;
  };
  readonly workspace: string;
  readonly images: string;
  pageAddress(server: Harness["server"], folder: string, payload: readonly (readonly string[])[]): string;
}

export const harness = (globalThis as unknown as { warplensUi: Harness }).warplensUi;

/** Milliseconds for a thing that may not come because a key was lost; what is tried again waits so long each time. */
const PATIENCE = 5000;
/** Milliseconds for a thing that must come: near to what the harness gives a test, which alone decides how long is too long. */
const COMES = 110_000;

/** A fresh window on the workspace with one file of it open, of a browser that knows nothing of the editor. */
export async function openWindow(file: string, size = { width: 1400, height: 900 }): Promise<Page> {
  return openWindowIn(await harness.browser.newContext({ viewport: size }), file);
}

/** A fresh window of a browser that may have had others; one on a folder that had none has nothing to restore. */
export async function openWindowIn(
  context: BrowserContext,
  file: string,
  folder: string = harness.workspace,
): Promise<Page> {
  const page = await context.newPage();
  page.setDefaultTimeout(COMES);
  const { server, pageAddress } = harness;
  const payload = [["openFile", `vscode-remote://${server.authority}${folder}/${file}`]];
  await page.goto(pageAddress(server, folder, payload));
  await page.locator(".monaco-editor .view-line").first().waitFor({ timeout: 60_000 });
  return page;
}

/** Squiggles of warnings on the page. */
export const squiggles = (page: Page): Locator => page.locator(".monaco-editor .squiggly-warning");

/**
 * Presses keys until the quick input is there. A key is lost when the focus is just then in the sidebar's page, or nowhere
 * yet, so it is pressed again.
 */
async function quickInput(page: Page, ...keys: readonly string[]): Promise<Locator> {
  const input = page.locator(".quick-input-widget input.input");
  for (let attempt = 0; ; attempt++) {
    for (const key of keys) await page.keyboard.press(key);
    try {
      await input.waitFor({ timeout: 3000 });
      return input;
    } catch (error) {
      if (attempt === 5) throw error;
      // A click on the editor's title bar takes the focus back without moving the cursor in the text.
      await page.locator(".tabs-container .tab.active").first().click();
    }
  }
}

/**
 * Runs a command of the palette; its input has the focus before anything is typed. What opens or closes at the same time
 * takes the focus, and with it the palette, so that it is opened again.
 */
export async function runCommand(page: Page, title: string): Promise<void> {
  for (let attempt = 0; ; attempt++) {
    try {
      const input = await quickInput(page, "F1");
      await input.fill(`>${title}`, { timeout: PATIENCE });
      // The list is ordered by likeness, which is not always the title itself.
      const row = page.locator(`.quick-input-list .monaco-list-row[aria-label^="${title}"]`).first();
      await row.click({ timeout: 2 * PATIENCE });
      return;
    } catch (error) {
      if (attempt === 5) throw error;
      // A list that was made before the extension was there is not made anew for the same words.
      await page.keyboard.press("Escape");
    }
  }
}

/** Goes to a line and column, both counted from one. */
export async function goTo(page: Page, line: number, column: number): Promise<void> {
  const input = await quickInput(page, "Control+1", "Control+g");
  await input.fill(`:${line}:${column}`);
  await page.keyboard.press("Enter");
  await input.waitFor({ state: "hidden" });
}

/** Opens the quick fix menu and takes an entry. The key is lost now and then, so it is pressed again. */
export async function takeQuickFix(page: Page, title: RegExp): Promise<void> {
  const item = page.locator(".action-widget .monaco-list-row", { hasText: title }).first();
  for (let attempt = 0; ; attempt++) {
    await page.keyboard.press("Control+.");
    try {
      await item.waitFor({ timeout: 4000 });
      break;
    } catch (error) {
      if (attempt === 4) throw error;
      await page.keyboard.press("Escape");
    }
  }
  await item.click();
}

/** The sidebar's own page. */
export const sidebar = (page: Page): FrameLocator =>
  page.frameLocator("iframe.webview.ready").first().frameLocator("iframe#active-frame");

/** Drags the border between sidebar and editor until the sidebar is so wide, in pixels. */
export async function sidebarWidth(page: Page, width: number): Promise<void> {
  const part = (await page.locator(".part.sidebar").boundingBox())!;
  const edge = part.x + part.width;
  await page.mouse.move(edge, 400);
  await page.mouse.down();
  await page.mouse.move(part.x + width, 400, { steps: 4 });
  await page.mouse.up();
}

/** Unfolds the form of the launch, which folds to a line when a run ends. */
export async function openForm(page: Page): Promise<void> {
  const form = sidebar(page).locator("#launch-form");
  const device = sidebar(page).locator("#field-device");
  // The form folds when a run ends, which may be between the look and the click.
  for (let left = 5; left > 0; left--) {
    if ((await form.getAttribute("open")) === null) await form.locator("> summary").click();
    if (
      await device.waitFor({ timeout: 3000 }).then(
        () => true,
        () => false,
      )
    )
      return;
  }
  await device.waitFor();
}

/** Opens a file of the workspace by its name and waits until the sidebar follows it. */
export async function openFile(page: Page, name: string): Promise<void> {
  await runCommand(page, "Go to File...");
  const input = page.locator(".quick-input-widget input.input");
  await input.fill(name);
  await page.locator(".quick-input-list .monaco-list-row", { hasText: name }).first().click();
  await sidebar(page).getByText(`Kernel of ${name}`).waitFor({ state: "attached", timeout: 60_000 });
  await openForm(page);
}

/** Writes a picture for the README, once everything that fades in has come. */
export async function screenshot(page: Page, name: string): Promise<void> {
  await page.waitForTimeout(700);
  await page.screenshot({ path: `${harness.images}/${name}.png` });
}

/** Chooses a theme by its name, as a user does. */
async function chooseTheme(page: Page, theme: string): Promise<void> {
  await runCommand(page, "Preferences: Color Theme");
  const input = page.locator(".quick-input-widget input.input");
  await input.fill(theme);
  await page.locator(".quick-input-list .monaco-list-row", { hasText: theme }).first().waitFor();
  await page.keyboard.press("Enter");
  await input.waitFor({ state: "hidden" });
}

const themes = { dark: "Dark Modern", light: "Light Modern", "high-contrast": "Dark High Contrast" } as const;

/**
 * Changes the theme until the sidebar wears one of the kind. A key goes from dark to light and back, which is quick; it is lost
 * now and then, so it is pressed again. High contrast has none.
 */
export async function takeTheme(page: Page, kind: keyof typeof themes): Promise<void> {
  const body = sidebar(page).locator("body");
  const wears = async (one: string) => (await body.getAttribute("class"))?.split(" ").includes(`vscode-${one}`);
  if (kind === "high-contrast" || (await wears("high-contrast"))) {
    await chooseTheme(page, themes[kind]);
    await sidebar(page).locator(`body.vscode-${kind}`).waitFor();
    return;
  }
  for (let attempt = 0; !(await wears(kind)); attempt++) {
    if (attempt === 10) throw new Error(`the sidebar does not wear a ${kind} theme`);
    await page.keyboard.press("Control+Alt+Shift+l");
    await page.waitForTimeout(500);
  }
}
