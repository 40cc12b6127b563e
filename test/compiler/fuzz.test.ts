/**
 * Prefixes and mutations of every CUDA file that the tests bring, broken ones included: nothing throws, nothing hangs, the
 * outline keeps every kernel before the damage, and such kernels keep their IR where the text is cut. A case is made from
 * its number alone, so that one that fails can be run by itself: `WARPLENS_CASES=17-18`, the end not included.
 */
import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { defaultOptions } from "../../analyzer/compiler/command/commands";
import { createCompileCache } from "../../analyzer/compiler/incremental/state";
import { compileDevice } from "../../analyzer/compiler/pass/device";
import { demangle } from "../../analyzer/ir/demangle";
import { readModule } from "../../analyzer/ir/reader/reader";
import type { FunctionOutline, Outline } from "../../analyzer/syntax/model";
import { isFull, sweep } from "../support/sample";
import { random } from "./random";
import { sharedClang, sharedSyntax } from "./support";

const folders = ["test/frontend", "test/frontend/broken", "test/frontend/isolated", "test/hardware/programs"];
const files = folders.flatMap((folder) =>
  readdirSync(join(process.cwd(), folder))
    .filter((name) => /\.cuh?$/.test(name))
    .sort()
    .map((name) => ({ name, text: readFileSync(join(process.cwd(), folder, name), "utf8") })),
);
const [first, end] = (process.env.WARPLENS_CASES ?? `0-${sweep("compiler/fuzz", 10, 2000, "texts")}`)
  .split("-")
  .map(Number) as [number, number];
const cache = createCompileCache();

interface Reading {
  readonly outline: Outline;
  /** Names of the kernels that have IR. */
  readonly kernels: ReadonlySet<string>;
  /** Names of the functions that were left out, with a reason. */
  readonly leftOut: ReadonlySet<string>;
}

async function read(text: string): Promise<Reading> {
  const outline = (await sharedSyntax()).outline(text);
  const source = { path: "home/me/a.cu", text };
  const extras = { cache };
  const compiled = await compileDevice({
    clang: await sharedClang(),
    source,
    outline,
    files: new Map(),
    options: defaultOptions,
    ...extras,
  });
  const functions = compiled.bitcode ? readModule(compiled.bitcode).functions : [];
  const kernels = functions.filter((one) => one.isKernel && one.blocks.length > 0);
  return {
    outline,
    kernels: new Set(kernels.map((one) => demangle(one.name).name)),
    leftOut: new Set(compiled.leftOut.map((one) => one.function.split("::").at(-1)!)),
  };
}

const whole = new Map<string, Promise<Reading>>();

/** What the file gives without damage. */
function undamaged(text: string): Promise<Reading> {
  const known = whole.get(text) ?? read(text);
  whole.set(text, known);
  return known;
}

const tokens = [
  "{",
  "}",
  "(",
  ")",
  ";",
  "<<<",
  ">>>",
  "#if 1\n",
  "#endif\n",
  '"',
  "/*",
  "template <",
  "__global__ ",
  "@",
  "x",
];

/** What a case says when it fails: where the text was damaged, and how. */
const around = (name: string, text: string, at: number) =>
  `${name}, at ${at}: ${JSON.stringify(text.slice(Math.max(0, at - 150), at + 50))}`;

async function checkPrefix(name: string, text: string, at: number): Promise<void> {
  const having = await undamaged(text);
  const found = await read(text.slice(0, at));
  for (const { name: kernel, template } of kernelsBefore(having.outline, at)) {
    assert.ok(
      found.outline.functions.some((one) => one.name === kernel),
      `${kernel} is not in the outline of ${around(name, text, at)}`,
    );
    if (!having.kernels.has(kernel)) continue;
    // Which arguments a template has may only be known from a launch after the cut.
    const isNamed = template !== undefined && found.leftOut.has(kernel);
    assert.ok(found.kernels.has(kernel) || isNamed, `${kernel} has no IR in ${around(name, text, at)}`);
  }
}

async function checkMutation(name: string, text: string, at: number, changed: string): Promise<void> {
  const having = await undamaged(text);
  const found = await read(changed);
  for (const { name: kernel } of kernelsBefore(having.outline, at)) {
    assert.ok(
      found.outline.functions.some((one) => one.name === kernel),
      `${kernel} is not in the outline of ${around(name, changed, at)}`,
    );
  }
  const says = found.kernels.size > 0 || found.leftOut.size > 0 || having.kernels.size === 0;
  assert.ok(says, `neither IR nor a reason for ${around(name, changed, at)}`);
}

/** Kernels whose whole text lies before an offset. */
function kernelsBefore(outline: Outline, offset: number): readonly FunctionOutline[] {
  return outline.functions.filter((one) => one.isKernel && one.body && one.end < offset);
}

/** The cases by file, so that the headers of one are precompiled once. */
function cases() {
  return Array.from({ length: end - first }, (_, i) => {
    const next = random(first + i);
    return { number: first + i, next, file: next(files.length) };
  }).sort((a, b) => a.file - b.file);
}

describe("damaged programs", () => {
  it(`compile or say what was left out, in cases ${first} to ${end - 1}`, async function () {
    this.timeout(0);
    const problems: string[] = [];
    let slowest = { time: 0, what: "" };
    for (const [done, { number, next, file }] of cases().entries()) {
      if (isFull && done > 0 && done % 100 === 0) console.log(`      ${done} of ${end - first} cases are done`);
      const { name, text } = files[file]!;
      const at = next(text.length + 1);
      const gone = next(3) === 0 ? next(40) : 0;
      const changed = text.slice(0, at) + tokens[next(tokens.length)] + text.slice(at + gone);
      await undamaged(text);
      const started = process.cpuUsage();
      try {
        await (number % 2 ? checkMutation(name, text, at, changed) : checkPrefix(name, text, at));
      } catch (error) {
        problems.push(`case ${number}: ${(error as Error).message}`);
        if (isFull) console.log(`      ${problems.at(-1)}`);
      }
      const { user, system } = process.cpuUsage(started);
      const time = (user + system) / 1000;
      if (time > slowest.time) slowest = { time, what: `case ${number}, ${name}` };
    }
    if (isFull) console.log(`      slowest: ${slowest.time.toFixed(0)} ms of processor time, ${slowest.what}`);
    assert.deepEqual(problems, []);
  });
});
