/** Elements that many threads of a block load again and again. Page: `docs/rules/missed-reuse.md`. */
import { elementTypeOf } from "../facts/host/declarations";
import { pathsIn } from "../facts/host/paths";
import { difference, type Size, sizeAt } from "../facts/host/sizes";
import type { AccessOutline, FunctionOutline } from "../syntax/model";
import { pattern } from "../syntax/text/patterns";
import { codeOf, type Statement } from "../syntax/text/statements";
import type { RuleContext } from "./model";
import { type Problem, problemRule } from "./model/problem";

/** Neighbours of an element that a thread loads before a tile is worth a line. */
const LEAST_TAPS = 5;
/** The same where they lie in several rows, of which caches keep the nearest: a cross of five points is silent. */
const LEAST_TAPS_OF_ROWS = 7;

/** Global loads of one element by many threads of a block, where a tile in shared memory loads it once. */
export const missedReuse = problemRule(
  {
    id: "missed-reuse",
    title: "Elements that a tile would load once",
    category: "performance",
    severity: "information",
    since: "0.3.0",
    fixSafety: "none",
  },
  [],
  (context) =>
    context.outline.functions
      .filter(({ isKernel, body }) => isKernel && body)
      .filter(
        (kernel) =>
          !/__shared__|\bshared\b|__shfl|wmma|tex[123]D/.test(codeOf(context.text).slice(kernel.start, kernel.end)),
      )
      .flatMap(
        (kernel) =>
          product(kernel, context) ??
          stencil(kernel, context) ??
          plane(kernel, context) ??
          window(kernel, context) ??
          [],
      ),
);

/** Subscripts of pointer parameters that a kernel reads, with the text of the index. */
interface Read {
  readonly access: AccessOutline;
  readonly name: string;
  readonly index: string;
}

/** Reads by kernel: each question that is asked of one looks at them. */
const known = new WeakMap<FunctionOutline, readonly Read[]>();

function readsIn(kernel: FunctionOutline, context: RuleContext): readonly Read[] {
  const reads = known.get(kernel) ?? findReads(kernel, context);
  known.set(kernel, reads);
  return reads;
}

/** The first of the accesses, in the order of the text, that does not start before an offset. */
function firstFrom(accesses: readonly AccessOutline[], offset: number): number {
  let [low, high] = [0, accesses.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (accesses[middle]!.start < offset) low = middle + 1;
    else high = middle;
  }
  return low;
}

function findReads(kernel: FunctionOutline, { outline, text }: RuleContext): readonly Read[] {
  const { start, end } = kernel.body!;
  const { accesses = [] } = outline;
  return accesses.slice(firstFrom(accesses, start), firstFrom(accesses, end)).flatMap((access): readonly Read[] => {
    if (access.kind !== "subscript" || access.use !== "read" || access.end > end) return [];
    const match = /^([\w.>-]+?)\s*\[([^[\]]*)\]$/s.exec(text.slice(access.start, access.end));
    const parameter = kernel.parameters.find(({ name }) => name === access.name);
    return match && parameter ? [{ access, name: match[1]!, index: match[2]!.replace(/\s+/g, " ").trim() }] : [];
  });
}

/** The farthest neighbour of a stencil, in elements: farther ones are rows or strides of the block. */
const LARGEST_RADIUS = 16;

/** The names in an expression, with those that its variables start with. */
function namesIn(expression: string, at: number, context: RuleContext, depth = 0): ReadonlySet<string> {
  const names = new Set<string>();
  for (const word of expression.match(/[A-Za-z_][\w.]*/g) ?? []) {
    names.add(word);
    const variable = (context.outline.variables ?? []).findLast(
      (one) =>
        one.name === word &&
        one.nameSpan.start < at &&
        one.scope.start <= at &&
        at < one.scope.end &&
        one.within !== undefined,
    );
    const start = variable?.initializer?.parts[0];
    if (depth > 3) continue;
    for (const name of namesReturned(word, expression, context)) names.add(name);
    if (start === undefined) continue;
    for (const name of namesIn(start, variable!.nameSpan.start, context, depth + 1)) names.add(name);
  }
  return names;
}

/** The built-in indices that a function of the device returns: `globalId()` for `blockIdx.x * blockDim.x + threadIdx.x`. */
function namesReturned(word: string, expression: string, { outline, text }: RuleContext): readonly string[] {
  if (!pattern`\b${word}\s*\(`.test(expression)) return [];
  const body = outline.functions.find((one) => one.isDevice && !one.isKernel && one.name === word)?.body;
  const code = body && codeOf(text).slice(body.start, body.end);
  return /\breturn\b([^;]*);\s*\}?\s*$/.exec(code ?? "")?.[1]?.match(/\b(?:thread|block)(?:Idx|Dim)\.[xyz]\b/g) ?? [];
}

const counterOf = (loop: Statement, text: string): string | undefined =>
  loop.kind === "for" && loop.head
    ? /([A-Za-z_]\w*)\s*=(?!=)/.exec(text.slice(loop.head.start, loop.head.end))?.[1]
    : undefined;

