/**
 * How long a warp takes at least for what it executes one after the other: a warp issues its instructions in order and does
 * not go on after a branch before it is decided, so that it takes at least the longest chain of dependent instructions of
 * each region, and of each iteration of a loop that a value is carried through.
 */
import { latencies } from "../../analyzer/hardware/latencies";
import { controlFlow, type Loop } from "../../analyzer/ir/cfg";
import type { Block, Instruction, Value } from "../../analyzer/ir/model";
import { operands } from "../../analyzer/ir/uses";
import type { LoweredFunction } from "../../analyzer/lower/model";
import { rootsOf } from "../../analyzer/lower/spaceInference";
import { calleeName } from "../plan/calls";
import type { Region } from "../plan/regions";
import { branchForms } from "./branchForms";
import { latencyOf, type Missed, type MissedShare } from "./latency";
import type { RegionCount } from "./mix";

/**
 * The share of a region's longest chain that counts in a loop of which each iteration has to wait for the one before, since
 * not every instruction of it does.
 */
const LOOPED = 0.8;

/**
 * The share in a loop whose iterations do not: nvcc unrolls it by up to 16, with the loads of all of them before what needs
 * their values (`oneBlockSum` of `test/hardware/bounds/blind.cu`, nvcc 13.0).
 */
const OVERLAPPED = 1 / 16;

/** The longest chains of a function where its accesses miss certain shares: launches that repeat ask for the same again. */
interface Chains {
  of(region: Region): number;
  carriedBy(loop: Loop): number;
  /** The share of the chain of a region in a loop that counts. */
  shareIn(loop: Loop | undefined): number;
}

const known = new WeakMap<LoweredFunction, Map<string, Chains>>();
const ANSWERED: Missed = { l1: 0, l2: 0 };
/** Of how many shares the chains of a function are kept. */
const KEPT = 8;

function chainsOf(lowered: LoweredFunction, missed: MissedShare): Chains {
  const all = known.get(lowered) ?? new Map<string, Chains>();
  known.set(lowered, all);
  const shares = new Map(lowered.accesses.map((access) => [access, missed(access)]));
  const name = [...shares.values()].map(({ l1, l2 }) => `${l1} ${l2}`).join();
  const found = all.get(name);
  if (found) return found;
  if (all.size >= KEPT) all.clear();
  const latency = (instruction: Instruction) =>
    latencyOf(instruction, lowered, (access) => shares.get(access) ?? missed(access));
  const made = {
    of: kept((region: Region) => regionPath(region, latency)),
    carriedBy: kept((loop: Loop) => carried(loop, latency)),
    shareIn: kept((loop: Loop | undefined) => (loop ? (mayOverlap(loop, lowered) ? OVERLAPPED : LOOPED) : 1)),
  };
  all.set(name, made);
  return made;
}

/** A function that computes each result once. */
function kept<T>(compute: (of: T) => number): (of: T) => number {
  const results = new Map<T, number>();
  return (of) => {
    const result = results.get(of) ?? compute(of);
    results.set(of, result);
    return result;
  };
}

/** Cycles over all warps of a launch, of what one function executes. */
export function chainCycles(counts: readonly RegionCount[], lowered: LoweredFunction, missed: MissedShare): number {
  const cycles = new Map<Block, number>();
  const entered = new Map<Block, number>();
  const flow = controlFlow(lowered.function);
  const { executedWith } = branchForms(lowered.function);
  const chains = chainsOf(lowered, missed);
  for (const { region, warps } of counts) {
    const { block } = region;
    if (!entered.has(block)) entered.set(block, warps);
    // What runs under a predicate waits for no branch: loads of several such arms are under way together.
    if (warps === 0 || executedWith.has(block)) continue;
    const share = chains.shareIn(flow.loopOf(block));
    cycles.set(block, (cycles.get(block) ?? 0) + warps * share * chains.of(region));
  }
  const inner = (loop: Loop | undefined) => flow.loops.filter(({ parent }) => parent === loop);
  const total = (loop: Loop | undefined): number => {
    const loops = inner(loop);
    let sum = loops.reduce((all, one) => all + total(one), 0);
    for (const [block, own] of cycles) if (flow.loopOf(block) === loop) sum += own;
    return loop ? Math.max(sum, repeats(loop, entered) * chains.carriedBy(loop)) : sum;
  };
  return total(undefined);
}

/** How often a warp goes back to the loop's header, over all warps. Divergence makes it more, which chains do not wait for. */
function repeats({ header, blocks }: Loop, entered: ReadonlyMap<Block, number>): number {
  const before = header.predecessors.filter((block) => !blocks.has(block));
  const entries = before.reduce((sum, block) => sum + (entered.get(block) ?? 0), 0);
  return Math.max(0, (entered.get(header) ?? 0) - entries);
}

/**
 * Cycles that a warp takes at least for a region when L1 answers every access: its longest chain of dependent instructions,
 * or that from one iteration to the next where the region is a whole loop.
 */
