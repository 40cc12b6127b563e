// Runs a page in which VS Code runs tests, and collects what they report until the workbench says that they ended.
// The suites report through lines of the console that begin with this word.
const PREFIX = "warplens-test ";
const LIMIT = 240_000;

/** Resolves to the tests' results; rejects when the run itself fails or never ends. */
export async function runInPage(browser, url) {
  const context = await browser.newContext({ viewport: { width: 1200, height: 800 } });
  const page = await context.newPage();
  const results = [];
  const log = [];
  let end;
  const ended = new Promise((resolve, reject) => {
    end = resolve;
    const timer = setTimeout(
      () => reject(new Error(`no result in ${LIMIT / 1000} s; last said:\n${log.slice(-25).join("\n")}`)),
      LIMIT,
    );
    timer.unref();
  });
  const hear = (text) => {
    log.push(text);
    if (process.env.WARPLENS_VERBOSE) console.error(text);
    // The page's console repeats what the workbench passes on, with or without its format string.
    const at = text.indexOf(PREFIX);
    if (at < 0) return;
    const result = JSON.parse(text.slice(at + PREFIX.length));
    if (!results.some((one) => one.title === result.title)) results.push(result);
  };
  await page.exposeFunction("codeAutomationLog", (_, args) => hear([args].flat().join(" ")));
  await page.exposeFunction("codeAutomationExit", (code) => end(code));
  page.on("console", (message) => hear(message.text()));
  try {
    await page.goto(url);
    const code = await ended.catch((error) => error);
    // What did come is told together with what kept the rest from coming.
    if (code instanceof Error)
      return [...results, { title: "the end of the run", state: "failed", error: code.message }];
    if (code !== 0 && !results.some((one) => one.state === "failed")) {
      throw new Error(`the test run ended with ${code}; last said:\n${log.slice(-25).join("\n")}`);
    }
    if (results.length === 0) throw new Error(`no test ran; last said:\n${log.slice(-25).join("\n")}`);
    return results;
  } finally {
    await context.close();
  }
}
