/** `scanf` formats, over a file or a text. Reference: C17, 7.21.6.2. */

/** Where characters come from; −1 is the end. */
export interface Source {
  next(): number;
  back(byte: number): void;
}

/** Where values go; `undefined` sizes are the conversion's own. */
export interface Target {
  integer(value: bigint, length: string): void;
  real(value: number, length: string): void;
  bytes(data: readonly number[], terminate: boolean): void;
}

const isSpace = (byte: number): boolean => byte === 32 || (byte >= 9 && byte <= 13);

function skipSpace(source: Source): number {
  let byte = source.next();
  let count = 0;
  while (isSpace(byte)) {
    byte = source.next();
    count++;
  }
  if (byte >= 0) source.back(byte);
  return count;
}

/** Characters as long as `accept` takes them, at most `width`. */
function takeWhile(source: Source, width: number, accept: (byte: number, soFar: string) => boolean): string {
  let text = "";
  while (text.length < width) {
    const byte = source.next();
    if (byte < 0) break;
    if (!accept(byte, text)) {
      source.back(byte);
      break;
    }
    text += String.fromCharCode(byte);
  }
  return text;
}

function integerText(source: Source, width: number, conversion: string): { text: string; radix: number } {
  let radix =
    conversion === "x" || conversion === "X" || conversion === "p"
      ? 16
      : conversion === "o"
        ? 8
        : conversion === "i"
          ? 0
          : 10;
  const text = takeWhile(source, width, (byte, soFar) => {
    const char = String.fromCharCode(byte);
    const digits = soFar.replace(/^[+-]/, "");
    if (soFar === "" && (char === "+" || char === "-")) return true;
    if (radix === 0) {
      if (digits === "0" && /[xX]/.test(char)) {
        radix = 16;
        return true;
      }
      if (digits === "") radix = char === "0" ? 0 : 10;
      else if (digits === "0") radix = 8;
    }
    if (radix === 16 && digits === "0" && /[xX]/.test(char)) return true;
    const value = Number.parseInt(char, 36);
    return /[0-9a-zA-Z]/.test(char) && value < (radix || 10);
  });
  return { text, radix: radix || 10 };
}

function parseInteger(text: string, radix: number): bigint | undefined {
  const body = text.replace(/^[+-]/, "").replace(/^0[xX]/, radix === 16 ? "" : "0x");
  if (!/^[0-9a-zA-Z]+$/.test(body)) return undefined;
  let value = 0n;
  for (const char of body) value = value * BigInt(radix) + BigInt(Number.parseInt(char, 36));
  return text.startsWith("-") ? -value : value;
}

/** `[a-z]` and `[^,]`: the set of accepted bytes and where it ends in the format. */
function scanSet(format: string, at: number): { accepts: (byte: number) => boolean; end: number } {
  const negated = format[at] === "^";
  let index = negated ? at + 1 : at;
  const members = new Set<number>();
  for (let first = true; index < format.length && (first || format[index] !== "]"); first = false) {
    const from = format.charCodeAt(index);
    if (format[index + 1] === "-" && format[index + 2] !== undefined && format[index + 2] !== "]") {
      for (let byte = from; byte <= format.charCodeAt(index + 2); byte++) members.add(byte);
      index += 3;
    } else {
      members.add(from);
      index++;
    }
  }
  return { accepts: (byte) => members.has(byte) !== negated, end: index + 1 };
}

/** A source that counts what was read from it. */
class CountingSource implements Source {
  consumed = 0;

  constructor(private readonly source: Source) {}

  next(): number {
    const byte = this.source.next();
    if (byte >= 0) this.consumed++;
    return byte;
  }

  back(byte: number): void {
    this.consumed--;
    this.source.back(byte);
  }

  isAtEnd(): boolean {
    const byte = this.next();
    if (byte >= 0) this.back(byte);
    return byte < 0;
  }
}

/** One conversion of a format; `end` is where it ends there. */
interface Conversion {
  readonly kind: string;
  readonly isSilent: boolean;
  readonly width: number;
  readonly length: string;
  /** Of `[…]`, the accepted bytes. */
  readonly accepts: ((byte: number) => boolean) | undefined;
  readonly end: number;
}

