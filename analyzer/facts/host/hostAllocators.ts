/** Host memory by what allocates it: the words in which expressions, variables and calls of a file are followed to it. */
import type { AssignmentOutline, Outline, Span, VariableOutline } from "../../syntax/model";
import { lexical } from "../../syntax/text/lexical";

/** The memory that a host expression points into. */
export type HostMemory =
  | { readonly kind: "pinned" | "managed" | "device" }
  | { readonly kind: "pageable"; readonly what: string; readonly allocation: Allocation };

/** Where pageable memory comes from. */
export interface Allocation {
  readonly span: Span;
  /** What is allocated: a pointer to the memory, a container that owns it, or an array or variable that is it. */
  readonly owner?: { readonly kind: "pointer" | "container" | "array" | "value"; readonly name: string };
  /** How it can be made pinned: the variable and the call that allocates it. */
  readonly variable?: VariableOutline;
  readonly assignment?: AssignmentOutline;
  /** The allocating expression: `(float*)malloc(bytes)`. */
  readonly expression?: string;
  /** The pointer gets its memory in several places. */
  readonly isOneOfSeveral?: true;
}

/** A file as it is typed, with its outline. */
export interface Source {
  readonly text: string;
  readonly outline: Outline;
}

/** Calls that give memory through a pointer to a pointer, or declare what a pointer's memory is. */
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

/** What memory a call of the runtime gives. */
export const allocatorKind = (callee: string): "pinned" | "managed" | "device" | undefined =>
  allocators.find(([pattern]) => pattern.test(callee))?.[1];

/** Does an expression say that a pointer leads nowhere yet? */
export const isNothing = (expression: string): boolean => /^(?:nullptr|NULL|0|\{\}|)$/.test(expression.trim());

/** Comments and literals of a text, as a test for offsets. */
export function silentIn(text: string): (at: number) => boolean {
  const { comments, literals } = lexical(text);
  const spans = [...comments, ...literals];
  return (at) => spans.some(({ start, end }) => start <= at && at < end);
}
