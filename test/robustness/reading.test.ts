/** Files that are no files, that are too large, or that name another machine: none is read, and none holds up the rest. */
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, symlinkSync, truncateSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { createEngine } from "../../engine";
import { configurationReader } from "../../engine/configuration/files";
import { globTest } from "../../engine/configuration/glob";
import { LARGEST, localPath, readBounded } from "../../engine/node/boundedRead";
import { defaultStore } from "../../engine/node/compileStore";
import { nodePlatform } from "../../engine/node/platform";

/** An engine over files of this machine; `dispose` ends its workers. */
function testEngine() {
  const platform = nodePlatform(pathToFileURL(`${process.cwd()}/dist/`), { store: defaultStore("everything") });
  return { platform, engine: createEngine(platform), dispose: () => platform.dispose() };
}

const folder = () => mkdtempSync(join(tmpdir(), "warplens-reading-"));

describe("the bounded reader", () => {
  const refuses = (path: string, reason: RegExp, largest: number = LARGEST.text) =>
    assert.rejects(readBounded(path, largest), { name: "RefusedFile", message: reason });

  it("refuses devices, pipes and folders, also behind links", async () => {
    const home = folder();
    execFileSync("mkfifo", [join(home, "pipe.h")]);
    symlinkSync("/dev/zero", join(home, "zero.h"));
    symlinkSync(join(home, "pipe.h"), join(home, "link.h"));
    mkdirSync(join(home, "folder.h"));
    for (const name of ["pipe.h", "zero.h", "link.h"]) await refuses(join(home, name), /device, a pipe or a socket/);
    await refuses("/dev/zero", /device/);
    await refuses(join(home, "folder.h"), /folder/);
  });

  it("refuses more than it is to read, and says how much that is", async () => {
    const path = join(folder(), "large.h");
    writeFileSync(path, "");
    truncateSync(path, 200 * 2 ** 20);
    await refuses(path, /its 200 MiB are more than the 16 MiB that are read/);
    assert.equal((await readBounded(path, 2 ** 30)).length, 200 * 2 ** 20);
  });

  it("refuses links in circles and names of other machines", async () => {
    const home = folder();
    symlinkSync(join(home, "a"), join(home, "b"));
    symlinkSync(join(home, "b"), join(home, "a"));
    await assert.rejects(readBounded(join(home, "a"), LARGEST.text), { code: "ELOOP" });
    for (const path of ["//host/share/x.h", "\\\\host\\share\\x.h", "file://host/x.h", "file:///a%2fb.h"]) {
      await refuses(path, /network|encoded slash/);
    }
    assert.equal(localPath("file:///usr/include/a%20b.h"), "/usr/include/a b.h");
  });

  it("reads files, also behind links", async () => {
    const home = folder();
    writeFileSync(join(home, "real.h"), "int x;\n");
    symlinkSync(join(home, "real.h"), join(home, "link.h"));
    assert.equal(`${await readBounded(join(home, "link.h"), LARGEST.text)}`, "int x;\n");
  });
});

