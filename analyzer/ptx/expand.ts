/**
 * Translates inline assembly to the IR that it means: loads become loads, predicates become branches and selects, so that
 * later passes need not know PTX. Assembly that is not modelled stays a call, and executing it is an error with its location.
 */
import type { FunctionBuilder, MutableBlock } from "../ir/build";
import { copyModule } from "../ir/copy";
import type { Block, Func, Instruction, InstructionOf, Module, Value } from "../ir/model";
import { renumber } from "../ir/rewrite";
import { Builder, bitsOf, Declarations, int } from "./builder";
import { type CopyCall, isVariableLength, writeCopyLoop } from "./copyLoops";
import { floats, isOnFloats } from "./floats";
import { integers } from "./integers";
import { isLibraryCall, renameLibraryCalls } from "./libraryCalls";
import { matrices } from "./matrices";
import { mbarriers, withWaitLoops } from "./mbarriers";
import { memory } from "./memory";
import { moves } from "./moves";
import { isOpaque, type OpaqueCall, writeOpaque } from "./opaqueCalls";
import { packedWords } from "./packed";
import { neededWhole, replaceResults } from "./results";
import { Scope, type Translation, typeOf } from "./scope";
import { type Guard, parseAssembly, type Statement, UnsupportedAssembly } from "./statements";
import { warps } from "./warps";

type AssemblyCall = InstructionOf<"call"> & { readonly callee: { readonly kind: "asm" } };

function isAssembly(instruction: Instruction): instruction is AssemblyCall {
  return instruction.op === "call" && instruction.callee.kind === "asm";
}

const isExpanded = (one: Instruction): boolean =>
  isAssembly(one) || isVariableLength(one) || isOpaque(one) || isLibraryCall(one);

const hasAssembly = (func: Func): boolean => func.blocks.some((block) => block.instructions.some(isExpanded));

/** The module with assembly translated and copies of variable length expanded; the module itself where it has none. */
export function expandAssembly(module: Module): Module {
  if (!module.functions.some(hasAssembly)) return module;
  const copy = copyModule(module);
  const declarations = new Declarations(copy.functions);
  for (const func of copy.functions) if (hasAssembly(func)) expandFunction(func as FunctionBuilder, declarations);
  return { ...copy, functions: [...declarations.made.values()] };
}

function expandFunction(func: FunctionBuilder, declarations: Declarations): void {
  const blocks = func.blocks as unknown as MutableBlock[];
  const replaced = new Map<Value, readonly Value[]>();
  const whole = neededWhole(blocks);
  for (const first of [...blocks]) {
    const rest = first.instructions;
    first.instructions = [];
    let block = first;
    for (const one of rest) {
      (one as { block: Block }).block = block as Block;
      const results = isAssembly(one)
        ? translate(one, block, blocks, declarations)
        : isVariableLength(one)
          ? expandCopy(one, block, blocks, declarations)
          : isOpaque(one)
            ? plain(one, block, blocks, declarations)
            : undefined;
      if (!results) {
        block.instructions.push(one);
        continue;
      }
      block = results.block;
      const isWhole = results.values.length > 1 && whole.has(one);
      const bundle = () =>
        new Builder(results.block, blocks, declarations, one.location).bundle(results.values, one.type);
      replaced.set(one, isWhole ? [bundle()] : results.values);
    }
  }
  replaceResults(blocks, replaced);
  renameLibraryCalls(func as unknown as Func, declarations);
  func.blocks = blocks as unknown as Block[];
  renumber(func);
}

/** Expands a copy to a loop; it has no result. */
function expandCopy(call: CopyCall, block: MutableBlock, blocks: MutableBlock[], declarations: Declarations) {
  const builder = new Builder(block, blocks, declarations, call.location);
  writeCopyLoop(builder, call);
  return { values: [], block: builder.block };
}

function plain(call: OpaqueCall, block: MutableBlock, blocks: MutableBlock[], declarations: Declarations) {
  return { values: [writeOpaque(new Builder(block, blocks, declarations, call.location), call)], block };
}

