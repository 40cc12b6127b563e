/**
 * Loads that nvcc performs again and clang does not: `s[a] = s[b]; s[b] += v;`, the heart of every work-efficient scan,
 * and `out[a] = in[b]; out[c] = in[b];`. The store to `s[a]` cannot change what was loaded from `s[b]`, whether they are
 * the same place or not, and clang keeps the value; nvcc only sees that they may be the same, and loads again.
 *
 * That the source reads memory a second time shows in its lines: load and first store are one statement, so the value
 * has no name, and another statement stores it or updates something with it. Of a loop around such a statement,
 * `for (…) out[k] = in[i];`, clang loads before the loop or once for several copies of it; nvcc loads each time.
 */
import type { ControlFlow } from "../ir/cfg";
import type { Block, Instruction, InstructionOf } from "../ir/model";
import { mayAlias, type Touched } from "./alias";

/** A store that is preceded by a second load of its own address. */
export interface Reload {
  readonly store: InstructionOf<"store">;
  readonly load: InstructionOf<"load">;
}

type Touching = (access: InstructionOf<"load" | "store">) => Touched;

export function reloadsIn(block: Block, flow: ControlFlow, touched: Touching): Reload[] {
  const found: Reload[] = block.instructions.flatMap((store) => {
    const load = isOfLoop(store, flow, touched);
    return load && store.op === "store" ? [{ store, load }] : [];
  });
  block.instructions.forEach((first, position) => {
    if (first.op !== "store" || first.value.kind !== "instruction" || first.value.op !== "load") return;
    const load = first.value;
    if (load.block !== block || load.volatile || !sameLine(load, first)) return;
    const source = touched(load);
    const target = touched(first);
    if (target.key === source.key || !mayAlias(target, source)) return;
    const update = block.instructions.slice(position + 1).find((later): later is InstructionOf<"store"> => {
      if (later.op !== "store" || later.location === undefined || sameLine(later, first)) return false;
      return later.value === load || (updates(later, load) && isSame(touched(later), source));
    });
    if (update) found.push({ store: update, load });
  });
  return found;
}

/** Is a load only there for stores in loops that all load again? */
export function isHoisted(
  load: InstructionOf<"load">,
  users: readonly Instruction[],
  flow: ControlFlow,
  touched: Touching,
) {
  return users.length > 0 && users.every((user) => user.block !== load.block && isOfLoop(user, flow, touched) === load);
}

/**
 * What a store in a loop stores, where that is loaded outside of the loop or by an earlier copy of the statement, and where
 * the source has it in the statement of the store: `in[i]` stands behind the `=` whose place the store has.
 */
function isOfLoop(store: Instruction, flow: ControlFlow, touched: Touching): InstructionOf<"load"> | undefined {
  if (store.op !== "store" || store.value.kind !== "instruction" || store.value.op !== "load") return undefined;
  const load = store.value;
  if (load.volatile || load.invariant || store.volatile || !sameLine(load, store)) return undefined;
  if (load.location!.column <= store.location!.column) return undefined;
  const [source, target] = [touched(load), touched(store)];
  if (source.size !== target.size || target.key === source.key || !mayAlias(target, source)) return undefined;
  if (load.block !== store.block) return flow.loopOf(store.block)?.blocks.has(load.block) === false ? load : undefined;
  const before = store.block.instructions.slice(0, store.block.instructions.indexOf(store));
  return before.some((one) => one.op === "store" && one.value === load && isSamePlace(one, store)) ? load : undefined;
}

/** Are they copies of one statement? */
const isSamePlace = (a: Instruction, b: Instruction): boolean =>
  sameLine(a, b) && a.location!.column === b.location!.column;

function updates(store: InstructionOf<"store">, load: Instruction): boolean {
  const { value } = store;
  return value.kind === "instruction" && value.op === "binary" && (value.left === load || value.right === load);
}

function isSame(a: Touched, b: Touched): boolean {
  return a.key === b.key && a.offset === b.offset && a.size === b.size;
}

function sameLine(a: Instruction, b: Instruction): boolean {
  return a.location !== undefined && a.location.line === b.location?.line && a.location.file === b.location.file;
}
