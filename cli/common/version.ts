/** The package's version, inlined when the bundle is built. */
import manifest from "../../package.json";

/** The version of the package. */
export function version(): string {
  return manifest.version;
}
