/**
 * Lowers clang's IR to the memory instructions that nvcc would issue: the entry of this folder.
 *
 * For each basic block, loads, stores and copies are split into element accesses, which then merge; atomics, asynchronous
 * copies and texture fetches are accesses of their own. Accesses that need no memory instruction (parameters, constant
 * memory at a known address, arrays in registers) are left out; what is not modelled is listed in `unsupported`.
 */
import { controlFlow } from "../ir/cfg";
import { type Layout, layoutOf } from "../ir/layout";
import type { Block, Func, Instruction, InstructionOf, Location, Module, Value } from "../ir/model";
import { userLocation } from "../ir/positions";
import { type Uses, usesIn } from "../ir/uses";
import type { MemoryRange } from "./alias";
import { aliasReloads, isReloadedInLoops } from "./aliasReloads";
import { lowerAtomic, lowerCompareAndSwap } from "./atomics";
import { contract } from "./contraction";
import { type ElementAccess, elementsOfCopy, elementsOfLoad, elementsOfStore } from "./elementAccesses";
import { memoryIntrinsic } from "./intrinsics";
import { LinearForms } from "./linear";
import { withPositions } from "./lostPositions";
import { accessesNoMemory, expandsToBranch } from "./memoryEffects";
import { leaderOf, type MemoryEvent, type MergeUnit, mergeUnits } from "./merge";
import { assemblerPolicy, vectoriserPolicy } from "./mergePolicies";
import type { LoweredFunction, MemoryAccess, Space } from "./model";
import { predicatedOperations } from "./predication";
import { isRedundantLoad, redundantReadOnlyLoads } from "./redundantLoads";
import { registerArrays } from "./registerArrays";
import { sharedLayout } from "./sharedLayout";
import { rootsOf, SpaceInference } from "./spaceInference";
import { readsReference } from "./textureReferences";
import { issuedAtShuffles, liveValues } from "./warpOperations";

/** What lowering needs to know of a function in each of its basic blocks. */
interface Context {
  readonly func: Func;
  readonly layout: Layout;
  readonly uses: Uses;
  /** As `LoweredFunction.live`. */
  readonly live: ReadonlySet<Instruction> | undefined;
  /** Loads through the read-only path whose value an earlier load has already brought. */
  readonly redundant: ReadonlySet<Instruction>;
  readonly spaces: SpaceInference;
  readonly exact: LinearForms;
  readonly modulo: LinearForms;
  readonly registers: ReadonlySet<Instruction>;
  readonly isWhole: boolean;
  readonly unsupported: Map<Instruction, string>;
  readonly sharedLayout: ReturnType<typeof sharedLayout> | undefined;
}

/** An access before it has its number and source location. */
type Draft = Omit<MemoryAccess, "id" | "location">;

/** How a module is lowered. */
export interface LoweringOptions {
  /** Nothing that the program does to memory may be missing, as in checked runs: local arrays are in memory, copies of any size are made. */
  readonly isWhole?: boolean;
}

/** Lowers every function of a device module that has a body, by name. */
export function lowerModule(module: Module, options: LoweringOptions = {}): ReadonlyMap<string, LoweredFunction> {
  const spaces = new SpaceInference(module);
  const bodies = module.functions.filter((func) => func.blocks.length > 0);
  return new Map(bodies.map((func) => [func.name, lower(func, module, spaces, options)]));
}

/** Lowers one function of `module`, in which callers and shared variables are looked up. */
export function lowerFunction(func: Func, module: Module): LoweredFunction {
  return lower(func, module, new SpaceInference(module), {});
}

