/**
 * What an H200 printed for programs about the device's language: mathematics, rounding, formats, groups, textures, text, random numbers. Each line is held
 * against the simulated one; lines that differ are listed with the reason, and must be exactly those.
 */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { simulateProgram } from "../support/conformance";
import { sampledIt } from "../support/sample";

const it = sampledIt("simulator/recorded", 3);

const folder = join(process.cwd(), "test/simulator/recorded");

/** Beginnings of lines that differ, by program, each with its reason. */
const known: Readonly<Record<string, readonly (readonly [reason: string, ...lines: string[]])[]>> = {
  halves: [
    [
      "a half that is NaN keeps its lower bits when it becomes a float; the device gives 0x7fffffff",
      "half1 42",
      "half2s 72",
      "half2s 73",
    ],
  ],
  edges: [
    ["|INT_MIN| is undefined: clang takes it for no negative number", "integers 15", "integers 45", "integers 75"],
    [
      "division by zero is undefined: 64 bits are divided by a routine, and remainders alone are another one",
      "integers 34",
      "integers 36",
      "integers 91",
      "integers 92",
      "integers 93",
    ],
  ],
  printing: [
    ["behind %hhd, the device reads %i past the arguments and prints what lies there", "[4464] [44] [4464]"],
    ["the sign of a NaN is left open by WebAssembly: it prints as nan", "[inf] [-inf]"],
  ],
};

/** Rows of `edges` whose numbers are compared as the functions' bounds say (`docs/arithmetic.md`), elsewhere. */
const TRANSCENDENTAL = new Set([41, 44, 45, 46, 47, 51, 52, 53, 54, 55, 59, 60]);
const ROWS = 61;

/** Bits of numbers; doubles are two words, the lower first. */
function numbersOf(line: string): { name: string; numbers: number[]; ulps: number[] } {
  const [, name, text] = /^(.* (?:floats|doubles)) (.*)$/.exec(line)!;
  const words = text!.split(" ");
  const bits = Uint32Array.from(words, (one) => Number.parseInt(one, 16)).buffer;
  const isDouble = name!.endsWith("doubles");
  const numbers = [...(isDouble ? new Float64Array(bits) : new Float32Array(bits))];
  const ulps = numbers.map((one) => 2 ** (Math.floor(Math.log2(Math.abs(one))) - (isDouble ? 52 : 23)));
  return { name: name!, numbers, ulps };
}

/** Columns of the random numbers that no approximation takes part in, by the end of the line's name. */
const EXACT: readonly (readonly [end: string, period: number, columns: readonly number[]])[] = [
  ["_t floats", 8, [0, 1, 2]],
  ["_t doubles", 4, [0]],
  ["fours floats", 8, [0, 1, 2, 3]],
  ["fours doubles", 4, [0, 1]],
];
/**
 * Pairs of floats are made with `__sincosf`, within 2^-21.19 of the truth by the CUDA guide, times a radius of at most 6.7;
 * logarithm and exponential take part too. Of doubles the last bit may differ.
 */
const FLOAT_BOUND = 6.7 * 2 ** -21.19 * 2;
const DOUBLE_ULPS = 1;

/** Random numbers as they were recorded where ours differ from those within the bounds, else as they are. */
function nearRecorded(line: string, recorded: string): string {
  const [ours, theirs] = [numbersOf(line), numbersOf(recorded)];
  const [, period, exact] = EXACT.find(([end]) => theirs.name.endsWith(end))!;
  const isDouble = theirs.name.endsWith("doubles");
  const isNear = theirs.numbers.every((one, i) => {
    const bound = exact.includes(i % period) ? 0 : isDouble ? DOUBLE_ULPS * theirs.ulps[i]! : FLOAT_BOUND;
    return Math.abs(one - ours.numbers[i]!) <= bound;
  });
  return isNear && ours.name === theirs.name && ours.numbers.length === theirs.numbers.length ? recorded : line;
}

/**
 * A line as it is compared. Which NaN an operation gives is left open by WebAssembly; on the device it is 0x7fffffff, or
 * 0xfff8000000000000. Only NaN of those rows that print bits of floats are made equal.
 */
function comparable(line: string, recorded: string): string {
  if (/ (floats|doubles) /.test(recorded)) return nearRecorded(line, recorded);
  const row = /^(conversions|arithmetic) (\d+) /.exec(line);
  if (!row) return line;
  const number = Number(row[2]);
  if (row[1] === "arithmetic" && TRANSCENDENTAL.has(number % ROWS)) return "";
  if (row[1] === "conversions" && number !== 44 && number !== 45) return line;
  return line.replace(/\b(7fffffff|[7f]f[ce]00000|[7f]ff[48]000000000000)\b/g, "nan");
}

const programs = ["groups", "packed", "halves", "edges", "sampling", "printing", "random"];

describe("programs about the device's language", () => {
  for (const name of programs) {
    it(`${name}.cu prints what an H200 does`, async () => {
      const expected = readFileSync(join(folder, `${name}.txt`), "utf8").split("\n");
      const result = await simulateProgram(readFileSync(join(folder, `${name}.cu`), "utf8"), `${name}.cu`);
      assert.equal(result.outcome.kind, "completed", result.outcome.message);
      const printed = new TextDecoder().decode(result.stdout).split("\n");
      assert.equal(printed.length, expected.length);
      const lines = (known[name] ?? []).flatMap(([, ...starts]) => starts);
      const start = (line: string) => lines.find((one) => line.startsWith(`${one} `)) ?? line;
      const differing = expected.flatMap((line, index) =>
        comparable(line, line) === comparable(printed[index]!, line) ? [] : [start(line)],
      );
      assert.deepEqual([...new Set(differing)].sort(), [...lines].sort());
    });
  }
});
