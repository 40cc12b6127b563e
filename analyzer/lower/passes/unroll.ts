/**
 * Unrolls loops as ptxas does (`unrollHeuristics.ts` decides which): before the loop come unrolled bodies of several
 * iterations, each for the lanes that have as many left, and lanes reconverge after each body. The loop itself becomes the
 * remainder loop. Unrolling changes no result, but it changes which lanes execute an instruction together.
 *
 * Only the concrete reading unrolls, because it counts what warps execute. The abstract reading keeps loops as written.
 */
import type { FunctionBuilder, MutableBlock } from "../../ir/build";
import { copyModule } from "../../ir/copy";
import { layoutOf } from "../../ir/layout";
import type { Block, Constant, Func, Instruction, IntPredicate, Location, Module, Type, Value } from "../../ir/model";
import { mapped, renumber } from "../../ir/rewrite";
import { operands } from "../../ir/uses";
import { SpaceInference } from "../spaceInference";
import { type InductionVariable, type UnrolledBody, type UnrolledLoop, unrolledLoops } from "./unrollHeuristics";

/** The module with the loops unrolled that ptxas unrolls; the module itself where there are none. */
export function unrollLoops(module: Module): Module {
  const layout = layoutOf(module);
  const spaces = new SpaceInference(module);
  const found = module.functions.map((func) => (func.blocks.length ? unrolledLoops(func, layout, spaces) : []));
  if (found.every((loops) => loops.length === 0)) return module;
  const copy = copyModule(module);
  found.forEach((loops, index) => {
    if (loops.length === 0) return;
    const func = copy.functions[index] as FunctionBuilder;
    // The blocks of the copy before any is added: `UnrolledLoop` refers to blocks of the original, which have the same index.
    const blocks = [...func.blocks];
    for (const loop of loops) new LoopUnroller(func, loop, blocks).run();
    renumber(func);
  });
  return copy;
}

const BOOLEAN: Type = { kind: "int", bits: 1 };
const TRUE: Constant = { kind: "int", type: BOOLEAN, value: 1n };

const BLANK = { kind: "instruction", id: 0, name: "" } as const;

/** The values that flow into an unrolled body or out of it. */
interface CarriedValues {
  /** Values of the header's phis in the next iteration. */
  readonly phis: readonly Value[];
  /** Values of the last iteration that are read after the loop. */
  readonly liveOut: readonly Value[];
  /** Whether another iteration follows. */
  readonly more: Value;
}

/** An incoming edge of a block, with the values that flow along it. */
interface IncomingEdge {
  readonly from: Block;
  readonly carried: CarriedValues;
}

class LoopUnroller {
  private readonly body: readonly Block[];
  private readonly header: Block;
  private readonly latch: Block;
  private readonly exit: Block;
  private readonly phis: readonly Extract<Instruction, { op: "phi" }>[];
  private readonly end: Extract<Instruction, { op: "condbr" }>;
  private readonly location: Location | undefined;
  /** The loop's values that are read outside of it, in the order of their first use. */
  private readonly liveOut: readonly Instruction[];
  /** The position of the induction variable among the header's phis. */
  private readonly inductionAt: number;
  private readonly newBlocks: Block[] = [];

  constructor(
    private readonly func: FunctionBuilder,
    private readonly plan: UnrolledLoop,
    blocks: readonly Block[],
  ) {
    const here = ({ index }: Block) => blocks[index] as Block;
    this.header = here(plan.loop.header);
    this.latch = here(plan.latch);
    this.body = reversePostOrder(this.header, new Set([...plan.loop.blocks].map(here)));
    this.end = this.latch.instructions.at(-1) as Extract<Instruction, { op: "condbr" }>;
    this.exit = this.body.includes(this.end.ifTrue) ? this.end.ifFalse : this.end.ifTrue;
    this.phis = this.header.instructions.filter((one) => one.op === "phi");
    this.location = this.end.location;
    this.liveOut = this.liveOutValues();
    this.inductionAt = plan.loop.header.instructions.indexOf(plan.induction.phi);
  }

