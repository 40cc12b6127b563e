// Bundles `bench/NAME.ts` and runs it with the remaining words: `node scripts/bench.mjs NAME [words …]`.
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { build } from "esbuild";
import { buildOptions, root } from "./bundles.mjs";

const [name, ...words] = process.argv.slice(2);
const outfile = join(root, ".build/bench", `${name}.mjs`);
await build({
  ...buildOptions,
  entryPoints: [join(root, "bench", `${name}.ts`)],
  outfile,
  platform: "node",
  format: "esm",
  packages: "external",
  sourcemap: "inline",
});
process.exit(
  spawnSync(process.execPath, ["--enable-source-maps", outfile, ...words], { stdio: "inherit", cwd: root }).status ?? 1,
);
