/** The imports of source files, as text: what the structure tests are about. Types count, as readers follow them, too. */
import { readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { root } from "./sources";

export interface Import {
  readonly specifier: string;
  readonly typeOnly: boolean;
}

/** Every import and re-export of a text, static or dynamic. */
export function importsIn(text: string): Import[] {
  const pattern =
    /(?:^|\n)\s*(?:import|export)\s([^;"']*?)from\s*["']([^"']+)["']|\bimport\(\s*["']([^"']+)["']\s*\)|(?:^|\n)import\s+["']([^"']+)["']/g;
  return [...text.matchAll(pattern)].map((match) => ({
    specifier: match[2] ?? match[3] ?? match[4]!,
    typeOnly: /^type\b/.test(match[1] ?? ""),
  }));
}

/** The path from the root that a relative specifier leads to, without its ending. */
export function targetOf(file: string, specifier: string): string {
  return relative(root, join(root, dirname(file), specifier));
}

/** Edges of the import graph among some files: each with the files that it imports, itself left out. */
export function importGraph(files: readonly string[]): ReadonlyMap<string, ReadonlySet<string>> {
  const known = new Set(files);
  return new Map(
    files.map((file) => {
      const targets = importsIn(readFileSync(join(root, file), "utf8"))
        .filter(({ specifier }) => specifier.startsWith("."))
        .map(({ specifier }) => targetOf(file, specifier))
        .flatMap((target) => [target, `${target}.ts`, `${target}/index.ts`].find((path) => known.has(path)) ?? [])
        .filter((target) => target !== file);
      return [file, new Set(targets)];
    }),
  );
}

/** The graph of the folders that hold the files. */
export function folderGraph(graph: ReadonlyMap<string, ReadonlySet<string>>): ReadonlyMap<string, ReadonlySet<string>> {
  const folders = new Map<string, Set<string>>();
  for (const [file, targets] of graph) {
    const folder = folders.get(dirname(file)) ?? new Set<string>();
    folders.set(dirname(file), folder);
    for (const target of targets) if (dirname(target) !== dirname(file)) folder.add(dirname(target));
  }
  return folders;
}

/** Strongly connected components of more than one node, each sorted (Tarjan 1972). */
export function circlesIn(graph: ReadonlyMap<string, ReadonlySet<string>>): string[][] {
  const [index, low] = [new Map<string, number>(), new Map<string, number>()];
  const stack: string[] = [];
  const onStack = new Set<string>();
  const circles: string[][] = [];
  const visit = (node: string): void => {
    index.set(node, index.size);
    low.set(node, index.get(node)!);
    stack.push(node);
    onStack.add(node);
    for (const next of graph.get(node) ?? []) {
      if (!index.has(next)) {
        visit(next);
        low.set(node, Math.min(low.get(node)!, low.get(next)!));
      } else if (onStack.has(next)) low.set(node, Math.min(low.get(node)!, index.get(next)!));
    }
    if (low.get(node) !== index.get(node)) return;
    const circle = stack.splice(stack.indexOf(node));
    for (const each of circle) onStack.delete(each);
    if (circle.length > 1) circles.push(circle.sort());
  };
  for (const node of graph.keys()) if (!index.has(node)) visit(node);
  return circles;
}
