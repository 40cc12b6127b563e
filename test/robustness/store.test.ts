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
function store(folder = join(mkdtempSync(join(tmpdir(), "warplens-store-")), "compiles"), answer = right) {
  let asked = 0;
  const clang = {
    run: async () => {
      asked++;
      return answer;
    },
    dispose() {},
  };
  const open = () =>
    storedClang(clang, { folder, keeps: "everything" }, { clang: clangFolder, precompiled: join(folder, "none") });
  const ask = () => open().run(ARGS, { "a.cu": "x" });
  return { folder, open, ask, asked: () => asked };
}

/** A file of a size, without content, that was asked for at a time in seconds. */
function sparse(folder: string, name: string, bytes: number, seconds: number): void {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, name), "");
  truncateSync(join(folder, name), bytes);
  utimesSync(join(folder, name), seconds, seconds);
}

const MIB = 2 ** 20;

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
    sparse(folder, "old", 400 * MIB, 1000);
    sparse(folder, "new", 400 * MIB, 2000);
    await ask();
    assert.deepEqual([existsSync(join(folder, "old")), existsSync(join(folder, "new"))], [false, true]);
    assert.equal(readdirSync(folder).length, 2);
  });

  it("does not take what a clock that was ahead has written for the newest", async () => {
    const { folder, ask, asked } = store();
    const now = Date.now() / 1000;
    sparse(folder, "ahead", 400 * MIB, now + 1e9);
    sparse(folder, "now", 400 * MIB, now - 10);
    await ask();
    assert.deepEqual([existsSync(join(folder, "ahead")), existsSync(join(folder, "now"))], [false, true]);
    await ask();
    assert.equal(asked(), 1, "the new entry is there");
  });

  it("counts many small entries by what they take of a disk", async () => {
    const { folder, ask } = store();
    sparse(folder, "large", 512 * MIB - 1000 * 1024, 5000);
    for (let i = 0; i < 500; i++) sparse(folder, `small${i}`, 1, 1000 + i);
    await ask();
    const left = readdirSync(folder).filter((name) => name.startsWith("small"));
    assert.ok(left.length < 260, `${left.length} of 500 are left`);
    assert.ok(!left.includes("small0") && left.includes("small499"), "the oldest went first");
  });

  it("looks again after some megabytes, not after a thousand answers alone", async () => {
    const answer = { ...right, stdout: new Uint8Array(20 * MIB) };
    answer.stdout.set(BITCODE);
    const { folder, open } = store(undefined, answer);
    const clang = open();
    await clang.run(ARGS, { "a.cu": "0" });
    sparse(folder, "old", 400 * MIB, 1000);
    sparse(folder, "new", 400 * MIB, 2000);
    for (const text of ["1", "2"]) await clang.run(ARGS, { "a.cu": text });
    assert.deepEqual([existsSync(join(folder, "old")), existsSync(join(folder, "new"))], [false, true]);
  });

  it("keeps no answer that is too large to be read again", async () => {
    const { folder, ask, asked } = store(undefined, { ...right, stdout: new Uint8Array(256 * MIB + 1) });
    await ask();
    await ask();
    assert.deepEqual([asked(), existsSync(folder)], [2, false]);
  });

  it("is written by many at once, and has one whole entry", async () => {
    const { folder, ask, asked } = store();
    const answers = await Promise.all(Array.from({ length: 20 }, ask));
    for (const one of answers) assert.deepEqual(one, right);
    const before = asked();
    assert.equal(readdirSync(folder).length, 1);
    await ask();
    assert.equal(asked(), before, "it is believed");
  });

  it("loses only its advantage where nothing can be written", async () => {
    const parent = mkdtempSync(join(tmpdir(), "warplens-store-"));
    writeFileSync(join(parent, "file"), "");
    for (const folder of [join(parent, "file", "compiles"), join(parent, "file")]) {
      const { ask, asked } = store(folder);
      assert.deepEqual([await ask(), await ask()], [right, right]);
      assert.equal(asked(), 2);
    }
    assert.deepEqual(readdirSync(parent), ["file"]);
  });
});
