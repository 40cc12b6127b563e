/** Built-in functions that JavaScript computes, a lane at a time. */
import { importedOperation, type LaneFunction } from "../emit/imports";
import { components, type Kind } from "../plan/types";
import type { Intrinsic } from "./table";

/** A function of JavaScript as a built-in: the kinds of its operands and of its result. */
export interface Imported {
  readonly operands: readonly Kind[];
  readonly result: Kind;
  readonly call: LaneFunction;
}

/** Every argument is one scalar, as is the result. */
function importedIntrinsic(name: string, { operands, result }: Imported): Intrinsic {
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
