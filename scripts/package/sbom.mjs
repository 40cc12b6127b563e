// The bill of materials of both packages, as CycloneDX: npm makes it of the lock file, and of that what ships is kept. Parts
// that lie inside other packages are added by hand, as in the notices. The same checkout gives the same bytes.
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "../bundles.mjs";
import { partsInside, shippedFolders } from "./notices.mjs";

/** What npm knows of everything that the lock file names. */
function ofLockFile() {
  const words = ["sbom", "--sbom-format=cyclonedx", "--package-lock-only"];
  const isWindows = process.platform === "win32";
  const text = execFileSync(isWindows ? "npm.cmd" : "npm", words, {
    cwd: root,
    encoding: "utf8",
    shell: isWindows,
    maxBuffer: 1 << 26,
  });
  return JSON.parse(text);
}

const manifestOf = (folder) => JSON.parse(readFileSync(join(root, folder, "package.json"), "utf8"));

/** A part without a package of its own, as a component of the bill. */
const partComponent = ({ name, licence }) => ({
  "bom-ref": name,
  type: "library",
  name,
  licenses: [{ license: { name: licence } }],
});

/** The bill of what a build has bundled and what is copied beside it; `seconds` is the time that it is dated to. */
export function sbomText(metafiles, seconds) {
  const { serialNumber: _random, components, dependencies: _all, ...bill } = ofLockFile();
  const { name, version } = manifestOf(".");
  const shipped = new Set(
    shippedFolders(metafiles).map((folder) => {
      const { name: own, version: ownVersion } = manifestOf(folder);
      return `${own}@${ownVersion}`;
    }),
  );
  const kept = components.filter((one) => shipped.has(`${one.name}@${one.version}`));
  const missing = [...shipped].filter(
    (one) => !kept.some((component) => `${component.name}@${component.version}` === one),
  );
  if (missing.length > 0) throw new Error(`the lock file does not name ${missing.join(", ")}, which a bundle contains`);
  const metadata = {
    timestamp: new Date(1000 * seconds).toISOString(),
    component: { ...bill.metadata.component, name, version },
  };
  // npm calls what only development asks for optional; of these packages, each is in a bundle.
  const required = kept.map(({ properties: _development, ...one }) => ({ ...one, scope: "required" }));
  return `${JSON.stringify({ ...bill, metadata, components: [...required, ...partsInside().map(partComponent)] }, null, 2)}\n`;
}
