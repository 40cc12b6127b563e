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

/** What is said to be left out of a text that wants a declaration. */
function saidOf(text: string, defines: readonly string[] = []): readonly string[] {
  const wanting = { function: "k", reason: "use of undeclared identifier 'absent'", line: text.split("\n").length };
  return withMissingHeaders([wanting], { path: "home/a.cu", text }, new Map(), defines).map((one) => one.function);
}

/** What is said to be left out of a file with some includes, of which each line is one. */
const said = (names: readonly string[]) => saidOf(names.map((name) => `#include <${name}>\n`).join(""));

/** Conditions by whether an include under them may be read, and one under their `#else`. */
const CONDITIONS: readonly (readonly [condition: string, mayBeRead: boolean, mayElseBeRead: boolean])[] = [
  ["#if 0", false, true],
  ["#if 1 // always", true, false],
  ["#ifdef _WIN32", false, true],
  ["#ifndef _WIN32", true, false],
  ["#if defined(_WIN32) || defined(__APPLE__)", false, true],
  ["#if !defined(_MSC_VER) || _MSC_VER >= 1900", true, false],
  ["#if defined(__CUDACC__) && !defined(__CUDACC_RTC__)", true, false],
  ["#if !defined(__CUDACC__) /* of the host */", false, true],
  ["#if defined(USE_TABLES)", false, true],
  ["#if USE_TABLES > 2", false, true],
  ["#if defined(USE_TABLES) && __has_include(<absent.h>)", false, true],
  ["#if __has_include(<absent.h>)", true, true],
  ["#if CUDART_VERSION >= 11000", true, true],
  ["#if __CUDA_ARCH__ >= 800 && \\\n    defined(GIVEN)", true, true],
  ["#ifdef GIVEN", true, false],
  ["#if GIVEN == 2", false, true],
  ["#define HERE 1\n#if HERE", true, true],
  ["#define HERE 0\n#if HERE", false, true],
  ["#ifdef _WIN32\n#define HERE 1\n#endif\n#ifdef HERE", false, true],
];

describe("missing headers", () => {
  it("are none of those that the C and C++ libraries have", () => {
    const all = headers();
    assert(all.length > 200, String(all.length));
    assert.deepEqual(said(all), ["k"]);
  });

  it("are named where there are some", () => {
    assert.deepEqual(said(["cxxabi.h", "absent.h", "ciso646"]), ['#include "absent.h"']);
  });

  it("stand in arms that may be read", () => {
    for (const [condition, ...read] of CONDITIONS) {
      for (const [isElse, isRead] of read.entries()) {
        const text = `${condition}\n${isElse ? "#else\n" : ""}#include "absent.h"\n#endif\n`;
        assert.deepEqual(saidOf(text, ["GIVEN=1"]), [isRead ? '#include "absent.h"' : "k"], text);
      }
    }
  });

  it("are found in hostile texts", () => {
    const deep = 100_000;
    assert.deepEqual(saidOf(`${"#if __X\n".repeat(deep)}#include "absent.h"\n`), ['#include "absent.h"']);
  });
});
