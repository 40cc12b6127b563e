/**
 * States between two key presses, in a file with namespaces: what is typed at one place leaves every other kernel as it
 * was, byte for byte. The file has a place between functions, and some inside of them.
 */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { defaultOptions } from "../../analyzer/compiler/command/commands";
import { createCompileCache } from "../../analyzer/compiler/incremental/state";
import type { LeftOut } from "../../analyzer/compiler/model";
import { compileDevice } from "../../analyzer/compiler/pass/device";
import { printFunction } from "../../analyzer/ir/print";
import { readModule } from "../../analyzer/ir/reader/reader";
import { sharedClang, sharedSyntax } from "./support";

const file = readFileSync(join(process.cwd(), "test/frontend/typing/layers.cu"), "utf8");
const cache = createCompileCache();

interface Found {
  /** The printed IR of every kernel, by its mangled name. */
  readonly kernels: ReadonlyMap<string, string>;
  readonly leftOut: readonly LeftOut[];
}

async function compile(text: string): Promise<Found> {
  const outline = (await sharedSyntax()).outline(text);
  const source = { path: "home/me/layers.cu", text };
  const extras = { cache };
  const found = await compileDevice({
    clang: await sharedClang(),
    source,
    outline,
    files: new Map(),
    options: defaultOptions,
    ...extras,
  });
  const functions = found.bitcode ? readModule(found.bitcode).functions : [];
  const kernels = functions.filter((one) => one.isKernel && one.blocks.length > 0);
  return { kernels: new Map(kernels.map((one) => [one.name, printFunction(one)])), leftOut: found.leftOut };
}

type Place = "TOP" | "BODY" | "INNER" | "HOST";

/** The kernel that each place stands in. */
const around: Readonly<Record<Place, string>> = {
  TOP: "",
  BODY: "_ZN6layers6middleEPfPKfi",
  INNER: "_ZN5steps5firstEPi",
  HOST: "",
};

/** The file with something typed at a place, on lines of its own; its other lines are where they are without it. */
const typed = (place: Place, text: string) => file.replace(new RegExp(`^[ \\t]*// ${place}$`, "m"), () => text);

const conflict = (one: string, other: string) => `<<<<<<< HEAD\n${one}=======\n${other}>>>>>>> feature/x`;
const fresh = (body: string) => `__global__ void fresh(int *a) {\n${body}\n}\n`;

const states: Readonly<Record<Place, readonly string[]>> = {
  TOP: [
    "__global__ void fresh(float *a, \n",
    "__global__ void\n",
    "__global__ void fresh(float *a) {\n    a[0] =\n",
    "__global__ void fresh(float *a) {\n    if (a) {\n        a[0] = 1;\n}\n",
    "__device__\n",
    "__device__ float fresh(float x)\n",
    "__device__ float fresh(float x) { return x *\n",
    "inline __device__ float fresh(float x) { return x;",
    "struct Fresh\n",
    "struct Fresh {\n    int a;\n    float b\n",
    "struct Fresh { int a; }\n",
    "enum Fresh { A, B }\n",
    "template <typename T\n",
    "some\n",
    "words that somebody typed here, and a comma\n",
    "static const int \n",
    "const int fresh =\n",
    "extern __shared__ float\n",
    "bool operator<(\n",
    'const char *s = "abc\n',
    "#if USE_FRESH\n",
    "#ifdef USE_FRESH\n",
    "#if 0\n",
    "#else\n",
    "#include <\n",
    "#define FRESH(x\n",
    "fresh<<<1, 2>>>(a)\n",
    "void fresh(int *a) {\n    for (int i = 0; i < 3; i++) {\n        last<<<1, i>>>(\n    }\n}\n",
    "}\n",
    "void fresh()\n    int a = 0;\n    last<<<1, a>>>(0);\n}\n",
    "<<<<<<< HEAD\n",
    "=======\n",
    conflict(fresh("    a[0] = 1;"), fresh("    a[0] = 2;\n    #if 0")),
    `<<<<<<< HEAD\n${fresh("a[1] = 1;")}||||||| base\n${fresh("}")}=======\n${fresh("{")}>>>>>>> x`,
  ],
  BODY: [
    "    {",
    "    }",
    "    } }",
    "    if (i",
    "    for (int q = 0; q <",
    "    auto f = [&](int q) {",
    "    reduce<float, ",
    "    kernel<<<grid, block",
    '    printf("abc %d',
    "    char q = '}",
    '    auto s = R"(abc',
    "#if DEBUG",
    "#ifdef DEBUG",
    "    #pragma unr",
    "    #",
    "    struct P { int a;",
    "    case 3",
    "    } else {",
    conflict("    tile[i] += 1;\n", "    tile[i] += 2;\n"),
  ],
  INNER: ["        {", "        }", "        } }", "        while (a", "        do {", '        "}', "        return"],
  HOST: [
    "    {",
    "    }",
    "    cudaMalloc(&p,",
    "    for (int q = 0; q <",
    "#if DEBUG",
    '    printf("abc',
    "    foo(1, 2",
  ],
};

