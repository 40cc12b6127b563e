/** Declarations of shared memory that mean something else than they seem to. Page: `docs/rules/shared-memory-layout.md`. */

import { constantOf, sizeAt } from "../facts/host/sizes";
import { enclosingFunctionIndex } from "../syntax/enclosing";
import type { ArrayOutline, FunctionOutline, VariableOutline } from "../syntax/model";
import { sizeOfType } from "../syntax/text/integers";
import { codeOf } from "../syntax/text/statements";
import type { Fix, RuleContext } from "./model";
import { type Problem, problemRule } from "./model/problem";

/** Shared pointers without an array, `extern` arrays that overlap, and parts of one that may be misaligned. */
export const sharedMemoryLayout = problemRule(
  {
    id: "shared-memory-layout",
    title: "Shared memory that is not laid out as it seems",
    category: "correctness",
    severity: "warning",
    since: "0.3.0",
    fixSafety: "unsafe",
  },
  [],
  (context) => [...sharedPointers(context), ...sameStart(context), ...misaligned(context)],
);

const ownerOf = ({ within }: { readonly within?: number }, { outline }: RuleContext): FunctionOutline | undefined =>
  within === undefined ? undefined : outline.functions[within];

/** `__shared__ int* data; data[t] = …` where no code sets the pointer. */
function sharedPointers(context: RuleContext): readonly Problem[] {
  const { outline, text } = context;
  return (outline.variables ?? []).flatMap((variable: VariableOutline): readonly Problem[] => {
    const { name, type, isShared, initializer, nameSpan } = variable;
    const owner = ownerOf(variable, context);
    if (!isShared || !/\*\s*$/.test(type) || initializer || !owner?.body) return [];
    const isSet = (outline.assignments ?? []).some(
      (one) =>
        one.root === name &&
        one.start >= owner.body!.start &&
        one.end <= owner.body!.end &&
        // `atomicAdd(&bins[i], 1)` is about an element, `set(&bins)` about the pointer.
        text.slice(one.target.start, one.target.end).replace(/^[\s&(]+|[\s)]+$/g, "") === name,
    );
    const isUsed = (outline.accesses ?? []).some(
      (one) => one.name === name && one.start >= owner.body!.start && one.end <= owner.body!.end && one.kind !== "call",
    );
    if (isSet || !isUsed) return [];
    const element = type.replace(/\*\s*$/, "").trim();
    return [
      {
        span: nameSpan,
        message: `${name} is a pointer in shared memory that nothing sets, not an array. Declare extern __shared__ ${element} ${name}[].`,
        certainty: "proved",
        severity: "error",
        fixes: externFix(variable, element, context),
      },
    ];
  });
}

function externFix({ name, nameSpan }: VariableOutline, element: string, { text }: RuleContext): readonly Fix[] {
  const code = codeOf(text);
  const start = code.lastIndexOf(";", nameSpan.start) + 1;
  const from = Math.max(start, code.lastIndexOf("{", nameSpan.start) + 1);
  const declaration = /^\s*__shared__\s+[\w\s]+\*\s*$/.exec(code.slice(from, nameSpan.start));
  const lead = declaration ? declaration[0].length - declaration[0].trimStart().length : 0;
  if (!declaration || !/^\s*;/.test(code.slice(nameSpan.end))) return [];
  const newText = `extern __shared__ ${element} ${name}[]`;
  return [{ title: `Declare ${newText}`, edits: [{ start: from + lead, end: nameSpan.end, newText }], safe: false }];
}

