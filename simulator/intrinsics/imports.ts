/** Built-in functions that JavaScript computes, a lane at a time. */
import { carrier, components, type Kind } from "../plan/types";
import type { Operation } from "../emit/operation";
import type { Intrinsic } from "./table";

/** What a kernel calls for one lane: integers of 64 bits come as BigInt, smaller ones as signed 32 bits. */
export type LaneFunction = (...values: never[]) => number | bigint;

export interface Imported {
  readonly operands: readonly Kind[];
  readonly result: Kind;
  readonly call: LaneFunction;
}

/** An operation that calls an import of this name. */
export function importedOperation(name: string, operands: readonly Kind[], result: Kind): Operation {
  const signature = { parameters: operands.map(carrier), results: [carrier(result)] };
  return {
    operands,
    result,
    scalar: (target, pushes) => {
      for (const push of pushes) push();
      target.fn.code.call(target.import(name, signature));
    },
  };
}

/** Every argument is one scalar, as is the result. */
export function importedIntrinsic(name: string, { operands, result }: Imported): Intrinsic {
  return {
    lanewise: (call) => {
      const values = call.arguments.slice(0, operands.length);
      if (values.length !== operands.length || values.some((value) => components(value.type).length !== 1))
        return undefined;
      return [
        {
          operation: importedOperation(name, operands, result),
          operands: values.map((value) => ({ value, component: 0 })),
        },
      ];
    },
  };
}

/** Intrinsics and the functions behind them, by one table. */
export function importedTable(entries: Readonly<Record<string, Imported>>): {
  readonly intrinsics: Readonly<Record<string, Intrinsic>>;
  readonly functions: Readonly<Record<string, LaneFunction>>;
} {
  const names = Object.entries(entries);
  return {
    intrinsics: Object.fromEntries(names.map(([name, entry]) => [name, importedIntrinsic(name, entry)])),
    functions: Object.fromEntries(names.map(([name, entry]) => [name, entry.call])),
  };
}
