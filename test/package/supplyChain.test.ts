/** Where the code that ships comes from: checksums of the lock file, the bill of materials, and how to report a weakness. */
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { bundledPackages } from "./bundled";

interface LockEntry {
  readonly name?: string;
  readonly version?: string;
  readonly integrity?: string;
  readonly resolved?: string;
  readonly link?: boolean;
  readonly inBundle?: boolean;
  readonly hasInstallScript?: boolean;
}

interface Component {
  readonly name: string;
  readonly version?: string;
  readonly purl?: string;
  readonly licenses?: readonly { readonly license: { readonly id?: string; readonly name?: string } }[];
  readonly hashes?: readonly { readonly alg: string; readonly content: string }[];
}

interface Lock {
  readonly packages: Readonly<Record<string, LockEntry>>;
}

const lock = JSON.parse(readFileSync("package-lock.json", "utf8")) as Lock;

/** Development's packages that build something, or fetch a program, as they are installed; none of it ships. */
const installing = new Set([
  "@vscode/vsce-sign",
  "esbuild",
  "keytar",
  "tree-sitter-c",
  "tree-sitter-cpp",
  "tree-sitter-cuda",
]);

/**
 * What is wrong with where an entry comes from. Without an address npm takes the package of that name and version from its
 * registry; the checksum is what holds, wherever it came from.
 */
const faults: Readonly<Record<string, (entry: LockEntry, name: string) => boolean>> = {
  "no strong checksum": ({ integrity }) => !/^sha512-[A-Za-z0-9+/]{86}==$/.test(integrity ?? ""),
  "not from the registry": ({ resolved }) =>
    resolved !== undefined && !resolved.startsWith("https://registry.npmjs.org/"),
  "another package's address": ({ resolved }, name) =>
    resolved !== undefined && !resolved.startsWith(`https://registry.npmjs.org/${name}/-/`),
  "no version": ({ version }) => !/^\d+\.\d+\.\d+(?:[-+][\w.+-]+)?$/.test(version ?? ""),
  "a package of another name": (entry, name) => entry.name !== undefined && entry.name !== name,
  "a link or a part of another package": ({ link, inBundle }) => link === true || inBundle === true,
  "a new script at installation": ({ hasInstallScript }, name) => hasInstallScript === true && !installing.has(name),
};

function faultsOf({ packages }: Lock): string[] {
  return Object.entries(packages).flatMap(([path, entry]) => {
    const name = path.split("node_modules/").at(-1)!;
    const own = path === "" ? [] : Object.entries(faults).filter(([, isFaulty]) => isFaulty(entry, name));
    return own.map(([what]) => `${path}: ${what}`);
  });
}

describe("the lock file", () => {
  it("has a strong checksum for every package, and takes each from the registry under its own name", () => {
    assert.ok(Object.keys(lock.packages).length > 100);
    assert.deepEqual(faultsOf(lock), []);
  });

  const path = "node_modules/zod";
  const good = lock.packages[path]!;
  const address = "https://registry.npmjs.org";
  for (const [what, broken] of [
    ["no strong checksum", { ...good, integrity: "" }],
    ["no strong checksum", { ...good, integrity: `sha1-${"A".repeat(27)}=` }],
    ["no strong checksum", { ...good, integrity: `${good.integrity} sha1-${"A".repeat(27)}=` }],
    ["not from the registry", { ...good, resolved: "git+ssh://git@github.com/x/zod.git#0123456" }],
    ["not from the registry", { ...good, resolved: "http://registry.npmjs.org/zod/-/zod-4.0.0.tgz" }],
    ["not from the registry", { ...good, resolved: "https://registry.npmjs.org.evil.invalid/zod/-/zod-4.0.0.tgz" }],
    ["another package's address", { ...good, resolved: `${address}/zodd/-/zodd-4.0.0.tgz` }],
    ["no version", { ...good, version: "file:../zod" }],
    ["a package of another name", { ...good, name: "zodd" }],
    ["a link or a part of another package", { ...good, link: true }],
    ["a new script at installation", { ...good, hasInstallScript: true }],
  ] as const satisfies readonly (readonly [string, LockEntry])[]) {
    it(`is refused with ${what}: ${JSON.stringify(broken).slice(0, 60)}`, () => {
      const found = faultsOf({ packages: { ...lock.packages, [path]: broken } });
      assert.ok(found.includes(`${path}: ${what}`), found.join());
    });
  }

  it("is asked of npm's own registry, for versions and nothing else", () => {
    assert.ok(!existsSync(".npmrc"), "a project's .npmrc could name another registry");
    const { dependencies = {}, devDependencies = {}, ...manifest } = JSON.parse(readFileSync("package.json", "utf8"));
    const specifiers = Object.entries<string>({ ...dependencies, ...devDependencies });
    assert.ok(specifiers.length > 10);
    assert.deepEqual(
      specifiers.filter(([, one]) => !/^[~^]?\d+\.\d+\.\d+(?:-[\w.-]+)?$/.test(one)),
      [],
    );
    for (const field of ["overrides", "bundleDependencies", "optionalDependencies"])
      assert.ok(!(field in manifest), field);
  });
});

/** A checksum of the lock file as the bill writes it. */
const hexOf = (integrity: string): string => Buffer.from(integrity.slice("sha512-".length), "base64").toString("hex");

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
    const shipped = new Set([...bundledPackages(), "@yowasp/clang", "web-tree-sitter", "tree-sitter-cuda"]);
    for (const name of ["vscode-languageserver", "re2js", "zod", "chokidar", "lit-html"])
      assert.ok(shipped.has(name), `${name} is in no bundle`);
    for (const name of shipped) {
      const all = components.filter((component) => component.name === name);
      assert.ok(all.length > 0, `${name} is not in the bill`);
      // A part inside of another package has the checksum of that one.
      for (const { version, hashes } of all.filter(({ purl }) => purl !== undefined)) {
        const entries = Object.entries(lock.packages).filter(
          ([path, entry]) => path.endsWith(`node_modules/${name}`) && entry.version === version,
        );
        const known = entries.map(([, { integrity }]) => [{ alg: "SHA-512", content: hexOf(integrity!) }]);
        assert.ok(
          known.some((one) => JSON.stringify(one) === JSON.stringify(hashes)),
          `${name} ${version}`,
        );
      }
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
