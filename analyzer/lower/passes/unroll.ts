/**
 * Copies loops as the assembler does (`rounds.ts` says which): in front of the loop come stages of several rounds at once,
 * each for the lanes that have as many left, and behind each of them lanes wait for one another. What the program
 * computes stays the same; which lanes execute an instruction together does not.
 *
 * It is done for counting what warps execute. What holds whatever the data are is read from the loops as they are written.
 */
import type { FunctionBuilder, MutableBlock } from "../../ir/build";
import { copyModule } from "../../ir/copy";
import { layoutOf } from "../../ir/layout";
import type { Block, Constant, Func, Instruction, IntPredicate, Location, Module, Type, Value } from "../../ir/model";
import { mapped, renumber } from "../../ir/rewrite";
import { operands } from "../../ir/uses";
import { Spaces } from "../spaces";
import { type CopiedLoop, type Counter, copiedLoops, type Stage } from "./unrollHeuristics";

/** The module with loops copied as the assembler copies them; the module itself where there are none. */
export function copyRounds(module: Module): Module {
  const layout = layoutOf(module);
  const spaces = new Spaces(module);
  const found = module.functions.map((func) => (func.blocks.length ? copiedLoops(func, layout, spaces) : []));
  if (found.every((loops) => loops.length === 0)) return module;
  const copy = copyModule(module);
  found.forEach((loops, index) => {
    if (loops.length === 0) return;
    const made = copy.functions[index] as FunctionBuilder;
    // The blocks of the copy before any is added: a plan names those of the original by number.
    const blocks = [...made.blocks];
    for (const loop of loops) new Copying(made, loop, blocks).run();
    renumber(made);
  });
  return copy;
}

const BOOLEAN: Type = { kind: "int", bits: 1 };
const TRUE: Constant = { kind: "int", type: BOOLEAN, value: 1n };

const BLANK = { kind: "instruction", id: 0, name: "" } as const;

/** What lanes bring to the next stage. */
interface Carried {
  /** Values of the header's phis in the next round. */
  readonly phis: readonly Value[];
  /** Values of the last round that something behind the loop reads. */
  readonly results: readonly Value[];
  /** Whether another round follows. */
  readonly more: Value;
}

/** One way into a block with what it brings. */
interface Way {
  readonly from: Block;
  readonly carried: Carried;
}

class Copying {
  private readonly body: readonly Block[];
  private readonly header: Block;
  private readonly latch: Block;
  private readonly exit: Block;
  private readonly phis: readonly Extract<Instruction, { op: "phi" }>[];
  private readonly end: Extract<Instruction, { op: "condbr" }>;
  private readonly location: Location | undefined;

  constructor(
    private readonly func: FunctionBuilder,
    private readonly plan: CopiedLoop,
    blocks: readonly Block[],
  ) {
    const here = ({ index }: Block) => blocks[index] as Block;
    this.header = here(plan.loop.header);
    this.latch = here(plan.latch);
    this.body = inOrder(this.header, new Set([...plan.loop.blocks].map(here)));
    this.end = this.latch.instructions.at(-1) as Extract<Instruction, { op: "condbr" }>;
    this.exit = this.body.includes(this.end.ifTrue) ? this.end.ifFalse : this.end.ifTrue;
    this.phis = this.header.instructions.filter((one) => one.op === "phi");
    this.location = this.end.location;
  }

  run(): void {
    const results = this.usedBehind();
    const ways = this.header.predecessors
      .filter((from) => !this.body.includes(from))
      .map((from): Way => {
        const phis = this.phis.map(({ incoming }) => incoming.find(({ block }) => block === from)!.value);
        const none = results.map(({ type }): Constant => ({ kind: "undef", type }));
        return { from, carried: { phis, results: none, more: TRUE } };
      });
    const counterAt = this.plan.loop.header.instructions.indexOf(this.plan.counter.phi);
    const made: Block[] = [];
    let into = ways;
    for (const stage of this.plan.stages) into = this.addStage(stage, into, results, counterAt, made);
    this.addRest(into, results, made);
    const at = this.func.blocks.indexOf(this.header);
    this.func.blocks = [...this.func.blocks.slice(0, at), ...made, ...this.func.blocks.slice(at)];
  }

