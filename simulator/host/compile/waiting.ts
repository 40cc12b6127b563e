/**
 * Which functions of a program with threads may have to wait within them: those that reach a function of the library that
 * waits, or that ask an atomic or volatile variable again and again. Only they are compiled so that they can be left and
 * returned to (`resumable.ts`).
 */
import { controlFlow } from "../../../analyzer/ir/cfg";
import type { Constant, Func, Instruction, Value } from "../../../analyzer/ir/model";
import { constantOperands, operands } from "../../../analyzer/ir/uses";
import { signatureOf } from "./context";
import type { Reachable } from "./reachable";

/** Functions of the library in which a thread may wait. */
const waitingFunctions: ReadonlySet<string> = new Set([
  ...["__wl_wait", "__wl_yield", "llvm.x86.sse2.pause", "__wl_sleep", "usleep", "sleep", "nanosleep"],
]);

/** Where threads of a program may have to wait for each other. */
export interface Waiting {
  mayWait(func: Func): boolean;
  /** Whether a thread may wait at an instruction: a call, or a look at a variable that another thread changes. */
  isWait(instruction: Instruction): boolean;
}

/** What a loop asks while it waits for another thread to change it. */
export function isPoll(instruction: Instruction): boolean {
  if (instruction.op === "load") return instruction.ordering !== "" || instruction.volatile;
  return instruction.op === "cmpxchg" || instruction.op === "atomicrmw";
}

function isCall(instruction: Instruction): instruction is Extract<Instruction, { op: "call" | "invoke" }> {
  return instruction.op === "call" || instruction.op === "invoke";
}

/** Functions whose address the program takes: they may be called through a pointer. */
function taken({ functions, globals }: Reachable): ReadonlySet<Func> {
  const found = new Set<Func>();
  const seen = new Set<Value>();
  const walk = (constant: Constant) => {
    if (seen.has(constant)) return;
    seen.add(constant);
    if (constant.kind === "function") found.add(constant);
    else if (constant.kind !== "global") for (const one of constantOperands(constant)) walk(one);
  };
  for (const { initializer } of globals) if (initializer) walk(initializer);
  for (const { blocks } of functions) {
    for (const { instructions } of blocks) {
      for (const one of instructions) {
        for (const value of operands(one)) {
          const isCallee = isCall(one) && value === one.callee;
          const isConstant = !["instruction", "argument", "asm", "metadata"].includes(value.kind);
          if (!isCallee && isConstant) walk(value as Constant);
        }
      }
    }
  }
  return found;
}

/** Instructions in loops that look at what another thread may change. */
function polls(func: Func): Instruction[] {
  const flow = controlFlow(func);
  const isInLoop = (block: Func["blocks"][number]) => flow.irreducible || flow.loopOf(block) !== undefined;
  return func.blocks.filter(isInLoop).flatMap((block) => block.instructions.filter(isPoll));
}

/** Undefined for a program that starts no thread. */
export function waitingOf(found: Reachable): Waiting | undefined {
  if (!found.declarations.some((one) => one.name === "__wl_thread_start")) return undefined;
  const asked = new Set(found.functions.flatMap(polls));
  const waits = new Set<Func>(found.declarations.filter((one) => waitingFunctions.has(one.name)));
  const throughPointers = taken(found);
  const types = new Set<string>();
  const typeOf = (signature: Func["signature"]) => JSON.stringify(signatureOf(signature));
  const isWait = (one: Instruction): boolean => {
    if (!isCall(one)) return asked.has(one);
    const { callee } = one;
    if (callee.kind === "function") return waits.has(callee);
    if (callee.kind === "alias") return callee.target.kind === "function" && waits.has(callee.target);
    return callee.kind !== "asm" && types.size > 0 && types.has(typeOf(one.signature));
  };
  for (let grew = true; grew; ) {
    grew = false;
    for (const func of found.functions) {
      if (waits.has(func) || !func.blocks.some((block) => block.instructions.some(isWait))) continue;
      waits.add(func);
      if (throughPointers.has(func)) types.add(typeOf(func.signature));
      grew = true;
    }
  }
  return { mayWait: (func) => waits.has(func), isWait };
}
