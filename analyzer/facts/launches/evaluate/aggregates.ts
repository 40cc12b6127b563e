/** Parts of structures and vectors as far as they are known. */
import type { Instruction, Type, Value } from "../../../ir/model";
import { type HostValue, isAggregate } from "./values";

/** What an instruction takes out of a structure or vector, or makes of one; undefined for any other instruction. */
export function partValue(instruction: Instruction, of: (value: Value) => HostValue): HostValue {
  switch (instruction.op) {
    case "extractvalue": {
      let value = of(instruction.aggregate);
      for (const index of instruction.path) value = isAggregate(value) ? value[index] : undefined;
      return value;
    }
    case "insertvalue":
      return inserted(of(instruction.aggregate), instruction.path, of(instruction.value));
    case "extractelement": {
      const [vector, index] = [of(instruction.vector), of(instruction.index)];
      return isAggregate(vector) && typeof index === "bigint" ? vector[Number(index)] : undefined;
    }
    case "insertelement": {
      const index = of(instruction.index);
      return typeof index === "bigint"
        ? inserted(of(instruction.vector), [Number(index)], of(instruction.value))
        : undefined;
    }
    case "shufflevector": {
      const [left, right] = [of(instruction.left), of(instruction.right)];
      const { type } = instruction.left as { type: Type };
      const count = type.kind === "vector" ? type.length : 0;
      return instruction.mask.map((lane) => {
        const [from, at] = lane < count ? [left, lane] : [right, lane - count];
        return isAggregate(from) ? from[at] : undefined;
      });
    }
    default:
      return undefined;
  }
}

function inserted(aggregate: HostValue, [index, ...rest]: readonly number[], value: HostValue): HostValue {
  const copy = isAggregate(aggregate) ? [...aggregate] : [];
  copy[index!] = rest.length > 0 ? inserted(copy[index!], rest, value) : value;
  return copy;
}
