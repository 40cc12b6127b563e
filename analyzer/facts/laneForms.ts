/**
 * The lane form of every integer and address of a kernel, under one launch shape: IR read abstractly, value by value.
 * Values of other types have no form of their own; for them only the scope (who shares the value) is followed.
 */

import { type ControlFlow, controlFlow, type Loop } from "../ir/cfg";
import {
  type Block,
  type Constant,
  Flag,
  type Func,
  type GlobalVariable,
  type Instruction,
  type InstructionOf,
  type Type,
  type Value,
} from "../ir/model";
import type { Space } from "../lower/model";
import type { SharedPlacement } from "../lower/shared";
import { demangle } from "./demangle";
import { isInside } from "./flow";
import { binaryForm, castForm, compareForms, selectForm, unaryForm } from "./formArithmetic";
import {
  type Atom,
  Atoms,
  addForms,
  atomForm,
  atomLeaves,
  constantForm,
  type Form,
  narrower,
  type Scope,
  scopeOf,
  type Term,
  wordsOf,
} from "./forms";
import { Inductions, type LoopCounter } from "./inductions";
import { asSigned } from "./integers";
import {
  binaryIntrinsics,
  blockUniformCalls,
  isPureCall,
  specialRegister,
  unaryIntrinsic,
  warpUniformCalls,
} from "./intrinsics";
import { gcd, isWarpUniform } from "./lanes";
import { afterLastIteration, loopLeft } from "./loopExits";
import { mergeForm } from "./merges";
import type { LaunchShape } from "./model";
import { addressOffset } from "./offsets";
import { summaryOf } from "./summaries";

/** Bytes that `cudaMalloc` aligns to. Reference: CUDA C++ Best Practices Guide, "Coalesced Access to Global Memory". */
export const ALLOCATION_ALIGNMENT = 256;

/** Bits of an integer or pointer; 0 for types without a lane form. */
export function formBits(type: Type): number {
  return type.kind === "int" ? type.bits : type.kind === "pointer" ? 64 : 0;
}

/** What the forms of a kernel need to know beside its IR. */
export interface LaneQuestion {
  readonly function: Func;
  readonly shape: LaunchShape;
  spaceOf(pointer: Value): Space;
  /** Where a shared variable lies in the block's shared memory; its own alignment is all that is known otherwise. */
  readonly placement?: SharedPlacement;
}

/** Bytes that the start of a block's shared memory is aligned to. Reference: recorded programs; the driver's part is 1 KiB. */
const SHARED_START = 128;

/** Forms of one kernel under one launch. Computed on demand and kept; the IR is not touched. */
export class LaneForms {
  readonly atoms = new Atoms();
  readonly function: Func;
  readonly flow: ControlFlow;
  readonly shape: LaunchShape;
  private readonly spaceOf: (pointer: Value) => Space;
  private readonly placement: SharedPlacement | undefined;
  private readonly inductions: Inductions;
  private forms = new Map<Value, Form>();
  /** The loop that an atom takes a new value in, each time round. */
  private readonly changesIn = new Map<Atom, Loop>();

  constructor(question: LaneQuestion) {
    this.function = question.function;
    this.flow = controlFlow(question.function);
    this.shape = question.shape;
    this.spaceOf = question.spaceOf;
    this.placement = question.placement;
    this.inductions = new Inductions(this);
    // In this order operands come before their users, so that the recursion stays shallow.
    for (const block of this.flow.order) for (const instruction of block.instructions) this.form(instruction);
  }

  /** The form where the value is defined. Inside a function body, `use` gives it where it is used. */
  form(value: Value): Form {
    let form = this.forms.get(value);
    if (!form) {
      form = value.kind === "instruction" ? this.instructionForm(value) : this.leafForm(value);
      this.forms.set(value, form);
    }
    return form;
  }

