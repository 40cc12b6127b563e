/** Mutations of the CUDA files that the tests bring: each is made from its number alone, so that one can be run by itself. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { random } from "../../compiler/random";
import type { HostileFile } from "./model";

const folders = [
  "test/frontend",
  "test/frontend/broken",
  "test/frontend/isolated",
  "test/hardware/programs",
  "test/rules/cases",
  "test/host/programs",
  "examples",
];

/** The corpus: name and text of every CUDA file. */
export const corpus: readonly HostileFile[] = folders.flatMap((folder) =>
  readdirSync(folder)
    .filter((name) => /\.cuh?$/.test(name))
    .sort()
    .map((name) => ({ what: `${folder}/${name}`, text: readFileSync(join(folder, name), "utf8") })),
);

/** What hostile and half-typed text is made of. */
const pieces: readonly string[] = [
  ..."{}()[]<>;,\"'\\#@`?~\0\r\n\t\f\v",
  "<<<",
  ">>>",
  "/*",
  "*/",
  "//",
  'R"(',
  "#if 1\n",
  "#else\n",
  "#endif\n",
  "#define x(",
  "#include <",
  "\n#line 4294967295\n",
  "template <",
  "__global__ ",
  "__shared__ ",
  "constructor",
  "__proto__",
  "\ufeff",
  "\u2028",
  "\u202e",
  "\ud800",
  "\udc00",
  "é",
  "𝕏",
  "0x",
  "1e999999",
  "((((((((((((((((",
  "{{{{{{{{{{{{{{{{",
  "<<<<<<<<<<<<<<<<",
  "x".repeat(5000),
  "9".repeat(5000),
];

type Next = (below: number) => number;
type Mutation = (text: string, next: Next) => string;

/** Two places of a text, the first before the second and not far from it. */
function range(text: string, next: Next, longest: number): readonly [start: number, end: number] {
  const start = next(text.length + 1);
  return [start, Math.min(text.length, start + next(longest))];
}

const mutations: readonly Mutation[] = [
  (text, next) => text.slice(0, next(text.length + 1)),
  (text, next) => text.slice(next(text.length + 1)),
  (text, next) => {
    const at = next(text.length + 1);
    return text.slice(0, at) + pieces[next(pieces.length)]! + text.slice(at);
  },
  (text, next) => {
    const [start, end] = range(text, next, 60);
    return text.slice(0, start) + pieces[next(pieces.length)]! + text.slice(end);
  },
  (text, next) => {
    const [start, end] = range(text, next, 400);
    return text.slice(0, start) + text.slice(end);
  },
  (text, next) => {
    const [start, end] = range(text, next, 400);
    return text.slice(0, end) + text.slice(start, end).repeat(1 + next(8)) + text.slice(end);
  },
  (text, next) => {
    const [start, end] = range(text, next, 400);
    const at = next(text.length + 1);
    return text.slice(0, at) + text.slice(start, end) + text.slice(at);
  },
  (text, next) => {
    const other = corpus[next(corpus.length)]!.text;
    return text.slice(0, next(text.length + 1)) + other.slice(next(other.length + 1));
  },
  (text, next) => {
    const lines = text.split("\n");
    const [a, b] = [next(lines.length), next(lines.length)];
    [lines[a], lines[b]] = [lines[b]!, lines[a]!];
    return lines.join("\n");
  },
  (text, next) => text.replaceAll(pieces[next(8)]!, pieces[next(8)]!),
  (text, next) => text.replaceAll("\n", next(2) === 0 ? "\r\n" : "\r"),
  (text, next) => {
    const at = next(text.length + 1);
    const noise = Array.from({ length: 1 + next(40) }, () => String.fromCharCode(next(0x10000))).join("");
    return text.slice(0, at) + noise + text.slice(at);
  },
];

/** A mutated file; one in four is mutated more than once. */
export function mutated(seed: number, number: number): HostileFile {
  const next = random(seed * 1_000_003 + number);
  const { what, text } = corpus[next(corpus.length)]!;
  let changed = text;
  for (let more = next(4) === 0 ? 1 + next(4) : 1; more > 0; more--) {
    changed = mutations[next(mutations.length)]!(changed, next);
  }
  return { what: `mutation ${number} of ${what}`, text: changed };
}
