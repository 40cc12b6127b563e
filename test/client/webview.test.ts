/// <reference lib="dom" />
/**
 * The page of the view in a real browser, without an editor around it: what lit keeps while states come, what its fields say to
 * a screen reader and do by key, and that its words come from the table of translations.
 */
import assert from "node:assert/strict";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { build } from "esbuild";
import { type Browser, chromium, type Page } from "playwright-core";
import { emptyForm, MESSAGE_VERSION, type Run, type ViewState, wholeRun, writtenRun } from "../../client/messages";
import { wholeReport } from "../../engine/formats/sameLaunches";
import type { SimulateJson } from "../../engine/formats/simulation";
import { warplens } from "../cli/cli";
import { chromiumPath } from "../support/browser";

const table: Readonly<Record<string, string>> = JSON.parse(readFileSync("l10n/bundle.l10n.json", "utf8"));

const kernel = (name: string): ViewState["kernels"][number] => ({
  name,
  info: {
    name,
    range: { start: { line: 0, character: 0 }, end: { line: 0, character: 0 } },
    selectionRange: { start: { line: 0, character: 0 }, end: { line: 0, character: 0 } },
    parameters: [{ name: "in", type: "const float*" }],
    launches: [],
    template: null,
    saved: null,
  } as unknown as ViewState["kernels"][number]["info"],
});

const idle: ViewState = {
  fileName: "transpose.cu",
  kernels: ["alpha", "beta", "gamma"].map(kernel),
  launch: null,
  occupancy: null,
  hasProgram: true,
  devices: [{ name: "sm_90", product: "H200" }],
  form: { ...emptyForm, kernel: "alpha" },
  phase: { kind: "idle" },
  snippet: { text: "", assumed: [] },
  history: [],
  shown: null,
  compared: null,
  baseline: null,
  fix: null,
  choice: wholeRun,
  trace: null,
  debug: null,
  profile: null,
};

const running: ViewState = { ...idle, phase: { kind: "running", kernel: "alpha", progress: null } };

function runOf(id: number, name: string): Run {
  const { stdout } = warplens("simulate", "examples/transpose.cu", "--kernel", name, "--detail", "--format", "json");
  const report: SimulateJson = JSON.parse(stdout);
  const request = { kind: "kernel", params: { textDocument: { uri: "" }, kernel: name } } as const;
  return { id, uri: "", fileName: "transpose.cu", kernel: name, stale: false, report, request };
}

