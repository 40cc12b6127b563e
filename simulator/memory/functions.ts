/** Addresses of device functions, for pointers to them: the same for all kernels of a module. */
import type { Func, Module } from "../../analyzer/ir/model";
import { deviceAddress, Window } from "./layout";

/** Bytes between neighbouring functions. Nothing lies there: a load through such an address is an error. */
const APART = 16;

/** The pointer to a function without a definition (a pure virtual one): a call of it stops the run. */
export const NO_FUNCTION = deviceAddress(Window.code, 0);

const numbers = new WeakMap<Module, ReadonlyMap<Func, number>>();

/** The address of a function of the module; `undefined` when it has none or no body. */
export function functionAddress(module: Module, fn: Func): bigint | undefined {
  const known = numbers.get(module) ?? new Map(module.functions.map((each, index) => [each, index]));
  numbers.set(module, known);
  const number = known.get(fn);
  if (number === undefined || !fn.blocks.length) return undefined;
  return deviceAddress(Window.code, APART * (1 + number));
}
