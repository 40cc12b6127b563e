// `npm run package`: one VSIX for every platform, the same bytes from the same checkout; prints what is in it.
// `node scripts/package.mjs --out=FILE` writes it elsewhere than into the checkout's folder.
// `node scripts/package.mjs --notices` builds, and writes the notices alone: what `npm pack` begins with.
import { spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { buildAll, writeWhenChanged } from "./build.mjs";
import { root } from "./bundles.mjs";
import { zipEntries } from "./package/archive.mjs";
import { contents, isPackaged, packagedManifest } from "./package/contents.mjs";
import { noticesText } from "./package/notices.mjs";
import { sbomText } from "./package/sbom.mjs";
import { ensureInstalled } from "./setup.mjs";

/** The marketplace takes more; a person who waits for a download should not. */
const LARGEST = 45e6;
/** Time of every file in the package, in seconds: 2026-01-01. A real one would make each build another file. */
const EPOCH = "1767225600";

const manifest = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));

/** Builds the bundles, and beside them the notices and the bill of materials of what they contain. */
async function build() {
  const metafiles = await buildAll();
  writeWhenChanged(join(root, "dist/THIRD-PARTY-NOTICES.txt"), noticesText(metafiles));
  writeWhenChanged(join(root, "dist/sbom.cdx.json"), sbomText(metafiles, Number(EPOCH)));
}

/** Puts what is packaged into a folder. */
function stage(folder) {
  for (const { path, from = path } of contents) {
    const source = join(root, from);
    if (!existsSync(source)) throw new Error(`${from} belongs into the package and is not there`);
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    cpSync(source, join(folder, path), { recursive: true, filter: isPackaged });
  }
  writeFileSync(join(folder, "package.json"), `${JSON.stringify(packagedManifest(manifest), null, 2)}\n`);
}

function vsce(folder, output) {
  const options = [
    ...["package", "--no-dependencies", "--allow-missing-repository", "--no-rewrite-relative-links", "--out", output],
    // The list of contents is our own; looking for secrets in 100 MB of WebAssembly takes minutes.
    ...["--allow-package-all-secrets", "--allow-package-env-file"],
  ];
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [join(root, "node_modules/@vscode/vsce/vsce"), ...options],
    {
      cwd: folder,
      encoding: "utf8",
      env: { ...process.env, SOURCE_DATE_EPOCH: EPOCH, TZ: "UTC", LC_ALL: "C" },
    },
  );
  if (status !== 0) throw new Error(`vsce ended with ${status}\n${stdout}${stderr}`);
}

const megabytes = (bytes) => (bytes / 1e6).toFixed(2).padStart(7);

/** A line for each part: packed size, size, what it is for. */
function contentsTable(entries) {
  return contents.map(({ path, for: reason }) => {
    const own = entries.filter(({ name }) => name === `extension/${path}` || name.startsWith(`extension/${path}/`));
    // vsce renames what it shows on the extension's page.
    const shown =
      own.length > 0
        ? own
        : entries.filter(({ name }) => name.toLowerCase().startsWith(`extension/${path.toLowerCase()}`));
    const sum = (key) => shown.reduce((total, one) => total + one[key], 0);
    return { path, packed: sum("packed"), size: sum("size"), reason };
  });
}

async function main() {
  ensureInstalled();
  await build();
  if (process.argv.includes("--notices")) return;
  mkdirSync(join(root, ".build"), { recursive: true });
  // Tests package side by side.
  const folder = mkdtempSync(join(root, ".build/package-"));
  const told = process.argv.find((word) => word.startsWith("--out="))?.slice(6);
  const output = told ?? join(root, `${manifest.name}-${manifest.version}.vsix`);
  try {
    stage(folder);
    vsce(folder, output);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  const { size } = statSync(output);
  console.log("packed MB  size MB");
  for (const { path, packed, size: whole, reason } of contentsTable(zipEntries(output))) {
    console.log(`  ${megabytes(packed)}  ${megabytes(whole)}  ${path}: ${reason}`);
  }
  console.log(`${output}: ${(size / 1e6).toFixed(1)} MB`);
  if (size > LARGEST) throw new Error(`the package is larger than ${LARGEST / 1e6} MB`);
}

await main();
