/**
 * Host memory that a function of the file returns, as its result or through a parameter that is a pointer or reference to a
 * pointer (`void make(float** p, size_t n)`, `make(float*& p, …)`).
 */
import type { CallOutline, FunctionOutline, Outline } from "../../syntax/model";
import { allocatorKind, type HostMemory, isNothing, silentIn } from "./memoryModel";
import type { HostSource } from "./sizes";

/** How the expressions inside a function are followed in turn: `memoryOf`, which calls this. */
type FollowMemory = (expression: string, at: number, source: HostSource, depth: number) => HostMemory | undefined;

/** The function of a name, if the file defines exactly one. */
function definitionOf(name: string, { functions }: Outline): FunctionOutline | undefined {
  const found = functions.filter((one) => one.body && (one.name === name || one.qualifiedName === name));
  return found.length === 1 && !found[0]!.isDevice ? found[0] : undefined;
}

/** The memory that a call of a function of the file returns; undefined for other expressions. */
export function memoryReturned(
  expression: string,
  source: HostSource,
  depth: number,
  memoryOf: FollowMemory,
): HostMemory | undefined {
  const name =
    /^(?:\([^()]*\)\s*|(?:static|reinterpret)_cast<[^>]*>\s*\(\s*)*((?:\w+::)*\w+)\s*(?:<[^<>()]*>\s*)?\(/.exec(
      expression.trim(),
    )?.[1];
  const body = name === undefined ? undefined : definitionOf(name, source.outline)?.body;
  if (!body) return undefined;
  const isSilent = silentIn(source.text);
  const found = [...source.text.slice(body.start, body.end).matchAll(/\breturn\b\s*([^;]*);/g)]
    .map(({ index, 1: value }) => ({ at: body.start + index, value: value!.trim() }))
    .filter(({ at, value }) => !isSilent(at) && !isNothing(value))
    .map(({ at, value }) => memoryOf(value, at, source, depth + 1));
  return agreed(found);
}

/** The memory that a call assigns to a pointer that is passed by address or reference; undefined where it is unknown. */
export function memoryThrough(
  call: CallOutline,
  position: number,
  source: HostSource,
  depth: number,
  memoryOf: FollowMemory,
): HostMemory | undefined {
  const { text, outline } = source;
  const definition = definitionOf(call.callee, outline);
  const parameter = definition?.parameters[position];
  const isReference = parameter !== undefined && /\*\s*&\s*$/.test(parameter.type);
  if (!definition?.body || !parameter?.name || (!isReference && !/\*\s*\*\s*$/.test(parameter.type))) return undefined;
  const { body } = definition;
  const isInside = ({ start }: { readonly start: number }): boolean => body.start <= start && start < body.end;
  const pointer = isReference ? parameter.name : `*${parameter.name}`;
  const address = isReference ? `&${parameter.name}` : parameter.name;
  const allocated = outline.calls.filter(isInside).flatMap((one) => {
    const [first] = one.arguments;
    const written = first ? text.slice(first.start, first.end).replace(/^\s*\(\s*void\s*\*\*\s*\)|\s+/g, "") : "";
    const kind = written === address ? allocatorKind(one.callee) : undefined;
    return kind ? [given(one, kind)] : [];
  });
  const assigned = (outline.assignments ?? [])
    .filter((one) => isInside(one) && one.operator === "=" && one.value !== undefined && !isNothing(one.value))
    .filter(({ target }) => text.slice(target.start, target.end).replace(/\s+/g, "") === pointer)
    .map(({ value, start }) => memoryOf(value!, start, source, depth + 1));
  return agreed([...allocated, ...assigned]);
}

const given = (call: CallOutline, kind: HostMemory["kind"]): HostMemory => ({
  kind,
  what: call.callee,
  allocation: { span: { start: call.start, end: call.end }, call },
});

/** One kind of memory from everywhere; callers have other names for it, so that no edit of the allocation is whole. */
function agreed(found: readonly (HostMemory | undefined)[]): HostMemory | undefined {
  const [first] = found;
  if (!first || found.some((one) => one?.kind !== first.kind)) return undefined;
  return { ...first, allocation: { ...first.allocation, isOneOfSeveral: true } };
}
