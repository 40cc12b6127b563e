/** The grammar for tests, and offsets written as words of the text. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createSyntax, type Outline, type Span, type Syntax } from "../../analyzer/syntax";

let loaded: Promise<Syntax> | undefined;

/** One grammar for all tests of a run. */
export function syntax(): Promise<Syntax> {
  loaded ??= createSyntax({
    runtime: readFileSync("node_modules/web-tree-sitter/web-tree-sitter.wasm"),
    cuda: readFileSync("node_modules/tree-sitter-cuda/tree-sitter-cuda.wasm"),
  });
  return loaded;
}

/** The text of a span. */
export const textOf = (text: string, span: Span | undefined) => span && text.slice(span.start, span.end);

/** Offset of the n-th occurrence of words, counted from 0. */
export function offsetOf(text: string, words: string, n = 0): number {
  let at = -1;
  for (let left = n; left >= 0; left--) {
    at = text.indexOf(words, at + 1);
    assert.notEqual(at, -1, `"${words}" is not in the text ${n + 1} times`);
  }
  return at;
}

/** Names of the kernels that have a body. */
export const kernelsOf = (outline: Outline) =>
  outline.functions.filter((one) => one.isKernel && one.body).map((one) => one.name);
