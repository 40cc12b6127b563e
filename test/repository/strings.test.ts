/** Strings for translation: what the manifest and the client show stands in a table, and nothing else does. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { root, sourceFiles } from "./sources";
import { shownWords } from "./words";

const read = (path: string): string => readFileSync(join(root, path), "utf8");
const table = (path: string): Readonly<Record<string, string>> => JSON.parse(read(path));

/** Texts of two words that no reader sees as such, or that say the same in every language. */
const notShown: Readonly<Record<string, string>> = {
  "client/common/debugger.ts: {} where {}": "the language of watched expressions",
  "client/common/exports.ts: run {}, {}": "a part of the report, which is English",
  "client/common/lessons.ts: // Lesson {} of {}. {}\\n// Question: {} Change it and simulate again.\\n":
    "a source file",
  "client/common/lessons.ts: Lesson {}, {}.cu": "the name of a source file",
  "client/common/status.ts: WarpLens {}": "a product and an architecture",
  "client/common/stepMark.ts: 1px dotted": "a style",
  "client/webview/controls.ts: tbody tr": "a selector",
  "client/webview/controls.ts: thead th": "a selector",
};

const clientFiles = () => sourceFiles(["client"]);

describe("strings for translation", () => {
  it("are all in the manifest's table, and each of the table is used", () => {
    const used = [...read("package.json").matchAll(/"%([\w.-]+)%"/g)].map(([, key]) => key!);
    assert.deepEqual([...new Set(used)].sort(), Object.keys(table("package.nls.json")).sort());
  });

  it("leave no title of a command, view or setting in the manifest itself", () => {
    const { contributes } = JSON.parse(read("package.json"));
    const shown: string[] = [
      ...contributes.commands.map((one: { title: string }) => one.title),
      ...contributes.views.warplens.map((one: { name: string }) => one.name),
      ...contributes.walkthroughs[0].steps.flatMap((one: { title: string; description: string }) => [
        one.title,
        one.description,
      ]),
      ...contributes.debuggers.map((one: { label: string }) => one.label),
    ];
    assert.deepEqual(
      shown.filter((one) => !/^%.*%$/.test(one)),
      [],
    );
  });

  it("are all in the table of the client and its views, and each of the table is used", () => {
    const calls = clientFiles().flatMap((file) =>
      [...read(file).matchAll(/\bt\(\s*"((?:[^"\\]|\\.)*)"/g)].map(([, text]) => JSON.parse(`"${text}"`) as string),
    );
    assert.ok(calls.length > 250, "the client has strings");
    assert.deepEqual([...new Set(calls)].sort(), Object.keys(table("l10n/bundle.l10n.json")).sort());
  });

  it("leave no words in the code of the client and in the templates of its views", () => {
    const files = clientFiles();
    assert.ok(files.includes("client/webview/form.ts"));
    const found = files.flatMap((file) => shownWords(read(file)).map((words) => `${file}: ${words}`));
    assert.deepEqual(found.sort(), Object.keys(notShown).sort());
  });
});

describe("the search for words in the code", () => {
  it("finds what a reader would see, and nothing else", () => {
    const code = `
      button("run", "Simulate this kernel", run);
      html\`<p class="hint">Nothing has run.</p>\`;
      html\`<input placeholder="none yet" id="a">\`;
      const text = \`line \${line} of \${file}\`;
      button("run", t("Simulate it now"), run); // a remark, "in words"
      html\`<p class=\${a ? "one two" : nothing}>\${t("Not this")}</p>\`;
    `;
    assert.deepEqual(shownWords(code), ["Simulate this kernel", "Nothing has run.", "none yet", "line {} of {}"]);
  });
});
