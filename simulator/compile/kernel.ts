/**
 * A kernel as a WebAssembly function that runs one warp until every lane has left or waits at a barrier.
 *
 * Control flow needs no stack: each unit has a mask of lanes that wait for it, units are written in execution order as
 * `if (waiting) { … }`, and natural loops as `loop`s that repeat while lanes wait for the header. Barriers park their lanes
 * in the frame; the function is simply entered again, finds nobody waiting before the units behind the barriers, and falls
 * through to them.
 */

import type { Loop } from "../../analyzer/ir/cfg";
import type { Block, Func, GlobalVariable, Instruction, Value } from "../../analyzer/ir/model";
import type { LoweredFunction, MemoryAccess } from "../../analyzer/lower/model";
import { emitAtomic, emitCompareExchange } from "../instructions/atomics";
import { lanewise } from "../instructions/lanewise";
import { emitLoad, emitStore, type MemoryContext } from "../instructions/memory";
import { findIntrinsic, isBarrier } from "../intrinsics/find";
import type { CallContext } from "../intrinsics/table";
import { pushBallot } from "../intrinsics/warp";
import type { AddressOf } from "../memory/constants";
import { Cell, deviceAddress, Place, Window } from "../memory/layout";
import { PATTERNS_BYTES } from "../observers/patterns";
import { RECORD_BYTES } from "../observers/record";
import { ModuleBuilder } from "../wasm/encoder";
import { FunctionBuilder } from "../wasm/function";
import { Op, Type } from "../wasm/opcodes";
import { findAliases } from "./aliases";
import { calleeName } from "./calls";
import { emitTerminator } from "./control";
import { Emitter } from "./emitter";
import { countRequest, tell } from "./events";
import { blockOrder } from "./order";
import { Unsupported } from "./representation";
import type { BlockShape } from "./shape";
import { sharedLayout } from "./shared";
import { loadParameters, placeAllocas, placeParameters, preserve } from "./storage";
import { UnsupportedType } from "./types";
import { type Origin, uniformity } from "./uniformity";
import { crossingValues, cutUnits, lanesOvertake, type Unit } from "./units";

/** A compiled kernel. Everything that the machine must know to run and describe it. */
export interface CompiledKernel {
  readonly module: WebAssembly.Module;
  readonly imports: readonly string[];
  /** Bytes of a warp's frame. Its first words are the masks of lanes that wait: for the entry, then for `resumable`. */
  readonly frameBytes: number;
  readonly units: readonly Unit[];
  /** Units behind barriers, in the order of their words in the frame. */
  readonly resumable: readonly Unit[];
  /** Bytes of static shared memory, and of local memory for each thread. */
  readonly sharedBytes: number;
  readonly localBytes: number;
  /** Instructions that may trap, by the number that the code passes. */
  readonly sites: readonly Instruction[];
  readonly accesses: readonly MemoryAccess[];
  /** Place of the accesses' counters, behind those of the units, and where all counters end. */
  readonly recordsAt: number;
  readonly countersEnd: number;
  readonly patternsEnd: number;
  /** Bytes from `Place.parameters` at which each parameter is expected. */
  readonly parameterOffsets: readonly number[];
}

/** What a kernel is compiled for. */
export interface CompileInput {
  readonly kernel: Func;
  readonly lowered: LoweredFunction;
  readonly globals: ReadonlyMap<GlobalVariable, bigint>;
  readonly shape: BlockShape;
  /** Tell observers of accesses, branches and barriers? */
  readonly events: boolean;
}

/** `run(frame, threads, warp)` → lanes that wait at barriers. */
export const runSignature = { parameters: [Type.i32, Type.i32, Type.i32], results: [Type.i32] } as const;
export const eventSignature = { parameters: [Type.i32, Type.i32], results: [] } as const;
const pollSignature = { parameters: [Type.i32], results: [] } as const;

/** Warp instructions between two looks at limits and cancellation. */
export const POLL_EVERY = 1 << 16;

