import assert from "node:assert/strict";
import type { Module, Opcode } from "../../analyzer/ir/model";
import { readModule } from "../../analyzer/ir/reader/reader";
import { sampledIt } from "../support/sample";
import { bothForms, clang, deviceArguments, hostArguments } from "./support/clang";
import { assertSameAsText } from "./support/compare";
import { devicePrograms, hostPrograms, variable } from "./support/programs";

const it = sampledIt("ir/coverage", 6);

const OPCODES: Readonly<Record<Exclude<Opcode, "unsupported">, true>> = {
  binary: true,
  fneg: true,
  freeze: true,
  cast: true,
  icmp: true,
  fcmp: true,
  select: true,
  phi: true,
  load: true,
  store: true,
  atomicrmw: true,
  cmpxchg: true,
  fence: true,
  gep: true,
  alloca: true,
  call: true,
  invoke: true,
  landingpad: true,
  resume: true,
  extractvalue: true,
  insertvalue: true,
  extractelement: true,
  insertelement: true,
  shufflevector: true,
  va_arg: true,
  br: true,
  condbr: true,
  switch: true,
  ret: true,
  unreachable: true,
};

/** A target whose front end leaves variable arguments to the back end. */
function elsewhere(name: string): string[] {
  return hostArguments(name).map((word) => (word.startsWith("x86_64") ? "sparc-unknown-linux-gnu" : word));
}

describe("the programs of these tests", () => {
  it("have every instruction of the model", async () => {
    const modules: Module[] = [readModule(await clang(elsewhere("variable.cpp"), "variable.cpp", variable))];
    for (const [name, source] of Object.entries(hostPrograms)) {
      for (const optimised of [true, false]) {
        const file = `${name}.cpp`;
        modules.push(readModule(await clang(hostArguments(file, optimised), file, source)));
      }
    }
    for (const [name, source] of Object.entries(devicePrograms)) {
      const file = `${name}.cu`;
      modules.push(readModule(await clang(deviceArguments(file), file, source)));
    }
    const found = new Set<Opcode>();
    for (const module of modules) {
      for (const func of module.functions) {
        for (const block of func.blocks) for (const instruction of block.instructions) found.add(instruction.op);
      }
    }
    assert.deepEqual([...found].sort(), Object.keys(OPCODES).sort());
  });

  it("with variable arguments say on another target what clang's text says", async () => {
    const { bitcode, text } = await bothForms(elsewhere("variable.cpp"), "variable.cpp", variable);
    assertSameAsText(readModule(bitcode), text);
  });
});
