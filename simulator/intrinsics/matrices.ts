/**
 * Matrices that a warp holds together: products, loads and stores of 8×8 matrices, transposition. The first argument is
 * the mask of the lanes that take part, which is all. Reference: PTX ISA, "Warp Level Matrix Instructions".
 */
import type { Value } from "../../analyzer/ir/model";
import type { Emitter } from "../emit/emitter";
import type { Slot } from "../emit/representation";
import { placesOf, resolve } from "../instructions/memory";
import { LOAD_MATRIX, matrixShapes, STORE_MATRIX, TRANSPOSE } from "../matrices/functions";
import { MemoryMap } from "../memory/layout";
import { components } from "../plan/types";
import { Op, Type } from "../wasm/opcodes";
import type { Call, CallContext, Intrinsic, Table } from "./table";

const signature = (count: number) => ({ parameters: Array.from({ length: count }, () => Type.i32), results: [] });

/** Slots for the results, which are merged into the lanes' values after the call. */
function resultSlots(emitter: Emitter, call: Call): readonly Slot[] {
  return components(call.type).map(({ kind }) => emitter.slot(kind));
}

function keepResults(emitter: Emitter, call: Call, slots: readonly Slot[]): void {
  const { fn } = emitter;
  const [rest, lane] = [fn.i32(), fn.i32()];
  fn.code.get(emitter.exec).set(rest);
  fn.eachLane(rest, lane, () => {
    slots.forEach((slot, component) => {
      const home = emitter.home(call, component);
      if (home.form === "slot") emitter.storeLane(home, lane, () => emitter.pushFromSlot(slot, lane));
    });
  });
}

const held = (emitter: Emitter, values: readonly Value[]): readonly Slot[] =>
  values.map((value) => emitter.materialise({ value, component: 0 }));

function multiplyMatrices(name: string): Intrinsic {
  return {
    origin: "varying",
    participants: 0,
    emit: ({ emitter }, call) => {
      const results = resultSlots(emitter, call);
      const slots = [...results, ...held(emitter, call.arguments.slice(1))];
      for (const slot of slots) emitter.pushSlot(slot);
      emitter.fn.code.call(emitter.import(name, signature(slots.length)));
      keepResults(emitter, call, results);
    },
  };
}

const transposition: Intrinsic = {
  origin: "varying",
  participants: 0,
  emit: ({ emitter }, call) => {
    const [result] = resultSlots(emitter, call);
    const [source] = held(emitter, call.arguments.slice(1));
    emitter.pushSlot(result!);
    emitter.pushSlot(source!);
    emitter.fn.code.call(emitter.import(TRANSPOSE, signature(2)));
    keepResults(emitter, call, [result!]);
  },
};

/** Bytes of a row of eight elements of 16 bits. */
const ROW_BYTES = 16;

/** Leaves the places of the rows, which the lanes give in their order, in `Place.scratch`. */
function findRows({ emitter, memory }: CallContext, call: Call): void {
  const pointer = call.arguments[1]!;
  const resolved = resolve(memory, call, pointer, ROW_BYTES, ROW_BYTES, true);
  for (const access of memory.accessesAt(call)) memory.event(access);
  const place = placesOf(memory, resolved);
  const { fn } = emitter;
  const [rest, lane] = [fn.i32(), fn.i32()];
  fn.code.get(emitter.exec).set(rest);
  fn.eachLane(rest, lane, () => {
    fn.code.get(lane).i32(2).op(Op.i32Shl);
    place(lane);
    fn.code.memory(Op.i32Store, MemoryMap.scratch);
  });
}

function load(transposed: boolean): Intrinsic {
  return {
    origin: "varying",
    participants: 0,
    emit: (context, call) => {
      const { emitter } = context;
      findRows(context, call);
      const results = resultSlots(emitter, call);
      emitter.fn.code.i32(transposed ? 1 : 0).i32(MemoryMap.scratch);
      for (const slot of results) emitter.pushSlot(slot);
      emitter.fn.code.call(emitter.import(LOAD_MATRIX, signature(2 + results.length)));
      keepResults(emitter, call, results);
    },
  };
}

function store(transposed: boolean): Intrinsic {
  return {
    origin: "uniform",
    participants: 0,
    emit: (context, call) => {
      const { emitter } = context;
      const values = held(emitter, call.arguments.slice(2));
      findRows(context, call);
      emitter.fn.code.i32(transposed ? 1 : 0).i32(MemoryMap.scratch);
      for (const slot of values) emitter.pushSlot(slot);
      emitter.fn.code.call(emitter.import(STORE_MATRIX, signature(2 + values.length)));
    },
  };
}

/**
 * What a `wmma` load of halves becomes: four (two, one) words of each lane, whose places are the arguments after the row
 * that `ldmatrix` would start from. Lowering says which of the two the hardware issues; the words are the same.
 */
const words: Intrinsic = {
  origin: "varying",
  participants: 0,
  emit: ({ emitter, memory }, call) => {
    for (const access of memory.accessesAt(call)) memory.event(access);
    call.arguments.slice(2).forEach((pointer, component) => {
      const place = placesOf(memory, resolve(memory, call, pointer, 4, 4, true));
      const { fn } = emitter;
      const home = emitter.home(call, component);
      if (home.form !== "slot") return;
      const [rest, lane] = [fn.i32(), fn.i32()];
      fn.code.get(emitter.exec).set(rest);
      fn.eachLane(rest, lane, () =>
        emitter.storeLane(home, lane, () => {
          place(lane);
          fn.code.memory(Op.i32Load, 0);
        }),
      );
    });
  },
};

/** The built-ins of matrices, by name. */
export const matrices: Table = {
  ...Object.fromEntries([...matrixShapes.keys()].map((name) => [name, multiplyMatrices(name)])),
  __wl_movmatrix: transposition,
  ...Object.fromEntries(
    ["x1", "x2", "x4"].flatMap((count) => [
      [`__wl_ldmatrix.${count}`, load(false)],
      [`__wl_ldmatrix.${count}.trans`, load(true)],
      [`__wl_stmatrix.${count}`, store(false)],
      [`__wl_stmatrix.${count}.trans`, store(true)],
    ]),
  ),
  __wl_matrix_words1: words,
  __wl_matrix_words2: words,
  __wl_matrix_words4: words,
};
