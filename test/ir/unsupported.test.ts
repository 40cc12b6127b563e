import assert from "node:assert/strict";
import { controlFlow } from "../../analyzer/ir/cfg";
import { readModule } from "../../analyzer/ir/reader/reader";
import { clang, hostArguments } from "./support/clang";
import { jumps } from "./support/programs";

describe("what the model does not have", () => {
  it("is an unsupported instruction with its place, in control flow that stays whole", async () => {
    const module = readModule(await clang(hostArguments("jumps.cpp", false), "jumps.cpp", jumps));
    for (const [name, what, successors, line] of [
      // clang gives no location to the block that all computed jumps of a function share.
      ["_Z8computedi", "indirectbr", 2, undefined],
      ["_Z8assemblyi", "asm goto", 2, 9],
    ] as const) {
      const func = module.functions.find((one) => one.name === name);
      assert(func, name);
      const found = func.blocks.flatMap((block) => block.instructions).filter((one) => one.op === "unsupported");
      assert.deepEqual(
        found.map((one) => [one.what, one.block.successors.length, one.location?.line]),
        [[what, successors, line]],
      );
      const flow = controlFlow(func);
      assert.equal(flow.order.length, func.blocks.length);
    }
  });

  it("gives the address of a block as a constant", async () => {
    const module = readModule(await clang(hostArguments("jumps.cpp", false), "jumps.cpp", jumps));
    const targets = module.globals.find((global) => global.name === "_ZZ8computediE7targets")?.initializer;
    assert(targets?.kind === "aggregate");
    const names = targets.elements.map((element) => {
      assert(element.kind === "blockaddress");
      return element.function.blocks[element.block]?.name;
    });
    assert.deepEqual(names, ["one", "two"]);
  });
});