  run(): void {
    let incoming = this.header.predecessors
      .filter((from) => !this.body.includes(from))
      .map((from): IncomingEdge => {
        const phis = this.phis.map((phi) => phi.incoming.find(({ block }) => block === from)!.value);
        const liveOut = this.liveOut.map(({ type }): Constant => ({ kind: "undef", type }));
        return { from, carried: { phis, liveOut, more: TRUE } };
      });
    for (const body of this.plan.bodies) incoming = this.addUnrolledBody(body, incoming);
    this.addRemainder(incoming);
    const at = this.func.blocks.indexOf(this.header);
    this.func.blocks = [...this.func.blocks.slice(0, at), ...this.newBlocks, ...this.func.blocks.slice(at)];
  }

  private liveOutValues(): readonly Instruction[] {
    const inside = new Set(this.body);
    const found = new Set<Instruction>();
    for (const block of this.func.blocks) {
      if (inside.has(block)) continue;
      for (const one of block.instructions)
        for (const value of operands(one))
          if (value.kind === "instruction" && inside.has(value.block)) found.add(value);
    }
    return [...found];
  }

  private addBlock(name: string): MutableBlock {
    const block: MutableBlock = {
      index: 0,
      name: `${this.header.name}.${name}`,
      function: this.func as Func,
      instructions: [],
      successors: [],
      predecessors: [],
    };
    this.newBlocks.push(block as Block);
    return block;
  }

  /**
   * Adds one unrolled body after a test whether the lane has `factor` iterations left. Returns the edges to what follows:
   * from the test, and from the body's end.
   */
  private addUnrolledBody({ factor, isLoop }: UnrolledBody, incoming: readonly IncomingEdge[]): IncomingEdge[] {
    const head = this.addBlock(`${factor}`);
    const given = this.addPhis(head, incoming);
    const test = this.emitIterationsLeft(head, given, given.phis[this.inductionAt]!, factor);
    const entry = this.addBlock(`${factor}.entry`);
    // The second target is the beginning of what follows; `redirect` sets it when that block exists.
    this.branch(head, test, entry as Block);
    let last = entry;
    let current = given;
    let loop: MutableBlock | undefined;
    if (isLoop) {
      loop = this.addBlock(`${factor}.loop`);
      current = this.addPhis(loop, [{ from: entry as Block, carried: given }]);
      last = loop;
    }
    for (let iteration = 0; iteration < factor; iteration++) {
      const { first, final, carried } = this.copyBody(current, `${factor}.${iteration}`);
      this.jump(last, first);
      last = final;
      current = carried;
    }
    const end: IncomingEdge = { from: last as Block, carried: current };
    if (loop) {
      this.branch(last, this.emitIterationsLeft(last, current, current.phis[this.inductionAt]!, factor), loop as Block);
      this.addIncoming(loop, end);
    }
    return [{ from: head as Block, carried: given }, end];
  }

  /** Adds phis to a block for the values of its incoming edges, and the edges themselves. */
  private addPhis(block: MutableBlock, edges: readonly IncomingEdge[]): CarriedValues {
    const phi = (type: Type): Instruction => {
      const added = { ...BLANK, type, block: block as Block, op: "phi", incoming: [], flags: 0 } as const;
      block.instructions.push(added);
      return added;
    };
    const carried: CarriedValues = {
      phis: this.phis.map(({ type }) => phi(type)),
      liveOut: this.liveOut.map(({ type }) => phi(type)),
      more: phi(BOOLEAN),
    };
    for (const edge of edges) {
      this.redirect(edge.from, block as Block);
      this.addIncoming(block, edge);
    }
    return carried;
  }

  private addIncoming(block: MutableBlock, { from, carried }: IncomingEdge): void {
    const values = [...carried.phis, ...carried.liveOut, carried.more];
    values.forEach((value, index) => {
      const phi = block.instructions[index] as Extract<Instruction, { op: "phi" }>;
      Object.assign(phi, { incoming: [...phi.incoming, { value, block: from }] });
    });
    if (!block.predecessors.includes(from)) block.predecessors.push(from);
  }

  /**
   * Adds an edge between blocks. `from` is a predecessor of the loop, or a new block whose branch lacks its second target or
   * which has no terminator.
   */
  private redirect(from: Block, to: Block): void {
    const source = from as unknown as MutableBlock;
    const end = from.instructions.at(-1);
    if (end?.op === "condbr" && (end.ifFalse as Block | undefined) === undefined) {
      Object.assign(end, { ifFalse: to });
    } else if (end && isTerminator(end)) {
      Object.assign(end, mapped(end, { value: (one) => one, block: (one) => (one === this.header ? to : one) }));
      source.successors = source.successors.map((one) => (one === this.header ? to : one));
      return;
    } else {
      source.instructions.push({ ...BLANK, ...this.placed(from), op: "br", target: to });
    }
    source.successors.push(to);
  }

