/** Preprocessor lines without a preprocessor: includes, macros, and which arms of conditionals can stay in the text. */
import { type Expression, readExpression } from "./expression";
import { binary, type Integer, literal, unary } from "./integers";
import type { IncludeOutline, MacroOutline, Span } from "./model";

export interface Directives {
  readonly includes: readonly IncludeOutline[];
  readonly macros: readonly MacroOutline[];
  /** Arms that cannot be read beside the arm that was chosen, or that no compiler reads. */
  readonly dropped: readonly Span[];
}

/** Whether the compiler takes an arm: `unknown` when that depends on names that only headers or command lines know. */
type Taken = "yes" | "no" | "unknown";

interface Arm {
  readonly body: Span;
  readonly taken: Taken;
  /** `#if 0`: dead on purpose. */
  readonly dead: boolean;
}

interface OpenConditional {
  readonly arms: Arm[];
  condition: Taken;
  dead: boolean;
  bodyStart: number;
}

/** What every CUDA compile defines. `__CUDA_ARCH__` is defined in one of the two passes. */
const predefined = /^(__CUDACC__|__NVCC__|__cplusplus|__CUDA__|__clang__|__linux__|__x86_64__|__LP64__|__CUDA_ARCH__)$/;
/** Names that headers define and texts ask for: nothing is assumed about them. */
const headerName = /^(__|CUD|NV|THRUST|CUB|.*_VERSION)/;

class Conditions {
  constructor(private readonly macros: ReadonlyMap<string, string>) {}

  isDefined(name: string): Taken {
    if (this.macros.has(name) || predefined.test(name)) return "yes";
    return headerName.test(name) ? "unknown" : "no";
  }

  holds(text: string): Taken {
    const plain = text.replace(/\bdefined\s*(?:\(\s*(\w+)\s*\)|(\w+))/g, (_, a?: string, b?: string) => {
      const known = this.isDefined((a ?? b)!);
      return known === "unknown" ? "__unknown" : known === "yes" ? "1" : "0";
    });
    const read = readExpression(plain);
    const value = read && this.value(read, 0);
    return value === undefined ? "unknown" : value.value !== 0n ? "yes" : "no";
  }

  private value(expression: Expression, depth: number): Integer | undefined {
    if (depth > 20) return undefined;
    const of = (one: Expression) => this.value(one, depth + 1);
    switch (expression.kind) {
      case "number":
        return literal(expression.text);
      case "name": {
        const body = this.macros.get(expression.name);
        const read = body ? readExpression(body) : undefined;
        if (read) return of(read);
        return this.isDefined(expression.name) === "no" ? literal("0") : undefined;
      }
      case "unary": {
        const operand = of(expression.operand);
        return operand && unary(expression.operator, operand);
      }
      case "binary": {
        const left = of(expression.left);
        const right = of(expression.right);
        // One side can decide: `0 && unknown`, `1 || unknown`.
        const decides = expression.operator === "&&" ? 0n : expression.operator === "||" ? 1n : undefined;
        if (decides !== undefined) {
          const sides = [left, right].map((side) => side && (side.value !== 0n ? 1n : 0n));
          if (sides.includes(decides)) return literal(String(decides));
          return sides.includes(undefined) ? undefined : literal(String(1n - decides));
        }
        return left && right && binary(expression.operator, left, right);
      }
      default:
        return undefined;
    }
  }
}

/** An arm that reads as a piece of its own: brackets balanced, nothing begun and not ended. */
function standsAlone(skeleton: string): boolean {
  const text = skeleton.trimEnd();
  if (text.trim() !== "" && !/[;}]$/.test(text)) return false;
  const open: string[] = [];
  for (const bracket of text.match(/[()[\]{}]/g) ?? []) {
    if ("([{".includes(bracket)) open.push(bracket);
    else if (open.pop() !== { ")": "(", "]": "[", "}": "{" }[bracket]) return false;
  }
  return open.length === 0;
}

const defineLine = /^(\w+)(\(([^)]*)\))?([\s\S]*)$/;

/**
 * Reads the directives of a text.
 * @param skeleton the text without comments, directives and what stands in literals, at the same offsets
 * @param defines `NAME` or `NAME=value` from the command line
 */
