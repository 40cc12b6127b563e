/**
 * The fix for threads that leave a function before its barriers: the early return becomes a condition that guards the
 * work, and the barriers stay outside of it. What the text does not let us do for certain is not offered.
 */
import { enclosingFunction } from "../../syntax/enclosing";
import type { FunctionOutline, Span } from "../../syntax/model";
import { pattern } from "../../syntax/text/patterns";
import { codeOf, type Statement, statementsIn } from "../../syntax/text/statements";
import type { Fix, RuleContext, TextEdit } from "../model";

/** Calls that all threads of a block or a warp make together. */
const collective =
  /\b__(?:syncthreads|syncwarp|shfl|ballot|any_sync|all_sync|match|reduce|barrier)\w*\s*\(|(?:\.|->)\s*(?:sync|arrive\w*|wait\w*|shfl\w*|ballot|any|all)\s*\(|\b(?:cg|cooperative_groups)\s*::\s*(?:sync|reduce|wait)\w*\s*\(/;
const names = ["active", "isActive", "takesPart", "inRange"];

/** Turns the early returns of a function without a result into guards, when its barriers are after them. */
export function guardRegion(branch: number, context: RuleContext): Fix | undefined {
  const owner = enclosingFunction(context.outline, branch);
  if (!owner?.body || owner.returnType !== "void") return undefined;
  const code = codeOf(context.text);
  const statements = statementsIn(code, owner.body);
  const first = statements?.findIndex((one) => isEarlyReturn(one, code)) ?? -1;
  if (!statements || first < 0 || !isWithin(branch, statements[first]!)) return undefined;
  const name = names.find((one) => !pattern`\b${one}\b`.test(code.slice(owner.start, owner.end)));
  if (!name) return undefined;
  const guard = new Guard(name, context, code, owner);
  const edits = guard.edits(statements.slice(first));
  return edits && { title: "Guard the work instead of returning early", edits, safe: false };
}

const isWithin = (offset: number, { start, end }: Span): boolean => start <= offset && offset < end;

/** `if (condition) return;`, with or without braces. */
function isEarlyReturn({ kind, children }: Statement, code: string): boolean {
  const [body, otherwise] = children;
  const isReturn = ({ start, end }: Span): boolean => /^return\s*;$/.test(code.slice(start, end).trim());
  if (kind !== "if" || !body || otherwise) return false;
  return body.kind === "block" ? body.children.length === 1 && isReturn(body.children[0]!) : isReturn(body);
}

/** Makes the edits for one function; `undefined` wherever something cannot be guarded. */
class Guard {
  private readonly made: TextEdit[] = [];
  private readonly steering = new Set<string>();
  private isPossible = true;

  constructor(
    private readonly name: string,
    private readonly context: RuleContext,
    private readonly code: string,
    private readonly owner: FunctionOutline,
  ) {}

  edits(statements: readonly Statement[]): readonly TextEdit[] | undefined {
    const returns = statements.filter((one) => isEarlyReturn(one, this.code));
    const rest = statements.filter((one) => !returns.includes(one));
    if (rest.some((one) => this.hasJump(one))) return undefined;
    for (const [at, one] of returns.entries()) this.state(one, at === 0, returns.length > 1);
    this.findSteering(rest);
    this.guardAll(statements);
    return this.isPossible ? this.made.sort((a, b) => a.start - b.start) : undefined;
  }

  /** `if (i >= n) return;` → `const bool active = i < n;` */
  private state(statement: Statement, isFirst: boolean, isChanged: boolean): void {
    const { text } = this.context;
    const condition = text.slice(statement.head!.start, statement.head!.end).trim();
    const stays = negated(condition);
    const newText = isFirst
      ? `${isChanged ? "" : "const "}bool ${this.name} = ${stays};`
      : `${this.name} = ${this.name} && ${/&&|\|\||\?/.test(stays) && !stays.startsWith("!(") ? `(${stays})` : stays};`;
    this.made.push({ start: statement.start, end: statement.end, newText });
  }

  /** Variables that decide about barriers: all threads keep them up to date. */
  private findSteering(statements: readonly Statement[]): void {
    for (const statement of statements) {
      if (!this.isCollective(statement)) continue;
      const head = statement.head ? this.slice(statement.head) : "";
      for (const [name] of head.matchAll(/\b[A-Za-z_]\w*\b/g)) this.steering.add(name);
      this.findSteering(statement.children);
    }
  }

  /** Is the statement nothing but a new value for such a variable? */
  private steers(statement: Statement): boolean {
    const [, name, value] = /^(?:\+\+|--)?\s*(\w+)\s*(.*)$/s.exec(this.slice(statement)) ?? [];
    return (
      statement.kind === "plain" &&
      this.steering.has(name ?? "") &&
      /^(?:$|;|[-+*/%&|^<>]*=|\+\+|--)/.test(value!) &&
      isPure(value!)
    );
  }

  private changesSteering(statement: Statement): boolean {
    const change = pattern`\b${this.steering}\s*(?:(?:[-+*/%&|^]|<<|>>)?=(?!=)|\+\+|--)|(?:\+\+|--)\s*${this.steering}\b`;
    return change.test(this.slice(statement));
  }

  private slice({ start, end }: Span): string {
    return this.code.slice(start, end);
  }

  /** Leaves that skip more than the statement itself. */
  private hasJump(statement: Statement): boolean {
    return /\b(?:return|goto|asm)\b|^\s*#\s*(?:if|else|endif)/m.test(this.slice(statement));
  }

  /** Does a statement wait for other threads, itself or in a function of the file that it calls? */
  private isCollective({ start, end }: Span, seen: ReadonlySet<string> = new Set()): boolean {
    if (collective.test(this.code.slice(start, end))) return true;
    const { calls, functions } = this.context.outline;
    return calls.some((call) => {
      if (call.start < start || call.end > end || seen.has(call.callee)) return false;
      const body = functions.find(({ name, isDevice }) => isDevice && name === call.callee)?.body;
      return body !== undefined && this.isCollective(body, new Set([...seen, call.callee]));
    });
  }

  /** Guards every run of statements that does not wait, and goes into those that do. */
  private guardAll(statements: readonly Statement[]): void {
    let run: Statement[] = [];
    const close = (): void => {
      this.wrap(run);
      run = [];
    };
    for (const [at, statement] of statements.entries()) {
      if (isEarlyReturn(statement, this.code) || this.isCollective(statement)) {
        const isPragma = run.at(-1)?.kind === "directive";
        if (isPragma) run.pop();
        close();
        if (!isEarlyReturn(statement, this.code)) this.guardAround(statement);
      } else if (this.isDeclaration(statement)) {
        close();
        this.guardDeclaration(statement);
      } else if (this.steers(statement)) {
        close();
      } else if (this.changesSteering(statement)) {
        this.isPossible = false;
      } else if (statement.kind === "directive" && at === statements.length - 1) close();
      else run.push(statement);
    }
    close();
  }

  /** A statement with a barrier inside: its head is for all threads, the rest of its body is guarded. */
  private guardAround(statement: Statement): void {
    if (statement.kind === "plain") {
      // What is stored in the same statement would be stored by all threads.
      if (/[\])]\s*(?:[-+*/%&|^]|<<|>>)?=(?!=)/.test(this.slice(statement))) this.isPossible = false;
      return;
    }
    if (statement.kind === "block") {
      this.guardAll(statement.children);
      return;
    }
    const isLoop = statement.kind === "for" || statement.kind === "while";
    const head = statement.head && this.slice(statement.head);
    const [body, ...others] = statement.children;
    const isFollowed = (isLoop || statement.kind === "if") && !others.length && body?.kind === "block";
    if (!isFollowed || head === undefined || !isPure(head) || /\b(?:break|continue)\b/.test(this.slice(statement))) {
      this.isPossible = false;
      return;
    }
    this.guardAll(body.children);
  }

  private isDeclaration(statement: Statement): boolean {
    return statement.kind === "plain" && declarationOf(this.slice(statement)) !== undefined;
  }

  /** `float v = in[i];` → `float v = active ? in[i] : float();`; what touches no memory is for all threads. */
  private guardDeclaration(statement: Statement): void {
    const { type, declarators } = declarationOf(this.slice(statement))!;
    const equals = declarators.indexOf("=");
    if (/__shared__|\bextern\b|\bstatic\b/.test(type) || isPure(declarators)) return;
    const isOne = equals >= 0 && !/^[^=]*[,[(]/.test(declarators) && !hasTopLevelComma(declarators);
    const plain = type.replace(/\bconst\b/g, "").trim();
    if (!isOne || /[&*]/.test(declarators.slice(0, equals)) || /\bauto\b|[&*]\s*$/.test(plain)) {
      this.isPossible = false;
      return;
    }
    const at = this.slice(statement).indexOf("=", this.slice(statement).indexOf(declarators)) + 1;
    const value = { start: statement.start + at, end: statement.end - 1 };
    const written = this.context.text.slice(value.start, value.end).trim();
    this.made.push({
      ...value,
      newText: ` ${this.name} ? ${written} : ${plain.includes(" ") ? `(${plain})0` : `${plain}()`}`,
    });
  }

  /** `if (x < k)` → `if (active && x < k)` */
  private narrow({ start, end }: Span): void {
    const isLoose = /\|\||[?,]|(?<![<>=!])=(?!=)/.test(this.code.slice(start, end));
    this.made.push({ start, end: start, newText: `${this.name} && ${isLoose ? "(" : ""}` });
    if (isLoose) this.made.push({ start: end, end, newText: ")" });
  }

  private wrap(run: readonly Statement[]): void {
    const [first] = run;
    const last = run.at(-1);
    if (!first || !last) return;
    const { text } = this.context;
    if (run.every((one) => one.kind === "plain" && this.slice(one) === ";")) return;
    const indentation = /[ \t]*$/.exec(text.slice(this.owner.start, first.start))![0];
    const isLine = text.slice(text.lastIndexOf("\n", first.start - 1) + 1, first.start).trim() === "";
    if (run.length === 1 && first.kind === "plain") {
      this.made.push({ start: first.start, end: first.start, newText: `if (${this.name}) ` });
      return;
    }
    if (run.length === 1 && first.kind === "if" && first.children.length === 1 && !/;/.test(this.slice(first.head!))) {
      this.narrow(first.head!);
      return;
    }
    const unit = indentation.startsWith("\t") ? "\t" : "    ";
    const inner = isLine ? `\n${indentation}${unit}` : " ";
    this.made.push({ start: first.start, end: first.start, newText: `if (${this.name}) {${inner}` });
    for (let at = text.indexOf("\n", first.start); at >= 0 && at < last.end; at = text.indexOf("\n", at + 1)) {
      const isBlankLine = /^[ \t]*(?:\r?\n|$)/.test(text.slice(at + 1, last.end));
      if (!isBlankLine && text[at + 1] !== "#") this.made.push({ start: at + 1, end: at + 1, newText: unit });
    }
    this.made.push({ start: last.end, end: last.end, newText: isLine ? `\n${indentation}}` : " }" });
  }
}

/** Type and declarators of `T a = b;`; `undefined` for other statements. */
function declarationOf(statement: string): { readonly type: string; readonly declarators: string } | undefined {
  const match =
    /^((?:(?:const|constexpr|volatile|static|extern|unsigned|signed|long|short|__shared__|auto|__restrict__)\s+)*(?:[A-Za-z_][\w:]*(?:<[^;=()]*>)?)(?:\s+(?:const|int|long|char|double))*(?:\s*[*&])*)\s*(?<=[\s*&>])([A-Za-z_]\w*\s*(?:=|;|,|\[|\(|\{)[\s\S]*)$/.exec(
      statement.trim(),
    );
  if (!match || /^(?:return|delete|throw|else|case|goto|new|using|typedef)\b/.test(match[1]!)) return undefined;
  return { type: match[1]!, declarators: match[2]!.replace(/;$/, "") };
}

function hasTopLevelComma(text: string): boolean {
  let depth = 0;
  for (const character of text) {
    if ("([{".includes(character)) depth++;
    else if (")]}".includes(character)) depth--;
    else if (character === "," && depth === 0) return true;
  }
  return false;
}

/** Does an expression read no memory and change nothing, so that every thread may compute it? */
function isPure(expression: string): boolean {
  if (/\[|->|(?:^|[=(,;?:&|+\-/%<>!]|\breturn\b)\s*\*\s*\w/.test(expression)) return false;
  const calls = [...expression.matchAll(/\b([A-Za-z_]\w*)\s*\(/g)].map(([, name]) => name!);
  return calls.every((name) =>
    /^(?:min|max|abs|sizeof|int|float|double|unsigned|size_t|if|for|while|__min|__max|fmin|fmax|fminf|fmaxf|dim3)$/.test(
      name,
    ),
  );
}

const opposites: Readonly<Record<string, string>> = {
  "<": ">=",
  ">=": "<",
  ">": "<=",
  "<=": ">",
  "==": "!=",
  "!=": "==",
};

/** The opposite of a condition, as one would write it. */
function negated(condition: string): string {
  // Comparisons of floating-point numbers are all false for what is no number.
  if (/[[.(]|->/.test(condition.replace(/\b(?:threadIdx|blockIdx|blockDim|gridDim)\.[xyz]\b/g, "")))
    return `!(${condition})`;
  const comparison = /^([^<>=!&|?]+?)\s*(<=|>=|==|!=|<|>)\s*([^<>=!&|?]+)$/.exec(condition);
  if (comparison) return `${comparison[1]} ${opposites[comparison[2]!]} ${comparison[3]}`;
  // `a || b` of plain comparisons is the usual form of a guard in two dimensions.
  const parts = condition.split("||").map((part) => part.trim());
  if (parts.length > 1 && parts.every((part) => /^[^<>=!&|?]+?\s*(?:<=|>=|==|!=|<|>)\s*[^<>=!&|?]+$/.test(part)))
    return parts.map(negated).join(" && ");
  return /^!\s*\w+$/.test(condition) ? condition.slice(1).trim() : `!(${condition})`;
}