describe("what is being typed", () => {
  for (const [place, texts] of Object.entries(states) as [Place, readonly string[]][]) {
    for (const text of texts) {
      it(`${JSON.stringify(text)} at ${place} changes no other kernel`, async () => {
        const whole = await compile(typed(place, text.replace(/[^\n]/g, "")));
        assert.equal(whole.kernels.size, 6);
        const damaged = await compile(typed(place, text));
        for (const [kernel, ir] of whole.kernels) {
          if (kernel !== around[place]) assert.equal(damaged.kernels.get(kernel), ir, JSON.stringify(damaged.leftOut));
        }
        for (const one of damaged.leftOut) assert.notEqual(one.function, "", JSON.stringify(one));
      });
    }
  }

  it("is read in the first version of a conflict, which is told", async () => {
    const text = typed("BODY", conflict("    tile[i] += 1;\n", "    tile[i] += 2;\n"));
    const first = text.replace(/^<{7} HEAD$/m, "").replace(/^={7}\n[\s\S]*?^>{7} feature\/x$/m, "\n\n");
    assert.ok(!/^[<=>]{7}/m.test(first));
    const { kernels, leftOut } = await compile(text);
    assert.deepEqual([...kernels], [...(await compile(first)).kernels]);
    assert.deepEqual(leftOut, [
      { function: "layers::middle", reason: "Merge conflict: the first version is read", line: 32 },
    ]);
  });

  it("stays whole where a brace is one too many, by its indentation", async () => {
    const { kernels, leftOut } = await compile(typed("INNER", "        }"));
    assert.deepEqual([[...kernels.keys()].includes(around.INNER), leftOut], [true, []]);
  });

  it("says of what is no function what it is", async () => {
    const names = async (text: string) => (await compile(typed("TOP", text))).leftOut.map((one) => one.function);
    assert.deepEqual(await names("struct Fresh {\n    Nothing a;\n};"), ["Fresh"]);
    assert.deepEqual(await names("thrust::thing fresh(3);"), ["fresh"]);
    assert.deepEqual(await names("#include <"), ["#include <"]);
    assert.deepEqual(await names(conflict(fresh("a[0] = 1;"), fresh("a[0] = 2;"))), ["layers::fresh"]);
    assert.deepEqual(await names("<<<<<<< HEAD"), ["<<<<<<< HEAD"]);
    assert.deepEqual(await names("%% what is no C++ at all, and rather long as well;"), [
      "%% what is no C++ at all, and rather lo…",
    ]);
  });

  it("tells of a header which one it is in", async () => {
    const text = '#include "own.h"\n__global__ void k(int *a) { *a = 1; }\n';
    const outline = (await sharedSyntax()).outline(text);
    const files = new Map([["home/me/own.h", "\nUnknown::type thing;\n"]]);
    const { leftOut } = await compileDevice({
      clang: await sharedClang(),
      source: { path: "home/me/a.cu", text },
      outline,
      files,
      options: defaultOptions,
    });
    assert.deepEqual(
      leftOut.map(({ function: name, line, file: header }) => [name, line, header]),
      [["Unknown::type thing;", 2, "home/me/own.h"]],
    );
  });
});
