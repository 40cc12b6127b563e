/**
 * Code for values: keeps where every scalar lives, computes uniform values on the spot, and gathers lane-wise
 * operations on varying ones until an instruction needs memory, another lane, or a branch.
 */
import type { Instruction, Value } from "../../analyzer/ir/model";
import { operands } from "../../analyzer/ir/uses";
import type { LoweredFunction } from "../../analyzer/lower/model";
import { type AddressOf, constantBits, UnsupportedConstant } from "../memory/constants";
import type { AffineValues } from "../plan/affine";
import type { Aliases } from "../plan/aliases";
import type { FoldedAddress } from "../plan/folding";
import { carrier, components, type Kind } from "../plan/types";
import type { Uniformity } from "../plan/uniformity";
import type { Ref } from "../plan/values";
import type { ModuleBuilder, Signature } from "../wasm/encoder";
import {
  add,
  and,
  type Expression,
  type I64,
  i32,
  i64,
  type Local,
  type LocalI32,
  type LocalV128,
  load,
  shrU,
  sub,
  xor,
} from "../wasm/expressions";
import type { Type, ValueType } from "../wasm/opcodes";
import type { FunctionWriter } from "../wasm/writer";
import { type AffineValue, AffineWriter } from "./affine";
import { identity, type Lanewise, type Operation, type Quad, scaledIndex, type Target } from "./operation";
import { type Representation, type Slot, Unsupported } from "./representation";
import { constant, lanePointer, loads, stores } from "./scalars";
import { Strip, slotBytes, splatOf } from "./strip";
import { type Watched, watchUniform } from "./watched";

/** What the emitter must know about the function. */
export interface Surroundings {
  readonly lowered: LoweredFunction;
  readonly aliases: Aliases;
  readonly uniformity: Uniformity;
  readonly addressOf: AddressOf;
  /** Does any thread have memory of its own that a generic pointer may lead to? */
  readonly hasLocalMemory: boolean;
  /** Addresses that are not computed, since a constant can be added where they are used. */
  readonly folded: ReadonlyMap<Value, FoldedAddress>;
  /** Values that change by fixed distances from lane to lane. */
  readonly affine?: AffineValues;
  /** What is looked for in the operands of an instruction. */
  watched(instruction: Instruction): Watched | undefined;
  /** Must lanes outside the running mask keep the value that they have? */
  mustMerge(instruction: Instruction): boolean;
}

interface Pending {
  readonly instruction: Instruction;
  readonly component: number;
  readonly lanewise: Lanewise;
}

/** Operations of one strip loop, beyond which engines take long to find room for its vectors. */
const LARGEST_GROUP = 48;

/** The values of one function while its code is written. */
export class Emitter implements Target {
  /** Mask of the lanes that run the current region. */
  readonly exec: LocalI32;
  /** Local with the address of the warp's frame, and of its thread indices. */
  readonly frame: LocalI32;
  private readonly values = new Map<Value, (Representation | undefined)[]>();
  private pending: Pending[] = [];
  private readonly inGroup = new Set<Instruction>();
  private readonly vectors: LocalV128[] = [];
  private vectorsTaken = 0;
  private frameEnd: number;
  private readonly affine: AffineWriter | undefined;
  private spreadSlot: Slot | undefined;
  /** Affine addresses that nothing reads lane by lane, by what they are computed from. */
  private readonly unread = new Map<Instruction, Lanewise>();

  /** What says which lanes an operation under a predicate is executed in: it is read where these are counted. */
  private readonly counted: ReadonlySet<Value>;

  constructor(
    readonly fn: FunctionWriter,
    private readonly module: ModuleBuilder,
    readonly around: Surroundings,
    frameLocal: LocalI32,
    frameStart: number,
  ) {
    this.counted = new Set([...around.lowered.predicated.keys()].flatMap((select) => operands(select).slice(0, 1)));
    this.exec = fn.i32();
    this.frame = frameLocal;
    this.frameEnd = frameStart;
    const { affine: values, aliases } = around;
    const uniform = (ref: Ref) => this.uniform(ref);
    this.affine = values && new AffineWriter({ fn, target: this, aliases, values, uniform });
  }

