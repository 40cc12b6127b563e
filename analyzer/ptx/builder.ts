/** Builds the IR of PTX statements: instructions with one source location, and basic blocks for guarded statements. */

import type { Mutable, MutableBlock } from "../ir/build";
import { declaredFunction } from "../ir/build";
import type {
  AtomicOp,
  BinaryOp,
  Block,
  CastOp,
  FloatPredicate,
  Func,
  Instruction,
  IntPredicate,
  Location,
  Type,
  Value,
} from "../ir/model";

/** The members of an instruction that depend on its opcode. */
type Body<T> = T extends Instruction ? Omit<T, "kind" | "id" | "name" | "type" | "block" | "location"> : never;

/** The integer type of this many bits. */
export const int = (bits: number): Type => ({ kind: "int", bits });
/** The floating-point type of a format. */
export const float = (format: "half" | "bfloat" | "float" | "double"): Type => ({ kind: "float", format });
/** The pointer type of an NVPTX address space. */
export const pointer = (space: number): Type => ({ kind: "pointer", space });
/** The vector type of `length` elements. */
export const vector = (element: Type, length: number): Type => ({ kind: "vector", element, length });
/** The unpacked structure type of these fields. */
export const structure = (fields: readonly Type[]): Type => ({ kind: "struct", fields, packed: false });
const nothing: Type = { kind: "void" };

/** Bits of a register of this type; pointers have 64. */
export function bitsOf(type: Type): number {
  if (type.kind === "int") return type.bits;
  if (type.kind === "float") return { half: 16, bfloat: 16, float: 32, double: 64 }[type.format as "half"] ?? 0;
  if (type.kind === "vector") return type.length * bitsOf(type.element);
  return 64;
}

/** An integer constant of this many bits. */
export const constant = (value: bigint | number, bits: number): Value => ({
  kind: "int",
  type: int(bits),
  value: BigInt.asUintN(bits, BigInt(value)),
});

/** Declarations of the functions that translated statements call, one for a name. */
export class Declarations {
  readonly made = new Map<string, Func>();

  constructor(existing: readonly Func[]) {
    for (const func of existing) this.made.set(func.name, func);
  }

  of(name: string, result: Type, parameters: readonly Type[]): Func {
    const known = this.made.get(name);
    if (known) return known;
    const func = declaredFunction(name, pointer(0), result, parameters);
    this.made.set(name, func);
    return func;
  }
}

/** Appends instructions to a block, and adds blocks where control flow splits. */
export class Builder {
  constructor(
    /** The block that is being written, and the list that its instructions go to. */
    public block: MutableBlock,
    private readonly blocks: MutableBlock[],
    private readonly declarations: Declarations,
    private readonly location: Location | undefined,
  ) {}

  private add(type: Type, body: Body<Instruction>): Instruction {
    const made = {
      kind: "instruction",
      id: 0,
      name: "",
      type,
      block: this.block as Block,
      ...(this.location && { location: this.location }),
      ...body,
    } as Instruction;
    this.block.instructions.push(made);
    return made;
  }

  binary(binary: BinaryOp, left: Value, right: Value, flags = 0): Value {
    return this.add(left.type, { op: "binary", binary, left, right, flags });
  }

  negate(value: Value): Value {
    return this.add(value.type, { op: "fneg", value, flags: 0 });
  }

  compare(predicate: IntPredicate, left: Value, right: Value): Value {
    return this.add(int(1), { op: "icmp", predicate, left, right, flags: 0 });
  }

  compareFloats(predicate: FloatPredicate, left: Value, right: Value): Value {
    return this.add(int(1), { op: "fcmp", predicate, left, right, flags: 0 });
  }

  select(condition: Value, ifTrue: Value, ifFalse: Value): Value {
    return this.add(ifTrue.type, { op: "select", condition, ifTrue, ifFalse, flags: 0 });
  }

  cast(cast: CastOp, value: Value, type: Type): Value {
    return this.add(type, { op: "cast", cast, value, flags: 0 });
  }

