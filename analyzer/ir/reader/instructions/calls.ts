/** Calls, invokes and variable arguments. */

import { fastMath } from "../../bitcode/flags";
import { IrError, type Type, type Value } from "../../model";
import type { Cursor } from "./cursor";

type FunctionType = Extract<Type, { kind: "function" }>;

const CALL_EXPLICIT_TYPE = 1 << 15;
const CALL_FAST_MATH = 1 << 17;
const INVOKE_EXPLICIT_TYPE = 1 << 13;

function parameters(cursor: Cursor, signature: FunctionType): Value[] {
  const values = signature.parameters.map((type) => cursor.valueOf(type));
  if (signature.variadic) while (cursor.more) values.push(cursor.value());
  return values;
}

/** Record: attributes, calling convention and flags, fast-math flags where there are any, function type, callee, arguments. */
export function call(cursor: Cursor): void {
  const { function: attributes, parameters: parameterAttributes } = cursor.state.attributes.at(cursor.next());
  const convention = cursor.next();
  const flags = convention & CALL_FAST_MATH ? fastMath(cursor.next()) : 0;
  if (!(convention & CALL_EXPLICIT_TYPE)) throw new IrError("a call without its function type");
  const signature = cursor.state.types.function(cursor.next());
  const callee = cursor.value();
  const values = parameters(cursor, signature);
  const bundles = cursor.takeBundles();
  const made = { op: "call" as const, callee, arguments: values, signature, attributes, parameterAttributes, flags };
  cursor.emit(signature.result, bundles ? Object.assign(made, { bundles }) : made);
}

/** A bundle of the call that follows. */
export function operandBundle(cursor: Cursor): void {
  const code = cursor.next();
  const tag = cursor.state.bundleTags[code];
  if (tag === undefined) throw new IrError(`operand bundle ${code} is unknown`);
  const values: Value[] = [];
  while (cursor.more) values.push(cursor.value());
  cursor.addBundle({ tag, values });
}

/** Record: attributes, calling convention and flags, normal block, unwind block, function type, callee, arguments. */
export function invoke(cursor: Cursor): void {
  const { function: attributes, parameters: parameterAttributes } = cursor.state.attributes.at(cursor.next());
  const convention = cursor.next();
  const normal = cursor.block();
  const unwind = cursor.block();
  if (!(convention & INVOKE_EXPLICIT_TYPE)) throw new IrError("an invoke without its function type");
  const signature = cursor.state.types.function(cursor.next());
  const callee = cursor.value();
  const values = parameters(cursor, signature);
  // Bundles of invokes serve garbage collection and Windows; no assumption is invoked.
  cursor.takeBundles();
  cursor.terminate(
    signature.result,
    { op: "invoke", callee, arguments: values, signature, attributes, parameterAttributes, normal, unwind },
    [normal, unwind],
  );
}

/** Record: type of the list, list, result type. */
export function vaArg(cursor: Cursor): void {
  const listType = cursor.type();
  const list = cursor.valueOf(listType);
  cursor.emit(cursor.type(), { op: "va_arg", list });
}

/** `asm goto`: not modelled, but its targets are, so that the control flow stays whole. */
export function callBranch(cursor: Cursor): void {
  cursor.next();
  cursor.next();
  const targets = [cursor.block()];
  for (let count = cursor.next(); count > 0; count--) targets.push(cursor.block());
  const signature = cursor.state.types.function(cursor.next());
  cursor.terminate(signature.result, { op: "unsupported", what: "asm goto" }, targets);
}
