/** The import law of ARCHITECTURE.md, executed: every import of every source file against what its room may know. */
import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { type Import, importsIn, targetOf } from "./imports";
import { rooms } from "./rooms";
import { root, sourceFiles } from "./sources";

/** What the simulator knows of the analyzer: how a program is read, never what is predicted of it. */
const underSimulator = ["analyzer/ir", "analyzer/lower", "analyzer/hardware"] as const;
const inSimulator = (folder: string): string => `simulator/${folder}`;

/** Rooms by folder, longest first, and what each may import besides itself. */
const law: Readonly<Record<string, readonly string[]>> = {
  "analyzer/syntax": [],
  "analyzer/cuda": ["analyzer/compiler"],
  "analyzer/compiler": ["analyzer/syntax", "analyzer/cuda", "warplens:cuda-headers"],
  "analyzer/ir": [],
  "analyzer/ptx": ["analyzer/ir"],
  "analyzer/hardware": [],
  "analyzer/reference": ["analyzer/hardware", "analyzer/cuda", "warplens:cuda-headers"],
  "analyzer/lower": ["analyzer/ir", "analyzer/hardware"],
  "analyzer/facts": ["analyzer/ir", "analyzer/lower", "analyzer/hardware", "analyzer/syntax"],
  "analyzer/readings.ts": ["analyzer/ir", "analyzer/ptx", "analyzer/lower"],
  "analyzer/rules": ["analyzer/facts", "analyzer/ir", "analyzer/lower", "analyzer/hardware", "analyzer/syntax"],
  simulator: [...underSimulator],
  "simulator/wasm": [],
  "simulator/mathematics": [],
  "simulator/text": ["simulator/mathematics"],
  "simulator/plan": [...underSimulator, "simulator/wasm"],
  "simulator/memory": [...underSimulator, "simulator/model", "simulator/plan", "simulator/wasm"],
  "simulator/textures": ["analyzer/hardware", "simulator/memory"],
  "simulator/matrices": ["simulator/memory", "simulator/mathematics"],
  "simulator/estimates": [...underSimulator, "simulator/model", "simulator/plan"],
  "simulator/report": [...underSimulator, "simulator/model", "simulator/estimates"],
  "simulator/counting": [...underSimulator, "simulator/model", "simulator/plan", "simulator/memory", "simulator/wasm"],
  "simulator/emit": [...underSimulator, "simulator/plan", "simulator/memory", "simulator/wasm"],
  "simulator/instructions": [...underSimulator, ...["emit", "plan", "memory", "wasm"].map(inSimulator)],
  "simulator/intrinsics": [
    ...underSimulator,
    ...["instructions", "emit", "plan", "memory", "textures", "matrices", "mathematics", "wasm"].map(inSimulator),
  ],
  "simulator/compile": [
    ...underSimulator,
    ...["intrinsics", "instructions", "emit", "counting", "estimates", "plan", "memory", "wasm"].map(inSimulator),
  ],
  "simulator/observers": [...underSimulator, ...["model", "counting", "plan", "memory"].map(inSimulator)],
  "simulator/machine": [
    ...underSimulator,
    ...["model", "budget", "compile", "intrinsics", "instructions", "emit", "counting", "estimates", "report"].map(
      inSimulator,
    ),
    ...["plan", "memory", "textures", "matrices", "mathematics", "text"].map(inSimulator),
  ],
  "simulator/check": [...underSimulator, ...["model", "machine", "intrinsics", "memory", "plan"].map(inSimulator)],
  "simulator/host": [...underSimulator, "simulator"],
  pictures: ["engine/formats"],
  debugger: ["engine/formats", "pictures"],
  assistants: ["engine", "pictures", "warplens:rule-pages"],
  engine: ["analyzer", "simulator", "warplens:cuda-headers"],
  server: [
    ...["engine", "pictures", "assistants", "analyzer/hardware/architectures", "analyzer/reference"],
    "warplens:rule-pages",
  ],
  cli: ["engine", "pictures", "assistants", "analyzer/hardware/architectures", "warplens:rule-pages", "package.json"],
  client: ["engine/formats", "server/protocol", "pictures", "debugger", "examples"],
};

/** Rooms that show things, which may speak in the words (`model.ts`, types only) of any room below. */
const speakers = new Set(["assistants", "server", "cli", "client", "pictures"]);

