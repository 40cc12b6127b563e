/** Asynchronous copies of pageable host memory, which are not asynchronous. Page: `docs/rules/pageable-async-copy.md`. */

import { memoryOf } from "../facts/host/memory";
import type { Allocation, HostMemory } from "../facts/host/memoryModel";
import { isCaptured } from "../facts/host/streams";
import type { CallOutline, Span } from "../syntax/model";
import { pinningFix } from "./fixes/pinning";
import { registeringFix } from "./fixes/registering";
import type { Rule, RuleContext } from "./model";

type Pageable = HostMemory;
/** `from device in a graph`: from the device, captured, so that it is the graph's launch that waits. */
type Direction = "to device" | "from device" | "from device in a graph" | "prefetch";

/** One copy with the host buffer that it uses. */
export interface PageableCopy {
  readonly call: CallOutline;
  readonly argument: Span;
  readonly direction: Direction;
  readonly memory: Pageable;
}

/** Positions of the arguments of an asynchronous copy. */
interface Signature {
  readonly destination: number;
  readonly source: number;
  readonly kind: number;
}

const copies: Readonly<Record<string, Signature>> = {
  cudaMemcpyAsync: { destination: 0, source: 1, kind: 3 },
  cudaMemcpy2DAsync: { destination: 0, source: 2, kind: 6 },
  cudaMemcpyToSymbolAsync: { destination: -1, source: 1, kind: 4 },
  cudaMemcpyFromSymbolAsync: { destination: 0, source: -1, kind: 4 },
  cudaMemcpyToArrayAsync: { destination: -1, source: 3, kind: 5 },
  cudaMemcpy2DToArrayAsync: { destination: -1, source: 3, kind: 7 },
  cudaMemcpyFromArrayAsync: { destination: 0, source: -1, kind: 5 },
};

/** Asynchronous copies that wait because their host memory is pageable. */
export const pageableAsyncCopy: Rule<PageableCopy> = {
  meta: {
    id: "pageable-async-copy",
    title: "Asynchronous copy of pageable memory",
    category: "performance",
    severity: "warning",
    since: "0.1.0",
    fixSafety: "unsafe",
  },
  requires: ["host"],

  run: (context) => context.outline.calls.flatMap((call) => pageableCopies(call, context)),

  explain({ call, argument, direction, memory }, { text }) {
    const name = text.slice(argument.start, argument.end).trim();
    const { allocation } = memory;
    // One variable that is read back is mostly waited for at once: then nothing is lost.
    const isSmall = allocation.owner?.kind === "value";
    const origin =
      allocation.span.end > allocation.span.start
        ? [{ span: allocation.span, message: "The memory comes from here" }]
        : [];
    return {
      certainty: "proved",
      ...(isSmall ? { severity: "information" } : {}),
      message: `${name} is pageable memory (${memory.what}): this ${call.callee} ${shortly[direction]}.`,
      span: argument,
      related: [...origin, { span: argument, message: `${consequence[direction]}. ${remedy(allocation, direction)}.` }],
    };
  },

  fixes({ direction, memory: { allocation }, call }, context) {
    if (direction === "prefetch") return [];
    return [pinningFix(allocation, context), registeringFix(allocation, call, context)].filter(
      (fix) => fix !== undefined,
    );
  },
};

/** What becomes of the call, in a few words. */
const shortly: Readonly<Record<Direction, string>> = {
  "to device": "overlaps with nothing",
  "from device": "returns only when the data has arrived",
  "from device in a graph": "holds up the launch of its graph",
  prefetch: "has nothing to move",
};

/** What the driver does instead. Reference: CUDA Runtime API, "API synchronization behavior". */
const consequence: Readonly<Record<Direction, string>> = {
  "to device": "The driver copies the data into a pinned buffer of its own first, and may wait for the stream to do so",
  "from device": "The data goes through a pinned buffer of the driver, and nothing overlaps with a kernel",
  "from device in a graph": "cudaGraphLaunch returns only when the data has arrived",
  prefetch: "Only managed memory can be prefetched",
};

function remedy({ owner }: Allocation, direction: Direction): string {
  if (direction === "prefetch") return "Allocate it with cudaMallocManaged";
  switch (owner?.kind) {
    case "container":
      return "Pin its memory with cudaHostRegister once it has its size, or give it an allocator that calls cudaMallocHost";
    case "array":
    case "value":
      return "Pin it with cudaHostRegister, or copy into memory of cudaMallocHost";
    default:
      return "Allocate it with cudaMallocHost, or pin it with cudaHostRegister";
  }
}

function pageableCopies(call: CallOutline, context: RuleContext): readonly PageableCopy[] {
  if (call.callee === "cudaMemPrefetchAsync") return hostSide(call, 0, "prefetch", context);
  if (call.callee === "cudaMemcpy3DAsync") return parametersOf(call, context);
  const signature = copies[call.callee];
  if (!signature) return [];
  const span = call.arguments[signature.kind];
  const kind = span ? context.text.slice(span.start, span.end).trim() : "";
  const into = (): readonly PageableCopy[] => hostSide(call, signature.destination, "from device", context);
  const from = (): readonly PageableCopy[] => hostSide(call, signature.source, "to device", context);
  switch (kind.split("::").at(-1)) {
    case "cudaMemcpyHostToDevice":
      return from();
    case "cudaMemcpyDeviceToHost":
      return into();
    // Then the pointers say its direction; a copy within the host is not reported.
    case "cudaMemcpyDefault": {
      const [a, b] = [from(), into()];
      return a.length && b.length ? [] : [...a, ...b];
    }
    default:
      return [];
  }
}

function hostSide(
  call: CallOutline,
  position: number,
  direction: Direction,
  context: RuleContext,
): readonly PageableCopy[] {
  const argument = call.arguments[position];
  if (!argument) return [];
  const memory = memoryOf(context.text.slice(argument.start, argument.end), call.start, context);
  if (memory?.kind !== "pageable") return [];
  const isInGraph = direction !== "prefetch" && isCaptured(call.start, context);
  // A graph's launch does not wait for a copy to the device (measured on an H100, CUDA 13.0, in November 2026).
  if (isInGraph && direction === "to device") return [];
  return [{ call, argument, direction: isInGraph ? "from device in a graph" : direction, memory }];
}

/** `cudaMemcpy3DAsync(&parameters)`: the pointers stand in `make_cudaPitchedPtr` of its members. */
function parametersOf(call: CallOutline, context: RuleContext): readonly PageableCopy[] {
  const { text, outline } = context;
  const [argument] = call.arguments;
  const name = argument && /^&\s*(\w+)$/.exec(text.slice(argument.start, argument.end).trim())?.[1];
  if (!argument || !name) return [];
  const members = (outline.assignments ?? []).filter(
    ({ root, operator, start }) => root === name && operator === "=" && start < call.start,
  );
  const value = (member: string): string | undefined => members.findLast((one) => one.member === member)?.value;
  const pointer = (member: string): string | undefined =>
    /make_cudaPitchedPtr\s*\(\s*([^,]+),/.exec(value(member) ?? "")?.[1];
  const kind = value("kind");
  const [expression, direction] =
    kind === "cudaMemcpyHostToDevice"
      ? ([pointer("srcPtr"), "to device"] as const)
      : ([kind === "cudaMemcpyDeviceToHost" ? pointer("dstPtr") : undefined, "from device"] as const);
  const memory = expression === undefined ? undefined : memoryOf(expression, call.start, context);
  return memory?.kind === "pageable" ? [{ call, argument, direction, memory }] : [];
}