/** Bytes of the two counters of a unit at `Place.counters`: executions by warps, and by lanes. */
export const UNIT_COUNTER = 16;

function originOf(shape: BlockShape, lowered: LoweredFunction, hasLocal: boolean) {
  return (instruction: Instruction, isVarying: (value: Value) => boolean): Origin => {
    switch (instruction.op) {
      case "atomicrmw":
      case "cmpxchg":
        return "varying";
      case "alloca":
        return "uniform";
      case "load": {
        const space = lowered.spaceOf(instruction.pointer);
        if (space === "local" || (space === "generic" && hasLocal)) return "varying";
        return isVarying(instruction.pointer) ? "varying" : "uniform";
      }
      case "call": {
        const intrinsic = findIntrinsic(instruction);
        if (!intrinsic) return "varying";
        const { origin } = intrinsic;
        return typeof origin === "function" ? origin(shape) : (origin ?? "operands");
      }
      default:
        return "operands";
    }
  };
}

export function compileKernel(input: CompileInput): CompiledKernel {
  const { kernel, lowered, shape } = input;
  const order = blockOrder(kernel);
  const aliases = findAliases(kernel, lowered);
  const units = cutUnits(order, isBarrier);
  const allocas = order.blocks.flatMap((block) => block.instructions.filter(({ op }) => op === "alloca"));
  const hasLocal = allocas.length > 0;
  const origin = originOf(shape, lowered, hasLocal);
  const crossing = crossingValues(units, aliases);
  let uniform = uniformity(kernel, order, aliases, origin);
  const overtaken = lanesOvertake(kernel, order, uniform, isBarrier);
  if (overtaken) uniform = uniformity(kernel, order, aliases, origin, crossing);

  const shared = sharedLayout(kernel);
  const addressOf: AddressOf = (constant) => {
    if (constant.kind !== "global") return undefined;
    const offset = shared.offsets.get(constant);
    if (offset !== undefined) return deviceAddress(Window.shared, Place.shared + offset);
    return input.globals.get(constant);
  };

  const module = new ModuleBuilder();
  const fn = new FunctionBuilder(runSignature);
  const [frame, threads, warp] = [0, 1, 2] as const;
  const resumable = units.filter(({ after }) => after);
  const emitter = new Emitter(
    fn,
    module,
    {
      lowered,
      aliases,
      uniformity: uniform,
      addressOf,
      hasLocalMemory: hasLocal,
      mustMerge: (instruction) => {
        if (order.irreducible || (overtaken && crossing.has(instruction))) return true;
        const loop = order.loopOf.get(instruction.block);
        return leavesDivergently(loop, uniform.divergentLoops, (inside) =>
          aliases.usersOf(instruction).some(({ block }) => !inside.blocks.has(block)),
        );
      },
    },
    frame,
    4 * (1 + resumable.length),
  );

  const sites: Instruction[] = [];
  const recordsAt = Place.counters + units.length * UNIT_COUNTER;
  const countersEnd = recordsAt + 2 * lowered.accesses.length * RECORD_BYTES;
  const patternsEnd = Place.patterns + 2 * lowered.accesses.length * PATTERNS_BYTES;
  if (countersEnd > Place.countersEnd || patternsEnd > Place.patternsEnd)
    throw new Unsupported("a kernel of this size", kernel.location);
  const memory: MemoryContext = {
    emitter,
    site: (instruction) => {
      const known = sites.indexOf(instruction);
      return known >= 0 ? known : sites.push(instruction) - 1;
    },
    accessesAt: (instruction) => lowered.issuedAt.get(instruction) ?? [],
    event: (access, resolved) => {
      countRequest(emitter, access, resolved, recordsAt);
      if (input.events) tell(emitter, access, "access");
    },
  };
  const context: CallContext = { emitter, memory, shape, threads, warp };

  const localBytes = placeAllocas(emitter, allocas);
  const parameterOffsets = placeParameters(emitter, kernel);
  const waiting = units.map(() => fn.i32());
  const unitOf = new Map<Block, Unit>();
  for (const unit of units) if (!unit.after) unitOf.set(unit.block, unit);
  const waitingFor = (block: Block): number => waiting[unitOf.get(block)!.index]!;
  const steps = fn.i32();

  const resumeWord = (unit: Unit): number => 4 * (1 + resumable.indexOf(unit));
  const body = fn.aside(() => writeUnits());
  const prologue = fn.aside(() => {
    loadParameters(emitter, kernel, parameterOffsets);
    const enter = (local: number, word: number) => {
      fn.code.get(frame).memory(Op.i32Load, word).set(local).get(frame).i32(0).memory(Op.i32Store, word);
    };
    enter(waiting[0]!, 0);
    for (const unit of resumable) enter(waiting[unit.index]!, resumeWord(unit));
  });
  const [restore, save] = resumable.length ? preserve(emitter, crossing) : [undefined, undefined];
  fn.code.append(prologue);
  if (restore) fn.code.append(restore);
  fn.code.append(body);
  if (save) fn.code.append(save);
  const stepsCell = Place.cells + Cell.steps;
  fn.code.i32(0).i32(0).memory(Op.i32Load, stepsCell).get(steps).op(Op.i32Add).memory(Op.i32Store, stepsCell);
  fn.code.i32(0);
  for (const unit of resumable) fn.code.get(frame).memory(Op.i32Load, resumeWord(unit)).op(Op.i32Or);
  fn.defineIn(module, "run");

  return {
    module: new WebAssembly.Module(module.build()),
    imports: module.importNames,
    frameBytes: Math.ceil(emitter.frameBytes / 256) * 256,
    units,
    resumable,
    sharedBytes: shared.bytes,
    localBytes,
    sites,
    accesses: lowered.accesses,
    recordsAt,
    countersEnd,
    patternsEnd,
    parameterOffsets,
  };

  function writeUnits(): void {
    if (order.irreducible) {
      fn.code.nest(Op.loop, () => {
        for (const unit of units) writeUnit(unit);
        poll();
        fn.code.i32(0);
        for (const local of waiting) fn.code.get(local).op(Op.i32Or);
        fn.code.brIf(0);
      });
      return;
    }
    writeRange(0, units.length, undefined);
  }

  /** Writes units `from` … `to`; those of inner loops inside a `loop` of their own. */
  function writeRange(from: number, to: number, inside: Loop | undefined): void {
    for (let index = from; index < to; ) {
      const unit = units[index]!;
      let loop = order.loopOf.get(unit.block);
      while (loop && loop !== inside && loop.parent !== inside) loop = loop.parent;
      if (!loop || loop === inside) {
        writeUnit(unit);
        index++;
        continue;
      }
      const inner = loop;
      let end = index;
      while (end < to && inner.blocks.has(units[end]!.block)) end++;
      fn.code.nest(Op.loop, () => {
        writeRange(index, end, inner);
        poll();
        fn.code.get(waitingFor(inner.header)).brIf(0);
      });
      index = end;
    }
  }

  function poll(): void {
    fn.code.get(steps).i32(POLL_EVERY).op(Op.i32GtU);
    fn.code.nest(Op.if, () => {
      fn.code.get(steps).call(emitter.import("poll", pollSignature)).i32(0).set(steps);
    });
  }

  function writeUnit(unit: Unit): void {
    const mask = waiting[unit.index]!;
    fn.code.get(mask);
    fn.code.nest(Op.if, () => {
      fn.code.get(mask).set(emitter.exec).i32(0).set(mask);
      fn.code
        .get(steps)
        .i32(unit.to - unit.from)
        .op(Op.i32Add)
        .set(steps);
      countUnit(unit);
      if (unit.after?.op === "call") findIntrinsic(unit.after)?.resume?.(context, unit.after);
      for (let at = unit.from; at < unit.to; at++) writeInstruction(unit.block.instructions[at]!);
      if (unit.barrier) park(unit);
    });
  }

  function countUnit(unit: Unit): void {
    const at = Place.counters + unit.index * UNIT_COUNTER;
    fn.code.i32(0).i32(0).memory(Op.i64Load, at).i64(1n).op(Op.i64Add).memory(Op.i64Store, at);
    fn.code
      .i32(0)
      .i32(0)
      .memory(Op.i64Load, at + 8)
      .get(emitter.exec);
    fn.code.op(Op.i32Popcnt, Op.i64ExtendI32U, Op.i64Add).memory(Op.i64Store, at + 8);
  }

  function park(unit: Unit): void {
    emitter.flush();
    if (input.events) {
      fn.code.i32(memory.site(unit.barrier!)).get(emitter.exec).call(emitter.import("barrier", eventSignature));
    }
    const { barrier } = unit;
    const predicate = barrier?.op === "call" ? findIntrinsic(barrier)?.predicate : undefined;
    if (barrier?.op === "call" && predicate !== undefined) {
      const addLanes = (cell: number, push: () => void) => {
        fn.code
          .i32(0)
          .i32(0)
          .memory(Op.i32Load, Place.cells + cell);
        push();
        fn.code.op(Op.i32Popcnt, Op.i32Add).memory(Op.i32Store, Place.cells + cell);
      };
      addLanes(Cell.arrived, () => void fn.code.get(emitter.exec));
      addLanes(Cell.agreed, () => pushBallot(emitter, barrier.arguments[predicate]!));
    }
    const word = resumeWord(units[unit.index + 1]!);
    fn.code.get(frame).get(frame).memory(Op.i32Load, word).get(emitter.exec).op(Op.i32Or).memory(Op.i32Store, word);
  }

  function writeInstruction(instruction: Instruction): void {
    try {
      writeChecked(instruction);
    } catch (error) {
      if (error instanceof UnsupportedType) throw new Unsupported(error.message, instruction.location);
      if (error instanceof Unsupported && !error.location) throw new Unsupported(error.what, instruction.location);
      throw error;
    }
  }

  function writeChecked(instruction: Instruction): void {
    if (aliases.isAlias(instruction) || lowered.absorbed.has(instruction)) return;
    const unknown = lowered.unsupported.get(instruction);
    if (unknown !== undefined) throw new Unsupported(unknown);
    switch (instruction.op) {
      case "phi":
      case "alloca":
      case "fence":
        return;
      case "load":
        emitLoad(memory, instruction);
        return;
      case "store":
        emitStore(memory, instruction);
        return;
      case "atomicrmw":
        emitAtomic(memory, instruction);
        return;
      case "cmpxchg":
        emitCompareExchange(memory, instruction);
        return;
      case "call": {
        const intrinsic = findIntrinsic(instruction);
        const parts = intrinsic?.lanewise?.(instruction);
        if (parts) emitter.compute(instruction, parts);
        else if (intrinsic?.emit) {
          emitter.flush();
          intrinsic.emit(context, instruction);
        } else throw new Unsupported(`a call of ${calleeName(instruction) ?? "a function pointer or assembly"}`);
        return;
      }
      case "br":
      case "condbr":
      case "switch":
      case "ret":
      case "unreachable":
        emitTerminator({ emitter, waitingFor, site: memory.site, ...(input.events && { events: true }) }, instruction);
        return;
      case "unsupported":
        throw new Unsupported(instruction.what);
      default: {
        const parts = lanewise(instruction, lowered);
        if (!parts) throw new Unsupported(describe(instruction));
        emitter.compute(instruction, parts);
      }
    }
  }
}

function describe(instruction: Instruction): string {
  if (instruction.op === "binary") return `the instruction ${instruction.binary} on this type`;
  if (instruction.op === "cast") return `the conversion ${instruction.cast} between these types`;
  return `the instruction ${instruction.op} on this type`;
}

/** Is the value read outside a loop around it that lanes leave one by one? */
function leavesDivergently(
  loop: Loop | undefined,
  divergent: ReadonlySet<Loop>,
  readOutside: (loop: Loop) => boolean,
): boolean {
  for (let at = loop; at; at = at.parent) if (divergent.has(at) && readOutside(at)) return true;
  return false;
}
