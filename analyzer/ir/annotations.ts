/** What `__attribute__((annotate("…", …)))` says of functions and variables: LLVM keeps it in `llvm.global.annotations`. */
import type { Constant, Func, GlobalVariable, Module } from "./model";

export interface Annotation {
  readonly of: Func | GlobalVariable;
  readonly text: string;
  /** The constants behind the text: whole numbers, 0 for whatever else. */
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
  const [of, text, , , values] = entry.elements;
  if (of?.kind !== "function" && of?.kind !== "global") return undefined;
  return { of, text: textOf(text), numbers: numbersIn(initializerOf(values)) };
}

/** The annotations of a module, in its order. What is not written as LLVM writes it is left out. */
export function annotationsOf(module: Module): readonly Annotation[] {
  const list = module.globals.find(({ name }) => name === "llvm.global.annotations")?.initializer;
  return list?.kind === "aggregate" ? list.elements.flatMap((entry) => annotationOf(entry) ?? []) : [];
}

/** The whole numbers behind an annotation of a function; `undefined` where it has none with this text. */
export function annotatedNumbers(module: Module, fn: Func, text: string): readonly number[] | undefined {
  return annotationsOf(module).find((each) => each.of === fn && each.text === text)?.numbers;
}
