/** Read-only data that a kernel loads again, and data of the read-only path that it writes. Page: `docs/rules/read-only-data.md`. */

import { type HostMemory, written } from "../facts/host";
import { kernelOf, useOf } from "../facts/host/kernels";
import { indexOf } from "../facts/host/outlineIndex";
import { pathsIn, type StatementPath } from "../facts/host/paths";
import { accessesWithin } from "../syntax/enclosing";
import type { AccessOutline, FunctionOutline, Span } from "../syntax/model";
import { pattern } from "../syntax/text/patterns";
import { codeOf, type Statement } from "../syntax/text/statements";
import type { Fix, RuleContext } from "./model";
import { type Problem, problemRule } from "./model/problem";

/** `__ldg` of memory that the kernel stores to, and loads that are repeated because a store may change what they read. */
export const readOnlyData = problemRule(
  {
    id: "read-only-data",
    title: "Data that is only read, or should be",
    category: "performance",
    severity: "information",
    since: "0.3.0",
    fixSafety: "unsafe",
  },
  ["host"],
  (context) =>
    context.outline.functions
      .filter(({ isKernel, body }) => isKernel && body)
      .flatMap((kernel) => [...storedTo(kernel, context), ...reloaded(kernel, context)]),
);

const isPointer = (type: string): boolean => /^[^*]*\*[^*]*$/.test(type);

/** `__ldg(&a[i])` in a kernel that writes `a`: the read-only path need not see the write. */
function storedTo(kernel: FunctionOutline, { outline, text }: RuleContext): readonly Problem[] {
  const { start, end } = kernel.body!;
  return (indexOf(outline).callees.get("__ldg") ?? []).flatMap((call): readonly Problem[] => {
    const [first] = call.arguments;
    if (call.callee !== "__ldg" || !first || call.start < start || call.end > end) return [];
    const name = /^&?\s*([A-Za-z_]\w*)/.exec(text.slice(first.start, first.end).trim())?.[1];
    const index = kernel.parameters.findIndex((one) => one.name === name);
    if (index < 0 || useOf(kernel, index, text) !== "writes") return [];
    const store = (outline.accesses ?? []).find(
      (one) => one.name === name && one.use !== "read" && one.start > start && one.end < end,
    );
    return [
      {
        span: { start: call.start, end: call.end },
        message: `__ldg reads ${name} through the read-only path, but this kernel writes ${name}: the value is undefined.`,
        certainty: "proved",
        severity: "warning",
        related: store ? [{ span: { start: store.start, end: store.end }, message: `${name} is written here` }] : [],
      },
    ];
  });
}

/** An access through a parameter, with the text of its index. */
interface Access {
  readonly access: AccessOutline;
  readonly index: string;
}

function accessesOf(name: string, span: Span, { outline, text }: RuleContext): readonly Access[] {
  return accessesWithin(outline, span).flatMap((access): readonly Access[] => {
    if (access.kind !== "subscript" || access.name !== name) return [];
    const index = /^\w+\s*\[([^[\]]*)\]$/.exec(text.slice(access.start, access.end))?.[1];
    return index === undefined ? [] : [{ access, index: index.replace(/\s+/g, "") }];
  });
}

/** Parameters that are only read, and that a store through another one makes the compiler load again. */
function reloaded(kernel: FunctionOutline, context: RuleContext): readonly Problem[] {
  const { text } = context;
  const body = kernel.body!;
  const code = codeOf(text);
  const path = pathsIn(code, body);
  const pointers = kernel.parameters.filter(({ name, type }) => name && isPointer(type));
  const stores = pointers.flatMap(({ name }) =>
    accessesOf(name, body, context).filter(({ access }) => access.use === "write" || access.use === "update"),
  );
  for (const parameter of pointers) {
    const isRead = useOf(kernel, kernel.parameters.indexOf(parameter), text) === "reads";
    if (!isRead || (/\bconst\b/.test(parameter.type) && /restrict/.test(parameter.type))) continue;
    const reads = accessesOf(parameter.name, body, context).filter(({ access }) => access.use === "read");
    for (const read of reads) {
      const store = repeats(
        read,
        { reads, stores: stores.filter(({ access }) => access.name !== parameter.name) },
        path,
        code,
      );
      if (!store) continue;
      return [
        {
          span: { start: read.access.start, end: read.access.end },
          message: `${parameter.name} is only read, but loaded again after each store to ${store.access.name}: say const __restrict__.`,
          certainty: "likely",
          related: [
            {
              span: { start: store.access.start, end: store.access.end },
              message: "This store might change it, as far as the compiler knows",
            },
          ],
          fixes: qualified(kernel, context),
        },
      ];
    }
  }
  return [];
}

