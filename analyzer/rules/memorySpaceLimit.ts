/** Shared and constant memory that is more than there is. Page: `docs/rules/memory-space-limit.md`. */
import { variableOf } from "../facts/access/layouts";
import { deviceLayout } from "../facts/forms/offsets";
import { constantOf, type Size, sizeAt } from "../facts/host/sizes";
import { defaultArchitecture } from "../hardware/architectures";
import type { ArrayOutline } from "../syntax/model";
import { pattern } from "../syntax/text/patterns";
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
  ["host", "accesses"],
  (context) => [...sharedProblems(context), ...instanceProblems(context), ...constantProblems(context)],
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

/** Arrays whose lengths only an instance of a template decides, that are over the limit together. */
function instanceProblems(context: RuleContext): readonly Problem[] {
  const { outline } = context;
  const limit = defaultArchitecture.sharedPerBlock;
  const found = context.kernels.flatMap(({ accesses }): readonly Problem[] => {
    const variables = accesses.flatMap(({ access }) => {
      const variable = access.space === "shared" ? variableOf(access.pointer) : undefined;
      // An external array is dynamic: its bytes are the launch's.
      return variable && !(variable.linkage === "external" && !variable.initializer) ? [variable] : [];
    });
    const sizes = new Map(variables.map((one) => [one, deviceLayout.size(one.valueType)]));
    const total = [...sizes.values()].reduce((sum, one) => sum + one, 0);
    const [largest] = [...sizes.keys()].sort((a, b) => sizes.get(b)! - sizes.get(a)!);
    const array = outline.arrays.find(
      ({ name, isShared, within }) =>
        isShared &&
        within !== undefined &&
        outline.functions[within]?.template !== undefined &&
        largest?.name.startsWith(`_ZZ`) &&
        largest.name.includes(`${outline.functions[within]!.name.length}${outline.functions[within]!.name}`) &&
        pattern`E${String(name.length)}${name}(?:_\d+)?$`.test(largest.name),
    );
    if (total <= limit || !array) return [];
    return [
      {
        span: { start: array.start, end: array.end },
        message: `${total} bytes of static shared memory in an instance are over the limit of ${limit}: ptxas refuses it. Use dynamic shared memory.`,
        certainty: "proved",
      },
    ];
  });
  return [...new Map(found.map((one) => [one.span.start, one])).values()];
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
