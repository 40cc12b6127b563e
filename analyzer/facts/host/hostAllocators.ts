/** Types of the analysis of host memory, and the functions that allocate it. */
import type { AssignmentOutline, Outline, Span, VariableOutline } from "../../syntax/model";
import { lexical } from "../../syntax/text/lexical";

/** The memory that a host expression points into. */
export type HostMemory =
  | { readonly kind: "pinned" | "managed" | "device" }
  | { readonly kind: "pageable"; readonly what: string; readonly allocation: Allocation };

/** The allocation of pageable memory. */
export interface Allocation {
  readonly span: Span;
  /** What is allocated: a pointer to the memory, a container that owns it, or an array or variable that is it. */
  readonly owner?: { readonly kind: "pointer" | "container" | "array" | "value"; readonly name: string };
  /** The variable that the allocation initializes, whose declaration a fix edits. */
  readonly variable?: VariableOutline;
  readonly assignment?: AssignmentOutline;
  /** The allocating expression: `(float*)malloc(bytes)`. */
  readonly expression?: string;
  /** Whether the pointer is assigned several allocations. */
  readonly isOneOfSeveral?: true;
}

/** The text of a file with its outline. */
export interface HostSource {
  readonly text: string;
  readonly outline: Outline;
}

/** Runtime calls that allocate memory through a pointer to a pointer, or register memory. */
const allocators: readonly (readonly [RegExp, "pinned" | "managed" | "device"])[] = [
  [
    /^(?:cudaMallocHost|cudaHostAlloc|cuMemAllocHost(?:_v2)?|cuMemHostAlloc|cudaHostRegister|cuMemHostRegister(?:_v2)?)$/,
    "pinned",
  ],
  [/^(?:cudaMallocManaged|cuMemAllocManaged)$/, "managed"],
  [
    /^(?:cudaMalloc|cudaMallocAsync|cudaMallocPitch|cudaMalloc3D|cudaMallocFromPoolAsync|cuMemAlloc(?:_v2)?|cudaGetSymbolAddress|cudaHostGetDevicePointer)$/,
    "device",
  ],
];

/** The kind of memory that a runtime call allocates; undefined for other calls. */
export const allocatorKind = (callee: string): "pinned" | "managed" | "device" | undefined =>
  allocators.find(([pattern]) => pattern.test(callee))?.[1];

/** Whether an expression is a null pointer or an empty initializer. */
export const isNothing = (expression: string): boolean => /^(?:nullptr|NULL|0|\{\}|)$/.test(expression.trim());

/** A test whether an offset of a text is in a comment or literal. */
export function silentIn(text: string): (at: number) => boolean {
  const { comments, literals } = lexical(text);
  const spans = [...comments, ...literals];
  return (at) => spans.some(({ start, end }) => start <= at && at < end);
}
