/** Places of findings in text. */
import { shownPath } from "../common/documents";

/** A place before its message, with its file where that is not the first source; nothing where the line is not known. */
export function placeText({ line, path }: { readonly line: number | null; readonly path?: string }): string {
  if (line === null) return "";
  return path ? `${shownPath(path)}:${line}: ` : `line ${line}: `;
}
