/**
 * Expectations that are files: output that was looked at and kept. `WARPLENS_UPDATE=1` writes them anew, all of them in the
 * same way; the difference is read before it is kept.
 */
import assert from "node:assert/strict";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";

/** Whether this run writes expectations instead of holding what it sees against them. */
export const isUpdating = process.env.WARPLENS_UPDATE === "1";

/** Holds a text against the file that has it, or writes it there. */
export function assertGolden(path: string, actual: string): void {
  if (isUpdating) {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, actual);
  } else {
    assert.equal(
      actual,
      existsSync(path) ? readFileSync(path, "utf8") : "",
      `${path} (WARPLENS_UPDATE=1 writes it anew)`,
    );
  }
}
