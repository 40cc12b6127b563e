/**
 * Launch configurations that cannot be meant: read from the outline alone, so that they are said of code that does not
 * compile too. Page: `docs/rules/launch-config-order.md`.
 */

import { type Slot, type Slots, slotsOf } from "../facts/host/launchSlots";
import { indexOf } from "../facts/host/outlineIndex";
import { defaultArchitecture } from "../hardware/architectures";
import { foldInteger } from "../syntax/constants";
import { enclosingFunction } from "../syntax/enclosing";
import type { FunctionOutline, LaunchOutline, Span } from "../syntax/model";
import { pattern } from "../syntax/text/patterns";
import { codeOf } from "../syntax/text/statements";
import { alongX, fewerThreads, roundedUp } from "./fixes/launchFixes";
import { type Division, isSameSize, type Part, partsOf, roundsDown, roundsUpBy } from "./host/launchForms";
import type { FindingCertainty, Fix, Rule, RuleContext, Severity } from "./model";
import { upper } from "./text/words";

/** One thing that is wrong with a launch. */
interface Problem {
  readonly span: Span;
  readonly message: string;
  readonly severity: Severity;
  readonly certainty: FindingCertainty;
  readonly fix?: Fix;
}

type Check = (slots: Slots, context: RuleContext) => Problem | undefined;

/** The same on every architecture. */
const { maxThreadsPerBlock, maxBlock, maxGrid, sharedPerBlock } = defaultArchitecture;
const axes = ["x", "y", "z"] as const;

/** Launches whose grid and block are exchanged, exceed a limit, or round down. */
export const launchConfigOrder: Rule<Problem> = {
  meta: {
    id: "launch-config-order",
    title: "Launch configuration out of order",
    category: "correctness",
    severity: "error",
    since: "0.1.0",
    fixSafety: "unsafe",
  },
  requires: [],

  run(context) {
    const found = context.outline.launches.flatMap((launch) => problemsOf(launch, context));
    // Several launches may take one variable.
    return [...new Map(found.map((one) => [`${one.span.start} ${one.message}`, one])).values()];
  },

  explain: ({ span, message, severity, certainty }) => ({ span, message, severity, certainty, related: [] }),

  fixes: ({ fix }) => (fix ? [fix] : []),
};

/** Checks in the order in which one explains away the next: a launch whose slots are exchanged is not also too large. */
const exchangeChecks: readonly Check[] = [
  streamInSharedSlot,
  exchanged,
  emptyLaunch,
  blockTooLarge,
  gridTooLarge,
  restLeftOut,
];
const sharedChecks: readonly Check[] = [sharedTooLarge, sharedMissing, sharedNeedless];

function problemsOf(launch: LaunchOutline, context: RuleContext): readonly Problem[] {
  const slots = slotsOf(launch, context);
  if (!slots) return [];
  const first = (checks: readonly Check[]): readonly Problem[] => {
    for (const check of checks) {
      const problem = check(slots, context);
      if (problem) return [problem];
    }
    return [];
  };
  return [...first(exchangeChecks), ...first(sharedChecks)];
}

function streamInSharedSlot(slots: Slots): Problem | undefined {
  const { shared, stream } = slots;
  const kind = shared && slots.streamKind(shared);
  if (!shared || !kind) return undefined;
  const common = {
    span: shared.span,
    severity: kind === "typed" ? "error" : "warning",
    certainty: kind === "typed" ? "proved" : "likely",
  } as const;
  const start = `${shared.text} is a stream, but the third slot of <<<>>> is bytes of shared memory`;
  if (!stream) {
    const edits = [{ start: shared.span.start, end: shared.span.start, newText: "0, " }];
    return {
      ...common,
      message: `${start}. Insert 0 before it. Else the kernel runs in the default stream.`,
      fix: { title: "Insert 0 bytes of shared memory before the stream", edits, safe: true },
    };
  }
  const edits = [
    { ...shared.span, newText: stream.text },
    { ...stream.span, newText: shared.text },
  ];
  return {
    ...common,
    message: `${start}. Exchange it with the fourth.`,
    fix: { title: "Exchange shared memory and stream", edits, safe: false },
  };
}