function lower(
  func: Func,
  module: Module,
  spaces: SpaceInference,
  { isWhole = false }: LoweringOptions,
): LoweredFunction {
  const layout = layoutOf(module);
  const context: Context = {
    func,
    layout,
    uses: usesIn(func),
    live: liveValues(func),
    redundant: redundantReadOnlyLoads(func, layout),
    spaces,
    exact: new LinearForms(layout, "exact"),
    modulo: new LinearForms(layout, "modulo"),
    registers: registerArrays(func, layout, isWhole),
    isWhole,
    unsupported: new Map(),
    // Only a kernel has a known layout of shared memory: another function may be called by several kernels.
    sharedLayout: func.isKernel ? sharedLayout(func, module, layout) : undefined,
  };
  const located = func.blocks
    .flatMap((block) => lowerBlock(block, context))
    .map((draft, id): MemoryAccess => ({ ...draft, id, location: locationOf(draft.leader, func) }));
  const accesses = withPositions(located, func);
  const accessOf = new Map<Instruction, MemoryAccess>();
  const issuedAt = new Map<Instruction, MemoryAccess[]>();
  for (const access of accesses) {
    for (const member of access.members)
      if (!accessOf.has(member) || isMainAccess(access, member)) accessOf.set(member, access);
    const issued = issuedAt.get(access.leader);
    if (issued) issued.push(access);
    else issuedAt.set(access.leader, [access]);
  }
  return {
    function: func,
    accesses,
    accessOf,
    issuedAt,
    unsupported: context.unsupported,
    ...contract(func),
    live: context.live,
    issuedAtShuffle: issuedAtShuffles(func, context.uses),
    predicated: predicatedOperations(func),
    registerArrays: context.registers,
    spaceOf: (value) => spaces.of(value),
  };
}

/** Whether an access is the main one of an instruction: not the load that nvcc adds before a store or a compare-and-swap loop. */
function isMainAccess(access: MemoryAccess, member: Instruction): boolean {
  return (access.atomic !== undefined && access.op !== "load") || (member.op === "store" && access.op === "store");
}

/** The source location of an access, with the inlined frames from where it was written outwards. */
function locationOf(leader: Instruction, func: Func): Location | undefined {
  const file = func.location?.file;
  return (file === undefined ? undefined : userLocation(leader, file)?.frames[0]) ?? leader.location;
}

function lowerBlock(block: Block, context: Context): Draft[] {
  const position = new Map(block.instructions.map((instruction, index) => [instruction, index]));
  const positionOf = (instruction: Instruction) => position.get(instruction)!;
  const units: MergeUnit[] = [];
  const others: Draft[] = [];
  const events: MemoryEvent[] = [];
  const narrowEvents: MemoryEvent[] = [];
  for (const instruction of block.instructions) {
    const elements = elementsOf(instruction, context);
    if (elements) {
      for (const element of elements) {
        const event = eventOf(element, context, positionOf(instruction));
        const narrowEvent = narrowedEvent(event, element, context);
        const isInRegister = instruction.op === "load" && isRedundantLoad(instruction, narrowEvent.range, narrowEvents);
        events.push(event);
        narrowEvents.push(narrowEvent);
        if (!isInRegister && issues(element, context)) units.push(unitOf(element, event.range.space));
      }
      continue;
    }
    const accesses = otherAccesses(instruction, context);
    others.push(...accesses);
    const ownEvents = otherEvents(instruction, accesses, context, positionOf(instruction));
    events.push(...ownEvents);
    narrowEvents.push(...ownEvents);
  }
  const vectorised = mergeUnits(units, events, vectoriserPolicy(context, units), positionOf);
  const issuedUnits = mergeUnits(vectorised, events, assemblerPolicy(context), positionOf);
  const rangeOf = rangeFunction(context);
  const reloads = aliasReloads(block, controlFlow(context.func), rangeOf).map(({ store, load }): Draft => {
    const { space, size } = rangeOf(load);
    return { op: "load", space, width: size, members: [store], leader: store, pointer: load.pointer, offset: 0 };
  });
  const accesses = [...reloads, ...issuedUnits.map(draftOf), ...others];
  return accesses.sort((a, b) => positionOf(a.leader) - positionOf(b.leader));
}

/** A function from a load or store to the bytes that it accesses. */
function rangeFunction({ layout, spaces, exact }: Context): (access: InstructionOf<"load" | "store">) => MemoryRange {
  return (access) => {
    const { key, constant } = exact.of(access.pointer);
    const size = layout.storeSize(access.op === "load" ? access.type : access.value.type);
    return { space: spaces.of(access.pointer), pointer: access.pointer, key, offset: constant, size };
  };
}

