// Makes `dist/precompiled/`: our headers, <iostream>, <vector> and what small programs include, parsed for the device and the
// host, so that the first file on a new machine need not wait for them. They are entries of the store of compiles
// (`engine/node/compileStore.ts`): the command line as it was just built makes them, by checking files that include them.
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "./bundles.mjs";

/** Says of what the entries were made. */
const MADE_OF = "made-of.txt";

/** What has a say in how headers are parsed: they themselves, the words of clang's command line, and clang. */
const sources = [
  "analyzer/cuda/include",
  "analyzer/compiler",
  "scripts/build.mjs",
  "scripts/clangFiles.mjs",
  "scripts/clangFunctions.mjs",
  "scripts/clangFunctions.txt",
  "scripts/clangModules.mjs",
  "scripts/clangParts.mjs",
  "scripts/wasm.mjs",
  "scripts/precompiled.mjs",
  "package-lock.json",
];

/**
 * Sets of headers: those with nearly all that is costly, on which others stand, and what small programs include most,
 * of 60 KB each.
 */
const sets = [
  ["iostream", "vector"],
  ["iostream"],
  ["cstdio"],
  ["cstdio", "cstdlib"],
  ["stdio.h"],
  ["stdio.h", "stdlib.h"],
  ["math.h", "stdio.h", "stdlib.h"],
];

/** A program that has some headers parsed for the host, and for the device where a kernel names the C++ library. */
function program(names) {
  const [parameters, values] = names.includes("vector")
    ? [", std::vector<int> *, std::ostream *", ", nullptr, nullptr"]
    : ["", ""];
  return `${names.map((name) => `#include <${name}>\n`).join("")}
__global__ void fill(int *a${parameters}) { a[threadIdx.x] = 1; }
int main() {
  int *a;
  cudaMalloc(&a, 128);
  fill<<<1, 32>>>(a${values});
  return cudaDeviceSynchronize();
}
`;
}

const isHeader = (entry) => entry.subarray(entry.indexOf(10) + 1, entry.indexOf(10) + 5).toString("latin1") === "CPCH";

function digestOf(path, hash) {
  const whole = join(root, path);
  if (/\.(?:json|mjs|txt)$/.test(path)) return hash.update(path).update(readFileSync(whole));
  for (const one of readdirSync(whole, { recursive: true, withFileTypes: true }).sort(byPath)) {
    if (one.isFile())
      hash
        .update(join(one.parentPath, one.name).slice(root.length))
        .update(readFileSync(join(one.parentPath, one.name)));
  }
  return hash;
}

const byPath = (a, b) => (join(a.parentPath, a.name) < join(b.parentPath, b.name) ? -1 : 1);

/** Makes the folder anew where what it is made of has changed. */
export function precompileHeaders() {
  const folder = join(root, "dist/precompiled");
  const digest = sources.reduce((hash, path) => digestOf(path, hash), createHash("sha256")).digest("hex");
  const mark = join(folder, MADE_OF);
  if (existsSync(mark) && readFileSync(mark, "utf8") === digest) return;
  // What is there would be found, and not made.
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder);
  const making = mkdtempSync(join(root, "dist/precompiled-"));
  try {
    const store = join(making, "store");
    for (const [at, names] of sets.entries()) writeFileSync(join(making, `program${at}.cu`), program(names));
    const words = [join(root, "dist/cli.mjs"), "check", "--no-config", "--workers", "1", making];
    const env = { ...process.env, WARPLENS_CACHE: store };
    const { status, stderr } = spawnSync(process.execPath, words, { encoding: "utf8", env });
    const made = status === 0 ? readdirSync(store).filter((name) => isHeader(readFileSync(join(store, name)))) : [];
    if (made.length === 0) throw new Error(`build: no headers were precompiled (exit code ${status}).\n${stderr}`);
    // Not moved: a store is readable by its user alone, a package by everybody.
    for (const name of made) writeFileSync(join(folder, name), readFileSync(join(store, name)));
    writeFileSync(mark, digest);
  } finally {
    rmSync(making, { recursive: true, force: true });
  }
}
