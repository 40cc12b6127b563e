/** Tables over an outline by name, so that questions about one name do not walk the whole file. */
import type {
  ArrayOutline,
  AssignmentOutline,
  CallOutline,
  FunctionOutline,
  Outline,
  VariableOutline,
} from "../../syntax/model";

/** What an outline has of each name. */
export interface OutlineIndex {
  readonly variables: ReadonlyMap<string, readonly VariableOutline[]>;
  readonly arrays: ReadonlyMap<string, readonly ArrayOutline[]>;
  /** Assignments by the last name of their target: `h` for `s.h[i] = x`. */
  readonly assignments: ReadonlyMap<string, readonly AssignmentOutline[]>;
  /** Assignments `=` to members, by the last name of the target without its subscript: `c` for `a.b.c[i] = x`. */
  members(name: string, text: string): readonly AssignmentOutline[];
  /** Calls by the names in their arguments. */
  calls(name: string, text: string): readonly CallOutline[];
  /** Functions with a body. */
  readonly functions: ReadonlyMap<string, readonly FunctionOutline[]>;
  /** Calls by the last name of the callee: `f` for `a::b.f(x)`. */
  readonly callees: ReadonlyMap<string, readonly CallOutline[]>;
}

/** The last name of a path. */
export const lastOf = (path: string): string => path.split(/\.|->|::/).at(-1)!;

const indices = new WeakMap<Outline, OutlineIndex>();

/** The tables of an outline, made once. */
export function indexOf(outline: Outline): OutlineIndex {
  let index = indices.get(outline);
  if (!index) {
    index = {
      variables: grouped(outline.variables ?? [], ({ name }) => [name]),
      arrays: grouped(outline.arrays, ({ name }) => [name]),
      assignments: grouped(outline.assignments ?? [], ({ root, member }) => [root, ...(member ? [member] : [])]),
      members: memberTable(outline),
      calls: callTable(outline),
      functions: grouped(outline.functions, ({ name, body }) => (body ? [name] : [])),
      callees: grouped(outline.calls, ({ callee }) => [lastOf(callee)]),
    };
    indices.set(outline, index);
  }
  return index;
}

/** What is computed of an outline once, however many of its launches ask. */
export function ofOutline<T>(compute: (outline: Outline) => T): (outline: Outline) => T {
  const known = new WeakMap<Outline, { readonly value: T }>();
  return (outline) => {
    let found = known.get(outline);
    if (!found) {
      found = { value: compute(outline) };
      known.set(outline, found);
    }
    return found.value;
  };
}

function memberTable(outline: Outline): OutlineIndex["members"] {
  let table: ReadonlyMap<string, readonly AssignmentOutline[]> | undefined;
  return (name, text) => {
    table ??= grouped(outline.assignments ?? [], ({ operator, target }) => {
      const written = operator === "=" ? text.slice(target.start, target.end).replace(/\s+/g, "") : "";
      return /[.>]/.test(written) ? [lastOf(written.replace(/\[[^\]]*\]$/, ""))] : [];
    });
    return table.get(name) ?? [];
  };
}

function callTable(outline: Outline): OutlineIndex["calls"] {
  let table: ReadonlyMap<string, readonly CallOutline[]> | undefined;
  return (name, text) => {
    table ??= grouped(outline.calls, ({ arguments: given }) =>
      given.flatMap(({ start, end }) => text.slice(start, end).match(/[A-Za-z_]\w*/g) ?? []),
    );
    return table.get(name) ?? [];
  };
}

function grouped<Item>(
  items: readonly Item[],
  namesOf: (item: Item) => readonly string[],
): ReadonlyMap<string, Item[]> {
  const groups = new Map<string, Item[]>();
  for (const item of items) {
    for (const name of new Set(namesOf(item))) {
      const group = groups.get(name);
      if (group) group.push(item);
      else groups.set(name, [item]);
    }
  }
  return groups;
}