  /** The loop's values that are read outside of it. */
  private usedBehind(): readonly Instruction[] {
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

  private block(name: string, made: Block[]): MutableBlock {
    const block: MutableBlock = {
      index: 0,
      name: `${this.header.name}.${name}`,
      function: this.func as Func,
      instructions: [],
      successors: [],
      predecessors: [],
    };
    made.push(block as Block);
    return block;
  }

  /** Adds the copies of a stage, in front of which it is asked who has the rounds; the ways that lead to the next one. */
  private addStage(
    { rounds, again }: Stage,
    into: readonly Way[],
    results: readonly Instruction[],
    counterAt: number,
    made: Block[],
  ): Way[] {
    const head = this.block(`${rounds}`, made);
    const given = this.meeting(head, into, results);
    const test = this.enough(head, given, given.phis[counterAt]!, rounds);
    const entry = this.block(`${rounds}.entry`, made);
    // Where the next stage begins is not known yet: it is the second target, set when it is made.
    this.branch(head, test, entry as Block);
    let last = entry;
    let current = given;
    let loop: MutableBlock | undefined;
    if (again) {
      loop = this.block(`${rounds}.loop`, made);
      current = this.meeting(loop, [{ from: entry as Block, carried: given }], results);
      last = loop;
    }
    for (let round = 0; round < rounds; round++) {
      const { first, final, carried } = this.addRound(current, results, `${rounds}.${round}`, made);
      this.jump(last, first);
      last = final;
      current = carried;
    }
    const end: Way = { from: last as Block, carried: current };
    if (loop) {
      this.branch(last, this.enough(last, current, current.phis[counterAt]!, rounds), loop as Block);
      this.bring(loop, end);
    }
    return [{ from: head as Block, carried: given }, end];
  }

  /** Phis in a block for what ways bring; the ways are joined to it. */
  private meeting(block: MutableBlock, ways: readonly Way[], results: readonly Instruction[]): Carried {
    const phi = (type: Type): Instruction => {
      const made = { ...BLANK, type, block: block as Block, op: "phi", incoming: [], flags: 0 } as const;
      block.instructions.push(made);
      return made;
    };
    const carried: Carried = {
      phis: this.phis.map(({ type }) => phi(type)),
      results: results.map(({ type }) => phi(type)),
      more: phi(BOOLEAN),
    };
    for (const way of ways) {
      this.redirect(way.from, block as Block);
      this.bring(block, way);
    }
    return carried;
  }

  private bring(block: MutableBlock, { from, carried }: Way): void {
    const values = [...carried.phis, ...carried.results, carried.more];
    values.forEach((value, index) => {
      const phi = block.instructions[index] as Extract<Instruction, { op: "phi" }>;
      Object.assign(phi, { incoming: [...phi.incoming, { value, block: from }] });
    });
    if (!block.predecessors.includes(from)) block.predecessors.push(from);
  }

  /** Makes a block lead to another one: a way into the loop, one that has been made without its second target, or with no end. */
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

  /** Whether a lane has so many rounds left, of which it is known whether it has one. */
  private enough(block: MutableBlock, { more }: Carried, counter: Value, rounds: number): Value {
    if (rounds === 1) return more;
    const { step, ahead, bound, predicate } = this.here(this.plan.counter);
    const { type } = counter;
    const bits = type.kind === "int" ? type.bits : 0;
    const constant = (value: bigint): Constant => ({ kind: "int", type, value: BigInt.asUintN(bits, value) });
    const binary = (op: "add" | "sub" | "and", left: Value, right: Value): Value => {
      const place = { type: left.type, block: block as Block };
      const made: Instruction = { ...BLANK, ...place, op: "binary", binary: op, left, right, flags: 0 };
      block.instructions.push(made);
      return made;
    };
    const compare = (op: IntPredicate, left: Value, right: Value): Value => {
      const place = { type: BOOLEAN, block: block as Block };
      const made: Instruction = { ...BLANK, ...place, op: "icmp", predicate: op, left, right, flags: 0 };
      block.instructions.push(made);
      return made;
    };
    const compared = ahead === 0n ? counter : binary("add", counter, constant(ahead));
    const distance = step > 0n ? binary("sub", bound, compared) : binary("sub", compared, bound);
    const size = step > 0n ? step : -step;
    // The comparison after the last but one of the rounds still has to hold.
    const width = BigInt(rounds - 2) * size;
    if (predicate === "ne") return binary("and", more, compare("uge", distance, constant(width + size)));
    const signed = predicate.startsWith("s");
    const strict = predicate.endsWith("t");
    const wide = compare(`${signed ? "s" : "u"}${strict ? "gt" : "ge"}`, distance, constant(width));
    // The distance is meant without a sign where the comparison holds, and may have wrapped around where it does not.
    return binary("and", more, binary("and", compare(predicate, compared, bound), wide));
  }

  private here(counter: Counter): Counter {
    const end = this.end.condition;
    const { left, right } = end as Extract<Instruction, { op: "icmp" }>;
    // The bound may have been replaced since the plan was made, where another loop gives it.
    const original = this.plan.latch.instructions.at(-1) as Extract<Instruction, { op: "condbr" }>;
    const was = original.condition as Extract<Instruction, { op: "icmp" }>;
    return { ...counter, bound: was.left === counter.bound ? left : right };
  }

  /** One round: a copy of the body in which the header's phis are given values. */
  private addRound(given: Carried, results: readonly Instruction[], name: string, made: Block[]) {
    const values = new Map<Value, Value>(this.phis.map((phi, index) => [phi, given.phis[index]!]));
    const blocks = new Map<Block, MutableBlock>();
    for (const from of this.body)
      blocks.set(from, this.block(from === this.header ? name : `${name}.${from.name}`, made));
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
    const more = this.continuing(final, value(this.end.condition));
    const carried: Carried = { phis, results: results.map(value), more };
    return { first: blocks.get(this.header) as unknown as Block, final, carried };
  }

  /** The end's condition as whether another round follows. */
  private continuing(block: MutableBlock, condition: Value): Value {
    if (this.end.ifFalse === this.exit) return condition;
    const place = { type: BOOLEAN, block: block as Block };
    const made: Instruction = {
      ...BLANK,
      ...place,
      op: "binary",
      binary: "xor",
      left: condition,
      right: TRUE,
      flags: 0,
    };
    block.instructions.push(made);
    return made;
  }

  /** The loop itself behind the stages, for lanes with rounds left, and a block behind it in which all meet. */
  private addRest(into: readonly Way[], results: readonly Instruction[], made: Block[]): void {
    const join = this.block("rest", made);
    const meet = this.meeting(join, into, results);
    this.branch(join, meet.more, this.header);
    const header = this.header as unknown as MutableBlock;
    const outside = new Set(this.header.predecessors.filter((from) => !this.body.includes(from)));
    header.predecessors = [...this.body.filter((from) => from === this.latch), join as Block];
    this.phis.forEach((phi, index) => {
      const kept = phi.incoming.filter(({ block }) => !outside.has(block) && block !== join);
      Object.assign(phi, { incoming: [...kept, { value: meet.phis[index]!, block: join as Block }] });
    });
    const behind = this.block("end", made);
    const finals = results.map((result, index): Instruction => {
      const incoming = [
        { value: result, block: this.latch },
        { value: meet.results[index]!, block: join as Block },
      ];
      return { ...BLANK, type: result.type, block: behind as Block, op: "phi", incoming, flags: 0 };
    });
    behind.instructions.push(...finals);
    this.redirect(join as Block, behind as Block);
    behind.predecessors = [this.latch, join as Block];
    const exit = this.exit;
    Object.assign(
      this.end,
      mapped(this.end, { value: (one) => one, block: (one) => (one === exit ? (behind as Block) : one) }),
    );
    const latch = this.latch as unknown as MutableBlock;
    latch.successors = latch.successors.map((one) => (one === exit ? (behind as Block) : one));
    const target = exit as unknown as MutableBlock;
    target.predecessors = target.predecessors.map((one) => (one === this.latch ? (behind as Block) : one));
    behind.instructions.push({ ...BLANK, ...this.placed(behind as Block), op: "br", target: exit });
    behind.successors.push(exit);
    this.readBehind(results, finals, behind as Block, made);
  }

  /** What read the loop's values outside of it reads those that meet behind it. */
  private readBehind(
    results: readonly Instruction[],
    finals: readonly Instruction[],
    behind: Block,
    made: Block[],
  ): void {
    const known = new Map<Value, Value>(results.map((result, index) => [result, finals[index]!]));
    const own = new Set([...this.body, ...made]);
    for (const block of this.func.blocks) {
      if (own.has(block)) continue;
      for (const user of block.instructions) {
        const enters =
          block === this.exit && user.op === "phi" && user.incoming.some((one) => one.block === this.latch);
        if (!enters && !operands(user).some((value) => known.has(value))) continue;
        const value = (one: Value) => known.get(one) ?? one;
        const entered = (one: Block) => (block === this.exit && one === this.latch ? behind : one);
        Object.assign(user, mapped(user, { value, block: user.op === "phi" ? entered : (one) => one }));
      }
    }
  }
}

const isTerminator = ({ op }: Instruction): boolean =>
  op === "br" || op === "condbr" || op === "switch" || op === "invoke";

/** The loop's blocks so that each comes behind those that lead to it. */
function inOrder(header: Block, blocks: ReadonlySet<Block>): Block[] {
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
