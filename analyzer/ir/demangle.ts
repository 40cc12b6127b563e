/**
 * Demangles C++ function names as far as kernels need it: namespaces, template arguments, parameter types. A symbol that does
 * not follow the grammar is its own name.
 *
 * Reference: Itanium C++ ABI, section 5.1 "External Names (a.k.a. Mangling)".
 */

/** The parts of a demangled function name. */
export interface FunctionName {
  /** `stride`, without namespaces and template arguments. */
  readonly name: string;
  /** `a::b::stride`, without template arguments. */
  readonly qualifiedName: string;
  /** `int`, `128`, …; empty for a function that is no template. */
  readonly templateArguments: readonly string[];
  readonly parameters: readonly string[];
  /** `a::b::stride<int, 128>(int*, int)`. */
  readonly display: string;
}

/** Symbols that are remembered: rules ask for the names of all kernels again and again. */
const REMEMBERED = 4096;
const LONGEST_REMEMBERED = 1000;
const known = new Map<string, FunctionName>();

/** Demangles a symbol; a C name is its own name. */
export function demangle(symbol: string): FunctionName {
  const before = known.get(symbol);
  if (before) return before;
  const name = read(symbol);
  if (symbol.length > LONGEST_REMEMBERED) return name;
  if (known.size === REMEMBERED) known.clear();
  known.set(symbol, name);
  return name;
}

function read(symbol: string): FunctionName {
  try {
    if (symbol.startsWith("_Z")) return new Demangler(symbol).encoding();
  } catch (error) {
    if (!(error instanceof Malformed)) throw error;
  }
  return { name: symbol, qualifiedName: symbol, templateArguments: [], parameters: [], display: symbol };
}

class Malformed extends Error {}
/** An expression of template parameters, which follows the grammar but is not read. */
class Computed extends Malformed {}

const builtins: Readonly<Record<string, string>> = {
  v: "void",
  w: "wchar_t",
  b: "bool",
  c: "char",
  a: "signed char",
  h: "unsigned char",
  s: "short",
  t: "unsigned short",
  i: "int",
  j: "unsigned int",
  l: "long",
  m: "unsigned long",
  x: "long long",
  y: "unsigned long long",
  n: "__int128",
  o: "unsigned __int128",
  f: "float",
  d: "double",
  e: "long double",
  g: "__float128",
  z: "...",
  Dh: "half",
  Di: "char32_t",
  Ds: "char16_t",
  Du: "char8_t",
  Da: "auto",
  Dn: "std::nullptr_t",
};

/** Operators of expressions, by how many operands follow. */
const operands: Readonly<Record<string, number>> = {
  ...Object.fromEntries(["nt", "ng", "ps", "co", "ad", "de", "sz", "az"].map((one) => [one, 1])),
  ...Object.fromEntries(
    ["aa", "oo", "eq", "ne", "lt", "gt", "le", "ge", "pl", "mi", "ml", "dv", "rm", "an", "or", "eo", "ls", "rs"].map(
      (one) => [one, 2],
    ),
  ),
  qu: 3,
};

const suffixes: Readonly<Record<string, string>> = { j: "u", l: "l", m: "ul", x: "ll", y: "ull" };
const standard: Readonly<Record<string, string>> = {
  Sa: "std::allocator",
  Sb: "std::basic_string",
  Ss: "std::string",
  Si: "std::istream",
  So: "std::ostream",
  Sd: "std::iostream",
};

/** Characters of a type that are shown at most: a few names that refer to one another can stand for millions. */
const LONGEST = 10_000;

const shown = (text: string): string => (text.length > LONGEST ? "…" : text);

/** A name while it is read: what to show, what it is without its own template arguments, and those. */
interface Name {
  readonly display: string;
  readonly plain: string;
  readonly arguments: readonly string[] | undefined;
}

class Demangler {
  private at = 2;
  private readonly substitutions: string[] = [];
  private templateArguments: readonly string[] = [];
  private isSkipping = false;

  constructor(private readonly text: string) {}