/** `sum += a[row * n + k] * b[k * n + column]` in a loop over k. */
function product(kernel: FunctionOutline, context: RuleContext): readonly Problem[] | undefined {
  const { text } = context;
  const path = pathsIn(codeOf(text), kernel.body!);
  const reads = readsIn(kernel, context);
  for (const first of reads) {
    const loop = path(first.access).findLast(({ kind }) => kind === "for");
    const counter = loop && counterOf(loop, text);
    if (!loop || !counter) continue;
    const dependsOn = ({ index, access }: Read, name: string): boolean =>
      namesIn(index, access.start, context).has(name);
    const isAlong = (one: Read, axis: "x" | "y"): boolean =>
      dependsOn(one, `threadIdx.${axis}`) && dependsOn(one, counter);
    const second = reads.find(
      (one) =>
        one.name !== first.name &&
        path(one.access).includes(loop) &&
        isAlong(one, "x") &&
        !dependsOn(one, "threadIdx.y"),
    );
    if (!second || !isAlong(first, "y") || dependsOn(first, "threadIdx.x")) continue;
    return [
      {
        span: { start: first.access.start, end: first.access.end },
        message: `Each element of ${first.name} is loaded by all threads along x, of ${second.name} by all along y. A tile loads it once per block.`,
        certainty: "likely",
        related: [
          { span: { start: second.access.start, end: second.access.end }, message: "The other factor of the product" },
        ],
        sketch: tile(first, second, counter, context),
      },
    ];
  }
  return undefined;
}

/** An element of a row: `row * pitch + column`. */
const rowIndex = /^(\w+) ?\* ?(\w+) ?\+ ?(\w+)$/;

/** A product in tiles, with the names of an index that is written as `row * K + k` or `k * N + column`. */
function tile(a: Read, b: Read, counter: string, context: RuleContext): string {
  const [, row, inner, along] = rowIndex.exec(a.index) ?? [];
  const [, down, pitch, column] = rowIndex.exec(b.index) ?? [];
  const isNamed = along === counter && down === counter;
  const [y, k, n, x] = isNamed ? [row, inner, pitch, column] : ["row", "n", "n", "column"];
  const [left, right] = [elementOf(a, context), elementOf(b, context)];
  const shared =
    left === right
      ? [`__shared__ ${left} left[16][16], right[16][16];`]
      : [`__shared__ ${left} left[16][16];`, `__shared__ ${right} right[16][16];`];
  return [
    ...shared,
    `for (int t = 0; t < (${k} + 15) / 16; ++t) {`,
    `    left[threadIdx.y][threadIdx.x] = ${a.name}[${y} * ${k} + t * 16 + threadIdx.x];`,
    `    right[threadIdx.y][threadIdx.x] = ${b.name}[(t * 16 + threadIdx.y) * ${n} + ${x}];`,
    "    __syncthreads();",
    "    for (int k = 0; k < 16; ++k) sum += left[threadIdx.y][k] * right[k][threadIdx.x];",
    "    __syncthreads();",
    "}",
  ].join("\n");
}

/** `in[i - 3] … in[i + 3]`: neighbours that the threads beside load too. */
function stencil(kernel: FunctionOutline, context: RuleContext): readonly Problem[] | undefined {
  const { text } = context;
  const path = pathsIn(codeOf(text), kernel.body!);
  const groups = new Map<string, { read: Read; offsets: Set<string> }>();
  for (const read of readsIn(kernel, context)) {
    const match = /^([A-Za-z_]\w*)(?: ?([-+]) ?(\w+))?$/.exec(read.index);
    if (!match || !namesIn(match[1]!, read.access.start, context).has("threadIdx.x")) continue;
    const size = sizeAt(match[1]!, context, read.access.start);
    if (size && [...size.keys()].some((one) => one.includes("threadIdx.x")) && !countsThreads(size)) continue;
    const loops = path(read.access).flatMap((one) => counterOf(one, text) ?? []);
    const isCounter = match[3] !== undefined && loops.includes(match[3]);
    if (match[3] !== undefined && !isCounter && !(Number(match[3]) <= LARGEST_RADIUS)) continue;
    const key = `${read.name} ${match[1]}`;
    const group = groups.get(key) ?? { read, offsets: new Set<string>() };
    group.offsets.add(`${match[2] ?? ""}${match[3] ?? 0}${isCounter ? " in a loop" : ""}`);
    groups.set(key, group);
  }
  for (const { read, offsets } of groups.values()) {
    const inLoop = [...offsets].filter((one) => one.endsWith("loop"));
    const isBoth = inLoop.some((one) => one.startsWith("+")) && inLoop.some((one) => one.startsWith("-"));
    if (!isBoth && offsets.size < LEAST_TAPS) continue;
    return [neighbours(read, isBoth ? "by all its neighbours" : `${offsets.size} times`, context)];
  }
  return undefined;
}

/** Are the elements of neighbouring threads neighbours: does the index grow by one with `threadIdx.x`? */
function countsThreads(index: Size): boolean {
  const own = [...index].filter(([symbols]) => symbols.includes("threadIdx.x"));
  return own.length === 1 && own[0]![1] === 1n && /^threadIdx\.x[^*]*$/.test(own[0]![0]);
}

