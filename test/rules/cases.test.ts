/**
 * Annotated files: below a line, `// ^^^^ expect: rule-id "words of the message"` says what has to be found at the carets,
 * in its message or its related information;
 * nothing else may be found. `name.fixed.cu` beside it is the text after the first fix of every finding.
 * A first line `// broken` marks a text that clang refuses: only its outline is read.
 */
import assert from "node:assert/strict";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Finding } from "../../analyzer/rules/model";
import { edited, findingsIn } from "./support";

const folder = join(process.cwd(), "test/rules/cases");
const annotation = /^\s*\/\/\s*(\^+)\s*expect: ([\w-]+)(?: "([^"]*)")?\s*$/;

interface Expectation {
  readonly rule: string;
  readonly start: number;
  readonly end: number;
  readonly words: string;
}

function expectationsIn(text: string): readonly Expectation[] {
  const expectations: Expectation[] = [];
  let [lineStart, codeStart] = [0, 0];
  for (const line of text.split("\n")) {
    const match = annotation.exec(line);
    if (match) {
      const column = line.indexOf("^");
      const [, carets, rule, words] = match;
      expectations.push({
        rule: rule!,
        start: codeStart + column,
        end: codeStart + column + carets!.length,
        words: words ?? "",
      });
    } else codeStart = lineStart;
    lineStart += line.length + 1;
  }
  return expectations;
}

const place = (text: string, start: number, end: number): string =>
  `line ${text.slice(0, start).split("\n").length}: ${text.slice(start, end)}`;

function check(text: string, findings: readonly Finding[]): void {
  const expectations = expectationsIn(text);
  const describeFinding = ({ rule, span }: Finding): string => `${rule} ${place(text, span.start, span.end)}`;
  const found = findings.map(describeFinding).sort();
  const expected = expectations.map(({ rule, start, end }) => `${rule} ${place(text, start, end)}`).sort();
  assert.deepEqual(found, expected, findings.map(({ message }) => message).join("\n"));
  for (const { rule, start, words } of expectations) {
    const finding = findings.find((one) => one.rule === rule && one.span.start === start)!;
    const said = [finding.message, ...finding.related.map(({ message }) => message)];
    assert.ok(
      said.some((one) => one.includes(words)),
      `"${words}" is not in: ${said.join("\n")}`,
    );
  }
}

const withoutAnnotations = (text: string): string =>
  text
    .split("\n")
    .filter((line) => !annotation.test(line))
    .join("\n");

describe("annotated files", () => {
  for (const name of readdirSync(folder).filter((one) => one.endsWith(".cu") && !one.endsWith(".fixed.cu"))) {
    const text = readFileSync(join(folder, name), "utf8");
    const compiles = !text.startsWith("// broken");

    it(name, async () => check(text, await findingsIn(text, compiles)));

    const fixedPath = join(folder, name.replace(/\.cu$/, ".fixed.cu"));
    if (!existsSync(fixedPath)) continue;
    it(`${name}, fixed`, async () => {
      const findings = await findingsIn(text, compiles);
      const edits = new Map(
        findings.flatMap(({ fixes }) => fixes[0]?.edits ?? []).map((edit) => [JSON.stringify(edit), edit]),
      );
      const result = withoutAnnotations(edited(text, [...edits.values()]));
      assert.equal(result, readFileSync(fixedPath, "utf8"));
      const before = findings.filter(({ fixes }) => fixes.length).length;
      assert.ok(before > 0);
      const after = await findingsIn(result, compiles);
      assert.equal(after.length, findings.length - before, JSON.stringify(after));
    });
  }
});
