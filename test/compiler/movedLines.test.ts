/**
 * Lines that only move: an edit that says nothing to clang compiles nothing, and the IR with every position is what a
 * fresh compile of the same text gives. Over the corpus, with seeded empty lines and comments anywhere in the text.
 */
import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { defaultOptions } from "../../analyzer/compiler/command/commands";
import { compileKernels } from "../../analyzer/compiler/incremental/incremental";
import type { CompileCache, CompiledParts } from "../../analyzer/compiler/incremental/state";
import { createCompileCache } from "../../analyzer/compiler/incremental/state";
import { lineMap, lineNow, linesNow } from "../../analyzer/compiler/lines/lineMap";
import { lineNames, significantLines, withoutComments } from "../../analyzer/compiler/lines/significantLines";
import type { Clang } from "../../analyzer/compiler/model";
import type { Location } from "../../analyzer/ir/model";
import { printFunction } from "../../analyzer/ir/print";
import { readModule } from "../../analyzer/ir/reader/reader";
import { isFull, sweep } from "../support/sample";
import { random } from "./random";
import { sharedClang, sharedSyntax } from "./support";

const folders = ["test/frontend", "test/frontend/broken", "test/frontend/isolated", "test/hardware/programs"];
const texts = folders.flatMap((folder) =>
  readdirSync(join(process.cwd(), folder))
    .filter((name) => /\.cuh?$/.test(name))
    .sort()
    .map((name) => ({ name, text: readFileSync(join(process.cwd(), folder, name), "utf8") })),
);
const seed = Number(process.env.WARPLENS_SEED ?? 20_261_122);
/** Precompiled headers say nothing about any file: caches may share them. */
const { preambles } = createCompileCache();

const chain = (one: Location | undefined): string =>
  one
    ? `${one.file}:${one.line}:${one.column} ${one.function}${one.inlinedAt ? ` < ${chain(one.inlinedAt)}` : ""}`
    : "";

/** Values and constants without a name in the source hold counters over a module: they are numbered in order of appearance. */
function renamed(ir: string): string {
  const names = new Map<string, string>();
  return ir.replace(/%[\w.]+|@(?:\.str|__const\.[\w.]+|switch\.table\.[\w.]+|constinit)(?:\.\d+)*/g, (name) => {
    if (!names.has(name)) names.set(name, `${name[0]}${names.size}`);
    return names.get(name)!;
  });
}

/** Kernels with every position in them, by mangled name. */
function kernelsOf({ parts, leftOut, errors }: CompiledParts) {
  const ir = new Map<string, string>();
  for (const { bitcode, kernels, moved } of parts) {
    for (const one of readModule(bitcode, linesNow(moved)).functions) {
      const speaks = parts.length === 1 || kernels.some((name) => one.name.includes(name.split("::").at(-1)!));
      if (!one.isKernel || one.blocks.length === 0 || !speaks) continue;
      const places = one.blocks.flatMap(({ instructions }) => instructions.map(({ location }) => chain(location)));
      ir.set(one.name, [chain(one.location), renamed(printFunction(one)), ...places].join("\n"));
    }
  }
  return { ir: Object.fromEntries([...ir].sort()), leftOut: leftOut.map((one) => JSON.stringify(one)).sort(), errors };
}

/** Compiles one text after the other, as someone types them, and counts what reaches clang. */
async function typing(cache: CompileCache = { ...createCompileCache(), preambles }) {
  const clang = await sharedClang();
  const syntax = await sharedSyntax();
  let calls = 0;
  const counting: Clang = {
    run: (...request) => {
      calls++;
      return clang.run(...request);
    },
  };
  return async (text: string) => {
    const before = calls;
    const source = { path: "home/me/a.cu", text };
    const compiled = await compileKernels({
      clang: counting,
      cache,
      source,
      outline: syntax.outline(text),
      files: new Map(),
      options: defaultOptions,
    });
    return { ...kernelsOf(compiled), parts: compiled.parts, calls: calls - before };
  };
}

const silent = ["\n", "\n\n\n", "\n   ", "\n// a remark", "\n/* of\n two lines */", " // µ"];

/** Puts some empty lines and comments at the ends of lines. */
function spread(text: string, next: (below: number) => number): string {
  const ends = [...text.matchAll(/\n/g)].map(({ index }) => index);
  const places = Array.from({ length: 1 + next(4) }, () => ends[next(ends.length)] ?? text.length);
  const sorted = [...new Set(places)].sort((a, b) => b - a);
  return sorted.reduce((all, at) => all.slice(0, at) + silent[next(silent.length)] + all.slice(at), text);
}

const program = `#include <cstdio>
#define CHECK(call) if (call) printf("%d", __LINE__)
__device__ float weigh(float x, int i) {
  return x * i;
}
void first(float* p) {
  CHECK(cudaMalloc(&p, 4));
}
__global__ void scale(float* out) { // by two
  out[threadIdx.x] = weigh(out[threadIdx.x], 2);
}
template <int N>
__global__ void shift(float* out) {
  out[threadIdx.x * N] += 1;
}
__global__ void last(float* out) {
  out[threadIdx.x] = 1;
}
int main() { shift<2><<<1, 32>>>(nullptr); }
`;