  encoding(): FunctionName {
    const name = this.name();
    const result = this.at < this.text.length ? this.knownSignature(name) : [];
    const parts = name.plain.split("::");
    return {
      name: parts.at(-1)!,
      qualifiedName: name.plain,
      templateArguments: name.arguments ?? [],
      parameters: result ?? [],
      display: result ? `${name.display}(${result.join(", ")})` : name.display,
    };
  }

  /** A name is a name, whatever its parameters are. */
  private knownSignature(name: Name): readonly string[] | undefined {
    try {
      return this.signature(name);
    } catch (error) {
      if (error instanceof Computed) return undefined;
      throw error;
    }
  }

  private signature(name: Name): readonly string[] {
    // The signature of a template begins with its result.
    if (name.arguments) this.type();
    const parameters: string[] = [];
    while (this.at < this.text.length && !"E.Q".includes(this.text[this.at]!)) parameters.push(this.type());
    this.constraint();
    return parameters.length === 1 && parameters[0] === "void" ? [] : parameters;
  }

  /** Skips a requires-clause, of a template's parameters or after those of a function. */
  private constraint(): boolean {
    if (!this.take("Q")) return false;
    this.skip(() => this.operand());
    return true;
  }

  private take(literal: string): boolean {
    if (!this.text.startsWith(literal, this.at)) return false;
    this.at += literal.length;
    return true;
  }

  private expect(literal: string): void {
    if (!this.take(literal)) throw new Malformed();
  }

  private number(): number {
    const digits = /^\d+/.exec(this.text.slice(this.at))?.[0];
    if (!digits) throw new Malformed();
    this.at += digits.length;
    return Number(digits);
  }

  private sourceName(): string {
    const length = this.number();
    const name = this.text.slice(this.at, this.at + length);
    if (name.length < length) throw new Malformed();
    this.at += length;
    return name.startsWith("_GLOBAL__N") ? "(anonymous namespace)" : name;
  }

  private unqualified(): string {
    this.take("L");
    let name: string;
    if (this.take("Ul")) {
      while (!this.take("E")) this.type();
      name = `lambda${this.discriminator()}`;
    } else if (this.take("Ut")) name = `unnamed${this.discriminator()}`;
    else if (this.take("cl")) name = "operator()";
    else if (this.take("C1") || this.take("C2") || this.take("D1") || this.take("D2")) name = "constructor";
    else name = this.sourceName();
    while (this.take("B")) this.sourceName();
    return name;
  }

  private discriminator(): string {
    const digits = /^\d*_/.exec(this.text.slice(this.at))?.[0];
    if (!digits) throw new Malformed();
    this.at += digits.length;
    return `#${digits === "_" ? 1 : Number(digits.slice(0, -1)) + 2}`;
  }

  private name(): Name {
    if (this.take("N")) return this.nested();
    if (this.take("Z")) return this.local();
    let plain: string;
    if (this.text.startsWith("S", this.at) && !this.text.startsWith("St", this.at)) plain = this.substitution();
    else {
      plain = this.take("St") ? `std::${this.unqualified()}` : this.unqualified();
      if (this.text[this.at] === "I") this.substitutions.push(plain);
    }
    return this.withArguments(plain, plain);
  }

  private withArguments(plain: string, display: string): Name {
    if (this.text[this.at] !== "I") return { display, plain, arguments: undefined };
    const list = this.argumentLists();
    this.templateArguments = list.map((one) => shown(one.join(", ")));
    return { display: `${display}<${shown(list.flat().join(", "))}>`, plain, arguments: list.flat() };
  }

  private nested(): Name {
    while (/^[rVKRO]/.test(this.text.slice(this.at))) this.at++;
    let name: Name = { display: "", plain: "", arguments: undefined };
    while (!this.take("E")) {
      if (this.text[this.at] === "I") name = this.withArguments(name.plain, name.display);
      else if (this.text[this.at] === "S" && !this.text.startsWith("St", this.at)) {
        const known = this.substitution();
        name = { display: known, plain: known.replace(/<.*>/, ""), arguments: undefined };
        continue;
      } else {
        const isStandard = this.take("St");
        const part = isStandard ? "std" : this.text[this.at] === "T" ? this.templateParameter() : this.unqualified();
        const join = (before: string): string => (before ? `${before}::${part}` : part);
        name = { display: join(name.display), plain: join(name.plain), arguments: undefined };
        // `St` is an abbreviation already; a namespace that is called `std` inside of another is none.
        if (isStandard) continue;
      }
      if (this.text[this.at] !== "E") this.substitutions.push(name.display);
    }
    return name;
  }

