/** Clang's files as the build changes them give what those of the package give. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { answerClang } from "../../engine/clang/call";

const folders = ["node_modules/@yowasp/clang/gen", "dist/clang"].map((one) => join(process.cwd(), one));
const bundles = folders.map((one) => pathToFileURL(join(one, "bundle.js")).href);

/** Headers of the C++ library, of C, of the system and of clang. */
const text = `#include <vector>
#include <stdio.h>
#include <sys/stat.h>
#include <stdarg.h>
#if __has_include(<none.h>)
#error there is none
#endif
int twice(int x) { return std::vector<int>(2, x)[0] + x; }
`;
/** What an entry of an archive says of a file, not of a folder. */
const FILE = "0".charCodeAt(0);

const folder = (name: string) => ["-internal-isystem", `/usr/include${name}`];
const args = [
  ...["clang", "-cc1", "-triple", "wasm32-wasip1", "-emit-llvm-bc", "-O1", "-o", "-", "-x", "c++", "a.cpp"],
  ...["/c++/v1", "", "/wasm32-wasip1"].flatMap(folder),
];

describe("clang's files as they are built", () => {
  it("give the same, twice", async () => {
    const [wanted, ...given] = await Promise.all(
      [bundles[0]!, bundles[1]!, bundles[1]!].map((bundle) => answerClang({ bundle, args, files: { "a.cpp": text } })),
    );
    assert.ok("result" in wanted!);
    for (const one of given) {
      assert.ok("result" in one);
      assert.equal(one.result.stderr, wanted.result.stderr);
      assert.equal(one.result.exitCode, wanted.result.exitCode);
      assert.ok(Buffer.from(one.result.stdout).equals(wanted.result.stdout), "the output is another one");
    }
    assert.ok(wanted.result.stdout.length > 1000, wanted.result.stderr);
  });

  it("hold every header of the package, byte for byte", () => {
    const [archive, packed] = [
      readFileSync(join(folders[0]!, "llvm-resources.tar")),
      readFileSync(join(folders[1]!, "headers.bin")),
    ];
    const start = 4 + packed.readUInt32LE(0);
    const index = JSON.parse(packed.toString("utf8", 4, start));
    let headers = 0;
    // An entry of an archive: a block of its name, of its size in octal digits and more, then its bytes in whole blocks.
    for (let at = 0; archive[at] !== 0; ) {
      const name = archive.toString("latin1", at, archive.indexOf(0, at));
      const size = Number.parseInt(archive.toString("latin1", at + 124, at + 135), 8);
      if (name.startsWith("include/") && archive[at + 156] === FILE) {
        const place = name.split("/").reduce((one, word) => one?.[word], index);
        assert.ok(Array.isArray(place), name);
        const content = packed.subarray(start + place[0], start + place[0] + place[1]);
        assert.ok(content.equals(archive.subarray(at + 512, at + 512 + size)), name);
        headers++;
      }
      at += 512 + Math.ceil(size / 512) * 512;
    }
    assert.ok(headers > 2000, `${headers} headers`);
  });
});
