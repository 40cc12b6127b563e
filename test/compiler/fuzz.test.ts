/** Prefixes and mutations of real programs: nothing throws, nothing hangs, and kernels before the damage keep their IR. */
import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { createCompileCache } from "../../analyzer/compiler/cache";
import { defaultOptions } from "../../analyzer/compiler/commands";
import { compileDevice } from "../../analyzer/compiler/device";
import { readModule } from "../../analyzer/ir/reader";
import { random } from "./random";
import { sharedClang, sharedSyntax } from "./support";

const folder = join(process.cwd(), "test/hardware/programs");
const programs = readdirSync(folder).map((name) => readFileSync(join(folder, name), "utf8"));
const full = process.env.WARPLENS_FULL === "1";
const cache = createCompileCache();

async function compiledKernels(text: string): Promise<{ names: string[]; leftOut: Set<string> }> {
  const outline = (await sharedSyntax()).outline(text);
  const source = { path: "home/me/a.cu", text };
  const compiled = await compileDevice(await sharedClang(), source, outline, new Map(), defaultOptions, undefined, {
    cache,
  });
  const leftOut = new Set(compiled.leftOut.map((one) => one.function));
  if (!compiled.bitcode) return { names: [], leftOut };
  const { functions } = readModule(compiled.bitcode);
  return { names: functions.filter((one) => one.isKernel && one.blocks.length > 0).map((one) => one.name), leftOut };
}

/** Plain kernels whose whole text lies before an offset, by the whole program's outline. */
async function kernelsBefore(text: string, offset: number): Promise<string[]> {
  const { functions } = (await sharedSyntax()).outline(text);
  return functions
    .filter((one) => one.isKernel && one.body && one.template === undefined && one.end < offset)
    .map((one) => one.name);
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

describe("damaged programs", () => {
  const count = full ? 1000 : 8;

  it(`${count} prefixes give IR for every kernel before the cut`, async function () {
    this.timeout(0);
    const next = random(1);
    for (let i = 0; i < count; i++) {
      const text = programs[next(programs.length)]!;
      const at = next(text.length);
      const { names } = await compiledKernels(text.slice(0, at));
      for (const kernel of await kernelsBefore(text, at)) {
        assert.ok(
          names.some((name) => name.includes(kernel)),
          `${kernel} is missing after ${JSON.stringify(text.slice(Math.max(0, at - 200), at))}`,
        );
      }
    }
  });

  it(`${count} mutations compile or say what was left out`, async function () {
    this.timeout(0);
    const next = random(2);
    for (let i = 0; i < count; i++) {
      const text = programs[next(programs.length)]!;
      const at = next(text.length);
      const gone = next(3) === 0 ? next(40) : 0;
      const changed = text.slice(0, at) + tokens[next(tokens.length)] + text.slice(at + gone);
      const { names, leftOut } = await compiledKernels(changed);
      const total = (await kernelsBefore(text, text.length)).length;
      assert.ok(names.length > 0 || leftOut.size > 0 || total === 0, JSON.stringify(changed.slice(at - 100, at + 100)));
    }
  });
});
