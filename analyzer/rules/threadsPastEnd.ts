/** Threads of a launch that index past the end of what they are given. Page: `docs/rules/threads-past-end.md`. */
import { written } from "../facts/host";
import { typeOf, unchangedVariable } from "../facts/host/declarations";
import { kernelOf } from "../facts/host/kernels";
import { pathsIn, type StatementPath } from "../facts/host/paths";
import { constantOf, isSame, multipleOf, type Size, sizeAt, typeSize } from "../facts/host/sizes";
import { demangle } from "../ir/demangle";
import { foldDim3 } from "../syntax/constants";
import { accessesWithin } from "../syntax/enclosing";
import type { AccessOutline, FunctionOutline, LaunchOutline, Span } from "../syntax/model";
import { codeOf } from "../syntax/text/statements";
import { overruns } from "./access/overruns";
import { planeAccess } from "./access/planes";
import { usedAsElements } from "./host/elementCounts";
import { lineNumber } from "./host/words";
import type { Fix, RuleContext } from "./model";
import { type Problem, problemRule } from "./model/problem";

/** Launches with more threads than elements and no guard, grids that round down, and shared arrays that are too short. */
export const threadsPastEnd = problemRule(
  {
    id: "threads-past-end",
    title: "Threads past the end of an array",
    category: "correctness",
    severity: "warning",
    since: "0.3.0",
    fixSafety: "unsafe",
  },
  ["host", "reaches", "accesses"],
  (context) => {
    const byText = context.outline.launches.flatMap((launch) => [
      ...globalOverruns(launch, context),
      ...sharedOverruns(launch, context),
    ]);
    const isKnown = (span: Span): boolean => byText.some((one) => one.span.start === span.start);
    // A launch that gives too few bytes is reported at its third slot.
    const isShort = (launch: LaunchOutline): boolean =>
      launch.configuration[2] !== undefined && isKnown(written(launch.configuration[2], context.text));
    const found = [...byText, ...overruns(context, isShort).filter(({ span }) => !isKnown(span))];
    return [...new Map(found.map((one) => [one.span.start, one])).values()];
  },
);

/** What the index of an access counts: threads of the grid along x, or of the block. */
type Index = "grid" | "block";

const gridIndex =
  /^\(?\s*(?:blockIdx\.x\s*\*\s*blockDim\.x|blockDim\.x\s*\*\s*blockIdx\.x)\s*\+\s*threadIdx\.x\s*\)?$|^\(?\s*threadIdx\.x\s*\+\s*(?:blockIdx\.x\s*\*\s*blockDim\.x|blockDim\.x\s*\*\s*blockIdx\.x)\s*\)?$/;
const blockIndex = /^\(?\s*(?:\(int\)\s*)?threadIdx\.x\s*\)?$/;

/** An access of a kernel that every thread makes, by its own index. */
interface PlainAccess {
  readonly access: AccessOutline;
  readonly index: Index;
  /** The variable that holds the index. */
  readonly variable: string | undefined;
}

const plainBy = new WeakMap<FunctionOutline, readonly PlainAccess[]>();

/** The accesses of a kernel that no condition guards, and whose index is the thread's own number. */
function plainAccesses(kernel: FunctionOutline, context: RuleContext): readonly PlainAccess[] {
  let found = plainBy.get(kernel);
  if (!found) {
    const body = kernel.body!;
    const code = codeOf(context.text);
    const path = pathsIn(code, body);
    const leaves = [...code.slice(body.start, body.end).matchAll(/\b(?:return|assert|__trap)\b/g)].map(
      ({ index }) => body.start + index,
    );
    found = accessesWithin(context.outline, body).flatMap((access): readonly PlainAccess[] => {
      if (access.kind !== "subscript") return [];
      const text = code.slice(access.start, access.end);
      const match = /^([A-Za-z_]\w*)\s*\[([^[\]]*)\]$/.exec(text);
      if (!match || isGuarded(path(access), code, access) || leaves.some((at) => at < access.start)) return [];
      const index = indexOf(match[2]!.trim(), access.start, context);
      return index ? [{ access, ...index }] : [];
    });
    plainBy.set(kernel, found);
  }
  return found;
}

/** Is an offset inside a condition or a loop, or after a `?` or `&&` of its statement? */
function isGuarded(path: StatementPath, code: string, { start }: AccessOutline): boolean {
  const statement = path.at(-1);
  if (!statement || path.some(({ kind }) => kind !== "block" && kind !== "plain")) return true;
  return /\?|&&|\|\|/.test(code.slice(statement.start, start));
}