  get frameBytes(): number {
    return this.frameEnd;
  }

  import(name: string, signature: Signature): number {
    return this.module.import(name, signature);
  }

  isVarying(value: Value): boolean {
    return this.around.uniformity.isVarying(value);
  }

  /** A new slot in the warp's frame. */
  slot(kind: Kind): Slot {
    const offset = Math.ceil(this.frameEnd / 16) * 16;
    this.frameEnd = offset + slotBytes(kind);
    return { form: "slot", kind, base: this.frame, offset };
  }

  /** Part of the frame, aligned as frames are. */
  area(bytes: number): number {
    const offset = Math.ceil(this.frameEnd / 256) * 256;
    this.frameEnd = offset + bytes;
    return offset;
  }

  /** Four bytes of the frame. */
  word(): number {
    const offset = Math.ceil(this.frameEnd / 4) * 4;
    this.frameEnd = offset + 4;
    return offset;
  }

  /** Reserves eight aligned bytes of the frame. */
  long(): number {
    const offset = Math.ceil(this.frameEnd / 8) * 8;
    this.frameEnd = offset + 8;
    return offset;
  }

  define(value: Value, component: number, representation: Representation): void {
    const list = this.values.get(value) ?? [];
    list[component] = representation;
    this.values.set(value, list);
  }

  /** Where an instruction's scalar will be: made on first demand, as phis and loops ask before it is computed. */
  home(instruction: Instruction, component: number): Representation {
    const known = this.values.get(instruction)?.[component];
    if (known) return known;
    const { kind } = components(instruction.type)[component]!;
    let representation: Representation;
    const affine = kind === "i32" ? this.affineOf(instruction) : undefined;
    if (affine) representation = { form: "affine", kind: "i32", value: affine };
    else if (!this.isVarying(instruction)) {
      representation = { form: "local", kind, local: this.fn.local(carrier(kind)) };
    } else if (kind === "i1") representation = { form: "mask", kind, local: this.fn.i32() };
    else representation = this.slot(kind);
    this.define(instruction, component, representation);
    return representation;
  }

  /** Lane 0 and the distances of an affine value. */
  affineOf(value: Value): AffineValue | undefined {
    return this.affine?.of(value);
  }

  /** How far the lanes of an affine value are from lane 0; undefined where it is not a constant. */
  reachOf(value: AffineValue): { readonly up: bigint; readonly down: bigint } | undefined {
    return this.affine?.reach(value);
  }

  /** Sets lane 0 of an affine value that is no sum of others. */
  beginAffine(instruction: Instruction, lane0: Expression<typeof Type.i32>): void {
    this.affine?.begin(instruction, lane0);
  }

  /** The locals that an instruction's affine value is found by. */
  affineLocals(instruction: Instruction): readonly Local[] {
    return this.affine?.locals(instruction) ?? [];
  }

  /** As `home`, but only if it has been requested. */
  knownHome(instruction: Instruction, component: number): Representation | undefined {
    return this.values.get(instruction)?.[component];
  }

  /** Where a scalar lives. */
  representation(ref: Ref): Representation {
    const { value, component } = this.around.aliases.root(ref);
    const known = this.values.get(value)?.[component];
    if (known) return known;
    if (value.kind === "instruction") return this.home(value, component);
    const { kind } = components(value.type)[component]!;
    if (value.kind === "argument" || value.kind === "asm" || value.kind === "metadata") {
      throw new Unsupported(`a value of kind ${value.kind}`);
    }
    try {
      const bits = constantBits(value, this.around.addressOf)[component]!;
      const representation: Representation = { form: "constant", kind, bits };
      this.define(value, component, representation);
      return representation;
    } catch (error) {
      if (error instanceof UnsupportedConstant) throw new Unsupported(error.message);
      throw error;
    }
  }

