/**
 * Cuts code into the items of its namespaces, by brackets alone. Each item is then parsed by itself, so that damage
 * stays where it is, and an item that an edit did not touch need not be parsed again.
 */
import { closesDeeper, endByLayout, endOfOneLine, isStatement } from "./layout";
import type { Span } from "./model";

/** A declaration or definition at file or namespace scope. */
export interface Item extends Span {
  /** `a::b`, or empty. */
  readonly namespace: string;
  /** What has to be added behind the item to close the brackets that it leaves open. */
  readonly closers: string;
  /** How many of the closers are braces. */
  readonly missingBraces: number;
}

/** A text cut into items. */
export interface Items {
  readonly items: readonly Item[];
  /** Closing braces that are too many by the layout: without them those of namespaces come out. */
  readonly strayBraces: readonly number[];
}

const closerOf: Readonly<Record<string, string>> = { "(": ")", "[": "]", "{": "}" };
const openerOf: Readonly<Record<string, string>> = { ")": "(", "]": "[", "}": "{" };

const namespaceHead = /(?:inline\s+)?namespace\b\s*(?:\[\[[^\]]*\]\]\s*)?([\w:]*)\s*\{/y;
const linkageHead = /extern\s*"[^"]*"\s*\{/y;
const structureHead =
  /^(?:\s*(?:template\s*<[^{}]*>|static|constexpr|const|volatile|extern|typedef|alignas\s*\([^()]*\))\s*)*(?:struct|class|union|enum)\b/;
const alignment = /\b(?:alignas|__align__|__attribute__)\s*\((?:[^()]|\((?:[^()]|\([^()]*\))*\))*\)/g;
const attributeCall =
  /^(?:__launch_bounds__|__attribute__|__declspec|alignas|decltype|noexcept|requires|static_assert)\b/;
const statementWord = /^(?:if|for|while|switch|do|else|return|catch|case|default|goto|try|break|continue|new|delete)\b/;
const itemWord =
  /^(?:__global__|__device__|__host__|__constant__|__managed__|template\s*<|(?:inline\s+)?namespace\b|extern\s*"|typedef\b|using\b|(?:class|struct|union|enum)\s+\w+|static\b|inline\b)/;
/** No function holds a kernel: wherever a line begins like this, the function before it has ended. */
const kernelHead = /^(?:template\s*<[^{};]*>\s*)?(?:static\s+|inline\s+|extern\s*"[^"]*"\s*)*__global__\b/;
const templateHead = /^(?:template\s*<(?:[^<>{};]|<(?:[^<>{};]|<[^<>{};]*>)*>)*>\s*)+/;
/** A list of template parameters that is not closed. */
const openTemplate = /\btemplate\s*<[^{};]*$/;
/** What may stand on the lines before one that begins a kernel, as part of it; its template list is not here any more. */
const kernelLead =
  /^(?:\s|static\b|inline\b|constexpr\b|void\b|requires\b[^{};]*|extern\s*"[^"]*"|\[\[[^\]]*\]\]|(?!__(?:global|device|host|shared|constant|managed)__)(?:__\w+__|__declspec|alignas|[A-Z][A-Z0-9_]*)\b\s*(?:\((?:[^()]|\((?:[^()]|\([^()]*\))*\))*\))?)*$/;
/** What is not finished, whatever comes: half a value, half a list, a structure without its members. */
const unfinished = /[^=<>!]=$|,$|<$|^(?:typedef\s+)?(?:struct|class|union|enum)\s+\w+$/;
const declaratorHead = /^[A-Za-z_][\w\s:<>*&,~]*\([\s\S]*\)[\s\w]*$/;

/** Whether an item declares a structure, a class, a union or an enumeration, and no function that returns one. */
export function isStructure(text: string): boolean {
  const head = text.split("{", 1)[0]!.replace(alignment, "");
  return structureHead.test(head) && !/\)\s*\w*\s*$/.test(head);
}

interface Scanned {
  readonly end: number;
  /** Brackets left open at the end of the text. */
  readonly open: readonly string[];
}

