/** The expressions that are typed into a watch: C++ over the variables of a warp, where `x[3]` is what lane 3 holds of `x`. */

/** An expression, read. */
export type Expression =
  | { readonly kind: "number"; readonly text: string }
  | { readonly kind: "truth"; readonly value: boolean }
  | { readonly kind: "name"; readonly name: string }
  | { readonly kind: "unary"; readonly operator: string; readonly operand: Expression }
  | { readonly kind: "binary"; readonly operator: string; readonly left: Expression; readonly right: Expression }
  | { readonly kind: "choice"; readonly condition: Expression; readonly yes: Expression; readonly no: Expression }
  | { readonly kind: "ofLane"; readonly operand: Expression; readonly lane: Expression };

/** What is watched: an expression, and the lanes of interest where a filter says which. */
export interface Watched {
  readonly expression: Expression;
  readonly filter?: Expression;
}

/** How tightly operators bind, as in C++. */
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

/** The word between an expression and its filter: `x where x != x[0]`. */
const WHERE = "where";
/** Expressions inside one another; more is no watch that a person types. */
const DEEPEST = 64;

const token =
  /\s*(?:(0[xX][0-9a-fA-F]+[uUlL]*|(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?[uUlLfF]*)|([A-Za-z_]\w*(?:\s*\.\s*[xyz]\b)?)|(\|\||&&|==|!=|<=|>=|<<|>>|[-+*/%<>=!~&|^?:()[\]]))/y;

interface Token {
  readonly kind: "number" | "name" | "sign" | "end";
  readonly text: string;
}

/** Thrown by the parser, caught by `readWatch`; its message is a sentence. */
class Unreadable extends Error {}

function tokensOf(text: string): Token[] {
  const tokens: Token[] = [];
  token.lastIndex = 0;
  while (token.lastIndex < text.trimEnd().length) {
    const at = token.lastIndex;
    const [, number, name, sign] = token.exec(text) ?? [];
    if (number !== undefined) tokens.push({ kind: "number", text: number });
    else if (name !== undefined) tokens.push({ kind: "name", text: name.replaceAll(/\s/g, "") });
    else if (sign !== undefined) tokens.push({ kind: "sign", text: sign });
    else throw new Unreadable(`“${text.slice(at).trim()}” cannot be read: write variables, numbers and operators.`);
  }
  return [...tokens, { kind: "end", text: "the end" }];
}

class Parser {
  readonly #tokens: readonly Token[];
  #at = 0;
  #depth = 0;

  constructor(text: string) {
    this.#tokens = tokensOf(text);
  }

  watched(): Watched {
    const expression = this.#choice();
    const filter = this.#takes("name", WHERE) ? this.#choice() : undefined;
    const { kind, text } = this.#next();
    if (kind !== "end") throw new Unreadable(`“${text}” is not expected there.`);
    return { expression, ...(filter && { filter }) };
  }

  #peek(): Token {
    return this.#tokens[this.#at]!;
  }

  #next(): Token {
    const one = this.#peek();
    if (one.kind !== "end") this.#at++;
    return one;
  }

  #takes(kind: Token["kind"], text: string): boolean {
    const { kind: own, text: given } = this.#peek();
    const here = own === kind && given === text;
    if (here) this.#at++;
    return here;
  }

  #expects(text: string): void {
    if (!this.#takes("sign", text)) throw new Unreadable(`“${text}” is expected before ${this.#peek().text}.`);
  }

  #choice(): Expression {
    if (++this.#depth > DEEPEST) throw new Unreadable("The expression is too deep.");
    const condition = this.#binary(1);
    let read = condition;
    if (this.#takes("sign", "?")) {
      const yes = this.#choice();
      this.#expects(":");
      read = { kind: "choice", condition, yes, no: this.#choice() };
    }
    this.#depth--;
    return read;
  }

  #binary(least: number): Expression {
    let left = this.#unary();
    for (;;) {
      const { kind, text } = this.#peek();
      const binds = kind === "sign" ? precedence[text] : undefined;
      if (binds === undefined || binds < least) return left;
      this.#next();
      left = { kind: "binary", operator: text, left, right: this.#binary(binds + 1) };
    }
  }

  #unary(): Expression {
    const signs: string[] = [];
    for (;;) {
      const { kind, text } = this.#peek();
      if (kind !== "sign" || !["-", "+", "!", "~"].includes(text)) break;
      signs.push(this.#next().text);
      if (signs.length > DEEPEST) throw new Unreadable("The expression is too deep.");
    }
    return signs.reduceRight<Expression>(
      (operand, operator) => ({ kind: "unary", operator, operand }),
      this.#postfix(),
    );
  }

  #postfix(): Expression {
    let operand = this.#primary();
    while (this.#takes("sign", "[")) {
      operand = { kind: "ofLane", operand, lane: this.#choice() };
      this.#expects("]");
    }
    return operand;
  }

  #primary(): Expression {
    const { kind, text } = this.#next();
    if (kind === "number") return { kind: "number", text };
    if (kind === "name" && text !== WHERE)
      return text === "true" || text === "false"
        ? { kind: "truth", value: text === "true" }
        : { kind: "name", name: text };
    if (kind === "sign" && text === "(") {
      const inner = this.#choice();
      this.#expects(")");
      return inner;
    }
    throw new Unreadable(`A variable or a number is expected before ${kind === "end" ? text : `“${text}”`}.`);
  }
}

/** Reads what is typed, or says in a sentence what cannot be read. */
export function readWatch(text: string): Watched | string {
  if (text.trim() === "") return "Type a variable or an expression.";
  try {
    return new Parser(text).watched();
  } catch (error) {
    if (error instanceof Unreadable) return error.message;
    throw error;
  }
}
