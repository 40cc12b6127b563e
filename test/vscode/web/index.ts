/** Entry that VS Code calls in its web worker extension host. */
import "mocha/mocha.js";
import { follow } from "../shared/report";

export async function run(): Promise<void> {
  // The browser build of mocha starts reporters that draw on a page; there is none here.
  mocha.setup({ ui: "bdd", timeout: 180_000, reporter: class {} as never });
  await import("../shared/extension.suite");
  await import("./web.suite");
  const results = await follow(mocha.run());
  const failed = results.filter((result) => result.state === "failed").length;
  if (failed > 0) throw new Error(`${failed} failed`);
}
