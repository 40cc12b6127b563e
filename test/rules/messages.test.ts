/** Every message is one line of at most 120 characters, over the annotated files, the good kernels and the recorded programs. */
import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { rules } from "../../analyzer/rules";
import type { Related } from "../../analyzer/rules/model";
import { ruleIds } from "../../analyzer/rules/model/ids";
import { inOneLine } from "../../analyzer/rules/text/oneLine";
import { recordedProgram } from "../support/device";
import { day, sampled } from "../support/sample";
import { findingsIn } from "./support";

const folders = ["cases", "barriers", "races", "fixes"];
const texts: readonly (readonly [string, string])[] = [
  ...folders.flatMap((folder) =>
    readdirSync(join(process.cwd(), "test/rules", folder))
      .filter((name) => name.endsWith(".cu"))
      .map(
        (name) => [`${folder}/${name}`, readFileSync(join(process.cwd(), "test/rules", folder, name), "utf8")] as const,
      ),
  ),
  ...["coalescing", "divergence", "matmul", "shared_banks", "streams"].map(
    (name) => [`${name}, recorded`, recordedProgram(name)] as const,
  ),
];

/** Characters of a line. */
const LONGEST = 120;

describe("messages", () => {
  const said = new Set<string>();
  for (const [name, text] of sampled("rules/messages", texts, {
    every: 5,
    what: "texts",
    cost: ([, one]) => one.length,
  })) {
    it(`of ${name} fit into one line`, async () => {
      for (const { rule, message, related } of await findingsIn(text, !text.startsWith("// broken"))) {
        said.add(rule);
        assert.ok(message.length <= LONGEST, `${message.length} characters: ${message}`);
        assert.match(message, /^[^\n]*[.…]$/, message);
        assert.doesNotMatch(message, /…$/, `a message is cut: ${message}`);
        for (const one of related) assert.doesNotMatch(one.message, /\n/);
      }
    });
  }

  // The texts that a day takes may have few.
  if (day === undefined) {
    it("are of every rule", () => {
      assert.deepEqual(
        rules.map(({ meta }) => meta.id).filter((id) => !said.has(id)),
        [],
      );
    });
  }

  it("advise of atomics on one word by what they do", async () => {
    const kernel = (call: string) =>
      `__global__ void k(unsigned* out) {\n  __shared__ unsigned one;\n  ${call};\n  __syncthreads();\n  *out = one;\n}\nint main() { unsigned* p; cudaMalloc(&p, 4); k<<<1, 256>>>(p); }\n`;
    const adviceOf = async (call: string) =>
      (await findingsIn(kernel(call), true))
        .filter(({ rule }) => rule === "shared-bank-conflict")
        .flatMap(({ related }) => related.map(({ message }) => message))
        .filter((message) => message.startsWith("All of them"));
    assert.deepEqual(await adviceOf("atomicExch(&one, 0u)"), ["All of them exchange one word: let one lane do it."]);
    assert.match(
      (await adviceOf("out[threadIdx.x] = atomicMax(&one, threadIdx.x)")).join(),
      /combine their values over the warp first/,
    );
  });

  it("sketch a tile for blocks with rows of threads, and none where each thread walks a row by itself", async () => {
    const sketchesOf = async (body: string, block: string) =>
      (
        await findingsIn(
          `__global__ void k(float* out, int w) {\n${body}\n}\nint main() { float* p; cudaMalloc(&p, 1 << 24); k<<<64, ${block}>>>(p, 2048); }\n`,
          true,
        )
      )
        .filter(({ rule }) => rule === "uncoalesced-access")
        .map(({ sketch }) => /^__shared__ float tile/.test(sketch ?? ""));
    const column = "  int row = blockIdx.x * 32 + threadIdx.x, column = threadIdx.y;\n  out[row * w + column] = 1.0f;";
    const walk =
      "  int row = blockIdx.x * 32 + threadIdx.x;\n  for (int x = 0; x < w; x++) out[row * w + x] = x * 0.5f;";
    assert.deepEqual(await sketchesOf(column, "dim3(32, 8)"), [true]);
    assert.deepEqual(await sketchesOf(walk, "32"), [false]);
    // The tile has the pitch by its name.
    const [tiled] = await findingsIn(
      `__global__ void k(float* out, int w) {\n${column}\n}\nint main() { float* p; cudaMalloc(&p, 1 << 24); k<<<64, dim3(32, 8)>>>(p, 2048); }\n`,
      true,
    );
    assert.match(tiled!.sketch!, /out\[\(firstRow \+ threadIdx\.y\) \* w \+/);
  });

  it("warn of an access that its kernel's traffic depends on, and only inform of one with next to nothing of it", async () => {
    const severities = async (steps: number) =>
      (
        await findingsIn(
          `__global__ void k(const float* in, float4* out) {
  float sum = 0;
  int i = threadIdx.x;
  for (int step = 0; step < ${steps}; step++) sum += in[step * 32 + i];
  out[i].x = sum;
}
int main() { float* in; float4* out; cudaMalloc(&in, 1 << 20); cudaMalloc(&out, 512); k<<<1, 32>>>(in, out); }
`,
          true,
        )
      ).flatMap(({ rule, severity, related }) =>
        rule === "uncoalesced-access" ? [[severity, related.some(({ message }) => message.includes("under 1 %"))]] : [],
      );
    assert.deepEqual(await severities(100), [["warning", false]]);
    assert.deepEqual(await severities(1000), [["information", true]]);
  });

  it("sketch the tile of a window by its dimensions, its pitch and the type of its elements", async () => {
    const sketchOf = async (loops: string) => {
      const found = await findingsIn(
        `__global__ void k(const double* in, double* out, int pitch) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  double sum = 0;
  ${loops}
  out[x] = sum;
}
`,
        true,
      );
      return found.find(({ rule }) => rule === "missed-reuse")!.sketch!;
    };
    const row = await sketchOf("for (int dx = -3; dx <= 3; dx++) sum += in[x + dx];");
    assert.match(row, /^__shared__ double tile\[BLOCK \+ 2 \* RADIUS\];/);
    const plane = await sketchOf(
      "for (int dy = -3; dy <= 3; dy++) for (int dx = -3; dx <= 3; dx++) { int r = y + dy, c = x + dx; sum += in[r * pitch + c]; }",
    );
    assert.match(plane, /^__shared__ double tile\[BLOCK_Y \+ 2 \* RADIUS\]\[BLOCK_X \+ 2 \* RADIUS\];/);
    assert.match(plane, /tile\[r\]\[c\] = in\[\(y0 \+ r\) \* pitch \+ x0 \+ c\];/);
  });

  it("say of the bytes of a pixel that one vector takes them, in rows of a block, too, and which where all are named", async () => {
    const pixels = (body: string, block: string) => `#include <cuda_runtime.h>
__global__ void k(unsigned char* image, const float* in, float* out) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  int at = x + y * blockDim.x * gridDim.x;
  ${body}
}
void run(unsigned char* image, float* in, float* out) { k<<<dim3(64, 64), ${block}>>>(image, in, out); }
`;
    const first = async (body: string, block: string) => {
      const [found] = await findingsIn(pixels(body, block), true);
      return [found!.related[0]!.message.replace(/,.*/, ""), found!.sketch];
    };
    const four = "image[at*4 + 0] = 1; image[at*4 + 1] = x; image[at*4 + 2] = y; image[at*4 + 3] = 255;";
    const stored =
      "Neighbouring threads are 4 bytes apart and use 1 each. Let each thread store its 4 bytes at once as a vector";
    const asVector = "reinterpret_cast<uchar4*>(image)[at] = make_uchar4(x, y, z, w);";
    assert.deepEqual(await first(four, "dim3(16, 16)"), [stored, asVector]);
    assert.deepEqual(await first(four, "dim3(32, 8)"), [stored, asVector]);
    assert.deepEqual(await first("image[at*4] = 1; image[at*4 + 2] = y;", "dim3(16, 16)"), [stored, undefined]);
    assert.deepEqual(await first("out[at] = in[2 * at] + in[2 * at + 1];", "dim3(16, 16)"), [
      "Neighbouring threads are 8 bytes apart and use 4 each. Let each thread load its 8 bytes at once as a vector",
      "float2 value = reinterpret_cast<const float2*>(in)[at];  // its x, y in place of in[2 * at] and its neighbours",
    ]);
  });

  it("say of a reduction whose stride doubles to halve it, with the loop that does", async () => {
    const reduction = (loop: string, index: string) => `#include <cuda_runtime.h>
__global__ void k(float* out) {
  __shared__ float s[256];
  unsigned tid = threadIdx.x;
  s[tid] = out[tid];
  __syncthreads();
  for (${loop}) {
    int at = ${index};
    if (at < blockDim.x) s[at] += s[at + w];
    __syncthreads();
  }
  if (tid == 0) *out = s[0];
}
void run(float* out) { k<<<1, 256>>>(out); }
`;
    const found = async (loop: string, index: string) =>
      (await findingsIn(reduction(loop, index), true)).find(({ rule }) => rule === "shared-bank-conflict");
    const halved = `for (unsigned int w = blockDim.x / 2; w > 0; w /= 2) {
    if (threadIdx.x < w) s[threadIdx.x] += s[threadIdx.x + w];
    __syncthreads();
}`;
    for (const step of ["w *= 2", "w <<= 1", "w = w * 2"]) {
      const one = await found(`unsigned int w = 1; w < blockDim.x; ${step}`, "2 * w * tid");
      assert.equal(one!.sketch, halved);
      assert.match(one!.related.at(-1)!.message, /^Let w begin at half the block and halve it: /);
    }
    const fixed = await found("unsigned int w = 1; w < 8; w += 1", "16 * tid + w");
    assert.equal(fixed!.sketch, undefined);
    assert.doesNotMatch(fixed!.related.at(-1)!.message, /halve/);
  });

  it("say of a warp that covers whole rows of a narrow block that the rows are no whole sectors, and sketch no tile", async () => {
    // A stencil over rows of 2,048 elements: each of the 5 unrolled loads but the aligned one begins within a sector.
    const stencil = (block: string) => `__global__ void k(const int* in, int* out, int w) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y, sum = 0;
#pragma unroll
  for (int i = 0; i < 5; i++) sum += in[y * w + x + i];
  out[y * w + x] = sum;
}
int main() {
  int *in, *out;
  cudaMalloc(&in, 1 << 24);
  cudaMalloc(&out, 1 << 24);
  k<<<dim3(64, 64), ${block}>>>(in, out, 2048);
}
`;
    const [narrow] = await findingsIn(stencil("dim3(16, 16)"), true);
    assert.equal(narrow!.sketch, undefined);
    assert.deepEqual(
      narrow!.related.map(({ message }) => message),
      [
        "A warp of this block covers 2 of its rows, and the 64 bytes of each are not whole sectors. Let the block be a multiple of 32 threads wide, so that a warp covers one row.",
        // 4 loads of 6 sectors; the aligned load and the store of 4 each do not lose.
        "4-byte accesses, 75 % of the kernel's global traffic; block of 16×16 launched in line 11",
      ],
    );
  });

  it("call a barrier by its name that a temporary object has, as of CUB's collectives", async () => {
    const text = `#include <cub/cub.cuh>
__global__ void k(int* out, int n) {
  __shared__ typename cub::BlockReduce<int, 128>::TempStorage storage;
  for (int i = threadIdx.x; i < n; i += 100) out[i] = cub::BlockReduce<int, 128>(storage).Sum(i);
}
int main() { int* p; cudaMalloc(&p, 4096); k<<<1, 128>>>(p, 1000); }
`;
    const messages = (await findingsIn(text, true)).flatMap(({ rule, message }) =>
      rule === "divergent-barrier" ? [message.replace(/ .*/, "")] : [],
    );
    assert.deepEqual(messages, ["Sum"]);
  });

  it("advise of elements behind a load function as of others, and of fragments that a tile helps", async () => {
    const text = `#include <mma.h>
using namespace nvcuda;
__global__ void columns(const float* in, float* out, int w) {
  int x = blockIdx.x * 32 + threadIdx.x, y = threadIdx.y;
  out[y * w + x] = __ldg(&in[x * w + y]);
}
__global__ void fragments(const half* a, float* out) {
  wmma::fragment<wmma::matrix_a, 16, 16, 16, half, wmma::col_major> f;
  wmma::load_matrix_sync(f, a, 1024);
  if (threadIdx.x == 0) *out = __half2float(f.x[0]);
}
int main() {
  float *in, *out;
  half* a;
  cudaMalloc(&in, 1 << 24);
  cudaMalloc(&out, 1 << 24);
  cudaMalloc(&a, 1 << 20);
  columns<<<64, dim3(32, 8)>>>(in, out, 2048);
  fragments<<<1, 32>>>(a, out);
}
`;
    const found = (await findingsIn(text, true)).filter(({ rule }) => rule === "uncoalesced-access");
    assert.deepEqual(
      found.map(({ related, sketch }) => [related[0]!.message.replace(/\. .*/, ""), /^__shared__/.test(sketch ?? "")]),
      [
        [
          "The row index varies fastest: neighbouring threads are 8192 bytes apart, a row each, and use 4 bytes of it",
          true,
        ],
        [
          "A fragment is shared out among the lanes in a way that is fixed, and one request takes a part of many rows",
          false,
        ],
      ],
    );
  });

  it("name rules as the list of names does", () => {
    assert.deepEqual(
      rules.map(({ meta }) => meta.id),
      ruleIds,
    );
  });

  it("keep what fits, and say the rest as related information", () => {
    const span = { start: 3, end: 4 };
    const long = `${"a".repeat(100)}. ${"B".repeat(30)}.`;
    assert.deepEqual(inOneLine({ message: long, span, related: [] }), {
      message: `${"a".repeat(100)}.`,
      span,
      related: [{ span, message: `${"B".repeat(30)}.` }],
    });
    const name = "n".repeat(200);
    const cut = inOneLine({ message: name, span, related: [] as readonly Related[] });
    assert.equal(cut.message.length, LONGEST);
    assert.equal(cut.related[0]!.message, name);
    assert.deepEqual(inOneLine({ message: "Short.", span, related: [] }), { message: "Short.", span, related: [] });
  });
});
