/**
 * A function as a WebAssembly function that runs one warp until every lane has returned or waits at a barrier.
 *
 * Control flow needs no stack: each region has a mask of lanes that wait for it, regions are written in execution order as
 * `if (waiting) { … }`, and natural loops as `loop`s that repeat while lanes wait for the header. Barriers park their lanes
 * in the frame; the function is simply entered again, finds no lane waiting before the regions after the barriers, and falls
 * through to them.
 */

import type { Instruction, InstructionOf, Value } from "../../analyzer/ir/model";
import { Emitter } from "../emit/emitter";
import { shortestTime } from "../estimates/chains";
import { arithmeticKind } from "../estimates/mix";
import type { MemoryContext } from "../instructions/memory";
import { findIntrinsic } from "../intrinsics/find";
import { pushBallot } from "../intrinsics/warp";
import type { AddressOf } from "../memory/constants";
import { Cell, MemoryMap } from "../memory/layout";
import { type CallGraph, calledFunction, isIndirect } from "../plan/callgraph";
import type { FunctionPlan } from "../plan/functionPlan";
import type { Region } from "../plan/regions";
import type { BlockShape } from "../plan/shape";
import type { FindTraits } from "../plan/traits";
import { type Exit, type Wait, type WaitWords, waitPointOf } from "../plan/waitPoints";
import type { ModuleBuilder } from "../wasm/encoder";
import type { LocalI32 } from "../wasm/expressions";
import { Op, Type } from "../wasm/opcodes";
import { FunctionWriter } from "../wasm/writer";
import { countRequest, notify, notifyLanes, notifyOperands, notifyStored, type Records } from "./events";
import { type InstructionContext, writeInstruction } from "./instruction";
import {
  type BlockingCall,
  blockingCalls,
  type Carried,
  type InvokeContext,
  loadCounts,
  runSignature,
  storeCounts,
} from "./invoke";
import { waitForMembers } from "./memberMasks";
import { type RegionCounters, regionCounters } from "./regionCounters";
import { writeSchedule } from "./schedule";
import { slowWork } from "./slowCalls";
import { watchedFor } from "./slowPaths";
import { LOCAL_START, loadParameters, placeAllocas, placeCalled, placeParameters, preserve } from "./storage";
import { barrierWords, suspend, waitIn } from "./suspend";
import { type WaitingLanes, waitingLanes } from "./waitingLanes";

const overflowSignature = { parameters: [Type.i32], results: [] } as const;

/** What the functions of one kernel have in common. */
export interface KernelContext {
  readonly module: ModuleBuilder;
  readonly graph: CallGraph;
  readonly shape: BlockShape;
  readonly addressOf: AddressOf;
  readonly hasLocal: boolean;
  /** Notify observers of accesses, branches and barriers? */
  readonly events: boolean;
  readonly sites: Instruction[];
  readonly records: Records;
  /** Traits of built-in functions, and of calls that lanes may wait in. */
  readonly waitTraits: FindTraits;
  planOf(fn: FunctionPlan["fn"]): FunctionPlan;
  /** Of a function that has been written. */
  frameBytesOf(plan: FunctionPlan): number;
}

