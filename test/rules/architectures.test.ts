/** What holds for the chosen architecture alone is said of it, and changes with it. */
import assert from "node:assert/strict";
import { architectures } from "../../analyzer/hardware/architectures";
import { findingsIn } from "./support";

/** Each finding of a rule, with its related information. */
const messagesOn = async (text: string, name: string, rule: string): Promise<readonly string[]> =>
  (await findingsIn(text, true, architectures.get(name)!))
    .filter((one) => one.rule === rule)
    .map((one) => [one, ...one.related].map(({ message }) => message).join(" "));

const shared = (bytes: number, raised: boolean): string => `
__global__ void fill(float* out) {
    extern __shared__ float part[];
    part[threadIdx.x] = 1.0f;
    out[threadIdx.x] = part[threadIdx.x];
}
void run(float* out) {
    ${raised ? `cudaFuncSetAttribute(fill, cudaFuncAttributeMaxDynamicSharedMemorySize, ${bytes});` : ""}
    fill<<<1, 32, ${bytes}>>>(out);
}
`;

describe("rules on the chosen architecture", () => {
  const sharedOn = (name: string, bytes: number, raised: boolean) =>
    messagesOn(shared(bytes, raised), name, "launch-config-order");

  it("hold shared memory that the code has asked for against that device's most", async () => {
    assert.deepEqual(await sharedOn("sm_90", 100_000, true), []);
    const [message, ...others] = await sharedOn("sm_75", 100_000, true);
    assert.equal(others.length, 0);
    assert.match(
      message!,
      /^100000 bytes .* over the limit of 65536 for a block on sm_75: the launch fails\. Use less\.$/,
    );
  });

  it("advise asking for more only where there is more", async () => {
    assert.match(
      (await sharedOn("sm_90", 100_000, false))[0]!,
      /limit of 49152 for a block: .* Allow it with cudaFuncSet/,
    );
    assert.match((await sharedOn("sm_90", 300_000, false))[0]!, /limit of 232448 for a block on sm_90: .* Use less\.$/);
  });

  it("tell what double precision costs there", async () => {
    const text = `
__global__ void scale(const float* in, float* out) { out[threadIdx.x] = in[threadIdx.x] * 0.1; }
void run(const float* in, float* out) { scale<<<1, 32>>>(in, out); }
`;
    const on = async (name: string) => (await messagesOn(text, name, "double-arithmetic"))[0]!;
    assert.match(await on("sm_90"), /On sm_90 that has 1\/2 of .*, on sm_86, sm_89, sm_120 1\/64\./);
    assert.match(await on("sm_86"), /Write 0\.1f\. On sm_86 that has 1\/64 of single precision's throughput\./);
  });
});
