/**
 * From clang's IR to the memory instructions that nvcc would issue: the room's entry.
 *
 * Each basic block is read once: loads, stores and copies become pieces, pieces merge, atomics and asynchronous copies
 * take their form. What touches no memory on hardware (parameters, constants at a fixed place, arrays in registers) is
 * left out; what is not modelled is listed under `unsupported`.
 */
import { controlFlow } from "../ir/cfg";
import { type Layout, layoutOf } from "../ir/layout";
import type { Block, Func, Instruction, InstructionOf, Location, Module, Value } from "../ir/model";
import { userLocation } from "../ir/positions";
import { type Uses, usesIn } from "../ir/uses";
import type { Touched } from "./alias";
import { lowerAtomic, lowerCompareAndSwap } from "./atomics";
import { contract } from "./contraction";
import { besideShuffles, wantedIn } from "./exchanges";
import { memoryIntrinsic } from "./intrinsics";
import { LinearForms } from "./linear";
import { registerArrays } from "./locals";
import { branchesLate, touchesNoMemory } from "./mathematics";
import { type Event, leaderOf, mergeUnits, type Unit } from "./merge";
import type { LoweredFunction, MemoryAccess, Space } from "./model";
import { copyPieces, loadPieces, type Piece, storePieces } from "./pieces";
import { predicatedIn } from "./predicates";
import { isHoisted, reloadsIn } from "./reloads";
import { isRepeated, repeatedReadOnly } from "./repeats";
import { sharedPlacement } from "./shared";
import { rootsOf, Spaces } from "./spaces";
import { assemblerStep, vectoriserStep } from "./steps";

/** What every block of a function is lowered with. */
interface Context {
  readonly func: Func;
  readonly layout: Layout;
  readonly uses: Uses;
  /** Values that something takes, where exchanges between lanes that nobody wants are dropped. */
  readonly wanted: ReadonlySet<Instruction> | undefined;
  /** Loads through the read-only path of what is in a register already. */
  readonly repeated: ReadonlySet<Instruction>;
  readonly spaces: Spaces;
  readonly exact: LinearForms;
  readonly modulo: LinearForms;
  readonly registers: ReadonlySet<Instruction>;
  readonly unsupported: Map<Instruction, string>;
  readonly placement: ReturnType<typeof sharedPlacement> | undefined;
}

/** An access before it has a number. */
type Draft = Omit<MemoryAccess, "id" | "location">;

/** Lowers every function of a device module that has a body, by name. */
export function lowerModule(module: Module): ReadonlyMap<string, LoweredFunction> {
  const spaces = new Spaces(module);
  const bodies = module.functions.filter((func) => func.blocks.length > 0);
  return new Map(bodies.map((func) => [func.name, lower(func, module, spaces)]));
}

/** Lowers one function. `module` is the one that it comes from: callers and shared variables are looked up there. */
export function lowerFunction(func: Func, module: Module): LoweredFunction {
  return lower(func, module, new Spaces(module));
}

function lower(func: Func, module: Module, spaces: Spaces): LoweredFunction {
  const layout = layoutOf(module);
  const context: Context = {
    func,
    layout,
    uses: usesIn(func),
    wanted: wantedIn(func),
    repeated: repeatedReadOnly(func, layout),
    spaces,
    exact: new LinearForms(layout, "exact"),
    modulo: new LinearForms(layout, "modulo"),
    registers: registerArrays(func, layout),
    unsupported: new Map(),
    // Only a kernel's shared variables have their place here: a function that is called may belong to several.
    placement: func.isKernel ? sharedPlacement(func, module, layout) : undefined,
  };
  const accesses = func.blocks
    .flatMap((block) => lowerBlock(block, context))
    .map((draft, id): MemoryAccess => ({ ...draft, id, location: locationOf(draft.leader, func) }));
  const accessOf = new Map<Instruction, MemoryAccess>();
  const issuedAt = new Map<Instruction, MemoryAccess[]>();
  for (const access of accesses) {
    for (const member of access.members)
      if (!accessOf.has(member) || isOwn(access, member)) accessOf.set(member, access);
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
    wanted: context.wanted,
    besideShuffles: besideShuffles(func, context.uses),
    predicated: predicatedIn(func),
    registerArrays: context.registers,
    spaceOf: (value) => spaces.of(value),
  };
}