  /** A pointer as a value that is computed and a number to be added to it. */
  address(pointer: Value): { readonly ref: Ref; readonly offset: I64 } {
    let ref = this.around.aliases.root({ value: pointer, component: 0 });
    let constant = 0n;
    let offset: I64 | undefined;
    for (let folded = this.around.folded.get(ref.value); folded; folded = this.around.folded.get(ref.value)) {
      constant += folded.constant;
      for (const { index, scale } of folded.terms) {
        const term = scaledIndex(this.uniform({ value: index, component: 0 }), components(index.type)[0]!, scale);
        offset = offset ? add(offset, term) : term;
      }
      ref = this.around.aliases.root({ value: folded.base, component: 0 });
    }
    const known = i64(BigInt.asIntN(64, constant));
    return { ref, offset: offset ? add(offset, known) : known };
  }

  isUniform(ref: Ref): boolean {
    const { value } = this.around.aliases.root(ref);
    if (value.kind === "instruction" && this.unread.has(value)) return false;
    const { form } = this.representation(ref);
    return form === "constant" || form === "local";
  }

  /** A uniform scalar. */
  uniform(ref: Ref): Expression {
    return this.scalar(this.representation(ref));
  }

  /** The same by where it lives. */
  scalar(representation: Representation): Expression {
    if (representation.form === "local") return representation.local;
    if (representation.form === "constant") return constant(representation.kind, representation.bits);
    throw new Error("a varying value where a uniform one was expected");
  }

  /** One lane of any scalar; `lane` is a local with its index. */
  lane(ref: Ref, lane: LocalI32): Expression {
    const representation = this.representation(ref);
    if (representation.form === "mask") return and(shrU(representation.local, lane), 1);
    if (representation.form === "affine") return this.affine!.lane(representation.value, lane);
    return representation.form === "slot" ? this.laneOfSlot(representation, lane) : this.scalar(representation);
  }

  /** One lane of a slot. */
  laneOfSlot(slot: Slot, lane: LocalI32): Expression {
    return load(loads[carrier(slot.kind)], lanePointer(slot, lane), slot.offset);
  }

  /** Pushes a uniform scalar. */
  pushUniform(ref: Ref): void {
    this.fn.push(this.uniform(ref));
  }

  /** The same by where it lives. */
  pushScalar(representation: Representation): void {
    this.fn.push(this.scalar(representation));
  }

  /** Pushes a number by its bit pattern. */
  pushConstant(kind: Kind, bits: bigint): void {
    this.fn.push(constant(kind, bits));
  }

  /** Pushes one lane of any scalar; `lane` is a local with its index. */
  pushLane(ref: Ref, lane: LocalI32): void {
    this.fn.push(this.lane(ref, lane));
  }

  /** Stores the scalar that `push` leaves in one lane of a slot. */
  storeLane(slot: Slot, lane: LocalI32, push: () => void): void {
    this.fn.push(lanePointer(slot, lane));
    push();
    this.fn.code.memory(stores[carrier(slot.kind)], slot.offset);
  }

  /** Pushes one lane of a slot. */
  pushFromSlot(slot: Slot, lane: LocalI32): void {
    this.fn.push(this.laneOfSlot(slot, lane));
  }

  /** Pushes the address of a slot. */
  pushSlot(slot: Slot): void {
    this.fn.push(add(slot.base, slot.offset));
  }