export function directives(
  text: string,
  skeleton: string,
  spans: readonly Span[],
  comments: readonly Span[],
  defines: readonly string[],
): Directives {
  const includes: IncludeOutline[] = [];
  const macros: MacroOutline[] = [];
  const dropped: Span[] = [];
  const known = new Map<string, string>();
  for (const define of defines) {
    const [name = "", value = "1"] = define.split(/=(.*)/s);
    known.set(name, value);
  }
  const conditions = new Conditions(known);
  const open: OpenConditional[] = [];

  const closeArm = (conditional: OpenConditional, end: number) =>
    conditional.arms.push({
      body: { start: conditional.bodyStart, end },
      taken: conditional.condition,
      dead: conditional.dead,
    });
  /** What reads alone stays; of the others only the chosen arm does, or, in a conditional still being typed, the last. */
  const close = (conditional: OpenConditional, ended: boolean) => {
    const { arms } = conditional;
    const chosen = ended ? arms.find((arm) => arm.taken !== "no") : arms.at(-1);
    for (const arm of arms) {
      const alone = standsAlone(skeleton.slice(arm.body.start, arm.body.end));
      if (arm.dead || (arm !== chosen && !alone)) dropped.push(arm.body);
    }
  };
  const otherwise = (conditional: OpenConditional, condition: Taken): Taken => {
    const before = conditional.arms.map((arm) => arm.taken);
    if (before.includes("yes")) return "no";
    return before.includes("unknown") && condition !== "no" ? "unknown" : condition;
  };

  let comment = 0;
  for (const span of spans) {
    let content = "";
    let at = span.start;
    // The comments of the directive, each read as one space.
    while (comment < comments.length && comments[comment]!.end <= span.start) comment++;
    for (let next = comment; next < comments.length && comments[next]!.start < span.end; next++) {
      content += `${text.slice(at, comments[next]!.start)} `;
      at = comments[next]!.end;
    }
    content = (content + text.slice(at, span.end)).replace(/\\\r?\n/g, " ");
    const match = /^#\s*(\w*)\s*([\s\S]*)$/.exec(content);
    if (!match) continue;
    const word = match[1]!;
    const rest = match[2]!.trim();
    const top = open.at(-1);
    switch (word) {
      case "include": {
        const path = /^(?:<([^>]+)>|"([^"]+)")/.exec(rest);
        if (path) includes.push({ ...span, path: (path[1] ?? path[2])!, system: path[1] !== undefined });
        break;
      }
      case "define": {
        const define = defineLine.exec(rest);
        if (!define) break;
        const dead = open.some((one) => one.dead);
        if (dead) break;
        const conditional = open.some((one) => one.condition !== "yes");
        const list = define[3];
        macros.push({
          ...span,
          name: define[1]!,
          ...(list !== undefined && {
            parameters: list
              .split(",")
              .map((one) => one.trim())
              .filter(Boolean),
          }),
          body: define[4]!.trim(),
          ...(conditional && { conditional }),
        });
        if (open.every((one) => one.condition !== "no")) known.set(define[1]!, define[4]!.trim());
        break;
      }
      case "undef":
        if (open.every((one) => one.condition !== "no")) known.delete(rest);
        break;
      case "if":
      case "ifdef":
      case "ifndef": {
        const asked = word === "if" ? conditions.holds(rest) : conditions.isDefined(rest.split(/\W/)[0]!);
        const condition = word !== "ifndef" ? asked : asked === "yes" ? "no" : asked === "no" ? "yes" : "unknown";
        open.push({ arms: [], condition, dead: word === "if" && rest === "0", bodyStart: span.end });
        break;
      }
      case "elif":
      case "else":
        if (!top) break;
        closeArm(top, span.start);
        top.condition = otherwise(top, word === "else" ? "yes" : conditions.holds(rest));
        top.dead = false;
        top.bodyStart = span.end;
        break;
      case "endif":
        if (!top) break;
        closeArm(top, span.start);
        close(top, true);
        open.pop();
        break;
    }
  }
  // Conditionals that the text does not end yet reach to its end.
  for (const conditional of open.reverse()) {
    closeArm(conditional, text.length);
    close(conditional, false);
  }
  return { includes, macros, dropped: outermost(dropped) };
}

/** Ordered, and without the spans that lie inside others. */
function outermost(spans: readonly Span[]): Span[] {
  const kept: Span[] = [];
  for (const span of [...spans].sort((a, b) => a.start - b.start || b.end - a.end)) {
    if (span.start >= (kept.at(-1)?.end ?? 0)) kept.push(span);
  }
  return kept;
}
