/**
 * Evaluates host code with what is known of its values: one path through the program, on which every launch is noted.
 * A branch whose condition is not known goes where a launch still follows that no evaluation has reached. Loops are left
 * after a while, and nothing that they changed is known then.
 */
import type { Layout } from "../../../ir/layout";
import type { Loop } from "../../../ir/loops";
import type {
  Block,
  Constant,
  Func,
  GlobalVariable,
  Instruction,
  InstructionOf,
  Location,
  Type,
  Value,
} from "../../../ir/model";
import { partValue } from "./aggregates";
import { agreed, kernelsOf, possibleValue } from "./choices";
import type { Linkage } from "./linkage";
import { LoopBudget, type LoopVisit } from "./loopBudget";
import { address, copied, elementAddress, globalObject, HostObject, loadValue, sizeOf, storeValue } from "./memory";
import { type FunctionPaths, impliedParameter, isLaunch, LAUNCHING, type LaunchGoals, normalSuccessors } from "./paths";
import {
  binaryValue,
  castValue,
  compareIntegers,
  compareReals,
  type HostStorage,
  type HostValue,
  isPointer,
  nullOf,
} from "./values";

/** Where one evaluation ends: the program ends, or this one has taken enough steps. */
export class EvaluationEnd extends Error {}

const CALL_DEPTH = 200;

/** Calls of a function with the same numbers that wait for a further one and did not know where to go: it would not, either. */
const CHOOSING_CALLS = 2;

/** What a call outside of the evaluated modules does. */
export type HostFunction = (call: HostCall) => HostValue;

/** A call of a function outside of the evaluated modules. */
export interface HostCall {
  readonly evaluator: HostEvaluator;
  readonly name: string;
  readonly arguments: readonly HostValue[];
  /** Types of the arguments. */
  readonly types: readonly Type[];
  readonly result: Type;
  readonly instruction: Instruction;
}

/** What evaluations of one program share. */
export interface HostProgram {
  readonly layout: Layout;
  readonly goals: LaunchGoals;
  readonly linkage: Linkage;
  /** Loops that an evaluation left as they went on for long. */
  readonly longLoops: Set<Loop>;
  /** What a call of a function without a body does. */
  external(name: string): HostFunction;
}

interface Frame {
  readonly func: Func;
  readonly paths: FunctionPaths;
  readonly values: HostValue[];
  readonly parameters: readonly HostValue[];
  /** Functions that the pointer leads to through which this one is called: it is the first of them. */
  readonly through: readonly Func[] | undefined;
  readonly loops: Map<Loop, LoopVisit>;
  /** Blocks whose predecessor is not known. */
  readonly unsure: Set<number>;
  at: Instruction | undefined;
  /** A branch was taken whose condition is not known. */
  hasChosen: boolean;
}

/** One evaluation: memory, the call stack, and what it has spent. */
export class HostEvaluator {
  readonly #globals = new Map<GlobalVariable, HostStorage>();
  readonly #frames: Frame[] = [];
  readonly #logs: Set<HostStorage>[] = [];
  /** Values of the first function's parameters that the path implies, by index. */
  readonly implied = new Map<number, bigint>();
  readonly loops: LoopBudget;
  /** Launches that were kept so far. */
  kept = 0;
  /** Kept launches, by their number from and to, of loops that were left: the program makes more of them, or fewer. */
  readonly uncounted: (readonly [from: number, to: number])[] = [];
  #steps = 0;

  constructor(
    readonly program: HostProgram,
    readonly limit: number,
    /** Of two successors that both lead to launches, the second one first. */
    readonly prefersSecond: boolean,
  ) {
    this.loops = new LoopBudget(program.longLoops);
  }

  get steps(): number {
    return this.#steps;
  }

  /** Where the code that runs comes from, innermost call first. */
  get places(): readonly Location[] {
    const places: Location[] = [];
    for (const { at } of this.#frames.toReversed()) {
      for (let place = at?.location; place; place = place.inlinedAt) places.push(place);
    }
    return places;
  }

  /** Functions that the pointer leads to through which the running function is called; undefined where it is named. */
  get through(): readonly Func[] | undefined {
    return this.#frames.at(-1)?.through;
  }

