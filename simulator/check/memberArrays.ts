/**
 * Indices that leave an array which is a member of a structure: the address is one of the same allocation, and so no tool sees
 * it by the address alone. Where structures of one type fill an allocation, an address says where in a structure it lies. A
 * program may mean it (a member that is the head of longer data): findings are for information.
 */
import type { Func, InstructionOf, Type, Value } from "../../analyzer/ir/model";
import type { MemoryAccess } from "../../analyzer/lower/model";
import { fieldOffset, typeSize } from "../plan/types";

/** An array in a structure that is repeated every `stride` bytes. */
export interface MemberArray {
  /** Bytes of the structure before the array, and in the array. */
  readonly before: number;
  readonly bytes: number;
  readonly elements: number;
  /** Bytes of an element before what is accessed of it. */
  readonly within: number;
  readonly stride: number;
}

type Gep = InstructionOf<"gep">;

/** The computed addresses that lead to a pointer, the outermost first, and the pointer that they begin with. */
function chainOf(pointer: Value): { readonly root: Value; readonly chain: readonly Gep[] } {
  const chain: Gep[] = [];
  let at = pointer;
  for (; at.kind === "instruction" && at.op === "gep"; at = at.base) chain.unshift(at);
  return { root: at, chain };
}

/** Is a pointer what the host gave to the kernel? Then it leads to whole structures; one that is computed may not. */
const isGiven = (root: Value, { isKernel, arguments: given }: Func): boolean =>
  isKernel && given.some((one) => one === root);

const isKnown = (index: Value): boolean => index.kind === "int";
const numberOf = (index: Value): number => (index.kind === "int" ? Number(BigInt.asIntN(64, index.value)) : 0);

const divisor = (a: number, b: number): number => (b === 0 ? a : divisor(b, a % b));

/** Where a walk through types has come to. */
interface Walk {
  /** Bytes from the start of what repeats. */
  offset: number;
  /** What all unknown steps are multiples of. */
  stride: number;
  /** The last array that was indexed by what is not known, and what came after its index. */
  array: (Omit<MemberArray, "stride" | "within"> & { within: number }) | undefined;
  /** Does the path go through a structure before the array? */
  inStructure: boolean;
}

function advance(walk: Walk, bytes: number): void {
  if (walk.array) walk.array.within += bytes;
  else walk.offset += bytes;
}

function into(walk: Walk, type: Type, index: Value): Type | undefined {
  if (type.kind === "struct") {
    const field = numberOf(index);
    advance(walk, fieldOffset(type, field));
    walk.inStructure = true;
    return type.fields[field];
  }
  if (type.kind !== "array") return undefined;
  const size = typeSize(type.element);
  if (isKnown(index)) {
    advance(walk, numberOf(index) * size);
    return type.element;
  }
  // An array of arrays repeats its rows: which row an address is meant for, it does not say.
  if (walk.array) return undefined;
  if (!walk.inStructure) walk.stride = divisor(walk.stride, size);
  else walk.array = { before: walk.offset, bytes: size * type.length, elements: type.length, within: 0 };
  return type.element;
}

/** The member array that an access is to an element of, where its index is not known before the run. */
export function memberArrayOf({ leader, members, pointer }: MemoryAccess): MemberArray | undefined {
  if (members.length !== 1) return undefined;
  const { root, chain } = chainOf(pointer);
  const [first] = chain;
  if (!first || !isGiven(root, leader.block.function)) return undefined;
  const walk: Walk = { offset: 0, stride: typeSize(first.source), array: undefined, inStructure: false };
  for (const gep of chain) {
    const [step, ...path] = gep.indices;
    // A pointer to an element of the array itself may point anywhere in it.
    if (gep !== first && !(step && isKnown(step) && numberOf(step) === 0) && walk.inStructure) return undefined;
    walk.stride = gep === first || walk.inStructure ? walk.stride : divisor(walk.stride, typeSize(gep.source));
    let type: Type | undefined = gep.source;
    for (const index of path) {
      type = into(walk, type, index);
      if (!type) return undefined;
    }
  }
  const { array, stride } = walk;
  return array && array.bytes < stride ? { ...array, stride } : undefined;
}

/** The byte of its structure that an access from `byte` of an allocation on leaves the array at; undefined where it does not. */
export function leftAt(
  { before, bytes, within, stride }: MemberArray,
  byte: number,
  width: number,
): number | undefined {
  const inStructure = byte % stride;
  const isInside = inStructure - within >= before && inStructure + width <= before + bytes;
  return isInside ? undefined : inStructure;
}