/** A store that nvcc precedes with a load, and a loop of compare-and-swap, are known by what they do themselves. */
function isOwn(access: MemoryAccess, member: Instruction): boolean {
  return access.atomic !== undefined || (member.op === "store" && access.op === "store");
}

/** The place that an access is shown at: with the frames from where it was written outwards. */
function locationOf(leader: Instruction, func: Func): Location | undefined {
  const file = func.location?.file;
  return (file === undefined ? undefined : userLocation(leader, file)?.frames[0]) ?? leader.location;
}

function lowerBlock(block: Block, context: Context): Draft[] {
  const position = new Map(block.instructions.map((instruction, index) => [instruction, index]));
  const positionOf = (instruction: Instruction) => position.get(instruction)!;
  const units: Unit[] = [];
  const others: Draft[] = [];
  const events: Event[] = [];
  const narrowEvents: Event[] = [];
  for (const instruction of block.instructions) {
    const pieces = piecesOf(instruction, context);
    if (pieces) {
      for (const piece of pieces) {
        const event = eventOf(piece, context, positionOf(instruction));
        const narrow = narrowed(event, piece, context);
        const isKept = instruction.op === "load" && isRepeated(instruction, narrow.touched, narrowEvents);
        events.push(event);
        narrowEvents.push(narrow);
        if (!isKept && issues(piece, context)) units.push(unitOf(piece, event.touched.space));
      }
      continue;
    }
    const drafts = otherAccesses(instruction, context);
    others.push(...drafts);
    const between = otherEvents(instruction, drafts, context, positionOf(instruction));
    events.push(...between);
    narrowEvents.push(...between);
  }
  const vectorised = mergeUnits(units, events, vectoriserStep(context, units), positionOf);
  const assembled = mergeUnits(vectorised, events, assemblerStep(context), positionOf);
  const touched = touching(context);
  const again = reloadsIn(block, controlFlow(context.func), touched).map(({ store, load }): Draft => {
    const { space, size } = touched(load);
    return { op: "load", space, width: size, members: [store], leader: store, pointer: load.pointer, offset: 0 };
  });
  const drafts = [...again, ...assembled.map(draftOf), ...others];
  return drafts.sort((a, b) => positionOf(a.leader) - positionOf(b.leader));
}

/** Says what a load or store touches as a whole. */
function touching({ layout, spaces, exact }: Context): (access: InstructionOf<"load" | "store">) => Touched {
  return (access) => {
    const { key, constant } = exact.of(access.pointer);
    const size = layout.storeSize(access.op === "load" ? access.type : access.value.type);
    return { space: spaces.of(access.pointer), pointer: access.pointer, key, offset: constant, size };
  };
}

/** Pieces of a load, store or copy; nothing for other instructions. */
function piecesOf(instruction: Instruction, context: Context): readonly Piece[] | undefined {
  const { layout, uses, unsupported } = context;
  if (instruction.op === "load") {
    const isElsewhere = isHoisted(instruction, uses.of(instruction), controlFlow(context.func), touching(context));
    const isNone = isElsewhere || isDropped(instruction, context) || context.repeated.has(instruction);
    return isNone ? [] : loadPieces(instruction, layout, uses);
  }
  if (instruction.op === "store") return storePieces(instruction, layout);
  if (instruction.op !== "call") return undefined;
  const intrinsic = memoryIntrinsic(instruction);
  if (intrinsic?.kind !== "copy" && intrinsic?.kind !== "set") return undefined;
  const pieces = copyPieces(instruction, intrinsic.kind);
  if (typeof pieces !== "string") return pieces;
  unsupported.set(instruction, pieces);
  return undefined;
}

/** Whether nobody takes a value, or only exchanges between lanes that the assembler drops. */
function isUnused(instruction: Instruction, { uses, wanted }: Context): boolean {
  return wanted ? !wanted.has(instruction) : uses.of(instruction).length === 0;
}