  /** An integer truncated, or extended with zeros or the sign. */
  resize(value: Value, bits: number, signed = false): Value {
    const from = bitsOf(value.type);
    if (value.kind === "int" && from > 0) {
      const whole = signed ? BigInt.asIntN(from, value.value) : value.value;
      return constant(whole, bits);
    }
    if (from === bits) return value;
    return this.cast(from > bits ? "trunc" : signed ? "sext" : "zext", value, int(bits));
  }

  /** A load; nothing writes what is `invariant`, so that ptxas may reuse an earlier load's value. */
  load(type: Type, from: Value, align: number, invariant: boolean, ordering = ""): Value {
    const order = ordering && { scope: "device" };
    return this.add(type, { op: "load", pointer: from, align, volatile: !invariant, ordering, invariant, ...order });
  }

  store(value: Value, to: Value, align: number, ordering = ""): void {
    const order = ordering && { scope: "device" };
    this.add(nothing, { op: "store", pointer: to, value, align, volatile: true, ordering, ...order });
  }

  /** A plain load, as C has it, that merging treats as any other. */
  plainLoad(type: Type, from: Value, align = 1): Value {
    return this.add(type, { op: "load", pointer: from, align, volatile: false, ordering: "", invariant: false });
  }

  plainStore(value: Value, to: Value): void {
    this.add(nothing, { op: "store", pointer: to, value, align: 1, volatile: false, ordering: "" });
  }

  atomic(atomic: AtomicOp, at: Value, value: Value, ordering = "monotonic", scope = "device"): Value {
    const align = bitsOf(value.type) / 8;
    const order = { align, ordering, scope, volatile: false };
    return this.add(value.type, { op: "atomicrmw", atomic, pointer: at, value, ...order });
  }

  exchangeIf(at: Value, expected: Value, replacement: Value, ordering = "monotonic", scope = "device"): Value {
    const align = bitsOf(expected.type) / 8;
    const order = { align, ordering, scope, volatile: false, weak: false };
    const type = structure([expected.type, int(1)]);
    return this.field(this.add(type, { op: "cmpxchg", pointer: at, expected, replacement, ...order }), 0);
  }

  /** `base` + a number of bytes. */
  offset(base: Value, bytes: Value): Value {
    return this.add(base.type, { op: "gep", source: int(8), base, indices: [bytes], flags: 0 });
  }

  field(aggregate: Value, index: number): Value {
    const { type } = aggregate;
    if (type.kind !== "struct") throw new Error("a field of what is no structure");
    return this.add(type.fields[index]!, { op: "extractvalue", aggregate, path: [index] });
  }

  element(from: Value, index: number): Value {
    if (from.type.kind !== "vector") throw new Error("an element of what is no vector");
    return this.add(from.type.element, { op: "extractelement", vector: from, index: constant(index, 32) });
  }

  gather(elements: readonly Value[]): Value {
    const type = vector(elements[0]!.type, elements.length);
    return elements.reduce<Value>(
      (whole, value, index) =>
        this.add(type, { op: "insertelement", vector: whole, value, index: constant(index, 32) }),
      { kind: "poison", type },
    );
  }

  /** A structure of these values. */
  bundle(values: readonly Value[], type: Type): Value {
    const made = bundled(values, type, this.block as Block, this.location);
    this.block.instructions.push(...made);
    return made.at(-1)!;
  }

  call(name: string, result: Type | undefined, values: readonly Value[]): Instruction {
    const type = result ?? nothing;
    const callee = this.declarations.of(
      name,
      type,
      values.map((value) => value.type),
    );
    const { signature } = callee;
    return this.add(type, { op: "call", callee, arguments: values, signature, attributes: new Map(), flags: 0 });
  }

  unsupported(what: string): void {
    this.add(nothing, { op: "unsupported", what });
  }

  /** A phi at the beginning of the block. */
  phi(type: Type, incoming: readonly { readonly value: Value; readonly block: Block }[]): Value {
    return this.add(type, { op: "phi", incoming, flags: 0 });
  }

