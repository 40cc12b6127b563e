/**
 * C++ exceptions in host code. A throw is one of the engine's exceptions; `try … catch_all` around each invoke catches it,
 * restores the stack, and the landing pad asks the machine which handler takes it.
 * Reference: WebAssembly exception handling, as engines have had it since 2021 (`try`, `catch_all`, `rethrow`).
 */
import type { InstructionOf } from "../../../analyzer/ir/model";
import { Op, Type } from "../../wasm/opcodes";
import { type FunctionContext, localsOf, push } from "./context";

/** Instructions of exception handling; the number after `TRY` is a type, that after `RETHROW` a depth. */
export const TRY = 0x06;
/** The opcode `catch_all` of WebAssembly's exceptions. */
export const CATCH_ALL = 0x19;
/** The opcode `rethrow` of WebAssembly's exceptions. */
export const RETHROW = 0x09;

/** Writes a call that may throw, and `after` after it; leaves 1 on the stack when it did (the exception is in `thrown`), else 0. */
export function writeInvoke(context: FunctionContext, call: () => void, after: () => void): void {
  const { builder, module } = context;
  const { code } = builder;
  const stack = builder.local(Type.i32);
  const threw = builder.local(Type.i32);
  code.indexed(Op.globalGet, module.stackPointer).set(stack).i32(0).set(threw);
  code.indexed(TRY, Type.empty);
  call();
  code.op(CATCH_ALL as never);
  code.call(module.helper("caught")).tee(context.thrown).op(Op.i64Eqz);
  // Within the `if`, the exception that is passing belongs to the block around it: a limit or the end of the program.
  code.nest(Op.if, () => code.indexed(RETHROW, 1));
  code.get(stack).indexed(Op.globalSet, module.stackPointer).i32(1).set(threw);
  code.op(Op.end);
  after();
  code.get(threw);
}

/** The exception and the number of the handler that takes it: the lower half of its type's address, 1 for every type, 0 for a clean-up. */
export function landingpad(context: FunctionContext, instruction: InstructionOf<"landingpad">): void {
  const { code } = context.builder;
  const { module } = context;
  const [exception, selector] = localsOf(context, instruction) as [number, number];
  code.get(context.thrown).set(exception).i32(0).set(selector);
  for (const { filter, value } of instruction.clauses) {
    if (filter) {
      // An exception specification: everything that comes this far is against it.
      code.get(selector).op(Op.i32Eqz);
      code.nest(Op.if, () => code.i32(-1).set(selector));
      continue;
    }
    code.get(selector).op(Op.i32Eqz);
    code.nest(Op.if, () => {
      code.get(exception);
      push(context, value);
      code.call(module.helper("handles"));
      code.nest(Op.if, () => {
        push(context, value);
        code.op(Op.i32WrapI64).set(selector);
        code.get(selector).op(Op.i32Eqz);
        code.nest(Op.if, () => code.i32(1).set(selector));
      });
    });
  }
  if (instruction.cleanup) return;
  code.get(selector).op(Op.i32Eqz);
  code.nest(Op.if, () => code.get(exception).call(module.helper("resume")));
}