/** A load for exchanges between lanes that nobody wants, or through the read-only path for nobody. */
function isDropped(load: InstructionOf<"load">, context: Context): boolean {
  return !load.volatile && (load.invariant || context.uses.of(load).length > 0) && isUnused(load, context);
}

function unitOf(piece: Piece, space: Space): Unit {
  return { op: piece.op, space, pieces: [piece], start: 0, width: piece.size, element: piece.size };
}

function draftOf(unit: Unit): Draft {
  const leading = unit.op === "load" ? unit.pieces[0]! : unit.pieces.at(-1)!;
  return {
    op: unit.op,
    space: unit.space,
    width: unit.width,
    members: [...new Set(unit.pieces.map((piece) => piece.instruction))],
    leader: leaderOf(unit),
    pointer: leading.pointer,
    offset: leading.offset + unit.start,
  };
}

/** Whether hardware issues an instruction for it: not for registers, nor for constants at a fixed place. */
function issues(piece: Piece, { spaces, exact, registers }: Context): boolean {
  const roots = rootsOf(piece.pointer);
  if (roots.length > 0 && roots.every((root) => root.kind === "instruction" && registers.has(root))) return false;
  return spaces.of(piece.pointer) !== "constant" || exact.of(piece.pointer).terms.length > 0 || !isNamed(roots);
}

function isNamed(roots: readonly Value[]): boolean {
  return roots.length === 1 && (roots[0]!.kind === "global" || roots[0]!.kind === "argument");
}

function eventOf(piece: Piece, { spaces, exact }: Context, position: number): Event & { readonly touched: Touched } {
  const { key, constant } = exact.of(piece.pointer);
  const touched = {
    space: spaces.of(piece.pointer),
    pointer: piece.pointer,
    key,
    offset: constant + piece.offset,
    size: piece.size,
  };
  return { position, writes: piece.op === "store", touched, instruction: piece.instruction };
}

/** The same where addresses have 32 bits, as those of shared memory do for nvcc: every sum in them comes apart. */
function narrowed<Of extends Event & { readonly touched: Touched }>(event: Of, piece: Piece, { modulo }: Context): Of {
  if (event.touched.space !== "shared") return event;
  const { key, constant } = modulo.of(piece.pointer);
  return { ...event, touched: { ...event.touched, key: `32 ${key}`, offset: constant + piece.offset } };
}

/** Accesses of atomics, asynchronous copies and textures. */
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
    return loadFirst ? [{ ...base, op: "load", space, width, pointer }, atomic] : [atomic];
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

/** Bytes of the components that are used, four bytes each: the assembler masks the others. */
function textureWidth(instruction: Instruction, uses: Uses): number {
  const components = new Set<number>();
  for (const user of uses.of(instruction)) {
    if (user.op !== "extractvalue") return 16;
    components.add(user.path[0] ?? 0);
  }
  const words = Math.max(1, components.size);
  return words >= 3 ? 16 : words * 4;
}

/** What other instructions keep from moving across them. */
function otherEvents(instruction: Instruction, drafts: readonly Draft[], context: Context, position: number): Event[] {
  if (drafts.length > 0) {
    return drafts
      .filter(({ space }) => space !== "texture")
      .flatMap((draft) => {
        const ends = draft.destination ? [draft.pointer, draft.destination] : [draft.pointer];
        return ends.map((pointer): Event => {
          const { key, constant } = context.exact.of(pointer);
          const touched = { space: context.spaces.of(pointer), pointer, key, offset: constant, size: draft.width };
          return { position, writes: true, touched, instruction };
        });
      });
  }
  const wall: Event = { position, writes: true, touched: undefined, instruction };
  switch (instruction.op) {
    case "fence":
    case "unsupported":
      return [wall];
    case "call":
    case "invoke":
    case "binary":
      if (!touchesNoMemory(instruction)) return [wall];
      return branchesLate(instruction) ? [{ ...wall, late: true }] : [];
    default:
      return [];
  }
}