  private placed(block: Block): { type: Type; block: Block; location?: Location } {
    return { type: { kind: "void" }, block, ...(this.location ? { location: this.location } : {}) };
  }

  private jump(from: MutableBlock, to: Block): void {
    from.instructions.push({ ...BLANK, ...this.placed(from as Block), op: "br", target: to });
    from.successors.push(to);
    if (!to.predecessors.includes(from as Block)) (to as unknown as MutableBlock).predecessors.push(from as Block);
  }

  private branch(from: MutableBlock, condition: Value, ifTrue: Block): void {
    const later = undefined as unknown as Block;
    from.instructions.push({
      ...BLANK,
      ...this.placed(from as Block),
      op: "condbr",
      condition,
      ifTrue,
      ifFalse: later,
    });
    from.successors.push(ifTrue);
    (ifTrue as unknown as MutableBlock).predecessors.push(from as Block);
  }

  /** Emits the test whether a lane has at least `factor` iterations left; `more` says whether it has one. */
  private emitIterationsLeft(block: MutableBlock, { more }: CarriedValues, phi: Value, factor: number): Value {
    if (factor === 1) return more;
    const { step, offset, bound, predicate } = this.inductionInCopy(this.plan.induction);
    const { type } = phi;
    const bits = type.kind === "int" ? type.bits : 0;
    const constant = (value: bigint): Constant => ({ kind: "int", type, value: BigInt.asUintN(bits, value) });
    const binary = (op: "add" | "sub" | "and", left: Value, right: Value): Value => {
      const placement = { type: left.type, block: block as Block };
      const added: Instruction = { ...BLANK, ...placement, op: "binary", binary: op, left, right, flags: 0 };
      block.instructions.push(added);
      return added;
    };
    const compare = (op: IntPredicate, left: Value, right: Value): Value => {
      const placement = { type: BOOLEAN, block: block as Block };
      const added: Instruction = { ...BLANK, ...placement, op: "icmp", predicate: op, left, right, flags: 0 };
      block.instructions.push(added);
      return added;
    };
    const compared = offset === 0n ? phi : binary("add", phi, constant(offset));
    const distance = step > 0n ? binary("sub", bound, compared) : binary("sub", compared, bound);
    const size = step > 0n ? step : -step;
    // The loop's comparison must still hold after the last iteration but one.
    const width = BigInt(factor - 2) * size;
    if (predicate === "ne") return binary("and", more, compare("uge", distance, constant(width + size)));
    const signed = predicate.startsWith("s");
    const strict = predicate.endsWith("t");
    const wide = compare(`${signed ? "s" : "u"}${strict ? "gt" : "ge"}`, distance, constant(width));
    // The distance is an unsigned number where the comparison holds; where it does not, the subtraction may have wrapped.
    return binary("and", more, binary("and", compare(predicate, compared, bound), wide));
  }

  private inductionInCopy(induction: InductionVariable): InductionVariable {
    const end = this.end.condition;
    const { left, right } = end as Extract<Instruction, { op: "icmp" }>;
    // Unrolling another loop may have replaced the bound in the copy, where that loop computes it.
    const original = this.plan.latch.instructions.at(-1) as Extract<Instruction, { op: "condbr" }>;
    const was = original.condition as Extract<Instruction, { op: "icmp" }>;
    return { ...induction, bound: was.left === induction.bound ? left : right };
  }

  /** Adds one copy of the body, in which values replace the header's phis. */
  private copyBody(given: CarriedValues, name: string) {
    const values = new Map<Value, Value>(this.phis.map((phi, index) => [phi, given.phis[index]!]));
    const blocks = new Map<Block, MutableBlock>();
    for (const from of this.body) blocks.set(from, this.addBlock(from === this.header ? name : `${name}.${from.name}`));
    const value = (one: Value): Value => values.get(one) ?? one;
    const block = (one: Block): Block => (blocks.get(one) as Block | undefined) ?? one;
    for (const from of this.body) {
      const to = blocks.get(from)!;
      for (const one of from.instructions) {
        if ((from === this.header && one.op === "phi") || one === this.end) continue;
        const copy = { ...mapped(one, { value, block }), block: to as Block };
        values.set(one, copy);
        to.instructions.push(copy);
      }
      if (from !== this.latch) to.successors = from.successors.map(block);
      if (from !== this.header) to.predecessors = from.predecessors.map(block);
    }
    const final = blocks.get(this.latch)!;
    const phis = this.phis.map(({ incoming }) => value(incoming.find((one) => one.block === this.latch)!.value));
    const more = this.emitContinuation(final, value(this.end.condition));
    const carried: CarriedValues = { phis, liveOut: this.liveOut.map(value), more };
    return { first: blocks.get(this.header) as unknown as Block, final, carried };
  }

