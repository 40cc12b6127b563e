/** What an invalid access through a pointer says that nothing was assigned to, and through one that is null or wrong. */
import assert from "node:assert/strict";
import { defaultOptions, deviceCommand } from "../../analyzer/compiler/command/commands";
import { lowerModule } from "../../analyzer/lower/lower";
import { wholeReading } from "../../analyzer/readings";
import { compileBitcode } from "../support/device";
import { Bench, int, pointer } from "./support";

const source = `
#include <cuda_runtime.h>
extern "C" __global__ void never(int* out, int n) { int* p; if (n > 3) p[n] = out[0]; }
extern "C" __global__ void sometimes(int* out, int n) { int* p; if (n > 100) p = out; out[0] = *p; }
extern "C" __global__ void null(int* out, int n) { int* p = nullptr; if (n > 100) p = out; *p = 1; }
extern "C" __global__ void misaligned(int* out, int n) { *(int*)((char*)out + n) = 1; }
`;

describe("an invalid access", () => {
  let bench: Bench;
  before(async () => {
    const bitcode = await compileBitcode(deviceCommand("a.cu", defaultOptions, "complete"), source, "a.cu");
    const module = wholeReading(bitcode);
    bench = new Bench({ module, lowered: lowerModule(module) }, { apart: true });
  });
  const message = (kernel: string, n: number) =>
    bench.launch(kernel, 1, 1, [pointer(bench.buffer(256)), int(n)]).outcome.message;

  it("names an uninitialised pointer, with and without an index, on the path on which it is one", () => {
    assert.match(message("never", 5), /writes through an uninitialised pointer at line 3\.$/);
    assert.match(message("sometimes", 5), /reads through an uninitialised pointer at line 4\.$/);
    assert.match(message("sometimes", 101), /completed/);
  });

  it("names a null pointer that the program assigns", () => {
    assert.match(message("null", 5), /writes through a null pointer at line 5\.$/);
  });

  it("is misaligned at the end of an allocation, too", () => {
    for (const byte of [254, 257])
      assert.match(message("misaligned", byte), /whose address is not aligned to 4 bytes\.$/);
  });
});