  /**
   * Emits `body` in a block that executes where the condition holds. `body` returns pairs of a new value and the value
   * before; the result are the phis of those pairs after it.
   */
  when(condition: Value, body: () => readonly (readonly [Value, Value])[]): readonly Value[] {
    const before = this.block;
    const inside = this.open(before);
    this.block = inside;
    const changes = body();
    const last = this.block;
    const after = this.open(last);
    this.moveSuccessors(before, after);
    this.block = last;
    this.add(nothing, { op: "br", target: after as Block });
    link(last, after);
    this.block = before;
    this.add(nothing, { op: "condbr", condition, ifTrue: inside as Block, ifFalse: after as Block });
    link(before, inside);
    link(before, after);
    this.block = after;
    return changes.map(([old, changed]) =>
      this.phi(changed.type, [
        { value: changed, block: last as Block },
        { value: old, block: before as Block },
      ]),
    );
  }

  /** Emits a loop that executes `body` with the indices from 0 up to but not including a 64-bit count. */
  repeat(count: Value, body: (index: Value) => void): void {
    this.when(this.compare("ne", count, constant(0, 64)), () => {
      const before = this.block;
      let index: Value | undefined;
      let next: Value | undefined;
      const loop = this.repeatWhile(() => {
        index = this.phi(int(64), []);
        body(index);
        next = this.binary("add", index, constant(1, 64));
        return this.compare("ult", next, count);
      });
      const edges = [
        { value: constant(0, 64), block: before as Block },
        { value: next!, block: loop as Block },
      ];
      Object.assign(index!, { incoming: edges });
      return [];
    });
  }

  /** Emits a loop of one block that executes `body` again while the condition that it returns holds. @returns the block */
  repeatWhile(body: () => Value): MutableBlock {
    const before = this.block;
    const loop = this.open(before);
    const after = this.open(loop);
    this.moveSuccessors(before, after);
    this.block = before;
    this.add(nothing, { op: "br", target: loop as Block });
    link(before, loop);
    this.block = loop;
    const condition = body();
    this.add(nothing, { op: "condbr", condition, ifTrue: loop as Block, ifFalse: after as Block });
    link(loop, loop);
    link(loop, after);
    this.block = after;
    return loop;
  }

  /** What follows a block follows another one that was made behind it. */
  private moveSuccessors(before: MutableBlock, after: MutableBlock): void {
    after.successors = before.successors;
    before.successors = [];
    for (const one of after.successors) {
      const open = one as MutableBlock;
      open.predecessors = open.predecessors.map((from) => (from === (before as Block) ? (after as Block) : from));
      for (const phi of one.instructions) if (phi.op === "phi") retarget(phi, before as Block, after as Block);
    }
  }

  private open(after: MutableBlock): MutableBlock {
    const made: MutableBlock = { ...after, name: "", instructions: [], successors: [], predecessors: [] };
    this.blocks.splice(this.blocks.indexOf(after) + 1, 0, made);
    return made;
  }
}

/** The instructions that put values together to a structure, in order; the last one is the structure. */
export function bundled(values: readonly Value[], type: Type, block: Block, location?: Location): Instruction[] {
  const made: Instruction[] = [];
  values.forEach((value, index) => {
    const aggregate: Value = made.at(-1) ?? { kind: "poison", type };
    const place = location && { location };
    const one = { kind: "instruction", id: 0, name: "", type, block, ...place, op: "insertvalue" } as const;
    made.push({ ...one, aggregate, value, path: [index] } as Instruction);
  });
  return made;
}

function link(from: MutableBlock, to: MutableBlock): void {
  from.successors.push(to as Block);
  to.predecessors.push(from as Block);
}

function retarget(phi: Extract<Instruction, { op: "phi" }>, from: Block, to: Block): void {
  (phi as Mutable<typeof phi>).incoming = phi.incoming.map((edge) =>
    edge.block === from ? { ...edge, block: to } : edge,
  );
}
