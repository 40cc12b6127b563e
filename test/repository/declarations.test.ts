/**
 * What every file declares, by the house's rules: exports with a docstring that something uses, and functions that fit on
 * a page.
 */
import assert from "node:assert/strict";
import { API } from "typescript/unstable/sync";
import { declarationsOf, type FileDeclarations, readProject, unusedExports } from "./declarations";
import { root } from "./sources";

/** Lines of a function that a reader sees at once. */
const LONGEST_FUNCTION = 60;

const product = /^(analyzer|simulator|engine|server|client|cli|pictures)\//;
const documented = /^(analyzer|simulator|engine|server|client|cli|pictures|bench)\//;

/** What is called from outside of the checkout, by file and name. */
const entryPoints: Readonly<Record<string, string>> = {
  "client/browser/main.ts activate": "VS Code calls it",
  "client/node/main.ts activate": "VS Code calls it",
  "client/common/extension.ts deactivate": "VS Code calls it, where both main files pass it on",
};

/** Exports that only tests use, by what tests need them for. */
const forTests: Readonly<Record<string, readonly string[]>> = {
  "a counting rule by itself, against what the hardware counted": [
    "copySectors",
    "copyWavefronts",
    "imageTextureSectors",
    "incrementWavefronts",
    "linearTextureSectors",
    "localLayout",
    "stridedSectors",
    "stridedTags",
    "stridedWavefronts",
    "swapWavefronts",
  ],
  "a table, to see that nothing is missing from it": [
    "LIBRARY_FUNCTIONS",
    "LIBRARY_NAMES",
    "deviceEntries",
    "findingKinds",
    "homeLines",
    "hostDescriptions",
    "standards",
  ],
  "the values of a table, or its default": ["AccessProperty", "defaultThreshold"],
  "one step of what the product does as a whole": [
    "lowerFunction",
    "runRules",
    "printFunction",
    "printGlobal",
    "roundsOnce",
  ],
  "a part of a picture, a table or a form by itself": [
    "csvRows",
    "duration",
    "figure",
    "overlap",
    "sampledRequest",
    "valueText",
    "wordsOfBanks",
  ],
  "names of files as each system writes them": ["fileNames"],
};

/** Fails with the whole list, of which a difference of arrays would show the beginning. */
const assertNone = (found: readonly string[], what: string): void =>
  assert.ok(found.length === 0, `${found.length} ${what}:\n${found.join("\n")}`);

let all: readonly FileDeclarations[] = [];
const ofProduct = () => all.filter(({ file }) => product.test(file));
const isTest = (file: string) => file.startsWith("test/");

describe("declarations", () => {
  before(() => {
    all = readProject(root);
  });

  it("have a docstring where they are exported", () => {
    const missing = all
      .filter(({ file }) => documented.test(file))
      .flatMap(({ file, exported }) =>
        exported.filter((one) => !one.documented).map(({ name, line }) => `${file}:${line} ${name}`),
      );
    assertNone(missing, "exports without a docstring");
  });

  it("are exported only where another file uses them", () => {
    const unused = unusedExports(all, () => true).filter(
      ({ file, name, isType, mentioned }) =>
        // A type may be exported because an exported function speaks of it.
        product.test(file) && !(isType && mentioned) && !Object.hasOwn(entryPoints, `${file} ${name}`),
    );
    assertNone(
      unused.map(({ file, name }) => `${file} ${name}`),
      "exports that no other file uses",
    );
  });

  it("are named here where only tests use them", () => {
    const used = new Set(unusedExports(all, () => true).map(({ file, name }) => `${file} ${name}`));
    const found = unusedExports(all, (by) => !isTest(by))
      .filter(({ file, name, isType }) => product.test(file) && !isType && !used.has(`${file} ${name}`))
      .map(({ name }) => name);
    assert.deepEqual([...new Set(found)].sort(), Object.values(forTests).flat().sort());
  });

  it("have functions of at most a page, or a sentence why they are longer", () => {
    const long = ofProduct().flatMap(({ file, functions }) =>
      functions
        .filter(({ lines, excuse }) => lines > LONGEST_FUNCTION && !excuse)
        .map(({ name, line, lines }) => `${file}:${line} ${name}: ${lines} lines`),
    );
    assertNone(long, `functions of more than ${LONGEST_FUNCTION} lines`);
  });

  it("excuse no function that is short enough", () => {
    const short = ofProduct().flatMap(({ file, functions }) =>
      functions
        .filter(({ lines, excuse }) => lines <= LONGEST_FUNCTION && excuse)
        .map(({ name, line }) => `${file}:${line} ${name}`),
    );
    assertNone(short, "excuses of functions that need none");
  });
});

