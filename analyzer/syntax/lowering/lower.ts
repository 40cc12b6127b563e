/** Lowers one parsed item into the outline: one walk over its nodes, declarations by a table of their kinds. */
import type { Span, VariableOutline } from "../model";
import type { AttributeUse } from "../text/prepare";
import { type Declarator, declaratorKinds, plainType, readDeclarator, readParameters } from "./declarators";
import { lowerExpression, noteAlias, noteMemberInitializer } from "./expressions";
import type { Place, Sink } from "./sink";
import type { SourceReader } from "./source";

/** What the walk needs besides the tree. */
export interface Context {
  readonly source: SourceReader;
  readonly sink: Sink;
  /** Attributes that the code has blanks in place of, and uses of macros that stand for specifiers. */
  readonly attributes: readonly AttributeUse[];
}

type Handler = (context: Context, node: number, place: Place) => void;

/** Lowers a node and all below it. */
export function lower(context: Context, node: number, place: Place): void {
  const handler = handlers[context.source.kind(node)];
  if (handler) handler(context, node, place);
  else lowerParts(context, node, place, "read", false);
}

function lowerParts(
  context: Context,
  node: number,
  place: Place,
  use: "read" | "write" | "update" | "address",
  inChain: boolean,
): void {
  const { source, sink } = context;
  const { useOf, chainOf } = lowerExpression(source, sink, node, place, use, inChain);
  for (const child of source.branches(node)) {
    if (handlers[source.kind(child)]) lower(context, child, place);
    else lowerParts(context, child, place, useOf(child), chainOf(child));
  }
}

function lowerChildren(context: Context, node: number, place: Place): void {
  for (const child of context.source.branches(node)) lower(context, child, place);
}

/** The attributes that stand before a node and in it, up to an offset: blanked, they are not part of the node. */
function attributesOf({ source, attributes }: Context, start: number, end: number): readonly AttributeUse[] {
  if (attributes.length === 0) return attributes;
  let from = start;
  while (from > 0 && source.code.charCodeAt(from - 1) <= 32) from--;
  return attributes.filter((one) => one.start >= from && one.start < end);
}

/** The words before a declarator, with what macros among them stand for. */
function specifiers(context: Context, start: number, end: number): string {
  const meant = attributesOf(context, start, end).map((one) => one.body);
  return [context.source.words(start, end), ...meant].join(" ");
}

const qualified = (place: Place, name: string) => (place.qualifier ? `${place.qualifier}::${name}` : name);

function lowerFunction(context: Context, node: number, place: Place): void {
  const { source, sink } = context;
  const children = source.children(node);
  const declarator = children.find((one) => source.descendantOrSelf(one, "function_declarator") !== undefined);
  const read = declarator === undefined ? undefined : readDeclarator(source, declarator);
  const bodyNode = source.child(node, "compound_statement", "try_statement");
  const body = bodyNode === undefined ? undefined : source.span(bodyNode);
  if (!read) {
    lowerChildren(context, node, place);
    return;
  }
  const { template, ...inside } = place;
  const words = specifiers(context, source.start(node), read.nameSpan.start);
  const isKernel = /\b__global__\b/.test(words);
  const index = sink.functions.length;
  const structure = place.qualifier;
  const simple = read.name.replace(/^.*::/, "");
  sink.functions.push({
    start: Math.min(
      source.start(node),
      attributesOf(context, source.start(node), read.nameSpan.start)[0]?.start ?? Infinity,
    ),
    end: source.end(node),
    name: simple,
    qualifiedName: qualified(place, read.name),
    nameSpan: read.nameSpan,
    isKernel,
    isDevice: isKernel || /\b__device__\b/.test(words),
    ...(body && { body }),
    parameters: read.parameters === undefined ? [] : readParameters(source, read.parameters),
    ...(template !== undefined && { template }),
    statements: bodyNode === undefined ? [] : statementsOf(source, bodyNode),
    ...returnOf(source, bodyNode),
    returnType: `${plainType(source.words(source.start(node), source.start(declarator!)))}${read.prefix}`,
  });
  const owner = read.name.includes("::") ? qualified(place, read.name.replace(/::[^:]*$/, "")) : structure;
  for (const child of children) {
    if (child === declarator) continue;
    lower(context, child, { ...inside, qualifier: owner, within: index, block: body ?? place.block });
  }
}