  /** The form of a value as an instruction of `block` sees it: a value that left its loop may be that of any iteration. */
  use(value: Value, block: Block): Form {
    const form = this.form(value);
    if (value.kind !== "instruction") return form;
    const left = loopLeft(this.flow, value.block, block);
    if (!left) return form;
    const bound = (term: Term): boolean => [...atomLeaves(term.atom)].some((leaf) => this.isBoundTo(leaf, left));
    const moving = form.terms.filter(bound);
    if (!moving.length) return form;
    const last = afterLastIteration(form, left, this.counter(left), (leaf) => this.isBoundTo(leaf, left));
    if (last) return last;
    const kept = form.terms.filter((term) => !bound(term));
    const shared = scopeOf({ ...form, known: 0, terms: moving });
    const scope = shared === "lane" || this.exitsTogether(left) !== "together" ? "lane" : shared;
    const atom = this.atoms.intern(`after:${value.id}:${scope}`, () => ({
      scope,
      multiple: 1,
      words: wordsOf(moving),
    }));
    return addForms({ ...form, terms: kept }, atomForm(atom, form.bits)) ?? atomForm(atom, form.bits);
  }

  /** Iterations and counter of a loop, where they follow a pattern. */
  counter(loop: Loop): LoopCounter {
    return this.inductions.counter(loop);
  }

  /** Who shares the value: all lanes of a warp at least, unless `lane`. */
  scope(value: Value, block: Block): Scope {
    return scopeOf(this.use(value, block));
  }

  /** Runs a guess; when it does not hold, every form that was derived from it is forgotten. */
  attempt<Result>(guess: () => Result | undefined): Result | undefined {
    const before = new Map(this.forms);
    const loops = this.inductions.save();
    const result = guess();
    if (result === undefined) {
      this.forms = before;
      this.inductions.restore(loops);
    }
    return result;
  }

  /** States the form of a value: for loop variables, whose form is found by solving for it. */
  assume(value: Value, form: Form): void {
    this.forms.set(value, form);
  }

  /** Remembers that an atom takes a new value in each iteration of a loop. */
  bind(atom: Atom, loop: Loop): void {
    this.changesIn.set(atom, loop);
  }

  private isBoundTo(atom: Atom, loop: Loop): boolean {
    const at = this.changesIn.get(atom);
    return at !== undefined && isInside(at, loop);
  }

  /** Do all lanes of a warp leave the loop in the same iteration? */
  exitsTogether(loop: Loop): "together" | "apart" {
    const { trips } = this.counter(loop);
    if (typeof trips === "number" && loop.exiting.length === 1) return "together";
    const decides = (block: Block): boolean => {
      const branch = block.instructions.at(-1);
      const value = branch?.op === "condbr" ? branch.condition : branch?.op === "switch" ? branch.value : undefined;
      return value === undefined || this.scope(value, block) !== "lane";
    };
    return loop.exiting.every(decides) ? "together" : "apart";
  }

  private leafForm(value: Exclude<Value, Instruction>): Form {
    switch (value.kind) {
      case "argument":
        return this.argumentForm(value);
      case "asm":
      case "metadata":
        return this.unknown(`opaque:${value.kind}`, value.type, "grid", "");
      default:
        return this.constantForm(value);
    }
  }

  private argumentForm(argument: Extract<Value, { kind: "argument" }>): Form {
    const bits = formBits(argument.type);
    const given = this.shape.arguments.get(argument.index);
    const value =
      given === undefined || argument.type.kind !== "int"
        ? undefined
        : asSigned(Number(BigInt.asIntN(bits, given)), bits);
    if (value !== undefined) return constantForm(value, bits);
    const multiple =
      argument.type.kind === "pointer" ? (this.shape.alignments?.get(argument.index) ?? ALLOCATION_ALIGNMENT) : 1;
    return this.unknown(`argument:${argument.index}`, argument.type, "grid", argument.name, multiple);
  }

  private constantForm(constant: Constant): Form {
    const bits = formBits(constant.type);
    switch (constant.kind) {
      case "int": {
        const value = asSigned(Number(BigInt.asIntN(bits, constant.value)), bits);
        return value === undefined
          ? this.unknown(`int:${constant.value}`, constant.type, "grid", "a constant")
          : constantForm(value, bits);
      }
      case "global":
        return this.unknown(
          `global:${constant.name}`,
          constant.type,
          "grid",
          demangle(constant.name).name,
          this.alignmentOf(constant),
        );
      case "expression": {
        const { expression } = constant;
        if (expression.op === "cast") return this.cast(expression.cast, this.form(expression.value), constant.type);
        if (expression.op === "gep") {
          return this.address(this.form(expression.base), expression, (index) => this.form(index));
        }
        if (expression.op === "unsupported") {
          return this.unknown(`expression:${expression.what}`, constant.type, "grid", "a constant");
        }
        return this.binary(expression.binary, this.form(expression.left), this.form(expression.right), constant.type);
      }
      case "null":
        return constantForm(0, bits);
      default:
        return this.unknown(`constant:${constant.kind}`, constant.type, "grid", "");
    }
  }