describe("the reader of declarations", () => {
  const files: Readonly<Record<string, string>> = {
    "a.ts": `/** Used by b. */
export const used = 1;
export const { one, two: three } = { one: 1, two: 2 };

export interface Shape { readonly size: number }
/** Overloaded. */
export function area(shape: Shape): number;
export function area(): number;
export function area(): number {
  return 1;
}
/** Nobody's. */
export class Idle {}
// Long because it is a table. Really.
const long = () => {
  return [() => 1];
};
`,
    "b.ts":
      'export * from "./a";\nexport { used as renamed } from "./a";\nimport type { Shape } from "./a";\nlet s: Shape;\n',
    "c.ts": 'import { three, renamed } from "./b";\nlet x: import("./b").Idle;\n',
    "d.ts": "export const late = 1;\nexport const later = 2;\nexport const never = 3;\n",
    "e.ts": 'const one = (await import("./d")).late;\nconst { later } = await import("./d");\nexport {};\n',
  };
  const folder = "/project";
  let found: readonly FileDeclarations[] = [];

  before(() => {
    const inMemory = new Map(Object.entries(files).map(([name, text]) => [`${folder}/${name}`, text]));
    inMemory.set(`${folder}/tsconfig.json`, '{ "compilerOptions": { "noLib": true }, "include": ["*.ts"] }');
    const api = new API({
      fs: {
        readFile: (path) => inMemory.get(path) ?? null,
        fileExists: (path) => inMemory.has(path),
        directoryExists: (path) => path === folder || path === "/",
        getAccessibleEntries: (path) =>
          path === folder
            ? { files: [...inMemory.keys()].map((name) => name.slice(folder.length + 1)), directories: [] }
            : undefined,
      },
    });
    try {
      const snapshot = api.updateSnapshot({ openProjects: [`${folder}/tsconfig.json`] });
      const { program } = snapshot.getProjects()[0]!;
      const names = new Set(Object.keys(files));
      found = [...names].map((name) => declarationsOf(name, program.getSourceFile(`${folder}/${name}`)!, names));
    } finally {
      api.close();
    }
  });

  it("sees docstrings, also of the first of several signatures and above several lines", () => {
    assert.deepEqual(
      found[0]!.exported.map(({ name, line, documented, isType }) => [name, line, documented, isType]),
      [
        ["used", 2, true, false],
        ["one", 3, true, false],
        ["three", 3, true, false],
        ["Shape", 5, false, true],
        ["area", 7, true, false],
        ["Idle", 13, true, false],
      ],
    );
  });

  it("follows names that are passed on, to where they are used", () => {
    const unused = (counts: (by: string) => boolean) => unusedExports(found, counts).map(({ name }) => name);
    // A type of a module takes all that the module has; a call of import takes what is asked of it.
    assert.deepEqual(
      unused(() => true),
      ["never"],
    );
    assert.deepEqual(
      unused((by) => by === "b.ts"),
      ["used", "one", "three", "area", "Idle", "late", "later", "never"],
    );
  });

  it("measures functions and reads why one is long", () => {
    assert.deepEqual(
      found[0]!.functions.map(({ name, lines, excuse }) => [name, lines, excuse]),
      [
        ["area", 3, undefined],
        ["long", 3, "Long because it is a table."],
        ["long", 1, undefined],
      ],
    );
  });
});
