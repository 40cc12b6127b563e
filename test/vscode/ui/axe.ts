/// <reference lib="dom" />
/** axe in the sidebar's page. Its policy forbids foreign scripts; the browser's own debugger may bring one in. */
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import type { AxeResults } from "axe-core";
import type { FrameLocator } from "playwright-core";

interface Axe {
  run(context: unknown, options: { runOnly?: string[] }): Promise<AxeResults>;
}

const source = readFileSync(createRequire(join(process.cwd(), "package.json")).resolve("axe-core/axe.min.js"), "utf8");

/**
 * What axe calls serious or critical, each with the elements that it is about; `rules` for some of its rules only, where
 * another run has asked for all.
 */
export async function seriousViolations(view: FrameLocator, rules?: readonly string[]): Promise<string[]> {
  const body = await view.locator("body").elementHandle();
  const frame = await body?.ownerFrame();
  if (!frame) throw new Error("the sidebar's page is not there");
  if (!(await frame.evaluate(() => "axe" in globalThis))) await frame.evaluate(source);
  const results = await frame.evaluate(
    (only) => (globalThis as unknown as { axe: Axe }).axe.run(document.body, only ? { runOnly: [...only] } : {}),
    rules,
  );
  return results.violations
    .filter(({ impact }) => impact === "serious" || impact === "critical")
    .flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.html.slice(0, 160)} (${node.failureSummary})`));
}