function statementsOf(source: SourceReader, body: number): Span[] {
  return source.children(body).map((one) => source.span(one));
}

function returnOf(source: SourceReader, body: number | undefined): { returns?: string } {
  const statements = body === undefined ? [] : source.children(body);
  const only = statements[0];
  if (only === undefined || statements.length > 1 || source.kind(only) !== "return_statement") return {};
  const value = source.children(only)[0];
  return value === undefined ? {} : { returns: source.text(value) };
}

function lowerTemplate(context: Context, node: number, place: Place): void {
  const { source } = context;
  const list = source.child(node, "template_parameter_list");
  const template = list === undefined ? undefined : source.words(source.start(list) + 1, source.end(list) - 1);
  for (const child of source.children(node)) {
    if (child !== list) lower(context, child, template === undefined ? place : { ...place, template });
  }
}

function lowerStructure(context: Context, node: number, place: Place, alias = ""): void {
  const { source, sink } = context;
  const body = source.child(node, "field_declaration_list");
  const nameNode = source.child(node, "type_identifier", "qualified_identifier", "template_type");
  const name = nameNode === undefined ? alias : source.text(nameNode);
  if (body === undefined) return;
  const members = source
    .children(body)
    .filter((one) => source.kind(one) === "field_declaration" && !/\bstatic\b/.test(source.text(one)))
    .flatMap((one) => membersOf(source, one));
  if (name) sink.structures.push({ ...source.span(node), name, members });
  hideTemplateParameters(context, place.template, source.span(body), place);
  lowerChildren(context, body, { qualifier: qualified(place, name), block: source.span(body), ...withinOf(place) });
}

/** `typedef struct { … } name;` */
const lowerTypedef: Handler = (context, node, place) => {
  const { source } = context;
  const children = source.children(node);
  const structure = children.find((one) => handlers[source.kind(one)] === lowerStructure);
  const last = children.at(-1);
  if (structure === undefined || last === undefined || source.kind(last) !== "type_identifier")
    lowerChildren(context, node, place);
  else lowerStructure(context, structure, place, source.text(last));
};

const withinOf = (place: Place) => (place.within === undefined ? {} : { within: place.within });

function membersOf(source: SourceReader, node: number): { name: string; type: string }[] {
  const declarators = source.children(node).filter((one) => isDeclarator(source, one, true));
  const first = declarators[0];
  if (first === undefined) return [];
  const type = plainType(source.words(source.start(node), source.start(first)));
  return declarators.flatMap((one) => {
    const read = readDeclarator(source, one);
    if (!read || read.parameters !== undefined) return [];
    const dimensions = read.dimensions.map(({ start, end }) => `[${source.words(start, end)}]`).join("");
    return [{ name: read.name, type: `${type}${read.prefix}${dimensions}` }];
  });
}

function lowerEnum(context: Context, node: number, place: Place): void {
  const { source, sink } = context;
  const list = source.child(node, "enumerator_list");
  if (list === undefined) return;
  let previous: string | undefined;
  for (const one of source.children(list)) {
    if (source.kind(one) !== "enumerator") continue;
    const [name, value] = source.children(one);
    if (name === undefined) continue;
    const text = value !== undefined ? source.text(value) : previous === undefined ? "0" : `(${previous}) + 1`;
    previous = source.text(name);
    sink.variables.push({
      name: source.text(name),
      nameSpan: source.span(name),
      type: "enum",
      isConst: true,
      isShared: false,
      scope: place.block,
      ...withinOf(place),
      initializer: { form: "expression", parts: [text] },
    });
  }
}

