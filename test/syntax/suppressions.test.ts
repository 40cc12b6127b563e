import assert from "node:assert/strict";
import { syntax } from "./support";

async function read(text: string): Promise<unknown[]> {
  const outline = (await syntax()).outline(text);
  return outline.suppressions.map(({ line, rules, reason }) => [line, rules, reason]);
}

describe("syntax: suppressions", () => {
  const cases: readonly [string, string, unknown[]][] = [
    ["a line", "a[i]; // warplens-ignore-line", [[0, [], ""]]],
    ["a line, one rule", "x;\na[i]; // warplens-ignore-line bank-conflict", [[1, ["bank-conflict"], ""]]],
    [
      "the next line, two rules and a reason",
      "// warplens-ignore-next-line bank-conflict, uncoalesced-access: measured: it pays\na[i];",
      [[1, ["bank-conflict", "uncoalesced-access"], "measured: it pays"]],
    ],
    ["a reason without rules", "// warplens-ignore-next-line because I say so\n", [[1, [], "because I say so"]]],
    ["the file", "// warplens-ignore-file\n", [[undefined, [], ""]]],
    [
      "the file, one rule",
      "/* warplens-ignore-file bank-conflict: tuned */",
      [[undefined, ["bank-conflict"], "tuned"]],
    ],
    ["a block comment", "/*\n warplens-ignore-next-line\n*/\na[i];", [[3, [], ""]]],
    ["the line of another tool", "a[i]; // NOLINT", [[0, [], ""]]],
    [
      "the next line of another tool",
      "// NOLINTNEXTLINE(warplens-bank-conflict): known\na[i];",
      [[1, ["bank-conflict"], "known"]],
    ],
    ["everything by a star", "a[i]; // NOLINT(*)", [[0, [], ""]]],
    ["names of ours among others", "a; // NOLINT(bugprone-x, warplens-bank-conflict)", [[0, ["bank-conflict"], ""]]],
    ["empty parentheses silence nothing", "a; // NOLINT()", []],
    ["a string is no comment", 'const char* s = "// warplens-ignore-file";', []],
    ["code is no comment", "int NOLINT = 1;", []],
  ];
  for (const [name, text, expected] of cases) it(name, async () => assert.deepEqual(await read(text), expected));
});
