/**
 * A Makefile beside a source file, where a project has no compile database: the include folders, macros and the standard
 * that its flags name, and the arguments with which it runs the program. Read as text and as far as it is simple:
 * variables of the file itself, `ifeq` between them. What is not known from that is left out.
 */
import { splitCommand } from "../../analyzer/compiler/command/flags";
import type { Platform } from "../model/platform";
import { folderOf, joinPath } from "../sources/paths";

const NAMES = ["Makefile", "makefile", "GNUmakefile"];

/**
 * Flags that are taken over. An architecture in a Makefile is a default for the author's machine, and an old standard
 * what sufficed once.
 */
const wanted = /^-(?:[ID].|std=c\+\+2)/;

interface Makefile {
  /** Where its relative folders begin. */
  readonly folder: string;
  readonly text: string;
}

async function findMakefile(platform: Platform, folder: string): Promise<Makefile | undefined> {
  for (const one of [folder, folderOf(folder)]) {
    for (const name of one === "" ? [] : NAMES) {
      const text = await platform.readText(joinPath(one, name));
      if (text !== undefined) return { folder: one, text };
    }
  }
  return undefined;
}

/** A text with the variables that are known; undefined where it uses a function of make, or another variable and no `missing`. */
function expand(text: string, variables: ReadonlyMap<string, string>, missing?: string): string | undefined {
  let unknown = false;
  const expanded = text.replace(/\$[({]([^(){}]*)[)}]/g, (_, name: string) => {
    const value = variables.get(name.trim()) ?? missing;
    if (value === undefined) unknown = true;
    return value ?? "";
  });
  return unknown || expanded.includes("$") ? undefined : expanded;
}