  private local(): Name {
    const outer = this.name();
    if (this.text[this.at] !== "E") this.signature(outer);
    this.expect("E");
    if (this.take("s"))
      return { display: `${outer.display}::string`, plain: `${outer.plain}::string`, arguments: undefined };
    const inner = this.name();
    if (this.take("_")) this.number();
    return {
      display: `${outer.display}::${inner.display}`,
      plain: `${outer.plain}::${inner.plain}`,
      arguments: inner.arguments,
    };
  }

  private arguments(): readonly string[] {
    return this.argumentLists().flat();
  }

  /** One list for each parameter: a pack has as many arguments as it was given. */
  private argumentLists(): readonly (readonly string[])[] {
    this.expect("I");
    const lists: (readonly string[])[] = [];
    const own = this.templateArguments;
    while (!this.take("E")) {
      // What a later parameter or a constraint is written with refers to those before it.
      if (/^(?:Tn|Q)/.test(this.text.slice(this.at, this.at + 2)))
        this.templateArguments = lists.map((one) => one.join(", "));
      if (!this.constraint()) lists.push(this.argument());
      this.templateArguments = own;
    }
    return lists;
  }

  private argument(): readonly string[] {
    if (this.take("J")) {
      const pack: string[] = [];
      while (!this.take("E")) pack.push(...this.argument());
      return pack;
    }
    // A declaration of the parameter, where its type or constraint depends on other parameters.
    if (this.take("Tn")) {
      this.skip(() => this.type());
      return this.argument();
    }
    if (this.take("Ty")) return this.argument();
    if (this.take("L")) return [this.literal()];
    if (this.take("X")) return [this.expression()];
    return [this.type()];
  }

  /** Reads what is not shown: its expressions need no text. */
  private skip(read: () => void): void {
    const { isSkipping } = this;
    this.isSkipping = true;
    read();
    this.isSkipping = isSkipping;
  }

  /** Reads an expression that is not shown. */
  private operand(): void {
    if (this.take("L")) return void this.literal();
    if (/^T\d*_/.test(this.text.slice(this.at))) return void this.templateParameter();
    if (/\d/.test(this.text[this.at] ?? "")) return void this.unresolved();
    const operator = this.text.slice(this.at, this.at + 2);
    this.at += 2;
    if (operator in operands) {
      for (let count = operands[operator]!; count > 0; count--) this.operand();
    } else if (operator === "st" || operator === "at") this.type();
    else if (operator === "sZ") this.templateParameter();
    else if (operator === "cv") {
      this.type();
      this.operand();
    } else if (operator === "cl") while (!this.take("E")) this.operand();
    else if (operator === "sr") this.scoped();
    else throw new Computed();
  }

  /** A member of a type, or a name in namespaces or classes. */
  private scoped(): void {
    if (/\d/.test(this.text[this.at] ?? "")) {
      while (!this.take("E")) this.unresolved();
    } else this.type();
    this.unresolved();
  }

  private unresolved(): string {
    const name = this.sourceName();
    if (this.text[this.at] === "I") this.arguments();
    return name;
  }

  /** Of expressions a parameter by itself and a function's address; what is computed from parameters has no short text. */
  private expression(): string {
    if (this.isSkipping) {
      this.operand();
      this.expect("E");
      return "…";
    }
    if (this.take("adL")) {
      const target = this.literal();
      this.expect("E");
      return `&${target}`;
    }
    if (this.text[this.at] !== "T") throw new Computed();
    const value = this.templateParameter();
    if (!this.take("E")) throw new Computed();
    return value;
  }

