/** Bulk copies that a program gets wrong: what a run says of them. */
import assert from "node:assert/strict";
import { parseArgument } from "../../engine/arguments/spec";
import { nodeEngine } from "../support/engine";

/** A kernel with a tile, a barrier object and a tensor map of 200 × 100 ints, whose first thread does one thing wrong. */
const program = (wrong: string) => `#include <cstdint>
#include <cuda.h>
#include <cuda/ptx>
namespace ptx = cuda::ptx;
__global__ void k(const __grid_constant__ CUtensorMap map, const __grid_constant__ CUtensorMap none, char* in, char* out) {
  __shared__ alignas(1024) char tile[1024];
  __shared__ uint64_t bar;
  const int32_t at[] = {8, 4}, odd[] = {5, 4}, before[] = {-8, 4}, one[] = {8};
  if (threadIdx.x == 0) {
    ptx::mbarrier_init(&bar, 1);
    ptx::fence_mbarrier_init(ptx::sem_release, ptx::scope_cluster);
    ${wrong}
    ptx::mbarrier_arrive_expect_tx(ptx::sem_release, ptx::scope_cta, ptx::space_shared, &bar, 256);
  }
  __syncthreads();
  while (!ptx::mbarrier_try_wait_parity(&bar, 0)) {
  }
  out[threadIdx.x] = tile[threadIdx.x];
}
int main() {
  char *in, *out;
  cudaMalloc(&in, 80000);
  cudaMalloc(&out, 80000);
  cudaMemset(in, 1, 80000);
  CUtensorMap map, none = {};
  cuuint64_t sizes[] = {200, 100}, strides[] = {800};
  cuuint32_t box[] = {8, 8}, steps[] = {1, 1};
  void* encode;
  cudaDriverEntryPointQueryResult found;
  cudaGetDriverEntryPointByVersion("cuTensorMapEncodeTiled", &encode, 12000, cudaEnableDefault, &found);
  ((decltype(&cuTensorMapEncodeTiled))encode)(&map, CU_TENSOR_MAP_DATA_TYPE_INT32, 2, in, sizes, strides, box, steps,
    CU_TENSOR_MAP_INTERLEAVE_NONE, CU_TENSOR_MAP_SWIZZLE_NONE, CU_TENSOR_MAP_L2_PROMOTION_NONE, CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE);
  k<<<1, 32>>>(map, none, in, out);
  cudaDeviceSynchronize();
}
`;

const load = (to: string, from: string, bytes: number) =>
  `ptx::cp_async_bulk(ptx::space_cluster, ptx::space_global, ${to}, ${from}, ${bytes}, &bar);`;
const tile = (map: string, at: string, to = "tile") =>
  `ptx::cp_async_bulk_tensor(ptx::space_cluster, ptx::space_global, ${to}, ${map}, ${at}, &bar);`;
const stored = (at: string) => `ptx::cp_async_bulk_tensor(ptx::space_global, ptx::space_shared, &map, ${at}, tile);`;

/** What is wrong, and what the run says of it. */
const TRAPS: readonly (readonly [wrong: string, says: RegExp])[] = [
  [
    load("tile", "in + 8", 256),
    /copies 256 bytes from byte 8 of .* at line 12, whose address is not aligned to 16 bytes/,
  ],
  [
    load("tile + 8", "in", 256),
    /copies 256 bytes to byte 8 of shared memory at line 12, whose address is not aligned to 16 bytes/,
  ],
  [load("tile", "in", 250), /copies 250 bytes at once at line 12, which is not a multiple of 16, so that/],
  [load("tile", "in + 79872", 256), /copies 256 bytes from global memory at line 12, across the end of/],
  [load("tile", "in", 2048), /copies 2,048 bytes to byte 0 of shared memory, of which the block has 1032 at line 12/],
  [
    tile("&map", "at", "tile + 64"),
    /copies a tile of 256 bytes to byte 64 of shared memory at line 12, whose address is not aligned to 128 bytes/,
  ],
  [
    tile("&map", "odd"),
    /begins at element 5 of a row with elements of 4 bytes at line 12, which is not at a multiple of 16 bytes/,
  ],
  [stored("before"), /copies a tile that begins at coordinate -8 of the tensor that it is written to at line 12/],
  [tile("&none", "at"), /copies by what is no tensor map at line 12, as cuTensorMapEncodeTiled makes one/],
  [tile("&map", "one"), /copies by a tensor map of 2 dimensions at line 12, with 1 coordinates/],
];

/** A map whose tensor is replaced by a part of it: the tile is that of the part. */
const REPLACED = program(tile("&map", "at"))
  .replace(
    "k<<<1, 32>>>(map",
    "cuTensorMapReplaceAddress(&map, in + 16);\n  cudaMemset(in + 16 + 4 * 800 + 8 * 4, 7, 32);\n  k<<<1, 32>>>(map",
  )
  .replace(
    "cudaDeviceSynchronize();",
    'char h[32]; cudaMemcpy(h, out, 32, cudaMemcpyDeviceToHost); printf("%d %d %d\\n", h[0], h[31], (int)cuTensorMapReplaceAddress(&none, in));',
  )
  .replace("#include <cstdint>", "#include <cstdint>\n#include <cstdio>");

describe("bulk copies", () => {
  const engine = nodeEngine();
  after(() => engine.dispose());

  for (const [wrong, says] of TRAPS) {
    it(`trap: ${says.source}`, async () => {
      const run = await engine.simulateProgram({ path: "wrong.cu", text: program(wrong) }, { arguments: [] });
      assert.equal(run.outcome, "trapped");
      assert.match(run.message ?? "", says);
    });
  }

  it("by a tensor map that only the program makes say so where a kernel runs by itself", async () => {
    const document = { path: "alone.cu", text: program(tile("&map", "at")) };
    const ask = (...specs: readonly string[]) =>
      engine.simulate(document, { kernel: "k", arguments: new Map(specs.map((one) => parseArgument(one))) });
    const lineOf = (words: string) => document.text.split("\n").findIndex((one) => one.includes(words)) + 1;
    const { outcome, message, assumed } = await ask();
    assert.equal(outcome, "trapped");
    assert.equal(assumed?.[0], "map = a tensor map that nothing has made");
    const why = "copies by a tensor map, which only the program makes (cuTensorMapEncodeTiled): simulate the program.";
    const expected = `: line ${lineOf("cp_async_bulk_tensor")} ${why} The kernel is launched in line ${lineOf("k<<<")}.`;
    assert.ok(message.endsWith(expected), message);
    await assert.rejects(ask("map=zeros:128"), {
      message: "--arg map: only the program makes a tensor map; simulate the program.",
    });
  });

  it("go to the address that a map is given later", async () => {
    const run = await engine.simulateProgram({ path: "replaced.cu", text: REPLACED }, { arguments: [] });
    assert.equal(run.outcome, "completed", run.message);
    assert.equal(run.stdout, "7 7 1\n");
  });
});
