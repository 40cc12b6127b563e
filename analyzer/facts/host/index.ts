/**
 * Facts of the host side of a file: its runtime calls with the roles of their arguments, and what its pointers lead to.
 * One walk of the outline that all rules of host code read.
 */
import { enclosingFunctionIndex } from "../../syntax/enclosing";
import type { Outline, Span } from "../../syntax/model";
import { codeOf } from "../../syntax/text/statements";
import { lazily } from "../lazily";
import { variableAt } from "./declarations";
import { memoryOf, rootOf } from "./memory";
import type { HostMemory } from "./memoryModel";
import { type DeviceSymbol, type HostCall, type HostFacts, type Written, written } from "./model";
import { operationsOf } from "./operations";
import { pathsIn, type StatementPath } from "./paths";
import { type RuntimeRole, runtimeCalls } from "./runtimeCalls";
import { sizeAt } from "./sizes";

export type { HostMemory } from "./memoryModel";
export * from "./model";

/** The facts of a file's host code; nothing is computed before it is asked for. */
export function hostFacts(text: string, outline: Outline): HostFacts {
  const source = { text, outline };
  const memories = new Map<string, HostMemory | undefined>();
  const paths = new Map<number, (place: Span) => StatementPath>();
  const calls = lazily(() => hostCalls(text, outline));
  const symbols = lazily(() => deviceSymbols(text, outline));
  const operations = lazily(() => operationsOf(calls(), outline, text));
  return {
    get calls() {
      return calls();
    },
    get symbols() {
      return symbols();
    },
    get operations() {
      return operations();
    },
    memory(expression) {
      const key = placeKey(expression, outline);
      if (!memories.has(key)) memories.set(key, memoryOf(expression.text, expression.start, source));
      return memories.get(key);
    },
    size: (expression) => sizeAt(expression.text, source, expression.start),
    path(place) {
      const index = enclosingFunctionIndex(outline, place.start, place.end);
      if (index === undefined) return [];
      if (!paths.has(index)) paths.set(index, pathsIn(codeOf(text), outline.functions[index]!.body!));
      return paths.get(index)!(place);
    },
  };
}

/** Expressions of one text that start from one variable mean one thing throughout its scope. */
function placeKey({ text, start }: Written, outline: Outline): string {
  const root = rootOf(text)?.split(/\.|->/)[0];
  const variable = root === undefined ? undefined : variableAt(root, start, outline);
  return `${variable?.nameSpan.start ?? `in ${enclosingFunctionIndex(outline, start)}`} ${text}`;
}

function hostCalls(text: string, outline: Outline): readonly HostCall[] {
  return outline.calls
    .filter(({ within }) => within === undefined || !outline.functions[within]!.isDevice)
    .flatMap((call): readonly HostCall[] => {
      const api = Object.hasOwn(runtimeCalls, call.callee) ? runtimeCalls[call.callee] : undefined;
      if (!api) return [];
      const argument = (role: RuntimeRole): Written | undefined => {
        const position = api.roles[role];
        const span = position === undefined ? undefined : call.arguments[position];
        return span && written(span, text);
      };
      return [{ name: call.callee, api, call, within: call.within, start: call.start, end: call.end, argument }];
    })
    .sort((a, b) => a.start - b.start);
}

const spaces = /__(device|constant|managed)__/g;

function deviceSymbols(text: string, outline: Outline): readonly DeviceSymbol[] {
  const space = (at: number): DeviceSymbol["space"] | undefined => {
    const start = Math.max(...[";", "}", "{", "#"].map((mark) => text.lastIndexOf(mark, at - 1))) + 1;
    const found = [...text.slice(start, at).matchAll(spaces)].map(([, one]) => one!);
    return (found.includes("managed") ? "managed" : found[0]) as DeviceSymbol["space"] | undefined;
  };
  const variables = (outline.variables ?? []).flatMap(({ name, nameSpan, type, within, isShared }) => {
    const own = within === undefined && !isShared ? space(nameSpan.start) : undefined;
    if (!own) return [];
    const bytes = sizeAt(`sizeof(${type})`, { text, outline }, nameSpan.end);
    return [{ name, type, space: own, span: nameSpan, isArray: false, bytes }];
  });
  const arrays = outline.arrays.flatMap(({ name, type, within, isShared, start, end }) => {
    const own = within === undefined && !isShared ? space(start) : undefined;
    if (!own) return [];
    const bytes = sizeAt(`sizeof(${name})`, { text, outline }, end);
    return [{ name, type, space: own, span: { start, end: start + name.length }, isArray: true, bytes }];
  });
  return [...variables, ...arrays];
}
