import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import type { Location, Module } from "../../analyzer/ir/model";
import { accessSpanAt } from "../../analyzer/syntax";
import { deviceModule } from "../support/device";
import { syntax } from "./support";

type Op = "load" | "store";

/** Loads and stores with the outermost place that clang gives them. */
function places(module: Module): { op: Op; location: Location }[] {
  const found: { op: Op; location: Location }[] = [];
  for (const { blocks } of module.functions) {
    for (const { instructions } of blocks) {
      for (const instruction of instructions) {
        const op = instruction.op;
        let location = instruction.location;
        if ((op !== "load" && op !== "store") || !location) continue;
        while (location.inlinedAt) location = location.inlinedAt;
        // Line 0 and column 0 say that the optimiser merged several places.
        if (location.line > 0 && location.column > 0) found.push({ op, location });
      }
    }
  }
  return found;
}

describe("syntax: the places that clang gives accesses", () => {
  const programs = readdirSync("test/hardware/programs").filter((name) => name.endsWith(".cu") && name !== "modern.cu");
  for (const name of programs) {
    it(`every load and store of ${name} has an expression that touches memory`, async () => {
      const text = readFileSync(`test/hardware/programs/${name}`, "utf8");
      const outline = (await syntax()).outline(text);
      const all = places(await deviceModule(text, name));
      assert.ok(all.length > 0);
      for (const { op, location } of all) {
        const span = accessSpanAt(text, outline, location.line, location.column, { op });
        const where = `${name}:${location.line}:${location.column} ${op}`;
        assert.ok(span, where);
        const words = text.slice(span.start, span.end);
        // A structure handed to a function by value is loaded by its plain name.
        assert.match(words, op === "load" ? /[[.*(]|->|^\w+$/ : /[[.*(]|->/, `${where}: ${words}`);
      }
    });
  }
});
