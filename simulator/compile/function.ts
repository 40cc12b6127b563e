/**
 * A function as a WebAssembly function that runs one warp until every lane has returned or waits at a barrier.
 *
 * Control flow needs no stack: each unit has a mask of lanes that wait for it, units are written in execution order as
 * `if (waiting) { … }`, and natural loops as `loop`s that repeat while lanes wait for the header. Barriers park their lanes
 * in the frame; the function is simply entered again, finds nobody waiting before the units behind the barriers, and falls
 * through to them.
 */
import type { Loop } from "../../analyzer/ir/cfg";
import type { Block, Instruction, InstructionOf, Value } from "../../analyzer/ir/model";
import { emitAtomic, emitCompareExchange } from "../instructions/atomics";
import { lanewise } from "../instructions/lanewise";
import { emitLoad, emitStore, type MemoryContext } from "../instructions/memory";
import { findIntrinsic } from "../intrinsics/find";
import type { CallContext } from "../intrinsics/table";
import type { AddressOf } from "../memory/constants";
import { Cell, Place } from "../memory/layout";
import type { ModuleBuilder } from "../wasm/encoder";
import { FunctionBuilder } from "../wasm/function";
import { Op, Type } from "../wasm/opcodes";
import { type CallGraph, calledFunction, isIndirect } from "./callgraph";
import { type ControlContext, emitTerminator } from "./control";
import { describe, describeCall } from "./describe";
import { Emitter } from "./emitter";
import { countRequest, tell } from "./events";
import { blockingCalls, emitCall, type InvokeContext, runSignature } from "./invoke";
import { type MemberContext, refuseAbsent, waitForMembers } from "./members";
import { barrierWords, park, waitIn } from "./park";
import type { FunctionPlan } from "./plan";
import { Unsupported } from "./representation";
import type { BlockShape } from "./shape";
import { LOCAL_START, loadParameters, placeAllocas, placeCalled, placeParameters, preserve } from "./storage";
import { UnsupportedType } from "./types";
import { onlyReturns, type Unit } from "./units";
import { type Exit, type Wait, waitBefore } from "./waits";

export const eventSignature = { parameters: [Type.i32, Type.i32], results: [] } as const;
const pollSignature = { parameters: [Type.i32, Type.i32], results: [] } as const;
const overflowSignature = { parameters: [Type.i32], results: [] } as const;

/** Warp instructions between two looks at limits and cancellation. */
export const POLL_EVERY = 1 << 16;

/**
 * Bytes of the three counters of a unit at `Place.counters`: executions by warps, and by lanes, and how often its branch
 * parted the lanes of a warp.
 */
export const UNIT_COUNTER = 24;

/** Free bytes at the end of the stack of frames: room for the parameters of a call that finds no room. */
const STACK_SLACK = 1 << 16;

/** What the functions of one kernel have in common. */
export interface KernelContext {
  readonly module: ModuleBuilder;
  readonly graph: CallGraph;
  readonly shape: BlockShape;
  readonly addressOf: AddressOf;
  readonly hasLocal: boolean;
  /** Tell observers of accesses, branches and barriers? */
  readonly events: boolean;
  readonly sites: Instruction[];
  readonly recordsAt: number;
  planOf(fn: FunctionPlan["fn"]): FunctionPlan;
  /** Of a function that has been written. */
  frameBytesOf(plan: FunctionPlan): number;
}

export interface WrittenFunction {
  readonly builder: FunctionBuilder;
  readonly frameBytes: number;
  /** Bytes of local memory that one call needs for each thread. */
  readonly localBytes: number;
  /** Bytes from `Place.parameters` at which a kernel's parameters are expected. */
  readonly parameterOffsets: readonly number[];
  /** What lanes wait for, by their words in the frame. */
  readonly waits: readonly Wait[];
  /** Where lanes leave a kernel in which others may wait for them. */
  readonly exits: readonly Exit[];
}

