/** A line-based scan of LLVM's assembly: enough structure to hold the reader against, by means of its own. */

/** One instruction of the text: its words (see `words`) and where it comes from. */
export interface TextInstruction {
  readonly words: string;
  /** `line:column@inlined line:column@…`; empty without a location. */
  readonly location: string;
}

export interface TextFunction {
  readonly name: string;
  readonly kernel: boolean;
  /** Words of the result's type, the name and the parameters. */
  readonly head: string;
  /** `line:name` of `!dbg`; empty without one. */
  readonly location: string;
  /** Attributes of the function as `name`, `name(…)` or `"key"="value"`. */
  readonly attributes: readonly string[];
  readonly blocks: readonly (readonly TextInstruction[])[];
}

export interface TextModule {
  readonly functions: readonly TextFunction[];
  readonly declarations: readonly string[];
  /** Words of `@name = …` lines of variables. */
  readonly globals: readonly string[];
  readonly aliases: readonly string[];
}

const NAME = '(?:"[^"]*"|[-a-zA-Z$._0-9]+)';
/** Names, strings, floats, numbers that stand alone, and the words below. */
const TOKEN = new RegExp(
  [
    `[%@]${NAME}`,
    'c"[^"]*"',
    String.raw`-?\b\d+\.\d+(?:e[-+]\d+)?\b`,
    String.raw`\b0x[KLHR]?[0-9A-F]+\b`,
    String.raw`(?<![-+\w.@%"])-?\d+(?![\w."])`,
    String.raw`(?<![\w.])[a-z_][a-z_0-9]*(?![\w.])`,
  ].join("|"),
  "g",
);

const TYPE = /^(?:i\d+|ptr|half|bfloat|float|double|x86_fp80|fp128|void|x)$/;

const WORDS = new Set(
  `add sub mul udiv sdiv urem srem shl lshr ashr and or xor fadd fsub fmul fdiv frem fneg freeze trunc zext sext fptrunc
  fpext fptoui fptosi uitofp sitofp ptrtoint inttoptr bitcast addrspacecast icmp fcmp select phi load store atomicrmw
  cmpxchg fence getelementptr alloca call invoke landingpad resume extractvalue insertvalue extractelement insertelement
  shufflevector va_arg br switch ret unreachable nuw nsw exact disjoint nneg inbounds samesign nnan ninf nsz arcp contract
  afn reassoc fast eq ne ugt uge ult ule sgt sge slt sle oeq ogt oge olt ole one ord uno ueq une true false xchg nand max
  min umax umin fmax fmin uinc_wrap udec_wrap usub_cond usub_sat atomic volatile unordered monotonic acquire release
  acq_rel seq_cst weak cleanup catch filter null zeroinitializer undef poison splat to unwind global constant byval sret invariant
  blockaddress asm sideeffect thread_local externally_initialized internal private appending weak weak_odr linkonce linkonce_odr
  extern_weak common available_externally external`.split(/\s+/),
);

/** One attribute of a group. */
const ATTRIBUTE = /"[^"]*"(?:="[^"]*")?|[a-z_]+(?:\([^)]*\)|=\d+)?/g;