function indexOf(text: string, at: number, { outline }: RuleContext): Omit<PlainAccess, "access"> | undefined {
  const kindOf = (expression: string): Index | undefined =>
    gridIndex.test(expression) ? "grid" : blockIndex.test(expression) ? "block" : undefined;
  const own = kindOf(text.replace(/\s+/g, " "));
  if (own) return { index: own, variable: undefined };
  const variable = /^\w+$/.test(text) ? unchangedVariable(text, at, outline) : undefined;
  const index = variable && kindOf(variable.initializer?.parts[0]?.replace(/\s+/g, " ") ?? "");
  return index ? { index, variable: text } : undefined;
}

/** Threads along x that an index counts. */
function threadsOf(index: Index, launch: LaunchOutline, { text, outline }: RuleContext): number | undefined {
  const [grid, block] = launch.configuration
    .slice(0, 2)
    .map(({ start, end }) => foldDim3(text.slice(start, end), outline, start));
  if (!block) return undefined;
  if (index === "block") return block[0];
  return grid && grid[0] * block[0];
}

/** What a launch hands over for one pointer parameter, with the elements that it has. */
interface Given {
  readonly kernel: FunctionOutline;
  readonly parameter: string;
  readonly elements: number;
  readonly bytes: bigint;
  readonly allocation: Span;
  /** `4000 bytes are allocated`. */
  readonly allocationWords: string;
}

function globalOverruns(launch: LaunchOutline, context: RuleContext): readonly Problem[] {
  const kernel = kernelOf(launch, context.outline);
  if (!kernel?.body) return [];
  return launch.arguments.flatMap((_, position): readonly Problem[] => {
    const given = givenFor(kernel, launch, position, context);
    const found =
      given &&
      (lineOverrun(given, launch, context) ??
        planeOverrun(given, launch, context) ??
        reachOverrun(given, launch, position, context));
    return found ? [found] : [];
  });
}

function givenFor(
  kernel: FunctionOutline,
  launch: LaunchOutline,
  position: number,
  context: RuleContext,
): Given | undefined {
  const parameter = kernel.parameters[position];
  const argument = written(launch.arguments[position]!, context.text);
  const memory = parameter?.name && /\*/.test(parameter.type) ? context.host.memory(argument) : undefined;
  if (!memory?.allocation.call || !/^\w+$/.test(argument.text) || memory.allocation.isOneOfSeveral) return undefined;
  const call = context.host.calls.find((one) => one.call === memory.allocation.call);
  const bytes = call?.argument("bytes");
  const declared = kernel.template ? typeOf(argument.text, argument.start, context.outline) : undefined;
  // Of a template's parameter the argument knows the type.
  const element = elementBytes(parameter!.type) ?? (declared === undefined ? undefined : elementBytes(declared));
  const total = bytes && constantOf(context.host.size(bytes));
  // What lacks the factor is meant to have as many elements: its bytes are the finding of another rule.
  const isCount = call && bytes && total !== undefined && usedAsElements(call, bytes, context) !== undefined;
  const elements = total === undefined || !element ? 0 : Number(isCount ? total : total / element);
  if (elements === 0) return undefined;
  return {
    kernel,
    parameter: parameter!.name,
    elements,
    bytes: isCount ? total! * element! : total!,
    allocation: { start: call!.start, end: call!.end },
    allocationWords: isCount ? `${total} bytes, meant as elements, are allocated` : `${total} bytes are allocated`,
  };
}

const elementBytes = (pointer: string): bigint | undefined => constantOf(typeSize(pointer.replace(/\*.*$/s, "")));

/** More threads along x than elements. */
function lineOverrun(given: Given, launch: LaunchOutline, context: RuleContext): Problem | undefined {
  const { kernel, parameter, elements, allocationWords, allocation } = given;
  const access = plainAccesses(kernel, context).find((one) => one.access.name === parameter);
  const threads = access && threadsOf(access.index, launch, context);
  if (!access || threads === undefined || threads <= elements) return undefined;
  const does = access.access.use === "read" ? "read" : "write";
  return {
    span: { start: access.access.start, end: access.access.end },
    message: `The last ${threads - elements} of ${threads} threads (launch in line ${lineNumber(launch.start, context)}) ${does} past ${parameter}, which has ${elements} elements.`,
    certainty: "proved",
    severity: "error",
    related: [
      { span: { start: launch.start, end: launch.end }, message: `It is launched with ${threads} threads here` },
      { span: allocation, message: `${allocationWords} here` },
    ],
    fixes: guard(kernel, access, launch, elements, context),
  };
}

/** More rows or columns of threads than a matrix has. */
function planeOverrun(given: Given, launch: LaunchOutline, context: RuleContext): Problem | undefined {
  const { kernel, parameter, elements, allocationWords, allocation } = given;
  const plane = planeAccess(parameter, kernel, launch, context);
  if (!plane || plane.last < elements) return undefined;
  return {
    span: { start: plane.access.start, end: plane.access.end },
    message: `The last of ${plane.threads.join("×")} threads (launch in line ${lineNumber(launch.start, context)}) indexes element ${plane.last} of ${parameter}, which has ${elements}.`,
    certainty: "proved",
    severity: "error",
    related: [
      { span: { start: launch.start, end: launch.end }, message: "It is launched here. Guard both indices" },
      { span: allocation, message: `${allocationWords} here` },
    ],
  };
}