export function writeFunction(plan: FunctionPlan, shared: KernelContext): WrittenFunction {
  const { order, aliases, units, resumable, lowered } = plan;
  const isKernel = plan.fn.isKernel;
  const fn = new FunctionBuilder(runSignature);
  const [frame, threads, warp, local] = [0, 1, 2, 3] as const;
  const emitter = new Emitter(
    fn,
    shared.module,
    {
      lowered,
      aliases,
      uniformity: plan.uniform,
      addressOf: shared.addressOf,
      hasLocalMemory: shared.hasLocal,
      folded: plan.folded,
      mustMerge: plan.mustMerge,
    },
    frame,
    plan.frame.end,
  );
  const memory: MemoryContext = {
    emitter,
    site: (instruction) => {
      const known = shared.sites.indexOf(instruction);
      return known >= 0 ? known : shared.sites.push(instruction) - 1;
    },
    accessesAt: (instruction) => lowered.issuedAt.get(instruction) ?? [],
    event: (access, resolved) => {
      countRequest(emitter, access, resolved, shared.recordsAt);
      if (!shared.events) return;
      tell(emitter, access, "access");
      if (access.destination) tell(emitter, { ...access, pointer: access.destination }, "copied");
    },
  };
  const steps = fn.i32();
  const call: CallContext = { emitter, memory, shape: shared.shape, threads, warp, steps };

  const kernelLocal = isKernel ? placeAllocas(emitter, plan.allocas) : 0;
  const parameterOffsets = isKernel ? placeParameters(emitter, plan.fn) : [];
  const called = isKernel
    ? undefined
    : placeCalled(memory, plan, local, () => void fn.code.get(frame).memory(Op.i32Load, 0));
  const localBytes = called?.localBytes ?? kernelLocal;

  const waiting = units.map(() => fn.i32());
  const inside = new Map(resumable.flatMap((unit) => (units[unit.index - 1]?.call ? [[unit, fn.i32()] as const] : [])));
  const unitOf = new Map<Block, Unit>();
  for (const unit of units)
    if (unit.index === 0 || units[unit.index - 1]!.block !== unit.block) unitOf.set(unit.block, unit);
  const waitingFor = (block: Block): number => waiting[unitOf.get(block)!.index]!;
  const calls = plan.fn.blocks.some(({ instructions }) =>
    instructions.some((each) => calledFunction(each) !== undefined || isIndirect(each)),
  );
  const invoke: InvokeContext = {
    emitter,
    graph: shared.graph,
    planOf: shared.planOf,
    frameBytesOf: shared.frameBytesOf,
    threads,
    warp,
    calleeLocal: fn.i32(),
    stack: fn.i32(),
    type: shared.module.typeOf(runSignature),
    steps,
    site: memory.site,
    addressOf: (target) => shared.addressOf(target)!,
  };
  const blocking = blockingCalls(invoke);
  const syncs = new Set(units.flatMap(({ sync }) => sync ?? []));
  const memberWords = new Map(
    resumable.flatMap((unit) => (units[unit.index - 1]?.sync ? [[unit, emitter.word()] as const] : [])),
  );
  const barriers = barrierWords(emitter, units);
  const members: MemberContext = {
    emitter,
    site: memory.site,
    isKernel,
    pushAlive: () => {
      fn.code.i32(Place.cells + Cell.keptLanes).memory(Op.i32Load, 0);
      units.forEach((unit, index) => {
        const returns = unit.from === 0 && onlyReturns(unit.block);
        if (!returns) fn.code.get(waiting[index]!).op(Op.i32Or);
      });
      for (const local of inside.values()) fn.code.get(local).op(Op.i32Or);
      for (const unit of resumable) fn.code.get(frame).memory(Op.i32Load, resumeWord(unit)).op(Op.i32Or);
    },
  };
  const control: ControlContext = {
    emitter,
    waitingFor,
    site: memory.site,
    countParting,
    ...(shared.events && { events: true }),
    ...(!isKernel && { keepResult }),
    ...(isKernel && resumable.length > 0 && { leave }),
  };
  const exits = new Map<Instruction, number>();
  let current = units[0]!;

  const resumeWord = (unit: Unit): number => 4 * (1 + resumable.indexOf(unit));
  const body = fn.aside(() => writeUnits());
  const [restore, save] = resumable.length ? preserve(emitter, plan.crossing) : [undefined, undefined];
  const stepsCell = Place.cells + Cell.steps;
  const prepare = called && fn.aside(() => called.prepare());
  const wholeFrame = Math.ceil(emitter.frameBytes / 256) * 256;
  const prologue = fn.aside(() => {
    if (isKernel) loadParameters(emitter, plan.fn, parameterOffsets);
    fn.code.i32(0).memory(Op.i32Load, stepsCell).set(steps);
    if (calls) {
      fn.code.get(local).i32(isKernel ? Math.max(LOCAL_START, localBytes) : localBytes);
      fn.code.op(Op.i32Add).set(invoke.calleeLocal);
      if (isKernel || plan.blocking) fn.code.i32(0).memory(Op.i32Load, Place.cells + Cell.callStack);
      else fn.code.get(frame).i32(wholeFrame).op(Op.i32Add);
      fn.code.set(invoke.stack);
    }
    if (!isKernel) refuseOverflow();
    if (prepare) fn.code.append(prepare);
    const enter = (target: number, word: number) => {
      fn.code.get(frame).memory(Op.i32Load, word).set(target).get(frame).i32(0).memory(Op.i32Store, word);
    };
    enter(waiting[0]!, 0);
    if (exits.size) {
      // The frame may hold how threads of another block left.
      fn.code.get(waiting[0]!).nest(Op.if, () => {
        for (const word of exits.values()) fn.code.get(frame).i32(0).memory(Op.i32Store, word);
      });
    }
    for (const unit of resumable) enter(inside.get(unit) ?? waiting[unit.index]!, resumeWord(unit));
  });
  fn.code.append(prologue);
  if (restore) fn.code.append(restore);
  fn.code.append(body);
  if (save) fn.code.append(save);
  fn.code.i32(0).get(steps).memory(Op.i32Store, stepsCell);
  fn.code.i32(0);
  for (const unit of resumable) fn.code.get(frame).memory(Op.i32Load, resumeWord(unit)).op(Op.i32Or);
  const waits = resumable.map((unit) => waitBefore(unit, { members: memberWords, barriers }));
  const ways = [...exits].map(([at, word]) => ({ at, word }));
  return { builder: fn, frameBytes: wholeFrame, localBytes, parameterOffsets, waits, exits: ways };

  /** Notes by which branch lanes leave the kernel. */
  function leave(at: Instruction, mask: number): void {
    const word = exits.get(at) ?? emitter.word();
    exits.set(at, word);
    waitIn(emitter, word, mask);
  }

  /** Stops a call that has no room for its frame or its variables. */
  function refuseOverflow(): void {
    fn.code
      .get(frame)
      .i32(wholeFrame)
      .op(Op.i32Add)
      .i32(Place.framesEnd - STACK_SLACK)
      .op(Op.i32GtU);
    if (localBytes) {
      fn.code.get(local).i32(localBytes).op(Op.i32Add);
      fn.code
        .i32(0)
        .memory(Op.i32Load, Place.cells + Cell.localSize)
        .op(Op.i32GtU, Op.i32Or);
    }
    fn.code.nest(Op.if, () => {
      const first = plan.fn.blocks[0]!.instructions[0]!;
      fn.code.i32(memory.site(first)).call(emitter.import("overflow", overflowSignature));
    });
  }

  function keepResult(value: Value): void {
    const places = plan.frame.result;
    if (!places.length) return;
    emitter.strips((strip) => {
      places.forEach((offset, component) => {
        const quad = emitter.stripOperand(strip, { value, component });
        strip.store(quad, { form: "slot", kind: quad.kind, base: frame, offset }, emitter.exec);
      });
    });
  }

  function writeUnits(): void {
    if (order.irreducible) {
      fn.code.nest(Op.loop, () => {
        for (const unit of units) writeUnit(unit);
        poll(units[0]!);
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
      while (end < to && isInside(units[end]!.block, inner)) end++;
      fn.code.nest(Op.loop, () => {
        writeRange(index, end, inner);
        const header = unitOf.get(inner.header)!;
        poll(header);
        if (header.spins) leaveSpin(header);
        fn.code.get(waitingFor(inner.header)).brIf(0);
      });
      index = end;
    }
  }

  /** Is a block written inside the loop? */
  function isInside(block: Block, loop: Loop): boolean {
    let at = order.loopOf.get(block);
    while (at && at !== loop) at = at.parent;
    return at === loop;
  }

  function poll(header: Unit): void {
    fn.code.get(steps).i32(POLL_EVERY).op(Op.i32GtU);
    fn.code.nest(Op.if, () => {
      const site = memory.site(header.block.instructions.at(-1)!);
      const clock = Place.cells + Cell.clock;
      fn.code.i32(0).i32(0).memory(Op.i32Load, clock).get(steps).op(Op.i32Add).memory(Op.i32Store, clock);
      fn.code.get(steps).i32(site).call(emitter.import("poll", pollSignature)).i32(0).set(steps);
    });
  }

  /** Lanes that have looked often enough wait outside until others have run. */
  function leaveSpin(header: Unit): void {
    const rounds = fn.i32();
    const mask = waiting[header.index]!;
    fn.code.get(rounds).i32(1).op(Op.i32Add).tee(rounds);
    fn.code
      .i32(0)
      .memory(Op.i32Load, Place.cells + Cell.spinLimit)
      .op(Op.i32GtU);
    fn.code.nest(Op.if, () => {
      waitIn(emitter, resumeWord(header), mask);
      fn.code.i32(0).set(mask).i32(0).set(rounds);
    });
  }

  function writeUnit(unit: Unit): void {
    const mask = waiting[unit.index]!;
    const lanesInside = inside.get(unit);
    if (lanesInside !== undefined) {
      blocking.resume(unit.after as InstructionOf<"call">, mask, resumeWord(unit), lanesInside);
    }
    fn.code.get(mask);
    fn.code.nest(Op.if, () => {
      fn.code.get(mask).set(emitter.exec).i32(0).set(mask);
      fn.code
        .get(steps)
        .i32(unit.to - unit.from)
        .op(Op.i32Add)
        .set(steps);
      current = unit;
      countUnit(unit);
      if (unit.after?.op === "call") findIntrinsic(unit.after)?.resume?.(call, unit.after);
      for (let at = unit.from; at < unit.to; at++) writeInstruction(unit.block.instructions[at]!);
      if (unit.barrier) parkAt(unit.barrier, unit);
      const behind = units[unit.index + 1];
      if (unit.sync && behind) {
        emitter.flush();
        waitForMembers(members, unit.sync, waiting[behind.index]!, resumeWord(behind), memberWords.get(behind)!);
      }
      if (unit.call && behind) {
        emitter.flush();
        blocking.begin(unit.call, waiting[behind.index]!, resumeWord(behind));
      }
    });
  }

  function counterOf(unit: Unit): number {
    return Place.counters + (plan.firstUnit + unit.index) * UNIT_COUNTER;
  }

  function addOne(at: number): void {
    fn.code.i32(0).i32(0).memory(Op.i64Load, at).i64(1n).op(Op.i64Add).memory(Op.i64Store, at);
  }

  /** Counts that the branch of the unit that is being written parts the lanes. */
  function countParting(): void {
    addOne(counterOf(current) + 16);
  }

  function countUnit(unit: Unit): void {
    const at = counterOf(unit);
    addOne(at);
    fn.code
      .i32(0)
      .i32(0)
      .memory(Op.i64Load, at + 8)
      .get(emitter.exec);
    fn.code.op(Op.i32Popcnt, Op.i64ExtendI32U, Op.i64Add).memory(Op.i64Store, at + 8);
  }

  function parkAt(barrier: Instruction, unit: Unit): void {
    emitter.flush();
    if (shared.events && barrier.op === "call") {
      fn.code.i32(memory.site(barrier)).get(emitter.exec).call(emitter.import("barrier", eventSignature));
    }
    const behind = units[unit.index + 1]!;
    park(emitter, unit, resumeWord(behind), barriers.get(behind));
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
    if (aliases.isAlias(instruction) || lowered.absorbed.has(instruction) || plan.folded.has(instruction)) return;
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
          // Lanes that only wait have been waited for in front of the unit.
          const waited = intrinsic.waitsOnly && memberWords.size > 0 && syncs.has(instruction);
          if (intrinsic.members !== undefined && !waited) refuseAbsent(members, instruction);
          intrinsic.emit(call, instruction);
          if (shared.events && intrinsic.waitsOnly) {
            fn.code.i32(memory.site(instruction)).get(emitter.exec).call(emitter.import("sync", eventSignature));
          }
        } else if (calledFunction(instruction) || isIndirect(instruction)) emitCall(invoke, instruction);
        else throw new Unsupported(describeCall(instruction));
        return;
      }
      case "br":
      case "condbr":
      case "switch":
      case "ret":
      case "unreachable":
        emitTerminator(control, instruction);
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
