// Builds the product, bundles `test/robustness/fuzz/main.ts` and runs it with the remaining words: `npm run fuzz -- --part=crafted`.
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { build } from "esbuild";
import { buildOptions, root } from "./bundles.mjs";

const words = process.argv.slice(2).filter((word) => !word.startsWith("--sharing="));

// Each choice of parts has a bundle of its own, so that two can be built at a time.
const outfile = join(root, `.build/fuzz/${words.join(" ").replace(/\W+/g, "-").slice(0, 80) || "all"}.mjs`);
await build({
  ...buildOptions,
  entryPoints: [join(root, "test/robustness/fuzz/main.ts")],
  outfile,
  platform: "node",
  format: "esm",
  packages: "external",
  sourcemap: "inline",
});
process.exit(
  spawnSync(process.execPath, ["--enable-source-maps", outfile, ...words], { stdio: "inherit", cwd: root }).status ?? 1,
);
