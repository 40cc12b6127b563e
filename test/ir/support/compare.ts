/** Holds a module that was read from bitcode against the text that clang prints for it. */
import assert from "node:assert/strict";
import type { Func, Instruction, Location, Module } from "../../../analyzer/ir/model";
import { printFunction, printGlobal } from "../../../analyzer/ir/print";
import { scanText, type TextFunction, words } from "./text";

/** Fails unless functions, blocks, instructions with operands, and locations are exactly those of the text. */
export function assertSameAsText(module: Module, text: string): void {
  const expected = scanText(text);
  const defined = module.functions.filter((func) => func.blocks.length);
  const declared = module.functions.filter((func) => !func.blocks.length);
  assert.deepEqual(
    defined.map((func) => func.name),
    expected.functions.map((func) => func.name),
  );
  assert.deepEqual(declared.map((func) => func.name).sort(), [...expected.declarations].sort());
  assert.deepEqual(
    module.globals.map((global) => words(printGlobal(global))),
    expected.globals,
  );
  assert.deepEqual(
    module.aliases.map((alias) => alias.name),
    expected.aliases,
  );
  defined.forEach((func, index) => {
    assertSameFunction(func, expected.functions[index] as TextFunction);
  });
}

function assertSameFunction(func: Func, expected: TextFunction): void {
  assert.equal(func.isKernel, expected.kernel, func.name);
  const { location } = func;
  assert.equal(location ? `${location.line} ${location.function}` : "", expected.location, func.name);
  assert.deepEqual([...func.attributes].map(attributeText).sort(), [...expected.attributes].sort(), func.name);
  assert.equal(func.blocks.length, expected.blocks.length, `blocks of ${func.name}`);
  const instructions = func.blocks.flatMap((block) => block.instructions);
  assert.equal(func.instructionCount, instructions.length);
  instructions.forEach((instruction, index) => {
    assert.equal(instruction.id, index);
    assert.notEqual(instruction.op, "unsupported", func.name);
  });
  assert.equal(words(printFunction(func).split("\n")[0] as string), expected.head);
  const lines = bodyLines(func);
  func.blocks.forEach((block, blockIndex) => {
    const place = `${func.name}, block ${blockIndex}`;
    const expectedBlock = expected.blocks[blockIndex] ?? [];
    assert.deepEqual(
      block.instructions.map((one) => `${words(lines[one.id] as string)}  ${one.location ? chain(one) : ""}`),
      expectedBlock.map((one) => `${one.words}  ${one.location}`),
      place,
    );
  });
}

/** Flags, texts and memory effects as LLVM writes them; of other values the name. */
function attributeText([name, value]: [string, unknown]): string {
  if (name === "memory") return `memory(${value})`;
  if (/^[a-z_]+$/.test(name)) return name === "uwtable" ? "uwtable" : name;
  return value === true ? `"${name}"` : `"${name}"="${value}"`;
}

function bodyLines(func: Func): string[] {
  return printFunction(func)
    .split("\n")
    .filter((line) => line.startsWith("  "))
    .map((line) => line.trim().replace(/ {2}; \d+:\d+$/, ""));
}

function chain(instruction: Instruction): string {
  const parts: string[] = [];
  for (let at: Location | undefined = instruction.location; at; at = at.inlinedAt) {
    parts.push(`${at.file}:${at.line}:${at.column} ${at.function}`);
  }
  return parts.join(" @ ");
}
