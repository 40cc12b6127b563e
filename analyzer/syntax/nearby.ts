/** What of one name could be meant at a place: a file of many functions has many of a name, and few of them near. */
import { functionsAround } from "./enclosing";
import type { FunctionOutline, Outline, Span, VariableOutline } from "./model";

/** Of so few all are looked at. */
const FEW = 8;

/** Variables of one name, in the order of the outline. */
interface Named {
  readonly all: VariableOutline[];
  /** Indices into `all`: of those that no function's body holds, and of those in each body. */
  readonly outside: number[];
  readonly inside: Map<FunctionOutline, number[]>;
}

const tables = new WeakMap<Outline, ReadonlyMap<string, Named>>();

function tableOf(outline: Outline): ReadonlyMap<string, Named> {
  const known = tables.get(outline);
  if (known) return known;
  const made = new Map<string, Named>();
  for (const variable of outline.variables ?? []) {
    const named: Named = made.get(variable.name) ?? { all: [], outside: [], inside: new Map() };
    made.set(variable.name, named);
    const index = named.all.push(variable) - 1;
    const own = variable.within === undefined ? undefined : outline.functions[variable.within];
    const { scope } = variable;
    const isInside = own?.body && own.body.start <= scope.start && scope.end <= own.body.end;
    if (!isInside) named.outside.push(index);
    else if (named.inside.has(own)) named.inside.get(own)!.push(index);
    else named.inside.set(own, [index]);
  }
  tables.set(outline, made);
  return made;
}

/** The variables of a name, those whose scope is a function that an offset is not in left out; in the order of the outline. */
export function variablesNear(outline: Outline, name: string, at: number): readonly VariableOutline[] {
  const named = tableOf(outline).get(name);
  if (!named) return [];
  const { all, outside, inside } = named;
  if (all.length <= FEW) return all;
  const near = functionsAround(outline, at).flatMap((one) => inside.get(one) ?? []);
  return [...outside, ...near].sort((a, b) => a - b).map((index) => all[index]!);
}

/** Whether lists are in the order in which their items start, as nearly all of an outline are. */
const orders = new WeakMap<readonly Span[], boolean>();

function isOrdered(items: readonly Span[]): boolean {
  let known = orders.get(items);
  if (known === undefined) {
    known = items.every((one, i) => i === 0 || items[i - 1]!.start <= one.start);
    orders.set(items, known);
  }
  return known;
}

/** The items that start in a span, its end included; in their order. */
export function startingIn<Item extends Span>(items: readonly Item[], { start, end }: Span): readonly Item[] {
  if (items.length <= FEW || !isOrdered(items)) return items.filter((one) => start <= one.start && one.start <= end);
  let [first, behind] = [0, items.length];
  while (first < behind) {
    const middle = (first + behind) >> 1;
    if (items[middle]!.start < start) first = middle + 1;
    else behind = middle;
  }
  const found: Item[] = [];
  for (let at = first; at < items.length && items[at]!.start <= end; at++) found.push(items[at]!);
  return found;
}
