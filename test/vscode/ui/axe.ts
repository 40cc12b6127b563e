/// <reference lib="dom" />
/** axe in the sidebar's page. Its policy forbids foreign scripts; the browser's own debugger may bring one in. */
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import type { AxeResults } from "axe-core";
import type { FrameLocator } from "playwright-core";

const source = readFileSync(createRequire(join(process.cwd(), "package.json")).resolve("axe-core/axe.min.js"), "utf8");

/** What axe calls serious or critical, each with the elements that it is about. */
export async function seriousViolations(view: FrameLocator): Promise<string[]> {
  const body = await view.locator("body").elementHandle();
  const frame = await body?.ownerFrame();
  if (!frame) throw new Error("the sidebar's page is not there");
  await frame.evaluate(source);
  const results = await frame.evaluate(() =>
    (globalThis as unknown as { axe: { run(context: unknown): Promise<AxeResults> } }).axe.run(document.body),
  );
  return results.violations
    .filter(({ impact }) => impact === "serious" || impact === "critical")
    .flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.html.slice(0, 160)} (${node.failureSummary})`));
}
