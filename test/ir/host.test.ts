import { readModule } from "../../analyzer/ir/reader/reader";
import { sampledIt } from "../support/sample";
import { bothForms, hostArguments } from "./support/clang";
import { assertSameAsText } from "./support/compare";
import { hostPrograms } from "./support/programs";

const it = sampledIt("ir/host", 4);

describe("reading host modules", () => {
  for (const [name, source] of Object.entries(hostPrograms)) {
    for (const optimised of [true, false]) {
      it(`${name} ${optimised ? "at -O2" : "as generated"} says what clang's text says`, async () => {
        const file = `${name}.cpp`;
        const { bitcode, text } = await bothForms(hostArguments(file, optimised), file, source);
        assertSameAsText(readModule(bitcode), text);
      });
    }
  }
});
