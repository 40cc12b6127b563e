/** Laws of the house that are not about imports: file sizes, the manifest against the registry, pages for every rule. */
import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { rules } from "../../analyzer/rules";
import { rooms } from "./rooms";
import { root, sourceFiles } from "./sources";

/** Review starts here: a longer file hides a missing idea. */
const REVIEW_LINES = 500;

const manifest = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));

describe("the house", () => {
  it("has no source file beyond the review line", () => {
    const long = sourceFiles(rooms)
      .map((file) => ({ file, lines: readFileSync(join(root, file), "utf8").split("\n").length }))
      .filter(({ lines }) => lines > REVIEW_LINES)
      .map(({ file, lines }) => `${file}: ${lines} lines`);
    assert.deepEqual(long, []);
  });

  it("has a page and a setting for every rule, and no setting without a rule", () => {
    const ids = rules.map((rule) => rule.meta.id).sort();
    assert.equal(new Set(ids).size, ids.length);
    for (const id of ids) assert.ok(existsSync(join(root, "docs/rules", `${id}.md`)), `docs/rules/${id}.md is missing`);
    const groups = [manifest.contributes.configuration].flat();
    const setting = groups.map((group) => group.properties["warplens.rules"]).find((one) => one !== undefined);
    assert.deepEqual(Object.keys(setting.properties).sort(), ids);
  });

  it("registers every command that the manifest names, and names every one that is registered", () => {
    const declared = (manifest.contributes.commands as { command: string }[]).map((one) => one.command).sort();
    const registered = new Set(
      [...sourceFiles(["client"]), "server/protocol.ts"].flatMap((file) =>
        [...readFileSync(join(root, file), "utf8").matchAll(/["'](warplens\.[a-zA-Z]+)["']/g)].map(
          (match) => match[1]!,
        ),
      ),
    );
    assert.deepEqual(
      declared.filter((id) => !registered.has(id)),
      [],
      "declared in package.json, absent from client/",
    );
  });

  it("puts names into patterns in one way, which minds the signs in them", () => {
    const others = sourceFiles(rooms).filter((file) => /\bRegExp\(/.test(readFileSync(join(root, file), "utf8")));
    assert.deepEqual(others, ["analyzer/syntax/text/patterns.ts"]);
  });

  it("names no absolute path of a machine in what it ships", () => {
    const absolute = sourceFiles(rooms).filter((file) =>
      /["'`]\/(root|home|work|Users)\//.test(readFileSync(join(root, file), "utf8")),
    );
    assert.deepEqual(absolute, []);
  });
});
