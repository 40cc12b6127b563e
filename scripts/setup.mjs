// Installs the packages when they are missing or older than the lock file: what `npm start` and `npm test` begin with.
import { spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));

/** Name → version of the packages of a lock file, without the root entry and what was optional elsewhere. */
function locked(path) {
  const { packages } = JSON.parse(readFileSync(path, "utf8"));
  return Object.entries(packages).filter(([name, entry]) => name !== "" && !entry.optional);
}

function isInstalled() {
  const inside = join(root, "node_modules/.package-lock.json");
  if (!existsSync(inside)) return false;
  const here = new Map(locked(inside).map(([name, entry]) => [name, entry.version]));
  return locked(join(root, "package-lock.json")).every(([name, entry]) => here.get(name) === entry.version);
}

export function ensureInstalled() {
  const [major, minor] = process.versions.node.split(".").map(Number);
  if (major < 20 || (major === 20 && minor < 19)) {
    console.error(`WarpLens needs Node 20.19 or later; this is ${process.versions.node}.`);
    process.exit(2);
  }
  if (isInstalled()) return;
  console.log("Installing packages from the lock file …");
  // No package here needs an install script, and tree-sitter-cuda's would build a native binding that is not used.
  const result = spawnSync("npm", ["ci", "--ignore-scripts", "--no-audit", "--no-fund"], {
    cwd: root,
    stdio: ["ignore", "inherit", "inherit"],
  });
  if (result.status !== 0) {
    console.error("npm ci failed: see above. WarpLens needs the npm registry once, to install its packages.");
    process.exit(2);
  }
}