/** Grid and block exchanged: by their values, by how one is computed from the other, or by their names. */
function exchanged(slots: Slots, context: RuleContext): Problem | undefined {
  const { grid, block } = slots;
  const proof = exchangeProof(slots, context);
  if (!proof) return undefined;
  const edits = [
    { ...grid.span, newText: block.text },
    { ...block.span, newText: grid.text },
  ];
  return {
    span: { start: grid.span.start, end: block.span.end },
    message: `Grid and block are exchanged: ${proof.why}. <<<>>> takes the grid first.`,
    severity: proof.certainty === "proved" ? "error" : "warning",
    certainty: proof.certainty,
    fix: { title: "Exchange grid and block", edits, safe: false },
  };
}

function exchangeProof(
  { grid, block }: Slots,
  context: RuleContext,
): { readonly why: string; readonly certainty: FindingCertainty } | undefined {
  if (grid.text === block.text) return undefined;
  if (countsBlocksOf(block, grid, context)) {
    return { why: `${block.text} counts blocks of ${grid.text} threads`, certainty: "likely" };
  }
  const fails = block.size && !fitsBlock(block.size);
  if (fails && grid.size && fitsBlock(grid.size) && fitsGrid(block.size) && threads(grid.size) >= 32) {
    return {
      why: `a block cannot have ${threads(block.size)} threads, a block of ${threads(grid.size)} is usual`,
      certainty: "proved",
    };
  }
  // Names alone are believed when both say the same and nothing that is known speaks against them.
  if (
    grid.role === "block" &&
    block.role === "grid" &&
    !(block.size && grid.size && threads(block.size) > threads(grid.size) && fitsBlock(block.size))
  ) {
    return { why: `${grid.text} is a block by its name, ${block.text} a grid`, certainty: "likely" };
  }
  return undefined;
}

/** Is every dimension of `counted` a division, rounded up, by the same dimension of `sizes`? */
function countsBlocksOf(counted: Slot, sizes: Slot, context: RuleContext): boolean {
  const lengths = partsOf(sizes, context);
  const counts = partsOf(counted, context).map(({ text }) => roundsUpBy(text, context.outline, counted.span.start));
  if (!counts.length || counts.length !== lengths.length || counts.includes(undefined)) return false;
  return counts.every((divisor, axis) => {
    const length = lengths[axis]!.text;
    const member = `${sizes.text}.${axes[axis]}`;
    return (
      divisor === sizes.text || divisor === member || isSameSize(divisor!, length, context.outline, sizes.span.start)
    );
  });
}

/** `n / 256` blocks of 256 threads leave a rest of `n` without threads, unless the kernel's threads go on by themselves. */
function restLeftOut({ grid, block, kernel }: Slots, context: RuleContext): Problem | undefined {
  const { outline, text } = context;
  const body = kernel?.body && codeOf(text).slice(kernel.body.start, kernel.body.end);
  if (!kernel || body === undefined || /\bgridDim\b|\bthis_grid\b/.test(body)) return undefined;
  const lengths = partsOf(block, context);
  for (const [axis, part] of partsOf(grid, context).entries()) {
    const division = roundsDown(part.text);
    const length = lengths[axis]?.text;
    if (!division || length === undefined) continue;
    const { dividend, divisor } = division;
    if (divisor !== `${block.text}.${axes[axis]}` && !isSameSize(divisor, length, outline, grid.span.start)) continue;
    const fix = roundedUp(part);
    const [total, by] = [foldInteger(dividend, outline, part.start), foldInteger(length, outline, block.span.start)];
    const common = { span: placeOf(part, grid, text), ...(fix ? { fix } : {}) };
    if (total !== undefined && by !== undefined && by > 0n) {
      if (total % by === 0n) continue;
      return {
        ...common,
        message: `${part.text} rounds down: the last ${total % by} of ${total} get no thread. Round up, and let the kernel check its index.`,
        severity: "warning",
        certainty: "proved",
      };
    }
    if (!/^\w+(?:(?:\.|->)\w+)*$/.test(dividend) || total !== undefined || isMultiple(grid.span, division, context))
      continue;
    const isGuarded = guardsAgainst(dividend, kernel, grid, body, context);
    return {
      ...common,
      message: `${part.text} rounds down unless ${dividend} is a multiple of ${divisor}: the rest gets no thread. Round up${isGuarded ? "" : ", and let the kernel check its index"}.`,
      severity: "information",
      certainty: isGuarded ? "likely" : "bounded",
    };
  }
  return undefined;
}