/** `u[i - 1]`, `u[i + 1]`, `u[(y - 1) * n + x]`: reads whose indices differ by a few elements, or by whole rows. */
function plane(kernel: FunctionOutline, context: RuleContext): readonly Problem[] | undefined {
  const groups = new Map<string, { read: Read; from: Size; offsets: Set<string> }>();
  for (const read of readsIn(kernel, context)) {
    const size = sizeAt(read.index, context, read.access.start);
    if (!size || !countsThreads(size)) continue;
    const group = groups.get(read.name) ?? { read, from: size, offsets: new Set<string>() };
    const offset = [...difference(size, group.from)];
    const isNear = offset.every(([, factor]) => factor <= LARGEST_RADIUS && factor >= -LARGEST_RADIUS);
    const rows = offset.filter(([symbols]) => symbols !== "");
    if (!isNear || rows.length > 1 || rows.some(([symbols]) => /threadIdx|blockIdx|blockDim|gridDim/.test(symbols)))
      continue;
    group.offsets.add(offset.join());
    groups.set(read.name, group);
  }
  // Without neighbours in its row, a thread reads elements apart, each of them once: one of every chunk.
  const found = [...groups.values()].find(
    ({ offsets }) =>
      offsets.size >= LEAST_TAPS_OF_ROWS && [...offsets].filter((one) => /^,-?\d+$/.test(one)).length > 1,
  );
  return found ? [neighbours(found.read, `${found.offsets.size} times`, context)] : undefined;
}

function neighbours(read: Read, often: string, context: RuleContext): Problem {
  const { access, name } = read;
  return {
    span: { start: access.start, end: access.end },
    message: `Each element of ${name} is loaded ${often} in a block. Load a tile with its halo into shared memory once.`,
    certainty: "likely",
    sketch: halo(read, context).join("\n"),
  };
}

/** A tile with its halo: of a row, or of rows where the index follows the rows of the block as well. */
function halo(read: Read, context: RuleContext): readonly string[] {
  const { access, name, index } = read;
  const type = elementOf(read, context);
  if (!namesIn(index, access.start, context).has("threadIdx.y"))
    return [
      `__shared__ ${type} tile[BLOCK + 2 * RADIUS];`,
      `tile[threadIdx.x + RADIUS] = ${name}[i];`,
      "// the first RADIUS threads load the halo on either side",
      "__syncthreads();",
    ];
  const pitch = rowIndex.exec(index)?.[2] ?? "n";
  return [
    `__shared__ ${type} tile[BLOCK_Y + 2 * RADIUS][BLOCK_X + 2 * RADIUS];`,
    "int x0 = blockIdx.x * BLOCK_X - RADIUS, y0 = blockIdx.y * BLOCK_Y - RADIUS;",
    "for (int r = threadIdx.y; r < BLOCK_Y + 2 * RADIUS; r += BLOCK_Y)",
    "    for (int c = threadIdx.x; c < BLOCK_X + 2 * RADIUS; c += BLOCK_X)",
    `        tile[r][c] = ${name}[(y0 + r) * ${pitch} + x0 + c];  // 0 outside of ${name}`,
    "__syncthreads();",
  ];
}

/** The type of what a read loads. */
const elementOf = ({ access, name }: Read, { outline }: RuleContext): string =>
  elementTypeOf(name, access.start, outline) ?? "float";

/** The index with what its variables start with: `int j = i + offset; … in[j]`, `in[y * width + j]`. */
function startOf({ index, access }: Read, counters: readonly string[], { outline }: RuleContext): string {
  return index.replace(/(?<![\w.])[A-Za-z_]\w*\b(?!\s*[.(])/g, (word) => {
    if (counters.includes(word)) return word;
    const variable = (outline.variables ?? []).findLast(
      ({ name, nameSpan, scope }) =>
        name === word && nameSpan.start < access.start && scope.start <= access.start && access.start < scope.end,
    );
    return variable?.initializer?.parts[0] ?? word;
  });
}

/** `for (offset = -R; …) sum += in[i + offset]`, in one dimension or two. */
function window(kernel: FunctionOutline, context: RuleContext): readonly Problem[] | undefined {
  const { text } = context;
  const path = pathsIn(codeOf(text), kernel.body!);
  for (const read of readsIn(kernel, context)) {
    if (!namesIn(read.index, read.access.start, context).has("threadIdx.x")) continue;
    const loops = path(read.access);
    const index = startOf(
      read,
      loops.flatMap((loop) => counterOf(loop, text) ?? []),
      context,
    );
    const isAround = loops.some((loop) => {
      const counter = counterOf(loop, text);
      const head = loop.head ? text.slice(loop.head.start, loop.head.end) : "";
      const isBelow = counter !== undefined && pattern`\b${counter}\s*=\s*-`.test(head);
      return isBelow && pattern`\+\s*${counter}\b|\b${counter}\s*\+`.test(index);
    });
    if (isAround) return [neighbours(read, "by all its neighbours", context)];
  }
  return undefined;
}
