/** Declarators: the part of a declaration that says what a name is. */
import type { ParameterOutline, Span } from "../model";
import type { SourceReader } from "./source";

/** One declared name of a declaration. */
export interface Declarator {
  readonly name: string;
  readonly nameSpan: Span;
  /** `*`, `&`, `**`: what stands between the type and the name. */
  readonly prefix: string;
  /** Expressions between brackets, outermost dimension first; an empty span for `[]`. */
  readonly dimensions: readonly Span[];
  /** Node of the parameter list, for functions. */
  readonly parameters?: number;
}

const names = new Set([
  "identifier",
  "field_identifier",
  "qualified_identifier",
  "operator_name",
  "destructor_name",
  "template_function",
  "template_method",
  "operator_cast",
  "type_identifier",
]);

/** Kinds of nodes that are declarators. */
export const declaratorKinds: ReadonlySet<string> = new Set([
  "identifier",
  "field_identifier",
  "qualified_identifier",
  "operator_name",
  "destructor_name",
  "template_function",
  "template_method",
  "operator_cast",
  "init_declarator",
  "array_declarator",
  "pointer_declarator",
  "reference_declarator",
  "function_declarator",
  "parenthesized_declarator",
  "attributed_declarator",
]);

/** Reads a declarator down to its name; undefined when it has none. */
export function readDeclarator(source: SourceReader, node: number): Declarator | undefined {
  const kind = source.kind(node);
  if (names.has(kind)) {
    const named =
      kind === "template_function" || kind === "template_method" ? (source.children(node)[0] ?? node) : node;
    const span = source.span(named);
    return { name: source.text(named).replace(/\s+/g, ""), nameSpan: span, prefix: "", dimensions: [] };
  }
  const children = source.children(node);
  const inner = children.find((one) => declaratorKinds.has(source.kind(one)) || names.has(source.kind(one)));
  const read = inner === undefined ? undefined : readDeclarator(source, inner);
  if (!read || inner === undefined) return undefined;
  switch (kind) {
    case "pointer_declarator":
      return { ...read, prefix: `*${read.prefix}` };
    case "reference_declarator": {
      const mark = source.code.slice(source.start(node), source.start(inner)).trim();
      return { ...read, prefix: `${mark}${read.prefix}` };
    }
    case "array_declarator": {
      const size = children.find(
        (one) => source.start(one) >= source.end(inner) && source.kind(one) !== "type_qualifier",
      );
      const open = source.code.indexOf("[", source.end(inner));
      const empty = { start: open + 1, end: open + 1 };
      return { ...read, dimensions: [...read.dimensions, size === undefined ? empty : source.span(size)] };
    }
    case "function_declarator": {
      const parameters = source.child(node, "parameter_list");
      return read.parameters !== undefined || parameters === undefined ? read : { ...read, parameters };
    }
    default:
      return read;
  }
}

/** A type as written, without storage, memory space and qualifiers. */
export function plainType(words: string): string {
  return words
    .replace(/\b(?:__align__|alignas|__attribute__|__launch_bounds__)\s*\((?:[^()]|\([^()]*\))*\)/g, " ")
    .replace(
      /\b(?:extern|static|inline|constexpr|const|volatile|register|thread_local|mutable|__\w+__|__restrict)\b/g,
      " ",
    )
    .replace(/"C"/g, " ")
    .replace(/\s+/g, " ")
    .trim();
}

/** The parameters of a parameter list. `void` alone is none. */
export function readParameters(source: SourceReader, list: number): ParameterOutline[] {
  const found: ParameterOutline[] = [];
  for (const node of source.children(list)) {
    if (!/parameter_declaration$/.test(source.kind(node))) continue;
    const span = source.span(node);
    const children = source.children(node);
    // No parameter has a qualified name: in `const std::vector<T>& v` that is the type.
    const declarator = children.find(
      (one, at) =>
        at > 0 &&
        source.kind(one) !== "qualified_identifier" &&
        (declaratorKinds.has(source.kind(one)) || source.kind(one) === "variadic_declarator"),
    );
    const read = declarator === undefined ? undefined : readDeclarator(source, declarator);
    if (!read || declarator === undefined) {
      const type = source.words(span.start, span.end).replace(/\s*=.*$/, "");
      if (type !== "void") found.push({ name: "", type, span });
      continue;
    }
    const before = source.words(span.start, read.nameSpan.start);
    const after = source.words(read.nameSpan.end, source.end(declarator));
    found.push({ name: read.name, type: `${before}${after}`, span });
  }
  return found;
}
