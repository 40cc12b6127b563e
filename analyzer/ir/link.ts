/** Links modules into one: references to declarations become references to definitions. The caller resolves symbols. */
import type { FunctionBuilder, Mutable } from "./build";
import { copyBody, ModuleCopy } from "./copy";
import type { Alias, Constant, Func, GlobalVariable, Module } from "./model";

/** A symbol to which other modules can refer. */
export type Linkable = Func | GlobalVariable | Alias;

/** The resolution of symbols. */
export interface LinkPlan {
  /** The definition that replaces a symbol: a declaration, or a duplicate definition. It is not replaced itself. */
  readonly replacements: ReadonlyMap<Linkable, Linkable>;
  /** The new names of definitions that are renamed. */
  readonly names: ReadonlyMap<Linkable, string>;
}

/** Whether a symbol is a definition in its module. */
export function isDefined(symbol: Linkable): boolean {
  if (symbol.kind === "function") return symbol.blocks.length > 0;
  return symbol.kind === "alias" || symbol.initializer !== undefined;
}

/** The concatenation of lists such as `llvm.global_ctors`, of which a program has one. */
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
export function linkModules(modules: readonly Module[], { replacements, names }: LinkPlan): Module {
  const copy = new ModuleCopy();
  for (const [symbol, other] of replacements) copy.alias(symbol, other);
  const isList = (one: GlobalVariable) => one.linkage === "appending";
  const kept = <Kind extends Linkable>(all: readonly Kind[]) => all.filter((one) => !replacements.has(one));
  const sources = kept(modules.flatMap((one) => one.functions));
  const functions = sources.map((func) => copy.shell(func));
  const globals = kept(modules.flatMap((one) => one.globals)).filter((one) => !isList(one));
  const variables = globals.map((one) => copy.constant(one) as GlobalVariable);
  const aliases = kept(modules.flatMap((one) => one.aliases)).map((one) => copy.constant(one) as Alias);
  for (const [index, one] of variables.entries()) (one as Mutable<GlobalVariable>).index = index;
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
