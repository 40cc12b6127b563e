// Bundles test files with esbuild and runs them with mocha: `node scripts/unit.mjs [folder or file under test/ …]`.
// `--grep=PATTERN` runs the tests whose titles match it. `--sharing=FOLDER` runs the files that no other process with the
// same folder has taken: several share the work, and leave there what is said once for all of them. `--until=FILE` takes no
// further file once FILE exists.
// `WARPLENS_SAMPLE=DAY` runs the sample of a day (`test/support/sample.ts`); without it everything runs.
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import Mocha from "mocha";
import { buildOptions } from "./bundles.mjs";
import { print, share } from "./summary.mjs";
import { byCost, processorTime, recordedTimes, recordTimes } from "./times.mjs";

const root = fileURLToPath(new URL("..", import.meta.url));
const wanted = process.argv.slice(2).filter((word) => !word.startsWith("-"));

function testFiles(path) {
  if (!existsSync(path)) {
    console.error(`unit: there is no test file or folder ${relative(root, path)}.`);
    process.exit(2);
  }
  if (statSync(path).isFile()) return [path];
  // A test of the runner makes a folder whose name begins with a dot.
  return readdirSync(path)
    .filter((name) => !name.startsWith("."))
    .flatMap((name) => {
      const child = join(path, name);
      if (statSync(child).isDirectory()) return testFiles(child);
      return name.endsWith(".test.ts") ? [child] : [];
    });
}

const option = (name) => process.argv.find((word) => word.startsWith(`--${name}=`))?.slice(name.length + 3);
const [sharing, grep, until] = [option("sharing"), option("grep"), option("until")];
if (sharing) mkdirSync(sharing, { recursive: true });

/** Takes a file, unless another process has. */
function takes(name) {
  if (!sharing) return true;
  try {
    writeFileSync(join(sharing, name.replaceAll("/", "-")), "", { flag: "wx" });
    return true;
  } catch (error) {
    if (error.code === "EEXIST") return false;
    throw error;
  }
}

/** What mocha allows one test before it counts as hung: no test measures time, and shared machines stall. */
const HUNG = 600_000;

const nameOf = (entry) => relative(join(root, "test"), entry);
const entries = (wanted.length ? wanted : ["."])
  .flatMap((word) => testFiles(join(root, "test", word)))
  .sort(byCost(recordedTimes(), nameOf));
// One output folder a run, so that runs side by side do not overwrite each other.
const run = [...wanted, ...(sharing ? [String(process.pid)] : [])].join("-").replaceAll(/[^\w.-]/g, "_") || "all";
const outdir = join(root, ".build", "unit", run);
await build({
  ...buildOptions,
  entryPoints: entries,
  outdir,
  outbase: join(root, "test"),
  platform: "node",
  format: "esm",
  splitting: true,
  packages: "external",
  outExtension: { ".js": ".mjs" },
  sourcemap: "inline",
});
// What clang answered, in this process and in those that tests start: in the checkout, so that a fresh one starts with nothing.
process.env.WARPLENS_CACHE ??= join(root, ".build", "compiles");
// The folders that tests make for themselves go with the run.
const scratch = mkdtempSync(join(tmpdir(), "warplens-unit-"));
process.env.TMPDIR = scratch;
const total = { passes: 0, failures: 0, pending: 0 };
const summary = { times: [], failures: [], leftOut: [] };
for (const entry of entries) {
  const name = nameOf(entry);
  if (until && existsSync(until)) break;
  if (!takes(name)) continue;
  const before = processorTime();
  const mocha = new Mocha({ timeout: HUNG, reporter: "spec", color: false });
  mocha.addFile(join(outdir, name).replace(/\.ts$/, ".mjs"));
  await mocha.loadFilesAsync();
  if (grep) mocha.grep(grep);
  const { passes, failures, pending, duration } = await new Promise((resolve) => {
    const runner = mocha.run(() => {
      // The next file's run listens for uncaught errors, too.
      runner.dispose();
      resolve(runner.stats);
    });
    runner.on("fail", (test, error) =>
      summary.failures.push({ name, title: test.fullTitle(), error: String(error?.stack ?? error) }),
    );
  });
  total.passes += passes;
  total.failures += failures;
  total.pending += pending;
  summary.times.push({ name, wall: duration / 1000, processor: processorTime() - before });
}
// `test/support/sample.ts` notes here what a suite left to the full run.
summary.leftOut = globalThis.warplensLeftOut?.() ?? [];
if (sharing) {
  share(sharing, summary);
  rmSync(outdir, { recursive: true });
} else {
  print(summary);
  if (!grep) recordTimes(summary.times);
}
rmSync(scratch, { recursive: true, force: true });
console.log(`unit: ${total.passes} passed, ${total.failures} failed, ${total.pending} skipped`);
process.exit(total.failures ? 1 : 0);
