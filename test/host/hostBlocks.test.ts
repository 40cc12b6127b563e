/** Copies between the device and blocks of the host's heap that are too short for them. */
import assert from "node:assert/strict";
import { sampledIt } from "../support/sample.js";
import { HEAD_LINES, simulate } from "./support";

const it = sampledIt("host/hostBlocks", 2);

/** What a run of statements finds about copies, with the lines of both places: the first statement is on line 2. */
async function found(...statements: readonly string[]): Promise<readonly string[]> {
  const text = `int main() { int *d, s[16]; cudaMalloc(&d, 4096); cudaMemset(d, 0, 4096);\n${statements.join("\n")}\n cudaFree(d); }`;
  const { findings, outcome } = await simulate(text);
  assert.equal(outcome.message, "");
  const line = (place: { readonly line: number } | undefined) => place && place.line - HEAD_LINES;
  return findings
    .filter(({ kind }) => kind !== "leak")
    .map(({ kind, message, place, other }) => `${kind} ${line(place)} ${line(other?.place)}: ${message}`);
}

describe("copies that leave a block of the host's heap", () => {
  it("name both sizes, in either direction", async () => {
    assert.deepEqual(
      await found(
        "int* h = (int*)malloc(400);",
        "cudaMemcpy(d, h, 512, cudaMemcpyHostToDevice);",
        "cudaMemcpy(h, d, 512, cudaMemcpyDeviceToHost);",
        "free(h);",
      ),
      [
        "copy-past-end 3 2: The copy needs 512 bytes of its source; malloc allocated 400 bytes.",
        "copy-past-end 4 2: The copy needs 512 bytes of its destination; malloc allocated 400 bytes.",
      ],
    );
  });

  it("are seen from inside a block, from its end on, and in rows", async () => {
    assert.deepEqual(
      await found(
        "int* h = new int[10];",
        "cudaMemcpy(h + 5, d, 24, cudaMemcpyDeviceToHost);",
        "cudaMemcpy(h + 10, d, 4, cudaMemcpyDeviceToHost);",
        "cudaMemcpy2DAsync(d, 64, h, 16, 8, 4, cudaMemcpyHostToDevice, 0);",
        "delete[] h;",
      ).then((all) => all.filter((one) => one.startsWith("copy"))),
      [
        "copy-past-end 3 2: The copy needs 24 bytes of its destination, which has 20 bytes left of the 40 bytes that new[] allocated.",
        "copy-past-end 4 2: The copy needs 4 bytes of its destination, which begins just past the end of an allocation of 40 bytes.",
        "copy-past-end 5 2: The copy needs 56 bytes of its source; new[] allocated 40 bytes.",
      ],
    );
  });

  it("name a block that was freed", async () => {
    assert.deepEqual(
      await found("int* h = new int[10];", "delete[] h;", "cudaMemcpy(d, h, 40, cudaMemcpyHostToDevice);"),
      [`use-after-free 4 3: The source of the copy is heap memory that was freed at line ${3 + HEAD_LINES}.`],
    );
  });

  it("are none where the block is long enough, in over-aligned blocks, on the stack and in containers", async () => {
    assert.deepEqual(
      await found(
        "int* h = (int*)malloc(400);",
        "for (int i = 0; i < 10; i++) cudaMemcpy(h + 10 * i, d + 10 * i, 40, cudaMemcpyDeviceToHost);",
        "cudaMemcpy(s + 3, d, 52, cudaMemcpyDeviceToHost);",
        "static int g[100]; cudaMemcpy(g + 3, d, 97 * 4, cudaMemcpyDeviceToHost);",
        "void* a = aligned_alloc(256, 1280); cudaMemcpy((char*)a + 80, d, 1200, cudaMemcpyDeviceToHost);",
        "free(a); free(h);",
      ),
      [],
    );
  });
});