/** Inside of functions `T name(a, b)` starts a variable; the grammar takes it for a function when `a` and `b` are names. */
function initializerOf(source: SourceReader, node: number, read: Declarator): VariableOutline["initializer"] {
  if (read.parameters !== undefined && !isPointerVariable(source, node)) {
    const parts = source.children(read.parameters).map((one) => source.text(one));
    return { form: "arguments", parts };
  }
  if (source.kind(node) !== "init_declarator") return undefined;
  const value = source.children(node).at(-1)!;
  const kind = source.kind(value);
  const form = kind === "argument_list" || kind === "initializer_list" ? "arguments" : "expression";
  const parts = form === "expression" ? [source.text(value)] : source.children(value).map((one) => source.text(one));
  return { form, parts };
}

/** Reads the declarator of a variable: not that of an operator, which half-typed text has without parameters. */
function readVariable(source: SourceReader, node: number): Declarator | undefined {
  const read = readDeclarator(source, node);
  return read && !/^operator\W/.test(read.name) ? read : undefined;
}

function lowerDeclaration(context: Context, node: number, place: Place): void {
  const { source, sink } = context;
  const children = source.children(node);
  // A lone type_identifier in front is the type; a qualified name can be either, so the first of them is the type too.
  const firstType = children.find(
    (one) => !/^(storage_class_specifier|type_qualifier|attribute)/.test(source.kind(one)),
  );
  const isField = source.kind(node) === "field_declaration";
  const declarators = children.filter((one) => one !== firstType && isDeclarator(source, one, isField));
  const first = declarators[0];
  if (first === undefined) {
    lowerChildren(context, node, place);
    return;
  }
  const inFunction = place.within !== undefined;
  if (!inFunction && readDeclarator(source, first)?.parameters !== undefined && !isPointerVariable(source, first)) {
    lowerFunction(context, node, place);
    return;
  }
  const words = specifiers(context, source.start(node), source.start(first));
  const type = plainType(source.words(source.start(node), source.start(first)));
  for (const one of declarators) {
    const bindings = source.child(one, "structured_binding_declarator");
    if (bindings !== undefined) {
      for (const name of source.children(bindings)) hide(context, name, place);
      continue;
    }
    const read = readVariable(source, one);
    if (!read) continue;
    if (read.prefix.includes("&")) noteAlias(source, sink, one, place);
    const isShared = /\b__shared__\b/.test(words);
    if (read.dimensions.length > 0) {
      const declared = source.kind(one) === "init_declarator" ? source.children(one)[0]! : one;
      sink.arrays.push({
        ...source.span(declared),
        name: read.name,
        type: `${type}${read.prefix}`,
        isShared,
        isExtern: /\bextern\b/.test(words),
        dimensions: read.dimensions,
        ...withinOf(place),
      });
      continue;
    }
    const initializer = isField ? defaultOf(source, children, one) : initializerOf(source, one, read);
    sink.variables.push({
      name: read.name,
      nameSpan: read.nameSpan,
      type: `${type}${read.prefix}`,
      // `const int* p` says nothing about `p` itself.
      isConst: /\b(const|constexpr)\b/.test(words) && !read.prefix.includes("*"),
      isShared,
      ...(/\bstatic\b/.test(words) && { isStatic: true }),
      scope: place.block,
      ...withinOf(place),
      ...(initializer && { initializer }),
    });
  }
  lowerChildren(context, node, place);
}

/** `void (*pointer)(int)` declares a variable. */
function isPointerVariable(source: SourceReader, declarator: number): boolean {
  const functionNode = source.descendantOrSelf(declarator, "function_declarator");
  return functionNode !== undefined && source.child(functionNode, "parenthesized_declarator") !== undefined;
}

/** Notes a name without saying what it is: it hides names of outer blocks. */
function hide(context: Context, declarator: number, place: Place): void {
  const read = readDeclarator(context.source, declarator);
  if (!read) return;
  const { name, nameSpan } = read;
  const within = withinOf(place);
  context.sink.variables.push({
    name,
    nameSpan,
    type: "",
    isConst: false,
    isShared: false,
    scope: place.block,
    ...within,
  });
}

