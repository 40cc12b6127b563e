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

/** Reads by a format; `target` is asked for once a value is there. Gives the number of assignments, −1 for an early end. */
export function scan(source: Source, format: string, target: () => Target): number {
  let count = 0;
  let consumed = 0;
  const counting: Source = {
    next: () => {
      const byte = source.next();
      if (byte >= 0) consumed++;
      return byte;
    },
    back: (byte) => {
      consumed--;
      source.back(byte);
    },
  };
  const atEnd = (): boolean => {
    const byte = counting.next();
    if (byte >= 0) counting.back(byte);
    return byte < 0;
  };
  for (let at = 0; at < format.length; ) {
    const char = format[at]!;
    if (/\s/.test(char)) {
      skipSpace(counting);
      at++;
      continue;
    }
    if (char !== "%") {
      const byte = counting.next();
      if (byte !== char.charCodeAt(0)) {
        if (byte >= 0) counting.back(byte);
        return byte < 0 && count === 0 ? -1 : count;
      }
      at++;
      continue;
    }
    const match = /^%(\*)?(\d+)?(hh|h|ll|l|L|z|j|t)?([diouxXpeEfFgGaAsc[n%])/.exec(format.slice(at));
    if (!match) return count;
    at += match[0].length;
    const [, silent, widthText, length = "", conversion] = match as unknown as [
      string,
      string?,
      string?,
      string?,
      string?,
    ];
    const width = widthText ? Number(widthText) : conversion === "c" ? 1 : Number.POSITIVE_INFINITY;
    let set: ReturnType<typeof scanSet> | undefined;
    if (conversion === "[") {
      set = scanSet(format, at);
      at = set.end;
    }
    if (conversion === "n") {
      target().integer(BigInt(consumed), length);
      continue;
    }
    if (conversion !== "c" && conversion !== "[") skipSpace(counting);
    if (atEnd()) return count === 0 ? -1 : count;
    if (conversion === "%") {
      if (counting.next() !== 37) return count;
      continue;
    }
    if (conversion === "s" || conversion === "c" || set) {
      const accept = set ? set.accepts : conversion === "c" ? () => true : (byte: number) => !isSpace(byte);
      const text = takeWhile(counting, width, accept);
      if (text === "") return count;
      if (silent) continue;
      target().bytes(
        [...text].map((one) => one.charCodeAt(0)),
        conversion !== "c",
      );
    } else if (/[diouxXp]/.test(conversion!)) {
      const { text, radix } = integerText(counting, width, conversion!);
      const value = parseInteger(text, radix);
      if (value === undefined) return count;
      if (silent) continue;
      target().integer(value, conversion === "p" ? "l" : length);
    } else {
      const text = takeWhile(counting, width, (byte, soFar) =>
        /^[+-]?(\d*\.?\d*([eE][+-]?\d*)?|i|in|inf|n|na|nan)$/i.test(soFar + String.fromCharCode(byte)),
      );
      const value = /inf/i.test(text)
        ? (text.startsWith("-") ? -1 : 1) * Number.POSITIVE_INFINITY
        : Number.parseFloat(text);
      if (!/\d|inf|nan/i.test(text)) return count;
      if (silent) continue;
      target().real(value, length);
    }
    count++;
  }
  return count;
}
