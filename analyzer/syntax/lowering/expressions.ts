/** Expressions: launches, calls, changes, and the accesses that can touch memory. */
import type { AccessOutline, Span } from "../model";
import type { Place, Sink } from "./sink";
import type { SourceReader } from "./source";

type Use = AccessOutline["use"];

const chainKinds: Readonly<Record<string, AccessOutline["kind"]>> = {
  subscript_expression: "subscript",
  field_expression: "member",
  pointer_expression: "dereference",
};

const isDereference = (source: SourceReader, node: number) =>
  source.kind(node) === "pointer_expression" && source.code[source.start(node)] === "*";

/** Whether a node is an access by its form: a subscript, a member, or `*pointer`. */
function isChain(source: SourceReader, node: number): boolean {
  const kind = source.kind(node);
  return kind === "pointer_expression" ? isDereference(source, node) : chainKinds[kind] !== undefined;
}

/**
 * Where clang places a load of an expression (`Expr::getExprLoc`): a subscript at its base, a member at its name, a
 * dereference and a cast at their first character, a binary operation at its operator.
 */
function anchorOf(source: SourceReader, node: number): number {
  const children = source.children(node);
  const first = children[0];
  switch (source.kind(node)) {
    case "subscript_expression":
      return first === undefined ? source.start(node) : anchorOf(source, first);
    case "field_expression":
      return children.length > 1 ? source.start(children.at(-1)!) : source.start(node);
    case "binary_expression":
      return first === undefined ? source.start(node) : operatorAt(source, node, first);
    default:
      return source.start(node);
  }
}

function operatorAt(source: SourceReader, node: number, left: number): number {
  let at = source.end(left);
  while (at < source.end(node) && source.code.charCodeAt(at) <= 32) at++;
  return at;
}

/** Name of the variable that a chain begins with; empty for what has none. */
function rootName(source: SourceReader, node: number): string {
  const kind = source.kind(node);
  if (kind === "identifier" || kind === "this" || kind === "qualified_identifier") return source.text(node);
  if (kind === "cast_expression") {
    const value = source.children(node).at(-1);
    return value === undefined ? "" : rootName(source, value);
  }
  const first = source.children(node)[0];
  return first === undefined ? "" : rootName(source, first);
}

/** Parentheses around an expression taken off. */
function bare(source: SourceReader, node: number): number {
  const inner = source.kind(node) === "parenthesized_expression" ? source.children(node)[0] : undefined;
  return inner === undefined ? node : bare(source, inner);
}

/** Registers that read like structures: no access to memory. */
const builtinVariables = new Set(["threadIdx", "blockIdx", "blockDim", "gridDim"]);

function addAccess(source: SourceReader, sink: Sink, node: number, use: Use): void {
  const name = rootName(source, node);
  if (builtinVariables.has(name)) return;
  sink.accesses.push({
    start: source.start(node),
    end: source.end(node),
    kind: chainKinds[source.kind(node)]!,
    name,
    use,
    anchor: anchorOf(source, node),
  });
}

/** The name of a callee without its template arguments, and these. */
function calleeOf(source: SourceReader, node: number): { name: string; templateArguments?: string } {
  const template =
    source.kind(node) === "template_function" || source.kind(node) === "template_method"
      ? node
      : source.kind(node) === "qualified_identifier" || source.kind(node) === "field_expression"
        ? lastTemplate(source, node)
        : undefined;
  const list = template === undefined ? undefined : source.child(template, "template_argument_list");
  if (list === undefined) return { name: source.text(node).replace(/\s+/g, "") };
  const name = source.code.slice(source.start(node), source.start(list)).replace(/\s+/g, "");
  return { name, templateArguments: source.words(source.start(list) + 1, source.end(list) - 1) };
}

