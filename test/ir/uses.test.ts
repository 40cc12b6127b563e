import assert from "node:assert/strict";
import type { Value } from "../../analyzer/ir/model";
import { printFunction } from "../../analyzer/ir/print";
import { usesIn } from "../../analyzer/ir/uses";
import { deviceModule, recordedProgram } from "../support/device";

describe("uses", () => {
  for (const name of ["matmul", "divergence", "memory_spaces", "atomics"]) {
    it(`of values in ${name} are the instructions that name them`, async () => {
      const module = await deviceModule(recordedProgram(name), `${name}.cu`);
      let checked = 0;
      for (const func of module.functions.filter((one) => one.blocks.length)) {
        const instructions = func.blocks.flatMap((block) => block.instructions);
        const lines = printFunction(func)
          .split("\n")
          .filter((line) => line.startsWith("  "));
        const head = printFunction(func).split("\n")[0] as string;
        const named = new Map<string, Value>();
        [...head.slice(head.indexOf("(")).matchAll(/%("[^"]*"|[\w.]+)/g)]
          .filter((match) => !/^(?:struct|class|union)\./.test(match[1] as string))
          .forEach((match, index) => {
            named.set(match[0], func.arguments[index] as Value);
          });
        instructions.forEach((one, index) => {
          const result = /^ {2}(%\S+) = /.exec(lines[index] as string)?.[1];
          if (result) named.set(result, one);
        });
        const uses = usesIn(func);
        for (const [text, value] of named) {
          const expected = instructions.filter((_, index) => {
            const right = (lines[index] as string).replace(/^ {2}%\S+ = /, "").replace(/\[ "(?:align|nonnull).*\]/, "");
            return [...right.matchAll(/%(?:"[^"]*"|[\w.]+)/g)].some((match) => match[0] === text);
          });
          assert.deepEqual(
            uses.of(value).map((one) => one.id),
            expected.map((one) => one.id),
            `${text} in ${func.name}`,
          );
          checked++;
        }
      }
      assert(checked > 100);
    });
  }
});
