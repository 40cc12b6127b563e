// What every esbuild call shares: our CUDA headers and documentation as text modules.
import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

export const root = fileURLToPath(new URL("..", import.meta.url));

/** A folder as a nested object of texts. */
function tree(folder) {
  return Object.fromEntries(
    readdirSync(folder)
      .sort()
      .map((name) => {
        const path = join(folder, name);
        return [name, statSync(path).isDirectory() ? tree(path) : readFileSync(path, "utf8")];
      }),
  );
}

/** `import headers from "warplens:cuda-headers"` gives `analyzer/cuda/include` as a nested object of texts. */
const textFolders = {
  name: "text-folders",
  setup(build) {
    const folders = { "cuda-headers": join(root, "analyzer/cuda/include"), "rule-pages": join(root, "docs/rules") };
    build.onResolve({ filter: /^warplens:/ }, ({ path }) => ({ path: path.slice(9), namespace: "warplens" }));
    build.onLoad({ filter: /.*/, namespace: "warplens" }, ({ path }) => ({
      contents: JSON.stringify(tree(folders[path])),
      loader: "json",
    }));
  },
};

export const buildOptions = {
  bundle: true,
  target: "node20",
  logLevel: "warning",
  plugins: [textFolders],
  loader: { ".cu": "text", ".css": "text", ".svg": "text" },
};
