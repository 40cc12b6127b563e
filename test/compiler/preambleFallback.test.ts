/** What happens where clang cannot precompile headers on top of others: they are precompiled together. */
import assert from "node:assert/strict";
import { defaultOptions, deviceCommand } from "../../analyzer/compiler/command/commands";
import { createCompileCache } from "../../analyzer/compiler/incremental/state";
import type { Clang } from "../../analyzer/compiler/model";
import { withPreamble } from "../../analyzer/compiler/pass/preamble";

/** A clang that answers every precompiling with one byte, unless `fails` says no; it remembers what it was asked. */
function answering(fails: (isOnTop: boolean, name: string) => boolean): { readonly clang: Clang; asked: string[] } {
  const asked: string[] = [];
  const clang: Clang = {
    async run(args) {
      const name = args[args.indexOf("-emit-pch") + 1]!;
      const isOnTop = args.includes("-include-pch");
      asked.push(`${name}${isOnTop ? " on top" : ""}`);
      const exitCode = fails(isOnTop, name) ? 1 : 0;
      return { exitCode, stdout: new Uint8Array([asked.length]), stderr: "" };
    },
  };
  return { clang, asked };
}

const includes = ["cuda_runtime.h", "vector", "array"];
const prepared = (clang: Clang) =>
  withPreamble(clang, createCompileCache(), deviceCommand("main.cu", defaultOptions), includes);
const loaded = (command: readonly string[]) => command[command.indexOf("-include-pch") + 1]!;

describe("precompiled headers that clang cannot add", () => {
  it("stand on those that other files are likely to have as well", async () => {
    const { clang, asked } = answering(() => false);
    const { command, files } = await prepared(clang);
    assert.equal(asked.filter((one) => !one.includes("on top")).length, 1);
    assert.ok(asked.at(-1)!.includes("on top"));
    assert.ok(Object.keys(files).filter((name) => name.endsWith(".pch")).length > 1);
    assert.ok(Object.hasOwn(files, loaded(command)));
  });

  it("are precompiled together where clang cannot add them to others", async () => {
    const { clang } = answering((isOnTop, name) => isOnTop && /preamble[12]\.h$/.test(name));
    const { command, files } = await prepared(clang);
    assert.deepEqual(
      Object.keys(files).filter((name) => name.endsWith(".pch")),
      [loaded(command)],
    );
    const text = String(files[loaded(command).replace(/pch$/, "h")]);
    for (const name of includes) assert.ok(text.includes(`<${name}>`), name);
  });

  it("are none where not even the runtime's can be precompiled", async () => {
    const { clang } = answering(() => true);
    const { command, files } = await prepared(clang);
    assert.deepEqual(files, {});
    assert.ok(!command.includes("-include-pch"));
  });
});