describe("lines that only move", () => {
  for (const [what, mark, put] of [
    ["an empty line in a kernel", "\n  out[threadIdx.x] = weigh", "\n"],
    ["an empty line above everything", "#define", "\n\n"],
    ["an empty line in a function that is inlined", "\n  return x", "\n   "],
    ["a line more in the host's code", "\n  CHECK(", "\n  CHECK(cudaFree(p));"],
    ["a comment above a kernel", "__global__ void scale", "// Scales.\n"],
    ["another comment", " by two", " by µ"],
  ] as const) {
    it(`compile nothing: ${what}`, async () => {
      const edited = await typing();
      assert.ok((await edited(program)).calls > 0);
      const text = program.replace(mark, put + mark);
      const moved = await edited(text);
      const { calls: _calls, parts: _parts, ...fresh } = await (await typing())(text);
      assert.equal(moved.calls, 0);
      assert.deepEqual({ ir: moved.ir, leftOut: moved.leftOut, errors: moved.errors }, fresh);
    });
  }

  it("compile what says a line's number", async () => {
    const edited = await typing();
    const text = program.replace("out[threadIdx.x] = 1;", "CHECK(out);");
    await edited(text);
    const moved = await edited(text.replace("#define", "\n#define"));
    const fresh = await (await typing())(text.replace("#define", "\n#define"));
    assert.deepEqual(moved.ir, fresh.ir);
    assert.equal(moved.parts.length, 2, "the other kernels come from before");
  });

  it("move what was left out, and let the kernel that is typed in be compiled alone", async () => {
    const edited = await typing();
    const broken = program.replace(
      "int main",
      "Unknown broken = nowhere(1);\n__global__ void bad() { nowhere(); }\nint main",
    );
    await edited(broken);
    const text = broken.replace("#define", "\n\n#define").replace("out[threadIdx.x] = 1;", "\n  out[threadIdx.x] = 2;");
    const moved = await edited(text);
    const fresh = await (await typing())(text);
    assert.equal(moved.calls, 1);
    assert.ok(moved.leftOut.length >= 2);
    assert.deepEqual([moved.ir, moved.leftOut], [fresh.ir, fresh.leftOut]);
  });

  const count = Number(process.env.WARPLENS_COUNT ?? sweep("compiler/moved", 12, 400, "edits"));
  it(`give the IR and the positions of a fresh compile, in ${count} cases`, async function () {
    this.timeout(0);
    const next = random(seed);
    const problems: string[] = [];
    let [unchanged, kernels] = [0, 0];
    for (let i = 0; i < count; i++) {
      const { name, text } = texts[next(texts.length)]!;
      const edited = await typing();
      await edited(text);
      const changed = spread(text, next);
      const moved = await edited(changed);
      const fresh = await (await typing())(changed);
      if (moved.calls === 0) unchanged++;
      kernels += Object.keys(fresh.ir).length;
      for (const part of ["ir", "leftOut", "errors"] as const) {
        try {
          assert.deepEqual(moved[part], fresh[part]);
        } catch (error) {
          problems.push(`case ${i}, ${name}, ${part}: ${(error as Error).message}\n${changed}`);
          if (isFull) console.log(`      ${problems.at(-1)}`);
        }
      }
    }
    if (isFull) console.log(`      ${kernels} kernels, ${unchanged} of ${count} edits compiled nothing, seed ${seed}`);
    assert.deepEqual(problems, []);
    assert.ok(unchanged > count / 2, `${unchanged} of ${count}`);
  });
});

describe("what a text says", () => {
  const said = (text: string) => significantLines(withoutComments(text));

  it("is its lines without comments and without space behind them", () => {
    assert.deepEqual(said("a; // one\n\n/* two\n*/\n  b;  \n"), { text: "a;\n  b;", lines: [1, 5] });
    assert.deepEqual(said('"// no" ;\n'), { text: '"// no" ;', lines: [1] });
  });

  it("keeps columns behind comments, also behind characters of several bytes", () => {
    assert.equal(said("/* a */ b;").text, "        b;");
    assert.equal(said("/* µ */ b;").text, "/* µ */ b;");
  });

  it("keeps what lines in which nothing stands decide", () => {
    assert.notEqual(said("#define A 1 \\\n\nx").text, said("#define A 1 \\\nx").text);
    assert.notEqual(said('R"(\n\n)"').text, said('R"(\n)"').text);
    assert.notEqual(said("// more \\ \nx;").text, said("// more\nx;").text);
    assert.notEqual(said("#include <a//b>").text, said("#include <a//c>").text);
  });

  it("names lines through macros, and not by defining them", () => {
    const defined = "#define WHERE __LINE__\n#define CHECK(x) f(x, WHERE)\n";
    const isNumbered = lineNames([defined]);
    assert.deepEqual(["int a;", defined, "#include <assert.h>", "CHECK(1);", "assert(a);", "#line 3"].map(isNumbered), [
      false,
      false,
      false,
      true,
      true,
      true,
    ]);
  });
});

describe("moved lines", () => {
  it("are counted from the places at which lines came or went", () => {
    const moved = lineMap("a.cu", [1, 2, 5, 9], [1, 4, 7, 9]);
    assert.deepEqual(moved?.steps, [
      [2, 2],
      [9, 0],
    ]);
    assert.deepEqual(
      [0, 1, 2, 6, 9].map((line) => lineNow(moved, "a.cu", line)),
      [0, 1, 4, 8, 9],
    );
    assert.equal(lineNow(moved, "b.cuh", 5), 5);
    assert.equal(lineMap("a.cu", [3, 1], [3, 1]), undefined);
  });
});
