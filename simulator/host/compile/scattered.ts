/**
 * Which accesses of a function may go from one end of memory to the other, so that a processor waits for its memory. Those
 * that step on evenly are fetched ahead; of the rest the generated code looks at which pages they come to (`farPages.ts`).
 */
import { type ControlFlow, controlFlow, type Loop } from "../../../analyzer/ir/cfg";
import type { Func, Instruction, InstructionOf, Value } from "../../../analyzer/ir/model";
import { operands } from "../../../analyzer/ir/uses";
import { typeSize } from "../../plan/types";

/** Steps of one length are fetched ahead in part; several addresses are looked up at once, unless one is read from where the last one has led. */
export type Scatter = "stepped" | "looked up" | "followed";

type Access = InstructionOf<"load"> | InstructionOf<"store"> | InstructionOf<"atomicrmw"> | InstructionOf<"cmpxchg">;

/** Bytes from one iteration to the next up to which processors fetch ahead. */
const EVEN_STEP = 1024;
/** Values that are looked at to understand one address: those of larger expressions count as looked up. */
const LOOKS = 100;

const isInstruction = (value: Value): value is Instruction => value.kind === "instruction";

/** What an address is an offset of that the program chose: without members and elements that are constant. */
function rootOf(pointer: Value): Value {
  let at = pointer;
  while (isInstruction(at) && at.op === "gep" && at.indices.every(({ kind }) => kind === "int")) at = at.base;
  return at;
}

/** Whether an address can only be of a local variable of the function. */
function isLocal(pointer: Value): boolean {
  let at = pointer;
  while (isInstruction(at) && at.op === "gep") at = at.base;
  return isInstruction(at) && at.op === "alloca";
}

/** By how many bytes, or by how much, a value grows in an iteration of a loop: infinite where the program decides, undefined where that differs. */
class Steps {
  private readonly known = new Map<Value, number | undefined>();

  constructor(private readonly loop: Loop) {}

  of(value: Value): number | undefined {
    if (!isInstruction(value) || !this.loop.blocks.has(value.block)) return 0;
    if (!this.known.has(value)) {
      this.known.set(value, undefined);
      this.known.set(value, this.compute(value));
    }
    return this.known.get(value);
  }

  private compute(value: Instruction): number | undefined {
    if (value.op === "phi") return this.ofPhi(value);
    if (value.op === "cast") return this.of(value.value);
    if (value.op === "gep") return this.ofAddress(value);
    if (value.op !== "binary") return undefined;
    const [left, right] = [this.of(value.left), this.of(value.right)];
    if (left === undefined || right === undefined) return undefined;
    if (left === 0 && right === 0) return 0;
    const factor = value.right.kind === "int" ? Number(value.right.value) : undefined;
    if (value.binary === "add") return left + right;
    if (value.binary === "sub") return left - right;
    if (value.binary === "mul" && factor !== undefined) return left * factor;
    if (value.binary === "mul" && (left === 0 || right === 0)) return Number.POSITIVE_INFINITY;
    return value.binary === "shl" && factor !== undefined ? left * 2 ** factor : undefined;
  }

  /** Of a variable of the loop that each way back adds the same constant to. */
  private ofPhi(phi: InstructionOf<"phi">): number | undefined {
    if (phi.block !== this.loop.header) return undefined;
    const steps = phi.incoming
      .filter(({ block }) => this.loop.blocks.has(block))
      .map(({ value }) => (value === phi ? 0 : this.from(value, phi)));
    return steps.every((one) => one === steps[0]) ? steps[0] : undefined;
  }

  private from(value: Value, phi: Value): number | undefined {
    if (!isInstruction(value)) return undefined;
    if (value.op === "binary" && value.left === phi && value.right.kind === "int") {
      const by = Number(BigInt.asIntN(64, value.right.value));
      return value.binary === "add" ? by : value.binary === "sub" ? -by : undefined;
    }
    if (value.op === "binary" && value.binary === "add" && value.left === phi)
      return this.of(value.right) === 0 ? Number.POSITIVE_INFINITY : undefined;
    return value.op === "gep" && value.base === phi ? this.ofIndices(value) : undefined;
  }

