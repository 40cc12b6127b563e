/** The package's version, inlined when the bundle is built. */
import manifest from "../../package.json";

export function version(): string {
  return manifest.version;
}
