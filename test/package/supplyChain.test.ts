/** Where the code that ships comes from: checksums of the lock file, the bill of materials, and how to report a weakness. */
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";

interface LockEntry {
  readonly integrity?: string;
  readonly resolved?: string;
  readonly link?: boolean;
}

interface Component {
  readonly name: string;
  readonly version?: string;
  readonly purl?: string;
  readonly licenses?: readonly { readonly license: { readonly id?: string; readonly name?: string } }[];
  readonly hashes?: readonly { readonly alg: string; readonly content: string }[];
}

const lock = JSON.parse(readFileSync("package-lock.json", "utf8")) as { packages: Record<string, LockEntry> };
const entries = Object.entries(lock.packages).filter(([path]) => path !== "");

describe("the lock file", () => {
  it("has a strong checksum for every package", () => {
    assert.ok(entries.length > 100);
    const weak = entries.filter(([, { integrity }]) => !/^sha512-[A-Za-z0-9+/]{86}==$/.test(integrity ?? ""));
    assert.deepEqual(
      weak.map(([path]) => path),
      [],
    );
  });

  it("takes every package from the registry", () => {
    const elsewhere = entries.filter(
      ([, { resolved, link }]) =>
        link || (resolved !== undefined && !resolved.startsWith("https://registry.npmjs.org/")),
    );
    assert.deepEqual(
      elsewhere.map(([path]) => path),
      [],
    );
  });
});

describe("the bill of materials", () => {
  let components: readonly Component[];
  before(() => {
    execFileSync(process.execPath, ["scripts/package.mjs", "--notices"], { stdio: ["ignore", "ignore", "inherit"] });
    const bill = JSON.parse(readFileSync("dist/sbom.cdx.json", "utf8"));
    assert.equal(bill.bomFormat, "CycloneDX");
    assert.equal(bill.metadata.component.name, "warplens");
    components = bill.components;
  });

  it("names every package that ships, with its version, licence and the lock file's checksum", () => {
    for (const name of [
      "@yowasp/clang",
      "web-tree-sitter",
      "tree-sitter-cuda",
      "vscode-languageserver",
      "re2js",
      "zod",
      "d3-scale",
      "d3-shape",
    ]) {
      const one = components.find((component) => component.name === name);
      assert.ok(one, `${name} is not in the bill`);
      const { integrity } = lock.packages[`node_modules/${name}`]!;
      const hash = Buffer.from(integrity!.slice("sha512-".length), "base64").toString("hex");
      assert.deepEqual(one.hashes, [{ alg: "SHA-512", content: hash }], name);
    }
    for (const { name, licenses } of components) assert.ok(licenses?.length, `${name} has no licence`);
  });

  it("names no package that only development needs", () => {
    const names = components.map(({ name }) => name);
    for (const name of ["typescript", "mocha", "esbuild", "playwright-core"]) assert.ok(!names.includes(name), name);
  });

  it("names the parts inside of packages as the notices do", () => {
    const notices = readFileSync("dist/THIRD-PARTY-NOTICES.txt", "utf8");
    for (const { name, licenses } of components.filter(({ purl }) => purl === undefined)) {
      assert.ok(notices.includes(`\n${name}\n${licenses![0]!.license.name}\n`), name);
    }
    assert.ok(components.some(({ name }) => name.startsWith("LLVM")));
  });
});

describe("SECURITY.md", () => {
  it("says how to report, and names files that exist", () => {
    const text = readFileSync("SECURITY.md", "utf8");
    assert.match(text, /^## Reporting$/m);
    for (const [, path] of text.matchAll(/`((?:engine|scripts)\/[\w./]+)`/g)) readFileSync(path!);
  });
});
