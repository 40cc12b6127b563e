/**
 * Virtual paths: clang sees an absolute path without its leading slash, so that quoted includes resolve beside the
 * including file as on disk.
 */

/**
 * `file:` URIs, absolute paths and Windows paths all become relative, with one forward slash between their parts: clang's
 * files have one name each, and a flag may say `-Iinclude/` or `-I/a/b/../include`.
 */
export function virtualPath(path: string): string {
  const plain = path
    .replace(/^[a-z][\w+.-]*:\/\/[^/]*/i, "")
    .replaceAll("\\", "/")
    .replace(/^\/*([a-z]):/i, "$1");
  const parts: string[] = [];
  for (const part of plain.split("/")) {
    if (part === ".." && parts.length > 0) parts.pop();
    else if (part !== "" && part !== "." && part !== "..") parts.push(part);
  }
  return parts.join("/");
}

/** Whether a path or name is that of a file which is compiled by itself. */
export const isUnit = (path: string): boolean => /\.(?:cu|cpp|cc|cxx|c)$/.test(path);

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
