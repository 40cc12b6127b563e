// The extension as it is installed: the files that the package holds, in a folder of VS Code's extensions folder.
import { cpSync, existsSync, linkSync, mkdirSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { root } from "../bundles.mjs";
import { contents } from "../package/contents.mjs";

const parts = ["package.json", ...contents.map(({ path }) => path)];

/** The compiler's data is 110 MB: linked, not copied, where the file system can. */
function linkTree(from, to) {
  if (statSync(from).isDirectory()) {
    mkdirSync(to, { recursive: true });
    for (const name of readdirSync(from)) linkTree(join(from, name), join(to, name));
    return;
  }
  try {
    linkSync(from, to);
  } catch {
    cpSync(from, to);
  }
}

/** Puts the extension into `extensions` and gives its folder. */
export function stageExtension(extensions) {
  const { publisher, name, version } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
  const folder = join(extensions, `${publisher}.${name}-${version}`);
  mkdirSync(folder, { recursive: true });
  for (const part of parts) {
    const from = join(root, part);
    if (!existsSync(from)) continue;
    mkdirSync(join(folder, part, ".."), { recursive: true });
    linkTree(from, join(folder, part));
  }
  return folder;
}
