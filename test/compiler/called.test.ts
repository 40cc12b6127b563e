/** The functions of clang that the record names are enough for what people write: nothing more of clang is there in these tests. */
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { linkSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";

const dist = join(process.cwd(), "dist");
const folder = mkdtempSync(join(process.cwd(), ".build/called-"));

/** Links of a folder's files, but not of one. */
function linkAll(from: string, to: string, except: string): void {
  mkdirSync(to);
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    const [source, target] = [join(from, entry.name), join(to, entry.name)];
    if (entry.isDirectory()) linkAll(source, target, except);
    else if (entry.name !== except) linkSync(source, target);
  }
}

function check(program: string, ...words: readonly string[]) {
  const { stdout, stderr, status } = spawnSync(process.execPath, [program, "check", ...words], {
    encoding: "utf8",
    env: { ...process.env, WARPLENS_CACHE: join(folder, "kept") },
  });
  return { stdout, stderr, status };
}

describe("the called functions of clang", () => {
  before(() => linkAll(dist, join(folder, "dist"), "llvm.uncalled.bin"));
  after(() => rmSync(folder, { recursive: true, force: true }));

  it("were recorded of the clang that is there", () => {
    const said = spawnSync(process.execPath, ["scripts/clangFunctions.mjs"], { encoding: "utf8" });
    const [, called] = /^(\d+) functions of clang are called$/m.exec(said.stdout) ?? [];
    assert.ok(Number(called) > 20_000 && Number(called) < 40_000, said.stdout + said.stderr);
  });

  it("are all that the examples call", () => {
    const [alone, whole] = [join(folder, "dist/cli.mjs"), join(dist, "cli.mjs")].map((one) => check(one, "examples"));
    assert.match(alone!.stdout, /transpose\.cu/);
    assert.deepEqual(alone, whole);
  });
});