/** What comes around the type, name and parameters of a definition. */
const HEAD =
  /^define (?:[a-z_]+ )*?(?=(?:(?:noundef|zeroext|signext|noalias|nonnull|range|align|dereferenceable|nofpclass|void|i\d|ptr|float|double|half|x86|fp128|[<{[%])\S*\s))|\) (?:[a-z_]+ )*#\d.*$/g;

/** Attributes with words and numbers of their own that the printer leaves out. */
const ATTRIBUTES =
  /\b(?:range|captures|byref|dereferenceable|dereferenceable_or_null|nofpclass|memory|initializes|elementtype|allocsize|inrange|dead_on_return|alignstack)\((?:[^()]|\([^()]*\))*\)/g;

/** Alignment of a result, before the function that is called. */
const RESULT = new RegExp(`^(?:\\S+ = )?(?:tail |musttail |notail )?(?:call|invoke) .*?(?:[@%]${NAME}|")\\(`);

/** Bits of the double that a decimal names, as hexadecimal text. */
function doubleBits(decimal: string): string {
  const view = new DataView(new ArrayBuffer(8));
  view.setFloat64(0, Number(decimal));
  return `0x${view.getBigUint64(0).toString(16).toUpperCase().padStart(16, "0")}`;
}

/**
 * What of a line decides its meaning, in order: names, types, constants, opcodes, flags, predicates. Metadata and
 * attributes are left out; floats are the bits of their double.
 */
export function words(line: string): string {
  const bare = line
    .replace(/, !invariant\.load !\d+/g, " invariant")
    .replace(/, !(?:[a-zA-Z_][\w.]*) !\d+/g, "")
    .replace(/metadata (?:![^,)]*(?:\([^)]*\))?|metadata|\S+ %[^,)]*)/g, "metadata")
    .replace(/ #\d+/g, "")
    .replace(ATTRIBUTES, "")
    .replace(RESULT, (front) => front.replace(/\balign \d+ /, ""))
    .replace(/syncscope\("([^"]*)"\)/g, (_, scope: string) => `%${scope}`);
  const found = bare.match(TOKEN) ?? [];
  return found
    .filter((token) => /^(?:[%@\d-]|c")/.test(token) || WORDS.has(token) || TYPE.test(token))
    .map((token) => {
      if (/^0x[0-9A-F]+$/.test(token)) return `0x${token.slice(2).padStart(16, "0")}`;
      return /^-?\d+\.\d/.test(token) ? doubleBits(token) : token;
    })
    .join(" ");
}

/** Reads a module's text. */
export function scanText(text: string): TextModule {
  const metadata = new Map<string, string>();
  for (const match of text.matchAll(/^(!\d+) = (?:distinct )?(!DI.*)$/gm)) {
    metadata.set(match[1] as string, match[2] as string);
  }
  const groups = new Map<string, readonly string[]>();
  for (const match of text.matchAll(/^attributes #(\d+) = \{ (.*) \}$/gm)) {
    groups.set(match[1] as string, (match[2] as string).match(ATTRIBUTE) ?? []);
  }
  const functions: TextFunction[] = [];
  const declarations: string[] = [];
  const globals: string[] = [];
  const aliases: string[] = [];
  let blocks: TextInstruction[][] | undefined;
  let pending: string | undefined;
  const flush = () => {
    if (pending === undefined) return;
    const dbg = /, !dbg (!\d+)/.exec(pending)?.[1];
    blocks?.at(-1)?.push({ words: words(pending), location: dbg ? chain(metadata, dbg) : "" });
    pending = undefined;
  };
  for (const line of text.split("\n")) {
    if (blocks) {
      if (line === "}") {
        flush();
        blocks = undefined;
      } else if (/^ {2}[^ \]]/.test(line)) {
        flush();
        if (!blocks.length) blocks.push([]);
        pending = line.trim();
      } else if (/^ +#dbg/.test(line) || line === "") {
        continue;
      } else if (line.startsWith("  ")) pending += ` ${line.trim()}`;
      else if (/^\S+:/.test(line)) {
        flush();
        blocks.push([]);
      }
      continue;
    }
    const name = new RegExp(String.raw`^(define|declare) [^@]*@(${NAME})\(`).exec(line);
    if (name?.[1] === "declare") declarations.push(unquote(name[2] as string));
    if (name?.[1] === "define") {
      blocks = [];
      const dbg = /!dbg (!\d+) /.exec(line)?.[1];
      functions.push({
        name: unquote(name[2] as string),
        head: words(line.replace(/^.*?@/, (front) => front.replace(/\balign \d+ /, "")).replace(HEAD, "")),
        kernel: /\bptx_kernel\b/.test(line),
        attributes: groups.get(/ #(\d+)/.exec(line.slice(line.lastIndexOf(")")))?.[1] ?? "") ?? [],
        location: dbg ? subprogram(metadata.get(dbg) ?? "") : "",
        blocks,
      });
    }
    const variable = new RegExp(`^@(${NAME}) = (.*)$`).exec(line);
    if (variable && /\b(?:alias|ifunc)\b/.test(line)) aliases.push(unquote(variable[1] as string));
    else if (variable)
      globals.push(words(line.replace(/, (?:comdat|section|partition|code_model|no_sanitize)[^,]*/g, "")));
  }
  return { functions, declarations, globals, aliases };
}

function unquote(name: string): string {
  const bare = name.startsWith('"') ? name.slice(1, -1) : name;
  return bare.replace(/\\([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
}

function chain(metadata: ReadonlyMap<string, string>, start: string): string {
  const parts: string[] = [];
  for (let id: string | undefined = start; id; ) {
    const node: string = metadata.get(id) ?? "";
    const line = /\bline: (\d+)/.exec(node)?.[1] ?? "0";
    const column = /\bcolumn: (\d+)/.exec(node)?.[1] ?? "0";
    const place = scope(metadata, /\bscope: (!\d+)/.exec(node)?.[1]);
    parts.push(`${place.file}:${line}:${column} ${place.function}`);
    id = /\binlinedAt: (!\d+)/.exec(node)?.[1];
  }
  return parts.join(" @ ");
}

/** File (of the innermost scope that has one) and function of a scope. */
function scope(metadata: ReadonlyMap<string, string>, start: string | undefined): { file: string; function: string } {
  let file: string | undefined;
  for (let id = start; id; ) {
    const node: string = metadata.get(id) ?? "";
    const fileNode = metadata.get(/\bfile: (!\d+)/.exec(node)?.[1] ?? "") ?? "";
    file ??= /filename: "([^"]*)"/.exec(fileNode)?.[1];
    if (node.startsWith("!DISubprogram")) {
      const linkage = /\blinkageName: "([^"]*)"/.exec(node)?.[1];
      return { file: file ?? "", function: unquote(linkage ?? /\bname: "([^"]*)"/.exec(node)?.[1] ?? "") };
    }
    id = /\bscope: (!\d+)/.exec(node)?.[1];
  }
  return { file: file ?? "", function: "" };
}

function subprogram(node: string): string {
  const name = /\blinkageName: "([^"]*)"/.exec(node)?.[1] ?? /\bname: "([^"]*)"/.exec(node)?.[1] ?? "";
  return `${/\bline: (\d+)/.exec(node)?.[1] ?? "0"} ${unquote(name)}`;
}