function nextVisible(skeleton: string, from: number): number {
  let at = from;
  while (at < skeleton.length && skeleton.charCodeAt(at) <= 32) at++;
  return at;
}

function lastVisible(skeleton: string, from: number, least: number): number {
  let at = from;
  while (at > least && skeleton.charCodeAt(at - 1) <= 32) at--;
  return at;
}

function startsLine(skeleton: string, at: number, columns: number): boolean {
  const line = skeleton.lastIndexOf("\n", at - 1) + 1;
  return at - line <= columns && skeleton.slice(line, at).trim() === "";
}

function columnOf(skeleton: string, at: number): number {
  return at - (skeleton.lastIndexOf("\n", at - 1) + 1);
}

/** Whether a new item seems to begin here: by its first word, or because a parameter list and a brace follow. */
function looksLikeItem(skeleton: string, at: number): boolean {
  const head = skeleton.slice(at, at + 2000);
  if (statementWord.test(head)) return false;
  if (itemWord.test(head)) return true;
  const stop = head.search(/[{};]/);
  return stop > 0 && head[stop] === "{" && declaratorHead.test(head.slice(0, stop));
}

/** A braced group that closes at namespace level does not end an item that goes on behind it. */
function goesOn(skeleton: string, start: number, firstBrace: number, behind: number): boolean {
  const next = nextVisible(skeleton, behind);
  const following = skeleton[next];
  if (following === "," || following === "{" || /^catch\b/.test(skeleton.slice(next, next + 6))) return true;
  const head = skeleton.slice(start, firstBrace);
  const brackets = head.replace(/\([^()]*\)|<[^<>]*>/g, "");
  const structure = isStructure(head);
  if (!structure && !/[^=<>!]=\s*(?:\w[\w:<>]*\s*)?$/.test(brackets) && following !== ";") return false;
  return !(structure && skeleton.slice(behind, next).includes("\n") && looksLikeItem(skeleton, next));
}

/** Whether what begins an item breaks off before a line that begins like another one. */
function isBroken(begun: string, line: string): boolean {
  // The defaults of template parameters have equals signs too.
  const before = begun.replace(templateHead, "").trimEnd();
  if (kernelHead.test(line)) return !kernelLead.test(before);
  if (openTemplate.test(before)) return !/^(?:class|struct|enum)\b/.test(line);
  if (unfinished.test(before)) return true;
  return (
    /[^=<>!]=[^=]|\)$|^using\b/.test(before) &&
    !/__launch_bounds__|__attribute__|__declspec|alignas|decltype/.test(before)
  );
}

/** What is known of the braces of a text besides their number. */
interface Braces {
  /** Of these it is said that they end namespaces. */
  readonly ends: ReadonlySet<number>;
  /** Those that are found to be too many. */
  readonly strays: number[];
  /** How many may be. */
  readonly surplus: number;
}

const mayBeStray = ({ strays, surplus }: Braces) => strays.length < surplus;

/** Finds the end of the item that starts at an offset, or learns that the text ends first. */
function scan(skeleton: string, start: number, column: number, braces: Braces): Scanned {
  const open: string[] = [];
  let firstBrace = -1;
  for (let at = start; at < skeleton.length; at++) {
    const code = skeleton.charCodeAt(at);
    if (code <= 32) {
      // A line that begins like an item, behind something that only lacks its semicolon.
      if (code !== 10 || open.length > 0) continue;
      const next = nextVisible(skeleton, at);
      if (next - (skeleton.lastIndexOf("\n", next - 1) + 1) > column || !itemWord.test(skeleton.slice(next, next + 40)))
        continue;
      if (isBroken(skeleton.slice(start, at), skeleton.slice(next, next + 400))) {
        return { end: lastVisible(skeleton, at, start), open: [] };
      }
      continue;
    }
    // Brackets and the semicolon; everything else is skipped at the price of one comparison chain.
    if (code !== 123 && code !== 125 && code !== 40 && code !== 41 && code !== 91 && code !== 93 && code !== 59)
      continue;
    const character = skeleton[at]!;
    if (character === ";") {
      if (open.length === 0) return { end: at + 1, open };
    } else if (closerOf[character] !== undefined) {
      if (character === "{" && firstBrace < 0) firstBrace = at;
      open.push(character);
    } else {
      const match = open.lastIndexOf(openerOf[character]!);
      if (match < 0) {
        if (character === "}") return { end: lastVisible(skeleton, at, start), open };
        continue;
      }
      // A parenthesis does not close a brace: `foo(a { b)` leaves the brace open.
      if (character !== "}" && open.lastIndexOf("{") > match) continue;
      if (character === "}" && braces.ends.has(at)) return { end: lastVisible(skeleton, at, start), open };
      if (character === "}" && open.indexOf("{") === match && mayBeStray(braces) && closesDeeper(skeleton, at, start)) {
        braces.strays.push(at);
        continue;
      }
      open.length = match;
      if (open.length > 0) continue;
      if (character === "}" && !goesOn(skeleton, start, firstBrace, at + 1)) {
        const next = nextVisible(skeleton, at + 1);
        return { end: skeleton[next] === ";" ? next + 1 : at + 1, open };
      }
      if (character === ")" && endsMacroCall(skeleton, start, at + 1)) return { end: at + 1, open };
    }
  }
  return { end: skeleton.length, open };
}

