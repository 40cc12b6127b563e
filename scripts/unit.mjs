// Bundles test files with esbuild and runs them with mocha: `node scripts/unit.mjs [folder or file under test/ …]`.
// `--sharing=FOLDER` runs the files that no other process with the same folder has taken: several share the work.
import { appendFileSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import Mocha from "mocha";
import { buildOptions } from "./bundles.mjs";

const root = fileURLToPath(new URL("..", import.meta.url));
const wanted = process.argv.slice(2).filter((word) => !word.startsWith("-"));

function testFiles(path) {
  if (statSync(path).isFile()) return [path];
  return readdirSync(path).flatMap((name) => {
    const child = join(path, name);
    if (statSync(child).isDirectory()) return testFiles(child);
    return name.endsWith(".test.ts") ? [child] : [];
  });
}

const option = (name) => process.argv.find((word) => word.startsWith(`--${name}=`))?.slice(name.length + 3);
const [sharing, grep] = [option("sharing"), option("grep")];
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

/** Files that take longest. They are taken first, so that no process is left alone with one of them at the end. */
const LONGEST = ["host/programs", "cuda/headers", "host/cxx", "conformance/hardware", "cli/program", "cuda/frontend"];
const rank = (entry) => {
  const place = LONGEST.indexOf(relative(join(root, "test"), entry).replace(/\.test\.ts$/, ""));
  return place < 0 ? LONGEST.length : place;
};

/** What mocha allows one test before it counts as hung: no test measures time, and shared machines stall. */
const HUNG = 600_000;

const entries = (wanted.length ? wanted : ["."])
  .flatMap((word) => testFiles(join(root, "test", word)))
  .sort((a, b) => rank(a) - rank(b));
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
// What the processes that tests start keep of clang's work: in the checkout, so that a fresh one starts with nothing.
process.env.WARPLENS_CACHE ??= join(root, ".build", "compiles");
// The folders that tests make for themselves go with the run.
const scratch = mkdtempSync(join(tmpdir(), "warplens-unit-"));
process.env.TMPDIR = scratch;
const [total, times, failed] = [{ passes: 0, failures: 0, pending: 0 }, [], []];
for (const entry of entries) {
  const name = relative(join(root, "test"), entry);
  if (!takes(name)) continue;
  const mocha = new Mocha({ timeout: HUNG, reporter: "spec", color: false });
  mocha.addFile(join(outdir, name).replace(/\.ts$/, ".mjs"));
  await mocha.loadFilesAsync();
  if (grep) mocha.grep(grep);
  const { passes, failures, pending, duration } = await new Promise((resolve) => {
    const runner = mocha.run(() => {
      // The next file's run listens for what nobody caught, too.
      runner.dispose();
      resolve(runner.stats);
    });
    runner.on("fail", (test, error) => failed.push(`${name}: ${test.fullTitle()}\n${error?.stack ?? error}`));
  });
  total.passes += passes;
  total.failures += failures;
  total.pending += pending;
  times.push({ name, seconds: duration / 1000 });
}
if (sharing) rmSync(outdir, { recursive: true });
rmSync(scratch, { recursive: true, force: true });
times.sort((a, b) => b.seconds - a.seconds);
if (times.length > 1) {
  const slowest = times.slice(0, 12).map(({ name, seconds }) => `  ${seconds.toFixed(0).padStart(4)} s  ${name}`);
  console.log(`Slowest files:\n${slowest.join("\n")}`);
}
if (sharing && failed.length) appendFileSync(join(sharing, "failures"), `${failed.join("\n\n")}\n\n`);
console.log(`unit: ${total.passes} passed, ${total.failures} failed, ${total.pending} skipped`);
process.exit(total.failures ? 1 : 0);