  private ofIndices({ source, indices }: InstructionOf<"gep">): number | undefined {
    const [index] = indices;
    if (indices.length !== 1) return undefined;
    if (index!.kind === "int") return Number(index!.value) * typeSize(source);
    return this.of(index!) === 0 ? Number.POSITIVE_INFINITY : undefined;
  }

  private ofAddress({ base, source, indices }: InstructionOf<"gep">): number | undefined {
    const start = this.of(base);
    const steps = indices.map((one) => this.of(one));
    if (start === undefined || steps.includes(undefined)) return undefined;
    if (steps.slice(1).some((one) => one !== 0)) return this.ofElement(start, source, steps as number[]);
    return start + (steps[0] ?? 0) * typeSize(source);
  }

  /** Of an element of an array, by its last index alone. */
  private ofElement(start: number, source: InstructionOf<"gep">["source"], steps: number[]): number | undefined {
    const last = steps.pop()!;
    if (steps.some((one) => one !== 0) || source.kind !== "array" || steps.length !== 1) return undefined;
    return start + last * typeSize(source.element);
  }
}

/** Whether an access reads its address, by way of others, from where it has read before. */
function isFollowed(access: Access, loop: Loop): boolean {
  const seen = new Set<Value>();
  const work: Value[] = [access.pointer];
  for (let at = work.pop(); at; at = work.pop()) {
    if (at === access) return true;
    if (seen.has(at) || !isInstruction(at) || !loop.blocks.has(at.block)) continue;
    seen.add(at);
    if (seen.size > LOOKS) return false;
    work.push(...operands(at));
  }
  return false;
}

function isAccess(one: Instruction): one is Access {
  return one.op === "load" || one.op === "store" || one.op === "atomicrmw" || one.op === "cmpxchg";
}

/** Whether an address, outside of any loop, is more than a place in a variable of the program. */
const isChosen = (pointer: Value): boolean => isInstruction(rootOf(pointer)) || rootOf(pointer).kind === "argument";

/** Looks at each access of one function. */
class Finder {
  readonly found = new Map<Instruction, Scatter>();
  private readonly steps = new Map<Loop, Steps>();
  /** Accesses that are found, by the root of their address: others of the same object come to the same page. */
  private readonly roots = new Map<Value, Access[]>();

  constructor(private readonly flow: ControlFlow) {}

  look(access: Access): void {
    const { pointer } = access;
    if (isLocal(pointer)) return;
    const loop = this.flow.loopOf(access.block);
    const step = loop && this.step(pointer, loop);
    if (loop ? step !== undefined && Math.abs(step) <= EVEN_STEP : !isChosen(pointer)) return;
    const root = rootOf(pointer);
    const others = this.roots.get(root) ?? [];
    const isSeen = ({ block }: Access) => this.flow.loopOf(block) === loop && this.flow.dominates(block, access.block);
    if (others.some(isSeen)) return;
    this.roots.set(root, [...others, access]);
    const otherwise = loop && isFollowed(access, loop) ? "followed" : "looked up";
    this.found.set(access, step === undefined ? otherwise : "stepped");
  }

  private step(pointer: Value, loop: Loop): number | undefined {
    const steps = this.steps.get(loop) ?? new Steps(loop);
    this.steps.set(loop, steps);
    return steps.of(pointer);
  }
}

/** The accesses of a function that may come to another page each time. */
export function scatteredAccesses(func: Func): ReadonlyMap<Instruction, Scatter> {
  const flow = controlFlow(func);
  const finder = new Finder(flow);
  for (const block of flow.order) for (const one of block.instructions) if (isAccess(one)) finder.look(one);
  return finder.found;
}
