/** Integers at which a kernel may behave differently: those that it compares with, divides by or masks with, and its launch's. */
import type { Dim3 } from "../../analyzer/hardware/model";
import type { Func, Instruction, Value } from "../../analyzer/ir/model";
import { reachable } from "./reachable";

/** Larger numbers are sizes or patterns of bits that no argument is. */
const LARGEST = 2n ** 31n;

/** Integers of one kind that are kept. */
const KEPT = 24;

function signed(value: Value): bigint | undefined {
  if (value.kind !== "int" || value.type.kind !== "int") return undefined;
  const number = BigInt.asIntN(value.type.bits, value.value);
  return number > -LARGEST && number < LARGEST ? number : undefined;
}

function compared(one: Instruction): readonly (bigint | undefined)[] {
  switch (one.op) {
    case "icmp":
      return [signed(one.left), signed(one.right)];
    case "switch":
      return one.cases.map(({ value }) =>
        one.value.type.kind === "int" ? BigInt.asIntN(one.value.type.bits, value) : value,
      );
    case "binary":
      return ["urem", "srem", "udiv", "sdiv", "and"].includes(one.binary) ? [signed(one.right)] : [];
    default:
      return [];
  }
}

/** Integers that the code of a kernel compares with, divides by or masks with, each once, in the order of the code. */
export function comparedIntegers(kernel: Func): readonly bigint[] {
  const found = new Set<bigint>();
  for (const { blocks } of reachable(kernel)) {
    for (const { instructions } of blocks) {
      for (const one of instructions) for (const value of compared(one)) if (value !== undefined) found.add(value);
    }
  }
  return [...found].slice(0, KEPT);
}

/** Integers to try for an argument: small ones, those of the code with their neighbours, sizes of the launch, and -1. */
export function integersToTry(compared: readonly bigint[], grid: Dim3, block: Dim3): readonly bigint[] {
  const [blocks, threads] = [grid, block].map(([x, y, z]) => BigInt(x * y * z)) as [bigint, bigint];
  const around = (value: bigint) => [value, value - 1n, value + 1n];
  const sizes = [threads, blocks * threads, 32n].flatMap(around);
  const code = compared.flatMap(around).filter((value) => value >= 0n);
  return [...new Set([0n, 1n, 2n, ...code, ...sizes, threads / 2n + 1n, 3n, -1n])];
}
