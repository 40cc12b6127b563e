/** The slots of one `<<<grid, block, shared, stream>>>`, with what the text tells of each. */

import type { Dim3 } from "../../hardware/model";
import { foldDim3, foldInteger } from "../../syntax/constants";
import type { FunctionOutline, LaunchOutline, Outline, Span } from "../../syntax/model";
import { ofText } from "../../syntax/text/ofText";
import { mentionsOf } from "../../syntax/text/patterns";
import { typeOf } from "./declarations";
import { indexOf, ofOutline } from "./outlineIndex";
import type { HostSource } from "./sizes";

/** One expression between the brackets. */
export interface Slot {
  readonly span: Span;
  readonly text: string;
  /** What it folds to as a size. */
  readonly size: Dim3 | undefined;
  /** What its name says that it is. */
  readonly role: "grid" | "block" | undefined;
}

/** The expressions of a launch configuration with what the file shows of them. */
export interface Slots {
  readonly grid: Slot;
  readonly block: Slot;
  readonly shared: Slot | undefined;
  readonly stream: Slot | undefined;
  /** From the first to the last expression. */
  readonly configuration: Span;
  /** Bytes of dynamic shared memory, when they are known; 0 when the launch names none. */
  readonly sharedBytes: number | undefined;
  /** Name of the dynamic shared array that the kernel, or a function that it calls, uses. */
  readonly dynamicArray: string | undefined;
  /** The kernel's whole code is in this file and has no dynamic shared array. */
  readonly isSurelyStatic: boolean;
  /** The file asks for more than the default limit of dynamic shared memory. */
  readonly raisesSharedLimit: boolean;
  /** Whether an expression is a stream: by its declared type, or by its name alone. */
  streamKind(slot: Slot): "typed" | "named" | undefined;
  /** The kernel that is launched, when its body is in the file. */
  readonly kernel: FunctionOutline | undefined;
}

const gridNames =
  /^(?:dim_?)?(?:grids?|blocks|n_?blocks|num_?(?:of_?)?blocks|blocks_?per_?grid|grid_?(?:dims?|sizes?|shape)|blocks_?count|block_?count|number_?of_?blocks)$/i;
const blockNames =
  /^(?:dim_?)?(?:block|threads?|n_?threads|num_?(?:of_?)?threads|threads?_?per_?block|block_?(?:dims?|sizes?|shape)|tpb|threads_?count|thread_?count|number_?of_?threads)$/i;

const hasDynamicArray = ofText((text) => /extern\s+(?:__align__\s*\([^)]*\)\s*)?__shared__/.test(text));

/** The slots of a launch; undefined where it has none. */
export function slotsOf(launch: LaunchOutline, context: HostSource): Slots | undefined {
  const { outline, text } = context;
  const [grid, block, shared, stream] = launch.configuration.map((span) => slotOf(span, launch.start, context));
  if (!grid || !block) return undefined;
  const kernel = kernelOf(launch, outline);
  const dynamic = kernel === undefined ? undefined : dynamicArrayOf(kernel, context, new Set());
  return {
    grid,
    block,
    shared,
    stream,
    configuration: { start: grid.span.start, end: launch.configuration.at(-1)!.end },
    sharedBytes: shared ? bytesOf(shared, outline, launch.start) : 0,
    dynamicArray: dynamic,
    isSurelyStatic: kernel !== undefined && !hasDynamicArray(text) && outline.includes.every(({ system }) => system),
    raisesSharedLimit: raisesLimits(outline),
    streamKind: (slot) => streamKind(slot, outline),
    kernel: kernel === undefined ? undefined : outline.functions[kernel],
  };
}

/** @param at where the launch begins: the facts ask for its sizes there, too */
function slotOf(span: Span, at: number, { text, outline }: HostSource): Slot {
  const expression = text.slice(span.start, span.end).trim();
  const name = /(\w+)$/.exec(expression.replace(/\(.*\)$/, ""))?.[1] ?? "";
  const isName = /^[\w.>:-]+$/.test(expression);
  return {
    span,
    text: expression,
    size: foldDim3(expression, outline, at),
    role: !isName ? undefined : gridNames.test(name) ? "grid" : blockNames.test(name) ? "block" : undefined,
  };
}

function bytesOf({ text, span }: Slot, outline: Outline, at: number): number | undefined {
  const bytes = foldInteger(text, outline, Math.max(at, span.start));
  return bytes === undefined ? undefined : Number(bytes);
}

function streamKind({ text, span }: Slot, outline: Outline): "typed" | "named" | undefined {
  if (/^cudaStream(?:PerThread|Legacy)$/.test(text)) return "typed";
  const root = /^[&*(]*([A-Za-z_]\w*)/.exec(text)?.[1];
  if (!root || !/^[\w.[\]>:()&*-]+$/.test(text)) return undefined;
  const type = typeOf(root, span.start, outline);
  if (type !== undefined && /\b(?:cudaStream_t|CUstream)\b/.test(type)) return "typed";
  const last = /(\w+)(?:\[[^\]]*\])?(?:\(\))?$/.exec(text)?.[1] ?? "";
  const isNamed = /^(?:\w*_)?streams?\d*_?$/i.test(last) || /^\w+Streams?\d*$/.test(last);
  return isNamed && (type === undefined || !/\b(?:int|size_t|unsigned|long|short)\b/.test(type)) ? "named" : undefined;
}

/** Index of the kernel that a launch names, when its body is in the file. */
function kernelOf({ kernel }: LaunchOutline, outline: Outline): number | undefined {
  return kernelsOf(outline).get(kernel.split("::").at(-1)!);
}

/** The first kernel with a body of each name. */
const kernelsOf = ofOutline(({ functions }): ReadonlyMap<string, number> => {
  const numbered = functions.map((one, index) => [one, index] as const);
  return new Map(
    numbered.flatMap(([one, index]) => (one.isKernel && one.body ? [[one.name, index] as const] : [])).reverse(),
  );
});

const dynamicArraysOf = ofOutline(({ arrays }) => arrays.filter(({ isShared, isExtern }) => isShared && isExtern));

const raisesLimits = ofOutline((outline) =>
  [...indexOf(outline).callees.keys()].some((callee) => /FuncSetAttribute$/.test(callee)),
);

/** The dynamic shared array that a function uses, itself or through the functions of the file that it calls. */
function dynamicArrayOf(index: number, context: HostSource, seen: Set<number>): string | undefined {
  if (seen.has(index)) return undefined;
  seen.add(index);
  const { outline, text } = context;
  const own = outline.functions[index]!;
  const dynamic = dynamicArraysOf(outline);
  if (dynamic.length === 0) return undefined;
  // A declaration of its own is one mention; an array that is declared and never touched needs no bytes.
  const used = dynamic.find(
    ({ within, name }) =>
      (within === undefined || within === index) &&
      own.body &&
      mentions(text, own.body, name) > (within === undefined ? 0 : 1),
  );
  if (used) return used.name;
  for (const call of outline.calls) {
    if (call.within !== index) continue;
    const callee = outline.functions.findIndex(
      (one: FunctionOutline) => one.body && one.isDevice && one.name === call.callee,
    );
    const found = callee < 0 ? undefined : dynamicArrayOf(callee, context, seen);
    if (found) return found;
  }
  return undefined;
}

const mentions = (text: string, { start, end }: Span, name: string): number =>
  mentionsOf(name, text.slice(start, end)).length;
