/** Annotations of functions and variables, `__attribute__((annotate("…", …)))`, which LLVM lists in `llvm.global.annotations`. */
import type { Constant, Func, GlobalVariable, Module } from "./model";

/** One annotation. */
export interface Annotation {
  readonly target: Func | GlobalVariable;
  readonly text: string;
  /** The constant operands after the text: integers, and 0 for any other constant. */
  readonly numbers: readonly number[];
}

function initializerOf(constant: Constant | undefined): Constant | undefined {
  return constant?.kind === "global" ? constant.initializer : undefined;
}

function textOf(constant: Constant | undefined): string {
  const data = initializerOf(constant);
  return data?.kind === "data" ? String.fromCharCode(...data.elements.map(Number)).replace(/\0$/, "") : "";
}

function numbersIn(list: Constant | undefined): readonly number[] {
  if (list?.kind === "data") return list.elements.map(Number);
  if (list?.kind !== "aggregate") return [];
  return list.elements.map((value) => (value.kind === "int" ? Number(value.value) : 0));
}

function annotationOf(entry: Constant): Annotation | undefined {
  if (entry.kind !== "aggregate") return undefined;
  const [target, text, , , values] = entry.elements;
  if (target?.kind !== "function" && target?.kind !== "global") return undefined;
  return { target, text: textOf(text), numbers: numbersIn(initializerOf(values)) };
}

/** The annotations of a module, in its order. Entries that LLVM would not write are left out. */
export function annotationsOf(module: Module): readonly Annotation[] {
  const list = module.globals.find(({ name }) => name === "llvm.global.annotations")?.initializer;
  return list?.kind === "aggregate" ? list.elements.flatMap((entry) => annotationOf(entry) ?? []) : [];
}

/** The integer operands of a function's annotation with this text; `undefined` where it has none. */
export function annotatedNumbers(module: Module, fn: Func, text: string): readonly number[] | undefined {
  return annotationsOf(module).find((each) => each.target === fn && each.text === text)?.numbers;
}