  /**
   * Defines an instruction's scalars by lane-wise operations: at once where all operands are uniform, else in the
   * current group.
   */
  compute(instruction: Instruction, parts: readonly Lanewise[]): void {
    if (!this.isVarying(instruction)) {
      parts.forEach(({ operation, operands }, component) => {
        this.watchUniform(instruction, operation, operands);
        this.fn.push(operation.scalar(this, ...operands.map((ref) => this.uniform(ref))));
        const home = this.home(instruction, component);
        if (home.form === "local") this.fn.code.set(home.local);
      });
      return;
    }
    const [only] = parts;
    if (only && this.around.affine?.of(instruction)) {
      this.affine!.compute(instruction, only);
      if (!this.isReadByLane(instruction)) {
        this.unread.set(instruction, only);
        return;
      }
    }
    if (this.pending.length >= LARGEST_GROUP) this.flush();
    parts.forEach((lanewise, component) => {
      this.pending.push({ instruction, component, lanewise });
    });
    this.inGroup.add(instruction);
  }

  private watchUniform(instruction: Instruction, operation: Operation, operands: readonly Ref[]): void {
    const watched = this.around.watched(instruction);
    if (!watched) return;
    const all = operands.map((ref, index) => ({ kind: operation.operands[index]!, value: this.uniform(ref) }));
    watchUniform(this, watched, all, splatOf, this.exec);
  }

  /** Integers of 32 bits are found by their distances whoever reads them. */
  private isReadByLane(instruction: Instruction): boolean {
    return components(instruction.type)[0]!.kind !== "i32" && this.around.affine!.isRead(instruction);
  }

  /** Is one of the values that an address is computed from still being gathered in the current group? */
  waitsFor(ref: Ref): boolean {
    const { value } = this.around.aliases.root(ref);
    if (this.isPending(ref)) return true;
    const unread = value.kind === "instruction" ? this.unread.get(value) : undefined;
    return unread?.operands.some((operand) => this.waitsFor(operand)) ?? false;
  }

  /** Is an operand still being gathered in the current group? */
  isPending(ref: Ref): boolean {
    const { value } = this.around.aliases.root(ref);
    return value.kind === "instruction" && this.inGroup.has(value);
  }

  /** Writes the current group as one strip loop. After this every value is at its home. */
  flush(): void {
    if (!this.pending.length) return;
    const group = this.pending;
    const members = new Set(this.inGroup);
    this.pending = [];
    this.inGroup.clear();
    const made = new Map<Instruction, Quad[]>();
    const merges: ((() => void) | undefined)[] = [];
    this.strips((strip) => {
      for (const { instruction, component, lanewise } of group) {
        const operands = lanewise.operands.map((ref) => {
          const root = this.around.aliases.root(ref);
          const local = root.value.kind === "instruction" ? made.get(root.value)?.[root.component] : undefined;
          return local ?? this.stripOperand(strip, ref);
        });
        const watched = this.around.watched(instruction);
        if (watched) strip.watch(watched, operands, this.exec);
        const quads = made.get(instruction) ?? [];
        quads[component] = strip.apply(lanewise.operation, operands);
        made.set(instruction, quads);
      }
      for (const { instruction, component } of group) {
        const quad = this.isReadOutside(instruction, members) ? made.get(instruction)?.[component] : undefined;
        if (quad) merges.push(this.storeResult(strip, quad, instruction, component));
      }
    });
    for (const merge of merges) merge?.();
  }

  /** Whether more than the instructions of a group read the result of one of them. */
  private isReadOutside(instruction: Instruction, group: ReadonlySet<Instruction>): boolean {
    const uses = this.around.aliases.usersOf(instruction);
    return this.counted.has(instruction) || uses.some(({ user }) => user.op === "phi" || !group.has(user));
  }

  /** Stores a result of a group at its home. A mask is complete after the strip loop: the function returned merges it then. */
  private storeResult(strip: Strip, quad: Quad, instruction: Instruction, component: number): (() => void) | undefined {
    const home = this.home(instruction, component);
    const merge = this.around.mustMerge(instruction);
    if (home.form === "slot") strip.store(quad, home, merge ? this.exec : undefined);
    if (home.form !== "mask") return undefined;
    const target = merge ? this.fn.i32() : home.local;
    strip.collect(quad, target);
    return merge ? () => this.mergeMask(home.local, target, this.exec) : undefined;
  }

