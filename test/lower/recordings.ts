/** What the H200 executed: memory instructions of the recorded programs by kernel and line, in our words. */
import { readFileSync } from "node:fs";
import type { Module } from "../../analyzer/ir/model";

/** A memory instruction as both sides say it: `load global 16`, `atomic shared 4 popc-inc`. */
export type Word = string;

export interface RecordedKernel {
  readonly name: string;
  readonly signature: string;
  /** Words by line of the program, one for each instruction that it has. */
  readonly lines: ReadonlyMap<number, readonly Word[]>;
}

interface Row {
  readonly line: number;
  readonly sass: string;
  readonly at?: readonly (readonly [string, number])[];
}

/** Mnemonics of instructions that reach memory; reference: CUDA Binary Utilities, "Instruction Set Reference" (Hopper). */
const MNEMONICS: Readonly<Record<string, string>> = {
  LDG: "load global",
  STG: "store global",
  LDS: "load shared",
  STS: "store shared",
  LDL: "load local",
  STL: "store local",
  LD: "load generic",
  ST: "store generic",
  ATOMG: "atomic global",
  ATOMS: "atomic shared",
  ATOM: "atomic generic",
  REDG: "reduction global",
  LDGSTS: "copy global",
  TEX: "load texture",
  TLD: "load texture",
};

/** The kernels of a recorded program, one for each signature. */
export function recordedKernels(program: string): RecordedKernel[] {
  const text = readFileSync(`test/hardware/counters/${program}.json`, "utf8");
  const { launches } = JSON.parse(text) as { launches: { kernel: string; signature: string; sass: Row[] }[] };
  const bySignature = new Map(launches.map((launch) => [launch.signature, launch]));
  return [...bySignature.values()].map(({ kernel, signature, sass }) => {
    const lines = new Map<number, Word[]>();
    for (const row of sass) {
      const word = wordOf(row, sass);
      if (word) lines.set(row.line, [...(lines.get(row.line) ?? []), word]);
    }
    return { name: kernel, signature, lines };
  });
}

function wordOf(row: Row, rows: readonly Row[]): Word | undefined {
  // "@!PT" is never executed: padding around the first LDGSTS.
  if (row.sass.startsWith("@!PT")) return undefined;
  const [, mnemonic = "", rest = ""] = /^(?:@!?U?P\d )?([A-Z]+)((?:\.\w+)*)/.exec(row.sass) ?? [];
  const suffixes = rest.split(".");
  if (mnemonic === "LDC") return /c\[0x3\]\[R\d/.test(row.sass) ? "load constant 4" : undefined;
  const kind = MNEMONICS[mnemonic];
  if (!kind) return undefined;
  if (kind === "load texture") return kind;
  const word = `${kind} ${widthOf(suffixes)}`;
  if (suffixes.includes("POPC")) return `${word} popc-inc`;
  if (suffixes.includes("CAS")) return `${word} cas`;
  const isAtomic = kind.startsWith("atomic") || kind.startsWith("reduction");
  const combined = isAtomic && rows.some((other) => /\bVOTEU?\b/.test(other.sass) && sameCall(other, row));
  return combined ? `${word} once a warp` : word;
}

function sameCall(a: Row, b: Row): boolean {
  return a.at !== undefined && JSON.stringify(a.at) === JSON.stringify(b.at);
}

function widthOf(suffixes: readonly string[]): number {
  if (suffixes.includes("128")) return 16;
  if (suffixes.includes("64") || suffixes.includes("F64")) return 8;
  if (suffixes.some((suffix) => suffix === "U8" || suffix === "S8")) return 1;
  if (suffixes.some((suffix) => suffix === "U16" || suffix === "S16")) return 2;
  return 4;
}

/** Itanium codes of the types that the recorded kernels are instantiated with. */
const TYPE_CODES: Readonly<Record<string, string>> = {
  char: "c",
  short: "s",
  int: "i",
  double: "d",
  float4: "6float4",
};

/** The mangled name in a module of a kernel that is recorded with its C++ signature. */
export function mangledName(module: Module, { name, signature }: RecordedKernel): string {
  const kernels = module.functions.filter((func) => func.isKernel && func.name.startsWith(`_Z${name.length}${name}`));
  const inBrackets = /^[^(]*?<(.*)>\(/.exec(signature)?.[1];
  const written = inBrackets?.includes("lambda") ? undefined : inBrackets;
  const codes = written?.split(", ").map((argument) => {
    const constant = /^\(int\)(\d+)$/.exec(argument);
    return constant ? `Li${constant[1]}E` : (TYPE_CODES[argument] ?? argument);
  });
  const prefix = codes ? `_Z${name.length}${name}I${codes.join("")}E` : `_Z${name.length}${name}`;
  const found = kernels.filter((func) => func.name.startsWith(prefix));
  if (found.length !== 1) throw new Error(`${signature}: ${found.length} kernels begin with ${prefix}`);
  return found[0]!.name;
}