describe("includes of what is no header", () => {
  const kernel = (include: string) =>
    `${include}\n__global__ void copy(int* a, const int* b) { a[threadIdx.x] = b[threadIdx.x]; }\n`;

  it("leave the file's kernels alone, and are named with their reason", async () => {
    const home = folder();
    execFileSync("mkfifo", [join(home, "pipe.h")]);
    writeFileSync(join(home, "large.h"), "");
    truncateSync(join(home, "large.h"), 2 ** 28);
    const { engine, dispose } = testEngine();
    try {
      const text = kernel('#include "/dev/zero"\n#include "pipe.h"\n#include "large.h"\n#include "//host/share/far.h"');
      const { files } = await engine.check([{ path: join(home, "a.cu"), text }]);
      const left = files[0]!.left_out.map(({ function: name, reason }) => [
        name,

        reason.replace(/ \(.*/, ""),
      ]);
      const expected = [
        ['#include "zero"', "it is not read: it is a device, a pipe or a socket, no file"],
        ['#include "pipe.h"', "it is not read: it is a device, a pipe or a socket, no file"],
        ['#include "large.h"', "it is not read: its 256 MiB are more than the 16 MiB that are read"],
        ['#include "far.h"', "it is not read: it names another machine, and nothing is read over the network"],
      ];
      assert.deepEqual(left.slice(0, 4), expected);
      const { kernels } = await engine.inspect({ path: join(home, "a.cu"), text });
      assert.deepEqual(
        kernels.map((one) => one.kernel),
        ["copy"],
      );
    } finally {
      dispose();
    }
  });

  it("look into each folder once, however many headers are unknown", async () => {
    const home = join(folder(), "a", "b", "c");
    mkdirSync(home, { recursive: true });
    const { engine, platform, dispose } = testEngine();
    let listings = 0;
    const list = platform.fileNames;
    const counted = (path: string) => {
      listings++;
      return list(path);
    };
    Object.assign(platform, { fileNames: counted });
    try {
      const includes = Array.from({ length: 2000 }, (_, i) => `#include "unknown${i}.h"`).join("\n");
      await engine.inspect({ path: join(home, "a.cu"), text: kernel(includes) });
      assert.ok(listings < 200, `${listings} folders were listed`);
    } finally {
      dispose();
    }
  });
});

describe("configurations from anywhere", () => {
  const files = (all: Readonly<Record<string, string>>) => {
    const reads: string[] = [];
    const readText = async (path: string) => {
      reads.push(path);
      return all[path];
    };
    return { reads, readText };
  };

  it("read a file that many extend once", async () => {
    const depth = 24;
    const level = (i: number, side: string) => [
      `/c/${side}${i}.json`,
      JSON.stringify({ extends: [`a${i + 1}.json`, `b${i + 1}.json`] }),
    ];
    const all = Object.fromEntries([
      ...Array.from({ length: depth }, (_, i) => [level(i, "a"), level(i, "b")]).flat(),
      [`/c/a${depth}.json`, "{}"],
      [`/c/b${depth}.json`, "{}"],
    ]);
    const source = files(all);
    const found = await configurationReader(source, "/c/a0.json").inFolder("");
    assert.deepEqual(found?.problems, []);
    assert.ok(source.reads.length <= 4 * depth + 4, `${source.reads.length} reads`);
  });

  it("say why one that is there is not read", async () => {
    const home = folder();
    execFileSync("mkfifo", [join(home, ".warplens.json")]);
    const { platform, dispose } = testEngine();
    try {
      const found = await configurationReader(platform).inFolder(home);
      assert.deepEqual(
        found?.problems.map(({ line, message }) => [line, message]),
        [[1, "the configuration is not read: it is a device, a pipe or a socket, no file."]],
      );
      assert.equal(
        await configurationReader(platform)
          .inFolder(join(home, "none", "above"))
          .then((one) => one?.path),
        found?.path,
      );
    } finally {
      dispose();
    }
  });

  it("stop at a hundred files, with a sentence", async () => {
    const all = Object.fromEntries(
      Array.from({ length: 300 }, (_, i) => [`/c/${i}.json`, JSON.stringify({ extends: `${i + 1}.json` })]),
    );
    const found = await configurationReader(
      files({ ...all, "/c/start.json": JSON.stringify({ extends: Object.keys(all) }) }),
      "/c/start.json",
    ).inFolder("");
    assert.ok(found?.problems.some(({ message }) => /more than 100 files/.test(message)));
  });

  it("match globs in time linear in the path", () => {
    const path = `${"a/".repeat(400)}${"a".repeat(4000)}`;
    for (const glob of [
      "**/a*a*a*a*a*a*a*a*a*b",
      "**/**/**/**/**/**/**/**/b",
      `${"{a,".repeat(30)}`,
      "a".repeat(100_000),
    ]) {
      assert.equal(globTest(glob)(path), false, glob.slice(0, 40));
    }
    assert.equal(globTest("**/a*.cu")("x/y/abc.cu"), true);
    assert.equal(globTest("{src,lib}/*.cu")("lib/a.cu"), true);
  });

  it("take a compile database of wrong types for none", async () => {
    const home = folder();
    const entries = [
      null,
      5,
      "x",
      [],
      { directory: 1, file: {} },
      { directory: home, file: "a.cu", command: [1] },
      { directory: home, file: "a.cu", arguments: "nvcc" },
      { directory: home, file: "a.cu", arguments: [1, null] },
    ];
    writeFileSync(join(home, "compile_commands.json"), JSON.stringify(entries));
    const { engine, dispose } = testEngine();
    try {
      const { files } = await engine.check([
        { path: join(home, "a.cu"), text: "__global__ void k(int* a) { a[threadIdx.x] = 1; }\n" },
      ]);
      assert.deepEqual(files[0]!.left_out, []);
    } finally {
      dispose();
    }
  });

  it("read a Makefile of twenty thousand conditions", async () => {
    const home = folder();
    const text = `GPU = 0\n${"ifeq ($(GPU), 1)\nX += -DY\nendif\n".repeat(20_000)}NVCCFLAGS = -DSIZE=4\n`;
    writeFileSync(join(home, "Makefile"), text);
    const { engine, dispose } = testEngine();
    try {
      const { kernels } = await engine.inspect({
        path: join(home, "a.cu"),
        text: "__global__ void k(int* a) { a[threadIdx.x] = SIZE; }\n",
      });
      assert.deepEqual(
        kernels.map((one) => one.kernel),
        ["k"],
      );
    } finally {
      dispose();
    }
  });
});
