import { readdirSync } from "node:fs";
import { join } from "node:path";
import { readModule } from "../../analyzer/ir/reader";
import { recordedProgram } from "../support/device";
import { bothForms, deviceArguments } from "./support/clang";
import { assertSameAsText } from "./support/compare";

const recorded = readdirSync(join(process.cwd(), "test/hardware/programs"))
  .filter((name) => name.endsWith(".cu"))
  .map((name) => name.slice(0, -3));

describe("reading device modules", () => {
  for (const name of recorded) {
    for (const optimised of [true, false]) {
      it(`${name} ${optimised ? "at -O2" : "as generated"} says what clang's text says`, async () => {
        const file = `${name}.cu`;
        const { bitcode, text } = await bothForms(deviceArguments(file, optimised), file, recordedProgram(name));
        assertSameAsText(readModule(bitcode), text);
      });
    }
  }
});
