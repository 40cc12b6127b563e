/** One parsed item as the lowering reads it: nodes by index, positions in the whole text. */

import type { FlatTree } from "../grammar/tree";
import type { Span } from "../model";

/** Reads nodes of a tree together with the text that they span. */
export class SourceReader {
  private readonly lines = /\s+/g;
  constructor(
    private readonly tree: FlatTree,
    private readonly kindNames: readonly string[],
    /** The whole prepared text. */
    readonly code: string,
    /** Where the item begins in it. */
    private readonly base: number,
    /** Where the item ends in it: what the parser saw after that are brackets of ours. */
    readonly limit: number,
  ) {}

  get root(): number | undefined {
    return this.tree.count > 0 ? 0 : undefined;
  }

  get damaged(): boolean {
    return this.tree.damaged;
  }

  /** Ends of all nodes of a kind. */
  ends(kind: string): Set<number> {
    const nodes = Array.from({ length: this.tree.count }, (_, node) => node);
    return new Set(nodes.filter((one) => this.kind(one) === kind).map((one) => this.end(one)));
  }

  kind(node: number): string {
    return this.kindNames[this.tree.kinds[node]!] ?? "ERROR";
  }

  start(node: number): number {
    return Math.min(this.base + this.tree.starts[node]!, this.limit);
  }

  end(node: number): number {
    return Math.min(this.base + this.tree.ends[node]!, this.limit);
  }

  span(node: number): Span {
    return { start: this.start(node), end: this.end(node) };
  }

  text(node: number): string {
    return this.code.slice(this.start(node), this.end(node));
  }

  /** Text of a range with every run of white space as one space. */
  words(start: number, end: number): string {
    return this.code.slice(start, end).replace(this.lines, " ").trim();
  }

  children(node: number): number[] {
    const found: number[] = [];
    const end = this.tree.subtreeEnd[node]!;
    for (let child = node + 1; child < end; child = this.tree.subtreeEnd[child]!) found.push(child);
    return found;
  }

  /** Children that have children themselves: a name or a number says nothing outside of what it stands in. */
  branches(node: number): number[] {
    const found: number[] = [];
    const { subtreeEnd } = this.tree;
    const end = subtreeEnd[node]!;
    for (let child = node + 1; child < end; child = subtreeEnd[child]!)
      if (subtreeEnd[child]! > child + 1) found.push(child);
    return found;
  }

  child(node: number, ...kinds: readonly string[]): number | undefined {
    return this.children(node).find((one) => kinds.includes(this.kind(one)));
  }

  /** The node itself or its first declarator of a kind, in order of the text, without stepping into bodies and values. */
  descendantOrSelf(node: number, kind: string): number | undefined {
    if (this.kind(node) === kind) return node;
    for (const child of this.children(node)) {
      if (!this.kind(child).endsWith("_declarator")) continue;
      const found = this.descendantOrSelf(child, kind);
      if (found !== undefined) return found;
    }
    return undefined;
  }
}
