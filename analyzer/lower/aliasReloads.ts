/**
 * Loads that nvcc repeats and clang removes: `s[a] = s[b]; s[b] += v;`, the core of a work-efficient scan, and
 * `out[a] = in[b]; out[c] = in[b];`. The store to `s[a]` leaves the value of `s[b]` unchanged, because it stores that value,
 * and clang keeps it in a register; nvcc only sees that the addresses may alias, and loads again.
 *
 * The source locations show that the source reads memory a second time: load and first store are in one statement, so that
 * no variable holds the value, and another statement stores it or updates memory with it. For a loop around such a
 * statement, `for (…) out[k] = in[i];`, clang loads before the loop or once per several iterations; nvcc loads in each.
 */
import type { ControlFlow } from "../ir/cfg";
import type { Block, Instruction, InstructionOf } from "../ir/model";
import { type MemoryRange, mayAlias } from "./alias";

/** A store before which nvcc repeats a load. */
export interface Reload {
  readonly store: InstructionOf<"store">;
  readonly load: InstructionOf<"load">;
}

type RangeOf = (access: InstructionOf<"load" | "store">) => MemoryRange;

/** The repeated loads of a basic block. */
export function aliasReloads(block: Block, flow: ControlFlow, rangeOf: RangeOf): Reload[] {
  const found: Reload[] = block.instructions.flatMap((store) => {
    const load = loadOfStatement(store, flow, rangeOf);
    return load && store.op === "store" ? [{ store, load }] : [];
  });
  block.instructions.forEach((first, position) => {
    if (first.op !== "store" || first.value.kind !== "instruction" || first.value.op !== "load") return;
    const load = first.value;
    if (load.block !== block || load.volatile || !sameLine(load, first)) return;
    const source = rangeOf(load);
    const target = rangeOf(first);
    if (target.key === source.key || !mayAlias(target, source)) return;
    const update = storesOf(block)
      .get(load)!
      .find(({ store: later, position: at }) => {
        if (at <= position || later.location === undefined || sameLine(later, first)) return false;
        return later.value === load || (updates(later, load) && isSameRange(rangeOf(later), source));
      });
    if (update) found.push({ store: update.store, load });
  });
  return found;
}

/** Whether all uses of a load are stores in loops that repeat it, so that nvcc does not issue the load itself. */
export function isReloadedInLoops(
  load: InstructionOf<"load">,
  users: readonly Instruction[],
  flow: ControlFlow,
  rangeOf: RangeOf,
) {
  return (
    users.length > 0 &&
    users.every((user) => user.block !== load.block && loadOfStatement(user, flow, rangeOf) === load)
  );
}

/**
 * The load of a stored value that clang moved out of the loop or shares between copies of the statement, although the
 * source loads within the statement of the store: the load's source location follows that of the store, which is the `=`.
 */
function loadOfStatement(store: Instruction, flow: ControlFlow, rangeOf: RangeOf): InstructionOf<"load"> | undefined {
  if (store.op !== "store" || store.value.kind !== "instruction" || store.value.op !== "load") return undefined;
  const load = store.value;
  if (load.volatile || load.invariant || store.volatile || !sameLine(load, store)) return undefined;
  if (load.location!.column <= store.location!.column) return undefined;
  const [source, target] = [rangeOf(load), rangeOf(store)];
  if (source.size !== target.size || target.key === source.key || !mayAlias(target, source)) return undefined;
  if (load.block !== store.block) return flow.loopOf(store.block)?.blocks.has(load.block) === false ? load : undefined;
  const stores = storesOf(store.block).get(load)!;
  const own = stores.findIndex((one) => one.store === store);
  return stores.slice(0, own).some((one) => one.store.value === load && isSameSource(one.store, store))
    ? load
    : undefined;
}

/** A store with its position in its block. */
interface PlacedStore {
  readonly store: InstructionOf<"store">;
  readonly position: number;
}

const storesOfBlocks = new WeakMap<Block, ReadonlyMap<Instruction, readonly PlacedStore[]>>();

/** The stores of a block by what they store, and by what they compute that from in one step; in their order. */
function storesOf(block: Block): ReadonlyMap<Instruction, readonly PlacedStore[]> {
  const known = storesOfBlocks.get(block);
  if (known) return known;
  const stores = new Map<Instruction, PlacedStore[]>();
  for (const [position, store] of block.instructions.entries()) {
    if (store.op !== "store" || store.value.kind !== "instruction") continue;
    const { value } = store;
    const parts = value.op === "binary" ? [value, value.left, value.right] : [value];
    for (const part of new Set(parts)) {
      if (part.kind !== "instruction") continue;
      const own = stores.get(part) ?? [];
      own.push({ store, position });
      stores.set(part, own);
    }
  }
  storesOfBlocks.set(block, stores);
  return stores;
}

/** Whether two instructions are copies of one statement, made by unrolling. */
const isSameSource = (a: Instruction, b: Instruction): boolean =>
  sameLine(a, b) && a.location!.column === b.location!.column;

function updates(store: InstructionOf<"store">, load: Instruction): boolean {
  const { value } = store;
  return value.kind === "instruction" && value.op === "binary" && (value.left === load || value.right === load);
}

function isSameRange(a: MemoryRange, b: MemoryRange): boolean {
  return a.key === b.key && a.offset === b.offset && a.size === b.size;
}

function sameLine(a: Instruction, b: Instruction): boolean {
  return a.location !== undefined && a.location.line === b.location?.line && a.location.file === b.location.file;
}
