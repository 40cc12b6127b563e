/**
 * The lane form of every integer and address of a function, under one launch shape: IR read abstractly, value by value.
 * Values of other types have no form of their own; for them only the scope (who shares the value) is followed.
 */

import { type ControlFlow, controlFlow, type Loop } from "../../ir/cfg";
import type { Block, Func, Instruction, InstructionOf, Type, Value } from "../../ir/model";
import type { Space } from "../../lower/model";
import type { SharedLayout } from "../../lower/sharedLayout";
import type { LaunchShape } from "../model";
import { enter } from "./entries";
import { isInside } from "./flow";
import {
  type Atom,
  Atoms,
  addForms,
  atomForm,
  atomLeaves,
  type Form,
  leavesOf,
  type Scope,
  scopeOf,
  type Term,
  wordsOf,
} from "./forms";
import { Inductions } from "./inductions";
import { formBits, leafForm } from "./leaves";
import { afterLastIteration, loopLeft } from "./loopExits";
import type { Entry, LaneForms, LaneQuestion, LoopCounter } from "./queries";
import { instructionForm } from "./transfer";

/** Forms of one function as one kernel enters it, under one launch. Computed on demand and kept; the IR is not touched. */
class FunctionForms implements LaneForms {
  readonly atoms: Atoms;
  readonly function: Func;
  readonly flow: ControlFlow;
  readonly shape: LaunchShape;
  readonly placement: SharedLayout | undefined;
  readonly entry: Entry | undefined;
  private readonly inductions: Inductions;
  private forms = new Map<Value, Form>();
  private callees = new Map<Instruction, LaneForms>();
  /** The loop that an atom takes a new value in, each time round. */
  private readonly boundTo = new Map<Atom, Loop>();
  /** Atoms that stand for something inside this function. */
  private readonly inside = new Set<Atom>();

  constructor(private readonly question: LaneQuestion) {
    this.function = question.function;
    this.flow = controlFlow(question.function);
    this.shape = question.shape;
    this.placement = question.placement;
    this.entry = question.entry;
    this.atoms = question.entry?.caller.atoms ?? new Atoms();
    this.inductions = new Inductions(this);
    // In this order operands come before their users, so that the recursion stays shallow.
    for (const block of this.flow.order) for (const instruction of block.instructions) this.form(instruction);
  }

  spaceOf(pointer: Value): Space {
    return this.question.spaceOf(pointer);
  }

  /** The form where the value is defined. Inside a function body, `use` gives it where it is used. */
  form(value: Value): Form {
    let form = this.forms.get(value);
    if (!form) {
      form = value.kind === "instruction" ? instructionForm(this, value) : leafForm(this, value);
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
    const bound = (term: Term): boolean => [...atomLeaves(term.atom)].some((leaf) => this.changesIn(leaf, left));
    const moving = form.terms.filter(bound);
    if (!moving.length) return form;
    const last = afterLastIteration(form, left, this.counter(left), (leaf) => this.changesIn(leaf, left));
    if (last) return last;
    const kept = form.terms.filter((term) => !bound(term));
    const shared = scopeOf({ ...form, known: 0, terms: moving });
    const scope = shared === "lane" || this.exitsTogether(left) !== "together" ? "lane" : shared;
    const atom = this.local(`after:${value.id}:${scope}`, { scope, multiple: 1, words: wordsOf(moving) });
    return addForms({ ...form, terms: kept }, atomForm(atom, form.bits)) ?? atomForm(atom, form.bits);
  }

  /** Iterations and counter of a loop, where they follow a pattern. */
  counter(loop: Loop): LoopCounter {
    return this.inductions.counter(loop);
  }

  /** The form of a phi at a loop's header: found by solving for all of them. */
  atLoopHeader(loop: Loop, phi: InstructionOf<"phi">): Form | undefined {
    this.inductions.solve(loop);
    return this.forms.get(phi);
  }

  /** Who shares the value: all lanes of a warp at least, unless `lane`. */
  scope(value: Value, block: Block): Scope {
    return scopeOf(this.use(value, block));
  }

  /** The forms of the function that a call enters; nothing for functions without a body, and where calls go too deep. */
  entered(call: InstructionOf<"call">): LaneForms | undefined {
    let callee = this.callees.get(call);
    if (!callee) {
      callee = enter(this, call, (entry) => new FunctionForms({ ...this.question, function: entry.function, entry }));
      if (callee) this.callees.set(call, callee);
    }
    return callee;
  }

  /** What the function gives back; `isOfCaller` when it is made of nothing but what its caller knows. */
  result(): { readonly form: Form; readonly isOfCaller: boolean } | undefined {
    const ends = this.flow.order.map((block) => block.instructions.at(-1)).filter((end) => end?.op === "ret");
    const [end] = ends;
    if (this.entry?.isRecursive || ends.length !== 1 || end?.op !== "ret" || !end.value) return undefined;
    const form = this.use(end.value, end.block);
    return { form, isOfCaller: [...leavesOf(form)].every((leaf) => !this.inside.has(leaf)) };
  }

  /** Runs a guess; when it does not hold, every form that was derived from it is forgotten. */
  attempt<Result>(guess: () => Result | undefined): Result | undefined {
    const before = new Map(this.forms);
    const callees = new Map(this.callees);
    const loops = this.inductions.save();
    const result = guess();
    if (result === undefined) {
      this.forms = before;
      this.callees = callees;
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
    this.boundTo.set(atom, loop);
    this.inside.add(atom);
  }

  /** Does an atom take a new value in each round of a loop, or of one within? */
  changesIn(atom: Atom, loop: Loop): boolean {
    const at = this.boundTo.get(atom);
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

  /** The atom of something inside the function, made when it is new: each call that enters it has its own. */
  local(key: string, properties: Omit<Atom, "id">): Atom {
    const atom = this.atoms.intern(`${this.entry?.key ?? ""}${key}`, () => properties);
    this.inside.add(atom);
    return atom;
  }

  /** A value of the whole program that nothing is known of but who shares it. Equal keys are equal values. */
  unknown(key: string, type: Type, scope: Scope, words: string, multiple = 1): Form {
    return atomForm(
      this.atoms.intern(key, () => ({ scope, multiple, words })),
      formBits(type),
    );
  }

  /** An instruction's value, unknown but for its scope. */
  unknownResult(instruction: Instruction, scope: Scope, words: string): Form {
    const atom = this.local(`value:${instruction.id}:${scope}`, { scope, multiple: 1, words });
    const loop = this.flow.loopOf(instruction.block);
    if (loop) this.bind(atom, loop);
    return atomForm(atom, formBits(instruction.type));
  }
}

/** The lane forms of a function under one launch shape. */
export function laneForms(question: LaneQuestion): LaneForms {
  return new FunctionForms(question);
}
