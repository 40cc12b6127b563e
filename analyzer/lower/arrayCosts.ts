/**
 * Whether ptxas keeps a local array with variable indices in registers, where each access selects among the elements that its
 * index may mean. ptxas does so while the selects cost no more than all of the function, loops counted several times.
 *
 * ptxas's model is not published. The rule was inferred from 15,000 kernels in PTX that ptxas 13.0 compiled for sm_90, each
 * with an array of up to 96 words: by words, accesses, widths of stores and loads, distances of elements, instructions that
 * compute an index, loops, and code that has nothing to do with the array. `test/lower/kernels/fitted/locals.cu`, `tables.cu`
 * and `picks.cu` have what nvcc makes of such arrays.
 */
import { controlFlow } from "../ir/cfg";
import { constantInteger, type Layout } from "../ir/layout";
import type { Block, Func, Instruction, InstructionOf, Value } from "../ir/model";
import type { Uses } from "../ir/uses";
import { MAX_ALIGNMENT, powerDividing, variableAlignment } from "./alignment";
import { copiesConstantData } from "./constantData";
import type { LinearAddress, LinearForms } from "./linear";

/** Bytes of a word, the unit of registers. */
export const WORD = 4;

/** A load, store or copy of an array's bytes. */
export interface ArrayAccess {
  readonly instruction: Instruction;
  readonly op: "load" | "store";
  readonly pointer: Value;
  readonly bytes: number;
  readonly isVariable: boolean;
}

/** Costs in tenths of a select between two elements, which is that of any other instruction. */
const OPERATION = 10;
const MEMORY = 18;
/** Each further word of a load or store. */
const WIDER = 10;
/** What the mask of an index adds. */
const MASK = 15;
/** A division by a constant, by anything else, and a call of a function that is no instruction. */
const DIVISION_BY_CONSTANT = 40;
const DIVISION = 150;
const CALL = 50;
/** How often ptxas takes a loop to run. */
const ITERATIONS = 16;
/** Accesses of nvcc's copies of a loop for one of clang's: of sixteen iterations, of eight and of four. */
const COPIES = 7;
/** The most elements that ptxas selects among, by the most that the function costs: from kernels with up to 400 more instructions. */
const MOST_ELEMENTS: readonly (readonly [cost: number, elements: number])[] = [
  [3_000, 80],
  [10_000, 32],
  [Number.POSITIVE_INFINITY, 22],
];
/** The most of any function. */
const MOST_OF_ALL = 80;

interface Context {
  readonly func: Func;
  readonly layout: Layout;
  readonly forms: LinearForms;
  /** Addresses as ptxas sees them. */
  readonly modulo: LinearForms;
  readonly uses: Uses;
}

/** What one instruction loads or stores of the array. */
interface Chunk {
  readonly op: "load" | "store";
  readonly block: Block;
  readonly pointer: Value;
  /** The form of its address without the constant. */
  readonly key: string;
  readonly isVariable: boolean;
  /** Bytes by their offset. */
  readonly bytes: Set<number>;
}

/**
 * Whether ptxas keeps an array of `size` bytes, which has accesses with variable indices, in registers: it has to be accessed
 * by words, and selects must cost no more than the function.
 */
export function areSelectsCheap(accesses: readonly ArrayAccess[], size: number, context: Context): boolean {
  if (size > MOST_OF_ALL * MAX_ALIGNMENT) return false;
  const chunks = chunksOf(accesses, size, context);
  if (chunks.some(({ bytes }) => bytes.size % WORD !== 0)) return false;
  const known = knownBytes(chunks, size);
  const cost = costOfFunction(accesses, chunks, context);
  const most = MOST_ELEMENTS.find(([limit]) => cost <= limit)![1];
  let selects = 0;
  for (const chunk of chunks.filter(({ isVariable }) => isVariable)) {
    const elements = Math.ceil(known / distance(chunk, context));
    if (elements > most) return false;
    selects += weightOf(chunk.block, context) * OPERATION * elements;
  }
  return selects <= cost;
}

/** Bytes from one of the elements that an index may mean to the next: by its scale, or the alignment of a wide access. */
function distance({ pointer, bytes }: Chunk, { forms }: Context): number {
  const scales = forms.of(pointer).terms.map(({ scale }) => powerDividing(scale));
  return Math.max(WORD, bytes.size === MAX_ALIGNMENT ? MAX_ALIGNMENT : Math.min(MAX_ALIGNMENT, ...scales));
}

/** What a function costs with the array in memory. */
function costOfFunction(accesses: readonly ArrayAccess[], chunks: readonly Chunk[], context: Context): number {
  const own = new Set(accesses.map(({ instruction }) => instruction));
  const elements = new Set(chunks.map(({ key }) => key));
  const addresses = new Set<string>();
  const costOf = (one: Instruction): number => {
    if (own.has(one)) return one.op === "call" ? costOfSource(one) : 0;
    if (one.op !== "gep") return costOfOther(one, context);
    const isElement = elements.has(context.forms.of(one).key);
    const address = (isElement ? context.forms : context.modulo).of(one);
    if (addresses.has(address.key)) return 0;
    addresses.add(address.key);
    return isElement ? costOfIndex(address) : costOfAddress(address);
  };
  let cost = 0;
  for (const { block } of chunks) cost += MEMORY * weightOf(block, context);
  for (const block of context.func.blocks) {
    const weight = weightOf(block, context);
    for (const one of block.instructions) cost += weight * costOf(one);
  }
  return cost;
}

