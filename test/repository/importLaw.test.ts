/** The import law of ARCHITECTURE.md, executed: every import of every source file against what its room may know. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { root, sourceFiles } from "./sources";

/** Rooms by folder, longest first, and what each may import besides itself. */
const law: Readonly<Record<string, readonly string[]>> = {
  "analyzer/syntax": [],
  "analyzer/cuda": ["analyzer/compiler"],
  "analyzer/compiler": ["analyzer/syntax", "analyzer/cuda", "warplens:cuda-headers"],
  "analyzer/ir": [],
  "analyzer/hardware": [],
  "analyzer/lower": ["analyzer/ir", "analyzer/hardware"],
  "analyzer/facts": ["analyzer/ir", "analyzer/lower", "analyzer/hardware", "analyzer/syntax"],
  "analyzer/rules": ["analyzer/facts", "analyzer/ir", "analyzer/lower", "analyzer/hardware", "analyzer/syntax"],
  simulator: ["analyzer/ir", "analyzer/lower", "analyzer/hardware", "analyzer/facts"],
  pictures: [],
  engine: ["analyzer", "simulator", "warplens:cuda-headers"],
  server: ["engine", "pictures"],
  cli: ["engine", "pictures", "analyzer/hardware", "analyzer/rules", "analyzer/facts", "warplens:rule-pages"],
  client: ["engine/formats", "server/messages", "pictures"],
};

/** Packages that a room may import; what is not listed may import none. */
const packages: Readonly<Record<string, RegExp>> = {
  "analyzer/syntax": /^web-tree-sitter$/,
  engine: /^(node:|web-tree-sitter$|@yowasp\/clang$)/,
  server: /^(vscode-languageserver|vscode-uri|node:)/,
  client: /^(vscode$|vscode-languageclient|node:)/,
  cli: /^node:/,
};

/** Node is only known to the engine's own folder for it, and to the programs on top. */
const nodeFolders = /^(engine\/node|server\/node|client\/node|cli)\//;

function roomOf(path: string): string | undefined {
  return Object.keys(law)
    .sort((a, b) => b.length - a.length)
    .find((room) => path === room || path.startsWith(`${room}/`));
}

function imports(text: string): string[] {
  const pattern =
    /(?:^|\n)\s*(?:import|export)\s[^;"']*?from\s*["']([^"']+)["']|\bimport\(\s*["']([^"']+)["']\s*\)|(?:^|\n)import\s+["']([^"']+)["']/g;
  return [...text.matchAll(pattern)].map((match) => match[1] ?? match[2] ?? match[3]!);
}

/** What is wrong with one import, or undefined. */
function breach(file: string, specifier: string): string | undefined {
  const room = roomOf(file);
  if (!room) return undefined;
  if (specifier.startsWith(".")) {
    const target = relative(root, join(root, dirname(file), specifier));
    const allowed = [room, ...law[room]!];
    if (target === "package.json" && room === "cli") return undefined;
    return allowed.some((one) => target === one || target.startsWith(`${one}/`))
      ? undefined
      : `${room} may not import ${target}`;
  }
  if (specifier.startsWith("node:") && !nodeFolders.test(file)) return `${file} may not know Node (${specifier})`;
  if (law[room]!.includes(specifier)) return undefined;
  return packages[room]?.test(specifier) ? undefined : `${room} may not import the package ${specifier}`;
}

describe("the import law", () => {
  const files = sourceFiles(Object.keys(law));

  it("is kept by every source file", () => {
    const breaches = files.flatMap((file) =>
      imports(readFileSync(join(root, file), "utf8")).flatMap((specifier) => {
        const wrong = breach(file, specifier);
        return wrong ? [`${file}: ${wrong}`] : [];
      }),
    );
    assert.deepEqual(breaches, []);
  });

  it("would notice an import upwards, of Node, and of a package", () => {
    assert.match(breach("analyzer/ir/reader.ts", "../rules/run") ?? "", /may not import analyzer\/rules/);
    assert.match(breach("analyzer/ir/reader.ts", "node:fs") ?? "", /may not know Node/);
    assert.match(breach("simulator/loop.ts", "vscode") ?? "", /may not import the package/);
    assert.equal(breach("simulator/loop.ts", "../analyzer/ir/model"), undefined);
  });

  it("reads every form of import", () => {
    const text =
      'import a from "./a";\nimport type { B } from "./b";\nexport * from "./c";\nawait import("./d");\nimport "./e";\nimport {\n  f,\n} from "./f";';
    assert.deepEqual(imports(text), ["./a", "./b", "./c", "./d", "./e", "./f"]);
  });

  it("covers the clock: nothing below the engine reads the time", () => {
    const clocks = files
      .filter((file) => /^(analyzer|simulator|pictures)\//.test(file))
      .filter((file) => /\b(Date\.now|performance\.now|new Date\()/.test(readFileSync(join(root, file), "utf8")));
    assert.deepEqual(clocks, []);
  });
});
