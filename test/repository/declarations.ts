/**
 * What the files of the checkout declare, export, import and how long their functions are, read from the syntax trees of
 * the compiler that checks them.
 */
import { dirname, join, relative } from "node:path";
import {
  type CallExpression,
  type Identifier,
  type ImportDeclaration,
  type Node,
  type SourceFile,
  type Statement,
  SyntaxKind,
} from "typescript/unstable/ast";
import {
  isAwaitExpression,
  isCallExpression,
  isExportDeclaration,
  isIdentifier,
  isImportDeclaration,
  isImportTypeNode,
  isNamedExports,
  isNamespaceImport,
  isObjectBindingPattern,
  isParenthesizedExpression,
  isPropertyAccessExpression,
  isStringLiteral,
  isVariableDeclaration,
  isVariableStatement,
} from "typescript/unstable/ast/is";
import { API } from "typescript/unstable/sync";
import { root } from "./sources";

/** A name that a file exports by declaring it. */
export interface Exported {
  readonly name: string;
  readonly line: number;
  /** An interface or a type alias: nothing is left of it at run time. */
  readonly isType: boolean;
  /** Whether a docstring stands right above it, or above the lines of which it is the next. */
  readonly documented: boolean;
  /** Whether its own file mentions it besides declaring it. */
  readonly mentioned: boolean;
}

/** One name that a file takes from another. */
export interface Use {
  readonly by: string;
  /** The file that is imported. */
  readonly from: string;
  /** The name there, or `*` for all of them. */
  readonly name: string;
  /** For what is only passed on (`export … from`): the name under which it is, or `*`. */
  readonly passedOnAs?: string;
}

/** A function with a body, from its signature's first line to its last. */
export interface FunctionExtent {
  readonly name: string;
  readonly line: number;
  readonly lines: number;
  /** The sentence above it that begins with "Long because". */
  readonly excuse?: string;
}

/** What one file holds. */
export interface FileDeclarations {
  readonly file: string;
  readonly exported: readonly Exported[];
  readonly uses: readonly Use[];
  readonly functions: readonly FunctionExtent[];
}

const isExport = (statement: Statement): boolean =>
  !!(statement as { modifiers?: readonly Node[] }).modifiers?.some((one) => one.kind === SyntaxKind.ExportKeyword);

const isTypeOnly = ({ kind }: Statement): boolean =>
  kind === SyntaxKind.InterfaceDeclaration || kind === SyntaxKind.TypeAliasDeclaration;

/** The names that a statement declares, those of destructured constants among them. */
function declaredNames(statement: Statement): readonly string[] {
  const names: string[] = [];
  const bind = (name: Node): void => {
    if (isIdentifier(name)) names.push(name.text);
    else name.forEachChild((element) => void bind((element as unknown as { name: Node }).name));
  };
  if (isVariableStatement(statement)) for (const one of statement.declarationList.declarations) bind(one.name);
  else {
    const { name } = statement as unknown as { name?: Identifier };
    if (name) bind(name);
  }
  return names;
}

/** How often each identifier occurs in a file. */
function identifierCounts(source: SourceFile): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  const walk = (node: Node): void => {
    if (isIdentifier(node)) counts.set(node.text, (counts.get(node.text) ?? 0) + 1);
    node.forEachChild((child) => void walk(child));
  };
  walk(source);
  return counts;
}

function exportsOf(source: SourceFile, lineOf: (offset: number) => number): readonly Exported[] {
  const counts = identifierCounts(source);
  const found = new Map<string, Exported>();
  let last: number | undefined;
  for (const statement of source.statements) {
    if (!isExport(statement)) continue;
    const start = statement.getStart(source);
    const isNext = last !== undefined && lineOf(start) === last + 1;
    const documented = /\*\/\s*$/.test(source.text.slice(0, start)) || isNext;
    // What a docstring says of one line holds for the lines that follow without a blank one.
    const isLine = isVariableStatement(statement) || isTypeOnly(statement);
    last = documented && isLine && lineOf(statement.end) === lineOf(start) ? lineOf(start) : undefined;
    for (const name of declaredNames(statement)) {
      // The first of several signatures has the docstring.
      if (found.has(name)) continue;
      const mentioned = counts.get(name)! > 1;
      found.set(name, { name, line: lineOf(start), isType: isTypeOnly(statement), documented, mentioned });
    }
  }
  return [...found.values()];
}

