import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { syntax } from "../syntax/support";

interface Pattern {
  readonly include?: string;
  readonly match?: string;
  readonly captures?: Readonly<Record<string, { readonly name: string }>>;
}

const grammar = JSON.parse(readFileSync("syntaxes/warplens.injection.json", "utf8")) as {
  readonly scopeName: string;
  readonly injectionSelector: string;
  readonly patterns: readonly Pattern[];
  readonly repository: Readonly<Record<string, Pattern>>;
};

const patterns = grammar.patterns.map((one) => grammar.repository[one.include!.slice(1)]!);

/** The captures of one line as the grammar names them: last word but one of the scope, and the text. */
function tokens(line: string): string[] {
  for (const { match, captures } of patterns) {
    // The patterns keep to what Oniguruma and JavaScript read alike.
    const found = new RegExp(match!).exec(line);
    if (!found) continue;
    return Object.entries(captures!)
      .filter(([group]) => found[Number(group)])
      .map(([group, { name }]) => `${name.split(".").at(-2)} ${found[Number(group)]}`);
  }
  return [];
}

describe("grammar: suppression comments", () => {
  it("is injected into the comments of CUDA files, and refers to nothing that is not there", () => {
    assert.equal(grammar.scopeName, "warplens.injection");
    assert.match(grammar.injectionSelector, /^L:source\.cuda-cpp comment\b/);
    assert.ok(patterns.every((one) => one?.match !== undefined));
    const names = patterns.flatMap((one) => Object.values(one.captures!).map(({ name }) => name));
    assert.ok(names.every((name) => name.endsWith(".warplens")));
  });

  const cases: readonly [string, readonly string[]][] = [
    ["// warplens-ignore-line", ["suppression warplens-ignore-line"]],
    [
      "// warplens-ignore-next-line bank-conflict, uncoalesced-access: measured: it pays",
      [
        "suppression warplens-ignore-next-line",
        "rule bank-conflict, uncoalesced-access",
        "reason :",
        "reason measured: it pays",
      ],
    ],
    ["// warplens-ignore-line bank-conflict", ["suppression warplens-ignore-line", "rule bank-conflict"]],
    ["/* warplens-ignore-file bank-conflict */", ["suppression warplens-ignore-file", "rule bank-conflict"]],
    ["// warplens-ignore-line because I say so", ["suppression warplens-ignore-line", "reason because I say so"]],
    ["// NOLINT(warplens-bank-conflict)", ["suppression NOLINT", "rule warplens-bank-conflict"]],
    ["// NOLINTNEXTLINE(*)", ["suppression NOLINTNEXTLINE", "rule *"]],
    ["// NOLINT(bugprone-branch-clone)", []],
    ["// about warplens and ignoring lines", []],
  ];
  for (const [line, expected] of cases) it(line, () => assert.deepEqual(tokens(line), expected));

  it("colours as rules what the analyzer reads as rules", async () => {
    for (const [line] of cases) {
      const [read] = (await syntax()).outline(line).suppressions;
      const coloured = tokens(line)
        .filter((token) => token.startsWith("rule ") && token !== "rule *")
        .flatMap((token) => token.slice("rule ".length).split(/[,\s]+/))
        .map((rule) => rule.replace(/^warplens-/, ""));
      // A name of another tool is read, and then matches no rule of ours.
      const ours = (read?.rules ?? []).filter((rule) => !rule.startsWith("bugprone-"));
      assert.deepEqual(coloured, ours, line);
    }
  });
});
