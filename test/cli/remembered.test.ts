/** Findings of a file from an earlier process: they are given again while all that they came from is unchanged. */
import assert from "node:assert/strict";
import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { project, run } from "./cli";

const files = {
  "kernel.cu": `#include "stride.h"
__global__ void strided(float* out, const float* in) {
  out[threadIdx.x] = in[threadIdx.x * STRIDE];
}
`,
  "stride.h": "#define STRIDE 32\n",
};

/** A project whose runs share a store of their own. */
function store() {
  const cwd = project(files);
  const folder = mkdtempSync(join(tmpdir(), "warplens-remembered-"));
  const entries = () => readdirSync(folder).sort();
  return {
    cwd,
    check: (...words: string[]) => run({ cwd, env: { WARPLENS_CACHE: folder } }, "check", "kernel.cu", ...words),
    entries,
    folder,
  };
}

describe("findings of an earlier process", () => {
  it("are those that were found, and nothing is compiled for them", () => {
    const { check, entries, folder } = store();
    const first = check("--format", "json");
    assert.equal(first.code, 1, first.stderr);
    // Without clang's answers a check would ask for them again, and they would be kept again.
    const isSmall = (name: string) => statSync(join(folder, name)).size < 100_000;
    const kept = entries();
    const changed = kept.filter((name) => !isSmall(name));
    for (const name of changed) rmSync(join(folder, name));
    assert.deepEqual(check("--format", "json"), first);
    assert.deepEqual(entries(), kept.filter(isSmall));
  });

  it("are forgotten when the text, a header, a neighbour, a configuration or an option changes", () => {
    const { cwd, check } = store();
    const found = () => check().stdout;
    const before = found();
    assert.match(before, /32 sectors/);
    writeFileSync(join(cwd, "stride.h"), "#define STRIDE 2\n");
    assert.match(found(), /8 sectors/);
    writeFileSync(join(cwd, "stride.h"), files["stride.h"]);
    assert.equal(found(), before);
    writeFileSync(
      join(cwd, "main.cu"),
      "__global__ void strided(float*, const float*);\nint main() { strided<<<4, 64>>>(nullptr, nullptr); }\n",
    );
    assert.match(found(), /64/);
    rmSync(join(cwd, "main.cu"));
    assert.equal(found(), before);
    assert.match(check("-DSTRIDE=1").stdout, /redefined|32 sectors/);
    writeFileSync(join(cwd, ".warplens.json"), '{ "rules": { "uncoalesced-access": "off" } }');
    assert.match(found(), /No findings/);
    rmSync(join(cwd, ".warplens.json"));
    writeFileSync(join(cwd, "kernel.cu"), files["kernel.cu"].replace("* STRIDE", ""));
    assert.match(found(), /No findings/);
  });

  it("are made anew where a kept answer is damaged", () => {
    const { check, entries, folder } = store();
    const first = check();
    for (const name of entries()) writeFileSync(join(folder, name), "not ours");
    assert.deepEqual(check(), first);
  });
});
