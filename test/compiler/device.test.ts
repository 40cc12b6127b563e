import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { createCompileCache } from "../../analyzer/compiler/cache";
import { defaultOptions } from "../../analyzer/compiler/commands";
import { compileDevice } from "../../analyzer/compiler/device";
import { compileHost } from "../../analyzer/compiler/host";
import { readModule } from "../../analyzer/ir/reader";
import { sharedClang, sharedSyntax } from "./support";

const programs = join(process.cwd(), "test/hardware/programs");

const cache = createCompileCache();

describe("the device pass", () => {
  for (const name of readdirSync(programs)) {
    it(`compiles ${name} as recorded, nothing left out`, async () => {
      const source = { path: `home/me/${name}`, text: readFileSync(join(programs, name), "utf8") };
      const compiled = await compileDevice(
        await sharedClang(),
        source,
        undefined,
        new Map(),
        defaultOptions,
        undefined,
        { cache },
      );
      assert.deepEqual(compiled.errors, []);
      assert.deepEqual(compiled.leftOut, []);
      const module = readModule(compiled.bitcode!);
      assert.ok(module.functions.some((one) => one.isKernel));
    });
  }
});

describe("the host pass", () => {
  for (const name of readdirSync(programs)) {
    it(`compiles ${name} as recorded, with its launches`, async () => {
      const source = { path: `home/me/${name}`, text: readFileSync(join(programs, name), "utf8") };
      const outline = (await sharedSyntax()).outline(source.text);
      const compiled = await compileHost(await sharedClang(), source, outline, new Map(), defaultOptions, undefined, {
        cache,
      });
      assert.deepEqual(compiled.errors, []);
      assert.deepEqual(compiled.leftOut, []);
      const module = readModule(compiled.bitcode!);
      assert.ok(module.functions.some((one) => one.name === "__cudaPushCallConfiguration"));
      assert.ok(module.functions.some((one) => one.name === "main" && one.blocks.length > 0));
    });
  }
});
