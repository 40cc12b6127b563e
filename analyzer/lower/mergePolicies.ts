/** The policies of the two merging passes: what each knows of addresses, and what it moves accesses across. */
import { constantInteger, type Layout } from "../ir/layout";
import type { Value } from "../ir/model";
import { type MemoryRange, mayAlias } from "./alias";
import { MAX_ALIGNMENT, powerDividing, variableAlignment } from "./alignment";
import type { LinearForms } from "./linear";
import { type MemoryEvent, type MergeAddress, type MergePolicy, type MergeUnit, strongestAlignment } from "./merge";
import { isDynamicShared, type SharedLayout } from "./sharedLayout";
import type { SpaceInference } from "./spaceInference";

/** What the policies need to know of a function. */
interface PolicyContext {
  readonly layout: Layout;
  readonly spaces: SpaceInference;
  readonly exact: LinearForms;
  readonly modulo: LinearForms;
  readonly sharedLayout: SharedLayout | undefined;
}

/**
 * LLVM's vectoriser: any memory space, alignment from the instructions and the base, alias analysis. `units` are those of
 * the basic block: the alignment that one access states holds for all accesses at a known distance from it.
 */
export function vectoriserPolicy({ layout, exact, spaces }: PolicyContext, units: readonly MergeUnit[]): MergePolicy {
  const rangeOf = (unit: MergeUnit): MemoryRange => {
    const element = unit.elements[0]!;
    const { key, constant } = exact.of(element.pointer);
    const offset = constant + element.offset + unit.start;
    return { space: spaces.of(element.pointer), pointer: element.pointer, key, offset, size: unit.width };
  };
  const addressOf = (unit: MergeUnit): MergeAddress => {
    const element = unit.elements[0]!;
    const address = exact.of(element.pointer);
    const offset = address.constant + element.offset;
    const known = variableAlignment(address, baseAlignment(address.base, layout));
    const ofOffset = Math.min(known, powerDividing(offset));
    const whole = wholeVector(element.pointer, layout);
    if (whole && whole.align > element.align) {
      return {
        key: address.key,
        offset,
        align: whole.align,
        phase: address.constant - whole.start,
        isWholeVector: true,
      };
    }
    return { key: address.key, offset, align: Math.max(element.align, ofOffset), phase: offset };
  };
  const byKey = new Map<string, MergeAddress[]>();
  for (const address of units.map(addressOf)) {
    const group = byKey.get(address.key);
    if (group) group.push(address);
    else byKey.set(address.key, [address]);
  }
  const alignments = new Map([...byKey].map(([key, group]) => [key, strongestAlignment(group)]));
  return {
    addressOf,
    blocks(event: MemoryEvent, unit: MergeUnit): boolean {
      if (event.range === undefined) return !event.assemblerOnly;
      const own = rangeOf(unit);
      return mayAlias(event.range, own) && !areInDifferentMembers(event.range, own, alignments);
    },
  };
}

type Alignments = ReadonlyMap<string, { readonly align: number; readonly phase: number }>;

/**
 * Whether two accesses have different offsets in aligned structures, at whatever addresses those are: `c[i].x` and
 * `a[i].y` of two arrays of `float2` never alias, although the arrays may.
 */
function areInDifferentMembers(a: MemoryRange, b: MemoryRange, alignments: Alignments): boolean {
  const [first, second] = [alignments.get(a.key), alignments.get(b.key)];
  if (!first || !second) return false;
  const align = Math.min(first.align, second.align);
  const from = (range: MemoryRange, phase: number) => (((range.offset - phase) % align) + align) % align;
  const [start, other] = [from(a, first.phase), from(b, second.phase)];
  if (start + a.size > align || other + b.size > align) return false;
  return start + a.size <= other || other + b.size <= start;
}

/**
 * ptxas: words and double words of shared memory, at the offsets that it assigned to the variables. It compares no
 * addresses: any access between that may be to shared memory ends a chain.
 */
export function assemblerPolicy({ layout, modulo, sharedLayout }: PolicyContext): MergePolicy {
  return {
    addressOf(unit): MergeAddress | undefined {
      if (unit.space !== "shared" || unit.width < 4 || unit.width >= MAX_ALIGNMENT) return undefined;
      const element = (unit.op === "load" ? unit.elements[0] : unit.elements.at(-1))!;
      const address = modulo.of(element.pointer);
      const origin = address.base.kind === "global" ? sharedLayout?.offsetOf(address.base) : undefined;
      const within = address.constant + element.offset + unit.start;
      if (origin === undefined) {
        const align = variableAlignment(address, baseAlignment(address.base, layout));
        return { key: address.key, offset: within, align, phase: 0 };
      }
      // Variables with known offsets are one memory: adjacent ones merge although their names differ.
      const offset = origin + within;
      const align = variableAlignment(address, MAX_ALIGNMENT);
      const terms = address.key.slice(baseLength(address.key));
      return { key: `shared${terms}`, offset, align, phase: 0 };
    },
    blocks(event): boolean {
      const space = event.range?.space;
      return space === undefined || space === "shared" || space === "generic";
    },
  };
}

/** Built-in vector types whose alignment is their size; reference: CUDA C++ Programming Guide, "Built-in Vector Types". */
const ALIGNED_VECTOR = /^struct\.(u?(char|short|int|long|longlong)[24]|float[24]|double2)$/;

/**
 * For a pointer to a member of a vector that the source reads or writes as a whole (`float4 v = in[i]`): bytes from the
 * vector's start to the pointer, and the vector's alignment. clang splits such a copy and keeps only the alignment that
 * each member needs; the name that it gives the address shows that there was a copy.
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

/** Characters of a key that are its base: a key is the number of its base, then its terms. */
function baseLength(key: string): number {
  const plus = key.indexOf("+");
  return plus < 0 ? key.length : plus;
}

/**
 * Alignment of an object's first byte. nvcc aligns dynamic shared memory to 16 bytes, and local arrays to the largest power
 * of two that divides their size.
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
