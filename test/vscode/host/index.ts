/** Entry that VS Code calls in its Node extension host. */
import { writeFileSync } from "node:fs";
import { follow } from "../shared/report";

export async function run(): Promise<void> {
  const { default: Mocha } = await import("mocha");
  const mocha = new Mocha({ ui: "bdd", timeout: 90_000, color: false });
  mocha.suite.emit("pre-require", globalThis as never, "", mocha);
  await import("../shared/extension.suite");
  await import("./node.suite");
  const results = await new Promise<Awaited<ReturnType<typeof follow>>>((resolve) => {
    const runner = mocha.run();
    void follow(runner).then(resolve);
  });
  const file = process.env.WARPLENS_RESULTS;
  if (file) writeFileSync(file, JSON.stringify(results));
  const failed = results.filter((result) => result.state === "failed").length;
  if (failed > 0) throw new Error(`${failed} failed`);
}
