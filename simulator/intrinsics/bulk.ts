/**
 * Bulk copies (`cp.async.bulk`), as `analyzer/ptx/bulk.ts` names them: each running lane issues one. They are done at once, as
 * a program may not look at the destination before it has waited. Hardware's own unit moves their bytes: they are in no counter
 * of loads and stores, and have counters of their own (measured on an H200, CUDA 13.0, 2026-11-28). Reference: PTX ISA, "Bulk copy".
 */
import type { Value } from "../../analyzer/ir/model";
import type { Signature } from "../wasm/encoder";
import { add } from "../wasm/expressions";
import { Type, type ValueType } from "../wasm/opcodes";
import { bulkReductions } from "./bulkReductions";
import type { Call, CallContext, Intrinsic, Table } from "./table";

/**
 * `bulk(site, lane, mask, to, from, bytes, object, blocks)`: one of the lanes that run, addresses of the device, 0 for no object,
 * and ranks of the cluster as bits.
 */
const bulkSignature = {
  parameters: [Type.i32, Type.i32, Type.i32, Type.i64, Type.i64, Type.i32, Type.i64, Type.i32],
  results: [],
} as const;

/** The most coordinates that a copy of a tile has. */
const COORDINATES = 5;

/** `tile(site, lane, mask, tile, map, object, blocks, x, y, z, w, v)`: the coordinates that the tensor does not have are 0. */
const tileSignature = {
  parameters: [
    ...[Type.i32, Type.i32, Type.i32, Type.i64, Type.i64, Type.i64, Type.i32],
    ...Array.from({ length: COORDINATES }, () => Type.i32),
  ],
  results: [],
} as const;

/** How a copy ends: on a barrier object, on one in each block of a mask, or with its thread's group. */
type Ending = "object" | "multicast" | "group";
const ENDINGS: readonly Ending[] = ["object", "multicast", "group"];

/** Calls an import for each running lane, with addresses and words by its signature; 0 for an operand that is not given. */
function issue(
  { emitter, memory }: CallContext,
  call: Call,
  [name, signature]: readonly [string, Signature],
  operands: readonly (Value | undefined)[],
): void {
  const { fn } = emitter;
  const [rest, lane] = [fn.i32(), fn.i32()];
  const push = (operand: Value | undefined, type: ValueType) => {
    if (!operand && type === Type.i64) fn.code.i64(0n);
    else if (!operand) fn.code.i32(0);
    else if (type === Type.i64) {
      const { ref, offset } = emitter.address(operand);
      fn.push(add(emitter.lane(ref, lane), offset));
    } else emitter.pushLane({ value: operand, component: 0 }, lane);
  };
  const [, , , ...types] = signature.parameters;
  fn.code.get(emitter.exec).set(rest);
  fn.eachLane(rest, lane, () => {
    fn.code.i32(memory.site(call)).get(lane).get(emitter.exec);
    for (const [index, type] of types.entries()) push(operands[index], type);
    fn.code.call(emitter.import(name, signature));
  });
}

function copyBytes(ending: Ending): Intrinsic {
  return {
    origin: "uniform",
    ...(ending === "multicast" && { cluster: true }),
    emit: (context, call) => issue(context, call, ["bulk", bulkSignature], call.arguments),
  };
}

function copyTile(ending: Ending): Intrinsic {
  return {
    origin: "uniform",
    ...(ending === "multicast" && { cluster: true }),
    emit: (context, call) => {
      const [tile, map, ...more] = call.arguments;
      const object = ending === "group" ? undefined : more.shift();
      const blocks = ending === "multicast" ? more.shift() : undefined;
      issue(context, call, ["tile", tileSignature], [tile, map, object, blocks, ...more]);
    },
  };
}

/** Waits for groups, and commits to them: copies are done when they are issued. */
const group: Intrinsic = { origin: "uniform", notifies: "copies", emit: () => {} };

const reductions = [...bulkReductions.keys()];
const operations = [...new Set(reductions.map((name) => name.split(".")[0]!))];

/** The built-ins of bulk copies, by name. */
export const bulk: Table = {
  ...Object.fromEntries(
    ENDINGS.flatMap((ending) => [
      [`__wl_bulk_copy.${ending}`, copyBytes(ending)],
      ...reductions.map((name) => [`__wl_bulk_reduce.${name}.${ending}`, copyBytes(ending)] as const),
      ...Array.from({ length: COORDINATES }, (_, index) => `${index + 1}d`).flatMap((dimensions) => [
        [`__wl_tile_copy.${dimensions}.${ending}`, copyTile(ending)] as const,
        ...operations.map((name) => [`__wl_tile_reduce.${name}.${dimensions}.${ending}`, copyTile(ending)] as const),
      ]),
    ]),
  ),
  "llvm.nvvm.cp.async.bulk.commit.group": group,
  "llvm.nvvm.cp.async.bulk.wait.group": group,
  "llvm.nvvm.cp.async.bulk.wait.group.read": group,
};