/** Parameters of a structure's template hide what is declared outside of it, as those of a function's do. */
function hideTemplateParameters({ sink }: Context, template: string | undefined, scope: Span, place: Place): void {
  for (const part of template?.split(",") ?? []) {
    const name = /([A-Za-z_]\w*)\s*(?:=[\s\S]*)?$/.exec(part)?.[1];
    const nameSpan = { start: scope.start, end: scope.start };
    if (name)
      sink.variables.push({ name, nameSpan, type: "", isConst: false, isShared: false, scope, ...withinOf(place) });
  }
}

/** In structures a plain name after a declarator is its default value. */
function isDeclarator(source: SourceReader, node: number, isField = false): boolean {
  const kind = source.kind(node);
  return declaratorKinds.has(kind) && !(isField && (kind === "identifier" || kind === "qualified_identifier"));
}

function defaultOf(
  source: SourceReader,
  children: readonly number[],
  declarator: number,
): VariableOutline["initializer"] {
  const value = children[children.indexOf(declarator) + 1];
  if (value === undefined || source.kind(value) === "bitfield_clause") return undefined;
  const between = source.code.slice(source.end(declarator), source.start(value)).trim();
  return between === "=" ? { form: "expression", parts: [source.text(value)] } : undefined;
}

/** The step and the condition of a loop are executed many times: what they change has no single value. */
const lowerFor: Handler = (context, node, place) => {
  const { source } = context;
  const block = source.span(node);
  for (const child of source.children(node)) {
    const isDeclaration = source.kind(child) === "declaration";
    lower(context, child, { ...place, block: isDeclaration ? block : source.span(child) });
  }
};

/** `for (type name : range)`: the name has another value each time. */
const lowerRangeFor: Handler = (context, node, place) => {
  const { source } = context;
  const inside = { ...place, block: source.span(node) };
  const [, second] = source.children(node).filter((one) => source.kind(one) !== "type_qualifier");
  if (second !== undefined && isDeclarator(source, second)) hide(context, second, inside);
  lowerChildren(context, node, inside);
};

const lowerLambda: Handler = (context, node, place) => {
  const { source } = context;
  const inside = { ...place, block: source.span(node) };
  const declarator = source.child(node, "abstract_function_declarator");
  const list = declarator === undefined ? undefined : source.child(declarator, "parameter_list");
  for (const parameter of list === undefined ? [] : source.children(list)) {
    const named = source
      .children(parameter)
      .slice(1)
      .find((one) => isDeclarator(source, one));
    if (named !== undefined) hide(context, named, inside);
  }
  lowerChildren(context, node, inside);
};

/** Both sides of `?:`, and the right one of `&&` and `||`, need not be executed. */
const lowerPerhaps: Handler = (context, node, place) =>
  lowerParts(context, node, { ...place, block: context.source.span(node) }, "read", false);

const lowerBinary: Handler = (context, node, place) => {
  const { source } = context;
  const left = source.children(node)[0];
  const operator = left === undefined ? "" : source.code.slice(source.end(left), source.end(node)).trimStart();
  if (/^(?:&&|\|\|)/.test(operator)) lowerPerhaps(context, node, place);
  else lowerParts(context, node, place, "read", false);
};

const lowerMemberInitializer: Handler = (context, node, place) => {
  noteMemberInitializer(context.source, context.sink, node, place);
  lowerChildren(context, node, place);
};

const inBlock: Handler = (context, node, place) =>
  lowerChildren(context, node, { ...place, block: context.source.span(node) });

const handlers: Readonly<Record<string, Handler>> = {
  function_definition: lowerFunction,
  declaration: lowerDeclaration,
  field_declaration: lowerDeclaration,
  template_declaration: lowerTemplate,
  type_definition: lowerTypedef,
  struct_specifier: lowerStructure,
  class_specifier: lowerStructure,
  union_specifier: lowerStructure,
  enum_specifier: lowerEnum,
  field_initializer: lowerMemberInitializer,
  compound_statement: inBlock,
  for_statement: lowerFor,
  for_range_loop: lowerRangeFor,
  do_statement: inBlock,
  case_statement: inBlock,
  catch_clause: inBlock,
  if_statement: inBlock,
  while_statement: inBlock,
  switch_statement: inBlock,
  lambda_expression: lowerLambda,
  conditional_expression: lowerPerhaps,
  binary_expression: lowerBinary,
};