/** The store that makes the compiler load again: in a loop in which the address does not change, or between two equal loads. */
function repeats(
  { access, index }: Access,
  { reads, stores }: { readonly reads: readonly Access[]; readonly stores: readonly Access[] },
  path: (place: Span) => StatementPath,
  code: string,
): Access | undefined {
  const loop = path(access).findLast(({ kind }) => kind === "for" || kind === "while" || kind === "do");
  const inLoop =
    loop && !changes(index, loop, code)
      ? stores.find((one) => one.access.start >= loop.start && one.access.end <= loop.end)
      : undefined;
  if (inLoop) return inLoop;
  const later = reads.find(
    (one) => one.index === index && one.access.start > access.end && isBeside(access, one.access, path),
  );
  return later && stores.find((one) => one.access.start > access.end && one.access.end < later.access.start);
}

const isBeside = (a: Span, b: Span, path: (place: Span) => StatementPath): boolean =>
  path(a)
    .slice(0, -1)
    .map(({ start }) => start)
    .join() ===
  path(b)
    .slice(0, -1)
    .map(({ start }) => start)
    .join();

/** Does the loop change a variable of the index? */
function changes(index: string, loop: Statement, code: string): boolean {
  const written = code.slice(loop.start, loop.end);
  return (index.match(/[A-Za-z_]\w*/g) ?? []).some((name) =>
    pattern`\b${name}\s*(?:[-+*/%&|^]|<<|>>)?=(?!=)|\b${name}\s*(?:\+\+|--)|(?:\+\+|--)\s*${name}\b`.test(written),
  );
}

/** The qualifiers, where every launch of the file hands over memory of different allocations. */
function qualified(kernel: FunctionOutline, context: RuleContext): readonly Fix[] {
  const { outline, text, host } = context;
  const launches = outline.launches.filter((one) => kernelOf(one, outline) === kernel);
  const areApart = launches.every(({ arguments: given }) => {
    const memories = given.flatMap((span, at): readonly (HostMemory | undefined)[] =>
      isPointer(kernel.parameters[at]?.type ?? "") ? [host.memory(written(span, text))] : [],
    );
    const places = memories.map((one) =>
      one && !one.allocation.isOneOfSeveral ? one.allocation.span.start : undefined,
    );
    return !places.includes(undefined) && new Set(places).size === places.length;
  });
  if (!launches.length || !areApart || kernel.template !== undefined) return [];
  const head = text.slice(kernel.nameSpan.end, kernel.body!.start);
  const edits = kernel.parameters.flatMap(({ name, type }, at) => {
    const place = isPointer(type) ? pattern`\*\s*(?:__restrict__\s*)?(?=${name}\s*[,)])`.exec(head) : undefined;
    if (!place || /restrict/.test(type)) return [];
    const star = kernel.nameSpan.end + place.index;
    const isRead = useOf(kernel, at, text) === "reads" && !/\bconst\b/.test(type);
    const start =
      kernel.nameSpan.end + Math.max(head.lastIndexOf("(", place.index), head.lastIndexOf(",", place.index)) + 1;
    const from = start + (/^\s*/.exec(text.slice(start))?.[0].length ?? 0);
    return [
      ...(isRead ? [{ start: from, end: from, newText: "const " }] : []),
      { start: star, end: star + place[0].length, newText: "* __restrict__ " },
    ];
  });
  return edits.length ? [{ title: "Qualify the pointers with const and __restrict__", edits, safe: false }] : [];
}