  /** Runs a function, which may be one of several that a pointer leads to. @throws EvaluationEnd */
  call(func: Func, parameters: readonly HostValue[], through?: readonly Func[]): HostValue {
    if (this.#frames.length >= CALL_DEPTH) return undefined;
    const paths = this.program.goals.paths(func);
    const frame: Frame = {
      func,
      paths,
      values: new Array(func.instructionCount),
      parameters,
      through,
      loops: new Map(),
      unsure: new Set(),
      at: undefined,
      hasChosen: false,
    };
    this.#frames.push(frame);
    const logs = this.#logs.length;
    try {
      return this.#run(frame);
    } finally {
      this.#frames.pop();
      this.#logs.length = logs;
    }
  }

  /** Notes that an object changes. */
  wrote(object: HostStorage): void {
    for (const log of this.#logs) log.add(object);
  }

  /** Nothing is known any more of what an address leads to. */
  forget(value: HostValue): void {
    if (!isPointer(value) || value.object.place === "opaque") return;
    this.wrote(value.object);
    value.object.forget();
  }

  store(pointer: HostValue, value: HostValue, type: Type): void {
    if (!isPointer(pointer)) return;
    this.wrote(pointer.object);
    storeValue(pointer, value, type, this.program.layout);
  }

  load(pointer: HostValue, type: Type): HostValue {
    return isPointer(pointer) ? loadValue(pointer, type, this.program.layout) : undefined;
  }

  /** The address of a variable that modules share, if they mention it. */
  variable(name: string): HostValue {
    const found = this.program.linkage.named(name);
    return found && address(this.#global(found));
  }

  #run(frame: Frame): HostValue {
    let block = frame.func.blocks[0]!;
    let before: Block | undefined;
    for (;;) {
      const next = this.#loopAt(frame, block, before) ?? block;
      if (next !== block) {
        before = undefined;
        block = next;
      }
      this.#phis(frame, block, before);
      for (const instruction of block.instructions) {
        if (++this.#steps > this.limit) this.#giveUp();
        if (instruction.op === "phi") continue;
        frame.at = instruction;
        if (instruction.op === "ret") return instruction.value && this.value(frame, instruction.value);
        const value = this.#execute(frame, instruction);
        if (value !== undefined) frame.values[instruction.id] = value;
        else frame.values[instruction.id] = undefined;
      }
      before = block;
      block = this.#next(frame, block);
    }
  }

  /** Values of a block's phis, from the predecessor; where that is not known, those on which all predecessors agree. */
  #phis(frame: Frame, block: Block, before: Block | undefined): void {
    const isSure = !frame.unsure.delete(block.index) && before !== undefined;
    const values: [id: number, value: HostValue][] = [];
    for (const phi of block.instructions) {
      if (phi.op !== "phi") break;
      const incoming = isSure ? phi.incoming.filter((one) => one.block === before) : phi.incoming;
      const known = (value: Value) => this.value(frame, value);
      values.push([phi.id, isSure ? agreed(incoming.map((one) => known(one.value))) : possibleValue(phi, known)]);
    }
    for (const [id, value] of values) frame.values[id] = value;
  }

  /** Counts a loop's iterations; the block after a loop that has gone on for long. */
  #loopAt(frame: Frame, block: Block, before: Block | undefined): Block | undefined {
    const loop = frame.paths.loops[block.index];
    for (const [one, visit] of frame.loops) {
      if (one.blocks.has(block)) continue;
      frame.loops.delete(one);
      this.#endLog(visit);
    }
    if (loop?.header !== block) return undefined;
    const visit = frame.loops.get(loop);
    if (!visit || !before || !loop.blocks.has(before)) {
      frame.loops.set(loop, this.loops.begin(this.#steps, this.kept));
      return undefined;
    }
    if (visit.written) {
      this.#endLog(visit);
      for (const object of visit.written) object.forget();
      this.uncounted.push([visit.startKept, this.kept]);
      return this.#leave(frame, loop);
    }
    const launches = [...loop.blocks].some((one) => this.program.goals.launchesIn(one));
    if (this.loops.isOver(loop, visit, launches, this.#steps)) {
      visit.written = new Set();
      this.#logs.push(visit.written);
    }
    return undefined;
  }

  /** There are no steps left: no loop that is being evaluated comes to its end. */
  #giveUp(): never {
    for (const { loops } of this.#frames)
      for (const { startKept } of loops.values()) this.uncounted.push([startKept, this.kept]);
    throw new EvaluationEnd();
  }

  #endLog({ written }: LoopVisit): void {
    const at = written ? this.#logs.lastIndexOf(written) : -1;
    if (at >= 0) this.#logs.length = at;
  }

  /** Goes on after a loop, whose values are not known then. */
  #leave(frame: Frame, loop: Loop): Block | undefined {
    const exits = loop.exits.filter((one) => frame.paths.returns[one.index]);
    const leading = this.program.goals.leading(frame.func);
    const exit = exits.find((one) => leading[one.index]) ?? exits[0];
    if (!exit) throw new EvaluationEnd();
    for (const { instructions } of loop.blocks) for (const { id } of instructions) frame.values[id] = undefined;
    frame.loops.delete(loop);
    frame.unsure.add(exit.index);
    return exit;
  }

  #next(frame: Frame, block: Block): Block {
    const last = block.instructions.at(-1)!;
    switch (last.op) {
      case "br":
        return last.target;
      case "invoke":
        return last.normal;
      case "condbr": {
        const condition = this.value(frame, last.condition);
        if (typeof condition === "bigint") return condition ? last.ifTrue : last.ifFalse;
        return this.#choose(frame, block);
      }
      case "switch": {
        const value = this.value(frame, last.value);
        if (typeof value !== "bigint") return this.#choose(frame, block);
        return last.cases.find((one) => one.value === value)?.target ?? last.otherwise;
      }
      default:
        throw new EvaluationEnd();
    }
  }

  /** One of several successors, when it is not known which the program takes. */
  #choose(frame: Frame, block: Block): Block {
    const { paths, func } = frame;
    frame.hasChosen = true;
    const targets = normalSuccessors(block);
    const leading = this.program.goals.leading(func);
    const alive = targets.filter((one) => paths.returns[one.index] || leading[one.index]);
    const loop = paths.loops[block.index];
    const leaving = loop ? alive.filter((one) => !loop.blocks.has(one)) : [];
    const staying = loop ? alive.filter((one) => loop.blocks.has(one)) : alive;
    const isOver = loop !== undefined && (frame.loops.get(loop)?.iterations ?? 0) >= 2;
    const goals = alive.filter((one) => leading[one.index]);
    const inside =
      loop && !isOver ? goals.filter((one) => loop.blocks.has(one) && this.#pendingInside(frame, loop)) : [];
    const wanted =
      (inside.length > 0 && inside) ||
      (isOver && leaving.length > 0 && leaving) ||
      (goals.length > 0 && goals) ||
      alive;
    const taken = (this.prefersSecond ? wanted.at(-1) : wanted[0]) ?? targets[0]!;
    if (loop && !loop.blocks.has(taken) && staying.length > 0) this.#forgetLoop(frame, loop);
    const implied = this.#frames.length === 1 && impliedParameter(block, taken);
    if (implied) this.implied.set(implied.index, implied.value);
    const join = paths.joins[block.index]!;
    if (join >= 0 && alive.length > 1) frame.unsure.add(join);
    return taken;
  }

  #pendingInside({ func }: Frame, loop: Loop): boolean {
    const leading = this.program.goals.leading(func);
    return (
      loop.exits.every((one) => !leading[one.index]) ||
      [...loop.blocks].some((one) => this.program.goals.launchesIn(one))
    );
  }

