/** Statements that a constant without `f` makes double, and such that are double on purpose or not at all. */
import assert from "node:assert/strict";
import { edited, findingsIn, lineOf } from "./support";

const kernel = (body: string, before = "", data = "float"): string =>
  `#define SCALE 0.1
${before}
__global__ void kernel(const ${data}* in, float* out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    ${body}
}
`;

const found: Readonly<Record<string, readonly [body: string, mended: string]>> = {
  product: ["out[i] = in[i] * 0.1;", "out[i] = in[i] * 0.1f;"],
  "constant first": ["out[i] = .3 * in[i];", "out[i] = .3f * in[i];"],
  exponent: ["out[i] = in[i] + 1e-3;", "out[i] = in[i] + 1e-3f;"],
  "several constants": [
    "out[i] = 0.3 * in[i] + 1.0 / (in[i + 1] + 3.14159);",
    "out[i] = 0.3f * in[i] + 1.0f / (in[i + 1] + 3.14159f);",
  ],
  "an integer beside": ["out[i] = i * 0.7 + in[i];", "out[i] = i * 0.7f + in[i];"],
  guarded: ["if (i < n) out[i] -= 0.9 * in[i];", "if (i < n) out[i] -= 0.9f * in[i];"],
};

const silent: Readonly<Record<string, string>> = {
  "suffix f": kernel("out[i] = in[i] * 0.1f;"),
  "powers of two": kernel("out[i] = in[i] * 2.0;"),
  "exact quotients": kernel("out[i] = in[i] / 4.0;"),
  "double data": kernel("out[i] = in[i] * 0.1;", "", "double"),
  "double on purpose": kernel("double sum = in[i]; sum += 0.1 * in[i + 1]; out[i] = sum;"),
  "a cast on purpose": kernel("out[i] = (float)((double)in[i] * 0.1);"),
  "a type of its own": kernel("Real sum = in[i]; sum += 0.1 * in[i + 1]; out[i] = sum;", "typedef double Real;"),
  "a macro": kernel("out[i] = in[i] * SCALE;"),
  "a constant that is cast": kernel("out[i] = in[i] * (float)0.1;"),
  "a comparison": kernel("out[i] = in[i] > 0.1 ? 1.0f : 2.0f;"),
  "a template": `template <typename T> __global__ void scale(const T* in, T* out) { out[threadIdx.x] = in[threadIdx.x] * 0.1; }
void run(const float* in, float* out) { scale<float><<<1, 32>>>(in, out); }
`,
  "host code": "float half(float x) { return x * 0.1; }\n",
};

describe("double-arithmetic", () => {
  const own = async (text: string) => (await findingsIn(text)).filter(({ rule }) => rule === "double-arithmetic");
  for (const [name, [body, mended]] of Object.entries(found)) {
    it(`finds ${name}, and mends it`, async () => {
      const text = kernel(body);
      const [finding, ...others] = await own(text);
      assert.ok(finding && others.length === 0);
      assert.equal(lineOf(text, finding.span.start), 5);
      const result = edited(text, finding.fixes[0]!.edits);
      assert.equal(result, kernel(mended));
      assert.deepEqual(await own(result), []);
    });
  }
  for (const [name, text] of Object.entries(silent)) {
    it(`is silent about ${name}`, async () =>
      assert.deepEqual(
        (await own(text)).map(({ message }) => message),
        [],
      ));
  }
});
