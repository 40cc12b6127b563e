/** The documentation against the product: commands and options exist, links lead somewhere, what is shown is what is printed. */
import assert from "node:assert/strict";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join, normalize } from "node:path";
import { Ajv } from "ajv";
import { run, warplens } from "./cli";

const manifest = JSON.parse(readFileSync("package.json", "utf8"));
const markdown = (folder: string): string[] =>
  readdirSync(folder)
    .filter((name) => name.endsWith(".md"))
    .map((name) => join(folder, name));
const pages = [...markdown("."), ...markdown("docs"), ...markdown("docs/rules")];

interface Block {
  readonly page: string;
  readonly language: string;
  readonly text: string;
}

const blocks: readonly Block[] = pages.flatMap((page) =>
  [...readFileSync(page, "utf8").matchAll(/^```(\w*)\n([\s\S]*?)^```$/gm)].map((match) => ({
    page,
    language: match[1]!,
    text: match[2]!,
  })),
);

/** Commands of ours in code, wherever in a line they stand; without a program's own arguments. */
function commandsIn(page: string): string[] {
  const text = readFileSync(page, "utf8");
  const spans = [...text.matchAll(/`(warplens [^`\n]+)`/g)].map((match) => match[1]!);
  const lines = blocks.filter((one) => one.page === page).flatMap((one) => one.text.split("\n"));
  const shell = lines.flatMap(
    (line) => /(?:^|\$ |- |run: |entry: |\| )(warplens [a-z].*)$/.exec(line.trim())?.[1] ?? [],
  );
  return [...spans, ...shell].map((command) => command.split(" -- ")[0]!.split(" # ")[0]!);
}

describe("the documentation", () => {
  const commands = ["check", "simulate", "inspect", "merge", "explain", "devices", "mcp"];
  const help = new Map<string, string>();
  before(() => {
    for (const command of commands) help.set(command, warplens(command, "--help").stdout);
  });

  it("names commands and options that exist", () => {
    let seen = 0;
    for (const page of pages) {
      for (const command of commandsIn(page)) {
        const [, name, ...words] = command.split(/\s+/);
        if (name!.startsWith("--") || /^[A-Z]+$/.test(name!)) continue;
        assert.ok(help.has(name!), `${page}: there is no command ${name} (${command})`);
        for (const word of words.filter((one) => /^--[a-z]/.test(one))) {
          const option = word.split("=")[0]!.replace(/[.,;)]+$/, "");
          const known = option === "--help" || new RegExp(`${option}(?![\\w-])`).test(help.get(name!)!);
          assert.ok(known, `${page}: warplens ${name} has no option ${option}`);
          seen++;
        }
      }
    }
    assert.ok(seen > 20, `only ${seen} options were seen`);
  });

  it("names scripts of npm that exist", () => {
    for (const page of pages) {
      for (const [, name] of readFileSync(page, "utf8").matchAll(/\bnpm run ([\w:]+)/g)) {
        assert.ok(name! in manifest.scripts, `${page}: there is no npm run ${name}`);
      }
    }
  });

  it("links to what is there, headings included", () => {
    const slug = (title: string) =>
      title
        .toLowerCase()
        .replaceAll(/[^\p{L}\p{N} _-]/gu, "")
        .trim()
        .replaceAll(" ", "-");
    const headings = (page: string) =>
      [...readFileSync(page, "utf8").matchAll(/^#+ (.+)$/gm)].map((match) => slug(match[1]!));
    for (const page of pages) {
      const text = readFileSync(page, "utf8").replaceAll(/```[\s\S]*?```|`[^`\n]*`/g, "");
      for (const [, target] of text.matchAll(/\]\(([^)\s]+)\)/g)) {
        if (/^[a-z]+:/.test(target!)) continue;
        const [path, fragment] = target!.split("#");
        const file = path ? normalize(join(dirname(page), path)) : page;
        assert.ok(existsSync(file), `${page}: ${target} is not there`);
        if (fragment) assert.ok(headings(file).includes(fragment), `${page}: ${target} has no such heading`);
      }
    }
  });

  it("shows output that is real", () => {
    const shown = blocks.filter((one) => one.language === "console");
    assert.ok(shown.length >= 4);
    for (const { page, text } of shown) {
      const [first, ...rest] = text.split("\n");
      const words = /^\$ warplens (.+)$/.exec(first!)?.[1];
      assert.ok(words, `${page}: a console block begins with $ warplens …`);
      const { stdout } = run({ cwd: "examples", env: { COLUMNS: "" } }, ...words.split(" "));
      // An ellipsis stands for anything, and alone in a line for any lines.
      const escaped = (line: string) => line.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&").replaceAll("…", ".*");
      const expected = rest.map((line) => (line === "…" ? "(?:.*\\n)*?" : `${escaped(line)}\\n`)).join("");
      const pattern = new RegExp(`^${expected.replace(/\\n$/, "")}$`);
      assert.match(stdout, pattern, `${page}: ${first}`);
    }
  });

  it("shows configuration files that are valid, and every key of them", () => {
    const schema = JSON.parse(readFileSync("docs/schemas/configuration.json", "utf8"));
    const validate = new Ajv({ allErrors: true, allowUnionTypes: true }).compile(schema);
    const examples = blocks.filter((one) => one.language === "json" && one.page === "docs/configuration.md");
    assert.ok(examples.length > 0);
    for (const { text } of examples) assert.ok(validate(JSON.parse(text)), JSON.stringify(validate.errors));
    const page = readFileSync("docs/configuration.md", "utf8");
    for (const [key, value] of Object.entries<{ properties?: object }>(schema.properties)) {
      if (key === "$schema" || key === "rules") continue;
      const keys = value.properties ? Object.keys(value.properties).map((one) => `${key}.${one}`) : [key];
      for (const one of keys) assert.ok(page.includes(`| \`${one}\` |`), `docs/configuration.md does not say ${one}`);
    }
  });

  it("has figures that are those of the recordings, and of the version", () => {
    const conformance = readFileSync("docs/conformance.md", "utf8");
    const [, equal, all] = /\*\*(\d+) of (\d+)\*\* counters equal/.exec(conformance)!.map(Number);
    const [, percent, rounded] = /([\d.]+) % of ([\d,]+) counters/.exec(readFileSync("README.md", "utf8"))!;
    assert.equal(((equal! / all!) * 100).toFixed(1), percent);
    assert.ok(all! >= Number(rounded!.replace(",", "")), `README: there are ${all} counters`);
    for (const page of pages) {
      for (const [, version] of readFileSync(page, "utf8").matchAll(/warplens-(\d+\.\d+\.\d+)\.(?:tgz|vsix)/g)) {
        assert.equal(version, manifest.version, page);
      }
    }
  });
});

describe("docs/json.md", () => {
  /** Names of fields, and values of enumerations, anywhere in a schema. */
  function wordsOf(node: unknown): string[] {
    if (Array.isArray(node)) return node.flatMap(wordsOf);
    if (typeof node !== "object" || node === null) return [];
    return Object.entries(node).flatMap(([key, value]) => {
      if (key === "properties") return [...Object.keys(value), ...Object.values(value).flatMap(wordsOf)];
      if (key === "enum") return (value as unknown[]).filter((one) => typeof one === "string");
      return wordsOf(value);
    });
  }

  for (const name of ["check", "inspect", "simulate"]) {
    it(`names every field and every value that ${name} prints`, () => {
      const page = readFileSync("docs/json.md", "utf8");
      const words = new Set(wordsOf(JSON.parse(readFileSync(`docs/schemas/${name}.json`, "utf8"))));
      assert.ok(words.size > 20);
      const absent = [...words].filter((word) => !new RegExp(`(?<!\\w)${word}(?!\\w)`).test(page));
      assert.deepEqual(absent, []);
    });
  }
});