describe("the page of the view", () => {
  let browser: Browser;
  let script: string;
  let elements: string;
  let ran: ViewState;
  before(async () => {
    const outdir = join(process.cwd(), ".build/webview");
    const entryPoints = ["main", "elements"].map((name) => join(process.cwd(), `client/webview/${name}.ts`));
    await build({ entryPoints, outdir, bundle: true, format: "iife", platform: "browser" });
    script = join(outdir, "main.js");
    elements = readFileSync(join(outdir, "elements.js"), "utf8");
    browser = await chromium.launch({ executablePath: chromiumPath(), args: ["--no-sandbox"] });
    ran = { ...idle, history: [runOf(2, "transposeTile"), runOf(1, "transposeNaive")], shown: 2 };
  });
  after(() => browser?.close());

  /** A page with the view's script, which keeps what it is told to send. */
  async function open(strings?: Readonly<Record<string, string>>): Promise<Page> {
    const page = await browser.newPage();
    await page.addInitScript(() => {
      const sent: unknown[] = [];
      Object.assign(globalThis, {
        sent,
        acquireVsCodeApi: () => ({ postMessage: (message: unknown) => sent.push(message) }),
      });
    });
    await page.goto("about:blank");
    await page.setContent('<main id="app"></main><p id="live"></p>');
    const text = strings && JSON.stringify(strings);
    await page.evaluate((one) => {
      if (one) document.getElementById("app")!.dataset.strings = one;
    }, text);
    await page.evaluate((code) => {
      const held = document.createElement("script");
      Object.assign(held, { type: "text/plain", id: "elements", textContent: code });
      document.body.append(held);
    }, elements);
    await page.addScriptTag({ path: script });
    return page;
  }
  /** Sends a state to the page, and waits for the elements that the first one defines. */
  async function show(page: Page, state: ViewState): Promise<void> {
    await send(page, state);
    await page.waitForFunction(() => customElements.get("vscode-textfield") !== undefined);
  }
  const send = (page: Page, state: ViewState) =>
    page.evaluate((data) => void window.dispatchEvent(new MessageEvent("message", { data })), {
      version: MESSAGE_VERSION,
      type: "state",
      state: { ...state, history: state.history.map(writtenRun) },
    } as const);
  const sent = (page: Page) =>
    page.evaluate(() => (globalThis as unknown as { sent: { type: string; form?: object }[] }).sent);

  it("is drawn before its elements are defined, which keep what was drawn into them", async () => {
    const page = await open();
    const isDefined = () => page.evaluate(() => customElements.get("vscode-textfield") !== undefined);
    assert.equal(await isDefined(), false);
    await show(page, { ...idle, form: { ...idle.form, grid: "12,8" } });
    assert.equal(await isDefined(), true);
    assert.equal(await page.locator("#field-grid input").inputValue(), "12,8");
    await page.close();
  });

  it("draws a program of thousands of launches with a row and a bar for those that are alike", async () => {
    const folder = mkdtempSync(join(tmpdir(), "warplens-many-"));
    const file = join(folder, "many.cu");
    writeFileSync(file, "__global__ void k() {}\nint main() { for (int i = 0; i < 20000; i++) k<<<1, 32>>>(); }\n");
    const { stdout } = warplens("simulate", file, "--program", "--format", "json");
    rmSync(folder, { recursive: true });
    const report = wholeReport(JSON.parse(stdout));
    assert.equal(report.launches.length, 20_000, report.message);
    const request = { kind: "program", params: { textDocument: { uri: "" } } } as const;
    const run: Run = { id: 1, uri: "", fileName: "many.cu", kernel: "main", stale: false, report, request };
    const page = await open();
    await show(page, { ...idle, history: [run], shown: 1 });
    await page.locator("svg.timeline").waitFor({ state: "attached" });
    const count = await page.locator("#app *").count();
    assert.ok(count < 2000, `${count} elements`);
    // While another run reports, the history is as it was and is not sent again.
    const { history: _, ...state } = { ...running, shown: 1 };
    await page.evaluate((data) => void window.dispatchEvent(new MessageEvent("message", { data })), {
      version: MESSAGE_VERSION,
      type: "state",
      state,
    } as const);
    assert.equal(await page.getByText("20,000 launches").count(), 1);
    await page.close();
  });

  it("keeps what is being typed, and the focus, while a run reports", async () => {
    const page = await open();
    await show(page, idle);
    await page.locator("#field-grid").focus();
    await page.keyboard.type("12");
    await show(page, running);
    assert.equal(await page.locator("#field-grid input").inputValue(), "12");
    await page.keyboard.type("8");
    await page.keyboard.press("Enter");
    const last = (await sent(page)).filter(({ type }) => type === "run").at(-1);
    assert.deepEqual(last?.form, { ...emptyForm, kernel: "alpha", grid: "128", arguments: { in: "" } });
  });

  it("keeps a picture's table unfolded when another access is drawn, and folds the form when a run is shown", async () => {
    const page = await open();
    await show(page, idle);
    await page.locator("#field-grid").focus();
    await show(page, ran);
    assert.equal(await page.locator("#launch-form").getAttribute("open"), null);
    await page.waitForFunction(() => document.activeElement?.matches("#launch-form > summary"));
    await page.locator("#table-request-0 summary").click();
    await show(page, { ...ran, choice: { ...wholeRun, access: 0 } });
    assert.equal(await page.locator("#table-request-0").getAttribute("open"), "");
  });

  it("has a name for each field, and answers keys", async () => {
    const page = await open();
    await show(page, idle);
    await page.getByRole("textbox", { name: "Grid" }).waitFor();
    const check = page.getByRole("checkbox", { name: /^Check for data races/ });
    await check.focus();
    await page.keyboard.press("Space");
    assert.equal((await sent(page)).at(-1)?.type, "form");
    assert.equal(await check.isChecked(), true);
    await page.getByRole("combobox", { name: "Kernel of transpose.cu" }).focus();
    await page.keyboard.press("g");
    assert.equal(await page.locator("#field-kernel").inputValue(), "gamma", "a letter chooses");
    await show(page, running);
    await page.getByRole("progressbar", { name: "Simulating alpha" }).waitFor();
  });

  it("takes every word of its own from the table of translations", async () => {
    const translated = Object.fromEntries(Object.entries(table).map(([key, text]) => [key, `⟦${text}⟧`]));
    const page = await open(translated);
    const compared: ViewState = { ...ran, compared: 1 };
    const seen = new Set<string>();
    for (const state of [idle, running, ran, compared, { ...idle, kernels: [], hasProgram: false }]) {
      await show(page, state);
      const words = await page.evaluate(() => {
        const texts: string[] = [];
        const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
        // Tables have the words of reports, which are English, and some of them are the same.
        const isOfReport = (one: Element | null) => one?.closest("table:not(.shares), [role=region]") != null;
        while (walker.nextNode()) {
          const { parentElement, textContent } = walker.currentNode;
          if (!isOfReport(parentElement)) texts.push(textContent ?? "");
        }
        for (const one of document.querySelectorAll("[placeholder], [aria-label]:not([role=region]), [label]"))
          for (const name of ["placeholder", "aria-label", "label"]) texts.push(one.getAttribute(name) ?? "");
        return texts;
      });
      for (const text of words) seen.add(text.trim());
    }
    const english = Object.keys(table).filter((text) => seen.has(text));
    assert.deepEqual(english, []);
    const shown = [...seen].filter((text) => text.includes("⟦"));
    assert.ok(shown.length > 60, `${shown.length} texts of the table are shown`);
  });
});
