/** Operations that JavaScript computes, a lane at a time: functions that the generated module imports. */
import { carrier, type Kind } from "../plan/types";
import { call } from "../wasm/expressions";
import type { Operation } from "./operation";

/** What a kernel calls for one lane: integers of 64 bits come as BigInt, smaller ones as signed 32 bits. */
export type LaneFunction = (...values: never[]) => number | bigint;

/** An operation that calls an import of this name. */
export function importedOperation(name: string, operands: readonly Kind[], result: Kind): Operation {
  const signature = { parameters: operands.map(carrier), results: [carrier(result)] };
  return {
    operands,
    result,
    scalar: (target, ...values) => call(carrier(result), target.import(name, signature), ...values),
  };
}
