import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { type FoldedLaunch, foldLaunches } from "../../analyzer/syntax";
import { joinedChevrons } from "../../analyzer/syntax/text/chevrons";
import { syntax } from "./support";

async function launchesOf(text: string): Promise<ReadonlyMap<string, readonly FoldedLaunch[]>> {
  return foldLaunches(text, (await syntax()).outline(text));
}

const said = (launch: FoldedLaunch) => [
  launch.templateArguments.join(),
  launch.grid?.join("x"),
  launch.block?.join("x"),
  launch.shared,
  [...launch.arguments].map(([index, value]) => `${index}=${value}`).join(" "),
];

describe("syntax: launches", () => {
  it("folds those of the example", async () => {
    const launches = await launchesOf(readFileSync("examples/transpose.cu", "utf8"));
    for (const kernel of ["transposeNaive", "transposeTile", "transposePadded"])
      assert.deepEqual(launches.get(kernel)!.map(said), [["", "8x8x1", "32x32x1", 0, "2=256"]]);
    assert.deepEqual(
      [...launches.values()].flat().map((one) => one.line),
      [41, 42, 43],
    );
  });

  it("reads chevrons that a formatter has taken apart as nvcc does, and nothing else for them", async () => {
    const text = `#define RUN(K, P) K << <1, 64 >> > (P)
template <int N> __global__ void fill(int* p) { p[threadIdx.x] = N << (N > 1); }
__global__ void plain(int* p) { *p = 1; }
void run(int* p, int n) { // fill<1> << <1, 2 >> > (p);
  const char* shown = "plain << <1, 2 >> > (p)";
  plain << <4, 32 >> > (p);
  plain<< <dim3(2, 2), n / 2 == 1 ? 64 : 32>>>(p);
  fill<(8 >> 1)><<<1, 96, 16>> >(p);
  RUN(plain, p);
}
`;
    const launches = await launchesOf(text);
    assert.deepEqual(launches.get("plain")!.map(said).at(0), ["", "4x1x1", "32x1x1", 0, ""]);
    assert.equal(launches.get("plain")!.at(1)!.grid?.join("x"), "2x2x1");
    assert.deepEqual(launches.get("fill")!.map(said), [["4", "1x1x1", "96x1x1", 16, ""]]);
    for (const [name, sites] of launches) for (const one of sites) assert.ok(text.slice(one.start).startsWith(name));
  });

  it("leaves the length of a text and its lines as they are when it joins chevrons", () => {
    const text = 'a << <1, 2 >> > (b); std::cout << "<< <"; vector<vector<set<int>> > v; k <<<1, 2\t>> >(c); x << < y;';
    const joined = joinedChevrons(text);
    assert.equal(
      joined,
      'a <<< 1, 2  >>> (b); std::cout << "<< <"; vector<vector<set<int>> > v; k <<<1, 2\t >>>(c); x << < y;',
    );
    assert.equal(joined.length, text.length);
    assert.equal(joinedChevrons("k<<<1, 2>>>(a >> b);"), "k<<<1, 2>>>(a >> b);");
  });

  it("folds those of the bank programs, and leaves what a loop changes", async () => {
    const launches = await launchesOf(readFileSync("test/hardware/programs/shared_banks.cu", "utf8"));
    assert.deepEqual(launches.get("stride")!.map(said), [
      ["int", "2x1x1", "128x1x1", 0, ""],
      ["double", "1x1x1", "128x1x1", 0, ""],
      ["short", "1x1x1", "128x1x1", 0, ""],
      ["char", "1x1x1", "128x1x1", 0, ""],
    ]);
    assert.deepEqual(launches.get("vector4")!.map(said), [["", "1x1x1", "256x1x1", 0, ""]]);
    assert.deepEqual(launches.get("columnOfTile")!.map(said), [
      ["0", "1x1x1", "32x32x1", 0, ""],
      ["1", "1x1x1", "32x32x1", 0, ""],
      ["2", "1x1x1", "32x32x1", 0, ""],
    ]);
    assert.deepEqual(launches.get("transposeNaive")!.map(said), [
      ["", "4x4x1", "32x32x1", 0, "2=128"],
      ["", "8x8x1", "16x16x1", 0, "2=128"],
    ]);
    assert.deepEqual(launches.get("dynamicReverse")!.map(said), [["", "1x1x1", "64x1x1", 256, "1=64"]]);
    assert.deepEqual(launches.get("carvedDynamic")!.map(said), [["", "1x1x1", "128x1x1", 768, "1=96 2=64"]]);
  });

  it("takes a loop over sizes only where they are constant", async () => {
    const loop = (head: string, body: string): string =>
      `__global__ void k(); void run() { ${head} for (dim3 block : shapes) { ${body} k<<<1, block>>>(); } }`;
    const blocks = async (text: string): Promise<readonly unknown[]> =>
      (await launchesOf(text)).get("k")!.map((one) => said(one)[2]);
    const shapes = "const dim3 shapes[] = {dim3(32, 8), 64};";
    assert.deepEqual(await blocks(loop(shapes, "")), ["32x8x1", "64x1x1"]);
    assert.deepEqual(await blocks(loop(shapes, "block.x = n;")), [undefined]);
    assert.deepEqual(await blocks(loop("dim3 shapes[] = {dim3(32, 8)}; shapes[0] = 4;", "")), [undefined]);
  });

  it("folds every launch of the access programs whose sizes are written down", async () => {
    const launches = await launchesOf(readFileSync("test/hardware/programs/coalescing.cu", "utf8"));
    assert.deepEqual(launches.get("matrixAddPointers")!.map(said), [["", "3x7x1", "32x8x1", 0, "2=50 3=75"]]);
    // Block shapes come from a loop over a written-out array: one launch for each of them.
    assert.deepEqual(launches.get("matrixAdd")!.map(said), [
      ["", "3x7x1", "32x8x1", 0, "3=50 4=75"],
      ["", "5x4x1", "16x16x1", 0, "3=50 4=75"],
      ["", "10x7x1", "8x8x1", 0, "3=50 4=75"],
      ["", "1x25x1", "75x2x1", 0, "3=50 4=75"],
    ]);
    assert.deepEqual(launches.get("copyOffset")!.map(said), [["T", "8x1x1", "128x1x1", 0, "2=4096"]]);
  });

  it("reads launches through the runtime call, through namespaces and through pointers", async () => {
    const launches = await launchesOf(`
      #define N 4
      int main() {
        cudaLaunchKernel((void*)kernel<float, N>, dim3(2), 64, args, N * sizeof(int), 0);
        cudaLaunchCooperativeKernel((const void*)&other, 1, {8, 8}, args);
        math::scale<N * 2><<<1, 2, bytes, stream>>>(-1);
        (*pointer)<<<3, 4>>>();
      }`);
    assert.deepEqual(launches.get("kernel")!.map(said), [["float,4", "2x1x1", "64x1x1", 16, ""]]);
    assert.deepEqual(launches.get("other")!.map(said), [["", "1x1x1", "8x8x1", 0, ""]]);
    assert.deepEqual(launches.get("math::scale")!.map(said), [["8", "1x1x1", "2x1x1", undefined, "0=-1"]]);
    assert.deepEqual(launches.get("(*pointer)")!.map(said), [["", "3x1x1", "4x1x1", 0, ""]]);
  });
});
