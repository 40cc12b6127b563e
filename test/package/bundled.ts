/** What of others is in the bundles, as their source maps say. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** Names of the packages from which a bundle has code. The bundles have to be built. */
export function bundledPackages(): ReadonlySet<string> {
  const maps = readdirSync("dist", { recursive: true, encoding: "utf8" }).filter((name) => name.endsWith(".map"));
  const sources = maps.flatMap((name) => JSON.parse(readFileSync(join("dist", name), "utf8")).sources as string[]);
  return new Set(sources.flatMap((source) => /.*node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(source)?.[1] ?? []));
}
