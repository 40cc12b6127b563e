/**
 * JSON with the line of everything in it, so that a problem with a value is reported at its line. Strict: what
 * `JSON.parse` refuses is refused here too, and a key that is written twice as well.
 */

interface At {
  /** One-based. */
  readonly line: number;
}

/** A key with its value. */
export interface JsonMember extends At {
  readonly key: string;
  readonly value: JsonNode;
}

/** A JSON value with the line that it begins on. */
export type JsonNode = At &
  (
    | { readonly kind: "object"; readonly members: readonly JsonMember[] }
    | { readonly kind: "array"; readonly items: readonly JsonNode[] }
    | { readonly kind: "string"; readonly value: string }
    | { readonly kind: "number"; readonly value: number }
    | { readonly kind: "boolean"; readonly value: boolean }
    | { readonly kind: "null" }
  );

/** Text that is no JSON: what was expected, and where. */
export class JsonError extends Error {
  override readonly name = "JsonError";
  constructor(
    message: string,
    /** One-based. */
    readonly line: number,
  ) {
    super(message);
  }
}

const DEEPEST = 64;
const token = /[ \t\r\n]*(?:([{}[\]:,])|("(?:[^"\\\n]|\\.)*")|(-?\d[\d.eE+-]*)|(true|false|null)\b)/y;

class Parser {
  #at = 0;
  #line = 1;

  constructor(readonly text: string) {}

  /** The next token, or undefined where there is none; the line is that of its first character. */
  #next(): RegExpExecArray | undefined {
    token.lastIndex = this.#at;
    const match = token.exec(this.text);
    if (!match) return undefined;
    this.#line += match[0].split("\n").length - 1;
    this.#at = token.lastIndex;
    return match;
  }

  #fail(expected: string): never {
    const rest = /^[ \t\r\n]*/.exec(this.text.slice(this.#at))![0];
    const found = this.text.slice(this.#at + rest.length, this.#at + rest.length + 12).split(/\s/)[0];
    throw new JsonError(
      `expected ${expected}, found ${found ? `“${found}”` : "the end of the file"}`,
      this.#line + rest.split("\n").length - 1,
    );
  }

  /** Moves after a mark, or stays and gives false. */
  #skip(mark: string): boolean {
    const [at, line] = [this.#at, this.#line];
    if (this.#next()?.[1] === mark) return true;
    [this.#at, this.#line] = [at, line];
    return false;
  }

  #expect(mark: string): void {
    if (!this.#skip(mark)) this.#fail(`“${mark}”`);
  }

  #members(depth: number): JsonMember[] {
    const members: JsonMember[] = [];
    if (this.#skip("}")) return members;
    do {
      const [at, start] = [this.#at, this.#line];
      const name = this.#next();
      const line = this.#line;
      if (!name?.[2]) {
        [this.#at, this.#line] = [at, start];
        this.#fail("a key in double quotes");
      }
      const key: string = this.#string(name[2]);
      if (members.some((one) => one.key === key)) throw new JsonError(`“${key}” is defined twice`, line);
      this.#expect(":");
      members.push({ key, line, value: this.value(depth) });
    } while (this.#skip(","));
    if (!this.#skip("}")) this.#fail("“,” or “}”");
    return members;
  }

  #items(depth: number): JsonNode[] {
    const items: JsonNode[] = [];
    if (this.#skip("]")) return items;
    do items.push(this.value(depth));
    while (this.#skip(","));
    if (!this.#skip("]")) this.#fail("“,” or “]”");
    return items;
  }

  /** A literal as `JSON.parse` reads it, whose own refusal is ours too. */
  #string(literal: string): string {
    try {
      return JSON.parse(literal) as string;
    } catch {
      throw new JsonError("a string has an escape sequence that JSON does not have", this.#line);
    }
  }

  #number(literal: string): number {
    try {
      return JSON.parse(literal) as number;
    } catch {
      throw new JsonError(`“${literal}” is not a number`, this.#line);
    }
  }

  value(depth = 0): JsonNode {
    if (depth > DEEPEST) throw new JsonError(`more than ${DEEPEST} nested levels`, this.#line);
    const [at, start] = [this.#at, this.#line];
    const found = this.#next();
    const line = this.#line;
    if (found?.[1] === "{") return { kind: "object", line, members: this.#members(depth + 1) };
    if (found?.[1] === "[") return { kind: "array", line, items: this.#items(depth + 1) };
    if (found?.[2]) return { kind: "string", line, value: this.#string(found[2]) };
    if (found?.[3]) return { kind: "number", line, value: this.#number(found[3]) };
    if (found?.[4] === "null") return { kind: "null", line };
    if (found?.[4]) return { kind: "boolean", line, value: found[4] === "true" };
    [this.#at, this.#line] = [at, start];
    return this.#fail("a value");
  }

  end(): void {
    if (/[^ \t\r\n]/.test(this.text.slice(this.#at))) this.#fail("nothing more");
  }
}

/** Reads a text whole; throws {@link JsonError}. A byte order mark is passed over. */
export function parseJson(text: string): JsonNode {
  const parser = new Parser(text.replace(/^\ufeff/, ""));
  const value = parser.value();
  parser.end();
  return value;
}