/** Whether a condition holds, as far as the file itself says. */
function holds(kind: string, condition: string, variables: ReadonlyMap<string, string>): boolean {
  if (kind === "ifdef" || kind === "ifndef") return variables.has(condition.trim()) === (kind === "ifdef");
  const sides = /^\s*\((.*),(.*)\)\s*$/.exec(condition) ?? /^\s*["'](.*)["']\s+["'](.*)["']\s*$/.exec(condition);
  // A variable without a value is empty, as for make.
  const value = (text: string) => expand(text.trim(), variables) ?? "";
  return sides !== null && (value(sides[1]!) === value(sides[2]!)) === (kind === "ifeq");
}

/** Lines of an arm that are looked at: a switch for the device stands over a few. */
const LONGEST_ARM = 200;

const off = /^(?:0|no?|off|false)$/i;
const on = /^(?:1|y|yes|on|true)$/i;

/**
 * The switch that has to be on for CUDA files to be built at all: `GPU=0` at the top, and an arm of
 * `ifeq ($(GPU), 1)` that names CUDA. A reader of a CUDA file means the build that has it.
 */
function deviceSwitch(
  condition: string,
  lines: readonly string[],
  at: number,
  variables: ReadonlyMap<string, string>,
): [name: string, value: string] | undefined {
  const [, name, value] = /^\s*\(\s*\$[({](\w+)[)}]\s*,\s*(\w+)\s*\)\s*$/.exec(condition) ?? [];
  if (name === undefined || !on.test(value!) || !off.test(variables.get(name) ?? "")) return undefined;
  const arm = lines.slice(at + 1, at + 1 + LONGEST_ARM);
  const end = arm.findIndex((line) => /^\s*(?:else|endif)\b/.test(line));
  return arm.slice(0, Math.max(0, end)).some((line) => /cuda|nvcc|\.cu\b/i.test(line)) ? [name, value!] : undefined;
}

/** The lines of a Makefile without comments; continued lines are one. */
function logicalLines(text: string): readonly string[] {
  return text
    .replace(/\\\r?\n/g, " ")
    .split("\n")
    .map((line) => line.replace(/(^|\s)#.*/, ""));
}

/** Follows a line that opens, inverts or closes a condition: `open` has the conditions around it. False for other lines. */
function followCondition(
  lines: readonly string[],
  at: number,
  variables: Map<string, string>,
  open: boolean[],
): boolean {
  const line = lines[at]!;
  const [, kind, condition] = /^\s*(ifeq|ifneq|ifdef|ifndef)\b(.*)$/.exec(line) ?? [];
  if (kind && condition !== undefined) {
    const switched = kind === "ifeq" && deviceSwitch(condition, lines, at, variables);
    if (switched) variables.set(...switched);
    open.push(holds(kind, condition, variables));
    return true;
  }
  if (/^\s*else\b/.test(line)) open.push(!open.pop());
  else if (/^\s*endif\b/.test(line)) open.pop();
  else return false;
  return true;
}

/** Follows the assignment of a variable. False where `?=` leaves it as it is. */
function assign(line: string, variables: Map<string, string>): boolean {
  const [, name, operator, value] = /^\s*(?:export\s+)?([\w.-]+)\s*(\?=|\+=|:{0,2}=)\s*(.*)$/.exec(line) ?? [];
  if (name === undefined || value === undefined) return true;
  const before = variables.get(name);
  if (operator === "?=" && before !== undefined) return false;
  variables.set(name, operator === "+=" && before !== undefined ? `${before} ${value}` : value.trim());
  return true;
}

/** The lines that hold under the file's conditions, which assign nothing by themselves, with the variables known there. */
function* commands(text: string): Generator<readonly [line: string, variables: ReadonlyMap<string, string>]> {
  const variables = new Map<string, string>();
  const open: boolean[] = [];
  const lines = logicalLines(text);
  for (const [at, line] of lines.entries()) {
    if (followCondition(lines, at, variables, open) || open.includes(false) || !assign(line, variables)) continue;
    yield [line, variables];
  }
}

/** The flags of all commands and variables that hold, in their order, each once. */
function flagsOf(text: string): string[] {
  const found = new Set<string>();
  for (const [line, variables] of commands(text)) {
    for (const word of line.match(/-(?:[ID]\s*|std=)\S+/g) ?? []) {
      const flag = expand(word.replace(/^(-[ID])\s+/, "$1"), variables);
      if (flag !== undefined && wanted.test(flag)) found.add(flag);
    }
  }
  return [...found].flatMap(splitCommand);
}

/** What a shell would do more with than hand it on. */
const SHELL = /[`*?~&;<>|]/;

/** A command of a recipe that starts a program of the folder: `./main 100 > log` → the program, and its arguments. */
function startOf(command: string): { readonly program: string; readonly words: readonly string[] } | undefined {
  const [whole = ""] = command.split(/\s+\d?[>|&]|;/);
  const words = splitCommand(whole.replace(/^[\s@-]+/, ""));
  const at = words.findIndex((one) => /^\.\/[\w.+-]+$/.test(one));
  const given = words.slice(at + 1);
  return at < 0 || given.some((one) => SHELL.test(one)) ? undefined : { program: words[at]!.slice(2), words: given };
}

/** The arguments of the one program that a Makefile runs, or of the one that is named as the source file. */
function runArguments(text: string, stem: string): readonly string[] | undefined {
  const all = [...commands(text)].flatMap(([line, variables]) => {
    // A variable that nothing sets is empty in make.
    const command = /^\t/.test(line) ? expand(line, variables, "") : undefined;
    return (command && startOf(command)) || [];
  });
  const own = all.filter((one) => one.program === stem);
  const [first, ...others] = own.length > 0 ? own : all;
  return others.every((one) => one.program === first?.program) ? first?.words : undefined;
}

/**
 * The arguments with which the Makefile of a source file's folder runs the program; undefined where it runs none, or
 * several of which none is named as the file.
 */
export async function makefileArguments(platform: Platform, path: string): Promise<readonly string[] | undefined> {
  const folder = folderOf(path);
  const makefile = await findMakefile(platform, folder);
  const stem = path.slice(folder.length + 1).replace(/\.[^.]*$/, "");
  return makefile?.folder === folder ? runArguments(makefile.text, stem) : undefined;
}

/** Flags for the files of a folder, and the folder that they are relative to; undefined where there is no Makefile. */
export async function makefileFlags(
  platform: Platform,
  path: string,
): Promise<{ readonly folder: string; readonly words: readonly string[] } | undefined> {
  const makefile = await findMakefile(platform, folderOf(path));
  return makefile && { folder: makefile.folder, words: flagsOf(makefile.text) };
}
