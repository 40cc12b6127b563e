/** Plans promotion: which stack variables become SSA values, where phis are placed, and which value each load has. */
import { type ControlFlow, controlFlow } from "./cfg";
import type { Block, Func, Instruction, InstructionOf, Value } from "./model";
import { usesIn } from "./uses";

type Alloca = InstructionOf<"alloca">;

/** A phi to be placed for a variable. */
export interface PhiPlacement {
  readonly variable: Alloca;
  readonly block: Block;
  /** By predecessor of the block, in their order. */
  readonly incoming: (Value | PhiPlacement)[];
}

/** The promotion of one function. */
export interface Promotion {
  /** The promoted variables. */
  readonly variables: ReadonlySet<Alloca>;
  /** Their loads, stores and lifetime markers, which are removed too. */
  readonly removed: ReadonlySet<Instruction>;
  readonly phis: ReadonlyMap<Block, readonly PhiPlacement[]>;
  /** The value of each removed load, which is never a removed load itself. */
  readonly loads: ReadonlyMap<Instruction, Value | PhiPlacement>;
}

/** Lifetime markers, which have no meaning for an SSA value. */
const LIFETIME = /^llvm\.lifetime\.(?:start|end)\./;

/**
 * The stack variables of the entry block whose every use is a plain load or store of the whole variable with its own type, or
 * a lifetime marker, so that their address does not escape.
 */
export function promotable(func: Func): Alloca[] {
  const uses = usesIn(func);
  const assumed = new Set<Value>();
  for (const block of func.blocks) {
    for (const one of block.instructions) {
      if (one.op === "call")
        for (const bundle of one.bundles ?? []) for (const value of bundle.values) assumed.add(value);
    }
  }
  return (func.blocks[0]?.instructions ?? []).filter((one): one is Alloca => {
    if (one.op !== "alloca" || one.count.kind !== "int" || one.count.value !== 1n || assumed.has(one)) return false;
    return uses.of(one).every((user) => isWholeAccess(user, one));
  });
}

function isWholeAccess(user: Instruction, variable: Alloca): boolean {
  if (user.op === "load") return !user.volatile && !user.ordering && sameType(user.type, variable.allocated);
  if (user.op === "store") {
    if (user.volatile || user.ordering || user.value === variable) return false;
    return sameType(user.value.type, variable.allocated);
  }
  return isMarker(user);
}

function isMarker(user: Instruction): boolean {
  return user.op === "call" && user.callee.kind === "function" && LIFETIME.test(user.callee.name);
}

function sameType(left: unknown, right: unknown): boolean {
  return left === right || JSON.stringify(left) === JSON.stringify(right);
}

/** Plans the promotion of all promotable variables of a function. */
export function planPromotion(func: Func): Promotion {
  const flow = controlFlow(func);
  const variables = new Set(promotable(func));
  const removed = new Set<Instruction>(variables);
  const uses = usesIn(func);
  for (const variable of variables) for (const user of uses.of(variable)) removed.add(user);
  const phis = new Map<Block, PhiPlacement[]>();
  const frontiers = dominanceFrontiers(flow);
  for (const variable of variables) {
    for (const block of phiBlocks(variable, flow, frontiers)) {
      const list = phis.get(block) ?? [];
      list.push({ variable, block, incoming: [] });
      phis.set(block, list);
    }
  }
  return { variables, removed, phis, loads: rename(func, flow, variables, removed, phis) };
}

/**
 * The dominance frontier of each block: the blocks that it does not strictly dominate but that have a predecessor which it
 * dominates.
 */
function dominanceFrontiers(flow: ControlFlow): ReadonlyMap<Block, ReadonlySet<Block>> {
  const frontiers = new Map<Block, Set<Block>>(flow.order.map((block) => [block, new Set()]));
  for (const block of flow.order) {
    const stop = flow.dominator(block);
    for (const predecessor of block.predecessors) {
      if (!flow.reachable(predecessor)) continue;
      for (let at: Block | undefined = predecessor; at && at !== stop; at = flow.dominator(at)) {
        frontiers.get(at)?.add(block);
      }
    }
  }
  return frontiers;
}

