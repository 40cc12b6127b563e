/**
 * Accesses on which nothing depends that a kernel stores: an optimiser removes them. Read from unoptimised code, in which they
 * still are. What cannot be followed counts as used, so that no access is called unused that is not.
 */
import type { Argument, Func, Instruction, InstructionOf, Value } from "../ir/model";
import { operands, pointerSources } from "../ir/uses";
import { rootsOf } from "./spaceInference";

type Call = InstructionOf<"call"> | InstructionOf<"invoke">;

const isCall = (one: Instruction): one is Call => one.op === "call" || one.op === "invoke";

/** Bytes moved from the second argument to the first. */
const COPY = /^llvm\.mem(?:cpy|move)\b/;
/** What says something about memory or values and does nothing. */
const MARK = /^llvm\.(?:lifetime|assume|dbg|experimental\.noalias|invariant|annotation)/;
/** Intrinsics of NVIDIA's without an effect: special registers, mathematics, conversions. */
const PURE =
  /^llvm\.nvvm\.(?!.*(?:barrier|bar\.|shfl|vote|match|redux|membar|fence|atom|cp\.|mbarrier|exit|trap|ld|st))/;

function calleeOf(call: Call): Func | undefined {
  const callee = call.callee.kind === "alias" ? call.callee.target : call.callee;
  return callee.kind === "function" ? callee : undefined;
}

const nameOf = (one: Instruction): string => (isCall(one) ? (calleeOf(one)?.name ?? "") : "");

function isPure(call: Call): boolean {
  const callee = calleeOf(call);
  if (!callee) return false;
  return PURE.test(callee.name) || (call.attributes.get("memory") ?? callee.attributes.get("memory")) === "none";
}

/** Memory that only the kernel sees: local variables and shared memory of this module. */
function isOwn(root: Value): boolean {
  if (root.kind === "instruction") return root.op === "alloca";
  return root.kind === "global" && root.space === 3 && root.linkage !== "external";
}

/** A kernel and the functions that it reaches by calls of their names. */
export function reachable(kernel: Func): ReadonlySet<Func> {
  const found = new Set<Func>([kernel]);
  for (const func of found) {
    for (const { instructions } of func.blocks) {
      for (const one of instructions) {
        const callee = isCall(one) ? calleeOf(one) : undefined;
        if (callee && callee.blocks.length > 0) found.add(callee);
      }
    }
  }
  return found;
}

/** The destination of a store or a copy. */
function destinationOf(one: Instruction): Value | undefined {
  if (one.op === "store") return one.pointer;
  return isCall(one) && COPY.test(nameOf(one)) ? one.arguments[0] : undefined;
}

/** The memory that a load or a copy reads. */
function sourceOf(one: Instruction): Value | undefined {
  if (one.op === "load") return one.pointer;
  return isCall(one) && COPY.test(nameOf(one)) ? one.arguments[1] : undefined;
}

/** Values of an instruction by which memory becomes known elsewhere: the loads and stores through it do not. */
function escaping(one: Instruction): readonly Value[] {
  if (one.op === "load" || pointerSources(one) || MARK.test(nameOf(one)) || COPY.test(nameOf(one))) return [];
  return one.op === "store" ? [one.value] : operands(one);
}

class Liveness {
  readonly live = new Set<Instruction>();
  private readonly queue: Instruction[] = [];
  private readonly ownerOf = new Map<Argument, Func>();
  private readonly callsOf = new Map<Func, Call[]>();
  private readonly escaped = new Set<Value>();
  private readonly used = new Set<Argument>();
  /** Stores and copies to memory of the kernel's own. */
  private readonly storesTo = new Map<Value, Instruction[]>();

  constructor(private readonly functions: ReadonlySet<Func>) {
    const all = [...functions].flatMap((func) => func.blocks.flatMap(({ instructions }) => instructions));
    for (const func of functions) for (const argument of func.arguments) this.ownerOf.set(argument, func);
    for (const one of all) this.note(one);
    for (const one of all) if (this.hasEffect(one)) this.mark(one);
    for (let one = this.queue.pop(); one; one = this.queue.pop()) this.follow(one);
  }

  private note(one: Instruction): void {
    const callee = isCall(one) ? calleeOf(one) : undefined;
    if (callee && this.functions.has(callee))
      this.callsOf.set(callee, [...(this.callsOf.get(callee) ?? []), one as Call]);
    for (const value of escaping(one)) for (const root of rootsOf(value)) if (isOwn(root)) this.escaped.add(root);
    const to = destinationOf(one);
    for (const root of to ? rootsOf(to) : [])
      if (isOwn(root)) this.storesTo.set(root, [...(this.storesTo.get(root) ?? []), one]);
  }

  /** Whether an instruction is executed for what it does, whatever becomes of its result. */
  private hasEffect(one: Instruction): boolean {
    if ("volatile" in one && one.volatile) return true;
    const to = destinationOf(one);
    if (to) {
      const roots = rootsOf(to);
      return roots.length === 0 || !roots.every((root) => isOwn(root) && !this.escaped.has(root));
    }
    if (isCall(one)) {
      const callee = calleeOf(one);
      return !MARK.test(nameOf(one)) && !isPure(one) && !(callee && this.functions.has(callee));
    }
    return ["atomicrmw", "cmpxchg", "fence", "condbr", "switch", "unsupported", "resume"].includes(one.op);
  }

  private mark(one: Instruction): void {
    if (this.live.has(one)) return;
    this.live.add(one);
    this.queue.push(one);
  }

  private use(value: Value): void {
    if (value.kind === "instruction") this.mark(value);
    if (value.kind !== "argument" || this.used.has(value)) return;
    this.used.add(value);
    const owner = this.ownerOf.get(value);
    for (const call of (owner && this.callsOf.get(owner)) ?? []) {
      const given = call.arguments[value.index];
      if (given) this.use(given);
    }
  }

  private follow(one: Instruction): void {
    const callee = isCall(one) ? calleeOf(one) : undefined;
    if (callee && this.functions.has(callee)) {
      // The result of a call is used: so is what the function returns. Its arguments are where it uses them.
      for (const { instructions } of callee.blocks) {
        const last = instructions.at(-1);
        if (last?.op === "ret") this.mark(last);
      }
      return;
    }
    for (const value of operands(one)) this.use(value);
    const from = sourceOf(one);
    for (const root of from ? rootsOf(from) : []) for (const store of this.storesTo.get(root) ?? []) this.mark(store);
  }
}

/** The loads and stores, of a kernel and of what it calls, on which nothing depends that it stores; from unoptimised code. */
export function unusedAccesses(kernel: Func): (instruction: Instruction) => boolean {
  const functions = reachable(kernel);
  const { live } = new Liveness(functions);
  const all = new Set([...functions].flatMap((func) => func.blocks.flatMap(({ instructions }) => instructions)));
  return (instruction) => all.has(instruction) && !live.has(instruction);
}