/** Packages that a room may import; what is not listed may import none. */
const packages: Readonly<Record<string, RegExp>> = {
  "analyzer/syntax": /^web-tree-sitter$/,
  engine: /^(node:|fast-deep-equal$|web-tree-sitter$|@yowasp\/clang$|re2js$)/,
  server: /^(vscode-languageserver|vscode-uri|node:)/,
  client: /^(vscode$|vscode-languageclient|lit-html|@vscode-elements\/elements\/|node:)/,
  cli: /^(node:|@modelcontextprotocol\/sdk\/|chokidar$)/,
  assistants: /^zod$/,
  pictures: /^d3-(scale|shape)$/,
};

/** Node is only known to the engine's own folder for it, and to the programs on top. */
const nodeFolders = /^(engine\/node|server\/node|client\/node|cli)\//;

function roomOf(path: string): string | undefined {
  return Object.keys(law)
    .sort((a, b) => b.length - a.length)
    .find((room) => path === room || path.startsWith(`${room}/`));
}

/** What is wrong with one import, or undefined. */
function breach(file: string, { specifier, typeOnly }: Import): string | undefined {
  const room = roomOf(file);
  if (!room) return undefined;
  if (specifier.startsWith(".")) {
    const target = targetOf(file, specifier);
    if (typeOnly && speakers.has(room) && target.endsWith("/model")) return undefined;
    const allowed = [room, ...law[room]!].some((one) => target === one || target.startsWith(`${one}/`));
    return allowed ? undefined : `${room} may not import ${target}`;
  }
  if (specifier.startsWith("node:") && !nodeFolders.test(file)) return `${file} may not know Node (${specifier})`;
  if (law[room]!.includes(specifier)) return undefined;
  return packages[room]?.test(specifier) ? undefined : `${room} may not import the package ${specifier}`;
}

describe("the import law", () => {
  const files = sourceFiles(rooms);

  it("is kept by every source file", () => {
    const breaches = files.flatMap((file) =>
      importsIn(readFileSync(join(root, file), "utf8")).flatMap((one) => {
        const wrong = breach(file, one);
        return wrong ? [`${file}: ${wrong}`] : [];
      }),
    );
    assert.deepEqual(breaches, []);
  });

  it("has a row for every file, and no row for a folder that is gone", () => {
    assert.deepEqual(
      files.filter((file) => !roomOf(file)),
      [],
    );
    const gone = Object.keys(law).filter((room) => !existsSync(join(root, room)));
    assert.deepEqual(gone, []);
  });

  it("would notice an import upwards, of Node, and of a package", () => {
    const of = (file: string, specifier: string, typeOnly = false) => breach(file, { specifier, typeOnly }) ?? "";
    assert.match(of("analyzer/ir/reader.ts", "../rules/run"), /may not import analyzer\/rules/);
    assert.match(of("analyzer/ir/reader.ts", "../rules/model", true), /may not import analyzer\/rules/);
    assert.match(of("analyzer/ir/reader.ts", "node:fs"), /may not know Node/);
    assert.match(of("simulator/loop.ts", "vscode"), /may not import the package/);
    assert.match(of("server/main.ts", "../analyzer/rules/model"), /may not import analyzer\/rules/);
    assert.equal(of("server/main.ts", "../analyzer/rules/model", true), "");
    assert.equal(of("simulator/loop.ts", "../analyzer/ir/model"), "");
  });

  it("reads every form of import", () => {
    const text =
      'import a from "./a";\nimport type { B } from "./b";\nexport * from "./c";\nawait import("./d");\nimport "./e";\nimport {\n  f,\n} from "./f";';
    const found = importsIn(text);
    assert.deepEqual(
      found.map((one) => one.specifier),
      ["./a", "./b", "./c", "./d", "./e", "./f"],
    );
    assert.deepEqual(
      found.filter((one) => one.typeOnly).map((one) => one.specifier),
      ["./b"],
    );
  });

  it("covers the clock: nothing below the engine reads the time", () => {
    const clocks = files
      .filter((file) => /^(analyzer|simulator|pictures)\//.test(file))
      .filter((file) => /\b(Date\.now|performance\.now|new Date\()/.test(readFileSync(join(root, file), "utf8")));
    assert.deepEqual(clocks, []);
  });
});