/** The element accesses of a load, store or copy; undefined for other instructions. */
function elementsOf(instruction: Instruction, context: Context): readonly ElementAccess[] | undefined {
  const { layout, uses } = context;
  if (instruction.op === "load") {
    const isReloaded = isReloadedInLoops(
      instruction,
      uses.of(instruction),
      controlFlow(context.func),
      rangeFunction(context),
    );
    const isOmitted =
      isReloaded ||
      isRemovedLoad(instruction, context) ||
      context.redundant.has(instruction) ||
      readsReference(instruction);
    return isOmitted ? [] : modelled(instruction, elementsOfLoad(instruction, layout, uses), context);
  }
  if (instruction.op === "store") return modelled(instruction, elementsOfStore(instruction, layout), context);
  if (instruction.op !== "call") return undefined;
  const intrinsic = memoryIntrinsic(instruction);
  if (intrinsic?.kind !== "copy" && intrinsic?.kind !== "set") return undefined;
  return modelled(instruction, elementsOfCopy(instruction, intrinsic.kind, context.isWhole), context);
}

/** Notes why an instruction is not modelled, where it is not. */
function modelled(
  instruction: Instruction,
  elements: readonly ElementAccess[] | string,
  { unsupported }: Context,
): readonly ElementAccess[] | undefined {
  if (typeof elements !== "string") return elements;
  unsupported.set(instruction, elements);
  return undefined;
}

/** Whether a value has no use, or only uses that ptxas removes. */
function isUnused(instruction: Instruction, { uses, live }: Context): boolean {
  return live ? !live.has(instruction) : uses.of(instruction).length === 0;
}

/** Whether ptxas removes a load: it is used by nothing but dead warp-wide operations, or reads the read-only path unused. */
function isRemovedLoad(load: InstructionOf<"load">, context: Context): boolean {
  return !load.volatile && (load.invariant || context.uses.of(load).length > 0) && isUnused(load, context);
}

function unitOf(element: ElementAccess, space: Space): MergeUnit {
  return { op: element.op, space, elements: [element], start: 0, width: element.size, elementSize: element.size };
}

function draftOf(unit: MergeUnit): Draft {
  const leading = unit.op === "load" ? unit.elements[0]! : unit.elements.at(-1)!;
  return {
    op: unit.op,
    space: unit.space,
    width: unit.width,
    members: [...new Set(unit.elements.map((element) => element.instruction))],
    leader: leaderOf(unit),
    pointer: leading.pointer,
    offset: leading.offset + unit.start,
  };
}

/** Whether the hardware issues an instruction: not for register arrays, nor for constant memory at a known address. */
function issues(element: ElementAccess, { spaces, exact, registers }: Context): boolean {
  const roots = rootsOf(element.pointer);
  if (roots.length > 0 && roots.every((root) => root.kind === "instruction" && registers.has(root))) return false;
  return (
    spaces.of(element.pointer) !== "constant" || exact.of(element.pointer).terms.length > 0 || !isOneVariable(roots)
  );
}

function isOneVariable(roots: readonly Value[]): boolean {
  return roots.length === 1 && (roots[0]!.kind === "global" || roots[0]!.kind === "argument");
}

function eventOf(
  element: ElementAccess,
  { spaces, exact }: Context,
  position: number,
): MemoryEvent & { readonly range: MemoryRange } {
  const { key, constant } = exact.of(element.pointer);
  const range = {
    space: spaces.of(element.pointer),
    pointer: element.pointer,
    key,
    offset: constant + element.offset,
    size: element.size,
  };
  return { position, writes: element.op === "store", range, instruction: element.instruction };
}

/** The event with an address of 32 bits, as nvcc's addresses of shared memory are: every add in them is a term. */
function narrowedEvent<Of extends MemoryEvent & { readonly range: MemoryRange }>(
  event: Of,
  element: ElementAccess,
  { modulo }: Context,
): Of {
  if (event.range.space !== "shared") return event;
  const { key, constant } = modulo.of(element.pointer);
  return { ...event, range: { ...event.range, key: `32 ${key}`, offset: constant + element.offset } };
}

