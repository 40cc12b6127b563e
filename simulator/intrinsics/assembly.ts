/**
 * Inline assembly of one PTX statement that computes a register from registers: the statements that programs write because
 * C++ has no name for them. Anything else has no entry here and is refused where it stands. Reference: PTX ISA,
 * "Instruction Set".
 */
import type { InlineAsm, Instruction, Value } from "../../analyzer/ir/model";
import type { Kind } from "../compile/types";
import { integerOperation } from "../instructions/integers";
import type { Ref } from "../instructions/lanewise";
import { type Operation, type Push, plain, type Target } from "../instructions/operation";
import { Op } from "../wasm/opcodes";
import { registers } from "./registers";
import type { Call, Intrinsic } from "./table";

type Scalar = (target: Target, operands: readonly Push[]) => void;

function custom(operands: readonly Kind[], result: Kind, scalar: Scalar): Operation {
  return { operands, result, scalar };
}

const triple = ["i32", "i32", "i32"] as const;

/** Pushes the smaller of 32 and the lowest byte of an operand, as 64 bits: positions and lengths of bit fields. */
function pushCount({ fn }: Target, operand: Push): void {
  operand();
  fn.code.i32(255).op(Op.i32And).i32(32);
  operand();
  fn.code.i32(255).op(Op.i32And).i32(32).op(Op.i32LtU, Op.select, Op.i64ExtendI32U);
}

/** Pushes as many ones, in 64 bits, as an operand says. */
function pushOnes(target: Target, length: Push): void {
  target.fn.code.i64(1n);
  pushCount(target, length);
  target.fn.code.op(Op.i64Shl).i64(1n).op(Op.i64Sub);
}

const extract: Scalar = (target, [value, position, length]) => {
  value!();
  target.fn.code.op(Op.i64ExtendI32U);
  pushCount(target, position!);
  target.fn.code.op(Op.i64ShrU);
  pushOnes(target, length!);
  target.fn.code.op(Op.i64And, Op.i32WrapI64);
};

const insert: Scalar = (target, [value, into, position, length]) => {
  const { code } = target.fn;
  into!();
  code.op(Op.i64ExtendI32U);
  pushOnes(target, length!);
  pushCount(target, position!);
  code.op(Op.i64Shl).i64(-1n).op(Op.i64Xor, Op.i64And);
  value!();
  code.op(Op.i64ExtendI32U);
  pushOnes(target, length!);
  code.op(Op.i64And);
  pushCount(target, position!);
  code.op(Op.i64Shl, Op.i64Or, Op.i32WrapI64);
};

/** `prmt` without a mode: each nibble of the selector chooses one of eight bytes, or that byte's sign eight times. */
const permute: Scalar = ({ fn }, [low, high, selector]) => {
  const { code } = fn;
  const byte = (index: number) => {
    high!();
    code.op(Op.i64ExtendI32U).i64(32n).op(Op.i64Shl);
    low!();
    code.op(Op.i64ExtendI32U, Op.i64Or);
    selector!();
    code
      .i32(4 * index)
      .op(Op.i32ShrU)
      .i32(7)
      .op(Op.i32And)
      .i32(3)
      .op(Op.i32Shl, Op.i64ExtendI32U);
    code.op(Op.i64ShrU, Op.i32WrapI64).i32(255).op(Op.i32And);
  };
  code.i32(0);
  for (let index = 0; index < 4; index++) {
    code.i32(0);
    byte(index);
    code.i32(7).op(Op.i32ShrU, Op.i32Sub).i32(255).op(Op.i32And);
    byte(index);
    selector!();
    code
      .i32(4 * index + 3)
      .op(Op.i32ShrU)
      .i32(1)
      .op(Op.i32And, Op.select);
    code.i32(8 * index).op(Op.i32Shl, Op.i32Or);
  }
};

/** Any function of three bits, by its table of eight. */
function lookup(table: number): Operation {
  return custom(triple, "i32", ({ fn }, operands) => {
    const { code } = fn;
    code.i32(0);
    for (let row = 0; row < 8; row++) {
      if (((table >> row) & 1) === 0) continue;
      operands.forEach((push, index) => {
        push();
        if (((row >> (2 - index)) & 1) === 0) code.i32(-1).op(Op.i32Xor);
        if (index > 0) code.op(Op.i32And);
      });
      code.op(Op.i32Or);
    }
  });
}

