/** Shared and constant memory that is more than there is. Page: `docs/rules/memory-space-limit.md`. */
import { constantOf, type Size, sizeAt } from "../facts/host/sizes";
import { defaultArchitecture } from "../hardware/architectures";
import type { ArrayOutline } from "../syntax/model";
import type { RuleContext } from "./model";
import { type Problem, problemRule } from "./model/problem";

/** Bytes of `__constant__` variables of a module, on every architecture. Reference: CUDA C++ Programming Guide, "Technical Specifications". */
const CONSTANT_BYTES = 64 * 1024;

/** Static shared memory over 48 KB and constant memory over 64 KB, which ptxas refuses. */
export const memorySpaceLimit = problemRule(
  {
    id: "memory-space-limit",
    title: "More shared or constant memory than there is",
    category: "correctness",
    severity: "error",
    since: "0.3.0",
    fixSafety: "none",
  },
  ["host"],
  (context) => [...sharedProblems(context), ...constantProblems(context)],
);

/** Bytes of an array that the text declares; unknown lengths are 0, so that a sum is a least. */
function bytesOf({ name, start, end }: ArrayOutline, { text, outline }: RuleContext): number {
  const bytes: Size | undefined = sizeAt(`sizeof(${name})`, { text, outline }, end);
  return start < end ? Number(constantOf(bytes) ?? 0n) : 0;
}

/** Static shared arrays of one kernel that are over the limit together. */
function sharedProblems(context: RuleContext): readonly Problem[] {
  const { outline } = context;
  const limit = defaultArchitecture.sharedPerBlock;
  const arrays = outline.arrays.filter(
    ({ isShared, isExtern, within }) => isShared && !isExtern && within !== undefined,
  );
  return [...new Set(arrays.map(({ within }) => within!))].flatMap((within): readonly Problem[] => {
    const own = arrays.filter((one) => one.within === within);
    const sizes = own.map((one) => bytesOf(one, context));
    const total = sizes.reduce((sum, one) => sum + one, 0);
    const largest = own[sizes.indexOf(Math.max(...sizes))];
    if (total <= limit || !largest || outline.functions[within]?.template) return [];
    return [
      {
        span: { start: largest.start, end: largest.end },
        message: `${total} bytes of static shared memory are over the limit of ${limit}: ptxas refuses the kernel. Use dynamic shared memory.`,
        certainty: "proved",
        related: own.map(({ start, end }, at) => ({ span: { start, end }, message: `${sizes[at]} bytes` })),
        sketch: [
          `extern __shared__ ${largest.type} ${largest.name}[];`,
          `cudaFuncSetAttribute(${outline.functions[within]!.name}, cudaFuncAttributeMaxDynamicSharedMemorySize, ${total});`,
        ].join("\n"),
      },
    ];
  });
}

function constantProblems({ host }: RuleContext): readonly Problem[] {
  const symbols = host.symbols.filter(({ space }) => space === "constant");
  const sizes = symbols.map(({ bytes }) => Number(constantOf(bytes) ?? 0n));
  const total = sizes.reduce((sum, one) => sum + one, 0);
  const largest = symbols[sizes.indexOf(Math.max(...sizes))];
  if (total <= CONSTANT_BYTES || !largest) return [];
  return [
    {
      span: largest.span,
      message: `${total} bytes of constant memory are over the limit of ${CONSTANT_BYTES}: ptxas refuses the file. Use global memory.`,
      certainty: "proved",
      related: symbols.map(({ span }, at) => ({ span, message: `${sizes[at]} bytes` })),
    },
  ];
}
