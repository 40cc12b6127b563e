/**
 * The law of error isolation, over the corpus: damage one function, in any of many ways, and the IR of every other kernel
 * is byte for byte what it is without the damage. A damaged device function counts as declared, with a body unknown. Braces
 * are damaged outside of structures only: what a structure is, once one of its braces is gone, nobody can tell. For the same
 * reason a quote is left alone in a member that has others behind it on its line, because it takes them. An instance for
 * which the line asks that lost text may be gone with it, as the statement is that made it.
 */
import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { defaultOptions } from "../../analyzer/compiler/command/commands";
import { createCompileCache } from "../../analyzer/compiler/incremental/state";
import { compileDevice } from "../../analyzer/compiler/pass/device";
import { asDeclaration } from "../../analyzer/compiler/text/declarations";
import { applyEdits } from "../../analyzer/compiler/text/edits";
import { printFunction } from "../../analyzer/ir/print";
import { readModule } from "../../analyzer/ir/reader/reader";
import type { FunctionOutline } from "../../analyzer/syntax/model";
import { isFull, sweep } from "../support/sample";
import { inserted } from "./insertions";
import { random } from "./random";
import { sharedClang, sharedSyntax } from "./support";

const texts = ["test/frontend", "test/hardware/programs"].flatMap((folder) =>
  readdirSync(join(process.cwd(), folder))
    .filter((name) => name.endsWith(".cu"))
    .map((name) => ({ name, text: readFileSync(join(process.cwd(), folder, name), "utf8") })),
);
const seed = Number(process.env.WARPLENS_SEED ?? 20_261_121);
const cache = createCompileCache();

interface Damage {
  readonly what: string;
  readonly text: string;
  /** Where the text is damaged. */
  readonly at: number;
  /** The line of the undamaged text that has lost a part. */
  readonly lost?: string;
}

/** Damages a body in one place. */
function damaged(text: string, one: FunctionOutline, isMember: boolean, next: (below: number) => number): Damage {
  const { start, end } = one.body!;
  const lines = [...text.slice(start, end).matchAll(/\n[ \t]*(?=\S)/g)].map(
    (match) => start + match.index + match[0].length,
  );
  const at = lines.length > 0 ? lines[next(lines.length)]! : start + 1;
  const isLast = /^[ \t]*(?:\}[ \t;]*)*(?:\n|$)/.test(text.slice(end, end + 200));
  const spared = isLast ? /[{}]/ : /[{}"']/;
  const words = isMember ? inserted.filter((word) => !spared.test(word)) : inserted;
  const kind = next(words.length + (isMember ? 0 : 3));
  const what = words[kind];
  if (what !== undefined) return { what, at, text: `${text.slice(0, at)}${what} ${text.slice(at)}` };
  if (kind === words.length)
    return { what: "without its last brace", at: end - 1, text: `${text.slice(0, end - 1)} ${text.slice(end)}` };
  if (kind === words.length + 1) {
    const stop = text.indexOf("\n", at);
    const middle = at + next(Math.max(1, stop - at));
    const lost = text.slice(at, stop);
    return { what: "a line without its end", at, text: text.slice(0, middle) + text.slice(stop), lost };
  }
  const gone = start + next(end - start);
  const kept = text[gone] === "\n" ? "\n" : " ";
  return {
    what: `without the character ${JSON.stringify(text[gone])}`,
    at: gone,
    text: text.slice(0, gone) + kept + text.slice(gone + 1),
    lost: lineAround(text, gone),
  };
}

const lineAround = (text: string, at: number): string =>
  text.slice(text.lastIndexOf("\n", at - 1) + 1, `${text}\n`.indexOf("\n", at));

/** Whether a line names a class that is a template argument of an instance, by the instance's mangled name. */
function asksFor(line: string, instance: string): boolean {
  const named = [...(instance.split(/I(?=\d)/)[1] ?? "").matchAll(/(\d+)([A-Za-z_]\w*)/g)].map(([, length, rest]) =>
    rest!.slice(0, Number(length)),
  );
  return named.some((name) => new RegExp(`\\b${name}\\b`).test(line));
}

async function kernels(text: string): Promise<ReadonlyMap<string, string>> {
  const outline = (await sharedSyntax()).outline(text);
  const source = { path: "home/me/a.cu", text };
  const { bitcode } = await compileDevice({
    clang: await sharedClang(),
    source,
    outline,
    files: new Map(),
    options: defaultOptions,
    cache,
  });
  if (!bitcode) return new Map();
  const { functions } = readModule(bitcode);
  return new Map(
    functions.filter((one) => one.isKernel && one.blocks.length > 0).map((one) => [one.name, printFunction(one)]),
  );
}

/**
 * Names of values and of constants without a name in the source hold counters over the whole module: they are numbered
 * anew, in order of appearance. On the line with the damage columns have moved: a device lambda may stand there.
 */
function comparable(ir: string, line: number): string {
  const names = new Map<string, string>();
  const text = ir.replace(new RegExp(`; ${line}:\\d+$`, "gm"), `; ${line}`);
  return text.replace(/%[\w.]+|@(?:\.str|__const\.[\w.]+|switch\.table\.[\w.]+|constinit)(?:\.\d+)*/g, (name) => {
    if (!names.has(name)) names.set(name, `${name[0]}${names.size}`);
    return names.get(name)!;
  });
}

describe("one damaged function", () => {
  const count = Number(process.env.WARPLENS_COUNT ?? sweep("compiler/identity", 12, 1500, "damaged functions"));
  it(`changes no other kernel, in ${count} cases`, async function () {
    this.timeout(0);
    const next = random(seed);
    const syntax = await sharedSyntax();
    let compared = 0;
    const problems: string[] = [];
    for (let i = 0; i < count; i++) {
      const { name, text } = texts[next(texts.length)]!;
      const outline = syntax.outline(text);
      const functions = outline.functions.filter((one) => one.body);
      if (functions.length === 0) continue;
      const one = functions[next(functions.length)]!;
      const isHelper = one.isDevice && !one.isKernel;
      const declaration = isHelper ? asDeclaration(text, one) : undefined;
      const before = await kernels(declaration ? applyEdits(text, [declaration]) : text);
      const isMember = (outline.structures ?? []).some((all) => all.start <= one.start && one.end <= all.end);
      const damage = damaged(text, one, isMember, next);
      const after = await kernels(damage.text);
      const line = text.slice(0, damage.at).split("\n").length;
      for (const [kernel, ir] of before) {
        if (one.isKernel && (kernel === one.name || kernel.includes(`${one.name.length}${one.name}`))) continue;
        compared++;
        const found = after.get(kernel);
        if (found !== undefined && comparable(found, line) === comparable(ir, line)) continue;
        // A device function that survives its damage is called as before, or as what it now is.
        if (isHelper && found !== undefined) continue;
        if (found === undefined && damage.lost !== undefined && asksFor(damage.lost, kernel)) continue;
        problems.push(
          `${name}: ${one.name} with ${damage.what}: ${kernel} ${found === undefined ? "is gone" : "changed"}`,
        );
        if (isFull) console.log(`      ${problems.at(-1)}`);
      }
    }
    if (isFull) console.log(`      ${compared} kernels compared, seed ${seed}`);
    assert.deepEqual(problems, []);
  });
});