  /** Emits the latch's condition in the sense that another iteration follows. */
  private emitContinuation(block: MutableBlock, condition: Value): Value {
    if (this.end.ifFalse === this.exit) return condition;
    const placement = { type: BOOLEAN, block: block as Block };
    const added: Instruction = {
      ...BLANK,
      ...placement,
      op: "binary",
      binary: "xor",
      left: condition,
      right: TRUE,
      flags: 0,
    };
    block.instructions.push(added);
    return added;
  }

  /** Makes the loop itself the remainder loop, for lanes with iterations left, and adds an exit block where all reconverge. */
  private addRemainder(incoming: readonly IncomingEdge[]): void {
    const entry = this.addBlock("remainder");
    const entering = this.addPhis(entry, incoming);
    this.branch(entry, entering.more, this.header);
    const header = this.header as unknown as MutableBlock;
    const outside = new Set(this.header.predecessors.filter((from) => !this.body.includes(from)));
    header.predecessors = [...this.body.filter((from) => from === this.latch), entry as Block];
    this.phis.forEach((phi, index) => {
      const kept = phi.incoming.filter(({ block }) => !outside.has(block) && block !== entry);
      Object.assign(phi, { incoming: [...kept, { value: entering.phis[index]!, block: entry as Block }] });
    });
    const exit = this.addBlock("exit");
    const finals = this.liveOut.map((result, index): Instruction => {
      const edges = [
        { value: result, block: this.latch },
        { value: entering.liveOut[index]!, block: entry as Block },
      ];
      return { ...BLANK, type: result.type, block: exit as Block, op: "phi", incoming: edges, flags: 0 };
    });
    exit.instructions.push(...finals);
    this.redirect(entry as Block, exit as Block);
    exit.predecessors = [this.latch, entry as Block];
    const target = this.exit;
    Object.assign(
      this.end,
      mapped(this.end, { value: (one) => one, block: (one) => (one === target ? (exit as Block) : one) }),
    );
    const latch = this.latch as unknown as MutableBlock;
    latch.successors = latch.successors.map((one) => (one === target ? (exit as Block) : one));
    const after = target as unknown as MutableBlock;
    after.predecessors = after.predecessors.map((one) => (one === this.latch ? (exit as Block) : one));
    exit.instructions.push({ ...BLANK, ...this.placed(exit as Block), op: "br", target });
    exit.successors.push(target);
    this.replaceLiveOutUses(finals, exit as Block);
  }

  /** Replaces the uses of the loop's values outside of it by the phis of the exit block. */
  private replaceLiveOutUses(finals: readonly Instruction[], exit: Block): void {
    const known = new Map<Value, Value>(this.liveOut.map((result, index) => [result, finals[index]!]));
    const own = new Set([...this.body, ...this.newBlocks]);
    for (const block of this.func.blocks) {
      if (own.has(block)) continue;
      for (const user of block.instructions) {
        const enters =
          block === this.exit && user.op === "phi" && user.incoming.some((one) => one.block === this.latch);
        if (!enters && !operands(user).some((value) => known.has(value))) continue;
        const value = (one: Value) => known.get(one) ?? one;
        const entered = (one: Block) => (block === this.exit && one === this.latch ? exit : one);
        Object.assign(user, mapped(user, { value, block: user.op === "phi" ? entered : (one) => one }));
      }
    }
  }
}

const isTerminator = ({ op }: Instruction): boolean =>
  op === "br" || op === "condbr" || op === "switch" || op === "invoke";

/** The loop's blocks in reverse post-order. */
function reversePostOrder(header: Block, blocks: ReadonlySet<Block>): Block[] {
  const seen = new Set<Block>();
  const order: Block[] = [];
  const visit = (block: Block): void => {
    if (seen.has(block) || !blocks.has(block)) return;
    seen.add(block);
    for (const next of block.successors) if (next !== header) visit(next);
    order.push(block);
  };
  visit(header);
  return order.reverse();
}
