/** Common code after branches: executed once where nvcc does so, and the function stays one that can be executed. */
import assert from "node:assert/strict";
import { controlFlow } from "../../analyzer/ir/cfg";
import type { Func, Module } from "../../analyzer/ir/model";
import { readModule } from "../../analyzer/ir/reader/reader";
import { operands } from "../../analyzer/ir/uses";
import { sinkCommonCode } from "../../analyzer/lower/passes/sink";
import { expandAssembly } from "../../analyzer/ptx/expand";
import { deviceBitcode, recordedProgram } from "../support/device";

const source = `
extern "C" __global__ void arms(const int* in, int* out, int n) {
  int i = threadIdx.x;
  int v = in[i];
  if (v > 3) out[i] = in[i + n] * 5; else if (v < -3) out[i] = in[i + n + n]; else out[i] = in[7];
}
extern "C" __global__ void condition(const int* in, int* out, int n) {
  int i = threadIdx.x;
  int v = in[i];
  if (v > 3) out[i] = in[i + n] * 5; else if (v < -3) out[i] = in[i + n + n];
}
extern "C" __global__ void twoValues(const int* in, int* out, int n) {
  int i = threadIdx.x;
  if (in[i] > 3) out[i] = in[i + n] * 5; else out[i + n] = in[i + n + n];
}
extern "C" __global__ void product(const int* in, int* out, int n) {
  int i = threadIdx.x, r;
  if (in[i] > 3) r = in[i + n] * 3; else r = in[in[i] & 7] * 5;
  out[i] = r;
}
extern "C" __global__ void ownUses(const int* in, int* out, int n) {
  int i = threadIdx.x, a = 0, b = 0;
  if (in[i] > 3) a = in[i + n] ^ 1; else b = in[in[i] & 7] * 5;
  out[i] = a;
  out[i + 32] = b;
}
extern "C" __global__ void otherSides(const int* in, int* out, int n) {
  int i = threadIdx.x, r;
  if (in[i] > 3) { int a = in[i + n]; r = a - n; } else { int a = in[in[i] & 7]; r = n - a; }
  out[i] = r;
}
extern "C" __global__ void fusedInOne(const float* in, float* out, float e) {
  int i = threadIdx.x;
  float r;
  if (in[i] > 3.0f) { float a = in[i + 64]; r = a * e + 1.0f; } else { float a = in[i + 96]; r = a + e; }
  out[i] = r;
}`;

const count = (func: Func, op: string): number =>
  func.blocks.reduce((sum, { instructions }) => sum + instructions.filter((one) => one.op === op).length, 0);

async function bothWays(text: string, name: string): Promise<{ before: Module; after: Module }> {
  const before = expandAssembly(readModule(await deviceBitcode(text, name)));
  return { before, after: sinkCommonCode(before) };
}

/** What breaks the rules of the IR: places, numbers, and values that are not there yet where they are read. */
function faults(func: Func): string[] {
  if (func.blocks.length === 0) return [];
  const flow = controlFlow(func);
  const found: string[] = [];
  let id = 0;
  for (const block of func.blocks) {
    block.instructions.forEach((one, position) => {
      if (one.block !== block || one.id !== id++) found.push(`${func.name}: place of ${one.op} ${one.id}`);
      if (one.op === "phi" && one.incoming.length !== block.predecessors.length)
        found.push(`${func.name}: phi ${one.id}`);
      if (!flow.reachable(block)) return;
      const read = one.op === "phi" ? one.incoming : operands(one).map((value) => ({ value, block }));
      for (const { value, block: at } of read) {
        if (value.kind !== "instruction" || !flow.reachable(at)) continue;
        const isBefore =
          value.block === at && one.op !== "phi"
            ? at.instructions.indexOf(value) < position && at.instructions.includes(value)
            : value.block.instructions.includes(value) && flow.dominates(value.block, at);
        if (!isBefore) found.push(`${func.name}: ${one.op} ${one.id} reads ${value.op} ${value.id}`);
      }
    });
  }
  return found;
}

describe("common code after branches", () => {
  const stores = (module: Module, name: string) => count(module.functions.find((one) => one.name === name)!, "store");

  it("is executed once where every predecessor branches unconditionally and one operand differs", async () => {
    const { before, after } = await bothWays(source, "sink.cu");
    assert.equal(stores(before, "arms"), 3);
    assert.equal(stores(after, "arms"), 1);
  });

  it("stays where a conditional branch skips it, or where two operands differ", async () => {
    const { before, after } = await bothWays(source, "sink.cu");
    for (const name of ["condition", "twoValues"]) assert.equal(stores(after, name), stores(before, name), name);
  });

  it("does not combine an addition that fuses a multiply with one that does not", async () => {
    const { after } = await bothWays(source, "sink.cu");
    const { blocks } = after.functions.find(({ name }) => name === "fusedInOne")!;
    const sums = blocks.filter(({ instructions }) =>
      instructions.some((one) => one.op === "binary" && one.binary === "fadd"),
    );
    assert.equal(sums.length, 2);
  });

  it("sinks the arithmetic and the load before it", async () => {
    const { after } = await bothWays(source, "sink.cu");
    const func = after.functions.find((one) => one.name === "product")!;
    assert.equal(count(func, "load"), 2);
  });

  it("leaves a value where each predecessor uses it differently, and where it is another operand", async () => {
    const { before, after } = await bothWays(source, "sink.cu");
    for (const name of ["ownUses", "otherSides"]) {
      const [old, func] = [before, after].map(({ functions }) => functions.find((one) => one.name === name)!);
      assert.equal(count(func!, "load"), count(old!, "load"), name);
      assert.deepEqual(faults(func!), [], name);
    }
  });

  it("leaves IR that can be executed, and does not change the given module", async () => {
    for (const name of ["variety/branches", "algorithms/scans", "algorithms/sorting", "divergence"]) {
      const { before, after } = await bothWays(recordedProgram(name), `${name.replace("/", "_")}.cu`);
      assert.deepEqual(after.functions.flatMap(faults), [], name);
      assert.deepEqual(before.functions.flatMap(faults), [], name);
    }
  });
});
