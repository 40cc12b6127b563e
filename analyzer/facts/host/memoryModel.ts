/** What is known of the memory that a host pointer leads to, and the names that allocate it. */
import type { AssignmentOutline, CallOutline, Span, VariableOutline } from "../../syntax/model";
import { lexical } from "../../syntax/text/lexical";
import { type MemoryKind, runtimeCalls } from "./runtimeCalls";

/** Memory with what gave it. */
export interface HostMemory {
  readonly kind: MemoryKind;
  /** In words: `malloc`, `cudaHostAlloc`, `the array h`, `the std::vector v`. */
  readonly what: string;
  readonly allocation: Allocation;
  /** The call that pins memory which was pageable. */
  readonly registration?: CallOutline;
}

/** Where memory comes from. */
export interface Allocation {
  readonly span: Span;
  /** What is allocated: a pointer to the memory, a container that owns it, or an array or variable that is it. */
  readonly owner?: { readonly kind: "pointer" | "container" | "array" | "value"; readonly name: string };
  /** How it can be made pinned: the variable and the call that allocates it. */
  readonly variable?: VariableOutline;
  readonly assignment?: AssignmentOutline;
  /** The allocating expression: `(float*)malloc(bytes)`. */
  readonly expression?: string;
  /** The call of the runtime that allocates. */
  readonly call?: CallOutline;
  /** The pointer gets its memory in several places. */
  readonly isOneOfSeveral?: true;
}

/** Calls beside the runtime's table that give memory through a pointer to a pointer, or say what a pointer's memory is. */
const otherAllocators: readonly (readonly [RegExp, MemoryKind])[] = [
  [/^(?:cuMemAllocHost(?:_v2)?|cuMemHostAlloc|cuMemHostRegister(?:_v2)?)$/, "pinned"],
  [/^cuMemAllocManaged$/, "managed"],
  [/^(?:cuMemAlloc(?:_v2)?|cudaGetSymbolAddress|cudaHostGetDevicePointer)$/, "device"],
];

/** What memory a call of the runtime gives. */
export const allocatorKind = (callee: string): MemoryKind | undefined =>
  runtimeCalls[callee]?.gives ??
  (runtimeCalls[callee]?.action === "register" ? "pinned" : undefined) ??
  otherAllocators.find(([pattern]) => pattern.test(callee))?.[1];

/** Does an expression say that a pointer leads nowhere yet? */
export const isNothing = (expression: string): boolean => /^(?:nullptr|NULL|0|\{\}|)$/.test(expression.trim());

/** Comments and literals of a text, as a test for offsets. */
export function silentIn(text: string): (at: number) => boolean {
  const { comments, literals } = lexical(text);
  const spans = [...comments, ...literals];
  return (at) => spans.some(({ start, end }) => start <= at && at < end);
}
