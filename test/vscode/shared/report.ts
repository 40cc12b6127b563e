/** How suites inside VS Code tell their results to the harness outside: a line of the console a test. */
import type Mocha from "mocha";

export interface TestResult {
  readonly title: string;
  readonly state: "passed" | "failed" | "skipped";
  readonly error?: string;
}

/** Follows a run; resolves to the results when it ended. */
export function follow(runner: Mocha.Runner): Promise<readonly TestResult[]> {
  const results: TestResult[] = [];
  const note = (state: TestResult["state"]) => (test: Mocha.Test, error?: Error) => {
    const result = { title: test.fullTitle(), state, ...(error ? { error: error.stack ?? error.message } : {}) };
    results.push(result);
    console.log(`warplens-test ${JSON.stringify(result)}`);
  };
  runner.on("pass", note("passed")).on("fail", note("failed")).on("pending", note("skipped"));
  return new Promise((resolve) => runner.on("end", () => resolve(results)));
}
