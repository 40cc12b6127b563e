/** Host code alone, in C++20: what it prints must equal what g++ and libstdc++ print (`recordCxx.py`), where the standard leaves it open too. */

import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { architectures } from "../../analyzer/hardware/architectures";
import { Budget } from "../../simulator/budget";
import { runProgram } from "../../simulator/host/program";
import { DeviceMemory } from "../../simulator/memory/device";
import { programModule } from "../support/host";
import { sampled } from "../support/sample";

const folder = join(process.cwd(), "test/host/cxx");
const names = readdirSync(folder)
  .filter((name) => name.endsWith(".cpp"))
  .map((name) => name.slice(0, -".cpp".length))
  .sort();

const sourceOf = (name: string) => readFileSync(join(folder, `${name}.cpp`), "utf8");

/** Parsing headers takes the longest. */
const cost = (name: string) => sourceOf(name).match(/^#include <.*>/gm)?.length ?? 0;

describe("the C++ library", () => {
  for (const name of sampled("host/cxx", names, { every: 12, what: "programs", cost })) {
    it(name, async () => {
      const host = await programModule(sourceOf(name), `${name}.cpp`, "c++20");
      const result = runProgram({
        host,
        device: { module: { triple: "", functions: [], globals: [], aliases: [] }, lowered: new Map() },
        memory: new DeviceMemory(1 << 28),
        architecture: architectures.get("sm_90")!,
        options: { arguments: [name], environment: new Map(), stdin: new Uint8Array(), maxOutput: 1 << 20 },
        runLaunch: () => assert.fail("no kernel is launched here"),
        budget: new Budget(1e9),
      });
      assert.equal(result.outcome.message, "");
      const printed = new TextDecoder().decode(result.stdout);
      assert.equal(printed, readFileSync(join(folder, `${name}.txt`), "utf8"));
      assert.equal(result.exitCode, 0);
    });
  }
});