/** Accesses of atomics, asynchronous copies, matrix loads and textures. */
function otherAccesses(instruction: Instruction, context: Context): Draft[] {
  const { spaces, uses, unsupported } = context;
  const base = { members: [instruction], leader: instruction, offset: 0 };
  if (instruction.op === "atomicrmw" || instruction.op === "cmpxchg") {
    const { pointer } = instruction;
    const space = spaces.ofAtomic(pointer);
    const { op, width, form, loadFirst } =
      instruction.op === "atomicrmw"
        ? lowerAtomic(instruction, space, isUnused(instruction, context))
        : lowerCompareAndSwap(instruction);
    const atomic: Draft = { ...base, op, space, width, pointer, atomic: form };
    const load: Draft = { ...base, op: "load", space, width, pointer, ...(form.aggregated && { atomic: form }) };
    return loadFirst ? [load, atomic] : [atomic];
  }
  if (instruction.op !== "call") return [];
  const intrinsic = memoryIntrinsic(instruction);
  switch (intrinsic?.kind) {
    case "async": {
      const { source: pointer, destination, width } = intrinsic;
      return [{ ...base, op: "copy", space: spaces.of(pointer), width, pointer, destination }];
    }
    case "pair": {
      const { pointer, width } = intrinsic;
      const space = spaces.ofAtomic(pointer);
      const unused = isUnused(instruction, context);
      const op = unused && space === "global" ? "reduction" : "atomic";
      return [{ ...base, op, space, width, pointer, atomic: { kind: "plain", aggregated: false } }];
    }
    case "matrix": {
      const { op, rows, matrices, words } = intrinsic;
      const space = spaces.of(rows);
      if (words && space !== "shared") {
        return words.map((pointer) => ({ ...base, op, space: spaces.of(pointer), width: 4, pointer }));
      }
      return [{ ...base, op, space: "shared", width: 16, pointer: rows, matrices }];
    }
    case "texture":
      return [
        {
          ...base,
          op: intrinsic.op,
          space: "texture",
          width: textureWidth(instruction, uses),
          pointer: intrinsic.handle,
        },
      ];
    case "unsupported":
      unsupported.set(instruction, intrinsic.what);
      return [];
    default:
      return [];
  }
}

/** Bytes of the components that are used, four bytes each: ptxas masks the others. */
function textureWidth(instruction: Instruction, uses: Uses): number {
  const components = new Set<number>();
  for (const user of uses.of(instruction)) {
    if (user.op !== "extractvalue") return 16;
    components.add(user.path[0] ?? 0);
  }
  const words = Math.max(1, components.size);
  return words >= 3 ? 16 : words * 4;
}

/** The events of an instruction that is no load, store or copy. */
function otherEvents(
  instruction: Instruction,
  accesses: readonly Draft[],
  context: Context,
  position: number,
): MemoryEvent[] {
  if (accesses.length > 0) {
    return accesses
      .filter(({ space }) => space !== "texture")
      .flatMap((draft) => {
        const ends = draft.destination ? [draft.pointer, draft.destination] : [draft.pointer];
        return ends.map((pointer): MemoryEvent => {
          const { key, constant } = context.exact.of(pointer);
          const range = { space: context.spaces.of(pointer), pointer, key, offset: constant, size: draft.width };
          return { position, writes: true, range, instruction };
        });
      });
  }
  const everything: MemoryEvent = { position, writes: true, range: undefined, instruction };
  switch (instruction.op) {
    case "fence":
    case "unsupported":
    // A load or store that is not modelled.
    case "load":
    case "store":
      return [everything];
    case "call":
    case "invoke":
    case "binary":
      if (!accessesNoMemory(instruction)) return [everything];
      return expandsToBranch(instruction) ? [{ ...everything, assemblerOnly: true }] : [];
    default:
      return [];
  }
}
