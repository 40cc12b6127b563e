/** Runs integer functions of the model, for tests that hold two readings of one program against each other. */
import assert from "node:assert/strict";
import type { Block, Func, Instruction, Type, Value } from "../../../analyzer/ir/model";

type Integer = bigint;

const BINARY: Readonly<Record<string, (a: bigint, b: bigint, bits: number) => bigint>> = {
  add: (a, b) => a + b,
  sub: (a, b) => a - b,
  mul: (a, b) => a * b,
  and: (a, b) => a & b,
  or: (a, b) => a | b,
  xor: (a, b) => a ^ b,
  udiv: (a, b) => a / b,
  urem: (a, b) => a % b,
  shl: (a, b) => a << b,
  lshr: (a, b) => a >> b,
  ashr: (a, b, bits) => BigInt.asIntN(bits, a) >> b,
  sdiv: (a, b, bits) => BigInt.asIntN(bits, a) / BigInt.asIntN(bits, b),
  srem: (a, b, bits) => BigInt.asIntN(bits, a) % BigInt.asIntN(bits, b),
};

const COMPARE: Readonly<Record<string, (a: bigint, b: bigint) => boolean>> = {
  eq: (a, b) => a === b,
  ne: (a, b) => a !== b,
  gt: (a, b) => a > b,
  ge: (a, b) => a >= b,
  lt: (a, b) => a < b,
  le: (a, b) => a <= b,
};

const INTRINSICS: Readonly<Record<string, (bits: number, ...operands: bigint[]) => bigint>> = {
  umax: (_, a = 0n, b = 0n) => (a > b ? a : b),
  umin: (_, a = 0n, b = 0n) => (a < b ? a : b),
  smax: (bits, a = 0n, b = 0n) => (BigInt.asIntN(bits, a) > BigInt.asIntN(bits, b) ? a : b),
  smin: (bits, a = 0n, b = 0n) => (BigInt.asIntN(bits, a) < BigInt.asIntN(bits, b) ? a : b),
  fshl: (bits, a = 0n, b = 0n, by = 0n) => ((a << BigInt(bits)) | b) >> (BigInt(bits) - (by % BigInt(bits))),
  fshr: (bits, a = 0n, b = 0n, by = 0n) => ((a << BigInt(bits)) | b) >> (by % BigInt(bits)),
  "usub.sat": (_, a = 0n, b = 0n) => (a > b ? a - b : 0n),
  bitreverse: (bits, a = 0n) => BigInt(`0b${[...a.toString(2).padStart(bits, "0")].reverse().join("")}`),
  ctpop: (_, a = 0n) => BigInt([...a.toString(2)].filter((digit) => digit === "1").length),
};

function width(type: Type): number {
  assert(type.kind === "int", `${type.kind} is not interpreted`);
  return type.bits;
}

/** The result of a function on unsigned arguments; what was never written reads as 0. */
export function interpret(func: Func, values: readonly Integer[], limit = 1_000_000): Integer {
  const known = new Map<Value, Integer>(func.arguments.map((argument, index) => [argument, values[index] ?? 0n]));
  const memory = new Map<Integer, Integer>();
  let steps = 0;
  const read = (value: Value): Integer => {
    if (value.kind === "int") return value.value;
    if (value.kind === "undef" || value.kind === "poison" || value.kind === "null") return 0n;
    const found = known.get(value);
    assert(found !== undefined, `a ${value.kind} has no value`);
    return found;
  };
  const signed = (value: Value): Integer => BigInt.asIntN(width(value.type), read(value));

  const evaluate = (one: Instruction): Integer | undefined => {
    switch (one.op) {
      case "binary":
        return BINARY[one.binary]?.(read(one.left), read(one.right), width(one.type));
      case "icmp": {
        const isSigned = one.predicate.startsWith("s");
        const [left, right] = isSigned ? [signed(one.left), signed(one.right)] : [read(one.left), read(one.right)];
        return BigInt(COMPARE[one.predicate.replace(/^[us](?=.{2})/, "")]?.(left, right) ?? assert.fail(one.predicate));
      }
      case "select":
        return read(one.condition) ? read(one.ifTrue) : read(one.ifFalse);
      case "cast":
        return one.cast === "sext" ? signed(one.value) : read(one.value);
      case "freeze":
        return read(one.value);
      case "alloca":
        return BigInt(one.id + 1) << 32n;
      case "load":
        return memory.get(read(one.pointer)) ?? 0n;
      case "store":
        memory.set(read(one.pointer), read(one.value));
        return undefined;
      case "call": {
        assert(one.callee.kind === "function");
        const { name } = one.callee;
        if (/^llvm\.(?:lifetime|assume|experimental\.noalias)/.test(name)) return undefined;
        const intrinsic = INTRINSICS[/^llvm\.([a-z.]+)\.i\d+$/.exec(name)?.[1] ?? ""];
        assert(intrinsic, `${name} is not interpreted`);
        return intrinsic(width(one.type), ...one.arguments.map(read));
      }
      default:
        return assert.fail(`${one.op} is not interpreted`);
    }
  };

  let block = func.blocks[0] as Block;
  let from: Block | undefined;
  for (;;) {
    const phis = block.instructions.filter((one) => one.op === "phi");
    const incoming = phis.map((phi) => read(phi.incoming.find((edge) => edge.block === from)?.value ?? assert.fail()));
    phis.forEach((phi, index) => {
      known.set(phi, incoming[index] as Integer);
    });
    let next: Block | undefined;
    for (const one of block.instructions.slice(phis.length)) {
      assert(steps++ < limit, "too many steps");
      if (one.op === "ret") return one.value ? read(one.value) : 0n;
      if (one.op === "br") next = one.target;
      else if (one.op === "condbr") next = read(one.condition) ? one.ifTrue : one.ifFalse;
      else if (one.op === "switch") {
        const value = read(one.value);
        next = one.cases.find((each) => each.value === value)?.target ?? one.otherwise;
      } else {
        const result = evaluate(one);
        if (result !== undefined)
          known.set(one, one.type.kind === "int" ? BigInt.asUintN(one.type.bits, result) : result);
      }
    }
    assert(next, "a block without a way on");
    from = block;
    block = next;
  }
}
