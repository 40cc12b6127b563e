/**
 * Completion inside `<<< >>>`: sizes and variables that the file's other launches use, and bytes for dynamic arrays; and
 * CUDA's own names, where no other extension completes C++.
 */
import {
  type CompletionItem,
  CompletionItemKind,
  type CompletionOptions,
  type CompletionParams,
  MarkupKind,
} from "vscode-languageserver";
import { entryNames, entryOf } from "../../analyzer/reference";
import type { Outline } from "../../analyzer/syntax/model";
import type { Feature, ServerContext } from "../common/context";
import { guarded } from "../common/handlers";
import { type LaunchPosition, launchAt } from "../common/launchText";
import { entryText } from "../common/reference";
import type { Snapshot } from "../common/snapshots";

/** Characters that start a completion. */
export const completionCapabilities: CompletionOptions = { triggerCharacters: ["<", ","] };

/** Block sizes that are a sane start when the file has no launch to learn from: whole warps, 1-D and 2-D. */
const commonBlocks = ["256", "128", "512", "dim3(32, 8)", "dim3(16, 16)", "dim3(32, 32)"];

function fromOtherLaunches(snapshot: Snapshot, outline: Outline, slot: number): string[] {
  const texts = outline.launches.flatMap(({ configuration }) => {
    const span = configuration[slot];
    return span ? [snapshot.text.slice(span.start, span.end).trim()] : [];
  });
  return [...new Set(texts)].filter((text) => text !== "");
}

/** Names declared as `dim3` or `cudaStream_t` before the launch: what one most often writes there. */
function declaredNames(text: string, type: "dim3" | "cudaStream_t"): string[] {
  const declarations = [...text.matchAll(/\b(dim3|cudaStream_t)\s+(\w+)/g)].filter((match) => match[1] === type);
  return [...new Set(declarations.map((match) => match[2]!))];
}

/** What `dim3` declarations say of a name: its sizes in their brackets, undefined where there are none to be read. */
function sizesOf(name: string, text: string): { readonly sizes: string | undefined } | undefined {
  const declarators = [...text.matchAll(/\bdim3\b([^;]*)/g)].flatMap(([, list]) => [
    ...list!.matchAll(/\b([A-Za-z_]\w*)\s*([({][^;,(){}]*(?:,[^;(){}]*)?[)}])?/g),
  ]);
  const own = declarators.find((match) => match[1] === name);
  return own && { sizes: own[2] };
}

/** Threads of a block as an expression, where its slot is a number, a name or a `dim3`; undefined for anything else. */
function threadsOf(block: string, text: string): string | undefined {
  const sizes = /^dim3\s*[({]([\d\s,]+)[)}]$/.exec(block)?.[1];
  if (sizes) return String(sizes.split(",").reduce((product, size) => product * Number(size), 1));
  if (!/^\w+$/.test(block)) return undefined;
  const declared = sizesOf(block, text);
  if (!declared) return block;
  return threadsOf(`dim3${declared.sizes ?? ""}`, "") ?? `${block}.x * ${block}.y * ${block}.z`;
}

/** Bytes for the kernel's `extern __shared__` array: one element a thread is the usual size. */
function sharedBytes(snapshot: Snapshot, outline: Outline, launch: LaunchPosition): string[] {
  const kernel = outline.functions.findIndex((one) => one.isKernel && one.name === launch.kernel && one.body);
  const array = outline.arrays.find((one) => one.isExtern && one.isShared && one.within === kernel);
  if (!array) return ["0"];
  const threads = threadsOf(launch.slots[1] ?? "", snapshot.text);
  const element = array.type.replace(/\b(extern|__shared__|volatile)\b/g, "").trim();
  return threads === undefined ? ["0"] : [`${threads} * sizeof(${element})`, "0"];
}

function candidates(snapshot: Snapshot, outline: Outline, launch: LaunchPosition): string[] {
  const before = snapshot.text.slice(0, launch.slotStart);
  switch (launch.slot) {
    case 0:
      return [...declaredNames(before, "dim3"), ...fromOtherLaunches(snapshot, outline, 0)];
    case 1:
      return [...declaredNames(before, "dim3"), ...fromOtherLaunches(snapshot, outline, 1), ...commonBlocks];
    case 2:
      return [...sharedBytes(snapshot, outline, launch), ...fromOtherLaunches(snapshot, outline, 2)];
    case 3:
      return [...declaredNames(before, "cudaStream_t"), "0"];
    default:
      return [];
  }
}

/** Characters that are typed before CUDA's names are offered: shorter prefixes are those of too many names. */
const LEAST_PREFIX = 3;

/** Names of the reference that begin as what is typed; `cu` and `__` alone would be half of them. */
function referenceItems(context: ServerContext, snapshot: Snapshot, offset: number): CompletionItem[] {
  const prefix = /[A-Za-z_]\w*$/.exec(snapshot.text.slice(Math.max(0, offset - 64), offset))?.[0] ?? "";
  if (prefix.length < LEAST_PREFIX || context.othersProvide()) return [];
  const { architecture } = context.settings();
  return entryNames().flatMap((label) => {
    const entry = label.startsWith(prefix) ? entryOf(label) : undefined;
    if (!entry) return [];
    const isFunction = /\(/.test(entry.signatures[0] ?? "") && !/^__\w+__$/.test(label);
    return [
      {
        label,
        kind: isFunction ? CompletionItemKind.Function : CompletionItemKind.Keyword,
        documentation: { kind: MarkupKind.Markdown, value: entryText(entry, architecture) },
      },
    ];
  });
}

async function complete(context: ServerContext, params: CompletionParams): Promise<CompletionItem[]> {
  const snapshot = context.snapshots.get(params.textDocument.uri);
  if (!snapshot) return [];
  const offset = snapshot.offsetAt(params.position);
  const launch = launchAt(snapshot.text, offset);
  if (!launch) return referenceItems(context, snapshot, offset);
  const outline = await context.engine.outline(snapshot);
  const slotNames = ["grid", "block", "shared bytes", "stream"];
  return [...new Set(candidates(snapshot, outline, launch))].map((label, i) => ({
    label,
    kind: /^\w+$/.test(label) && !/^\d/.test(label) ? CompletionItemKind.Variable : CompletionItemKind.Value,
    detail: `${slotNames[launch.slot]} of ${launch.kernel}`,
    sortText: String(i).padStart(3, "0"),
  }));
}

/** Completion inside `<<< >>>`, and of CUDA's own names. */
export const completion: Feature = {
  name: "completion",
  register(context) {
    const { connection } = context;
    connection.onCompletion(
      guarded(context, "completion", [] as CompletionItem[], (params: CompletionParams) => complete(context, params)),
    );
    return undefined;
  },
};
