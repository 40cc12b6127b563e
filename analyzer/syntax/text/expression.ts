/** Expressions as they stand in launches, array bounds and `#if`: read from text into a small tree. */

import { ofShortText } from "./ofText";

/** An expression as a tree. */
export type Expression =
  | { readonly kind: "number"; readonly text: string }
  | { readonly kind: "name"; readonly name: string }
  | { readonly kind: "unary"; readonly operator: string; readonly operand: Expression }
  | { readonly kind: "binary"; readonly operator: string; readonly left: Expression; readonly right: Expression }
  | {
      readonly kind: "conditional";
      readonly condition: Expression;
      readonly whenTrue: Expression;
      readonly whenFalse: Expression;
    }
  /** `callee(…)` and `callee{…}`; also `{a, b}` with an empty callee. */
  | { readonly kind: "call"; readonly callee: string; readonly arguments: readonly Expression[] }
  | { readonly kind: "member"; readonly object: Expression; readonly name: string }
  | { readonly kind: "cast"; readonly type: string; readonly operand: Expression }
  | { readonly kind: "sizeof"; readonly text: string };

const tokenPattern =
  /\s+|(\.?\d(?:[eEpP][+-]|[\w.']|(?<=\d)')*|[A-Za-z_]\w*(?:\s*::\s*[A-Za-z_]\w*)*|"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|->|<<|>>|<=|>=|==|!=|&&|\|\||[-+*/%&|^~!<>?:(),.[\]{}])/y;

const precedence: Readonly<Record<string, number>> = {
  "||": 1,
  "&&": 2,
  "|": 3,
  "^": 4,
  "&": 5,
  "==": 6,
  "!=": 6,
  "<": 7,
  ">": 7,
  "<=": 7,
  ">=": 7,
  "<<": 8,
  ">>": 8,
  "+": 9,
  "-": 9,
  "*": 10,
  "/": 10,
  "%": 10,
};

const typeWord =
  /^(?:const|unsigned|signed|char|short|int|long|float|double|bool|half|__half2?|dim3|(?:std::)?(?:size_t|ptrdiff_t|u?int(?:8|16|32|64)_t)|uint|ushort|uchar|ulong|u?(?:char|short|int|long|longlong|float|double)[1-4]|\*)$/;

function tokens(text: string): string[] | undefined {
  const found: string[] = [];
  tokenPattern.lastIndex = 0;
  while (tokenPattern.lastIndex < text.length) {
    const match = tokenPattern.exec(text);
    if (!match) return undefined;
    if (match[1] !== undefined) found.push(/^[A-Za-z_]/.test(match[1]) ? match[1].replace(/\s+/g, "") : match[1]);
  }
  return found;
}

/** Thrown inside the reader only: the text is no expression that it knows. */
class Unreadable extends Error {}

class Reader {
  private at = 0;
  /** A nesting that no person writes; deeper text is not read, so that it cannot exhaust the stack. */
  private depth = 0;
  constructor(private readonly words: readonly string[]) {}

  get atEnd(): boolean {
    return this.at >= this.words.length;
  }

  expression(): Expression {
    if (++this.depth > 100) throw new Unreadable();
    const condition = this.binary(1);
    let read = condition;
    if (this.take("?")) {
      const whenTrue = this.expression();
      this.need(":");
      read = { kind: "conditional", condition, whenTrue, whenFalse: this.expression() };
    }
    this.depth--;
    return read;
  }

  private binary(least: number): Expression {
    let left = this.unary();
    for (;;) {
      const operator = this.words[this.at];
      const level = operator === undefined ? undefined : precedence[operator];
      if (operator === undefined || level === undefined || level < least) return left;
      this.at++;
      left = { kind: "binary", operator, left, right: this.binary(level + 1) };
    }
  }

  private unary(): Expression {
    const word = this.words[this.at];
    if (word === "-" || word === "+" || word === "!" || word === "~") {
      this.at++;
      if (++this.depth > 100) throw new Unreadable();
      const operand = this.unary();
      this.depth--;
      return { kind: "unary", operator: word, operand };
    }
    if (word === "sizeof") return this.sizeOf();
    const type = word === "(" ? this.castType() : undefined;
    if (type !== undefined) return { kind: "cast", type, operand: this.unary() };
    return this.postfix(this.primary());
  }

  private sizeOf(): Expression {
    this.at++;
    // `sizeof array`: a name without parentheses.
    if (/^[A-Za-z_]\w*$/.test(this.words[this.at] ?? "")) return { kind: "sizeof", text: this.words[this.at++]! };
    this.need("(");
    const start = this.at;
    let depth = 1;
    while (depth > 0) {
      const word = this.words[this.at++];
      if (word === undefined) throw new Unreadable();
      if (word === "(") depth++;
      if (word === ")") depth--;
    }
    return { kind: "sizeof", text: this.words.slice(start, this.at - 1).join(" ") };
  }

  /** `(type)` before an operand: consumed and returned when the words between the parentheses are a basic type. */
  private castType(): string | undefined {
    let end = this.at + 1;
    while (typeWord.test(this.words[end] ?? "")) end++;
    if (end === this.at + 1 || this.words[end] !== ")") return undefined;
    const type = this.words.slice(this.at + 1, end).join(" ");
    this.at = end + 1;
    return type;
  }

  private primary(): Expression {
    const word = this.words[this.at++];
    if (word === undefined) throw new Unreadable();
    if (word === "(") {
      const inner = this.expression();
      this.need(")");
      return inner;
    }
    if (word === "{") return { kind: "call", callee: "", arguments: this.list("}") };
    if (/^\.?\d/.test(word)) return { kind: "number", text: word };
    if (!/^[A-Za-z_]/.test(word)) throw new Unreadable();
    const argument = this.templateArgument();
    if (/^(static|reinterpret|const|dynamic)_cast$/.test(word)) {
      if (argument === undefined) throw new Unreadable();
      this.need("(");
      const operand = this.expression();
      this.need(")");
      return { kind: "cast", type: argument, operand };
    }
    return { kind: "name", name: word };
  }

  /** `<type>` before a parenthesis; a comparison is left alone. */
  private templateArgument(): string | undefined {
    if (this.words[this.at] !== "<") return undefined;
    let end = this.at + 1;
    while (typeWord.test(this.words[end] ?? "")) end++;
    if (end === this.at + 1 || this.words[end] !== ">" || this.words[end + 1] !== "(") return undefined;
    const type = this.words.slice(this.at + 1, end).join(" ");
    this.at = end + 1;
    return type;
  }

  private postfix(first: Expression): Expression {
    let read = first;
    for (;;) {
      if (read.kind === "name" && this.take("(")) read = this.callOf(read.name, ")");
      else if (read.kind === "name" && this.take("{")) read = this.callOf(read.name, "}");
      else if (this.take(".")) {
        const name = this.words[this.at++];
        if (name === undefined || !/^[A-Za-z_]/.test(name)) throw new Unreadable();
        read = { kind: "member", object: read, name };
      } else return read;
    }
  }

  private callOf(callee: string, close: string): Expression {
    const parts = this.list(close);
    if (typeWord.test(callee) && callee !== "dim3" && parts.length === 1)
      return { kind: "cast", type: callee, operand: parts[0]! };
    return { kind: "call", callee, arguments: parts };
  }

  private list(close: string): Expression[] {
    const parts: Expression[] = [];
    if (this.take(close)) return parts;
    do parts.push(this.expression());
    while (this.take(","));
    this.need(close);
    return parts;
  }

  private take(word: string): boolean {
    if (this.words[this.at] !== word) return false;
    this.at++;
    return true;
  }

  private need(word: string): void {
    if (!this.take(word)) throw new Unreadable();
  }
}

/** Reads an expression; undefined when the text is anything else. */
export const readExpression = ofShortText((text: string): Expression | undefined => {
  const words = tokens(text);
  if (!words?.length) return undefined;
  const reader = new Reader(words);
  try {
    const read = reader.expression();
    return reader.atEnd ? read : undefined;
  } catch (problem) {
    if (problem instanceof Unreadable) return undefined;
    throw problem;
  }
});
