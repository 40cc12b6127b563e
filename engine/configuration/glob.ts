/**
 * Patterns for files: `*` and `?` within a name, `**` over folders, `[a-z]`, `{a,b}`. A pattern without a slash is about
 * names at any depth; a pattern that matches a folder matches everything below it. They are matched in time linear in the
 * path, whatever the pattern: a configuration may come from anywhere.
 */
import { RE2JS } from "re2js";
import type { Pattern } from "../model/configurationFile";

/** Characters that a pattern may have: the longest that people write have some two hundred. */
const LONGEST = 4096;

const special = /[.+^$()|\\]/;

/** Position behind the bracket or brace that opens at `start`; undefined when it never closes. */
function closing(glob: string, start: number, close: string): number | undefined {
  const end = glob.indexOf(close, start + 1);
  return end < 0 ? undefined : end + 1;
}

function source(glob: string): string {
  let out = "";
  for (let i = 0; i < glob.length; ) {
    const character = glob[i]!;
    const end = character === "[" ? closing(glob, i, "]") : character === "{" ? closing(glob, i, "}") : undefined;
    if (glob.startsWith("**/", i)) {
      out += "(?:[^/]+/)*";
      i += 3;
    } else if (glob.startsWith("**", i)) {
      out += ".*";
      i += 2;
    } else if (character === "*" || character === "?") {
      out += character === "*" ? "[^/]*" : "[^/]";
      i++;
    } else if (end !== undefined && character === "[") {
      out += `[${glob
        .slice(i + 1, end - 1)
        .replace(/^!/, "^")
        .replaceAll("\\", "\\\\")}]`;
      i = end;
    } else if (end !== undefined) {
      const choices = glob.slice(i + 1, end - 1).split(",");
      out += `(?:${choices.map(source).join("|")})`;
      i = end;
    } else {
      out += special.test(character) || "[]{}".includes(character) ? `\\${character}` : character;
      i++;
    }
  }
  return out;
}

/** Whether a word is a pattern and not a plain path. */
export const isGlob = (word: string): boolean => /[*?[{]/.test(word);

/** Patterns that have been compiled: each is asked about every file. */
const compiled = new Map<string, (path: string) => boolean>();

/** A pattern as a test of paths relative to its folder, with forward slashes. */
export function globTest(glob: string): (path: string) => boolean {
  const known = compiled.get(glob);
  if (known) return known;
  const test = compile(glob);
  compiled.set(glob, test);
  return test;
}

function compile(glob: string): (path: string) => boolean {
  const clean = glob.replace(/^\.\//, "").replace(/\/+$/, "");
  const anywhere = clean.includes("/") ? "" : "(?:.*/)?";
  if (clean.length > LONGEST) return () => false;
  try {
    const pattern = RE2JS.compile(`${anywhere}${source(clean.replace(/^\//, ""))}(?:/.*)?`, RE2JS.DOTALL);
    return (path) => pattern.matches(path);
  } catch {
    // A range such as [z-a] matches nothing.
    return () => false;
  }
}

/** `path` as seen from `folder`; undefined when it lies elsewhere. Both with forward slashes. */
function below(folder: string, path: string): string | undefined {
  const start = folder.endsWith("/") ? folder : `${folder}/`;
  return path.startsWith(start) ? path.slice(start.length) : undefined;
}

/** Whether one of the patterns matches a path. */
export function matchesAny(patterns: readonly Pattern[], path: string): boolean {
  const slashes = path.replaceAll("\\", "/");
  return patterns.some(({ folder, glob }) => {
    const relative = below(folder.replaceAll("\\", "/"), slashes);
    return relative !== undefined && globTest(glob)(relative);
  });
}