  private alignmentOf(variable: GlobalVariable): number {
    const own = Math.max(variable.align, 1);
    const offset = variable.space === 3 ? this.placement?.offsetOf(variable) : undefined;
    return offset === undefined ? own : Math.max(own, gcd(offset, SHARED_START));
  }

  /** A value that nothing is known of but who shares it. Equal keys are equal values. */
  private unknown(key: string, type: Type, scope: Scope, words: string, multiple = 1): Form {
    return atomForm(
      this.atoms.intern(key, () => ({ scope, multiple, words })),
      formBits(type),
    );
  }

  /** An instruction's value, unknown but for its scope. */
  private unknownResult(instruction: Instruction, scope: Scope, words: string, multiple = 1): Form {
    const form = this.unknown(`value:${instruction.id}:${scope}`, instruction.type, scope, words, multiple);
    const loop = this.flow.loopOf(instruction.block);
    if (loop) this.bind(form.terms[0]!.atom, loop);
    return form;
  }

  private meet(instruction: Instruction, operands: readonly Value[]): Scope {
    return operands.map((operand) => this.scope(operand, instruction.block)).reduce(narrower, "grid");
  }

  private instructionForm(instruction: Instruction): Form {
    const use = (value: Value): Form => this.use(value, instruction.block);
    switch (instruction.op) {
      case "binary":
        if (!formBits(instruction.type)) return this.mixed(instruction, [instruction.left, instruction.right]);
        return this.binary(
          instruction.binary,
          use(instruction.left),
          use(instruction.right),
          instruction.type,
          instruction.flags,
        );
      case "cast":
        if (!formBits(instruction.type) || !formBits(instruction.value.type))
          return this.mixed(instruction, [instruction.value]);
        return this.cast(instruction.cast, use(instruction.value), instruction.type);
      case "icmp":
        if (!formBits(instruction.left.type)) return this.mixed(instruction, [instruction.left, instruction.right]);
        return compareForms(this.atoms, instruction.predicate, use(instruction.left), use(instruction.right));
      case "select":
        if (!formBits(instruction.type))
          return this.mixed(instruction, [instruction.condition, instruction.ifTrue, instruction.ifFalse]);
        return selectForm(this.atoms, use(instruction.condition), use(instruction.ifTrue), use(instruction.ifFalse));
      case "freeze":
        return formBits(instruction.type) ? use(instruction.value) : this.mixed(instruction, [instruction.value]);
      case "gep":
        return this.address(use(instruction.base), instruction, use);
      case "phi":
        return this.phi(instruction);
      case "load":
        return this.load(instruction);
      case "call":
        return this.call(instruction);
      case "fneg":
        return this.mixed(instruction, [instruction.value]);
      case "fcmp":
        return this.mixed(instruction, [instruction.left, instruction.right]);
      case "extractvalue":
        return this.mixed(instruction, [instruction.aggregate]);
      case "insertvalue":
        return this.mixed(instruction, [instruction.aggregate, instruction.value]);
      case "extractelement":
        return this.mixed(instruction, [instruction.vector, instruction.index]);
      case "insertelement":
        return this.mixed(instruction, [instruction.vector, instruction.value, instruction.index]);
      case "shufflevector":
        return this.mixed(instruction, [instruction.left, instruction.right]);
      case "alloca":
        // Each thread has its own; among themselves, addresses into it compare as offsets do.
        return this.unknown(
          `alloca:${instruction.id}`,
          instruction.type,
          "grid",
          instruction.name,
          Math.max(instruction.align, 1),
        );
      case "atomicrmw":
      case "cmpxchg":
        return this.unknownResult(instruction, "lane", "the result of an atomic");
      default:
        return this.unknownResult(instruction, "lane", "");
    }
  }

  /** A pure function of its operands that is not followed: it is shared by whoever shares them. */
  private mixed(instruction: Instruction, operands: readonly Value[]): Form {
    const words = wordsOf(operands.flatMap((operand) => this.use(operand, instruction.block).terms));
    return this.unknownResult(instruction, this.meet(instruction, operands), words);
  }

