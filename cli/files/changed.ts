/** Files that changed since a revision, as git knows them. */
import { execFile } from "node:child_process";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import { UsageError } from "../../engine/model/errors";
import { isCuda } from "./expand";

const execute = promisify(execFile);

async function git(...words: readonly string[]): Promise<string> {
  const { stdout } = await execute("git", words, { maxBuffer: 1 << 26 });
  return stdout;
}

function failure(revision: string, error: unknown): UsageError {
  if ((error as NodeJS.ErrnoException).code === "ENOENT") {
    return new UsageError("--changed-since needs git, which is not on the PATH.");
  }
  const said = String((error as { stderr?: unknown }).stderr ?? error)
    .trim()
    .split("\n")[0]!;
  return new UsageError(`--changed-since ${revision}: git says: ${said.replace(/\.?$/, ".")}`);
}

/**
 * CUDA files that differ from the revision in the working tree, and those that git does not track yet. On a branch the
 * revision's common ancestor counts, so that what others changed meanwhile is not reported.
 */
export async function changedSince(revision: string): Promise<string[]> {
  try {
    const top = (await git("rev-parse", "--show-toplevel")).trim();
    // Verified first: a word that looks like an option must never reach a command as one.
    const commit = (await git("rev-parse", "--verify", "--quiet", "--end-of-options", `${revision}^{commit}`)).trim();
    const ancestor = await git("merge-base", commit, "HEAD").catch(() => commit);
    const changed = await git("diff", "--name-only", "--diff-filter=d", "-z", ancestor.trim(), "--");
    const untracked = await git("-C", top, "ls-files", "--others", "--exclude-standard", "-z");
    const names = [...changed.split("\0"), ...untracked.split("\0")].filter(isCuda);
    return [...new Set(names)].sort().map((name) => resolve(join(top, name)));
  } catch (error) {
    const quiet = (error as { stderr?: unknown }).stderr === "";
    throw quiet ? new UsageError(`--changed-since ${revision}: there is no such revision.`) : failure(revision, error);
  }
}