function conversionAt(format: string, at: number): Conversion | undefined {
  const match = /^%(\*)?(\d+)?(hh|h|ll|l|L|z|j|t)?([diouxXpeEfFgGaAsc[n%])/.exec(format.slice(at));
  if (!match) return undefined;
  const [all, silent, widthText, length = "", kind] = match as unknown as [string, string?, string?, string?, string?];
  const end = at + all.length;
  const set = kind === "[" ? scanSet(format, end) : undefined;
  return {
    kind: kind!,
    isSilent: silent !== undefined,
    width: widthText ? Number(widthText) : kind === "c" ? 1 : Number.POSITIVE_INFINITY,
    length,
    accepts: set?.accepts,
    end: set?.end ?? end,
  };
}

type Assign = (target: Target) => void;

/** Reads the value of a conversion; gives what assigns it, or undefined where there is no such value. */
function readValue(source: Source, { kind, width, length, accepts }: Conversion): Assign | undefined {
  if (kind === "s" || kind === "c" || accepts) {
    const accept = accepts ?? (kind === "c" ? () => true : (byte: number) => !isSpace(byte));
    const text = takeWhile(source, width, accept);
    const bytes = [...text].map((one) => one.charCodeAt(0));
    return text === "" ? undefined : (target) => target.bytes(bytes, kind !== "c");
  }
  if (/[diouxXp]/.test(kind)) {
    const { text, radix } = integerText(source, width, kind);
    const value = parseInteger(text, radix);
    return value === undefined ? undefined : (target) => target.integer(value, kind === "p" ? "l" : length);
  }
  const text = takeWhile(source, width, (byte, soFar) =>
    /^[+-]?(\d*\.?\d*([eE][+-]?\d*)?|i|in|inf|n|na|nan)$/i.test(soFar + String.fromCharCode(byte)),
  );
  const infinity = (text.startsWith("-") ? -1 : 1) * Number.POSITIVE_INFINITY;
  const value = /inf/i.test(text) ? infinity : Number.parseFloat(text);
  return /\d|inf|nan/i.test(text) ? (target) => target.real(value, length) : undefined;
}

/** The number of values that a conversion assigns, 0 or 1, or why it ends the scan. */
type Converted = 0 | 1 | "end" | "mismatch";

function convert(source: CountingSource, conversion: Conversion, target: () => Target): Converted {
  const { kind, length, isSilent } = conversion;
  if (kind === "n") {
    target().integer(BigInt(source.consumed), length);
    return 0;
  }
  if (kind !== "c" && kind !== "[") skipSpace(source);
  if (source.isAtEnd()) return "end";
  if (kind === "%") return source.next() === PERCENT ? 0 : "mismatch";
  const assign = readValue(source, conversion);
  if (!assign) return "mismatch";
  if (isSilent) return 0;
  assign(target());
  return 1;
}

const PERCENT = 37;

/** Takes a character that the format demands. */
function takeLiteral(source: CountingSource, wanted: number): boolean {
  const byte = source.next();
  if (byte !== wanted && byte >= 0) source.back(byte);
  return byte === wanted;
}

/** Reads by a format; `target` is asked for once a value is there. Gives the number of assignments, −1 for an early end. */
export function scan(from: Source, format: string, target: () => Target): number {
  const source = new CountingSource(from);
  let count = 0;
  const atEnd = () => (count === 0 ? -1 : count);
  for (let at = 0; at < format.length; ) {
    const char = format[at]!;
    if (/\s/.test(char)) {
      skipSpace(source);
      at++;
    } else if (char !== "%") {
      if (!takeLiteral(source, char.charCodeAt(0))) return source.isAtEnd() ? atEnd() : count;
      at++;
    } else {
      const conversion = conversionAt(format, at);
      if (!conversion) return count;
      const converted = convert(source, conversion, target);
      if (converted === "end") return atEnd();
      if (converted === "mismatch") return count;
      count += converted;
      at = conversion.end;
    }
  }
  return count;
}