function lastTemplate(source: SourceReader, node: number): number | undefined {
  const last = source.children(node).at(-1);
  if (last === undefined) return undefined;
  const kind = source.kind(last);
  if (kind === "template_function" || kind === "template_method") return last;
  return kind === "qualified_identifier" ? lastTemplate(source, last) : undefined;
}

/** The expressions of an argument list; what the parser could not place among them is left out. */
function expressionsOf(source: SourceReader, list: number | undefined): Span[] {
  if (list === undefined) return [];
  return source
    .children(list)
    .filter((one) => source.kind(one) !== "ERROR" && source.kind(one) !== "comment")
    .map((one) => source.span(one));
}

/** Functions that are known not to change the variables that they are given. */
const takesByValue =
  /^(?:cu[A-Z]\w*|cuda[A-Z]\w*|(?:std::)?(?:min|max|abs|ceil|ceilf|floor|sqrt|sqrtf|pow|malloc|calloc|free|memset|memcpy|memcmp|memmove|realloc|aligned_alloc|fread|fwrite|srand|rand|exit|f?printf|s?n?printf|puts|to_string|iota|fill_n|generate_n)|dim3|assert|make_\w+|__\w+|atoi|\w+(?:\.|->)(?:resize|reserve|assign))$/;

/** Arguments that are a plain name: a parameter that is a reference could change them. */
function noteHandedOver(source: SourceReader, sink: Sink, list: number, callee: string, place: Place): void {
  for (const [index, argument] of source.children(list).entries()) {
    if (source.kind(argument) !== "identifier") continue;
    const span = source.span(argument);
    sink.assignments.push({
      ...span,
      target: span,
      root: source.text(argument),
      operator: "&",
      operatorAt: span.start,
      block: place.block,
      handedTo: { callee, index },
    });
  }
}

/** `stream >> n` writes to `n`; a shift by `n` does not, but looks the same. */
function lowerExtraction(source: SourceReader, sink: Sink, node: number, place: Place): void {
  const [left, right] = source.children(node);
  if (left === undefined || right === undefined || source.kind(right) !== "identifier") return;
  const at = operatorAt(source, node, left);
  if (!source.code.startsWith(">>", at) || source.kind(left) === "number_literal") return;
  noteAddress(source, sink, right, at, place);
}

/** `type& alias = target;`: what happens to the target from then on cannot be followed by its name. */
export function noteAlias(source: SourceReader, sink: Sink, declarator: number, place: Place): void {
  const value = source.children(declarator).at(-1);
  if (source.kind(declarator) === "init_declarator" && value !== undefined)
    noteAddress(source, sink, value, source.start(value), place);
}

/** `: member(value)` of a constructor is an assignment to the member. */
export function noteMemberInitializer(source: SourceReader, sink: Sink, node: number, place: Place): void {
  const [target, list] = source.children(node);
  if (target === undefined || list === undefined || source.kind(target) !== "field_identifier") return;
  const [value, ...others] = source.children(list);
  sink.assignments.push({
    ...source.span(node),
    target: source.span(target),
    root: source.text(target),
    operator: "=",
    operatorAt: source.start(list),
    ...(value !== undefined && !others.length && { value: source.text(value) }),
    block: place.block,
  });
}

function noteAddress(source: SourceReader, sink: Sink, target: number, operatorAt: number, place: Place): void {
  const span = source.span(target);
  const root = rootName(source, target);
  if (root) sink.assignments.push({ ...span, target: span, root, operator: "&", operatorAt, block: place.block });
}