/** Two dynamic arrays of one kernel: both begin where dynamic shared memory does. */
function sameStart(context: RuleContext): readonly Problem[] {
  const { outline, text } = context;
  const dynamic = outline.arrays.filter(({ isShared, isExtern }) => isShared && isExtern);
  return outline.functions.flatMap((owner, index): readonly Problem[] => {
    const { body } = owner;
    if (!body || !owner.isDevice) return [];
    const isStored = ({ name }: ArrayOutline): boolean =>
      (outline.assignments ?? []).some(
        (one) =>
          one.root === name &&
          one.start >= body.start &&
          one.end <= body.end &&
          /\[/.test(text.slice(one.target.start, one.target.end)),
      );
    const used = dynamic.filter((one) => (one.within === undefined || one.within === index) && isStored(one));
    const names = [...new Map(used.map((one) => [one.name, one])).values()];
    const [first, second] = names;
    if (!first || !second) return [];
    return [
      {
        span: { start: second.start, end: second.end },
        message: `${second.name} and ${first.name} start at the same address: all dynamic arrays of a kernel do. Carve both out of one.`,
        certainty: "proved",
        related: [{ span: { start: first.start, end: first.end }, message: "It starts at the same address" }],
        sketch: [
          "extern __shared__ char memory[];",
          `${first.type}* ${first.name} = (${first.type}*)memory;`,
          `${second.type}* ${second.name} = (${second.type}*)(${first.name} + count);`,
        ].join("\n"),
      },
    ];
  });
}

/** `(double*)&bytes[n]`: the address of a wide type at an offset that need not be a multiple of its size. */
function misaligned(context: RuleContext): readonly Problem[] {
  const { outline, text } = context;
  const code = codeOf(text);
  const pattern =
    /(?:\(\s*(\w+(?:\s+\w+)*)\s*\*\s*\)|\breinterpret_cast\s*<\s*(\w+(?:\s+\w+)*)\s*\*\s*>\s*(?=\())\s*(?:\(\s*)?(?:&\s*([A-Za-z_]\w*)\s*\[([^[\]]*)\]|(?:\(\s*)?([A-Za-z_]\w*)\s*\+\s*([^();,]*)\)?)/g;
  return [...code.matchAll(pattern)].flatMap((match): readonly Problem[] => {
    const [whole, cast, castTo, first, firstIndex, second, secondIndex] = match;
    const type = (cast ?? castTo)!.replace(/^const\s+/, "");
    const name = first ?? second!;
    const index = (firstIndex ?? secondIndex ?? "").trim();
    const start = match.index;
    const owner = enclosingFunctionIndex(outline, start);
    const element = owner === undefined ? undefined : sharedElement(name, owner, context);
    const [wide, narrow] = [sizeOfType(type), element === undefined ? undefined : sizeOfType(element)];
    // Only where an array begins: `double* wide = (double*)&bytes[n]`. What accesses do with their indices is theirs.
    const isBeginning =
      /\*\s*(?:const\s+)?\w+\s*=\s*$/.test(code.slice(0, start)) && !/^\s*\[/.test(code.slice(start + whole.length));
    if (!isBeginning || !index || !wide || !narrow || wide <= narrow) return [];
    const bytes = sizeAt(`(${index}) * ${narrow}`, context, start);
    if (!bytes || [...bytes.values()].every((factor) => factor % BigInt(wide) === 0n)) return [];
    const constant = constantOf(bytes);
    return [
      {
        span: { start, end: start + whole.length },
        message:
          constant === undefined
            ? `The alignment of this ${type}* depends on ${index}: ${name} counts ${narrow} byte${narrow > 1 ? "s" : ""}, ${type} needs ${wide}. Put wide types first.`
            : `This ${type}* is ${constant} bytes after ${name}, no multiple of ${wide}: accesses through it trap. Put wide types first.`,
        certainty: constant === undefined ? "bounded" : "proved",
        severity: constant === undefined ? "information" : "error",
      },
    ];
  });
}

/** The element of a shared array, or of a pointer that starts as one, where a function uses the name. */
function sharedElement(name: string, owner: number, { outline }: RuleContext): string | undefined {
  const isVisible = ({ within }: { readonly within?: number }): boolean => within === undefined || within === owner;
  const array = outline.arrays.find((one) => one.name === name && one.isShared && isVisible(one));
  if (array) return array.type;
  const pointer = (outline.variables ?? []).find(
    (one) => one.name === name && one.within === owner && /\*\s*$/.test(one.type),
  );
  const from = /(?:\)\s*|^\s*&?\s*)([A-Za-z_]\w*)\s*(?:\[\s*0\s*\])?\s*$/.exec(
    pointer?.initializer?.parts[0] ?? "",
  )?.[1];
  const isShared = from && outline.arrays.some((one) => one.name === from && one.isShared && isVisible(one));
  return pointer && isShared ? pointer.type.replace(/\*\s*$/, "").trim() : undefined;
}
