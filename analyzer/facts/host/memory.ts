/**
 * What memory a host expression points into, followed through the file from its allocation: variables, members,
 * parameters, casts and offsets. What is not certain stays unknown.
 */

import { enclosingFunction, enclosingFunctionIndex } from "../../syntax/enclosing";
import type { AssignmentOutline, CallOutline, Outline, Span, VariableOutline } from "../../syntax/model";
import { startingIn } from "../../syntax/nearby";
import { sizeOfType } from "../../syntax/text/integers";
import { ofText } from "../../syntax/text/ofText";
import { typeOf, variableAt } from "./declarations";
import { type Allocation, allocatorKind, type HostMemory, isNothing } from "./memoryModel";
import { indexOf, lastOf } from "./outlineIndex";
import { memoryReturned, memoryThrough } from "./returnedMemory";
import type { HostSource } from "./sizes";

const pageableCall =
  /\b(malloc|calloc|realloc|aligned_alloc|memalign|valloc|strdup|_mm_malloc|_aligned_malloc|make_unique)\s*\(/;
const pageableContainer = /^(?:std::|thrust::)?(vector|string|array|deque|valarray|host_vector)\b/;
const MAX_DEPTH = 6;
const registers = ofText((text) => /\bcudaHostRegister\b/.test(text));

/** What an expression at an offset points into; `undefined` where the file does not decide it. */
export function memoryOf(expression: string, at: number, source: HostSource, depth = 0): HostMemory | undefined {
  if (depth > MAX_DEPTH) return undefined;
  if (isClassNew(expression, source)) return undefined;
  const allocated = allocation(expression);
  if (allocated) return { kind: "pageable", what: allocated, allocation: { span: { start: at, end: at }, expression } };
  const value = valueAt(expression, at, source, depth);
  if (value) return value;
  if (isAddressOfOwnPointer(expression, at, source)) return undefined;
  const returned = memoryReturned(expression, source, depth, memoryOf);
  if (returned) return returned;
  const root = rootOf(expression);
  return root === undefined ? undefined : memoryOfName({ name: root, at, expression }, source, depth);
}

/** `new T` where the file has an `operator new` of its own, which may give any memory. */
function isClassNew(expression: string, { text }: HostSource): boolean {
  const type = /^(?:\([^()]*\)\s*)?new\s+([\w:]+)/.exec(expression.trim())?.[1];
  return type !== undefined && sizeOfType(type) === undefined && /\boperator\s+new\b/.test(text);
}

/** `&sum` of a variable that is no pointer: the variable itself is the memory. */
function valueAt(expression: string, at: number, source: HostSource, depth: number): HostMemory | undefined {
  const { text, outline } = source;
  const name = /^(?:\(\s*(?:const\s+)?void\s*\*\s*\)\s*)?&\s*([A-Za-z_]\w*)$/.exec(expression.trim())?.[1];
  const variable = name === undefined ? undefined : variableAt(name, at, outline);
  if (!name || !variable || !plainType.test(variable.type)) return undefined;
  if (isDeviceVariable(variable.nameSpan.start, text)) return undefined;
  const place: NamedPlace = { name, at, expression: name };
  const known = indexOf(outline)
    .calls(name, text)
    .flatMap((call) => allocationBy(call, place, source, variable, depth));
  const pinned = known.find((memory) => memory?.kind === "pinned");
  if (pinned) return pinned;
  return {
    kind: "pageable",
    what: `the variable ${name}`,
    allocation: { span: variable.nameSpan, owner: { kind: "value", name }, variable },
  };
}

/** `&p`, `&(e->name)`: where the pointer itself lies, not what it leads to. */
function isAddressOfOwnPointer(expression: string, at: number, { outline }: HostSource): boolean {
  const path = /^(?:\([^()]*\)\s*)*&\s*\(?\s*([A-Za-z_]\w*(?:(?:\.|->)\w+)*)\s*\)?$/.exec(expression.trim())?.[1];
  if (path === undefined) return false;
  const isPath = /[.>]/.test(path);
  const type = isPath ? memberType(lastName(path), outline) : variableAt(path, at, outline)?.type;
  return type !== undefined && /\*\s*(?:const\s*)?$/.test(type);
}

/** Is what is declared at an offset a variable of the device? */
function isDeviceVariable(at: number, text: string): boolean {
  const start = Math.max(...[";", "}", "{"].map((mark) => text.lastIndexOf(mark, at - 1))) + 1;
  return /__(?:device|constant|managed|shared)__/.test(text.slice(start, at));
}

/** Types of which one variable is nothing but its bytes. */
const plainType =
  /^(?:const\s+)?(?:unsigned\s+|signed\s+|long\s+|short\s+)*(?:char|short|int|long|float|double|bool|unsigned|size_t|u?int(?:8|16|32|64)_t|(?:float|int|uint|double)[1-4])$/;

/** The words for an expression that allocates pageable memory itself. */
function allocation(expression: string): string | undefined {
  if (/^(?:\([^()]*\)\s*|(?:static|reinterpret)_cast<[^>]*>\s*\(\s*)*new\b/.test(expression.trim())) return "new";
  const call =
    /^(?:\([^()]*\)\s*|(?:static|reinterpret)_cast<[^>]*>\s*\(\s*|std::|::)*(\w+)\s*(?:<[^<>()]*>\s*)?\(/.exec(
      expression.trim(),
    );
  return call && pageableCall.test(`${call[1]}(`) ? call[1] : undefined;
}

/** The variable or member that a pointer expression starts from: `h` for `(void*)(h + 4)`, `s.h` for `&s.h[i]`. */
export function rootOf(expression: string): string | undefined {
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

/** A name where it is used, with the expression around it. */
export interface NamedPlace {
  readonly name: string;
  readonly at: number;
  readonly expression: string;
}

/** `h[i]` as a pointer, and `h[i] + 4`: the elements of `h` are pointers, and what is stored into them counts. */
const isElement = ({ expression }: NamedPlace): boolean =>
  /\]\s*\)*(?:\s*(?:\+|-(?!>))[^[\]]*)?$/.test(expression.trim()) && !/^\W*(?:\([^()]*\)\s*)?&/.test(expression.trim());

const lastName = (path: string): string => path.split(/\.|->/).at(-1)!;

function memoryOfName(place: NamedPlace, source: HostSource, depth: number): HostMemory | undefined {
  const { name, at } = place;
  const { outline } = source;
  const plain = !/[.>]/.test(name);
  const variable = plain ? variableAt(name, at, outline) : undefined;
  const declared = plain ? typeOf(name, at, outline) : undefined;
  const type =
    declared ?? (plain ? ownMember(name, at, outline)?.type : undefined) ?? memberType(lastName(name), outline);
  const owned =
    plain && declared !== undefined ? declaredMemory(place, source, type) : memberMemory(place, source, type, depth);
  const calls = indexOf(outline)
    .calls(lastName(name), source.text)
    .flatMap((call) => allocationBy(call, place, source, variable, depth));
  const registration = calls.find((memory) => memory?.registration)?.registration;
  if (owned) return registration ? { ...owned, kind: "pinned", registration } : owned;
  const evidence: (HostMemory | undefined)[] = calls.filter((one) => !one?.registration);
  if (variable?.initializer && !isElement(place)) evidence.push(...initialised(variable, source, depth));
  evidence.push(...assigned(place, variable, source, depth));
  if (plain && !variable) evidence.push(...(isElement(place) ? [undefined] : passed(name, at, source, depth)));
  if (!evidence.length && registration) return calls.find((one) => one?.registration);
  return agreed(evidence, registration);
}

/** One kind of memory that all evidence names; a pointer that was registered is pinned, wherever it came from. */
function agreed(
  evidence: readonly (HostMemory | undefined)[],
  registration: CallOutline | undefined,
): HostMemory | undefined {
  const [first] = evidence;
  if (!first || evidence.some((one) => one?.kind !== first.kind)) return undefined;
  const one =
    evidence.length > 1 ? { ...first, allocation: { ...first.allocation, isOneOfSeveral: true as const } } : first;
  return registration ? { ...one, kind: "pinned", registration } : one;
}

/** Containers and arrays own pageable memory by their type. */
function declaredMemory(
  { name, at, expression }: NamedPlace,
  source: HostSource,
  type: string | undefined,
): HostMemory | undefined {
  const { outline } = source;
  const named = indexOf(outline).arrays.get(name) ?? [];
  const array = named.findLast((one) => one.start <= at && !one.isShared);
  const variable = variableAt(name, at, outline);
  const owner = enclosingFunctionIndex(outline, at);
  const isParameter = owner !== undefined && outline.functions[owner]!.parameters.some((one) => one.name === name);
  const isNearest =
    array && (!variable || variable.nameSpan.start < array.start) && (!isParameter || array.within === owner);
  if (isNearest && isAround(array.within, at, outline)) {
    // Of an array of pointers, the elements lead elsewhere.
    const isPointer = /[*]|\b(?:vector|unique_ptr)\b/.test(array.type);
    return isPointer && isElement({ name, at, expression }) ? undefined : arrayMemory(name, array, source);
  }
  if (type === undefined || isElement({ name, at, expression })) {
    // `rows[0].data()` has lost its subscript by now; `rows[0]` alone is an element of whatever type.
    if (type === undefined || !/\.\s*(?:data|get)\s*\(/.test(expression)) return undefined;
  }
  // A reference to a container is one, unless the caller may have registered what it holds.
  const own = isParameter && !registers(source.text) ? type.replace(/\s*&$/, "") : type;
  return containerMemory(own, name, variable?.nameSpan ?? { start: at, end: at }, variable);
}

const isAround = (within: number | undefined, at: number, { functions }: Outline): boolean =>
  within === undefined || ((functions[within]?.body?.start ?? 0) <= at && at < (functions[within]?.body?.end ?? 0));

function arrayMemory(name: string, span: Span, { text }: HostSource): HostMemory | undefined {
  if (isDeviceVariable(span.start, text)) return undefined;
  const { start, end } = span;
  return {
    kind: "pageable",
    what: `the array ${name}`,
    allocation: { span: { start, end }, owner: { kind: "array", name } },
  };
}

function containerMemory(
  type: string,
  name: string,
  span: Span,
  variable: VariableOutline | undefined,
): HostMemory | undefined {
  const container = pageableContainer.exec(type.replace(/^const\s+/, ""))?.[1];
  // A second template argument is an allocator, which may pin.
  if (!container || /[*&]\s*$/.test(type) || hasAllocator(type)) return undefined;
  return {
    kind: "pageable",
    what: `the ${container === "host_vector" ? "thrust::host_vector" : `std::${container}`} ${name}`,
    allocation: {
      span,
      owner: { kind: container === "array" ? "array" : "container", name },
      ...(variable ? { variable } : {}),
    },
  };
}

/** The member of that name of the class around an offset, or of whose function it is in, where the class declares it. */
function ownMember(
  name: string,
  at: number,
  outline: Outline,
): { readonly name: string; readonly type: string } | undefined {
  const { structures = [] } = outline;
  const around = structures.filter(({ start, end }) => start <= at && at < end).at(-1);
  const owner = around?.name ?? enclosingFunction(outline, at)?.qualifiedName.split("::").at(-2);
  const own = around ?? (owner === undefined ? undefined : structures.find((one) => one.name === owner));
  return own?.members.find((one) => one.name === name);
}

/** The type that the structures of the file agree on for a member of that name. */
function memberType(member: string, { structures }: Outline): string | undefined {
  const types = new Set(
    (structures ?? []).flatMap(({ members }) => members.filter((one) => one.name === member).map(({ type }) => type)),
  );
  return types.size === 1 ? [...types][0] : undefined;
}

/** Members that are containers own their memory; members that are arrays lie where their structure does. */
function memberMemory(
  { name, at }: NamedPlace,
  source: HostSource,
  type: string | undefined,
  depth: number,
): HostMemory | undefined {
  if (type === undefined) return undefined;
  const here = { start: at, end: at };
  if (!/\[[^\]]*\]$/.test(type)) return containerMemory(type, name, here, undefined);
  if (/\*/.test(type)) return undefined;
  const array: HostMemory = {
    kind: "pageable",
    what: `the array ${name}`,
    allocation: { span: here, owner: { kind: "array", name }, isOneOfSeveral: true },
  };
  const owner = name.slice(0, name.length - lastName(name).length);
  if (/->$/.test(owner))
    return memoryOf(owner.slice(0, -2), at, source, depth + 1)?.kind === "pageable" ? array : undefined;
  const root = owner.split(/\.|->/)[0]!;
  const variable = variableAt(root, at, source.outline);
  return variable && !/[*&]/.test(variable.type) && !isDeviceVariable(variable.nameSpan.start, source.text)
    ? array
    : undefined;
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

/** Whether a path names another member: in one function, members of differently named objects are different members. */
function isOtherMember(path: string, at: number, place: NamedPlace, outline: Outline): boolean {
  if (lastName(path) !== lastName(place.name)) return true;
  const [root, own] = [path.split(/\.|->/)[0]!, place.name.split(/\.|->/)[0]!];
  // `h` that a function declares is no member at all.
  if (root === path && own !== place.name && typeOf(path, at, outline) !== undefined) return true;
  const isPath = root !== path && own !== place.name;
  // Functions of two classes that each declare it.
  if (root === path && own === place.name) {
    const members = [ownMember(path, at, outline), ownMember(own, place.at, outline)];
    if (members[0] && members[1] && members[0] !== members[1]) return true;
  }
  const [first, second] = [variableAt(root, at, outline), variableAt(own, place.at, outline)];
  // Two structures of different functions, at least one of them by value.
  if (isPath && first && second && first !== second && !(isPointed(first) && isPointed(second)))
    return !isReturnedInto(first, second, outline);
  return isPath && root !== own && enclosingFunctionIndex(outline, at) === enclosingFunctionIndex(outline, place.at);
}

/** `Field f = make(n);`: the structure that the function of the file builds, and returns by value, is the caller's. */
function isReturnedInto(built: VariableOutline, variable: VariableOutline, { functions }: Outline): boolean {
  const maker = /^((?:\w+::)*\w+)\s*(?:<[^<>()]*>\s*)?\(/.exec(variable.initializer?.parts[0]?.trim() ?? "")?.[1];
  const owner = built.within === undefined ? undefined : functions[built.within];
  return (
    owner !== undefined && (owner.name === maker || owner.qualifiedName === maker) && built.type === owner.returnType
  );
}

const isPointed = ({ type }: VariableOutline): boolean => /[*&]|^auto\b|_ptr\b/.test(type);

/** What a call says of a pointer that it is given: `cudaMallocHost(&p, …)`, `cudaHostRegister(p, …)`. */
function allocationBy(
  call: CallOutline,
  place: NamedPlace,
  source: HostSource,
  variable: VariableOutline | undefined,
  depth: number,
): readonly (HostMemory | undefined)[] {
  const { text, outline } = source;
  const { name, at } = place;
  // A name that is declared nowhere in sight is a member: any function may allocate it.
  const isMember = /[.>]/.test(name) || (!variable && typeOf(name, at, outline) === undefined);
  const isInReach = variable
    ? variable.scope.start <= call.start && call.start < variable.scope.end
    : isMember || call.within === enclosingFunctionIndex(outline, at);
  if (!isInReach) return [];
  for (const [index, span] of call.arguments.entries()) {
    const argument = text.slice(span.start, span.end).trim();
    const given = argument === name ? memoryThrough(call, index, source, depth, memoryOf) : undefined;
    if (given) return [given];
    const isAddress = isAddressOfPointer(argument, allocatorKind(call.callee) !== undefined);
    const isRegistered = index === 0 && /Register/.test(call.callee);
    if (!isAddress && !isRegistered) continue;
    const root = rootOf(argument.replace(/^(?:reinterpret|static)_cast<[^()]*>\s*\((.*)\)$/s, "$1"));
    if (isMember ? isOtherMember(root ?? "", call.start, place, outline) : root !== name) continue;
    // `&rows[i]` is about an element, `&rows` about the whole.
    if (isAddress && /\]\s*\)*$/.test(argument) !== isElement(place)) continue;
    return givenBy(call, index, argument, place, source, depth);
  }
  return [];
}

/** Whether an argument is the address of a pointer: `&p`, `(void **)&p`; `&p[0]` only for an allocator. */
function isAddressOfPointer(argument: string, isAllocator: boolean): boolean {
  return (
    /^(?:\([^()]*\)\s*|(?:reinterpret|static)_cast<[^()]*>\s*\(\s*)*&/.test(argument) &&
    (isAllocator || !argument.includes("[0]"))
  );
}

/** What a call makes of the pointer whose address is its argument. */
function givenBy(
  call: CallOutline,
  index: number,
  argument: string,
  { name }: NamedPlace,
  source: HostSource,
  depth: number,
): readonly (HostMemory | undefined)[] {
  const span = { start: call.start, end: call.end };
  const owner = { kind: "pointer", name } as const;
  const kind = allocatorKind(call.callee);
  if (kind) {
    const memory: HostMemory = { kind, what: call.callee, allocation: { span, owner, call } };
    return [/Register/.test(call.callee) ? { ...memory, registration: call } : memory];
  }
  const through = memoryThrough(call, index, source, depth, memoryOf);
  if (through) return [through];
  if (call.callee === "posix_memalign") return [{ kind: "pageable", what: call.callee, allocation: { span } }];
  // A macro around the call, or a function that only reads: the real call inside tells.
  const isWritten = index === 0 && argument.startsWith("&") && !/\[/.test(argument);
  return isWritten &&
    !/^[A-Z_0-9]+$/.test(call.callee) &&
    !/^(?:std::)?(?:mem(?:cpy|set|move)|fread|scanf|addressof)$|_cast\b/.test(call.callee)
    ? [undefined]
    : [];
}

function initialised(
  variable: VariableOutline,
  source: HostSource,
  depth: number,
): readonly (HostMemory | undefined)[] {
  const expression = variable.initializer!.parts.join(", ").trim();
  if (isNothing(expression)) return [];
  // An object that is copied from another one has memory of its own.
  if (!/[*&]\s*$|^auto\b|unique_ptr|shared_ptr/.test(variable.type)) return [undefined];
  const what = isClassNew(expression, source) ? undefined : allocation(expression);
  const owner = { kind: "pointer", name: variable.name } as const;
  if (what) return [{ kind: "pageable", what, allocation: { span: variable.nameSpan, owner, variable, expression } }];
  return [memoryOf(expression, variable.nameSpan.start, source, depth + 1)];
}

/** Every assignment to a pointer, or to a member of that name anywhere in the file; what fills its memory is none. */
function assigned(
  place: NamedPlace,
  variable: VariableOutline | undefined,
  source: HostSource,
  depth: number,
): readonly (HostMemory | undefined)[] {
  const { name, at } = place;
  const isMember = lastName(name) !== name;
  const candidates = indexOf(source.outline).assignments;
  const isLocal = !variable && !isMember && typeOf(name, at, source.outline) !== undefined;
  const around = enclosingFunctionIndex(source.outline, at);
  const reach =
    variable?.scope ?? (isLocal && around !== undefined ? source.outline.functions[around]!.body : undefined);
  const ofName = candidates.get(lastName(name)) ?? [];
  const named = [...(reach ? startingIn(ofName, reach) : ofName), ...(isMember ? deeper(name, source) : [])];
  return [...new Set(named)].flatMap((one): readonly (HostMemory | undefined)[] => {
    if (one.operator !== "=" || one.value === undefined) return [];
    if (variable && !(variable.scope.start <= one.start && one.start < variable.scope.end)) return [];
    // A name without a declaration in sight is a member or a global of a header: every assignment to it counts.
    if (isLocal && enclosingFunctionIndex(source.outline, one.start) !== around) return [];
    const written = source.text
      .slice(one.target.start, one.target.end)
      .replace(/\s+/g, "")
      .replace(/^this->/, "");
    // `h[i] = x` fills the memory of `h`, unless the elements of `h` are the pointers that are asked for.
    if (/\]$/.test(written) !== isElement(place)) return [];
    const target = written.replace(/\[[^\]]*\]$/, "");
    const isSame = isMember
      ? lastName(target) === lastName(name) && (/[.>]/.test(target) || target === lastName(name))
      : target === name;
    if (!isSame || ((isMember || !variable) && isOtherMember(target, one.start, place, source.outline))) return [];
    if (isNothing(one.value)) return [];
    return [assignedValue(one, one.value, variable, source, depth)];
  });
}

/** `a.b.c = x` is listed by its root and first member: assignments to deeper members of that name. */
function deeper(name: string, { outline, text }: HostSource): readonly AssignmentOutline[] {
  return indexOf(outline).members(lastName(name), text);
}

function assignedValue(
  one: AssignmentOutline,
  value: string,
  variable: VariableOutline | undefined,
  source: HostSource,
  depth: number,
): HostMemory | undefined {
  const what = isClassNew(value, source) ? undefined : allocation(value);
  if (!what) return memoryOf(value, one.start, source, depth + 1);
  const allocated: Allocation = {
    span: { start: one.start, end: one.end },
    owner: { kind: "pointer", name: source.text.slice(one.target.start, one.target.end).trim() },
    assignment: one,
    expression: value,
  };
  return { kind: "pageable", what, allocation: variable ? { ...allocated, variable } : allocated };
}

/** What callers in the file pass for a parameter. */
function passed(name: string, at: number, source: HostSource, depth: number): readonly (HostMemory | undefined)[] {
  const { outline, text } = source;
  const own = enclosingFunction(outline, at);
  const position = own?.parameters.findIndex((one) => one.name === name) ?? -1;
  if (!own || position < 0 || own.isKernel) return [];
  if (!/[*&\]]\s*$|^auto\b/.test(own.parameters[position]!.type)) return [undefined];
  const { functions, callees } = indexOf(outline);
  const isOnly = functions.get(own.name)?.length === 1;
  const calls = (callees.get(lastOf(own.name)) ?? []).filter(
    ({ callee }) =>
      callee === own.name ||
      callee === own.qualifiedName ||
      (isOnly && /[.>:]/.test(callee) && lastOf(callee) === own.name),
  );
  return calls.map((call) => {
    const span = call.arguments[position];
    return span ? memoryOf(text.slice(span.start, span.end), call.start, source, depth + 1) : undefined;
  });
}