/** The iterated dominance frontier of a variable's stores, within the blocks where the variable is live. */
function phiBlocks(
  variable: Alloca,
  flow: ControlFlow,
  frontiers: ReadonlyMap<Block, ReadonlySet<Block>>,
): ReadonlySet<Block> {
  const users = usesIn(variable.block.function).of(variable);
  const stores = new Set(users.filter((user) => user.op === "store").map((user) => user.block));
  const live = liveBlocks(users, stores);
  const found = new Set<Block>();
  // The entry block defines the variable as undefined.
  const work = [...stores, variable.block];
  for (let block = work.pop(); block; block = work.pop()) {
    for (const end of frontiers.get(block) ?? []) {
      if (found.has(end) || !live.has(end) || !flow.reachable(end)) continue;
      found.add(end);
      work.push(end);
    }
  }
  return found;
}

/** The blocks at whose beginning the variable is live. */
function liveBlocks(users: readonly Instruction[], stores: ReadonlySet<Block>): Set<Block> {
  const firstUse = new Map<Block, Instruction>();
  for (const user of users) {
    if (user.op !== "load" && user.op !== "store") continue;
    const known = firstUse.get(user.block);
    if (!known || user.id < known.id) firstUse.set(user.block, user);
  }
  const live = new Set<Block>();
  const work = [...firstUse].filter(([, use]) => use.op === "load").map(([block]) => block);
  for (let block = work.pop(); block; block = work.pop()) {
    if (live.has(block)) continue;
    live.add(block);
    for (const predecessor of block.predecessors) if (!stores.has(predecessor)) work.push(predecessor);
  }
  return live;
}

/** The values of variables at one point: values of the program, or phis that are still to be placed. */
type Current = ReadonlyMap<Alloca, Value | PhiPlacement>;

const uninitialised = ({ allocated }: Alloca): Value => ({ kind: "undef", type: allocated });

/** Finds the value of each load, and the incoming values of the phis. */
function rename(
  func: Func,
  flow: ControlFlow,
  variables: ReadonlySet<Alloca>,
  removed: ReadonlySet<Instruction>,
  phis: ReadonlyMap<Block, readonly PhiPlacement[]>,
): Map<Instruction, Value | PhiPlacement> {
  const loads = new Map<Instruction, Value | PhiPlacement>();
  const atEnd = new Map<Block, Current>();
  // Reverse post-order visits a block after its dominators.
  for (const block of flow.order) {
    const dominator = flow.dominator(block);
    const current = new Map(dominator && atEnd.get(dominator));
    for (const placement of phis.get(block) ?? []) current.set(placement.variable, placement);
    renameInBlock(block, removed, current, loads);
    atEnd.set(block, current);
  }
  for (const placement of [...phis.values()].flat()) {
    const { variable, block, incoming } = placement;
    for (const predecessor of block.predecessors) {
      incoming.push(atEnd.get(predecessor)?.get(variable) ?? uninitialised(variable));
    }
  }
  // Loads in unreachable blocks have an arbitrary value.
  for (const block of func.blocks) {
    if (flow.reachable(block)) continue;
    for (const one of block.instructions) {
      if (one.op === "load" && variables.has(one.pointer as Alloca))
        loads.set(one, uninitialised(one.pointer as Alloca));
    }
  }
  return loads;
}

/** Records the values of a block's loads, and brings the current values from its beginning to its end. */
function renameInBlock(
  block: Block,
  removed: ReadonlySet<Instruction>,
  current: Map<Alloca, Value | PhiPlacement>,
  loads: Map<Instruction, Value | PhiPlacement>,
): void {
  const resolve = (value: Value) => (value.kind === "instruction" ? loads.get(value) : undefined) ?? value;
  for (const one of block.instructions) {
    if (!removed.has(one)) continue;
    if (one.op === "load") {
      const variable = one.pointer as Alloca;
      loads.set(one, current.get(variable) ?? uninitialised(variable));
    } else if (one.op === "store") current.set(one.pointer as Alloca, resolve(one.value));
  }
}
