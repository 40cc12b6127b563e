/** Memory that is freed by another interface than the one that allocated it. Page: `docs/rules/mismatched-free.md`. */

import type { HostMemory, Written } from "../facts/host";
import { written } from "../facts/host";
import { enclosingFunction } from "../syntax/enclosing";
import { codeOf } from "../syntax/text/statements";
import { originOf, originWords } from "./host/words";
import type { Fix, RuleContext } from "./model";
import { type Problem, problemRule } from "./model/problem";
import { indentationAt } from "./text/offsets";

/** `free`, `delete[]`, `cudaFree` and `cudaFreeHost` of memory that another allocator gave. */
export const mismatchedFree = problemRule(
  {
    id: "mismatched-free",
    title: "Memory freed by the wrong function",
    category: "correctness",
    severity: "error",
    since: "0.3.0",
    fixSafety: "safe",
  },
  ["host"],
  (context) => freesIn(context).flatMap((free) => wrongFree(free, context) ?? []),
);

/** `free(p)`, `cudaFree(p)`, `delete[] p`. */
interface Free {
  /** The callee, or the operator. */
  readonly by: string;
  readonly start: number;
  readonly end: number;
  readonly pointer: Written;
}

function freesIn(context: RuleContext): readonly Free[] {
  const { host, text, outline } = context;
  const calls = host.calls
    .filter(({ api }) => api.action === "free")
    .flatMap(({ name, start, end, argument }) => {
      const pointer = argument("pointer");
      return pointer ? [{ by: name.replace(/^std::/, ""), start, end, pointer }] : [];
    });
  const deletes = [...codeOf(text).matchAll(/\b(delete\s*(?:\[\s*\])?)\s*([A-Za-z_][\w.]*(?:->\w+)*)\s*;/g)].flatMap(
    ({ index, 0: whole, 1: operator, 2: name }) => {
      const at = index + whole.indexOf(name!, operator!.length);
      const owner = enclosingFunction(outline, index);
      if (!owner || owner.isDevice) return [];
      const pointer = written({ start: at, end: at + name!.length }, text);
      return [{ by: operator!.replace(/\s+/g, ""), start: index, end: pointer.end, pointer }];
    },
  );
  return [...calls, ...deletes].sort((a, b) => a.start - b.start);
}

/** Functions that free what is allocated by these names, the usual one first. */
const freedBy: readonly (readonly [RegExp, readonly string[]])[] = [
  [/^(?:malloc|calloc|realloc|strdup|aligned_alloc|memalign|valloc|posix_memalign)$/, ["free"]],
  [/^new$/, ["delete[]", "delete"]],
  [/^(?:cudaMallocHost|cudaHostAlloc)$/, ["cudaFreeHost"]],
  [/^(?:cudaMalloc|cudaMallocPitch|cudaMalloc3D)$/, ["cudaFree", "cudaFreeAsync"]],
  [/^(?:cudaMallocAsync|cudaMallocFromPoolAsync)$/, ["cudaFreeAsync", "cudaFree"]],
  [/^cudaMallocManaged$/, ["cudaFree"]],
];

/** The functions that free some memory; `new T[n]` and `new T` are not freed alike. */
function freesOf({ what, allocation }: HostMemory, { text }: RuleContext): readonly string[] | undefined {
  const { expression, isOneOfSeveral, assignment, variable } = allocation;
  const right = freedBy.find(([pattern]) => pattern.test(what))?.[1];
  if (what !== "new" || expression === undefined || isOneOfSeveral) return right;
  // The parser ends `new float*[n]` before its `*`: the text says more than the expression.
  const from = assignment?.start ?? variable?.nameSpan.start ?? 0;
  const isArray = /\bnew\s+[\w:<>\s*]+\[/.test(`${expression} ${/^[^;,]*/.exec(text.slice(from))![0]}`);
  const isOne = /^(?:\([^()]*\)\s*)?new\s+[\w:<>]+\s*(?:\([^[]*\)|\{[^[]*\})?$/.test(expression.trim());
  return isArray ? ["delete[]"] : isOne ? ["delete"] : right;
}

function wrongFree(free: Free, context: RuleContext): Problem | undefined {
  const memory = context.host.memory(free.pointer);
  const right = memory && freesOf(memory, context);
  if (!memory || !right) return undefined;
  if (right.includes(free.by)) return memory.registration ? stillRegistered(free, memory, context) : undefined;
  const isOfKind = free.by.startsWith("delete") || free.by === "free" ? memory.kind === "pageable" : false;
  // Several places allocate it: that they agree on the kind of memory says nothing about `malloc` against `new`.
  if (isOfKind && (memory.allocation.isOneOfSeveral || memory.registration)) return undefined;
  const use = /\[/.test(memory.allocation.expression ?? "[") ? right[0]! : (right[1] ?? right[0]!);
  const newText = use.startsWith("delete") ? `${use} ${free.pointer.text}` : `${use}(${free.pointer.text})`;
  return {
    span: { start: free.start, end: free.end },
    message: `${free.pointer.text} was allocated by ${originWords(memory, context)}; ${free.by} cannot free it. Use ${use}.`,
    certainty: "proved",
    related: originOf(memory),
    fixes:
      isChecked(free, context) === use.startsWith("cuda") || !isChecked(free, context)
        ? [
            {
              title: `Free ${free.pointer.text} with ${use}`,
              edits: [{ start: free.start, end: free.end, newText }],
              safe: true,
            },
          ]
        : [],
  };
}

/** Is the call an argument of something that looks at its result? */
const isChecked = ({ start }: Free, { text }: RuleContext): boolean => /[(=,]\s*$/.test(text.slice(0, start));

/** `free(p)` while `cudaHostRegister(p)` holds. */
function stillRegistered(free: Free, memory: HostMemory, context: RuleContext): Problem | undefined {
  const { host, text } = context;
  const name = free.pointer.text;
  const registered = memory.registration!;
  if (registered.start > free.start) return undefined;
  const isUndone = host.calls.some(
    ({ api, argument }) =>
      api.action === "unregister" && argument("pointer")?.text.includes(name.split(/\.|->/).at(-1)!),
  );
  if (isUndone || registered.within === undefined) return undefined;
  const call = `cudaHostUnregister(${name})`;
  const fix: Fix = {
    title: `Insert ${call}`,
    edits: [{ start: free.start, end: free.start, newText: `${call};\n${indentationAt(text, free.start)}` }],
    safe: true,
  };
  return {
    span: { start: free.start, end: free.end },
    message: `${name} is freed while it is registered with cudaHostRegister. Call cudaHostUnregister first.`,
    certainty: "proved",
    related: [{ span: { start: registered.start, end: registered.end }, message: "It is registered here" }],
    fixes: [fix],
  };
}
