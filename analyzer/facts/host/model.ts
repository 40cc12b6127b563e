/** The host side of a file as rules see it: runtime calls with their arguments, symbols of the device, operations. */
import type { CallOutline, LaunchOutline, Span } from "../../syntax/model";
import type { HostMemory } from "./memoryModel";
import type { StatementPath } from "./paths";
import type { RuntimeCall, RuntimeRole } from "./runtimeCalls";
import type { Size } from "./sizes";

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

/** The stream of an operation. */
export interface StreamName {
  /** `default`: the legacy default stream, that orders itself with all blocking streams. */
  readonly kind: "default" | "perThread" | "created" | "unknown";
  /** As written, without white space. */
  readonly text: string;
}

/** One pointer of an operation. */
export interface Touched {
  /** The variable or member at its root. */
  readonly name: string;
  readonly argument: Written;
  readonly use: "reads" | "writes" | "unknown";
}

/** A copy, a fill or a launch. */
export interface Operation extends Span {
  readonly what: "launch" | "copy" | "fill" | "prefetch";
  readonly call: CallOutline | LaunchOutline;
  readonly stream: StreamName;
  /** The host goes on before it is done. */
  readonly isAsynchronous: boolean;
  readonly touches: readonly Touched[];
  readonly within: number | undefined;
}

/** What rules ask of a file's host code. Answers are kept: several rules ask the same. */
export interface HostFacts {
  /** Runtime calls of host functions, in the order of the text. */
  readonly calls: readonly HostCall[];
  readonly symbols: readonly DeviceSymbol[];
  /** Copies, fills, prefetches and launches of host functions, in the order of the text. */
  readonly operations: readonly Operation[];
  /** What a pointer expression leads to; `undefined` where the text does not decide it. */
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
