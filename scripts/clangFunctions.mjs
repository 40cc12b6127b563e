/**
 * Which functions of clang are called: `node scripts/clangFunctions.mjs FILE…` checks files and folders of CUDA code with what
 * the build has made and adds to `clangFunctions.txt` what they call; without files it says whether the record is of the clang
 * that is there. V8 compiles a function when it is first called, and says so when it is asked to.
 *
 * The file names the module that it was recorded of, as numbers mean nothing in another, and has a bit for each of its functions.
 * Of a module that was not recorded all functions are kept: clang does what it does, and takes longer to load.
 */
import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { createInterface } from "node:readline";
import { pathToFileURL } from "node:url";
import { root } from "./bundles.mjs";
import { reusableProgram } from "./clangModules.mjs";
import { originalNumbers } from "./clangParts.mjs";

const RECORD = join(root, "scripts/clangFunctions.txt");
const MODULE = join(root, "node_modules/@yowasp/clang/gen/llvm.core.wasm");
/** Characters of a line of the file. */
const LINE = 120;
/** Functions that no other module than clang's program has: the grammar and the others have a few hundred. */
const MANY = 5000;

const digestOf = (module) => createHash("sha256").update(module).digest("hex");

function readRecord() {
  const [digest, ...lines] = readFileSync(RECORD, "utf8").trimEnd().split("\n");
  return { digest, bits: Buffer.from(lines.join(""), "base64") };
}

/** Whether a function of a module is called, by its number; all are where the module was not recorded. */
export function readCalled(module) {
  const { digest, bits } = readRecord();
  if (digest === digestOf(module)) return (index) => ((bits[index >> 3] ?? 0) & (1 << (index & 7))) !== 0;
  console.warn(
    "warning: this clang was not recorded, and is loaded whole: node scripts/clangFunctions.mjs test examples",
  );
  return () => true;
}

/** The numbers of the functions of clang that a `check` of some paths calls, with nothing kept of earlier ones. */
async function calledBy(paths) {
  const kept = mkdtempSync(join(tmpdir(), "warplens-record-"));
  const called = new Map();
  const options = ["--trace-wasm-compilation-times", join(root, "dist/cli.mjs"), "check", ...paths];
  const stdio = ["ignore", "pipe", "ignore"];
  const check = spawn(process.execPath, options, { stdio, env: { ...process.env, WARPLENS_CACHE: kept } });
  for await (const line of createInterface({ input: check.stdout })) {
    const [, module, index] = /^Compiled function (0x[\da-f]+)#(\d+) using /.exec(line) ?? [];
    if (module) called.set(module, (called.get(module) ?? new Set()).add(Number(index)));
  }
  rmSync(kept, { recursive: true, force: true });
  return [...called.values()].filter(({ size }) => size > MANY).flatMap((one) => [...one]);
}

/** Adds the functions that a `check` of some paths calls to the record, which begins anew for another clang. */
async function record(paths, module) {
  const digest = digestOf(module);
  const before = readRecord();
  // The build has numbered them by the record as it is.
  const numbers = originalNumbers(reusableProgram(module), readCalled(module));
  const called = (await calledBy(paths)).map((number) => numbers[number]);
  const bits = Buffer.alloc(Math.max(before.bits.length, ...called.map((index) => (index >> 3) + 1)));
  if (before.digest === digest) before.bits.copy(bits);
  for (const index of called) bits[index >> 3] |= 1 << (index & 7);
  const lines = bits.toString("base64").match(new RegExp(`.{1,${LINE}}`, "g")) ?? [];
  writeFileSync(RECORD, `${[digest, ...lines].join("\n")}\n`);
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  const module = readFileSync(MODULE);
  const paths = process.argv.slice(2).map((path) => resolve(path));
  if (paths.length > 0) await record(paths, module);
  const { digest: recorded, bits } = readRecord();
  if (recorded !== digestOf(module))
    throw new Error("the record is of another clang: node scripts/clangFunctions.mjs test examples");
  const count = bits.reduce((sum, byte) => sum + byte.toString(2).replaceAll("0", "").length, 0);
  console.log(`${count} functions of clang are called`);
}
