/** Every function of the runtime API: our headers declare it, and the simulated runtime has it or refuses it by its name. */
import assert from "node:assert/strict";
import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { runtime } from "../../simulator/host/runtime";
import { refusals } from "../../simulator/host/runtime/refusals";

const HEADERS = "analyzer/cuda/include";

/** The text of all headers below a folder. */
function texts(folder: string): string {
  return readdirSync(folder)
    .map((name) => join(folder, name))
    .map((path) => (statSync(path).isDirectory() ? texts(path) : readFileSync(path, "utf8")))
    .join("\n");
}

const headers = [
  ...["cuda_runtime_api.h", "driver_types.h", "cuda.h"].map((name) => readFileSync(join(HEADERS, name), "utf8")),
  texts(join(HEADERS, "warplens")),
].join("\n");

const names = readFileSync("test/host/runtimeFunctions.txt", "utf8")
  .split("\n")
  .filter((line) => /^cuda\w+$/.test(line));

/** Functions that a header defines itself in terms of others. */
const isInline = (name: string) => new RegExp(`\\binline cudaError_t ${name}\\(`).test(headers);

describe("the runtime API", () => {
  it("is declared whole", () => {
    assert.ok(names.length >= 300, `${names.length}`);
    const missing = names.filter((name) => !new RegExp(`\\b${name}\\(`).test(headers));
    assert.deepEqual(missing, []);
  });

  it("runs, or is refused by name", () => {
    const missing = names.filter((name) => !(name in runtime) && !isInline(name));
    assert.deepEqual(missing, []);
    const refused = names.filter((name) => name in refusals);
    assert.ok(refused.length <= 59, `${refused.length} of ${names.length} are refused`);
  });

  it("has nothing that is refused and runs", () => {
    const both = Object.keys(refusals).filter((name) => runtime[name] !== refusals[name]);
    assert.deepEqual(both, []);
  });

  it("is the driver's too, as far as it is declared", () => {
    const declared = [...headers.matchAll(/^CUresult (cu[A-Z]\w+)\(/gm)].map((match) => match[1]!);
    assert.ok(declared.length > 100, `${declared.length}`);
    assert.deepEqual(
      declared.filter((name) => !(name in runtime)),
      [],
    );
  });
});
