/** What is known about one function before its code is written. */

import type { Loop } from "../../analyzer/ir/cfg";
import type { Block, Func, Instruction, Value } from "../../analyzer/ir/model";
import type { LoweredFunction, MemoryAccess } from "../../analyzer/lower/model";
import { type AffineValues, affineValues } from "./affine";
import { type Aliases, findAliases } from "./aliases";
import { type AngleAccesses, withAngles } from "./angleAccesses";
import { type CallGraph, calledFunction } from "./callgraph";
import { type FoldedAddress, foldAddresses } from "./folding";
import { type BlockOrder, blockOrder } from "./order";
import { crossingValues, cutRegions, divergentBlocks, lanesOvertake, type Region } from "./regions";
import type { BlockShape } from "./shape";
import { orderedSharedReads } from "./sharedReadOrdering";
import { type SpinLoop, spinLoops } from "./spinLoops";
import type { FindTraits } from "./traits";
import { components } from "./types";
import { type Origin, type Uniformity, uniformity } from "./uniformity";

/** Where a function's parameters and its result lie in its frame, one slot for each scalar. */
export interface FrameLayout {
  /** By parameter and component. */
  readonly parameters: readonly (readonly number[])[];
  readonly result: readonly number[];
  /** Where the rest of the frame begins. */
  readonly end: number;
}

/** All that the writer of a function's code asks of it. */
export interface FunctionPlan {
  readonly fn: Func;
  /** With accesses that are numbered over the whole kernel. */
  readonly lowered: LoweredFunction;
  /** What sines, cosines and tangents access, which is in `lowered` behind what the code has. */
  readonly angles: ReadonlyMap<Instruction, AngleAccesses>;
  /** Index in the table of called functions; the kernel, which is not called, comes last. */
  readonly number: number;
  readonly order: BlockOrder;
  readonly aliases: Aliases;
  readonly regions: readonly Region[];
  /** Regions that lanes may wait before, outside of the code, in the order of their words in the frame. */
  readonly resumable: readonly Region[];
  /** Number of the first region over the whole kernel. */
  readonly firstRegion: number;
  readonly crossing: ReadonlySet<Instruction>;
  readonly allocas: readonly Instruction[];
  readonly uniform: Uniformity;
  readonly folded: ReadonlyMap<Value, FoldedAddress>;
  /** Values that change by fixed distances from lane to lane; absent where none is looked for. */
  readonly affine?: AffineValues;
  /** May the whole block wait in it? Such a function keeps its frame in its caller's. */
  readonly blocking: boolean;
  readonly frame: FrameLayout;
  mustMerge(instruction: Instruction): boolean;
}

/** Slots are of 256 bytes here whatever they hold, so that the layout follows from the signature. */
const PARAMETER_BYTES = 256;

function frameLayout({ signature }: Pick<Func, "signature">, words: number, isKernel: boolean): FrameLayout {
  let end = Math.ceil((4 * words) / 16) * 16;
  if (isKernel) return { parameters: [], result: [], end: 4 * words };
  const nextSlot = (): number => {
    end += PARAMETER_BYTES;
    return end - PARAMETER_BYTES;
  };
  const parameters = signature.parameters.map((type) => components(type).map(nextSlot));
  return { parameters, result: components(signature.result).map(nextSlot), end };
}

function originOf({ shape, hasLocal, traits }: PlanInput, lowered: LoweredFunction) {
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
        const known = traits(instruction);
        if (!known) return "varying";
        const { origin, participants } = known;
        // Lanes that name different groups get different results.
        if (participants !== undefined && isVarying(instruction.arguments[participants]!)) return "varying";
        return typeof origin === "function" ? origin(shape) : (origin ?? "operands");
      }
      default:
        return "operands";
    }
  };
}

