/**
 * A new user's path in an empty profile: package, first finding, simulation, why, fix, comparison. Clicks and words are counted,
 * and time is taken; the table in the documentation is what a run with `WARPLENS_UPDATE=1` took. No time is a condition.
 */
import assert from "node:assert/strict";
import { copyFileSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Locator, Page } from "playwright-core";
import { goTo, harness, openWindow, sidebar, squiggles } from "../ui/workbench";

const PAGE = "docs/editor.md";
const [BEGIN, END] = ["<!-- path -->", "<!-- /path -->"];

interface Step {
  readonly what: string;
  readonly clicks: number;
  readonly words: number;
  readonly seconds: number;
}

const wordsOf = async (place: Locator): Promise<number> =>
  (await place.allTextContents()).join(" ").split(/\s+/).filter(Boolean).length;

/** A step takes what `act` takes, which gives what there is to read afterwards. */
async function taken(what: string, act: () => Promise<Locator | undefined>): Promise<Step> {
  const start = Date.now();
  const read = await act();
  const seconds = (Date.now() - start) / 1000;
  return { what, clicks: 1, words: read ? await wordsOf(read) : 0, seconds };
}

function tableOf(steps: readonly Step[]): string {
  const sum = (of: (step: Step) => number) => steps.reduce((total, step) => total + of(step), 0);
  const row = ({ what, clicks, words, seconds }: Step) =>
    `| ${what} | ${clicks} | ${words} | ${seconds.toFixed(1)} s |`;
  const all = {
    what: "all",
    clicks: sum((one) => one.clicks),
    words: sum((one) => one.words),
    seconds: sum((one) => one.seconds),
  };
  return ["| step | clicks | words to read | time |", "|---|--:|--:|--:|", ...[...steps, all].map(row)].join("\n");
}

describe("a new user's path", () => {
  let page: Page;
  after(() => page?.context().close());
  afterEach(async function () {
    if (this.currentTest?.state === "failed") await page.screenshot({ path: ".build/vscode/failed-path.png" });
  });

  it("leads from a file to a measured fix", async () => {
    copyFileSync("examples/transpose.cu", join(harness.workspace, "path.cu"));
    const installed = harness.server.installSeconds;
    assert.ok(installed !== undefined, "the editor was started with the package");
    const steps: Step[] = [{ what: "install the package", clicks: 1, words: 0, seconds: installed }];
    const view = () => sidebar(page);
    const open = async () => {
      page = await openWindow("path.cu");
      await squiggles(page).nth(1).waitFor({ state: "attached" });
      return undefined;
    };
    steps.push(await taken("open the file, see its findings", open));
    await goTo(page, 1, 1);
    await page.mouse.move(700, 890);
    const simulate = async () => {
      await page.locator(".codelens-decoration a:visible", { hasText: "Simulate kernel" }).nth(1).click();
      await view().locator("#report-title", { hasText: "transposeTile" }).waitFor();
      await view().locator("#apply-fix").waitFor();
      return view().locator(".card");
    };
    steps.push(await taken("simulate, see why", simulate));
    assert.match((await view().locator(".card .headline").textContent()) ?? "", /line 21/);
    const fix = async () => {
      await view().locator("#apply-fix").click();
      const compared = view().locator("#section-comparison");
      await compared.getByRole("row", { name: /shared wavefronts/ }).waitFor();
      return compared.locator(".headline");
    };
    steps.push(await taken("fix, simulate again, compare", fix));
    assert.match((await view().locator("#section-comparison .headline").textContent()) ?? "", /shared wavefronts −9/);
    const table = tableOf(steps);
    console.log(table);
    if (process.env.WARPLENS_UPDATE === "1") {
      const text = readFileSync(PAGE, "utf8");
      const [from, to] = [text.indexOf(BEGIN) + BEGIN.length, text.indexOf(END)];
      assert.ok(to > from, `${PAGE} has the place of the table`);
      writeFileSync(PAGE, `${text.slice(0, from)}\n${table}\n${text.slice(to)}`);
    }
  });
});
