/** The extension's package: what is in it, whose it is, and that the same checkout gives the same bytes. */
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { zipEntries } from "../../scripts/package/archive.mjs";
import { bundledPackages } from "./bundled";

const manifest = JSON.parse(readFileSync("package.json", "utf8"));

describe("npm run package", () => {
  const folder = mkdtempSync(join(tmpdir(), "warplens-package-"));
  const build = (name: string): string => {
    const path = join(folder, name);
    printed = execFileSync(process.execPath, ["scripts/package.mjs", `--out=${path}`], { encoding: "utf8" });
    return path;
  };
  let printed = "";
  let path: string;
  before(() => {
    path = build("first.vsix");
  });

  it("gives a package of less than 45 MB and says what is in it", () => {
    assert.ok(statSync(path).size < 45e6);
    const clang = zipEntries(path).filter(({ name }) => name.startsWith("extension/dist/clang/llvm."));
    assert.ok(clang.reduce((sum, { size }) => sum + size, 0) > 70e6);
    assert.match(printed, /^ +[\d.]+ +[\d.]+ {2}dist\/clang: clang and LLVM/m);
  });

  it("gives the same bytes again", () => {
    assert.ok(readFileSync(path).equals(readFileSync(build("second.vsix"))), "the second build differs from the first");
  });

  it("holds what the manifest names, and nothing that is not on the list", () => {
    const names = zipEntries(path).map((entry) => entry.name);
    const named = JSON.stringify(manifest.contributes).matchAll(/"(?:\.\/)?((?:client|syntaxes|docs)\/[\w./-]+)"/g);
    const wanted = [manifest.main, manifest.browser, manifest.icon, ...[...named].map((match) => match[1]!)];
    for (const one of wanted) {
      assert.ok(names.includes(`extension/${one.replace(/^\.\//, "")}`), `${one} is not in the package`);
    }
    const outside = names.filter(
      (name) =>
        !/^(\[Content_Types\]\.xml|extension\.vsixmanifest|extension\/(package(\.nls)?\.json|l10n\/[\w.]+\.json|readme\.md|changelog\.md|LICENSE\.txt|THIRD-PARTY-NOTICES\.txt|dist\/.+|client\/media\/.+|syntaxes\/.+|docs\/(images\/[\w-]+\.png|schemas\/configuration\.json)))$/i.test(
          name,
        ),
    );
    assert.deepEqual(outside, []);
    assert.deepEqual(
      names.filter((name) => /\.map$|node_modules|\.ts$|test/.test(name)),
      [],
    );
  });

  it("passes on the licence of every package that a bundle contains", () => {
    const notices = readFileSync("dist/THIRD-PARTY-NOTICES.txt", "utf8");
    const packages = new Set([...bundledPackages(), "@yowasp/clang", "tree-sitter-cuda", "web-tree-sitter"]);
    assert.ok(packages.size >= 20, [...packages].join(" "));
    for (const name of packages) assert.ok(notices.includes(`\n${name}\n`), `there is no notice of ${name}`);
    for (const text of ["LLVM Exceptions to the Apache 2.0 License", "Rich Felker", "TERMS AND CONDITIONS FOR USE"]) {
      assert.ok(notices.includes(text), text);
    }
  });
});
