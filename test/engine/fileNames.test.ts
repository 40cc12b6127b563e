/** `__FILE__` is the path as the user gave it, as nvcc has it, and for an editor's document the whole path. */
import assert from "node:assert/strict";
import { defaultOptions } from "../../analyzer/compiler/command/commands";
import { compileDevice } from "../../analyzer/compiler/pass/device";
import { readModule } from "../../analyzer/ir/reader/reader";
import type { Platform } from "../../engine/model/platform";
import { compileInput, fileNames } from "../../engine/sources/includes";
import { sharedClang } from "../compiler/support";

const header = "inline __device__ const char* where() { return __FILE__; }\n";

/** A disk with one header beside the file. */
const platform = {
  readText: async (path: string) => (path.endsWith("sub/b.h") ? header : undefined),
} as unknown as Platform;

/** The names that a file and its header have for themselves. */
async function names(path: string, named?: string): Promise<string[]> {
  const text = `#include "b.h"
__global__ void k(const char** out) { out[0] = __FILE__; out[1] = where(); }
`;
  const document = { path, text, ...(named === undefined ? {} : { named }) };
  const { source, files, options } = await compileInput(platform, document, defaultOptions);
  const { bitcode, errors } = await compileDevice({ clang: await sharedClang(), source, files, options });
  assert.ok(bitcode, JSON.stringify(errors));
  return readModule(bitcode).globals.flatMap(({ initializer }) =>
    initializer?.kind === "data" ? [String.fromCharCode(...initializer.elements.slice(0, -1).map(Number))] : [],
  );
}

describe("the name of a file in its own text", () => {
  it("is the path that was given, with the end that both paths share", () => {
    const named = (given?: string) =>
      fileNames({ path: "/home/me/sub/a.cu", text: "", ...(given && { named: given }) });
    assert.deepEqual(named(), { from: "home/", to: "/home/" });
    assert.deepEqual(named("sub/a.cu"), { from: "home/me/", to: "" });
    assert.deepEqual(named("./a.cu"), { from: "home/me/sub/", to: "./" });
    assert.deepEqual(named("../../me/sub/a.cu"), { from: "home/", to: "../../" });
    assert.deepEqual(fileNames({ path: "file:///home/me/a.cu", text: "" }), { from: "home/", to: "/home/" });
    assert.deepEqual(fileNames({ path: "/a.cu", text: "" }), { from: "a.cu", to: "/a.cu" });
  });

  it("is what the compiled file says, and its headers", async () => {
    assert.deepEqual((await names("/home/me/sub/a.cu", "sub/a.cu")).sort(), ["sub/a.cu", "sub/b.h"]);
    assert.deepEqual((await names("/home/me/sub/a.cu")).sort(), ["/home/me/sub/a.cu", "/home/me/sub/b.h"]);
  });

  it("is nothing to compile anew for where nobody asks", async () => {
    const document = { path: "/home/me/sub/a.cu", text: "__global__ void k() {}\n" };
    const { options } = await compileInput(platform, document, defaultOptions);
    assert.equal(options.fileNames, undefined);
  });
});
