/**
 * Checked runs of a corpus of small kernels, racy and clean: what is found is exactly what the kernels' comments say, by kind
 * and lines. `//$ grid=… block=… cluster=… shared=…` before a kernel is its launch; `//! kind` on a line says that a finding of
 * the kind names it, `//! kind:x` tells findings of one kind apart, and `@kernel` says whose it is where the line is no kernel's.
 */
import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { defaultOptions, deviceCommand } from "../../analyzer/compiler/command/commands";
import type { Dim3 } from "../../analyzer/hardware/model";
import type { Location } from "../../analyzer/ir/model";
import { lowerModule } from "../../analyzer/lower/lower";
import { wholeReading } from "../../analyzer/readings";
import { checkLaunch } from "../../simulator/check/check";
import type { CheckFinding } from "../../simulator/check/model";
import { Bench, int, pointer } from "../simulator/support";
import { compileBitcode } from "../support/device";
import { sampled } from "../support/sample";

const FOLDER = "test/check/corpus";
/** Elements of each of the kernels' three buffers. */
const ELEMENTS = 4096;

interface Kernel {
  readonly name: string;
  readonly grid: Dim3;
  readonly block: Dim3;
  readonly cluster: Dim3 | undefined;
  readonly shared: number;
  /** Findings as `kind line line …`, sorted. */
  readonly expected: readonly string[];
}

const dim = (text = "1"): Dim3 => {
  const [x = 1, y = 1, z = 1] = text.split(",").map(Number);
  return [x, y, z];
};

/** The kernels of a file with their launches and the findings that are expected of each. */
function kernelsOf(text: string): readonly Kernel[] {
  const lines = text.split("\n");
  const starts = lines.flatMap((line, index) => (/^__global__ void (\w+)/.test(line) ? [index] : []));
  const marks = lines.flatMap((line, index) => {
    const [, words] = /\/\/! (.*)$/.exec(line) ?? [];
    return (words ?? "").split(" ").flatMap((word) => (word ? [{ word, line: index + 1 }] : []));
  });
  return starts.map((start, order) => {
    const name = /^__global__ void (\w+)/.exec(lines[start]!)![1]!;
    const end = starts[order + 1] ?? lines.length;
    const launch = new Map([...lines[start - 1]!.matchAll(/(\w+)=([\d,]+)/g)].map(([, key, value]) => [key!, value!]));
    const groups = new Map<string, Set<number>>();
    for (const { word, line } of marks) {
      const [tag, owner] = word.split("@");
      const isMine = owner === undefined ? line > start && line <= end : owner === name;
      if (isMine) groups.set(tag!, (groups.get(tag!) ?? new Set()).add(line));
    }
    return {
      name,
      grid: dim(launch.get("grid")),
      block: dim(launch.get("block")),
      cluster: launch.has("cluster") ? dim(launch.get("cluster")) : undefined,
      shared: Number(launch.get("shared") ?? 0),
      expected: [...groups].map(([tag, at]) => [tag.split(":")[0], ...[...at].sort((a, b) => a - b)].join(" ")).sort(),
    };
  });
}

/** The line of a location that a reader of the file sees: the innermost one in the file itself. */
function lineIn(file: string, location: Location | undefined): number | undefined {
  for (let at = location; at; at = at.inlinedAt) if (at.file.endsWith(file)) return at.line;
  return undefined;
}

const files = readdirSync(FOLDER).filter((name) => name.endsWith(".cu"));

describe("a checked run of the corpus", () => {
  const textOf = (file: string) => readFileSync(join(FOLDER, file), "utf8");
  for (const file of sampled("check/corpus", files, { every: 4, what: "files", cost: (one) => textOf(one).length })) {
    const text = textOf(file);
    const kernels = kernelsOf(text);
    describe(file, () => {
      let bench: Bench;
      before(async () => {
        const source = text.replace(/^__global__/gm, 'extern "C" __global__');
        const bitcode = await compileBitcode(deviceCommand(file, defaultOptions, "complete"), source, file);
        const module = wholeReading(bitcode);
        bench = new Bench({ module, lowered: lowerModule(module, { isWhole: true }) }, { apart: true });
      });

      for (const kernel of kernels) {
        const { name, grid, block, cluster, shared, expected } = kernel;
        it(`${name}: ${expected.join(", ") || "nothing"}`, () => {
          const check = checkLaunch();
          const data = Int32Array.from({ length: ELEMENTS }, (_, i) => (i * 7) % 11);
          const buffers = [new Int32Array(ELEMENTS), data, new Int32Array(ELEMENTS)].map((one) => bench.buffer(one));
          const options = { observers: [check.observer], shared, ...(cluster && { cluster }) };
          const { outcome } = bench.launch(name, grid, block, [...buffers.map(pointer), int(64)], options);
          const found = check.findings();
          const kindOf = ({ rule, cause }: CheckFinding) => cause ?? rule;
          const seen = found.map((one) => {
            const lines = [one.location, ...(one.other ? [one.other.location] : [])].map((at) => lineIn(file, at) ?? 0);
            return [kindOf(one), ...[...new Set(lines)].sort((a, b) => a - b)].join(" ");
          });
          if (outcome.kind !== "completed") seen.push(`${outcome.kind} ${lineIn(file, outcome.location)}`);
          const said = [...found.map(({ message }) => message), outcome.message].join("\n");
          assert.deepEqual([...new Set(seen)].sort(), expected, said);
        });
      }
    });
  }

  it("has at least 150 kernels", () => {
    const count = files.reduce((sum, file) => sum + kernelsOf(textOf(file)).length, 0);
    assert.ok(count >= 150, `${count}`);
  });
});
