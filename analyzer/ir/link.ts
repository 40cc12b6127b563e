/** Several modules as one: references to what another module defines lead there. Who wins and what is called what is the caller's. */
import type { FunctionBuilder, Mutable } from "./build";
import { copyBody, ModuleCopy } from "./copy";
import type { Alias, Constant, Func, GlobalVariable, Module } from "./model";

/** What has a name that other modules can mean. */
export type Linkable = Func | GlobalVariable | Alias;

export interface LinkPlan {
  /** Symbols for which another one stands: declarations, and definitions that are there twice. Never a chain. */
  readonly instead: ReadonlyMap<Linkable, Linkable>;
  /** Definitions that are called otherwise in the whole. */
  readonly names: ReadonlyMap<Linkable, string>;
}

export function isDefined(symbol: Linkable): boolean {
  if (symbol.kind === "function") return symbol.blocks.length > 0;
  return symbol.kind === "alias" || symbol.initializer !== undefined;
}

/** Lists such as `llvm.global_ctors`, of which a program has one, made of every module's. */
function joined(lists: readonly GlobalVariable[], copy: ModuleCopy): GlobalVariable {
  const elements: Constant[] = lists.flatMap(({ initializer }) =>
    initializer?.kind === "aggregate" ? initializer.elements.map((one) => copy.constant(one)) : [],
  );
  const first = lists[0]!;
  const element = first.valueType.kind === "array" ? first.valueType.element : first.valueType;
  const valueType = { kind: "array" as const, length: elements.length, element };
  return { ...first, valueType, initializer: { kind: "aggregate", type: valueType, elements } };
}

/** Links modules by a plan. The given modules stay as they are; the result consists of new objects. */
export function linkModules(modules: readonly Module[], { instead, names }: LinkPlan): Module {
  const copy = new ModuleCopy();
  for (const [symbol, other] of instead) copy.alias(symbol, other);
  const isList = (one: GlobalVariable) => one.linkage === "appending";
  const kept = <Kind extends Linkable>(all: readonly Kind[]) => all.filter((one) => !instead.has(one));
  const sources = kept(modules.flatMap((one) => one.functions));
  const functions = sources.map((func) => copy.shell(func));
  const globals = kept(modules.flatMap((one) => one.globals)).filter((one) => !isList(one));
  const variables = globals.map((one) => copy.constant(one) as GlobalVariable);
  const aliases = kept(modules.flatMap((one) => one.aliases)).map((one) => copy.constant(one) as Alias);
  for (const [symbol, name] of names) (copy.constant(symbol) as Mutable<Linkable>).name = name;
  sources.forEach((func, i) => {
    if (func.blocks.length > 0) copyBody(func, functions[i] as FunctionBuilder, copy);
  });
  const lists = new Map<string, GlobalVariable[]>();
  for (const list of modules.flatMap((one) => one.globals).filter(isList)) {
    lists.set(list.name, [...(lists.get(list.name) ?? []), list]);
  }
  return {
    ...modules[0]!,
    functions: functions as Func[],
    globals: [...variables, ...[...lists.values()].map((all) => joined(all, copy))],
    aliases,
  };
}