type Resolve = (specifier: Node | undefined) => string | undefined;

function importedNames(statement: ImportDeclaration): readonly string[] {
  const { importClause } = statement;
  if (!importClause) return [];
  const { name, namedBindings } = importClause;
  const named = !namedBindings
    ? []
    : isNamespaceImport(namedBindings)
      ? ["*"]
      : namedBindings.elements.map((one) => (one.propertyName ?? one.name).text);
  return name ? ["default", ...named] : named;
}

const isImportCall = (node: Node): node is CallExpression =>
  isCallExpression(node) && node.expression.kind === SyntaxKind.ImportKeyword;

/** The call of `import` below an `await` and parentheses. */
function awaitedImport(node: Node | undefined): CallExpression | undefined {
  if (!node) return undefined;
  if (isImportCall(node)) return node;
  return isAwaitExpression(node) || isParenthesizedExpression(node) ? awaitedImport(node.expression) : undefined;
}

/** The names that `(await import("./file")).name` and `const { name } = await import("./file")` take. */
function takenNames(node: Node): { readonly call?: CallExpression | undefined; readonly names: readonly string[] } {
  if (isPropertyAccessExpression(node)) return { call: awaitedImport(node.expression), names: [node.name.text] };
  if (!isVariableDeclaration(node) || !isObjectBindingPattern(node.name)) return { names: [] };
  const names = node.name.elements.map((one) => (one.propertyName ?? one.name)!.getText());
  return { call: awaitedImport(node.initializer), names };
}

function usesOf(by: string, source: SourceFile, resolve: Resolve): readonly Use[] {
  const uses: Use[] = [];
  for (const statement of source.statements) {
    if (isImportDeclaration(statement)) {
      const from = resolve(statement.moduleSpecifier);
      if (from) uses.push(...importedNames(statement).map((name) => ({ by, from, name })));
    } else if (isExportDeclaration(statement)) {
      const from = resolve(statement.moduleSpecifier);
      if (!from) continue;
      const clause = statement.exportClause;
      if (!clause || !isNamedExports(clause)) uses.push({ by, from, name: "*", passedOnAs: "*" });
      else {
        for (const { name, propertyName } of clause.elements)
          uses.push({ by, from, name: (propertyName ?? name).text, passedOnAs: name.text });
      }
    }
  }
  // `import("./file")`, as an expression and in a type.
  const walk = (node: Node): void => {
    const type = isImportTypeNode(node) ? node.argument : undefined;
    const from = resolve(type && "literal" in type ? (type.literal as Node) : type);
    if (from) uses.push({ by, from, name: "*" });
    const { call, names } = takenNames(node);
    const wanted = call && resolve(call.arguments[0]);
    if (wanted) uses.push(...names.map((name) => ({ by, from: wanted, name })));
    node.forEachChild((child) => void walk(child));
  };
  walk(source);
  return uses;
}

/** The comment lines right above a line, counted from 0. */
function commentAbove(lines: readonly string[], line: number): string {
  let first = line;
  while (first > 0 && /^\s*(\/\/|\/\*|\*)/.test(lines[first - 1]!)) first--;
  return lines
    .slice(first, line)
    .map((text) => text.replace(/^\s*(\/\/|\/\*\*?|\*\/|\*)\s?/, ""))
    .join(" ");
}

const FUNCTIONS: ReadonlySet<SyntaxKind> = new Set([
  SyntaxKind.FunctionDeclaration,
  SyntaxKind.FunctionExpression,
  SyntaxKind.ArrowFunction,
  SyntaxKind.MethodDeclaration,
  SyntaxKind.Constructor,
  SyntaxKind.GetAccessor,
  SyntaxKind.SetAccessor,
]);

