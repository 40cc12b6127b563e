/**
 * Cuts code into the items of its namespaces, by brackets alone. Each item is then parsed by itself, so that damage
 * stays where it is, and an item that an edit did not touch need not be parsed again.
 */
import { closesDeeper, endByLayout, endOfOneLine, isStatement } from "./layout";
import type { Span } from "./model";
import { OpenBrackets } from "./text/brackets";

/** A declaration or definition at file or namespace scope. */
export interface Item extends Span {
  /** `a::b`, or empty. */
  readonly namespace: string;
  /** What has to be added after the item to close the brackets that it leaves open. */
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
  /^(?:__global__|__device__|__host__|__constant__|__managed__|template\b|(?:inline\s+)?namespace\b|extern\s*"|typedef\b|using\b|(?:class|struct|union|enum)\s+\w+|static\b|inline\b)/;
/** No function holds a kernel: wherever a line begins like this, the function before it has ended. */
const kernelHead = /^(?:template\s*<[^{};]*>\s*)?(?:static\s+|inline\s+|extern\s*"[^"]*"\s*)*__global__\b/;
const templateHead = /^(?:template\s*<(?:[^<>{};]|<(?:[^<>{};]|<[^<>{};]*>)*>)*>\s*)+/;
/** A list of template parameters that is not closed. */
const openTemplate = /\btemplate\s*<[^{};]*$/;
/** What may stand on the lines before one that begins a kernel, as part of it; its template list is not here any more. */
const kernelLead =
  /^(?:\s|static\b|inline\b|constexpr\b|void\b|requires\b[^{};]*|extern\s*"[^"]*"|\[\[[^\]]*\]\]|(?!__(?:global|device|host|shared|constant|managed)__)(?:__\w+__|__declspec|alignas|[A-Z][A-Z0-9_]*)\b(?:\s*\((?:[^()]|\((?:[^()]|\([^()]*\))*\))*\))?)*$/;
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

/** A braced group that closes at namespace level does not end an item that goes on after it. */
function goesOn(skeleton: string, start: number, firstBrace: number, bodyEnd: number): boolean {
  const next = nextVisible(skeleton, bodyEnd);
  const following = skeleton[next];
  if (following === "," || following === "{" || /^catch\b/.test(skeleton.slice(next, next + 6))) return true;
  const head = skeleton.slice(start, firstBrace);
  const brackets = head.replace(/\([^()]*\)|<[^<>]*>/g, "");
  const structure = isStructure(head);
  if (!structure && !/[^=<>!]=\s*(?:\w[\w:<>]*\s*)?$/.test(brackets) && following !== ";") return false;
  return !(structure && skeleton.slice(bodyEnd, next).includes("\n") && looksLikeItem(skeleton, next));
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
  /** Closing braces whose comment says that they end a namespace. */
  readonly ends: ReadonlySet<number>;
  /** Those that are found to be too many. */
  readonly strays: number[];
  /** How many may be. */
  readonly surplus: number;
}

const mayBeStray = ({ strays, surplus }: Braces) => strays.length < surplus;

/** An item whose end is looked for. */
interface ItemScan {
  readonly skeleton: string;
  readonly start: number;
  readonly column: number;
  readonly braces: Braces;
  /** Brackets that are open. */
  readonly open: OpenBrackets;
  /** Offset of the first brace; -1 before it. */
  firstBrace: number;
}

/** Whether the line after a line break begins like another item, and the one before it only lacks its semicolon. */
function breaksOff({ skeleton, start, column, open }: ItemScan, lineBreak: number): boolean {
  if (open.length > 0) return false;
  const next = nextVisible(skeleton, lineBreak);
  return (
    columnOf(skeleton, next) <= column &&
    itemWord.test(skeleton.slice(next, next + 40)) &&
    isBroken(skeleton.slice(start, lineBreak), skeleton.slice(next, next + 400))
  );
}

/** Closes a bracket. The end of the item if it ends with it, or before it. */
function closingEnd(item: ItemScan, at: number): number | undefined {
  const { skeleton, start, braces, open } = item;
  const character = skeleton[at]!;
  const isBrace = character === "}";
  const match = open.innermost(openerOf[character]!);
  if (match < 0) return isBrace ? lastVisible(skeleton, at, start) : undefined;
  // A parenthesis does not close a brace: `foo(a { b)` leaves the brace open.
  if (!isBrace && open.innermost("{") > match) return undefined;
  if (isBrace && braces.ends.has(at)) return lastVisible(skeleton, at, start);
  if (isBrace && open.outermost("{") === match && mayBeStray(braces) && closesDeeper(skeleton, at, start)) {
    braces.strays.push(at);
    return undefined;
  }
  open.cut(match);
  if (match > 0) return undefined;
  if (!isBrace) return character === ")" && endsMacroCall(skeleton, start, at + 1) ? at + 1 : undefined;
  if (goesOn(skeleton, start, item.firstBrace, at + 1)) return undefined;
  const next = nextVisible(skeleton, at + 1);
  return skeleton[next] === ";" ? next + 1 : at + 1;
}

/** The end of an item at a bracket or semicolon of it; undefined where it goes on. */
function endAt(item: ItemScan, at: number): number | undefined {
  const character = item.skeleton[at]!;
  if (character === ";") return item.open.length === 0 ? at + 1 : undefined;
  if (closerOf[character] === undefined) return closingEnd(item, at);
  if (character === "{" && item.firstBrace < 0) item.firstBrace = at;
  item.open.push(character);
  return undefined;
}

/** Brackets and the semicolon by their codes: most characters are passed over at the price of one comparison chain. */
const isStructural = (code: number): boolean =>
  code === 123 || code === 125 || code === 40 || code === 41 || code === 91 || code === 93 || code === 59;

/** Finds the end of the item that starts at an offset, or that the text ends before it. */
function scan(skeleton: string, start: number, column: number, braces: Braces): Scanned {
  const item: ItemScan = { skeleton, start, column, braces, open: new OpenBrackets(), firstBrace: -1 };
  for (let at = start; at < skeleton.length; at++) {
    const code = skeleton.charCodeAt(at);
    if (code === 10 && breaksOff(item, at)) return { end: lastVisible(skeleton, at, start), open: [] };
    const end = isStructural(code) ? endAt(item, at) : undefined;
    if (end !== undefined) return { end, open: item.open.all() };
  }
  return { end: skeleton.length, open: item.open.all() };
}

/** `NAME(…)` alone on its lines, without a semicolon. */
function endsMacroCall(skeleton: string, start: number, bodyEnd: number): boolean {
  const call = skeleton.slice(start, bodyEnd);
  if (!/^[A-Za-z_]\w*\s*\(/.test(call) || attributeCall.test(call)) return false;
  const next = nextVisible(skeleton, bodyEnd);
  return (
    skeleton.slice(bodyEnd, next).includes("\n") &&
    /[A-Za-z_]/.test(skeleton[next] ?? "") &&
    looksLikeItem(skeleton, next)
  );
}

/** An item that lacks a bracket, and what may be after it. */
interface Recovery {
  readonly start: number;
  readonly column: number;
  /** Offset before which the item has to end. */
  readonly limit: number;
  /** Whether the number of braces of the text does not come out. */
  readonly suspicious: boolean;
}

/** Whether another item begins on the line after a line break. */
function beginsAnother(
  skeleton: string,
  item: Recovery & { readonly isStructure: boolean },
  lineBreak: number,
): boolean {
  const { start, column, limit, suspicious, isStructure: structure } = item;
  const next = nextVisible(skeleton, lineBreak);
  if (next >= limit) return false;
  if (startsLine(skeleton, next, column) && looksLikeItem(skeleton, next)) return true;
  if (structure) return false;
  return (
    kernelHead.test(skeleton.slice(next, next + 400)) ||
    (suspicious && isWholeLine(skeleton, start, lineBreak, next, column))
  );
}

/** Closes a bracket where it has an opener in the same block; closing brackets without one are skipped. */
function closeIn(open: OpenBrackets, character: string): void {
  const match = open.innermost(openerOf[character]!);
  if (match >= 0 && (character === "}" || open.innermost("{") < match)) open.cut(match);
}

/**
 * Where an item that lacks a bracket is cut: at the first line, not indented deeper than the item itself, that begins like
 * another item, or at a kernel inside of a function; else after the last brace in the column of the item, if anything
 * follows. Undefined when there is none before the limit.
 */
function recover(skeleton: string, recovery: Recovery): Scanned | undefined {
  const { start, column, limit, suspicious } = recovery;
  const item = { ...recovery, isStructure: isStructure(skeleton.slice(start, start + 400)) };
  const laidOut =
    suspicious && !item.isStructure
      ? (endByLayout(skeleton, start, limit) ?? endOfOneLine(skeleton, start))
      : undefined;
  if (laidOut) return { end: laidOut.end, open: Array(laidOut.missing).fill("{") };
  const open = new OpenBrackets();
  let inColumn: Scanned | undefined;
  for (let at = start; at < limit; at++) {
    const character = skeleton[at]!;
    if (closerOf[character] !== undefined) open.push(character);
    else if (openerOf[character] !== undefined) closeIn(open, character);
    else if (character === "\n" && open.length > 0) {
      const next = nextVisible(skeleton, at);
      if (beginsAnother(skeleton, item, at)) return { end: next, open: open.all() };
      if (skeleton[at - 1] === "}" && columnOf(skeleton, at - 1) === column && next < limit) {
        inColumn = { end: at, open: open.all() };
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

/**
 * Characters that are read in search of the ends of items that have none. Each of 20,000 open structures is searched to the
 * end of its text: behind this many, what is left is one item.
 */
const MOST_SEARCHED = 1 << 25;

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

/** The name of the namespace, empty for `extern "C"`, that opens at an offset, and the offset after its brace. */
function namespaceAt(skeleton: string, at: number): { readonly name: string; readonly end: number } | undefined {
  namespaceHead.lastIndex = at;
  const namespace = namespaceHead.exec(skeleton);
  if (namespace) return { name: namespace[1] ?? "", end: namespaceHead.lastIndex };
  linkageHead.lastIndex = at;
  return linkageHead.test(skeleton) ? { name: "", end: linkageHead.lastIndex } : undefined;
}

function split(
  skeleton: string,
  { suspicious, unclosed }: { readonly suspicious: boolean; readonly unclosed: boolean },
  braces: Braces,
): Reading {
  const items: Item[] = [];
  const open: OpenNamespace[] = [];
  let surplus = 0;
  let searched = 0;
  const itemAt = (start: number): Item => {
    const column = columnOf(skeleton, start);
    const scanned = scan(skeleton, start, column, braces);
    const isDoubtful = scanned.open.length > 0 || (suspicious && (unclosed || open.length > 0));
    if (isDoubtful) searched += scanned.end - start;
    const recovered =
      isDoubtful && searched <= MOST_SEARCHED
        ? recover(skeleton, { start, column, limit: scanned.end, suspicious })
        : undefined;
    const cut = recovered ?? scanned;
    return closed(skeleton, start, cut, open.flatMap((one) => one.name || []).join("::"));
  };
  for (let at = nextVisible(skeleton, 0); at < skeleton.length; at = nextVisible(skeleton, at)) {
    const namespace = namespaceAt(skeleton, at);
    if (namespace) {
      open.push({ name: namespace.name, start: at, hasStatements: false });
      at = namespace.end;
    } else if (/[})\];]/.test(skeleton[at]!)) {
      if (skeleton[at] === "}" && isStray(skeleton, at, open, braces)) braces.strays.push(at);
      else if (skeleton[at] === "}" && !open.pop()) surplus++;
      at++;
    } else {
      const item = itemAt(at);
      items.push(item);
      at = Math.max(item.end, at + 1);
      const innermost = braces.surplus > 0 ? open.at(-1) : undefined;
      if (innermost && isStatement(skeleton.slice(item.start, at))) innermost.hasStatements = true;
    }
  }
  return { items, strayBraces: braces.strays, unclosedNamespaces: open.length, surplus };
}
