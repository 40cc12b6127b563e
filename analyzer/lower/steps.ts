/** The two steps of merging: what each knows of places and what it does not move across. */
import { constantInteger, type Layout } from "../ir/layout";
import type { Value } from "../ir/model";
import { mayAlias, type Touched } from "./alias";
import { MAX_ALIGNMENT, powerDividing, variableAlignment } from "./alignment";
import type { LinearForms } from "./linear";
import { type Event, type Place, type Step, strongest, type Unit } from "./merge";
import { isDynamicShared, type SharedPlacement } from "./shared";
import type { Spaces } from "./spaces";

interface Knowledge {
  readonly layout: Layout;
  readonly spaces: Spaces;
  readonly exact: LinearForms;
  readonly modulo: LinearForms;
  readonly placement: SharedPlacement | undefined;
}

/**
 * LLVM's step: any space, alignment as the instructions and the base have it, alias analysis. `units` are those of the
 * block: what one access says of its address's alignment holds for all that are a known distance from it.
 */
export function vectoriserStep({ layout, exact, spaces }: Knowledge, units: readonly Unit[]): Step {
  const touchedBy = (unit: Unit): Touched => {
    const piece = unit.pieces[0]!;
    const { key, constant } = exact.of(piece.pointer);
    const offset = constant + piece.offset + unit.start;
    return { space: spaces.of(piece.pointer), pointer: piece.pointer, key, offset, size: unit.width };
  };
  const placeOf = (unit: Unit): Place => {
    const piece = unit.pieces[0]!;
    const address = exact.of(piece.pointer);
    const offset = address.constant + piece.offset;
    const known = variableAlignment(address, baseAlignment(address.base, layout));
    const ofOffset = Math.min(known, powerDividing(offset));
    const whole = wholeVector(piece.pointer, layout);
    if (whole && whole.align > piece.align) {
      return { key: address.key, offset, align: whole.align, phase: address.constant - whole.start, whole: true };
    }
    return { key: address.key, offset, align: Math.max(piece.align, ofOffset), phase: offset };
  };
  const places = new Map<string, Place[]>();
  for (const place of units.map(placeOf)) {
    const group = places.get(place.key);
    if (group) group.push(place);
    else places.set(place.key, [place]);
  }
  const alignments = new Map([...places].map(([key, group]) => [key, strongest(group)]));
  return {
    place: placeOf,
    blocks(event: Event, unit: Unit): boolean {
      if (event.touched === undefined) return !event.late;
      const own = touchedBy(unit);
      return mayAlias(event.touched, own) && !inOtherMember(event.touched, own, alignments);
    },
  };
}

type Alignments = ReadonlyMap<string, { readonly align: number; readonly phase: number }>;

/**
 * Whether two accesses lie at different places of aligned structures, wherever those are: `c[i].x` and `a[i].y` of two
 * arrays of `float2` are never the same, although the arrays may be.
 */
function inOtherMember(a: Touched, b: Touched, alignments: Alignments): boolean {
  const [first, second] = [alignments.get(a.key), alignments.get(b.key)];
  if (!first || !second) return false;
  const align = Math.min(first.align, second.align);
  const from = (touched: Touched, phase: number) => (((touched.offset - phase) % align) + align) % align;
  const [start, other] = [from(a, first.phase), from(b, second.phase)];
  if (start + a.size > align || other + b.size > align) return false;
  return start + a.size <= other || other + b.size <= start;
}

/**
 * The assembler's step: words and double words of shared memory, at the places that it gave the variables. It does not
 * look into addresses: any access to shared memory between that could matter ends a chain.
 */
export function assemblerStep({ layout, modulo, placement }: Knowledge): Step {
  return {
    place(unit): Place | undefined {
      if (unit.space !== "shared" || unit.width < 4 || unit.width >= MAX_ALIGNMENT) return undefined;
      const piece = (unit.op === "load" ? unit.pieces[0] : unit.pieces.at(-1))!;
      const address = modulo.of(piece.pointer);
      const origin = address.base.kind === "global" ? placement?.offsetOf(address.base) : undefined;
      const within = address.constant + piece.offset + unit.start;
      if (origin === undefined) {
        const align = variableAlignment(address, baseAlignment(address.base, layout));
        return { key: address.key, offset: within, align, phase: 0 };
      }
      // Variables at known places are one memory: neighbours merge even when they have different names.
      const offset = origin + within;
      const align = variableAlignment(address, MAX_ALIGNMENT);
      const terms = address.key.slice(baseLength(address.key));
      return { key: `shared${terms}`, offset, align, phase: 0 };
    },
    blocks(event): boolean {
      const space = event.touched?.space;
      return space === undefined || space === "shared" || space === "generic";
    },
  };
}

/** Built-in vector types whose alignment is their size; reference: CUDA C++ Programming Guide, "Built-in Vector Types". */
const ALIGNED_VECTOR = /^struct\.(u?(char|short|int|long|longlong)[24]|float[24]|double2)$/;

/**
 * When a pointer leads to a part of a vector that the source reads or writes as a whole (`float4 v = in[i]`): bytes from
 * the vector's start to the pointer, and the vector's alignment. clang splits such a copy and keeps only the alignment
 * that each part needs; that it was a whole shows in the name that it gives the address.
 */
function wholeVector(pointer: Value, layout: Layout): { start: number; align: number } | undefined {
  if (pointer.kind !== "instruction" || pointer.op !== "gep" || !pointer.name.includes(".sroa_idx")) return undefined;
  const { base } = pointer;
  const start = pointer.indices.length === 1 ? constantInteger(pointer.indices[0]!) : undefined;
  if (start === undefined || base.kind !== "instruction" || base.op !== "gep") return undefined;
  const { source } = base;
  if (source.kind !== "struct" || !ALIGNED_VECTOR.test(source.name ?? "")) return undefined;
  return { start: Number(start), align: Math.min(MAX_ALIGNMENT, layout.size(source)) };
}

/** A key is the number of its base, then its terms. */
function baseLength(key: string): number {
  const plus = key.indexOf("+");
  return plus < 0 ? key.length : plus;
}

/**
 * Alignment of an object's start. nvcc aligns the dynamic part of shared memory to 16, and local arrays to the largest
 * power of two that divides their size.
 */
function baseAlignment(base: Value, layout: Layout): number {
  switch (base.kind) {
    case "global":
      if (isDynamicShared(base, layout)) return MAX_ALIGNMENT;
      return base.align || layout.align(base.valueType);
    case "argument": {
      const align = base.attributes.get("align");
      return typeof align === "number" ? align : 1;
    }
    case "instruction":
      if (base.op !== "alloca") return 1;
      return Math.max(base.align, powerDividing(layout.size(base.allocated)));
    default:
      return 1;
  }
}
