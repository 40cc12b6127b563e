/**
 * What the device pass can do without: bodies of host functions that instantiate nothing, and the headers of the C++
 * library that are then named nowhere. An edit in such a body leaves the text that clang sees as it was.
 */
import type { FunctionOutline, Outline } from "../../syntax/model";
import { patternWith } from "../../syntax/text/patterns";
import type { SourceFiles } from "../model";
import { asDeclaration } from "../text/declarations";
import { applyEdits, type Edit } from "../text/edits";
import { codeOnly } from "../text/statements";
import { isHeavy } from "./preamble";

/** `template <…> … name`: functions, classes, variables; and other names that may stand for an instance of one. */
const templateNames =
  /\btemplate\s*<[^;{}]*?>\s*[^;{}(=]*?\b(\w+)\s*[({:;=]|\busing\s+(\w+)\s*=|\btypedef\b[^;{}]*?\b(\w+)\s*;/g;

/** `name<…>` before a call, a launch or an object; `std::` names instantiate no kernel. */
const explicitArguments =
  /(?<!\bstd::)\b(?!(?:static|dynamic|const|reinterpret)_cast\b)\w+\s*<(?!<)[^;<>(){}]*(?:<[^;<>]*>[^;<>]*)*>\s*(?:[({]|<<<|\w)/;

/** Words in a head whose function is needed for more than its calls: its value, its type, or its other side. */
const neededHead = /\b(?:constexpr|consteval|auto|decltype|__device__|__global__|operator)\b/;

/** Headers of libraries whose algorithms are templates that launch kernels, from any statement that touches an object of theirs. */
const algorithms = /^[ \t]*#[ \t]*include[ \t]*["<](?:thrust|cub)\//m;

/** The declaration of a variable of the device, up to its value: what stands before its specifier, and what after it. */
const deviceVariables = /(?<=^|[;{}])([^;{}()=]*)\b__(?:constant|device|managed)__\b([^;{}()=]*)(?=[;={])/g;

/**
 * Names of variables that a file keeps to itself on the device. clang gives the host's functions access to those that it
 * sees them name, and takes the others for memory that no other function writes.
 */
function ownVariables(texts: Iterable<string>): Set<string> {
  const names = new Set<string>();
  for (const text of texts) {
    const code = codeOnly(text).replace(/^[ \t]*#[^\n]*$|\b(?:__align__|alignas|__attribute__)\s*\([^()]*\)+/gm, "");
    const isUnnamed = /\bnamespace\s*\{/.test(code);
    for (const [, before, declarators] of code.matchAll(deviceVariables)) {
      if (!isUnnamed && !/\bstatic\b/.test(before! + declarators!)) continue;
      for (const [, name] of declarators!.matchAll(/\b(\w+)\s*(?:\[[^\]]*\]\s*)*(?:,|$)/g)) names.add(name!);
    }
  }
  return names;
}

/** What a name of a template is sought in: up to the next brace or semicolon, which no head of a declaration has in it. */
const heads = /[^;{}]+[;{}]?/g;

/** Characters of the longest head that anybody writes; the search is quadratic in it. */
const LONGEST_HEAD = 10_000;

function namesOfTemplates(texts: Iterable<string>): Set<string> {
  const names = new Set<string>();
  for (const text of texts) {
    for (const [head] of codeOnly(text).matchAll(heads)) {
      if (head.length > LONGEST_HEAD) continue;
      for (const match of head.matchAll(templateNames)) names.add((match[1] ?? match[2] ?? match[3])!);
    }
  }
  return names;
}

/**
 * What of the host's the device pass has no need of: bodies of functions, as edits that make them declarations, and
 * default arguments of kernels.
 */
export function hostBodies(text: string, outline: Outline, files: SourceFiles): Edit[] {
  if ([text, ...files.values()].some((one) => algorithms.test(one)))
    return hostDefaults(codeOnly(text), outline, files);
  const needed = namesOfTemplates([text, ...files.values()]);
  for (const name of ownVariables([text, ...files.values()])) needed.add(name);
  const macros = new Set(outline.macros.map((one) => one.name));
  const code = codeOnly(text);
  const known = new Set(outline.functions.map((one) => one.name));

  function isNeeded(one: FunctionOutline, index: number): boolean {
    if (one.isDevice || one.isKernel || one.template !== undefined) return true;
    const item = outline.declarations.find(({ start, end }) => start <= one.start && one.start < end);
    const head = code.slice(Math.min(item?.start ?? one.start, one.start), one.body!.start);
    if (neededHead.test(head)) return true;
    // A macro may hide a qualifier; a function inside a structure may belong to a template.
    if ((head.match(/\w+/g) ?? []).some((word) => macros.has(word))) return true;
    const body = code.slice(one.body!.start, one.body!.end);
    if (/__device__|__global__/.test(body) || explicitArguments.test(body)) return true;
    if (outline.launches.some((launch) => launch.within === index && !known.has(launch.kernel.split("::").at(-1)!))) {
      return true;
    }
    return (body.match(/\w+/g) ?? []).some((word) => needed.has(word) || (macros.has(word) && bodyOf(word)));
  }

  /** A macro that launches, instantiates or names what is needed does so where it is used. */
  function bodyOf(macro: string): boolean {
    return outline.macros.some(
      ({ name, body }) => name === macro && (/</.test(body) || body.match(/\w+/g)?.some((word) => needed.has(word))),
    );
  }

  const bodies = outline.functions.flatMap((one, index) => {
    if (!one.body || isNeeded(one, index)) return [];
    const edit = asDeclaration(text, one);
    return edit ? [edit] : [];
  });
  return [...bodies, ...hostDefaults(code, outline, files)];
}

/** Whether a text defines or declares a variable of the host by a name, outside of functions, judged by its words alone. */
function isHostVariable(name: string, code: string): boolean {
  const declared = patternWith("m")`(?:^|[;{}])\s*((?:[A-Za-z_][\w:]*(?:<[^;{}()]*>)?[\s*&]+)+)${name}\s*(?:[=;,{]|\[)`;
  const found = declared.exec(code.replace(/^[ \t]*#[^\n]*$/gm, ""));
  return (
    found !== null && !/\b(?:const|constexpr|__\w+__|return|using|typedef|namespace|enum|else|goto)\b/.test(found[1]!)
  );
}

/**
 * Default arguments of kernels that name a variable of the host (`const float* scale = d_scale`), as edits that put the
 * type's own zero there: the host evaluates them where it launches, and clang looks for them on the device.
 */
function hostDefaults(code: string, outline: Outline, files: SourceFiles): Edit[] {
  const texts = [code, ...files.values()];
  return outline.functions.flatMap(({ isKernel, nameSpan, body }) => {
    if (!isKernel || !body) return [];
    const head = code.slice(nameSpan.end, body.start);
    return [...head.matchAll(/(=\s*)([A-Za-z_]\w*)\s*(?=[,)])/g)].flatMap((found) => {
      const name = found[2]!;
      if (!texts.some((one) => isHostVariable(name, one))) return [];
      const start = nameSpan.end + found.index + found[1]!.length;
      return [{ start, end: start + name.length, text: "{}" }];
    });
  });
}

const includeLine = /^[ \t]*#[ \t]*include[ \t]*["<]([^">\n]+)[">][^\n]*$/gm;

/** Headers that cost much and that device code seldom means, with the words that say that it does. */
const meant: Readonly<Record<string, RegExp>> = {
  chrono: /\bchrono\b/,
  filesystem: /\bfilesystem\b/,
  fstream: /\b[io]?fstream\b/,
  future: /\b(?:future|async|promise)\b/,
  iomanip: /\b(?:setw|setprecision|setfill)\b/,
  iostream: /\b(?:cout|cerr|clog|cin|endl|ostream|istream)\b/,
  mutex: /\b(?:mutex|lock_guard|unique_lock|call_once)\b/,
  random: /\b(?:mt19937|\w+_distribution|\w+_engine|random_device)\b/,
  regex: /\bregex\b/,
  sstream: /\b[io]?stringstream\b/,
  thread: /\bthread\b/,
};

/** Headers of macros that stand between pieces of a text: without them it is another error that the compile says. */
const pieces: Readonly<Record<string, RegExp>> = { cinttypes: /\b(?:PRI|SCN)[dioxuX]\w+\b/ };

/**
 * The include lines of C++ library headers that nothing that is left names. A guess from words: where it is wrong, the
 * compile says that something is undeclared, and is repeated with all headers.
 */
export function unusedHeaders(text: string, omitted: readonly Edit[], files: SourceFiles): Edit[] {
  const left = [codeOnly(applyEdits(text, omitted)), ...files.values()];
  const namesLibrary = left.some((one) => /\bstd\s*::/.test(one));
  const isUsed = (header: string) =>
    (namesLibrary && left.some((one) => meant[header]?.test(one) ?? true)) ||
    left.some((one) => pieces[header]?.test(one));
  return Array.from(text.matchAll(includeLine))
    .filter((match) => isHeavy(match[1]!) && !isUsed(match[1]!))
    .map((match) => ({ start: match.index, end: match.index + match[0].length, text: "" }));
}