/** The same with accesses counted from `first` on. */
function renumbered(lowered: LoweredFunction, first: number): LoweredFunction {
  if (first === 0) return lowered;
  const renamed = new Map(lowered.accesses.map((access) => [access, { ...access, id: first + access.id }]));
  const get = (access: MemoryAccess): MemoryAccess => renamed.get(access) ?? access;
  return {
    ...lowered,
    accesses: lowered.accesses.map(get),
    accessOf: new Map([...lowered.accessOf].map(([instruction, access]) => [instruction, get(access)])),
    issuedAt: new Map([...lowered.issuedAt].map(([instruction, accesses]) => [instruction, accesses.map(get)])),
  };
}

/** Allocas of the blocks that can be reached. */
export function allocasOf(fn: Func): readonly Instruction[] {
  return blockOrder(fn).blocks.flatMap((block) => block.instructions.filter(({ op }) => op === "alloca"));
}

/** What a plan is made from. */
export interface PlanInput {
  readonly fn: Func;
  readonly lowered: LoweredFunction;
  readonly graph: CallGraph;
  readonly shape: BlockShape;
  readonly traits: FindTraits;
  /** Has any function of the kernel local memory? */
  readonly hasLocal: boolean;
  /** Do observers want the address of each lane? */
  readonly events: boolean;
  readonly number: number;
  readonly firstRegion: number;
  readonly firstAccess: number;
}

/** Makes the plan of one function. */
export function planFunction(input: PlanInput): FunctionPlan {
  const { fn, graph, traits } = input;
  const { lowered, angles } = withAngles(renumbered(input.lowered, input.firstAccess), input.firstAccess);
  const order = blockOrder(fn);
  const aliases = findAliases(fn, lowered);
  const callBlocks = (instruction: Instruction): boolean => {
    const target = calledFunction(instruction);
    return target !== undefined && graph.blocking.has(target);
  };
  const isCalled = !fn.isKernel;
  const values = { fn, order, aliases, originOf: originOf(input, lowered), argumentsVary: isCalled };
  let uniform = uniformity(values);
  const divergent = divergentBlocks(fn, order, uniform);
  // In a called function the other lanes of the warp are not known: its instructions do not wait.
  const isSync = (instruction: Instruction): boolean =>
    !isCalled && divergent.has(instruction.block) && traits(instruction)?.participants !== undefined;
  // A function that is called has its frame where others will have theirs: its lanes cannot leave it for a while.
  const spins = isCalled ? new Map<Block, SpinLoop>() : spinLoops(order, traits);
  const isBarrier = (each: Instruction): boolean => traits(each)?.barrier === true;
  const waits = (each: Instruction) => isBarrier(each) || callBlocks(each) || isSync(each);
  const turning = isCalled
    ? new Set<Instruction>()
    : orderedSharedReads(order, lowered, uniform.isVarying, isBarrier, waits);
  const regions = cutRegions(order, isBarrier, callBlocks, isSync, spins, turning);
  const crossing = crossingValues(regions, aliases);
  const overtaken = spins.size > 0 || lanesOvertake(fn, order, uniform, waits);
  if (overtaken) uniform = uniformity({ ...values, forced: crossing });
  const resumable = regions.filter(({ after, spins }) => after || spins);
  const folded = foldAddresses(regions, aliases, uniform);
  const looked = isCalled || input.events;
  const forced = overtaken ? { forced: crossing } : {};
  const affine = looked
    ? undefined
    : affineValues({ ...values, ...forced, shape: input.shape, lowered, uniform, folded });
  return {
    fn,
    lowered,
    angles,
    number: input.number,
    order,
    aliases,
    regions,
    resumable,
    firstRegion: input.firstRegion,
    crossing,
    allocas: allocasOf(fn),
    uniform,
    folded,
    ...(affine && { affine }),
    blocking: graph.blocking.has(fn),
    frame: frameLayout(fn, 1 + resumable.length, fn.isKernel),
    mustMerge: (instruction) => {
      if (order.irreducible || (overtaken && crossing.has(instruction))) return true;
      const loop = order.loopOf.get(instruction.block);
      return leavesDivergently(loop, uniform.divergentLoops, (inside) =>
        aliases.usersOf(instruction).some(({ block }) => !inside.blocks.has(block)),
      );
    },
  };
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