/** Accesses whose addresses, conditions and loops are known: what their threads certainly reach beyond the memory. */
function reachOverrun(
  { kernel, parameter, elements, bytes, allocationWords, allocation }: Given,
  launch: LaunchOutline,
  position: number,
  context: RuleContext,
): Problem | undefined {
  const line = lineNumber(launch.start, context);
  const size = Number(bytes) / elements;
  for (const facts of context.kernels) {
    if (demangle(facts.kernel.name).name !== kernel.name) continue;
    for (const { access, launch: shape, parameter: index, from, to } of facts.reaches) {
      const isOurs = index === position && shape.line === line - 1 && shape.path === undefined && shape.from === "site";
      if (!isOurs || (from >= 0 && to <= Number(bytes))) continue;
      const fact = facts.accesses.find((one) => one.access === access);
      const span = fact && context.accessSpan(fact);
      if (!span || span.start < kernel.start || span.end > kernel.end) continue;
      const element = Math.floor(from < 0 ? from / size : (to - 1) / size);
      const does = access.op === "load" ? "reads" : "writes";
      return {
        span,
        message: `The launch in line ${line} ${does} element ${element} of ${parameter}, which has ${elements} elements.`,
        certainty: "proved",
        severity: "error",
        related: [
          {
            span: { start: launch.start, end: launch.end },
            message: "It is launched here. Compare the index with the number of elements",
          },
          { span: allocation, message: `${allocationWords} here` },
        ],
      };
    }
  }
  return undefined;
}

/** `if (i < n)` before the statement, where the kernel is given the count. */
function guard(
  kernel: FunctionOutline,
  { access, variable }: PlainAccess,
  launch: LaunchOutline,
  elements: number,
  context: RuleContext,
): readonly Fix[] {
  const position = launch.arguments.findIndex((span) => {
    const argument = written(span, context.text);
    return constantOf(context.host.size(argument)) === BigInt(elements);
  });
  const count = kernel.parameters[position]?.name;
  const path = pathsIn(codeOf(context.text), kernel.body!)(access);
  const statement = path.at(-1);
  if (!count || !variable || statement?.kind !== "plain") return [];
  // A declaration cannot stand under a condition of its own.
  if (/^[\w:<>*&\s]+\s[*&]*\w+\s*=/.test(context.text.slice(statement.start, statement.end))) return [];
  const newText = `if (${variable} < ${count}) `;
  return [
    {
      title: `Insert ${newText.trim()}`,
      edits: [{ start: statement.start, end: statement.start, newText }],
      safe: false,
    },
  ];
}

/** Shared arrays that have fewer elements than the block has threads. */
function sharedOverruns(launch: LaunchOutline, context: RuleContext): readonly Problem[] {
  const kernel = kernelOf(launch, context.outline);
  if (!kernel?.body) return [];
  const index = context.outline.functions.indexOf(kernel);
  const arrays = context.outline.arrays.filter(
    (one) =>
      one.isShared &&
      one.dimensions.length <= 2 &&
      (one.within === index || (one.within === undefined && one.isExtern)),
  );
  return arrays.flatMap((array): readonly Problem[] => {
    if (array.dimensions.length === 2) return tileOverrun(array, kernel, launch, context);
    const access = plainAccesses(kernel, context).find(
      (one) => one.access.name === array.name && one.index === "block",
    );
    if (!access) return [];
    return array.isExtern
      ? dynamicOverrun(array, access, launch, context)
      : staticOverrun(array, access, launch, context);
  });
}

type SharedArray = RuleContext["outline"]["arrays"][number];

function staticOverrun(
  array: SharedArray,
  { access }: PlainAccess,
  launch: LaunchOutline,
  context: RuleContext,
): readonly Problem[] {
  const [dimension] = array.dimensions;
  const length = constantOf(sizeAt(context.text.slice(dimension!.start, dimension!.end), context, array.start));
  const threads = threadsOf("block", launch, context);
  if (length === undefined || threads === undefined || threads <= Number(length)) return [];
  return [
    {
      span: { start: access.start, end: access.end },
      message: `Threads ${length} to ${threads - 1} (launch in line ${lineNumber(launch.start, context)}) index past ${array.name}, which has ${length} elements.`,
      certainty: "proved",
      severity: "error",
      related: [
        { span: { start: array.start, end: array.end }, message: "The array is declared here" },
        { span: { start: launch.start, end: launch.end }, message: `It is launched with ${threads} threads here` },
      ],
    },
  ];
}