  private binary(op: InstructionOf<"binary">["binary"], a: Form, b: Form, type: Type, flags = 0): Form {
    if (op === "fadd" || op === "fsub" || op === "fmul" || op === "fdiv" || op === "frem") {
      return this.unknown(`${op}:${a.terms.length}`, type, "lane", "");
    }
    return binaryForm(this.atoms, op, a, b, op === "or" && (flags & Flag.disjoint) !== 0);
  }

  private cast(cast: InstructionOf<"cast">["cast"], form: Form, type: Type): Form {
    const bits = formBits(type);
    if (cast === "trunc" || cast === "zext" || cast === "sext") return castForm(cast, form, bits);
    return castForm(bits < form.bits ? "trunc" : "zext", form, bits);
  }

  private address(
    base: Form,
    gep: Pick<InstructionOf<"gep">, "source" | "indices">,
    use: (value: Value) => Form,
  ): Form {
    const offset = addressOffset(gep, use);
    return (
      (offset && addForms(base, offset)) ?? atomForm(this.atoms.fresh({ scope: "lane", multiple: 1, words: "" }), 64)
    );
  }

  private phi(phi: InstructionOf<"phi">): Form {
    // Cycles that are no loops have no iterations to speak of.
    if (this.flow.irreducible) return this.unknownResult(phi, "lane", "");
    const loop = this.flow.loopOf(phi.block);
    if (loop?.header === phi.block) {
      this.inductions.solve(loop);
      const solved = this.forms.get(phi);
      return solved ?? this.unknownResult(phi, "lane", "");
    }
    return mergeForm(this, phi) ?? this.unknownResult(phi, "lane", "");
  }

  private load(load: InstructionOf<"load">): Form {
    const pointer = this.use(load.pointer, load.block);
    const scope = load.volatile ? "lane" : scopeOf(pointer);
    const isPointer = load.type.kind === "pointer";
    const space = this.spaceOf(load.pointer);
    // Parameters and constants do not change while a kernel runs: loads of one address are one value.
    if (space === "constant" && scope !== "lane") {
      const key = `constant:${pointer.known}:${pointer.terms.map(({ atom, coefficient }) => `${coefficient}*${atom.id}`).join("+")}:${formBits(load.type)}`;
      const owner = wordsOf(pointer.terms);
      // A structure passed by value is read member by member; IR does not keep their names.
      const words = isArgument(load.pointer) && owner ? `a member of ${owner}` : owner;
      return this.unknown(key, load.type, scope, words, isPointer ? ALLOCATION_ALIGNMENT : 1);
    }
    return this.unknownResult(load, scope, "a loaded value");
  }

  private call(call: InstructionOf<"call">): Form {
    const name = call.callee.kind === "function" ? call.callee.name : "";
    const register = specialRegister(name, this.atoms, this.shape);
    if (register) return register;
    const operation = binaryIntrinsics.get(name.replace(/\.i\d+$/, ""));
    if (operation && formBits(call.type)) {
      const [a, b] = call.arguments.map((operand) => this.use(operand, call.block));
      return binaryForm(this.atoms, operation, a!, b!);
    }
    const unary = formBits(call.type) ? unaryIntrinsic(name, formBits(call.type)) : undefined;
    if (unary) return unaryForm(this.atoms, name, this.use(call.arguments[0]!, call.block), unary);
    if (blockUniformCalls.some((start) => name.startsWith(start))) {
      return this.unknownResult(call, "block", "a vote of the block");
    }
    if (warpUniformCalls.some((start) => name.startsWith(start)))
      return this.unknownResult(call, "warp", "a vote of the warp");
    const isPure = call.callee.kind === "function" && call.callee.blocks.length > 0 && summaryOf(call.callee).isPure;
    if (isPure || isPureCall(name)) return this.mixed(call, call.arguments);
    return this.unknownResult(
      call,
      "lane",
      name.startsWith("llvm.") ? "a value of another lane" : "the result of a call",
    );
  }
}

/** Is a pointer computed from a parameter? */
function isArgument(pointer: Value): boolean {
  if (pointer.kind === "argument") return true;
  if (pointer.kind !== "instruction") return false;
  return pointer.op === "gep" ? isArgument(pointer.base) : pointer.op === "cast" && isArgument(pointer.value);
}

/** Does the coefficient of a term differ between lanes of one warp, or the atom itself? */
export const variesInWarp = (term: Term): boolean => term.atom.scope === "lane" || !isWarpUniform(term.coefficient);
