/** Variables of the device in a file, as rules of host code see them. */
import assert from "node:assert/strict";
import { hostFacts } from "../../analyzer/facts/host";
import { syntax } from "../rules/support";

/** Name, memory space and whether it is an array, of each variable of the device. */
async function symbolsIn(text: string): Promise<string[]> {
  const { symbols } = hostFacts(text, (await syntax()).outline(text));
  return symbols.map(({ name, space, isArray }) => `${space} ${name}${isArray ? "[]" : ""}`);
}

describe("variables of the device", () => {
  it("have a space", async () => {
    const text =
      "__device__ int hits;\n__constant__ float weights[16];\n__device__ __managed__ int total;\nint ours;\n";
    assert.deepEqual((await symbolsIn(text)).sort(), ["constant weights[]", "device hits", "managed total"]);
  });

  it("have names that are identifiers, whatever half-typed text looks like", async () => {
    const text = "struct T { int x; };\n__device__ T operator([(constT& a;\n__device__ int größe;\n";
    assert.deepEqual(await symbolsIn(text), ["device größe"]);
  });

  it("may be members of structures", async () => {
    const text = "struct S { static __device__ int x; };\n__device__ int S::x = 1;\n";
    assert.ok((await symbolsIn(text)).includes("device S::x"));
  });
});
