/**
 * The lane form of every integer and address of a function, under one launch configuration: an abstract interpretation of
 * the IR. Values of other types have no form; for them only the scope is computed.
 */

import { type ControlFlow, controlFlow, type Loop } from "../../ir/cfg";
import type { Block, Func, Instruction, InstructionOf, Type, Value } from "../../ir/model";
import type { Space } from "../../lower/model";
import type { SharedLayout } from "../../lower/sharedLayout";
import type { LaunchShape } from "../model";
import { enterCallee } from "./callEntry";
import { isInside, operandsFirst } from "./flow";
import {
  type Atom,
  Atoms,
  addForms,
  atomForm,
  atomLeaves,
  describeTerms,
  type Form,
  leavesOf,
  type Scope,
  scopeOf,
  type Term,
} from "./forms";
import { Inductions } from "./inductions";
import { formBits, inputForm } from "./inputForms";
import { exitedLoop, liveOutForm } from "./loopExits";
import type { CallEntry, LaneForms, LaneQuestion, LoopCounter } from "./queries";
import { instructionForm } from "./transfer";

/** The deepest recursion over operands; deeper chains are evaluated iteratively, operands first. */
const MAX_DEPTH = 200;

/** The forms of one function on one call path, under one launch, computed on demand and kept. */
class FunctionForms implements LaneForms {
  readonly atoms: Atoms;
  readonly function: Func;
  readonly flow: ControlFlow;
  readonly shape: LaunchShape;
  readonly placement: SharedLayout | undefined;
  readonly entry: CallEntry | undefined;
  private readonly inductions: Inductions;
  private forms = new Map<Value, Form>();
  private callees = new Map<Instruction, LaneForms>();
  /** The current depth of the recursion over operands. */
  private depth = 0;
  /** The loop in each of whose iterations an atom has a new value. */
  private readonly boundTo = new Map<Atom, Loop>();
  /** Atoms of values that are computed in this function. */
  private readonly inside = new Set<Atom>();

  constructor(private readonly question: LaneQuestion) {
    this.function = question.function;
    this.flow = controlFlow(question.function);
    this.shape = question.shape;
    this.placement = question.sharedLayout;
    this.entry = question.entry;
    this.atoms = question.entry?.caller.atoms ?? new Atoms();
    this.inductions = new Inductions(this);
    // In this order operands come before their users, so that the recursion stays shallow.
    for (const block of this.flow.order) for (const instruction of block.instructions) this.form(instruction);
  }

  spaceOf(pointer: Value): Space {
    return this.question.spaceOf(pointer);
  }

  /** The form of a value at its definition; `use` gives the form at a use. */
  form(value: Value): Form {
    const known = this.forms.get(value);
    if (known) return known;
    // The phi of an unrolled loop depends on its latch through a chain of thousands of instructions.
    if (this.depth >= MAX_DEPTH)
      for (const operand of operandsFirst(value, (one) => this.isPending(one))) this.form(operand);
    this.depth++;
    const form = value.kind === "instruction" ? instructionForm(this, value) : inputForm(this, value);
    this.depth--;
    this.forms.set(value, form);
    return form;
  }

  /** Whether a value is an instruction without a form yet; for a phi at the header of a loop, the loop is solved instead. */
  private isPending(value: Value): value is Instruction {
    if (value.kind !== "instruction" || this.forms.has(value)) return false;
    return value.op !== "phi" || this.flow.loopOf(value.block)?.header !== value.block;
  }

