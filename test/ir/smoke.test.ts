import { readFileSync } from "node:fs";
import { readModule } from "../../analyzer/ir/reader";
import { deviceModule, recordedProgram } from "../support/device";
describe("smoke", () => {
  it("probe", () => { const m = readModule(readFileSync("/tmp/probe/t.bc")); console.log(m.triple, m.functions.map(f=>[f.name,f.blocks.length,f.isKernel,f.location])); console.dir(m.functions.find(f=>f.blocks.length)!.blocks[0]!.instructions.slice(0,6).map(i=>({...i,block:0})),{depth:3}); });
  for (const p of ["coalescing","shared_banks","atomics","divergence","matmul","memory_spaces","modern","unified","streams","errors"]) it(p, async () => { const m = await deviceModule(recordedProgram(p), p+".cu"); console.log(p, m.functions.length, m.functions.reduce((a,f)=>a+f.instructionCount,0)); });
});
