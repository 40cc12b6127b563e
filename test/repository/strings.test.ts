/** Strings for translation: what the manifest and the client show stands in a table, and nothing else does. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { root, sourceFiles } from "./sources";

const read = (path: string): string => readFileSync(join(root, path), "utf8");
const table = (path: string): Readonly<Record<string, string>> => JSON.parse(read(path));

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

  it("are all in the client's table, and each of the table is used", () => {
    const calls = sourceFiles(["client"]).flatMap((file) =>
      [...read(file).matchAll(/\bl10n\.t\(\s*"((?:[^"\\]|\\.)*)"/g)].map(([, text]) => text!),
    );
    assert.ok(calls.length > 20, "the client has strings");
    assert.deepEqual([...new Set(calls)].sort(), Object.keys(table("l10n/bundle.l10n.json")).sort());
  });
});
