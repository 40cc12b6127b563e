/** The store of clang's answers in a folder that others have been in: what is no answer is refused and replaced, never believed. */
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import {
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import type { ClangResult } from "../../analyzer/compiler/model";
import { storedClang } from "../../engine/node/compileStore";

const clangFolder = fileURLToPath(new URL("clang/", pathToFileURL(`${process.cwd()}/dist/`)));
const ARGS = ["clang", "-cc1", "-emit-llvm-bc", "-o", "-", "a.cu"];
const BITCODE = [0x42, 0x43, 0xc0, 0xde];
const right: ClangResult = { exitCode: 0, stdout: Uint8Array.from([...BITCODE, 1, 2, 3]), stderr: "" };

/** A fresh store over a compiler that always gives the right answer. */
function store() {
  const folder = join(mkdtempSync(join(tmpdir(), "warplens-store-")), "compiles");
  let asked = 0;
  const clang = {
    run: async () => {
      asked++;
      return right;
    },
    dispose() {},
  };
  const ask = () => storedClang(clang, { folder, keeps: "everything" }, clangFolder).run(ARGS, { "a.cu": "x" });
  return { folder, ask, asked: () => asked };
}

/** A store with one entry, and the entry's path. */
async function filled() {
  const made = store();
  await made.ask();
  const [name] = readdirSync(made.folder);
  assert.equal(made.asked(), 1);
  return { ...made, name: name!, path: join(made.folder, name!) };
}

/** An entry that is consistent in itself. */
function entry(name: string, { exitCode, stdout, stderr }: ClangResult): Buffer {
  const checksum = createHash("sha256")
    .update(JSON.stringify([name, exitCode, stderr]))
    .update(stdout)
    .digest("hex");
  return Buffer.concat([Buffer.from(`${JSON.stringify({ exitCode, stderr, checksum })}\n`), stdout]);
}

describe("the store on disk", () => {
  it("is readable by the user alone", async () => {
    const { folder, path } = await filled();
    if (process.platform === "win32") return;
    assert.equal(statSync(folder).mode & 0o777, 0o700);
    assert.equal(statSync(path).mode & 0o777, 0o600);
  });

  it("does not believe an entry that is consistent and no answer to the command", async () => {
    const { path, name, ask, asked } = await filled();
    const garbage: readonly ClangResult[] = [
      { exitCode: 0, stdout: new Uint8Array(), stderr: "" },
      { exitCode: 0, stdout: Uint8Array.from([1, 2, 3, 4, 5]), stderr: "" },
    ];
    for (const [index, one] of garbage.entries()) {
      writeFileSync(path, entry(name, one));
      assert.deepEqual(await ask(), right);
      assert.equal(asked(), index + 2, "the compiler is asked again");
    }
    writeFileSync(path, entry("another name", right));
    await ask();
    assert.equal(asked(), 4);
    assert.deepEqual(readFileSync(path), entry(name, right), "the right answer takes the garbage's place");
  });

  for (const [what, make] of [
    ["pipe", (path: string) => execFileSync("mkfifo", [path])],
    ["link", (path: string) => symlinkSync("/dev/zero", path)],
    ["folder", (path: string) => mkdirSync(join(path, "inner"), { recursive: true })],
  ] as const) {
    it(`refuses a ${what} as an entry, and replaces it`, async () => {
      const { path, ask, asked } = await filled();
      rmSync(path);
      make(path);
      assert.deepEqual(await ask(), right);
      assert.equal(asked(), 2);
      assert.ok(lstatSync(path).isFile(), "a file is in its place");
      await ask();
      assert.equal(asked(), 2, "and it is believed");
    });
  }

  it("holds no more than its limit, and drops what was not asked for the longest", async () => {
    const { folder, ask } = store();
    mkdirSync(folder, { recursive: true });
    for (const [name, seconds] of [
      ["old", 1000],
      ["new", 2000],
    ] as const) {
      writeFileSync(join(folder, name), "");
      truncateSync(join(folder, name), 400 * 2 ** 20);
      utimesSync(join(folder, name), seconds, seconds);
    }
    await ask();
    assert.deepEqual([existsSync(join(folder, "old")), existsSync(join(folder, "new"))], [false, true]);
    assert.equal(readdirSync(folder).length, 2);
  });
});
