/**
 * The host memory to which an expression points, traced back to its allocation through variables, members, parameters, casts
 * and offsets of the file. Whatever is uncertain is unknown.
 */

import type { CallOutline, Outline, VariableOutline } from "../../syntax/model";
import { type Allocation, allocatorKind, type HostMemory, type HostSource, isNothing } from "./hostAllocators";
import { memoryReturned, memoryThrough } from "./hostCalls";
import { typeOf, variableAt } from "./launchSlots";

const pageableCall = /\b(malloc|calloc|realloc|aligned_alloc|memalign|valloc|strdup|_mm_malloc|_aligned_malloc)\s*\(/;
const pageableContainer = /^(?:std::|thrust::)?(vector|string|array|deque|valarray|host_vector)\b/;
const MAX_DEPTH = 6;

/** The memory to which an expression at an offset of the text points; `undefined` where it is not certain. */
export function memoryOf(expression: string, at: number, source: HostSource, depth = 0): HostMemory | undefined {
  if (depth > MAX_DEPTH) return undefined;
  const allocated = allocation(expression);
  if (allocated) return { kind: "pageable", what: allocated, allocation: { span: { start: at, end: at }, expression } };
  const value = valueAt(expression, at, source, depth);
  if (value) return value;
  const returned = memoryReturned(expression, source, depth, memoryOf);
  if (returned) return returned;
  const root = rootOf(expression);
  return root === undefined ? undefined : memoryOfName(root, at, source, depth);
}

/** The memory of `&sum` where the variable is no pointer: the variable itself. */
function valueAt(expression: string, at: number, source: HostSource, depth: number): HostMemory | undefined {
  const { text, outline } = source;
  const name = /^(?:\(\s*(?:const\s+)?void\s*\*\s*\)\s*)?&\s*([A-Za-z_]\w*)$/.exec(expression.trim())?.[1];
  const variable = name === undefined ? undefined : variableAt(name, at, outline);
  if (!name || !variable || !plainType.test(variable.type)) return undefined;
  const declaration = text.slice(text.lastIndexOf("\n", variable.nameSpan.start) + 1, variable.nameSpan.start);
  if (/__(?:device|constant|managed|shared)__/.test(declaration)) return undefined;
  const known = outline.calls.flatMap((call) => allocationBy(call, name, at, source, variable, depth));
  if (known.some((memory) => memory?.kind === "pinned")) return { kind: "pinned" };
  return {
    kind: "pageable",
    what: `the variable ${name}`,
    allocation: { span: variable.nameSpan, owner: { kind: "value", name }, variable },
  };
}

/** Types of which one variable is nothing but its bytes. */
const plainType =
  /^(?:const\s+)?(?:unsigned\s+|signed\s+|long\s+|short\s+)*(?:char|short|int|long|float|double|bool|unsigned|size_t|u?int(?:8|16|32|64)_t|(?:float|int|uint|double)[1-4])$/;

/** The description of an expression that allocates pageable memory. */
function allocation(expression: string): string | undefined {
  if (/^(?:\([^()]*\)\s*|(?:static|reinterpret)_cast<[^>]*>\s*\(\s*)*new\b/.test(expression.trim())) return "new";
  const call = /^(?:\([^()]*\)\s*|(?:static|reinterpret)_cast<[^>]*>\s*\(\s*|std::|::)*(\w+)\s*\(/.exec(
    expression.trim(),
  );
  return call && pageableCall.test(`${call[1]}(`) ? call[1] : undefined;
}

/** The variable or member at the root of a pointer expression: `h` for `(void*)(h + 4)`, `s.h` for `&s.h[i]`. */
function rootOf(expression: string): string | undefined {
  let text = expression.replace(/\s+/g, " ").trim();
  for (let before = ""; before !== text; ) {
    before = text;
    text = text
      .replace(/^\((?:const )?\w[\w: ]*(?:<[^()]*>)? ?\*+ ?\) ?/, "")
      .replace(/^(?:static|reinterpret|const)_cast ?<[^()]*> ?\((.*)\)$/, "$1")
      .replace(/^(?:thrust::)?raw_pointer_cast ?\((.*)\)$/, "$1")
      .replace(/^\((.*)\)$/, (whole, inner: string) => (inner.includes(")") && !inner.includes("(") ? whole : inner))
      .replace(/^& ?/, "")
      // Of an array of structures, all have the same members: `plan[i].host`.
      .replace(/\[[^[\]]*\](?= ?(?:\.|->) ?[A-Za-z_]\w*(?![\w ]*\())/g, "")
      .trim();
  }
  const match =
    /^((?:this->)?[A-Za-z_]\w*(?:(?:\.|->)[A-Za-z_]\w*)*?)(?:(?:\.|->)(?:data|get|begin|c_str)\s*\(\s*\))?(?:\s*(?:\[.*|(?:\+|-(?!>)).*))?$/s.exec(
      text,
    );
  return match?.[1]?.replace(/^this->/, "");
}

function memoryOfName(name: string, at: number, source: HostSource, depth: number): HostMemory | undefined {
  const { outline } = source;
  const plain = !/[.>]/.test(name);
  const root = name.split(/\.|->/)[0]!;
  const variable = plain ? variableAt(name, at, outline) : undefined;
  const evidence: (HostMemory | undefined)[] = [];
  const type = typeOf(root, at, outline);
  const container = plain ? declaredContainer(name, at, source, type) : undefined;
  const calls = outline.calls.flatMap((call) => allocationBy(call, name, at, source, variable, depth));
  if (container) return calls.some((memory) => memory?.kind === "pinned") ? { kind: "pinned" } : container;
  evidence.push(...calls);
  if (variable?.initializer) evidence.push(...initialised(variable, source, depth));
  evidence.push(...assigned(name, at, variable, source, depth));
  const parameter = plain && !variable ? passed(name, at, source, depth) : [];
  evidence.push(...parameter);
  const [first] = evidence;
  if (!first || evidence.some((one) => one === undefined)) return undefined;
  // A pointer that was registered is pinned, wherever it came from.
  const other = evidence.find((one) => one!.kind !== "pageable");
  if (other) return other;
  return first.kind === "pageable" && evidence.length > 1
    ? { ...first, allocation: { ...first.allocation, isOneOfSeveral: true } }
    : first;
}

/** Containers and arrays own pageable memory by their type. */
function declaredContainer(
  name: string,
  at: number,
  { outline }: HostSource,
  type: string | undefined,
): HostMemory | undefined {
  const array = outline.arrays.findLast((one) => one.name === name && one.start <= at && !one.isShared);
  const around = (one: number | undefined): boolean =>
    one === undefined ||
    ((outline.functions[one]?.body?.start ?? 0) <= at && at < (outline.functions[one]?.body?.end ?? 0));
  if (array && around(array.within)) {
    if (
      /[*]/.test(array.type) ||
      /__(?:device|constant|managed)__/.test(array.type) ||
      /\b(?:vector|cudaStream_t|cudaEvent_t|unique_ptr)\b/.test(array.type)
    )
      return undefined;
    return {
      kind: "pageable",
      what: `the array ${name}`,
      allocation: { span: { start: array.start, end: array.end }, owner: { kind: "array", name } },
    };
  }
  const container = pageableContainer.exec(type?.replace(/^const\s+/, "") ?? "")?.[1];
  // A second template argument is an allocator, which may pin.
  if (!container || /[*&]\s*$/.test(type!) || hasAllocator(type!)) return undefined;
  const variable = variableAt(name, at, outline);
  return {
    kind: "pageable",
    what: `the ${container === "host_vector" ? "thrust::host_vector" : `std::${container}`} ${name}`,
    allocation: {
      span: variable?.nameSpan ?? { start: at, end: at },
      owner: { kind: container === "array" ? "array" : "container", name },
      ...(variable ? { variable } : {}),
    },
  };
}

function hasAllocator(type: string): boolean {
  if (/\barray\b/.test(type)) return false;
  let depth = 0;
  for (const character of type) {
    if (character === "<") depth++;
    if (character === ">") depth--;
    if (character === "," && depth === 1) return true;
  }
  return false;
}

/** The memory that a call allocates or registers for a pointer: `cudaMallocHost(&p, …)`, `cudaHostRegister(p, …)`. */
function allocationBy(
  call: CallOutline,
  name: string,
  at: number,
  source: HostSource,
  variable: VariableOutline | undefined,
  depth: number,
): readonly (HostMemory | undefined)[] {
  const { text, outline } = source;
  const [first] = call.arguments;
  if (!first) return [];
  const isVisible = !variable || (variable.scope.start <= call.start && call.start < variable.scope.end);
  if (!isVisible && variable) return [];
  // A name that is declared nowhere in sight is a member: any function may allocate it.
  const isMember = /[.>]/.test(name) || (!variable && typeOf(name, at, outline) === undefined);
  if (!variable && call.within !== functionAt(at, outline) && !isMember) return [];
  const last = (path: string | undefined): string | undefined => path?.split(/\.|->/).at(-1);
  for (const [index, span] of call.arguments.entries()) {
    const argument = text.slice(span.start, span.end).trim();
    const isAddress =
      /^(?:\([^()]*\)\s*|(?:reinterpret|static)_cast<[^()]*>\s*\(\s*)*&/.test(argument) && !argument.includes("[0]");
    const isRegistered = index === 0 && /Register/.test(call.callee);
    const root = rootOf(argument.replace(/^(?:reinterpret|static)_cast<[^()]*>\s*\((.*)\)$/s, "$1"));
    const given = argument === name ? memoryThrough(call, index, source, depth, memoryOf) : undefined;
    if (given) return [given];
    if ((!isAddress && !isRegistered) || (isMember ? last(root) !== last(name) : root !== name)) continue;
    const kind = allocatorKind(call.callee);
    if (kind) return [{ kind }];
    const through = memoryThrough(call, index, source, depth, memoryOf);
    if (through) return [through];
    if (call.callee === "posix_memalign")
      return [{ kind: "pageable", what: "posix_memalign", allocation: { span: { start: call.start, end: call.end } } }];
    // A macro around the call, or a function that only reads: the real call inside tells.
    return isAddress &&
      !/^[A-Z_0-9]+$/.test(call.callee) &&
      index === 0 &&
      argument.startsWith("&") &&
      !/\[/.test(argument)
      ? [undefined]
      : [];
  }
  return [];
}

function initialised(
  variable: VariableOutline,
  source: HostSource,
  depth: number,
): readonly (HostMemory | undefined)[] {
  const expression = variable.initializer!.parts.join(", ").trim();
  if (isNothing(expression)) return [];
  const what = allocation(expression);
  const owner = { kind: "pointer", name: variable.name } as const;
  if (what) return [{ kind: "pageable", what, allocation: { span: variable.nameSpan, owner, variable, expression } }];
  return [memoryOf(expression, variable.nameSpan.start, source, depth + 1)];
}

/** Every assignment to a variable, or to a member of that name anywhere in the file. */
function assigned(
  name: string,
  at: number,
  variable: VariableOutline | undefined,
  source: HostSource,
  depth: number,
): readonly (HostMemory | undefined)[] {
  const member = name.split(/\.|->/).at(-1)!;
  const isMember = member !== name;
  return (source.outline.assignments ?? []).flatMap((one): readonly (HostMemory | undefined)[] => {
    if (one.operator !== "=") return [];
    const target = source.text
      .slice(one.target.start, one.target.end)
      .replace(/\s+/g, "")
      .replace(/^this->/, "")
      .replace(/\[[^\]]*\]$/, "");
    const isSame = isMember
      ? target.split(/\.|->/).at(-1) === member && (/[.>]/.test(target) || target === member)
      : target === name;
    if (!isSame || one.value === undefined) return [];
    if (variable && !(variable.scope.start <= one.start && one.start < variable.scope.end)) return [];
    if (!variable && !isMember && functionAt(one.start, source.outline) !== functionAt(at, source.outline)) {
      // A name without a declaration in sight is a member or a global of a header: every assignment to it counts.
      if (typeOf(name, at, source.outline) !== undefined) return [];
    }
    if (isNothing(one.value)) return [];
    const what = allocation(one.value);
    if (what) {
      const allocated: Allocation = {
        span: { start: one.start, end: one.end },
        owner: { kind: "pointer", name: source.text.slice(one.target.start, one.target.end).trim() },
        assignment: one,
        expression: one.value,
      };
      return [{ kind: "pageable", what, allocation: variable ? { ...allocated, variable } : allocated }];
    }
    return [memoryOf(one.value, one.start, source, depth + 1)];
  });
}

/** The memory that callers in the file pass for a parameter. */
function passed(name: string, at: number, source: HostSource, depth: number): readonly (HostMemory | undefined)[] {
  const { outline, text } = source;
  const index = functionAt(at, outline);
  const own = index === undefined ? undefined : outline.functions[index];
  const position = own?.parameters.findIndex((one) => one.name === name) ?? -1;
  if (!own || position < 0 || own.isKernel) return [];
  const calls = outline.calls.filter(({ callee }) => callee === own.name || callee === own.qualifiedName);
  return calls.map((call) => {
    const span = call.arguments[position];
    return span ? memoryOf(text.slice(span.start, span.end), call.start, source, depth + 1) : undefined;
  });
}

/** The index of the function whose body contains an offset of the text. */
export function functionAt(at: number, { functions }: Outline): number | undefined {
  const index = functions.findIndex(({ body }) => body && body.start <= at && at < body.end);
  return index < 0 ? undefined : index;
}
