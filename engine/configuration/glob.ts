/**
 * Patterns for files: `*` and `?` within a name, `**` over folders, `[a-z]`, `{a,b}`. A pattern without a slash is about
 * names at any depth; a pattern that matches a folder matches everything below it. They are matched in time linear in the
 * path, whatever the pattern: a configuration may come from anywhere.
 */
import { RE2JS } from "re2js";
import type { Pattern } from "../model/configurationFile";

/** Characters that a pattern may have: the longest that people write have some two hundred. */
const LONGEST = 4096;

const wildcards: Readonly<Record<string, string>> = {
  "**/": "(?:[^/]+/)*",
  "**": ".*",
  "*": "[^/]*",
  "?": "[^/]",
};

/** What does not stand for itself: wildcards, `[…]`, `{…}`, and what a regular expression would take for an operator. */
const piece = /\*\*\/|\*\*|\*|\?|\[([^\]]*)\]|\{([^}]*)\}|[.+^$()|\\[\]{}]/g;

/** The regular expression of a pattern. */
function source(glob: string): string {
  return glob.replace(piece, (text, set: string | undefined, choices: string | undefined) => {
    if (set !== undefined) return `[${set.replace(/^!/, "^").replaceAll("\\", "\\\\")}]`;
    if (choices !== undefined) return `(?:${choices.split(",").map(source).join("|")})`;
    return wildcards[text] ?? `\\${text}`;
  });
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