function lowerCall(source: SourceReader, sink: Sink, node: number, place: Place): void {
  const children = source.children(node);
  const callee = children[0];
  const list = source.child(node, "argument_list");
  // `(T)(value)` is a cast, which the grammar cannot know.
  const cast = callee !== undefined && /^\(\s*[\w:]+\s*\)$/.test(source.text(callee));
  if (callee === undefined || (cast && source.child(node, "kernel_call_syntax") === undefined)) return;
  const { name, templateArguments } = calleeOf(source, callee);
  const shared = { ...source.span(node), arguments: expressionsOf(source, list) };
  const within = place.within === undefined ? {} : { within: place.within };
  const configuration = source.child(node, "kernel_call_syntax");
  if (configuration !== undefined) {
    sink.launches.push({
      ...shared,
      ...within,
      kernel: name,
      ...(templateArguments !== undefined && { templateArguments }),
      configuration: expressionsOf(source, configuration),
    });
    return;
  }
  sink.calls.push({ ...shared, ...within, callee: name });
  if (list !== undefined && !takesByValue.test(name)) noteHandedOver(source, sink, list, name, place);
  const member = source.kind(callee) === "field_expression" ? source.children(callee).at(-1) : undefined;
  const anchor = member === undefined ? source.start(node) : source.start(member);
  sink.accesses.push({ start: source.start(node), end: source.end(node), kind: "call", name, use: "read", anchor });
}

/** Lowers a change `target op value`; says what the target and the value are used for. */
function lowerChange(source: SourceReader, sink: Sink, node: number, place: Place): { target?: number; use: Use } {
  const children = source.children(node);
  const kind = source.kind(node);
  const first = children[0];
  if (first === undefined) return { use: "read" };
  const target = bare(source, first);
  let operator: string;
  let at: number;
  if (kind === "assignment_expression") {
    const value = children.at(-1)!;
    at = operatorAt(source, node, first);
    operator = source.words(at, source.start(value));
  } else if (kind === "update_expression") {
    at = source.start(first) > source.start(node) ? source.start(node) : operatorAt(source, node, first);
    operator = source.code.slice(at, at + 2);
  } else {
    at = source.start(node);
    operator = "&";
  }
  const member = memberOfRoot(source, target);
  sink.assignments.push({
    ...source.span(node),
    target: source.span(target),
    root: rootName(source, target),
    ...(member !== undefined && { member }),
    operator,
    operatorAt: at,
    ...(kind === "assignment_expression" && children.length > 1 && { value: source.text(children.at(-1)!) }),
    block: place.block,
  });
  return { target, use: operator === "&" ? "address" : operator === "=" ? "write" : "update" };
}

function memberOfRoot(source: SourceReader, target: number): string | undefined {
  if (source.kind(target) !== "field_expression") return undefined;
  const [object, name] = source.children(target);
  return object !== undefined && name !== undefined && source.kind(object) === "identifier"
    ? source.text(name)
    : undefined;
}

/**
 * Notes what an expression node is; says how its children are used, and which of them continue its chain and are
 * therefore no access of their own.
 */
export function lowerExpression(
  source: SourceReader,
  sink: Sink,
  node: number,
  place: Place,
  use: Use,
  inChain: boolean,
): { useOf: (child: number) => Use; chainOf: (child: number) => boolean } {
  const plain = { useOf: (): Use => "read", chainOf: () => false };
  const kind = source.kind(node);
  if (isChain(source, node)) {
    if (!inChain) addAccess(source, sink, node, use);
    const first = source.children(node)[0];
    // `*p` and `a->b` read the pointer, which is an access of its own when it is itself read from memory.
    const continues = first !== undefined && kind !== "pointer_expression" && isChain(source, bare(source, first));
    return { useOf: () => "read", chainOf: (child) => continues && child === first };
  }
  switch (kind) {
    case "call_expression":
      lowerCall(source, sink, node, place);
      return plain;
    case "binary_expression":
      lowerExtraction(source, sink, node, place);
      return plain;
    case "assignment_expression":
    case "update_expression":
    case "pointer_expression": {
      const { target, use: targetUse } = lowerChange(source, sink, node, place);
      const first = source.children(node)[0];
      return { useOf: (child) => (child === first && target !== undefined ? targetUse : "read"), chainOf: () => false };
    }
    case "parenthesized_expression":
      return { useOf: () => use, chainOf: () => inChain };
    default:
      return plain;
  }
}
