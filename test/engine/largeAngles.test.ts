/** Arguments of sines, cosines and tangents that the device reduces: a launch that has them says so, and counts the memory. */
import assert from "node:assert/strict";
import { parseSpec } from "../../engine/arguments/spec";
import type { SimulateJson } from "../../engine/formats/simulation";
import type { Engine } from "../../engine/model";
import { launchRemarks } from "../../pictures/verdict";
import { validated } from "../cli/cli";
import { nodeEngine } from "../support/engine";

const text = `__global__ void single(float* out, float a) { out[threadIdx.x] = sinf(a + threadIdx.x) + cosf(threadIdx.x); }
__global__ void both(double* out, double a) { double s, c; sincos(a, &s, &c); out[threadIdx.x] = s + c; }
__global__ void steep(float* out, float a) { out[threadIdx.x] = tanf(a); }
__global__ void approximate(float* out, float a) { out[threadIdx.x] = __sinf(a); }
`;

describe("large angles", () => {
  let engine: Engine;
  before(() => {
    engine = nodeEngine();
  });
  after(() => engine.dispose());

  async function launched(kernel: string, a: string) {
    const specs = new Map([["a", parseSpec("a", a)]]);
    const document = { path: "/w/angles.cu", text };
    const result = await engine.simulate(document, { kernel, block: [32, 1, 1], arguments: specs });
    return validated<SimulateJson>("simulate", JSON.stringify(result)).launches[0]!;
  }

  it("take the instructions of their reduction from class B, and nothing from class A", async () => {
    const launch = await launched("single", "1e7");
    assert.equal(launch.largeAngles, true);
    assert.equal(launch.classes.smsp__sass_branch_targets, "C");
    for (const name of [
      "smsp__sass_inst_executed_op_global_ld",
      "smsp__sass_l1tex_t_sectors_pipe_lsu_mem_global_op_ld",
      "smsp__sass_l1tex_t_sectors_pipe_lsu_mem_local_op_st",
      "smsp__sass_inst_executed_op_global_st",
      "smsp__sass_thread_inst_executed_op_ffma_pred_on",
    ])
      assert.equal(launch.classes[name], undefined, name);
    // Of two calls one has large arguments: six words of the table, seven stores and three loads of the array.
    const rows = launch.lines.map(({ op, space, requests, isLibrary }) => [op, space, requests, isLibrary === true]);
    assert.deepEqual(rows.toSorted(), [
      ["load", "global", 6, true],
      ["load", "local", 3, true],
      ["store", "global", 1, false],
      ["store", "local", 7, true],
    ]);
    assert.match(launchRemarks(launch).join(" "), /got large arguments.*\(class C\)/);
  });

  it("begin where the device's library begins to reduce by the slow path, in either precision", async () => {
    const large = async (kernel: string, a: string) => (await launched(kernel, a)).largeAngles === true;
    assert.deepEqual(
      [await large("steep", "105614"), await large("steep", "-105615"), await large("steep", "1e30")],
      [false, true, true],
    );
    assert.deepEqual([await large("both", "2147483647"), await large("both", "2147483648")], [false, true]);
    assert.equal(await large("approximate", "1e9"), false);
  });

  it("leave the next launch alone", async () => {
    await launched("single", "1e7");
    const launch = await launched("single", "3");
    assert.equal(launch.largeAngles, undefined);
    assert.equal(launch.classes.smsp__sass_inst_executed_op_global_ld, undefined);
  });
});
