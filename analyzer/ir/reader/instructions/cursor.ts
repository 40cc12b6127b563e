/** A function body while it is read: operands of the current record, values by relative number, the block being filled. */

import type { ModuleState } from "../../bitcode/state";
import { METADATA_VALUE, valueAt } from "../../bitcode/state";
import type { FunctionBuilder, Mutable, MutableBlock } from "../../build";
import { VOID } from "../../build";
import {
  type Block,
  type Bundle,
  type Instruction,
  IrError,
  type Location,
  type SourceVariable,
  type Type,
  type Value,
} from "../../model";

type DistributiveOmit<T, Keys extends PropertyKey> = T extends unknown ? Omit<T, Keys> : never;

/** What makes an instruction itself, without its place. */
export type Fields = DistributiveOmit<Instruction, "kind" | "id" | "name" | "type" | "block" | "location">;

/** An instruction that was named before it was defined. It becomes the instruction, so references to it stay good. */
interface Forward {
  readonly kind: "instruction";
  readonly type: Type;
}

/** Reads the records of one body. */
export class Cursor {
  /** The last instruction: what a debug location belongs to. */
  last: Mutable<Instruction> | undefined;
  /** The last debug location, for the records that repeat it. */
  lastLocation: Location | undefined;
  /** All instructions of the body by id. */
  readonly instructions: Mutable<Instruction>[] = [];
  /** Variables of the source that debug information names. */
  readonly variables: SourceVariable[] = [];
  private bundles: Bundle[] | undefined;
  private at = 0;
  private blockIndex = 0;
  private readonly forward = new Map<number, Forward>();

  constructor(
    readonly state: ModuleState,
    readonly func: FunctionBuilder,
    readonly blocks: readonly MutableBlock[],
  ) {}

  /** Starts on the stream's current record. */
  begin(): void {
    this.at = 0;
  }

  /** The next operand as it is. */
  next(): number {
    return this.state.stream.operand(this.at++);
  }

  /** The next operand, or `otherwise` when the record has no more. */
  optional(otherwise = 0): number {
    return this.more ? this.next() : otherwise;
  }

  /** Whether the record has more operands. */
  get more(): boolean {
    return this.at < this.state.stream.operands.length;
  }

  /** How many operands the record has in all. */
  get count(): number {
    return this.state.stream.operands.length;
  }

  /** The next operand as a type. */
  type(): Type {
    return this.state.types.at(this.next());
  }

  /** The next operand as a block. */
  block(): Block {
    return this.blockAt(this.next());
  }

  /** The block with a number. */
  blockAt(index: number): Block {
    const block = this.blocks[index];
    if (!block) throw new IrError(`block ${index} is not in ${this.func.name}`);
    return block as Block;
  }

  /** A value with its type after it when it is not defined yet. */
  value(): Value {
    const relative = this.next();
    const index = this.absolute(relative);
    if (index < this.state.values.length) return valueAt(this.state, index);
    return this.ahead(index, this.type());
  }

  /** A value whose type the record has already given. */
  valueOf(type: Type): Value {
    return this.numbered(this.absolute(this.next()), type);
  }

  /** A value by signed distance, as `phi` has it. */
  signedValueOf(type: Type): Value {
    const word = this.next();
    const distance = word % 2 ? -(word - 1) / 2 : word / 2;
    return this.numbered(this.state.values.length - distance, type);
  }

  /** A value by its absolute number. */
  absoluteValue(): Value {
    return valueAt(this.state, this.next());
  }

  private numbered(index: number, type: Type): Value {
    if (type.kind === "metadata") return METADATA_VALUE;
    if (index < this.state.values.length) return valueAt(this.state, index);
    return this.ahead(index, type);
  }

  /** Distances are written as unsigned 32-bit numbers: a value that comes later has a huge one. */
  private absolute(relative: number): number {
    const index = (this.state.values.length - relative) | 0;
    if (index < 0) throw new IrError(`value ${index} is not defined`);
    return index;
  }

  private ahead(index: number, type: Type): Value {
    let forward = this.forward.get(index);
    if (!forward) {
      forward = { kind: "instruction", type };
      this.forward.set(index, forward);
    }
    return forward as Instruction;
  }

  /**
   * Makes `fields` the next instruction of the current block; one with a result takes the next value number. The object
   * is completed in place: a copy that spreads one object and adds to it costs two hundred times as much.
   */
  emit(type: Type, fields: Fields): void {
    const block = this.blocks[this.blockIndex];
    if (!block) throw new IrError(`instructions after the last block of ${this.func.name}`);
    let instruction = fields as Mutable<Instruction>;
    instruction.kind = "instruction";
    instruction.id = this.instructions.length;
    instruction.name = "";
    instruction.type = type;
    instruction.block = block as Block;
    if (type.kind !== "void") {
      const index = this.state.values.length;
      const forward = this.forward.size ? this.forward.get(index) : undefined;
      if (forward) {
        instruction = Object.assign(forward, instruction);
        this.forward.delete(index);
      }
      this.state.values.push(instruction as Instruction);
    }
    block.instructions.push(instruction as Instruction);
    this.instructions.push(instruction);
    this.last = instruction;
  }

  /** Adds a terminator and goes to the next block. */
  terminate(type: Type, fields: Fields, successors: readonly Block[]): void {
    this.emit(type, fields);
    const block = this.blocks[this.blockIndex++] as MutableBlock;
    block.successors = [...new Set(successors)];
    for (const successor of block.successors) (successor as MutableBlock).predecessors.push(block as Block);
  }

  /** Keeps a bundle for the call that follows. */
  addBundle(bundle: Bundle): void {
    this.bundles ??= [];
    this.bundles.push(bundle);
  }

  /** The bundles of the call that is being read. */
  takeBundles(): readonly Bundle[] | undefined {
    const bundles = this.bundles;
    this.bundles = undefined;
    return bundles;
  }

  /** Adds something that has no place in the model. */
  unsupported(what: string, type: Type = VOID): void {
    this.emit(type, { op: "unsupported", what });
  }

  /** Checks that the body is whole. */
  finish(): void {
    if (this.forward.size) throw new IrError(`${this.func.name} uses values that it never defines`);
    if (this.blockIndex !== this.blocks.length) throw new IrError(`${this.func.name} ends inside a block`);
  }
}
