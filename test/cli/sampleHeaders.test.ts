/** Headers that public samples share and that come with us: a user's own of the same name is the one that is meant. */
import assert from "node:assert/strict";
import type { CheckJson } from "../../engine/formats/findings";
import { sampledIt } from "../support/sample";
import { project, run, validated } from "./cli";

const it = sampledIt("cli/sampleHeaders", 3);

const NAMES = ["helper_cuda.h", "helper_functions.h", "helper_math.h", "helper_timer.h", "exception.h"];

/** A kernel that reads as far apart as a header says; side by side where it says nothing. */
const kernel = (name: string, include: string) => `#include ${include}
#ifndef STRIDE
#define STRIDE 1
#endif
__global__ void ${name}(float* out, const float* in) {
  out[threadIdx.x] = in[threadIdx.x * STRIDE];
}
`;

const apart = "#define STRIDE 32\n";
const together = "#define STRIDE 1\n";

/** For each file the rules that found something, and what was left out. */
function found(cwd: string, ...words: string[]): Record<string, readonly string[]> {
  const { stdout, stderr } = run({ cwd }, "check", ".", ...words, "--format", "json");
  assert.equal(stderr, "");
  const { files } = validated<CheckJson>("check", stdout);
  return Object.fromEntries(
    files.map(({ path, findings, left_out }) => [
      path,
      [...findings.map((one) => one.rule), ...left_out.map((one) => one.reason)],
    ]),
  );
}

describe("headers of public samples", () => {
  it("are the user's own beside the file that includes them", () => {
    const names = [...NAMES, "cuda_fp16.h"];
    const files = names.flatMap((header, i) => [
      [`${i}/${header}`, apart],
      [`${i}/a.cu`, kernel("strided", `"${header}"`)],
    ]);
    const all = found(project(Object.fromEntries(files)));
    assert.deepEqual(all, Object.fromEntries(names.map((_, i) => [`${i}/a.cu`, ["uncoalesced-access"]])));
  });

  it("are the user's own in a folder of -I, but for what stands beside the file", () => {
    const cwd = project({
      "inc/helper_math.h": apart,
      "inc/exception.h": apart,
      "quoted.cu": kernel("quoted", '"helper_math.h"'),
      "angled.cu": kernel("angled", "<exception.h>"),
      "through.cu": kernel("through", '"mine/through.h"'),
      "mine/through.h": "#include <helper_math.h>\n",
      "near/helper_math.h": together,
      "near/beside.cu": kernel("beside", '"helper_math.h"'),
      "near/past.cu": kernel("past", "<helper_math.h>"),
    });
    assert.deepEqual(found(cwd, "-I", "inc"), {
      "angled.cu": ["uncoalesced-access"],
      "near/beside.cu": [],
      "near/past.cu": ["uncoalesced-access"],
      "quoted.cu": ["uncoalesced-access"],
      "through.cu": ["uncoalesced-access"],
    });
  });

  it("are ours where the user has none, and a toolkit's always are", () => {
    const cwd = project({
      "toolkit/cuda_runtime.h": "#error this is not to be read\n",
      "toolkit/cuda_fp16.h": "#error this is not to be read\n",
      "a.cu": `#include <cuda_fp16.h>\n${kernel("plain", '"helper_math.h"')}
__global__ void sums(float4* out, const float4* in, const __half* scale) {
  out[threadIdx.x] = in[threadIdx.x] * __half2float(scale[0]) + make_float4(lerp(0.0f, 1.0f, 0.5f));
}\n`,
    });
    assert.deepEqual(found(cwd, "-I", "toolkit"), { "a.cu": [] });
  });
});