  /** The form of a value as an instruction of `block` uses it: a live-out value of a loop can be that of any iteration. */
  use(value: Value, block: Block): Form {
    const form = this.form(value);
    if (value.kind !== "instruction") return form;
    const left = exitedLoop(this.flow, value.block, block);
    if (!left) return form;
    const bound = (term: Term): boolean => [...atomLeaves(term.atom)].some((leaf) => this.changesIn(leaf, left));
    const moving = form.terms.filter(bound);
    if (!moving.length) return form;
    const last = liveOutForm(form, left, this.counter(left), (leaf) => this.changesIn(leaf, left));
    if (last) return last;
    const kept = form.terms.filter((term) => !bound(term));
    const shared = scopeOf({ ...form, known: 0, terms: moving });
    const scope = shared === "lane" || this.exitsTogether(left) !== "together" ? "lane" : shared;
    const atom = this.local(`after:${value.id}:${scope}`, { scope, multiple: 1, description: describeTerms(moving) });
    return addForms({ ...form, terms: kept }, atomForm(atom, form.bits)) ?? atomForm(atom, form.bits);
  }

  /** The counter of a loop, with the trip count where it is known. */
  counter(loop: Loop): LoopCounter {
    return this.inductions.counter(loop);
  }

  /** The form of a phi at a loop's header, for all of which the loop is solved. */
  atLoopHeader(loop: Loop, phi: InstructionOf<"phi">): Form | undefined {
    this.inductions.solve(loop);
    return this.forms.get(phi);
  }

  /** The scope of a value as an instruction of `block` uses it. */
  scope(value: Value, block: Block): Scope {
    return scopeOf(this.use(value, block));
  }

  /** The forms of a call's callee; undefined for functions without a body, and where calls are too deep. */
  entered(call: InstructionOf<"call">): LaneForms | undefined {
    let callee = this.callees.get(call);
    if (!callee) {
      callee = enterCallee(
        this,
        call,
        (entry) => new FunctionForms({ ...this.question, function: entry.function, entry }),
      );
      if (callee) this.callees.set(call, callee);
    }
    return callee;
  }

  /** The returned form; `isOfCaller` where it depends only on atoms of the caller. */
  result(): { readonly form: Form; readonly isOfCaller: boolean } | undefined {
    const ends = this.flow.order.map((block) => block.instructions.at(-1)).filter((end) => end?.op === "ret");
    const [end] = ends;
    if (this.entry?.isRecursive || ends.length !== 1 || end?.op !== "ret" || !end.value) return undefined;
    const form = this.use(end.value, end.block);
    return { form, isOfCaller: [...leavesOf(form)].every((leaf) => !this.inside.has(leaf)) };
  }

  /** Tries an assumption; if it does not hold, every form that was derived from it is discarded. */
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

  /** Sets the form of a value: for induction variables, whose form is solved for. */
  assume(value: Value, form: Form): void {
    this.forms.set(value, form);
  }

  /** Records that an atom has a new value in each iteration of a loop. */
  bind(atom: Atom, loop: Loop): void {
    this.boundTo.set(atom, loop);
    this.inside.add(atom);
  }

  /** Whether an atom has a new value in each iteration of a loop, or of one within it. */
  changesIn(atom: Atom, loop: Loop): boolean {
    const at = this.boundTo.get(atom);
    return at !== undefined && isInside(at, loop);
  }

  /** Whether all lanes of a warp exit the loop in the same iteration. */
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

  /** The atom of a value within the function, created on first use; each call path has its own. */
  local(key: string, properties: Omit<Atom, "id">): Atom {
    const atom = this.atoms.intern(`${this.entry?.key ?? ""}${key}`, () => properties);
    this.inside.add(atom);
    return atom;
  }

  /** An unknown value of the whole program with this scope. Equal keys are equal values. */
  unknown(key: string, type: Type, scope: Scope, description: string, multiple = 1): Form {
    return atomForm(
      this.atoms.intern(key, () => ({ scope, multiple, description })),
      formBits(type),
    );
  }

  /** An instruction's value, unknown but for its scope. */
  unknownResult(instruction: Instruction, scope: Scope, description: string): Form {
    const atom = this.local(`value:${instruction.id}:${scope}`, { scope, multiple: 1, description });
    const loop = this.flow.loopOf(instruction.block);
    if (loop) this.bind(atom, loop);
    return atomForm(atom, formBits(instruction.type));
  }
}

/** The lane forms of a function under one launch configuration. */
export function laneForms(question: LaneQuestion): LaneForms {
  return new FunctionForms(question);
}