/** A size that a variable starts with is reported there, where it is written; what a macro stands for, at the launch. */
function placeOf({ start, end }: Part, { span }: Slot, text: string): Span {
  const isMacro = /^[ \t]*#[ \t]*define\b/.test(text.slice(text.lastIndexOf("\n", start) + 1, start));
  return isMacro ? span : { start, end };
}

/** Does the code say that a size is a multiple of another: by a remainder that it takes, or by how the size is computed? */
function isMultiple({ start, end }: Span, { dividend, divisor }: Division, { text, outline }: RuleContext): boolean {
  const body = enclosingFunction(outline, start, end)?.body;
  const code = body ? codeOf(text).slice(body.start, body.end) : "";
  const root = dividend.split(/\.|->/)[0]!;
  const last = dividend.split(/\.|->/).at(-1)!;
  if (pattern`\b${[last, root]}\s*%|%\s*\(?${divisor}\b`.test(code)) return true;
  const values = [
    ...(indexOf(outline).variables.get(dividend) ?? []).map(({ initializer }) => initializer?.parts.join()),
    ...(indexOf(outline).assignments.get(dividend) ?? [])
      .filter(({ root: name }) => name === dividend)
      .map(({ value }) => value),
  ];
  // `n = blocks * threads`, and what is rounded up to a multiple.
  return values.some(
    (value) => value !== undefined && (value.includes(divisor) || /[Rr]ound|[Aa]lign|\/|<</.test(value)),
  );
}

/** Does the kernel compare an index with the parameter that it is given this number for? */
function guardsAgainst(
  name: string,
  kernel: FunctionOutline,
  { span }: Slot,
  body: string,
  { text, outline }: RuleContext,
): boolean {
  const launch = outline.launches.find(({ configuration }) => configuration[0]?.start === span.start);
  const position = launch?.arguments.findIndex(({ start, end }) => text.slice(start, end).trim() === name) ?? -1;
  const parameter = kernel.parameters[position]?.name;
  return !!parameter && pattern`\bif\s*\([^;{]*(?:<|>=)\s*${parameter}\b`.test(body);
}

/** The error of a launch of a bad size: CUDA 13 has another than the versions before it (recorded on an H200). */
const REFUSED = "The error is cudaErrorInvalidValue, and before CUDA 13 cudaErrorInvalidConfiguration.";

function emptyLaunch({ grid, block }: Slots, context: RuleContext): Problem | undefined {
  const empty = [grid, block].find(({ size }) => size?.some((length) => length === 0));
  if (!empty) return undefined;
  const zero = empty === grid ? partsOf(grid, context)[empty.size!.indexOf(0)] : undefined;
  const fix = zero && roundedUp(zero);
  return {
    ...(fix ? { fix } : {}),
    span: empty.span,
    message: `${empty.text} is ${empty.size!.join(" × ")}: a launch without ${empty === grid ? "blocks" : "threads"} fails. ${REFUSED}`,
    severity: "error",
    certainty: "proved",
  };
}

