/**
 * Virtual paths: clang sees an absolute path without its leading slash, so that quoted includes resolve beside the
 * including file as on disk. Collects the user's own headers through the platform, as far as they can be found.
 */
import type { CompileOptions, SourceFiles } from "../analyzer/compiler/model";
import type { Document } from "./model";
import type { Platform } from "./platform";

/** More than this many headers is a project whose build we cannot guess; the rest is treated as missing. */
const MAX_FILES = 500;

const includeLine = /^[ \t]*#[ \t]*include[ \t]*(?:"([^"\n]+)"|<([^>\n]+)>)/gm;

/** `file:` URIs, absolute paths and Windows paths all become relative, with forward slashes. */
export function virtualPath(path: string): string {
  return path
    .replace(/^[a-z][\w+.-]*:\/\/[^/]*/i, "")
    .replaceAll("\\", "/")
    .replace(/^\/*([a-z]):/i, "$1")
    .replace(/^\/+/, "");
}

/** The folder that a path lies in, without a slash at its end. */
export function folderOf(path: string): string {
  const end = Math.max(path.lastIndexOf("/"), path.lastIndexOf("\\"));
  return end < 0 ? "" : path.slice(0, end);
}

/** `a/b` and `../c.h` → `a/c.h`. A path with a root of its own stays. */
export function joinPath(folder: string, path: string): string {
  if (/^([/\\]|[a-z]:|[a-z][\w+.-]*:\/\/)/i.test(path)) return path;
  const parts = folder.split("/");
  for (const part of path.split("/")) {
    if (part === "..") parts.pop();
    else if (part !== ".") parts.push(part);
  }
  return parts.join("/");
}

/**
 * The headers that a text includes, directly or not, by virtual path. `known` says which names our own headers answer, so
 * that they are not looked for beside the file.
 */
async function collectIncludes(
  platform: Platform,
  path: string,
  text: string,
  includeFolders: readonly string[],
  signal?: AbortSignal,
): Promise<SourceFiles> {
  const found = new Map<string, string>();
  const queue: { folder: string; text: string }[] = [{ folder: folderOf(path), text }];
  while (queue.length > 0 && found.size < MAX_FILES && !signal?.aborted) {
    const { folder, text } = queue.shift()!;
    for (const match of text.matchAll(includeLine)) {
      const name = match[1] ?? match[2]!;
      const folders = match[1] === undefined ? includeFolders : [folder, ...includeFolders];
      for (const candidate of folders) {
        const full = joinPath(candidate, name);
        const key = virtualPath(full);
        if (found.has(key)) break;
        const content = await platform.readText(full);
        if (content === undefined) continue;
        found.set(key, content);
        queue.push({ folder: folderOf(full), text: content });
        break;
      }
    }
  }
  return found;
}

/** What clang is given for a document: its text, the headers that it includes, and the options, all by virtual path. */
export async function compileInput(
  platform: Platform,
  { path, text }: Document,
  compile: CompileOptions,
  signal?: AbortSignal,
): Promise<{
  readonly source: { readonly path: string; readonly text: string };
  readonly files: SourceFiles;
  readonly options: CompileOptions;
}> {
  const files = await collectIncludes(platform, path, text, compile.includeFolders, signal);
  const options = { ...compile, includeFolders: compile.includeFolders.map(virtualPath) };
  return { source: { path: virtualPath(path), text }, files, options };
}
