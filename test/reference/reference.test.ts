/** The reference names nothing that CUDA lacks, and every text is a sentence. */
import assert from "node:assert/strict";
import headers from "warplens:cuda-headers";
import { defaultArchitecture } from "../../analyzer/hardware/architectures";
import { deviceEntries, entryNames, entryOf, hostDescriptions } from "../../analyzer/reference";
import { declarations } from "../../analyzer/reference/host/declarations";
import { parameterSpans } from "../../server/common/reference";

/** All texts of our headers. */
function texts(tree: unknown): readonly string[] {
  return typeof tree === "string" ? [tree] : Object.values(tree as object).flatMap(texts);
}

/** What clang declares itself, or the headers make by pasting names together. */
const madeElsewhere =
  /^(__syncthreads|__noinline__|__grid_constant__|atomic\w+_(block|system)|surf[123]D(read|write))$/;

describe("the reference of CUDA's names", () => {
  it("describes calls of the runtime that are declared", () => {
    const undeclared = Object.keys(hostDescriptions).filter((name) => !declarations().has(name));
    assert.deepEqual(undeclared, []);
  });

  it("has the signature of every call of the runtime", () => {
    assert.ok(declarations().size >= 300, `${declarations().size} calls`);
    assert.deepEqual(entryOf("cudaMalloc")?.signatures.slice(0, 1), ["cudaError_t cudaMalloc(void** p, size_t size)"]);
  });

  it("names device functions that our headers declare", () => {
    const all = texts(headers).join("\n");
    const missing = Object.keys(deviceEntries).filter(
      (name) => !madeElsewhere.test(name) && !new RegExp(`\\b${name}\\b`).test(all),
    );
    assert.deepEqual(missing, []);
  });

  it("is written in sentences", () => {
    for (const name of entryNames()) {
      const { does, order, cost, since } = entryOf(name)!;
      const price = typeof cost === "function" ? cost(defaultArchitecture) : cost;
      for (const text of [does, order, price, since]) {
        if (text) assert.match(text, /^(?:sm_|[`A-Z0-9])[\s\S]*\.$/, `${name}: ${text}`);
      }
    }
  });

  it("gives the parameters of a declaration", () => {
    const label = "T tex2D<T>(cudaTextureObject_t texObj, float x, void (*call)(int, int))";
    assert.deepEqual(
      parameterSpans(label).map(([start, end]) => label.slice(start, end)),
      ["cudaTextureObject_t texObj", "float x", "void (*call)(int, int)"],
    );
  });

  it("answers nothing for names of JavaScript's objects", () => {
    for (const name of ["constructor", "toString", "__proto__", "hasOwnProperty"])
      assert.equal(entryOf(name), undefined);
  });
});