function functionsOf(source: SourceFile, lineOf: (offset: number) => number): readonly FunctionExtent[] {
  const lines = source.text.split("\n");
  const found: FunctionExtent[] = [];
  const walk = (node: Node, name: string): void => {
    const own = (node as unknown as { name?: Node }).name;
    const within = own && isIdentifier(own) ? own.text : name;
    if (FUNCTIONS.has(node.kind) && (node as unknown as { body?: Node }).body) {
      const line = lineOf(node.getStart(source));
      const excuse = /\bLong because [^.]+\./.exec(commentAbove(lines, line - 1))?.[0];
      const extent = lineOf(node.end) - line + 1;
      found.push({ name: within, line, lines: extent, ...(excuse && { excuse }) });
    }
    node.forEachChild((child) => void walk(child, within));
  };
  walk(source, "");
  return found;
}

function linesOf(text: string): (offset: number) => number {
  const starts = [0];
  for (let at = text.indexOf("\n"); at >= 0; at = text.indexOf("\n", at + 1)) starts.push(at + 1);
  return (offset) => {
    let [low, high] = [0, starts.length];
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if (starts[middle]! <= offset) low = middle;
      else high = middle;
    }
    return low + 1;
  };
}

/** The file of the checkout that a relative import names, if there is one. */
export function resolveImport(by: string, specifier: string, files: ReadonlySet<string>): string | undefined {
  if (!specifier.startsWith(".")) return undefined;
  const path = relative(root, join(root, dirname(by), specifier));
  const candidates = [path, `${path}.ts`, `${path}/index.ts`, path.replace(/\.mjs$/, ".d.mts")];
  return candidates.find((one) => files.has(one));
}

/** What one file's syntax tree says. `files` are the paths that an import may lead to. */
export function declarationsOf(file: string, source: SourceFile, files: ReadonlySet<string>): FileDeclarations {
  const lineOf = linesOf(source.text);
  const resolve: Resolve = (node) =>
    node && isStringLiteral(node) ? resolveImport(file, node.text, files) : undefined;
  return {
    file,
    exported: exportsOf(source, lineOf),
    uses: usesOf(file, source, resolve),
    functions: functionsOf(source, lineOf),
  };
}

/** Reads the files of a TypeScript project that are the project's own, by path relative to its folder. */
export function readProject(folder: string): readonly FileDeclarations[] {
  const api = new API();
  try {
    const snapshot = api.updateSnapshot({ openProjects: [join(folder, "tsconfig.json")] });
    const { program } = snapshot.getProjects()[0]!;
    const files = program
      .getSourceFileNames()
      .map((name) => relative(folder, name))
      .filter((name) => !name.startsWith("..") && !name.includes("node_modules"));
    const known = new Set(files);
    return files
      .filter((name) => !/\.d\.m?ts$/.test(name))
      .map((name) => declarationsOf(name, program.getSourceFile(join(folder, name))!, known));
  } finally {
    api.close();
  }
}

/**
 * The exported names of some files that no other file uses. Passing a name on (`export … from`) is a use where the name
 * that is passed on is used.
 * @param counts whose uses count
 */
export function unusedExports(
  all: readonly FileDeclarations[],
  counts: (by: string) => boolean,
): readonly { readonly file: string; readonly name: string; readonly isType: boolean; readonly mentioned: boolean }[] {
  const uses = all.flatMap((one) => one.uses.filter((use) => use.passedOnAs !== undefined || counts(use.by)));
  const byFile = new Map<string, Use[]>();
  for (const use of uses) byFile.set(use.from, [...(byFile.get(use.from) ?? []), use]);
  const isUsed = (file: string, name: string, seen: ReadonlySet<string>): boolean => {
    const key = `${file} ${name}`;
    if (seen.has(key)) return false;
    const further = new Set([...seen, key]);
    return (byFile.get(file) ?? []).some((use) => {
      if (use.name !== name && use.name !== "*") return false;
      if (use.passedOnAs === undefined) return true;
      return isUsed(use.by, use.passedOnAs === "*" ? name : use.passedOnAs, further);
    });
  };
  return all.flatMap(({ file, exported }) =>
    exported
      .filter(({ name }) => !isUsed(file, name, new Set()))
      .map(({ name, isType, mentioned }) => ({ file, name, isType, mentioned })),
  );
}