const multiplyAdd = custom(triple, "i32", ({ fn }, [a, b, c]) => {
  a!();
  b!();
  fn.code.op(Op.i32Mul);
  c!();
  fn.code.op(Op.i32Add);
});

/** Statements by name, without the letter of the type where it makes no difference. */
function operationOf(name: string): Operation | undefined {
  const simple = /^(add|sub|and|or|xor)\.[subx]?(32|64)$|^(mul)\.lo\.[su](32|64)$/.exec(name.replace(".b", ".u"));
  if (simple) {
    const bits = Number(simple[2] ?? simple[4]);
    return integerOperation((simple[1] ?? simple[3]) as "add", bits === 64 ? "i64" : "i32", bits);
  }
  return (
    {
      "bfe.u32": custom(triple, "i32", extract),
      "bfi.b32": custom(["i32", ...triple], "i32", insert),
      "prmt.b32": custom(triple, "i32", permute),
      "mad.lo.u32": multiplyAdd,
      "mad.lo.s32": multiplyAdd,
      "popc.b32": plain(["i32"], "i32", Op.i32Popcnt),
      "clz.b32": plain(["i32"], "i32", Op.i32Clz),
    } as Record<string, Operation>
  )[name];
}

const nothing: Intrinsic = { origin: "uniform", emit: () => {} };
const known = new WeakMap<InlineAsm, { readonly found: Intrinsic | undefined }>();

/** What the assembly that an instruction calls does; `undefined` when it is none, or none that is modelled. */
export function assembly(instruction: Instruction): Intrinsic | undefined {
  if (instruction.op !== "call" || instruction.callee.kind !== "asm") return undefined;
  const { callee } = instruction;
  const entry = known.get(callee) ?? { found: parse(callee) };
  known.set(callee, entry);
  return entry.found;
}

function parse({ code, constraints }: InlineAsm): Intrinsic | undefined {
  const statements = code.replace(/\/\/.*$|\/\*[\s\S]*?\*\//gm, "").split(";");
  const [statement, ...more] = statements.map((text) => text.trim()).filter((text) => text !== "");
  if (statement === undefined) return nothing;
  if (more.length) return undefined;
  if (/^(membar\.(cta|gl|sys)|fence(\.(acq_rel|sc))?\.(cta|gpu|sys|cluster))$/.test(statement)) return nothing;
  const match = /^([a-z][\w.]*)\s+(.+)$/.exec(statement);
  const kinds = constraints.split(",");
  if (!match || !/^=&?[rl]$/.test(kinds[0]!) || kinds[1]?.startsWith("=")) return undefined;
  const [, name, list] = match as unknown as [string, string, string];
  const [target, ...sources] = list.split(",").map((text) => text.trim());
  if (target !== "$0") return undefined;
  const register = /^%([a-z][\w.]*)$/.exec(sources[0] ?? "");
  if (/^mov\.[ub](32|64)$/.test(name) && register) return registers[`llvm.nvvm.read.ptx.sreg.${register[1]}`];
  const table = name === "lop3.b32" ? Number(sources.pop()) : undefined;
  const operation = table === undefined ? operationOf(name) : lookup(table);
  if (!operation || operation.operands.length !== sources.length) return undefined;
  const readers = sources.map((text, index) => reader(text, kinds, operation.operands[index]!));
  if (readers.includes(undefined)) return undefined;
  return { lanewise: (call) => [{ operation, operands: readers.map((read) => read!(call)) }] };
}

/** How an operand of the statement is found at a call: a number, or an argument. */
function reader(text: string, kinds: readonly string[], kind: Kind): ((call: Call) => Ref) | undefined {
  const number = /^(-?\d+|0x[\da-fA-F]+)U?$/.exec(text);
  const bits = kind === "i64" ? 64 : 32;
  const type = { kind: "int", bits } as const;
  if (number) {
    const value: Value = { kind: "int", type, value: BigInt.asUintN(bits, BigInt(number[1]!)) };
    return () => ({ value, component: 0 });
  }
  const operand = /^\$(\d+)$/.exec(text);
  if (!operand) return undefined;
  // An operand that is read and written is written as operand 0 and passed as an argument with the constraint "0".
  const position = operand[1] === "0" ? kinds.indexOf("0") : Number(operand[1]);
  if (position < 1 || (operand[1] !== "0" && !/^[rln]$/.test(kinds[position] ?? ""))) return undefined;
  return (call) => ({ value: call.arguments[position - 1]!, component: 0 });
}
