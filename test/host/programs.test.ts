/**
 * Small programs, one or more for every part of the runtime and of the language: what each prints must equal the text
 * beside it, which was derived from the documented semantics, and what an H200 printed where it was recorded (`record.py`).
 */
import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { simulateProgram } from "../support/conformance";
import { sampled } from "../support/sample";

const folder = join(process.cwd(), "test/host/programs");
const names = readdirSync(folder)
  .filter((name) => name.endsWith(".cu"))
  .map((name) => name.slice(0, -".cu".length))
  .sort();

interface Recorded {
  readonly programs: Readonly<
    Record<string, { readonly stdout?: string; readonly exit_code?: number; readonly sha256?: string }>
  >;
}
const recordedAt = join(process.cwd(), "test/host/programs.json");
const recorded: Recorded = existsSync(recordedAt) ? JSON.parse(readFileSync(recordedAt, "utf8")) : { programs: {} };

/** Simulated devices for programs that need more than one; two were there when they were recorded. */
const devices: Readonly<Record<string, number>> = { a29_two_devices: 2, a29_peer_access: 2 };

const sourceOf = (name: string) => readFileSync(join(folder, `${name}.cu`), "utf8");

/** Templates of Thrust and CUB take by far the longest to compile, then what else is included. */
function cost(name: string): number {
  const included = sourceOf(name).match(/^#include <.*>/gm) ?? [];
  return included.length + 100 * included.filter((one) => /<(thrust|cub)\//.test(one)).length;
}

describe("programs run from main", () => {
  it("are at least sixty", () => assert.ok(names.length >= 60));

  for (const name of sampled("host/programs", names, { every: 24, what: "programs", cost })) {
    it(name, async () => {
      const source = sourceOf(name);
      const result = await simulateProgram(source, `${name}.cu`, devices[name]);
      assert.equal(result.outcome.message, "");
      const printed = new TextDecoder().decode(result.stdout);
      assert.equal(printed, readFileSync(join(folder, `${name}.txt`), "utf8"));
      const hardware = recorded.programs[name];
      // A program that was changed since must be recorded again.
      const digest = createHash("sha256").update(source).digest("hex");
      if (hardware?.stdout === undefined || (hardware.sha256 ?? digest) !== digest) return;
      assert.equal(printed, hardware.stdout);
      assert.equal(result.exitCode, hardware.exit_code);
    });
  }
});