/** `tile[threadIdx.y][threadIdx.x]` of a block with more rows or columns than the tile. */
function tileOverrun(
  array: SharedArray,
  kernel: FunctionOutline,
  launch: LaunchOutline,
  context: RuleContext,
): readonly Problem[] {
  const { text, outline } = context;
  const code = codeOf(text);
  const [, blockSpan] = launch.configuration;
  const block = blockSpan && foldDim3(text.slice(blockSpan.start, blockSpan.end), outline, blockSpan.start);
  const lengths = array.dimensions.map(({ start, end }) =>
    constantOf(sizeAt(text.slice(start, end), context, array.start)),
  );
  if (!block || lengths.includes(undefined)) return [];
  const path = pathsIn(code, kernel.body!);
  for (const access of accessesWithin(outline, kernel.body!)) {
    const { start, end } = access;
    if (access.kind !== "subscript" || access.name !== array.name) continue;
    const subscripts = /^\w+\s*\[([^[\]]*)\]\s*\[([^[\]]*)\]$/.exec(code.slice(start, end))?.slice(1) ?? [];
    if (isGuarded(path(access), code, access) || mayHaveLeft(kernel, start, code)) continue;
    for (const [at, written] of subscripts.entries()) {
      const axis = blockAxis(written.trim(), start, context);
      const [length, threads] = [Number(lengths[at]), axis === undefined ? 0 : block[axis]];
      if (axis === undefined || threads <= length) continue;
      const what =
        at === 0 ? `${array.name}, which has ${length} rows` : `a row of ${array.name}, which has ${length} elements`;
      return [
        {
          span: { start, end },
          message: `Threads ${length} to ${threads - 1} along ${"xyz"[axis]} (launch in line ${lineNumber(launch.start, context)}) index past ${what}.`,
          certainty: "proved",
          severity: "error",
          related: [
            { span: { start: array.start, end: array.end }, message: "The array is declared here" },
            {
              span: { start: launch.start, end: launch.end },
              message: `It is launched with a block of ${block.join("×")} here`,
            },
          ],
        },
      ];
    }
  }
  return [];
}

/** Can a thread have left the kernel before an offset? */
const mayHaveLeft = ({ body }: FunctionOutline, at: number, code: string): boolean =>
  /\b(?:return|assert|__trap)\b/.test(code.slice(body!.start, at));

/** The axis, 0 for x, of which an index is the thread's number in its block. */
function blockAxis(index: string, at: number, { outline }: RuleContext): 0 | 1 | 2 | undefined {
  const isOf = (text: string): number =>
    ["x", "y", "z"].findIndex((one) => text.replace(/[\s()]/g, "") === `threadIdx.${one}`);
  const variable = /^\w+$/.test(index) ? unchangedVariable(index, at, outline) : undefined;
  const axis = isOf(variable ? (variable.initializer?.parts[0] ?? "") : index);
  return axis < 0 ? undefined : (axis as 0 | 1 | 2);
}

/** `<<<1, n, n>>>` for an array of ints: the third slot is bytes. */
function dynamicOverrun(
  array: SharedArray,
  _: PlainAccess,
  launch: LaunchOutline,
  context: RuleContext,
): readonly Problem[] {
  const [, block, shared] = launch.configuration.map((span) => written(span, context.text));
  const element = typeSize(array.type);
  const elementBytes = constantOf(element);
  if (!block || !shared || !elementBytes || elementBytes === 1n) return [];
  const bytes = context.host.size(shared);
  const threads: Size | undefined = context.host.size(block);
  const [known, count] = [constantOf(bytes), threadsOf("block", launch, context)];
  const isShort =
    known !== undefined && count !== undefined
      ? known > 0n && known < BigInt(count) * elementBytes
      : !!bytes && !!threads && (isSame(bytes, threads) || multipleOf(bytes, threads) !== undefined);
  if (!isShort) return [];
  const what = known === undefined ? shared.text : String(known);
  const need =
    count === undefined
      ? `${block.text} elements of ${elementBytes} bytes`
      : `${count} threads of ${elementBytes} bytes each`;
  const factor = /^[\w.]+$/.test(shared.text) ? shared.text : `(${shared.text})`;
  return [
    {
      span: shared,
      message: `${what} bytes of dynamic shared memory are too few for ${array.name}: ${need}. Multiply by sizeof(${array.type}).`,
      certainty: "proved",
      severity: "error",
      related: [{ span: { start: array.start, end: array.end }, message: "The array is declared here" }],
      fixes: [
        {
          title: `Multiply by sizeof(${array.type})`,
          edits: [{ start: shared.start, end: shared.end, newText: `${factor} * sizeof(${array.type})` }],
          safe: false,
        },
      ],
    },
  ];
}
