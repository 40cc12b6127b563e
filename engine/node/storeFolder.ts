/** Where this user's store of clang's answers is. */
import { homedir } from "node:os";
import { join } from "node:path";

/** Where programs of this system keep what they can make again. */
function cacheFolder(): string {
  if (process.platform === "win32") return process.env.LOCALAPPDATA ?? join(homedir(), "AppData", "Local");
  if (process.platform === "darwin") return join(homedir(), "Library", "Caches");
  return process.env.XDG_CACHE_HOME || join(homedir(), ".cache");
}

/** The folder of the store: `WARPLENS_CACHE` names one, or is `off`; then undefined. */
export function storeFolder(): string | undefined {
  const asked = process.env.WARPLENS_CACHE;
  if (asked === "off") return undefined;
  return asked || join(cacheFolder(), "warplens", "compiles");
}