/** Addresses that differ by a constant are one address and offsets. */
const costOfAddress = ({ terms }: LinearAddress): number => (terms.length > 0 ? OPERATION : 0);

/** The address of an element becomes comparisons of its index; what masks the index masks bytes, in 64 bits. */
const costOfIndex = ({ terms }: LinearAddress): number =>
  terms.some(({ leaf, scale }) => isMask(leaf) && isPower(scale)) ? MASK : 0;

const isMask = (value: Value): boolean =>
  value.kind === "instruction" && value.op === "binary" && value.binary === "and";

/** What a copy into the array loads. */
function costOfSource(call: InstructionOf<"call">): number {
  const length = call.arguments[2] && constantInteger(call.arguments[2]);
  const align = call.parameterAttributes?.[1]?.get("align");
  if (!length || copiesConstantData(call) || typeof align !== "number") return 0;
  return costOfBytes(Number(length), align);
}

/** The cost of the instructions that load or store bytes at an alignment. */
function costOfBytes(bytes: number, align: number): number {
  const count = Math.ceil(bytes / Math.max(1, Math.min(align, MAX_ALIGNMENT)));
  return MEMORY * count + WIDER * Math.max(0, bytes / WORD - count);
}

/** The cost of an instruction; phis, markers and most conversions are none of the hardware's. */
function costOfOther(one: Instruction, { layout, uses }: Context): number {
  switch (one.op) {
    case "load":
    case "store": {
      const bytes = layout.storeSize(one.op === "load" ? one.type : one.value.type);
      return costOfBytes(bytes, one.align);
    }
    case "atomicrmw":
    case "cmpxchg":
      return MEMORY;
    case "binary":
      if (/(div|rem)$/.test(one.binary))
        return constantInteger(one.right) === undefined ? DIVISION : DIVISION_BY_CONSTANT;
      return isFolded(one, uses) ? 0 : OPERATION;
    case "cast":
      return CONVERSIONS.has(one.cast) ? OPERATION : 0;
    case "call":
      if (one.callee.kind !== "function" || !one.callee.name.startsWith("llvm.")) return CALL;
      return MARKERS.test(one.callee.name) ? 0 : OPERATION;
    case "icmp":
    case "fcmp":
    case "select":
    case "fneg":
    case "condbr":
    case "ret":
      return OPERATION;
    default:
      return 0;
  }
}

/** Whether an operation is part of another: a product of a sum, a constant in an address. */
function isFolded(one: InstructionOf<"binary">, uses: Uses): boolean {
  if (one.binary === "fmul") return uses.of(one).every(isAddition);
  const isOffset = (one.binary === "add" || one.binary === "or") && constantInteger(one.right) !== undefined;
  return isOffset && uses.of(one).every(({ op }) => op === "cast" || op === "gep");
}

const CONVERSIONS: ReadonlySet<string> = new Set(["fptrunc", "fpext", "fptoui", "fptosi", "uitofp", "sitofp"]);
const MARKERS = /^llvm\.(lifetime|assume|dbg|invariant)/;

/** Whether an instruction fuses with a product. */
const isAddition = (one: Instruction): boolean =>
  one.op === "binary" && (one.binary === "fadd" || one.binary === "fsub");

/** How often ptxas takes a block to run. */
function weightOf(block: Block, { func }: Context): number {
  const flow = controlFlow(func);
  const copies = flow.loopOf(block)?.header.instructions.some(countsCopies) ? COPIES : 1;
  return copies * ITERATIONS ** flow.depth(block);
}

/** Whether a phi counts the iterations of a loop that clang has unrolled by four: by the name that LLVM gives it. */
const countsCopies = (one: Instruction): boolean => one.op === "phi" && one.name.startsWith("niter");

const isPower = (scale: number): boolean => Math.abs(scale) === 2 ** Math.floor(Math.log2(Math.abs(scale)));

/** The bytes that a variable index may mean. clang leaves out stores of those that a masked index does not reach. */
function knownBytes(chunks: readonly Chunk[], size: number): number {
  if (chunks.some(({ op, isVariable }) => op === "store" && isVariable)) return size;
  return new Set(chunks.filter(({ op }) => op === "store").flatMap(({ bytes }) => [...bytes])).size;
}

const alignmentOf = (pointer: Value, { forms }: Context): number => variableAlignment(forms.of(pointer), MAX_ALIGNMENT);

/** The instructions that access the array, merged as far as the alignment of their addresses lets LLVM merge them. */
function chunksOf(accesses: readonly ArrayAccess[], size: number, context: Context): Chunk[] {
  const chunks = new Map<string, Chunk>();
  for (const { op, instruction, pointer, bytes: length, isVariable } of accesses) {
    const { block } = instruction;
    const { key, constant: start } = context.forms.of(pointer);
    const width = Math.max(WORD, isVariable ? mergedBytes(pointer, context) : powerDividing(size));
    for (let at = start; at < start + length; at++) {
      const name = `${op} ${block.index} ${key} ${Math.floor(at / width)}`;
      let chunk = chunks.get(name);
      if (!chunk) {
        chunk = { op, block, pointer, key, isVariable, bytes: new Set() };
        chunks.set(name, chunk);
      }
      chunk.bytes.add(at);
    }
  }
  return [...chunks.values()];
}

/** The most bytes at a variable address that LLVM merges; it sees no alignment in scales that are no power of two. */
function mergedBytes(pointer: Value, context: Context): number {
  const { terms } = context.forms.of(pointer);
  return terms.every(({ scale }) => isPower(scale)) ? alignmentOf(pointer, context) : WORD;
}
