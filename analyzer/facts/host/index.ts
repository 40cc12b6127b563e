/**
 * Facts of the host side of a file: its runtime calls with the roles of their arguments, and what its pointers lead to.
 * One walk of the outline that all rules of host code read.
 */
import type { CallOutline, LaunchOutline, Outline, Span } from "../../syntax/model";
import { codeOf } from "../../syntax/text/statements";
import { variableAt } from "./declarations";
import { memoryOf, rootOf } from "./memory";
import { functionAt, type HostMemory } from "./memoryModel";
import { pathsIn, type StatementPath } from "./paths";
import { type RuntimeCall, type RuntimeRole, runtimeCalls } from "./runtimeCalls";
import { type Size, sizeAt } from "./sizes";

export type { HostMemory } from "./memoryModel";

/** An argument as it is written. */
export interface Written extends Span {
  readonly text: string;
}

/** One call of the runtime that the table knows. */
export interface HostCall extends Span {
  readonly name: string;
  readonly api: RuntimeCall;
  readonly call: CallOutline;
  /** Index into `Outline.functions` of the function around it. */
  readonly within: number | undefined;
  /** The argument of a role, where the call has it. */
  argument(role: RuntimeRole): Written | undefined;
}

/** A variable of the device that the host knows by name. */
export interface DeviceSymbol {
  readonly name: string;
  readonly type: string;
  readonly space: "device" | "constant" | "managed";
  readonly span: Span;
  readonly isArray: boolean;
  /** Bytes, as a size. */
  readonly bytes: Size | undefined;
}

/** What rules ask of a file's host code. Answers are kept: several rules ask the same. */
export interface HostFacts {
  /** Runtime calls of host functions, in the order of the text. */
  readonly calls: readonly HostCall[];
  readonly symbols: readonly DeviceSymbol[];
  /** What a pointer expression leads to; `undefined` where the text does not tell. */
  memory(expression: Written): HostMemory | undefined;
  /** The value of an expression of bytes. */
  size(expression: Written): Size | undefined;
  /** The statements around a place, outermost first; empty outside of functions. */
  path(place: Span): StatementPath;
}

/** A span with its text, without the white space around it. */
export function written({ start, end }: Span, text: string): Written {
  const whole = text.slice(start, end);
  const from = start + whole.length - whole.trimStart().length;
  const plain = whole.trim();
  return { start: from, end: from + plain.length, text: plain };
}

/** The facts of a file's host code; nothing is computed before it is asked for. */
export function hostFacts(text: string, outline: Outline): HostFacts {
  const source = { text, outline };
  const memories = new Map<string, HostMemory | undefined>();
  const paths = new Map<number, (place: Span) => StatementPath>();
  let calls: readonly HostCall[] | undefined;
  let symbols: readonly DeviceSymbol[] | undefined;
  return {
    get calls() {
      calls ??= hostCalls(text, outline);
      return calls;
    },
    get symbols() {
      symbols ??= deviceSymbols(text, outline);
      return symbols;
    },
    memory(expression) {
      const key = placeKey(expression, outline);
      if (!memories.has(key)) memories.set(key, memoryOf(expression.text, expression.start, source));
      return memories.get(key);
    },
    size: (expression) => sizeAt(expression.text, source, expression.start),
    path(place) {
      const index = outline.functions.findIndex(
        ({ body }) => body && body.start <= place.start && place.end <= body.end,
      );
      const body = outline.functions[index]?.body;
      if (!body) return [];
      if (!paths.has(index)) paths.set(index, pathsIn(codeOf(text), body));
      return paths.get(index)!(place);
    },
  };
}

/** Expressions of one text that start from one variable mean one thing throughout its scope. */
function placeKey({ text, start }: Written, outline: Outline): string {
  const root = rootOf(text)?.split(/\.|->/)[0];
  const variable = root === undefined ? undefined : variableAt(root, start, outline);
  return `${variable?.nameSpan.start ?? `in ${functionAt(start, outline)}`} ${text}`;
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

const spaces = /__(device|constant|managed)__/;

function deviceSymbols(text: string, outline: Outline): readonly DeviceSymbol[] {
  const space = (at: number): DeviceSymbol["space"] | undefined => {
    const start = Math.max(...[";", "}", "{", "#"].map((mark) => text.lastIndexOf(mark, at - 1))) + 1;
    const found = [...text.slice(start, at).matchAll(new RegExp(spaces, "g"))].map(([, one]) => one!);
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

/** Launches of host functions, in the order of the text. */
export const hostLaunches = ({ launches, functions }: Outline): readonly LaunchOutline[] =>
  launches
    .filter(({ within }) => within === undefined || !functions[within]!.isDevice)
    .sort((a, b) => a.start - b.start);
