/** Precompiled headers that go on from those of another file: less to parse, and the same code to the byte. */
import assert from "node:assert/strict";
import { defaultOptions } from "../../analyzer/compiler/command/commands";
import { createCompileCache } from "../../analyzer/compiler/incremental/state";
import type { Clang } from "../../analyzer/compiler/model";
import { compileHost } from "../../analyzer/compiler/pass/host";
import { sampledIt } from "../support/sample";
import { sharedClang } from "./support";

const it = sampledIt("compiler/preamble", 3);

const text = `#include <algorithm>
#include <string>
#include <vector>
int main() {
  std::vector<std::string> words = {"warp", "lane"};
  std::sort(words.begin(), words.end());
  return static_cast<int>(words.front().size());
}
`;
const other = "#include <map>\n#include <vector>\nint main() { return std::map<int, std::vector<int>>().size(); }\n";

/**
 * Compiles texts one after the other on one cache: the headers that were precompiled, those
 * that each started from, and the last one's code.
 */
async function afterOthers(...texts: readonly string[]) {
  const precompiled: { readonly on: string | undefined; readonly bytes: number }[] = [];
  const starts: (string | undefined)[] = [];
  const clang: Clang = {
    async run(args, tree, signal) {
      const result = await (await sharedClang()).run(args, tree, signal);
      const at = args.indexOf("-include-pch");
      const on = at < 0 ? undefined : args[at + 1];
      if (args.includes("-emit-pch")) precompiled.push({ on, bytes: result.stdout.length });
      else starts.push(on);
      return result;
    },
  };
  const cache = createCompileCache();
  let bitcode: Uint8Array | undefined;
  for (const one of texts) {
    const source = { path: "home/me/main.cu", text: one };
    const compiled = await compileHost({ clang, source, files: new Map(), options: defaultOptions, cache });
    assert.deepEqual(compiled.errors, []);
    bitcode = compiled.bitcode;
  }
  assert.ok(bitcode);
  return { precompiled, starts, bitcode };
}

describe("precompiled headers", () => {
  it("go on from those that files with other headers have in common, and give the same code", async () => {
    const alone = await afterOthers(text);
    const after = await afterOthers(other, text);
    // What is always there, then <vector>, then the others of each file.
    const steps = [undefined, "warplens-preamble0.pch", "warplens-preamble1.pch"];
    assert.deepEqual(
      alone.precompiled.map(({ on }) => on),
      steps,
    );
    assert.deepEqual(
      after.precompiled.map(({ on }) => on),
      [...steps, "warplens-preamble1.pch"],
    );
    const [first, vector, rest] = alone.precompiled.map(({ bytes }) => bytes);
    assert.ok(rest! < first! + vector!, `${rest} bytes are new on ${first} and ${vector}`);
    assert.ok(Buffer.from(after.bitcode).equals(alone.bitcode));
  });

  it("go on where nearly every header of the C++ library is included again", async () => {
    const again = [
      "algorithm",
      "cmath",
      "cstddef",
      "functional",
      "map",
      "memory",
      "numeric",
      "string",
      "thread",
      "tuple",
    ];
    const many = `#include <vector>\n${again.map((name) => `#include <${name}>\n`).join("")}int main() { return 0; }\n`;
    const { precompiled } = await afterOthers(many);
    assert.deepEqual(
      precompiled.map(({ on, bytes }) => [on, bytes > 0]),
      [
        [undefined, true],
        ["warplens-preamble0.pch", true],
        ["warplens-preamble1.pch", true],
      ],
    );
  });

  it("never bring in what a file does not include", async () => {
    const { starts } = await afterOthers(text, other, "int main() { return 0; }\n");
    assert.deepEqual(starts, ["warplens-preamble2.pch", "warplens-preamble2.pch", "warplens-preamble0.pch"]);
  });
});
