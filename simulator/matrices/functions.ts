/** What kernels call for matrices, over one device's memory: slots of 32 lanes come as places in linear memory. */
import type { DeviceMemory } from "../memory/device";
import { multiply } from "./multiply";
import { shapes } from "./shapes";

/** Names of the products and their shapes, for the compiler of kernels. */
export const matrixShapes: ReadonlyMap<string, (typeof shapes)[number]> = new Map(
  shapes.map((shape) => [shape.name, shape]),
);

/** Name of the import that transposes an 8×8 matrix of 16 bits: place of the result, and of the matrix. */
export const TRANSPOSE = "transposeMatrix";

/**
 * Name of the import that reads 8×8 matrices of 16 bits: how many, whether they are transposed, where the places of their
 * rows are (32 words), and the places of the results.
 */
export const LOAD_MATRIX = "loadMatrices";
/** The function that `stmatrix` calls, with the same arguments as {@link LOAD_MATRIX}. */
export const STORE_MATRIX = "storeMatrices";

/** Where element (row, column) of a matrix of 16 bits is in a slot of 32 words. */
const place = (row: number, column: number): number => 4 * (4 * row + (column >> 1)) + 2 * (column & 1);

const scratch = new Uint16Array(64);

function moveMatrix(
  view: DataView,
  from: (row: number, column: number) => number,
  to: (row: number, column: number) => number,
): void {
  for (let row = 0; row < 8; row++)
    for (let column = 0; column < 8; column++) scratch[8 * row + column] = view.getUint16(from(row, column), true);
  for (let row = 0; row < 8; row++)
    for (let column = 0; column < 8; column++) view.setUint16(to(row, column), scratch[8 * row + column]!, true);
}

/** The functions of a device's memory that generated code imports for matrices, by name. */
export function matrixFunctions(memory: DeviceMemory): Record<string, (...values: number[]) => void> {
  const products = [...matrixShapes].map(([name, shape]) => [
    name,
    (...slots: number[]) => multiply(memory.view(), shape, slots),
  ]);
  const move =
    (stores: boolean) =>
    (transposed: number, rows: number, ...slots: number[]) => {
      const view = memory.view();
      slots.forEach((slot, matrix) => {
        const inMemory = (row: number, column: number) =>
          view.getUint32(rows + 4 * (8 * matrix + row), true) + 2 * column;
        const inRegisters = (row: number, column: number) =>
          slot + (transposed ? place(column, row) : place(row, column));
        if (stores) moveMatrix(view, inRegisters, inMemory);
        else moveMatrix(view, inMemory, inRegisters);
      });
    };
  return {
    ...Object.fromEntries(products),
    [TRANSPOSE]: (to: number, from: number) =>
      moveMatrix(
        memory.view(),
        (row, column) => from + place(row, column),
        (row, column) => to + place(column, row),
      ),
    [LOAD_MATRIX]: move(false),
    [STORE_MATRIX]: move(true),
  };
}
