/** Figures of selected statements at the lines of their file. */
import assert from "node:assert/strict";
import { homeLines } from "../../client/common/homeLines";
import { nodeEngine } from "../support/engine";

const text = `#define TILE 32
__device__ int twice(int v) { return v * 2; }
__global__ void kernel(float* out, const float* in) {
    __shared__ float tile[TILE][TILE];
    int x = threadIdx.x;
    tile[x][0] = in[x];
    __syncthreads();
    out[x] = tile[x][0];
}
`;

describe("lines of a selection", () => {
  const lines = text.split("\n");
  const lineOf = (part: string): number => lines.findIndex((line) => line.includes(part)) + 1;

  it("are those of the file, of the piece and of what stands before it", async () => {
    const engine = nodeEngine();
    try {
      const [start, end] = [text.indexOf("    tile[x][0] = in"), text.indexOf("    out[x]")];
      const piece = text.slice(start, end);
      const document = { path: "/w/home.cu", text };
      const made = (await engine.snippet(piece, { document, selection: { start, end } })).text;
      const of = homeLines({
        uri: "",
        fileName: "",
        text,
        from: lineOf("tile[x][0] = in") - 1,
        made,
        piece: piece.trimEnd(),
      });
      const madeLines = made.split("\n");
      const madeLine = (part: string) => madeLines.findIndex((line) => line.includes(part)) + 1;
      assert.equal(of(madeLine("tile[x][0] = in")), lineOf("tile[x][0] = in"));
      assert.equal(of(madeLine("__syncthreads")), lineOf("__syncthreads"));
      assert.equal(of(madeLine("twice")), lineOf("twice"));
      assert.equal(of(madeLine("__global__")), undefined, "the kernel that was made is not the file's");
    } finally {
      engine.dispose();
    }
  });
});
