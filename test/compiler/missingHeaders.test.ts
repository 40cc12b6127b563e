/** Headers that are there are never named as missing, and all those that are missing may be. */
import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { withMissingHeaders } from "../../analyzer/compiler/pass/missingHeaders";

const ARCHIVE = "node_modules/@yowasp/clang/gen/llvm-resources.tar";
const OURS = "analyzer/cuda/include/libc";

/** Names of the files of an archive of tar's older format: a header of 512 bytes, then the file in whole blocks. */
function filesOf(archive: Buffer): readonly string[] {
  const text = (from: number, length: number) => archive.toString("latin1", from, from + length).replace(/\0.*/s, "");
  const names: string[] = [];
  for (let at = 0; at + 512 <= archive.length && archive[at] !== 0; ) {
    const size = Number.parseInt(text(at + 124, 12), 8);
    if (text(at + 156, 1) !== "5") names.push([text(at + 345, 155), text(at, 100)].filter(Boolean).join("/"));
    at += 512 * (1 + Math.ceil(size / 512));
  }
  return names;
}

/** Headers of the C and C++ libraries for users: no parts of others, which begin with underscores or lie in `bits`, and no WASI. */
function headers(): readonly string[] {
  const brought = filesOf(readFileSync(ARCHIVE)).flatMap(
    (name) => /(?:^|\/)include\/(?:c\+\+\/v1|wasm32-wasip1)\/(.+)$/.exec(name)?.[1] ?? [],
  );
  const ours = readdirSync(OURS, { recursive: true, withFileTypes: true })
    .filter((one) => one.isFile())
    .map((one) => join(one.parentPath, one.name).slice(OURS.length + 1));
  const isPart = /^_|\/_|^(?:bits|wasi)\/|\.(?:imp|modulemap|cppm)$|^std(?:\.compat)?$/;
  return [...new Set([...brought, ...ours])].filter((name) => !isPart.test(name));
}

/** What is said to be left out of a file with some includes, of which each line is one. */
function said(names: readonly string[]): readonly string[] {
  const text = names.map((name) => `#include <${name}>\n`).join("");
  const wanting = { function: "k", reason: "use of undeclared identifier 'absent'", line: names.length + 1 };
  return withMissingHeaders([wanting], { path: "home/a.cu", text }, new Map(), []).map((one) => one.function);
}

describe("missing headers", () => {
  it("are none of those that the C and C++ libraries have", () => {
    const all = headers();
    assert(all.length > 200, String(all.length));
    assert.deepEqual(said(all), ["k"]);
  });

  it("are named where there are some", () => {
    assert.deepEqual(said(["cxxabi.h", "absent.h", "ciso646"]), ['#include "absent.h"']);
  });
});