/** Appends the IR of one call to its block; undefined where the assembly is not modelled. */
function translate(
  call: AssemblyCall,
  block: MutableBlock,
  blocks: MutableBlock[],
  declarations: Declarations,
): { readonly values: readonly Value[]; readonly block: MutableBlock } | undefined {
  if (call.callee.kind !== "asm") return undefined;
  const before = { instructions: [...block.instructions], successors: [...block.successors], blocks: [...blocks] };
  const builder = new Builder(block, blocks, declarations, call.location);
  try {
    const assembly = parseAssembly(call.callee.code);
    const statements = withWaitLoops(assembly.statements);
    refuseEarly(statements);
    const scope = new Scope(builder, call, call.callee);
    for (const { type, names } of assembly.declarations) {
      const found = typeOf(type);
      if (!found) throw new UnsupportedAssembly(`.reg .${type}`);
      scope.declare(names, bitsOf(found.type));
    }
    for (const statement of statements) translateStatement(scope, statement);
    return { values: scope.results(), block: builder.block };
  } catch (error) {
    if (!(error instanceof UnsupportedAssembly)) throw error;
    // Only this block and those after it have changed: restoring them undoes the translation.
    block.instructions = before.instructions;
    if (blocks.length !== before.blocks.length) restore(block, before.successors, builder.block);
    blocks.splice(0, blocks.length, ...before.blocks);
    return undefined;
  }
}

/** Throws for unknown statements before any is translated, so that a translation is hardly ever undone. */
function refuseEarly(statements: readonly Statement[]): void {
  for (const statement of statements) if (!translationOf(statement)) throw new UnsupportedAssembly(statement.text);
}

function restore(block: MutableBlock, successors: Block[], last: MutableBlock): void {
  block.successors = successors;
  for (const one of successors) {
    const open = one as MutableBlock;
    open.predecessors = open.predecessors.map((from) => (from === (last as Block) ? (block as Block) : from));
    for (const phi of one.instructions) {
      if (phi.op !== "phi") continue;
      const incoming = phi.incoming.map((edge) =>
        edge.block === (last as Block) ? { ...edge, block: block as Block } : edge,
      );
      Object.assign(phi, { incoming });
    }
  }
}

const COUNTED = /^(add|sub|mul|fma)\..*f32$/;
const pure = { ...integers, ...packedWords, ...floats, ...moves };

function translationOf(statement: Statement): Translation | undefined {
  const head = statement.words[0]!;
  const own = (table: Readonly<Record<string, Translation>>) => (Object.hasOwn(table, head) ? table[head] : undefined);
  if (isOnFloats(statement)) {
    const found = own(floats);
    if (found) return found;
  }
  return (
    own(integers) ??
    own(packedWords) ??
    own(floats) ??
    own(moves) ??
    own(memory) ??
    own(warps) ??
    own(mbarriers) ??
    own(matrices)
  );
}

/** Whether a predicate is as a guard asks for it. */
function holds(scope: Scope, { register, negated }: Guard): Value {
  const held = scope.read(register, int(1));
  return negated ? scope.builder.binary("xor", held, { kind: "int", type: int(1), value: 1n }) : held;
}

function translateStatement(scope: Scope, statement: Statement): void {
  const translation = translationOf(statement)!;
  const { builder } = scope;
  if (statement.loop) {
    const { body, again } = statement.loop;
    builder.repeatWhile(() => {
      for (const one of body) translateStatement(scope, one);
      return holds(scope, again);
    });
    return;
  }
  if (!statement.guard) {
    translation(scope, statement);
    return;
  }
  const predicate = holds(scope, statement.guard);
  // Statements that only write registers execute in all lanes, and selects choose their results. ptxas does the same except
  // for arithmetic on `f32`, which it predicates and which counts in the active lanes only (warp sums of `cub`, on an H200).
  const moves = !Object.hasOwn(pure, statement.words[0]!) || COUNTED.test(statement.words.join("."));
  scope.guarded(predicate, moves, () => translation(scope, statement));
}