  /** `target = lanes of mask from value, others as they were`. */
  mergeMask(target: LocalI32, value: Expression<typeof Type.i32>, mask: LocalI32): void {
    this.fn.set(target, xor(target, and(xor(target, value), mask)));
  }

  /** A strip loop; vector locals that it takes are free again afterwards. */
  strips(body: (strip: Strip) => void): void {
    const mark = this.vectorsTaken;
    const strip = new Strip(this, () => {
      const vector = this.vectors[this.vectorsTaken] ?? this.fn.v128();
      this.vectors[this.vectorsTaken++] = vector;
      return vector;
    });
    strip.run(() => body(strip));
    this.vectorsTaken = mark;
  }

  stripOperand(strip: Strip, ref: Ref): Quad {
    return this.stripQuad(strip, this.representation(this.around.aliases.root(ref)));
  }

  private stripQuad(strip: Strip, representation: Representation): Quad {
    const key =
      representation.form === "slot"
        ? `slot ${representation.base.index} ${representation.offset}`
        : representation.form === "constant"
          ? `constant ${representation.kind} ${representation.bits}`
          : representation.form === "affine"
            ? `affine ${representation.value.base.index}`
            : `${representation.form} ${representation.local.index}`;
    const rowShift = this.around.affine?.rowShift ?? 5;
    if (representation.form === "affine") return strip.ramp(key, representation.value, rowShift);
    return strip.operand(key, representation, () => this.scalar(representation));
  }

  /** 32 lanes of a scalar in memory: where it is, or a copy of a uniform one. The group must have been flushed. */
  materialise(ref: Ref): Slot {
    return this.spread(this.representation(ref));
  }

  /** 32 lanes of an address; of an affine one that nothing else reads lane by lane, until the next such address. */
  spreadAddress(ref: Ref): Slot {
    const { value } = this.around.aliases.root(ref);
    if (value.kind !== "instruction" || !this.unread.has(value)) return this.materialise(ref);
    this.spreadSlot ??= this.slot("i64");
    const slot = this.spreadSlot;
    this.strips((strip) => {
      strip.store(this.unreadQuad(strip, { value, component: 0 }), slot, undefined);
    });
    return slot;
  }

  /** Four lanes of an affine value as it is computed from others. */
  private unreadQuad(strip: Strip, ref: Ref): Quad {
    const root = this.around.aliases.root(ref);
    const isWord = components(root.value.type)[root.component]!.kind === "i32";
    const lanewise = root.value.kind === "instruction" && !isWord ? this.unread.get(root.value) : undefined;
    if (!lanewise) return this.stripOperand(strip, root);
    const operands = lanewise.operands.map((operand) => this.unreadQuad(strip, operand));
    return strip.apply(lanewise.operation, operands);
  }

  /** The same by where it lives. */
  spread(representation: Representation): Slot {
    if (representation.form === "slot") return representation;
    const slot = this.slot(representation.kind);
    this.strips((strip) => {
      strip.store(this.stripQuad(strip, representation), slot, undefined);
    });
    return slot;
  }

  /** Sets a result that was computed outside of groups, lane-wise operations on uniform values included. */
  setUniform(instruction: Instruction, component: number, push: () => void): void {
    const home = this.home(instruction, component);
    if (home.form === "local") {
      push();
      this.fn.code.set(home.local);
    } else {
      const kind = home.kind;
      const local = this.fn.local(carrier(kind));
      push();
      this.fn.code.set(local);
      this.broadcast(home, { form: "local", kind, local });
    }
  }

  private broadcast(home: Representation, source: Extract<Representation, { form: "local" }>): void {
    if (home.form === "mask") {
      this.mergeMask(home.local, sub<ValueType>(i32(0), source.local) as Expression<typeof Type.i32>, this.exec);
    } else if (home.form === "slot") {
      this.strips((strip) => {
        const quad = strip.operand("source", source, () => source.local);
        strip.store(strip.apply(identity(home.kind), [quad]), home, this.exec);
      });
    }
  }
}
