/**
 * The JSON that the command line prints and the server sends: documented in `docs/json.md`, with a schema for each under
 * `docs/schemas`. Ranges are zero-based lines and UTF-16 columns, as in LSP; `line` in figures is one-based, `column` and
 * `endColumn` beside it are zero-based UTF-16 columns of that line.
 */

/** What `version` says; it changes when a field is removed or its meaning changes. */
export const FORMAT_VERSION = 1;
