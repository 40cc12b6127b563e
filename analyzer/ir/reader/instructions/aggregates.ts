/** Instructions that take vectors and structures apart and put them together. */
import { boundedLength } from "../../bitcode/constants";
import { elementType, typeAt } from "../../bitcode/types";
import { type Constant, IrError, type Type, type Value } from "../../model";
import type { Cursor } from "./cursor";

function rest(cursor: Cursor): number[] {
  const path: number[] = [];
  while (cursor.more) path.push(cursor.next());
  return path;
}

/** Record: aggregate, path. */
export function extractValue(cursor: Cursor): void {
  const aggregate = cursor.value();
  const path = rest(cursor);
  cursor.emit(typeAt(aggregate.type, path), { op: "extractvalue", aggregate, path });
}

/** Record: aggregate, value, path. */
export function insertValue(cursor: Cursor): void {
  const aggregate = cursor.value();
  const value = cursor.value();
  cursor.emit(aggregate.type, { op: "insertvalue", aggregate, value, path: rest(cursor) });
}

/** Record: vector, index. */
export function extractElement(cursor: Cursor): void {
  const vector = cursor.value();
  const index = cursor.value();
  cursor.emit(elementType(vector.type, 0), { op: "extractelement", vector, index });
}

/** Record: vector, value, index. */
export function insertElement(cursor: Cursor): void {
  const vector = cursor.value();
  const value = cursor.valueOf(elementType(vector.type, 0));
  const index = cursor.value();
  cursor.emit(vector.type, { op: "insertelement", vector, value, index });
}

/** Record: vector, vector, mask as a constant. */
export function shuffleVector(cursor: Cursor): void {
  const left = cursor.value();
  const right = cursor.valueOf(left.type);
  const mask = shuffleMask(cursor.value());
  const type: Type = { kind: "vector", length: mask.length, element: elementType(left.type, 0) };
  cursor.emit(type, { op: "shufflevector", left, right, mask });
}

/** A shuffle's mask as lane numbers; −1 where the lane may be anything. */
function shuffleMask(value: Value): number[] {
  const { type } = value;
  if (type.kind !== "vector") throw new IrError("a shuffle without a mask");
  const length = boundedLength(type);
  switch (value.kind) {
    case "null":
      return new Array<number>(length).fill(0);
    case "undef":
    case "poison":
      return new Array<number>(length).fill(-1);
    case "data":
      return value.elements.map(Number);
    case "aggregate":
      return value.elements.map(maskLane);
    default:
      throw new IrError("a shuffle's mask is not constant");
  }
}

function maskLane(lane: Constant): number {
  if (lane.kind === "int") return Number(lane.value);
  if (lane.kind === "undef" || lane.kind === "poison") return -1;
  throw new IrError("a shuffle's mask is not constant");
}
