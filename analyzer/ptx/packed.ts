/** Statements on two halfwords or four bytes of a word. Reference: PTX ISA, "Video Instructions", the SIMD ones. */
import type { IntPredicate, Value } from "../ir/model";
import { constant, int } from "./builder";
import type { Scope, Table } from "./scope";
import { type Statement, UnsupportedAssembly } from "./statements";

type Combine = (scope: Scope, a: Value, b: Value) => Value;

const least: Combine = ({ builder }, a, b) => builder.select(builder.compare("slt", a, b), a, b);
const most: Combine = ({ builder }, a, b) => builder.select(builder.compare("sgt", a, b), a, b);

/** The operations on two elements, which are extended to 32 bits by the signs of their types. */
const operations: Readonly<Record<string, Combine>> = {
  vadd: ({ builder }, a, b) => builder.binary("add", a, b),
  vsub: ({ builder }, a, b) => builder.binary("sub", a, b),
  vavrg: ({ builder }, a, b) => {
    const sum = builder.binary("add", builder.binary("add", a, b), constant(1, 32));
    return builder.binary("ashr", sum, constant(1, 32));
  },
  vabsdiff: (scope, a, b) => {
    const { builder } = scope;
    return builder.binary("sub", most(scope, a, b), least(scope, a, b));
  },
  vmin: least,
  vmax: most,
};

/** Clamps an element to the range of its type. */
function saturated({ builder }: Scope, value: Value, bits: number, signed: boolean): Value {
  const [low, high] = signed ? [-(2 ** (bits - 1)), 2 ** (bits - 1) - 1] : [0, 2 ** bits - 1];
  const bound = (predicate: IntPredicate, limit: number, from: Value) =>
    builder.select(builder.compare(predicate, from, constant(limit, 32)), constant(limit, 32), from);
  return bound("sgt", high, bound("slt", low, value));
}

function packed(name: string, count: 2 | 4) {
  return (scope: Scope, statement: Statement): void => {
    const { builder } = scope;
    const { words, operands } = statement;
    const types = words.filter((word) => /^[us]32$/.test(word)).map((word) => word.startsWith("s"));
    const [target, left, right, third] = operands;
    // Operands that select elements by name, and masks of results, are not modelled.
    if (types.length !== 3 || operands.some((one) => one.kind === "name" && one.name.includes("."))) {
      throw new UnsupportedAssembly(statement.text);
    }
    const bits = 32 / count;
    const part = (from: Value, index: number, signed: boolean) =>
      builder.resize(builder.resize(builder.binary("lshr", from, constant(index * bits, 32)), bits), 32, signed);
    const [a, b] = [scope.read(left, int(32)), scope.read(right, int(32))];
    const parts = Array.from({ length: count }, (_, index) => {
      const made = operations[name]!(scope, part(a, index, types[1]!), part(b, index, types[2]!));
      return words.includes("sat") ? saturated(scope, made, bits, types[0]!) : made;
    });
    if (words.includes("add")) {
      const sum = parts.reduce((total, one) => builder.binary("add", total, one), scope.read(third, int(32)));
      scope.write(target, sum);
      return;
    }
    const joined = parts.map((one, index) => {
      const low = builder.binary("and", one, constant(2 ** bits - 1, 32));
      return builder.binary("shl", low, constant(index * bits, 32));
    });
    scope.write(
      target,
      joined.reduce((whole, one) => builder.binary("or", whole, one)),
    );
  };
}

/** The translations of SIMD statements. */
export const packedWords: Table = Object.fromEntries(
  Object.keys(operations).flatMap((name) => ([2, 4] as const).map((count) => [`${name}${count}`, packed(name, count)])),
);
