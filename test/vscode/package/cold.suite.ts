/// <reference lib="dom" />
/**
 * A cold window on an installed package: what the editor says the activation takes, and how long a file is there before its first
 * finding. Times are printed, and none is a condition.
 */
import assert from "node:assert/strict";
import { copyFileSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { harness, openWindow, runCommand, squiggles } from "../ui/workbench";

/** Windows that are opened, each with an extension host and a language server of its own. */
const WINDOWS = 5;

interface Cold {
  /** Milliseconds that the editor's list of running extensions names. */
  readonly activation: number;
  /** Milliseconds from the text of the file on the screen to the first finding in it. */
  readonly finding: number;
}

async function activationOf(page: Page): Promise<number> {
  await runCommand(page, "Developer: Show Running Extensions");
  const row = page.locator(".runtime-extensions-editor .extension", { hasText: "WarpLens" }).first();
  const time = row.locator(".activation-time").first();
  await time.filter({ hasText: /\d+ms/ }).waitFor();
  return Number(/(\d+)ms/.exec((await time.textContent()) ?? "")?.[1]);
}

const middle = (values: readonly number[]): number => [...values].sort((a, b) => a - b)[values.length >> 1]!;

describe("a cold window", () => {
  it("is activated and has its first finding", async () => {
    const windows: Cold[] = [];
    for (let index = 0; index < WINDOWS; index++) {
      const file = `cold${index}.cu`;
      copyFileSync("examples/transpose.cu", join(harness.workspace, file));
      const page = await openWindow(file);
      const drawn = Date.now();
      await squiggles(page).first().waitFor({ state: "attached" });
      const finding = Date.now() - drawn;
      windows.push({ activation: await activationOf(page), finding });
      await page.context().close();
    }
    for (const name of ["activation", "finding"] as const) {
      const values = windows.map((one) => one[name]);
      assert.ok(values.every((value) => Number.isFinite(value)), `${name}: ${values}`);
      console.log(`      ${name}: ${middle(values)} ms (${values.join(", ")})`);
    }
  });
});
