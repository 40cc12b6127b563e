import { readdirSync } from "node:fs";
import { join } from "node:path";
import { readModule } from "../../analyzer/ir/reader/reader";
import { recordedProgram } from "../support/device";
import { sampledIt } from "../support/sample";
import { bothForms, deviceArguments } from "./support/clang";
import { assertSameAsText } from "./support/compare";
import { devicePrograms } from "./support/programs";

const it = sampledIt("ir/device", 4);

const recorded = readdirSync(join(process.cwd(), "test/hardware/programs"))
  .filter((name) => name.endsWith(".cu"))
  .map((name) => name.slice(0, -3));

/** What the driver makes of `-ffast-math`, for the compiler proper. */
const FAST =
  "-ffast-math -menable-no-infs -menable-no-nans -fapprox-func -mreassociate -freciprocal-math -fno-signed-zeros".split(
    " ",
  );

async function same(name: string, source: string, command: readonly string[]): Promise<void> {
  const { bitcode, text } = await bothForms(command, `${name}.cu`, source);
  assertSameAsText(readModule(bitcode), text);
}

describe("reading device modules", () => {
  for (const name of recorded) {
    for (const optimised of [true, false]) {
      it(`${name} ${optimised ? "at -O2" : "as generated"} says what clang's text says`, async () => {
        await same(name, recordedProgram(name), deviceArguments(`${name}.cu`, optimised));
      });
    }
  }

  for (const [name, source] of Object.entries(devicePrograms)) {
    for (const optimised of [true, false]) {
      for (const fast of [true, false]) {
        const level = `${optimised ? "at -O2" : "as generated"}${fast ? " with fast mathematics" : ""}`;
        it(`${name} ${level} says what clang's text says`, async () => {
          const [program, ...words] = deviceArguments(`${name}.cu`, optimised);
          const flags = fast ? ["-cc1", ...FAST, ...words.slice(1)] : words;
          await same(name, source, [program as string, ...flags]);
        });
      }
    }
  }
});