  private literal(): string {
    if (this.take("_Z")) {
      const { display } = this.name();
      while (!this.take("E")) this.type();
      return display;
    }
    const letter = this.text[this.at]!;
    const type = this.type();
    const value = /^n?\d+/.exec(this.text.slice(this.at))?.[0];
    if (value === undefined) throw new Malformed();
    this.at += value.length;
    this.expect("E");
    if (type === "bool") return value === "0" ? "false" : "true";
    const digits = value.replace("n", "-");
    return letter in suffixes ? digits + suffixes[letter] : type === "int" ? digits : `(${type})${digits}`;
  }

  private sequence(): number {
    if (this.take("_")) return 0;
    const digits = /^[0-9A-Z]+_/.exec(this.text.slice(this.at))?.[0];
    if (!digits) throw new Malformed();
    this.at += digits.length;
    return Number.parseInt(digits.slice(0, -1), 36) + 1;
  }

  private substitution(): string {
    const known = standard[this.text.slice(this.at, this.at + 2)];
    if (known) {
      this.at += 2;
      return known;
    }
    this.expect("S");
    const found = this.substitutions[this.sequence()];
    if (found === undefined) throw new Malformed();
    return found;
  }

  private templateParameter(): string {
    this.expect("T");
    return this.templateArguments[this.sequence()] ?? "auto";
  }

  private remember(text: string): string {
    const type = shown(text);
    this.substitutions.push(type);
    return type;
  }

  private type(): string {
    for (const length of [2, 1]) {
      const builtin = builtins[this.text.slice(this.at, this.at + length)];
      if (builtin && (length === 2 || this.text[this.at] !== "D")) {
        this.at += length;
        return builtin;
      }
    }
    switch (this.text[this.at]) {
      case "P":
        return this.wrap("*");
      case "R":
        return this.wrap("&");
      case "O":
        return this.wrap("&&");
      case "K":
        this.at++;
        return this.remember(qualify(this.type(), "const"));
      case "V":
        this.at++;
        return this.remember(qualify(this.type(), "volatile"));
      case "r":
        this.at++;
        return this.remember(`${this.type()} __restrict__`);
      case "A": {
        this.at++;
        const length = this.text[this.at] === "_" ? "" : String(this.number());
        this.expect("_");
        return this.remember(`${this.type()} [${length}]`);
      }
      case "F": {
        this.at++;
        const result = this.type();
        const parameters: string[] = [];
        while (!this.take("E")) parameters.push(this.type());
        return this.remember(`${result} (${parameters.filter((one) => one !== "void").join(", ")})`);
      }
      case "T": {
        const type = this.remember(this.templateParameter());
        return this.text[this.at] === "I" ? this.remember(`${type}<${this.arguments().join(", ")}>`) : type;
      }
      case "u":
        this.at++;
        return this.remember(this.sourceName());
      case "D":
        return this.extendedType();
      default:
        return this.classType();
    }
  }

  private extendedType(): string {
    if (this.take("DF16b")) return "__bf16";
    if (this.take("DF16_")) return "_Float16";
    if (this.take("Dv")) {
      const length = this.number();
      this.expect("_");
      return this.remember(`${this.type()} __vector(${length})`);
    }
    if (this.take("Dp")) return this.type();
    throw new Malformed();
  }

  private classType(): string {
    const start = this.text[this.at];
    if (start === "S" && !this.text.startsWith("St", this.at)) {
      const known = this.substitution();
      if (this.text[this.at] !== "I") return known;
      return this.remember(`${known}<${this.arguments().join(", ")}>`);
    }
    // The arguments of a class are not those that `T_` in the function's signature refers to.
    const own = this.templateArguments;
    const { display } = this.name();
    this.templateArguments = own;
    return this.remember(display);
  }

  private wrap(suffix: string): string {
    this.at++;
    const inner = this.type();
    const [, result, rest] = /^(.*?) (\(.*\)|\[.*\])$/.exec(inner) ?? [];
    if (result === undefined) return this.remember(inner + suffix);
    return this.remember(
      rest!.startsWith("(*") ? inner : `${result} (${suffix})${rest!.startsWith("[") ? " " : ""}${rest}`,
    );
  }
}

function qualify(type: string, qualifier: string): string {
  return /[*&]$/.test(type) ? `${type} ${qualifier}` : `${qualifier} ${type}`;
}