export function shortestTime(region: Region, lowered: LoweredFunction): number {
  if (branchForms(lowered.function).executedWith.has(region.block)) return 0;
  const loop = controlFlow(lowered.function).loopOf(region.block);
  const chains = chainsOf(lowered, () => ANSWERED);
  if (!loop) return Math.floor(chains.of(region));
  const isWhole = loop.blocks.size === 1 && region.from === 0 && region.to === region.block.instructions.length;
  return Math.floor(Math.max(chains.shareIn(loop) * chains.of(region), isWhole ? chains.carriedBy(loop) : 0));
}

type Latency = (instruction: Instruction) => number;

/** The longest chain of instructions of a region, until the last of them is issued. */
function regionPath({ block, from, to, barrier }: Region, latency: Latency): number {
  const ready = new Map<Value, number>();
  let [longest, storedAt] = [0, 0];
  let stored: Value | undefined;
  for (let at = from; at < to; at++) {
    const instruction = block.instructions[at]!;
    if (instruction.op === "phi") continue;
    const issued = operands(instruction).reduce(
      (last, value) => Math.max(last, ready.get(value) ?? 0),
      mayReadStored(instruction, stored) ? storedAt : 0,
    );
    if (issued > longest) longest = issued;
    if (instruction.op === "store" && addressedBy(instruction.pointer)) {
      stored = addressedBy(instruction.pointer);
      storedAt = issued;
    }
    ready.set(instruction, issued + latency(instruction));
  }
  return longest + (barrier ? latencies.barrier : 0);
}

/**
 * May several iterations of a loop run together where it is unrolled? Not where they hold a loop of their own or a barrier, and
 * not where each load may read what the iteration before stored.
 */
function mayOverlap(loop: Loop, lowered: LoweredFunction): boolean {
  if (controlFlow(lowered.function).loops.some(({ parent }) => parent === loop)) return false;
  const instructions = [...loop.blocks].flatMap(({ instructions }) => instructions);
  if (instructions.some((one) => one.op === "call" && /barrier|bar\.|grid\.sync/.test(calleeName(one) ?? "")))
    return false;
  const stores = instructions.filter(({ op }) => op === "store" || op === "atomicrmw" || op === "cmpxchg");
  const loads = instructions.filter(({ op }) => op === "load");
  return loads.length === 0 || loads.some((load) => !stores.some((store) => mayMeet(load, store, lowered)));
}

/** May a load read what an instruction stores in an earlier iteration? */
function mayMeet(load: Instruction, store: Instruction, { accessOf }: LoweredFunction): boolean {
  if (load.op !== "load" || load.invariant) return false;
  const [from, to] = [accessOf.get(load), accessOf.get(store)];
  if (from?.space !== to?.space && from?.space !== "generic" && to?.space !== "generic") return false;
  const written = "pointer" in store ? rootsOf(store.pointer) : [];
  const isApart = (root: Value | undefined) => root?.kind === "argument" && root.attributes.has("noalias");
  const roots = rootsOf(load.pointer);
  const isSame = roots.some((root) => written.includes(root));
  return isSame || !(roots.some(isApart) || written.some(isApart));
}

/** The parameter that an address is computed from; undefined where it is another value, or nothing else has it. */
function addressedBy(pointer: Value): Value | undefined {
  const roots = rootsOf(pointer);
  const [root] = roots;
  return roots.length === 1 && root?.kind === "argument" && !root.attributes.has("noalias") ? root : undefined;
}

/** Does a load have to wait for a store through another parameter, which may lead to the same memory? */
function mayReadStored(instruction: Instruction, stored: Value | undefined): boolean {
  if (!stored || instruction.op !== "load" || instruction.invariant) return false;
  const root = addressedBy(instruction.pointer);
  return root !== undefined && root !== stored;
}

/** The longest chain from a value that an iteration begins with to that value of the next iteration. */
function carried(loop: Loop, latency: Latency): number {
  let longest = 0;
  for (const phi of loop.header.instructions) {
    if (phi.op !== "phi") break;
    const back = phi.incoming.filter(({ block }) => loop.blocks.has(block));
    const each = back.map(({ value }) => pathFrom(phi, value, loop, latency));
    const least = Math.min(...each);
    if (back.length > 0 && least > longest) longest = least;
  }
  return longest;
}

/** Cycles from `start` to the result of `end` within one iteration; minus infinity where it may not depend on it. */
function pathFrom(start: Instruction, end: Value, loop: Loop, latency: Latency): number {
  const known = new Map<Value, number>();
  const of = (value: Value): number => {
    if (value === start) return 0;
    if (!isInstruction(value) || !loop.blocks.has(value.block)) return Number.NEGATIVE_INFINITY;
    const found = known.get(value);
    if (found !== undefined) return found;
    // A value that leads back to itself, through the header of a loop inside, is not followed.
    known.set(value, Number.NEGATIVE_INFINITY);
    const cycles = join(value);
    known.set(value, cycles);
    return cycles;
  };
  const join = (value: Instruction): number => {
    if (value.op !== "phi") return latency(value) + Math.max(Number.NEGATIVE_INFINITY, ...operands(value).map(of));
    return value.block === loop.header
      ? Number.NEGATIVE_INFINITY
      : Math.min(...value.incoming.map((one) => of(one.value)));
  };
  return of(end);
}

const isInstruction = (value: Value): value is Instruction => value.kind === "instruction";