/** `NAME(…)` alone on its lines, without a semicolon. */
function endsMacroCall(skeleton: string, start: number, behind: number): boolean {
  const call = skeleton.slice(start, behind);
  if (!/^[A-Za-z_]\w*\s*\(/.test(call) || attributeCall.test(call)) return false;
  const next = nextVisible(skeleton, behind);
  return (
    skeleton.slice(behind, next).includes("\n") &&
    /[A-Za-z_]/.test(skeleton[next] ?? "") &&
    looksLikeItem(skeleton, next)
  );
}

/**
 * Where an item that lacks a bracket is cut: at the first line, not indented deeper than the item itself, that begins like
 * another item, or at a kernel inside of a function; else behind the last brace in the column of the item, if anything
 * follows. Undefined when there is none before the limit.
 */
function recover(
  skeleton: string,
  start: number,
  column: number,
  limit: number,
  suspicious: boolean,
): Scanned | undefined {
  const open: string[] = [];
  const structure = isStructure(skeleton.slice(start, start + 400));
  const laidOut =
    suspicious && !structure ? (endByLayout(skeleton, start, limit) ?? endOfOneLine(skeleton, start)) : undefined;
  if (laidOut) return { end: laidOut.end, open: Array(laidOut.missing).fill("{") };
  let inColumn: Scanned | undefined;
  for (let at = start; at < limit; at++) {
    const character = skeleton[at]!;
    if (closerOf[character] !== undefined) open.push(character);
    else if (openerOf[character] !== undefined) {
      const match = open.lastIndexOf(openerOf[character]!);
      if (match >= 0 && (character === "}" || open.lastIndexOf("{") < match)) open.length = match;
    } else if (character === "\n" && open.length > 0) {
      const next = nextVisible(skeleton, at);
      const begins =
        (startsLine(skeleton, next, column) && looksLikeItem(skeleton, next)) ||
        (!structure && kernelHead.test(skeleton.slice(next, next + 400))) ||
        (suspicious && !structure && isWholeLine(skeleton, start, at, next, column));
      if (next < limit && begins) return { end: next, open };
      if (skeleton[at - 1] === "}" && columnOf(skeleton, at - 1) === column && next < limit) {
        inColumn = { end: at, open: [...open] };
      }
      at = next - 1;
    }
  }
  return suspicious ? undefined : inColumn;
}

/** A function written on one line that leaves a brace open: the brace on the next line, no deeper, is that of a namespace. */
function isWholeLine(skeleton: string, start: number, at: number, next: number, column: number): boolean {
  const line = skeleton.slice(start, at).trimEnd();
  return line.endsWith("}") && !line.includes("\n") && columnOf(skeleton, next) <= column;
}

function closed(skeleton: string, start: number, scanned: Scanned, namespace: string): Item {
  const end = lastVisible(skeleton, scanned.end, start + 1);
  const brackets = scanned.open.map((one) => closerOf[one]!).reverse();
  let closers = "";
  let complete = /[;{}]/.test(skeleton[end - 1]!);
  for (const bracket of brackets) {
    if (bracket === "}" && !complete) closers += ";";
    closers += bracket;
    complete = bracket === "}";
  }
  return { start, end, namespace, closers, missingBraces: brackets.filter((one) => one === "}").length };
}

/** What was learned of a text by reading it once. */
interface Reading extends Items {
  readonly unclosedNamespaces: number;
  /** Closing braces that close nothing. */
  readonly surplus: number;
}

/**
 * Cuts code into items; what lies between them is blank or a stray bracket. The brace that a function lacks is taken from
 * the namespace around it, and one that it has too many closes that namespace: where the number of braces does not come
 * out, what the layout and comments say of them decides.
 * @param unclosed whether the code is the inside of something that lacks a brace
 * @param ends closing braces of which comments say that they end namespaces
 */
export function splitItems(skeleton: string, unclosed = false, ends: ReadonlySet<number> = new Set()): Items {
  const first = split(skeleton, { suspicious: unclosed, unclosed }, noted(new Set(), 0));
  if (first.unclosedNamespaces > 0) return split(skeleton, { suspicious: true, unclosed }, noted(ends, 0));
  if (first.surplus === 0 || unclosed) return first;
  const again = split(skeleton, { suspicious: false, unclosed }, noted(ends, first.surplus));
  return again.unclosedNamespaces > 0 ? first : again;
}

const noted = (ends: ReadonlySet<number>, surplus: number): Braces => ({ ends, surplus, strays: [] });

/** A namespace that is open: its name, where its line begins, and what can only be statements in it. */
interface OpenNamespace {
  readonly name: string;
  readonly start: number;
  hasStatements: boolean;
}

/** Whether a brace that would close a namespace is one too many. */
function isStray(skeleton: string, at: number, open: readonly OpenNamespace[], braces: Braces): boolean {
  const innermost = open.at(-1);
  if (!innermost || !mayBeStray(braces) || braces.ends.has(at)) return false;
  const marked = [...braces.ends].filter((end) => end > at).length;
  return innermost.hasStatements || marked >= open.length || closesDeeper(skeleton, at, innermost.start);
}

function split(
  skeleton: string,
  { suspicious, unclosed }: { readonly suspicious: boolean; readonly unclosed: boolean },
  braces: Braces,
): Reading {
  const items: Item[] = [];
  const open: OpenNamespace[] = [];
  let surplus = 0;
  for (let at = nextVisible(skeleton, 0); at < skeleton.length; at = nextVisible(skeleton, at)) {
    const character = skeleton[at]!;
    if (character === "}" || character === ")" || character === "]" || character === ";") {
      if (character === "}" && isStray(skeleton, at, open, braces)) braces.strays.push(at);
      else if (character === "}" && !open.pop()) surplus++;
      at++;
      continue;
    }
    namespaceHead.lastIndex = at;
    linkageHead.lastIndex = at;
    const namespace = namespaceHead.exec(skeleton);
    if (namespace || linkageHead.test(skeleton)) {
      open.push({ name: namespace?.[1] ?? "", start: at, hasStatements: false });
      at = namespace ? namespaceHead.lastIndex : linkageHead.lastIndex;
      continue;
    }
    const column = columnOf(skeleton, at);
    const scanned = scan(skeleton, at, column, braces);
    const doubtful = scanned.open.length > 0 || (suspicious && (unclosed || open.length > 0));
    const cut = (doubtful ? recover(skeleton, at, column, scanned.end, suspicious) : undefined) ?? scanned;
    const name = open.flatMap((one) => one.name || []).join("::");
    items.push(closed(skeleton, at, cut, name));
    at = Math.max(cut.end, at + 1);
    const innermost = braces.surplus > 0 ? open.at(-1) : undefined;
    if (innermost && isStatement(skeleton.slice(items.at(-1)!.start, at))) innermost.hasStatements = true;
  }
  return { items, strayBraces: braces.strays, unclosedNamespaces: open.length, surplus };
}