  /** After a loop that was left on a condition that is not known, its values are those of no known iteration. */
  #forgetLoop(frame: Frame, loop: Loop): void {
    this.uncounted.push([frame.loops.get(loop)?.startKept ?? this.kept, this.kept]);
    for (const { instructions } of loop.blocks) {
      for (const { id, op } of instructions) if (op !== "alloca") frame.values[id] = undefined;
    }
  }

  #execute(frame: Frame, instruction: Instruction): HostValue {
    const { layout } = this.program;
    const of = (value: Value) => this.value(frame, value);
    switch (instruction.op) {
      case "binary":
        return binaryValue(instruction.binary, of(instruction.left), of(instruction.right), instruction.type);
      case "icmp":
        return compareIntegers(
          instruction.predicate,
          of(instruction.left),
          of(instruction.right),
          (instruction.left as { type: Type }).type,
        );
      case "fcmp":
        return compareReals(instruction.predicate, of(instruction.left), of(instruction.right));
      case "cast":
        return castValue(
          instruction.cast,
          of(instruction.value),
          (instruction.value as { type: Type }).type,
          instruction.type,
        );
      case "fneg": {
        const value = of(instruction.value);
        return typeof value === "number" ? -value : undefined;
      }
      case "freeze":
        return of(instruction.value);
      case "select":
        return this.#select(frame, instruction);
      case "alloca":
        return address(new HostObject("stack", sizeOf(instruction.allocated, layout)));
      case "load":
        return this.load(of(instruction.pointer), instruction.type);
      case "store":
        this.store(of(instruction.pointer), of(instruction.value), (instruction.value as { type: Type }).type);
        return undefined;
      case "gep":
        return elementAddress(of(instruction.base), instruction, layout, of);
      case "call":
      case "invoke":
        return this.#call(frame, instruction);
      case "atomicrmw": {
        const before = this.load(of(instruction.pointer), instruction.type);
        const given = of(instruction.value);
        const { atomic, type } = instruction;
        const after = atomic === "add" || atomic === "sub" ? binaryValue(atomic, before, given, type) : undefined;
        this.store(of(instruction.pointer), atomic === "xchg" ? given : after, type);
        return before;
      }
      case "cmpxchg":
        this.store(of(instruction.pointer), undefined, (instruction.expected as { type: Type }).type);
        return undefined;
      default:
        return partValue(instruction, of);
    }
  }

  #select(frame: Frame, { condition, ifTrue, ifFalse }: InstructionOf<"select">): HostValue {
    const chosen = this.value(frame, condition);
    const [yes, no] = [this.value(frame, ifTrue), this.value(frame, ifFalse)];
    if (typeof chosen === "bigint") return chosen ? yes : no;
    return agreed([yes, no]);
  }

  #call(frame: Frame, instruction: InstructionOf<"call"> | InstructionOf<"invoke">): HostValue {
    const { callee } = instruction;
    const called = callee.kind === "function" ? callee : this.value(frame, callee);
    const [target] = kernelsOf(called);
    const given = instruction.arguments.map((one) => this.value(frame, one));
    const isAlike = ({ parameters }: Frame) =>
      parameters.every((was, i) => typeof was !== "bigint" || was === given[i]);
    const isEndless = (func: Func) =>
      this.#frames.filter((one) => one.hasChosen && one.func === func && isAlike(one)).length >= CHOOSING_CALLS;
    if (!target || isEndless(this.program.linkage.definition(target) ?? target)) {
      for (const one of given) this.#escapes(one);
      return undefined;
    }
    const { goals } = this.program;
    if (LAUNCHING.test(target.name) || isLaunch(instruction)) goals.visit(instruction);
    const body = this.program.linkage.definition(target);
    const byValue = (index: number) => instruction.parameterAttributes?.[index]?.has("byval") ?? false;
    if (body) {
      const passed = given.map((one, i) => (isPointer(one) && byValue(i) ? copied(one) : one));
      return this.call(body, passed, callee.kind === "function" ? undefined : kernelsOf(called));
    }
    return this.program.external(target.name)({
      evaluator: this,
      name: target.name,
      arguments: given,
      types: instruction.arguments.map((one) => (one as { type: Type }).type),
      result: instruction.type,
      instruction,
    });
  }

  /** What code that is not seen gets an address of may change. */
  #escapes(value: HostValue): void {
    if (isPointer(value) && value.object.place !== "constant") this.forget(value);
  }

  /** The value of an operand. */
  value(frame: Frame, value: Value): HostValue {
    switch (value.kind) {
      case "instruction":
        return frame.values[value.id];
      case "argument":
        return frame.parameters[value.index];
      case "asm":
      case "metadata":
        return undefined;
      default:
        return this.constant(value);
    }
  }

  /** The value of a constant; variables are made when they are first asked for. */
  constant(constant: Constant): HostValue {
    switch (constant.kind) {
      case "int":
        return constant.value;
      case "float":
        return castValue("bitcast", constant.bits, { kind: "int", bits: 64 }, constant.type);
      case "null":
        return nullOf(constant.type);
      case "function":
        return constant;
      case "global":
        return address(this.#global(constant));
      case "alias":
        return this.constant(constant.target);
      case "aggregate":
        return constant.elements.map((one) => this.constant(one));
      case "data":
        return constant.elements.map((one) => BigInt(one));
      case "expression": {
        const { expression } = constant;
        if (expression.op === "cast") return this.constant(expression.value);
        if (expression.op !== "gep") return undefined;
        const of = (value: Value) => this.constant(value as Constant);
        return elementAddress(this.constant(expression.base), expression, this.program.layout, of);
      }
      default:
        return undefined;
    }
  }

  #global(declared: GlobalVariable): HostStorage {
    const variable = this.program.linkage.variable(declared);
    let object = this.#globals.get(variable);
    if (!object) {
      // Its own address may stand in what it starts with.
      const placed = new HostObject("global", undefined);
      this.#globals.set(variable, placed);
      object = globalObject(variable, this.program.layout, (one) => this.constant(one));
      this.#globals.set(variable, object);
    }
    return object;
  }
}
