// Bundles test files with esbuild and runs them with mocha: `node scripts/unit.mjs [folder or file under test/ …]`.
// `--shard=1/2` runs every second file, so that two processes share the work.
import { readdirSync, statSync } from "node:fs";
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

const [shard, shards] = (process.argv.find((word) => word.startsWith("--shard="))?.slice(8) ?? "1/1")
  .split("/")
  .map(Number);
const entries = (wanted.length ? wanted : ["."])
  .flatMap((word) => testFiles(join(root, "test", word)))
  .filter((_file, i) => i % shards === shard - 1);
// One output folder a run, so that runs side by side do not overwrite each other.
const run = [...wanted, ...(shards > 1 ? [String(shard)] : [])].join("-").replaceAll(/[^\w.-]/g, "_") || "all";
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
const mocha = new Mocha({ timeout: 120_000, reporter: "spec", color: false });
for (const entry of entries) mocha.addFile(join(outdir, relative(join(root, "test"), entry)).replace(/\.ts$/, ".mjs"));
await mocha.loadFilesAsync();
const grep = process.argv.find((word) => word.startsWith("--grep="));
if (grep) mocha.grep(grep.slice(7));
const runner = mocha.run((failures) => {
  console.log(`unit: ${runner.stats.passes} passed, ${runner.stats.failures} failed, ${runner.stats.pending} skipped`);
  process.exit(failures ? 1 : 0);
});