/** A function that was written, with the sizes that its callers need. */
export interface WrittenFunction {
  readonly builder: FunctionWriter;
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

/** The parameters of the written function, as locals. */
const [FRAME, THREADS, WARP, LOCAL] = new FunctionWriter(runSignature).parameters;

const SLOW = MemoryMap.cells + Cell.slow;

/** Writes a kernel or a function that it calls. */
export function writeFunction(plan: FunctionPlan, shared: KernelContext): WrittenFunction {
  const fn = new FunctionWriter(runSignature);
  const emitter = emitterOf(fn, plan, shared);
  const memory = memoryContext(emitter, plan, shared);
  const [steps, chain] = [fn.i32(), fn.i32()];
  const storage = storageOf(memory, plan);
  const waiting = waitingLanes(plan, emitter);
  const invoke = invokeContext(memory, { steps, chain }, shared);
  const exits = exitWords(emitter);
  const context = regionContext({ plan, shared, memory, waiting, invoke, exits });
  const schedule = { plan, emitter, waiting, steps, site: memory.site };
  const body = fn.aside(() => writeSchedule({ ...schedule, writeRegion: (region) => writeRegion(context, region) }));
  const [restore, save] = plan.resumable.length ? preserve(emitter, plan.crossing) : [undefined, undefined];
  const prepare = storage.prepare && fn.aside(storage.prepare);
  const frameBytes = Math.ceil(emitter.frameBytes / 256) * 256;

  // The prologue comes last: only now are the size of the frame and the words of lanes that exit known.
  if (plan.fn.isKernel) loadParameters(emitter, plan.fn, storage.parameterOffsets);
  loadCounts(fn.code, invoke);
  if (callsOthers(plan)) findRoomForCallees(invoke, plan, frameBytes, storage.localBytes);
  if (!plan.fn.isKernel) refuseOverflow(memory, plan, frameBytes, storage.localBytes);
  if (prepare) fn.code.append(prepare);
  waiting.enter(exits.words.size ? exits.clear : undefined);
  if (restore) fn.code.append(restore);
  fn.code.append(body);
  if (save) fn.code.append(save);
  storeCounts(fn.code, invoke);
  waiting.pushParked();
  return {
    builder: fn,
    frameBytes,
    localBytes: storage.localBytes,
    parameterOffsets: storage.parameterOffsets,
    waits: plan.resumable.map((region) => waitPointOf(region, context.words, shared.waitTraits)),
    exits: [...exits.words].map(([at, word]) => ({ at, word })),
  };
}

/** Where the parameters and local arrays of a function are. */
interface Storage extends Pick<WrittenFunction, "localBytes" | "parameterOffsets"> {
  /** Writes what a called function does to its parameters before its body. */
  readonly prepare?: () => void;
}

function storageOf(memory: MemoryContext, plan: FunctionPlan): Storage {
  const { emitter } = memory;
  if (plan.fn.isKernel) {
    const localBytes = placeAllocas(emitter, plan.allocas);
    return { localBytes, parameterOffsets: placeParameters(emitter, plan.fn) };
  }
  const entering = () => void emitter.fn.code.get(FRAME).memory(Op.i32Load, 0);
  return { ...placeCalled(memory, plan, LOCAL, entering), parameterOffsets: [] };
}

/** Words of the frame for lanes that exit the kernel, by the instruction at which they exit. */
interface ExitWords {
  readonly words: ReadonlyMap<Instruction, number>;
  /** Adds lanes to the word of an instruction. */
  leave(at: Instruction, mask: LocalI32): void;
  /** Clears the words: the frame may hold lanes of another block. */
  clear(): void;
}

function exitWords(emitter: Emitter): ExitWords {
  const words = new Map<Instruction, number>();
  return {
    words,
    leave: (at, mask) => {
      const word = words.get(at) ?? emitter.word();
      words.set(at, word);
      waitIn(emitter, word, mask);
    },
    clear: () => {
      for (const word of words.values()) emitter.fn.code.get(FRAME).i32(0).memory(Op.i32Store, word);
    },
  };
}

function invokeContext({ emitter, site }: MemoryContext, counts: Carried, shared: KernelContext): InvokeContext {
  return {
    emitter,
    graph: shared.graph,
    planOf: shared.planOf,
    frameBytesOf: shared.frameBytesOf,
    threads: THREADS,
    warp: WARP,
    calleeLocal: emitter.fn.i32(),
    stack: emitter.fn.i32(),
    type: shared.module.typeOf(runSignature),
    ...counts,
    site,
    addressOf: (target) => shared.addressOf(target)!,
  };
}

function emitterOf(fn: FunctionWriter, plan: FunctionPlan, { module, addressOf, hasLocal }: KernelContext): Emitter {
  const { lowered, aliases, uniform: uniformity, folded, affine, mustMerge } = plan;
  const values = { lowered, aliases, uniformity, folded, mustMerge, ...(affine && { affine }) };
  const watched = (instruction: Instruction) => watchedFor(instruction, lowered);
  const known = { ...values, watched, addressOf, hasLocalMemory: hasLocal };
  return new Emitter(fn, module, known, FRAME, plan.frame.end);
}

function memoryContext(emitter: Emitter, { lowered }: FunctionPlan, shared: KernelContext): MemoryContext {
  return {
    emitter,
    site: (instruction) => {
      const known = shared.sites.indexOf(instruction);
      return known >= 0 ? known : shared.sites.push(instruction) - 1;
    },
    accessesAt: (instruction) => lowered.issuedAt.get(instruction) ?? [],
    event: (access, resolved) => {
      countRequest(emitter, access, resolved, shared.records);
      if (!shared.events) return;
      if (access.leader.op === "store") notifyStored(emitter, access.leader.value);
      notify(emitter, access, "access");
      if (access.destination) notify(emitter, { ...access, pointer: access.destination }, "copied");
    },
  };
}

/** Words of the frame for what lanes wait for before a region. */
function waitWords({ regions, resumable }: FunctionPlan, emitter: Emitter): WaitWords {
  const afterSyncs = resumable.filter(({ index }) => regions[index - 1]?.sync);
  const members = new Map(afterSyncs.map((region) => [region, emitter.word()] as const));
  return { members, barriers: barrierWords(emitter, regions) };
}

const callsOthers = ({ fn }: FunctionPlan): boolean =>
  fn.blocks.some(({ instructions }) => instructions.some((each) => calledFunction(each) || isIndirect(each)));

/** Sets where the frames and the variables of called functions begin. */
function findRoomForCallees(invoke: InvokeContext, plan: FunctionPlan, frameBytes: number, localBytes: number): void {
  const { isKernel } = plan.fn;
  const { code } = invoke.emitter.fn;
  code.get(LOCAL).i32(isKernel ? Math.max(LOCAL_START, localBytes) : localBytes);
  code.op(Op.i32Add).set(invoke.calleeLocal);
  if (isKernel || plan.blocking) code.i32(0).memory(Op.i32Load, MemoryMap.cells + Cell.callStack);
  else code.get(FRAME).i32(frameBytes).op(Op.i32Add);
  code.set(invoke.stack);
}

/** Stops a call that has no room for its frame or its variables. */
function refuseOverflow(
  { emitter, site }: MemoryContext,
  { fn }: FunctionPlan,
  frameBytes: number,
  localBytes: number,
): void {
  const { code } = emitter.fn;
  code.get(FRAME).i32(frameBytes).op(Op.i32Add).i32(0);
  code.memory(Op.i32Load, MemoryMap.cells + Cell.lastFrame).op(Op.i32GtU);
  if (localBytes) {
    code.get(LOCAL).i32(localBytes).op(Op.i32Add).i32(0);
    code.memory(Op.i32Load, MemoryMap.cells + Cell.localSize).op(Op.i32GtU, Op.i32Or);
  }
  code.nest(Op.if, () => {
    const first = fn.blocks[0]!.instructions[0]!;
    code.i32(site(first)).call(emitter.import("overflow", overflowSignature));
  });
}

/** Keeps what the running lanes of a called function return. */
function keepResult(emitter: Emitter, { frame }: FunctionPlan, value: Value): void {
  if (!frame.result.length) return;
  emitter.strips((strip) => {
    frame.result.forEach((offset, component) => {
      const quad = emitter.stripOperand(strip, { value, component });
      strip.store(quad, { form: "slot", kind: quad.kind, base: emitter.frame, offset }, emitter.exec);
    });
  });
}

/** What writing a region needs beside what its instructions do. */
interface RegionContext extends Omit<InstructionContext, "control"> {
  readonly control: Omit<InstructionContext["control"], "countDivergence">;
  readonly waiting: WaitingLanes;
  readonly words: WaitWords;
  readonly counters: RegionCounters;
  readonly blocking: BlockingCall;
}

function regionContext(parts: {
  readonly plan: FunctionPlan;
  readonly shared: KernelContext;
  readonly memory: MemoryContext;
  readonly waiting: WaitingLanes;
  readonly invoke: InvokeContext;
  readonly exits: ExitWords;
}): RegionContext {
  const { plan, shared, memory, waiting, invoke, exits } = parts;
  const { emitter, site } = memory;
  const { events } = shared;
  const { isKernel } = plan.fn;
  const words = waitWords(plan, emitter);
  return {
    plan,
    memory,
    call: { emitter, memory, shape: shared.shape, threads: THREADS, warp: WARP, steps: invoke.steps, events },
    invoke,
    members: { emitter, site, isKernel, events, pushAlive: waiting.pushAlive },
    control: {
      emitter,
      waitingFor: (block) => waiting.at(waiting.first(block)),
      site,
      ...(events && { events }),
      ...(!isKernel && { keepResult: (value) => keepResult(emitter, plan, value) }),
      ...(isKernel && plan.resumable.length > 0 && { leave: exits.leave }),
    },
    waited: new Set(words.members.size > 0 ? plan.regions.flatMap(({ sync }) => sync ?? []) : []),
    events,
    waiting,
    words,
    counters: regionCounters(emitter, plan.firstRegion),
    blocking: blockingCalls(invoke),
  };
}

/** Counts operations of a region that a predicate keeps some lanes from, before its last instruction may end it. */
function countLeft({ plan: { lowered }, call: { emitter }, counters }: RegionContext, region: Region): void {
  if (lowered.predicated.size === 0) return;
  const written = region.block.instructions.slice(region.from, region.to - 1);
  const found = written.flatMap((select) => {
    const predicated = select.op === "select" ? lowered.predicated.get(select) : undefined;
    return select.op === "select" && predicated && written.includes(predicated.operation)
      ? [{ select, predicated }]
      : [];
  });
  if (found.length === 0) return;
  emitter.flush();
  for (const { select, predicated } of found) {
    const kind = arithmeticKind(predicated.operation, lowered);
    if (kind !== "fadd" && kind !== "fmul" && kind !== "ffma") continue;
    counters.left(region, kind, () => {
      pushBallot(emitter, select.condition);
      if (predicated.whenTrue) emitter.fn.code.get(emitter.exec).op(Op.i32Xor);
    });
  }
}

/** Writes a region: the lanes that wait for it run it and go on, or wait for what ends it. */
function writeRegion(context: RegionContext, region: Region): void {
  const { plan, call, invoke, waiting, words, counters, blocking } = context;
  const { emitter } = call;
  const { code } = emitter.fn;
  const mask = waiting.at(region);
  const lanesInside = waiting.inside(region);
  if (lanesInside !== undefined) {
    blocking.resume(region.after as InstructionOf<"call">, mask, waiting.word(region), lanesInside);
  }
  const control = { ...context.control, countDivergence: () => counters.divergent(region) };
  const instructions: InstructionContext = { ...context, control };
  code.get(mask).nest(Op.if, () => {
    code.get(mask).set(emitter.exec).i32(0).set(mask);
    const length = region.to - region.from;
    code.get(call.steps).i32(length).op(Op.i32Add).set(call.steps);
    const cycles = shortestTime(region, plan.lowered);
    if (cycles > 0) code.get(invoke.chain).i32(cycles).op(Op.i32Add).set(invoke.chain);
    const slow = slowWork(region.block.instructions.slice(region.from, region.to));
    if (slow > 0) code.i32(0).i32(0).memory(Op.i32Load, SLOW).i32(slow).op(Op.i32Add).memory(Op.i32Store, SLOW);
    counters.executed(region);
    if (region.after?.op === "call") findIntrinsic(region.after)?.resume?.(call, region.after);
    for (let at = region.from; at < region.to; at++) {
      if (at === region.to - 1) countLeft(context, region);
      writeInstruction(instructions, region.block.instructions[at]!);
    }
    const next = plan.regions[region.index + 1];
    if (!next) return;
    const word = waiting.word(next);
    if (region.barrier) {
      emitter.flush();
      const { barrier } = region;
      const site = context.memory.site(barrier);
      if (context.events && barrier.op === "call") {
        notifyOperands(emitter, barrier, findIntrinsic(barrier)?.named, site);
        notifyLanes(emitter, "barrier", site);
      }
      suspend(emitter, region, { word, operands: words.barriers.get(next), site });
    }
    if (region.sync) {
      emitter.flush();
      waitForMembers(context.members, region.sync, waiting.at(next), word, words.members.get(next)!);
    }
    if (region.call) {
      emitter.flush();
      blocking.begin(region.call, waiting.at(next), word);
    }
  });
}