function blockTooLarge(slots: Slots, context: RuleContext): Problem | undefined {
  const { block } = slots;
  const { size } = block;
  if (!size || fitsBlock(size)) return undefined;
  const axis = size.findIndex((length, i) => length > maxBlock[i]!);
  const reason =
    threads(size) > maxThreadsPerBlock
      ? `a block of ${threads(size)} threads is over the limit of ${maxThreadsPerBlock}`
      : `a block of ${size[axis]} threads in ${axes[axis]} is over the limit of ${maxBlock[axis]}`;
  const isLongInZ = threads(size) <= maxThreadsPerBlock && axis === 2;
  const fix = isLongInZ ? alongX(slots, "block", 2, context) : fewerThreads(slots, maxThreadsPerBlock, context);
  return {
    ...(fix ? { fix } : {}),
    span: block.span,
    message: `${upper(reason)}: it is refused. ${isLongInZ ? "Put the long dimension into x" : "Use fewer threads and more blocks"}. ${REFUSED}`,
    severity: "error",
    certainty: "proved",
  };
}

function gridTooLarge(slots: Slots, context: RuleContext): Problem | undefined {
  const { grid } = slots;
  const { size } = grid;
  if (!size || fitsGrid(size)) return undefined;
  const axis = size.findIndex((length, i) => length > maxGrid[i]!);
  const fix = axis === 0 ? undefined : alongX(slots, "grid", axis as 1 | 2, context);
  return {
    ...(fix ? { fix } : {}),
    span: grid.span,
    message: `A grid of ${size[axis]} blocks in ${axes[axis]} is over the limit of ${maxGrid[axis]}: it is refused. Put the long dimension into x. ${REFUSED}`,
    severity: "error",
    certainty: "proved",
  };
}

function sharedTooLarge(slots: Slots, { architecture }: RuleContext): Problem | undefined {
  const { shared, sharedBytes } = slots;
  if (!shared || sharedBytes === undefined) return undefined;
  const { name, sharedPerBlockOptIn } = architecture;
  const isPossible = sharedBytes <= sharedPerBlockOptIn;
  if (sharedBytes <= sharedPerBlock || (isPossible && slots.raisesSharedLimit)) return undefined;
  const limit = isPossible ? `${sharedPerBlock} for a block` : `${sharedPerBlockOptIn} for a block on ${name}`;
  const advice = isPossible
    ? "Allow it with cudaFuncSetAttribute(…, cudaFuncAttributeMaxDynamicSharedMemorySize, …), or use less"
    : "Use less";
  return {
    span: shared.span,
    message: `${sharedBytes} bytes of dynamic shared memory are over the limit of ${limit}: the launch fails. ${advice}.`,
    severity: "error",
    certainty: "proved",
  };
}

function sharedMissing(slots: Slots): Problem | undefined {
  if (slots.dynamicArray === undefined || slots.sharedBytes !== 0) return undefined;
  return {
    span: slots.shared?.span ?? slots.configuration,
    message: `This launch gives the dynamic shared array ${slots.dynamicArray} 0 bytes. Pass its size as the third slot of <<<>>>.`,
    severity: "warning",
    certainty: "proved",
  };
}

function sharedNeedless(slots: Slots): Problem | undefined {
  if (!slots.shared || !slots.sharedBytes || !slots.isSurelyStatic) return undefined;
  return {
    span: slots.shared.span,
    message: `The kernel has no dynamic shared array: these ${slots.sharedBytes} bytes are reserved for nothing. Pass 0. They leave room for fewer blocks on a multiprocessor.`,
    severity: "information",
    certainty: "likely",
  };
}

const threads = ([x, y, z]: readonly [number, number, number]): number => x * y * z;

function fitsBlock(size: readonly [number, number, number]): boolean {
  return threads(size) <= maxThreadsPerBlock && size.every((length, i) => length <= maxBlock[i]!);
}

function fitsGrid(size: readonly [number, number, number]): boolean {
  return size.every((length, i) => length <= maxGrid[i]!);
}
