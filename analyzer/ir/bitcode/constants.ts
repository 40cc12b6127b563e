/** Constants blocks. Constants may refer to later ones of their block, so records are kept first and resolved then. */

import { type Constant, type ConstantExpression, IrError, type Type, type Value } from "../model";
import { readRange } from "./attributes";
import { type Bitstream, bytesToText, signRotated } from "./bitstream";
import { binaryFlags, gepFlags } from "./flags";
import { CASTS, ConstantCode as Code, INTEGER_BINARY } from "./records";
import type { ModuleState } from "./state";
import { elementType, scalar } from "./types";

interface Pending {
  readonly code: number;
  readonly type: Type;
  readonly operands: readonly number[];
  /** The same operands exactly, for records that hold numbers of 64 bits. */
  readonly exact: readonly bigint[] | undefined;
  /** First index of the operands (value type, value, …) of an address computation. */
  readonly indicesFrom: number;
}

const EXACT_CODES: ReadonlySet<number> = new Set([Code.integer, Code.wideInteger, Code.float, Code.data]);

/** Reads a CONSTANTS block that the stream has just entered; its constants are appended to the values. */
export function readConstants(state: ModuleState): void {
  const { stream, types, values } = state;
  const first = values.length;
  const pending: Pending[] = [];
  let type: Type | undefined;
  for (let entry = stream.advance(); entry !== "end"; entry = stream.advance()) {
    if (entry === "block") stream.skip();
    else if (stream.code === Code.setType) type = types.at(stream.operand(0));
    else {
      if (!type) throw new IrError("a constant before its type");
      pending.push(keep(stream, type));
    }
  }
  new Resolver(state, first, pending).all();
}

function keep(stream: Bitstream, type: Type): Pending {
  const { code } = stream;
  const exact = EXACT_CODES.has(code) ? stream.exactOperands() : undefined;
  let indicesFrom = 0;
  if (code === Code.gep) indicesFrom = 2;
  if (code === Code.gepInRange) {
    // The range in which the result may be used narrows what others may do with it; the value is the same.
    indicesFrom = readRange(stream, 3, stream.operand(2)).next;
  }
  return { code, type, operands: stream.operands.slice(), exact, indicesFrom };
}

class Resolver {
  private readonly open = new Set<number>();

  constructor(
    private readonly state: ModuleState,
    private readonly first: number,
    private readonly pending: readonly Pending[],
  ) {}

  all(): void {
    for (let i = 0; i < this.pending.length; i++) this.value(this.first + i);
  }

  private value(index: number): Value {
    const { values } = this.state;
    const known = values[index];
    if (known) return known;
    const pending = this.pending[index - this.first];
    if (!pending) throw new IrError(`constant ${index} is not defined`);
    if (this.open.has(index)) throw new IrError(`constant ${index} contains itself`);
    this.open.add(index);
    const value = this.resolve(pending);
    this.open.delete(index);
    values[index] = value;
    return value;
  }

  private constant(index: number | undefined): Constant {
    const value = index === undefined ? undefined : this.value(index);
    if (!value || value.kind === "argument" || value.kind === "instruction") {
      throw new IrError(`operand ${index} of a constant is not a constant`);
    }
    if (value.kind === "asm" || value.kind === "metadata") throw new IrError("a constant of inline assembly");
    return value;
  }

  private resolve(pending: Pending): Value {
    const { code, type, operands } = pending;
    switch (code) {
      case Code.null:
        return zero(type);
      case Code.undef:
        return { kind: "undef", type };
      case Code.poison:
        return { kind: "poison", type };
      case Code.integer:
        return integer(type, signRotated(first(pending)));
      case Code.wideInteger:
        return integer(type, wide(pending.exact ?? []));
      case Code.float:
        return { kind: "float", type, bits: floatBits(type, pending) };
      case Code.aggregate:
        return { kind: "aggregate", type, elements: operands.map((index) => this.constant(index)) };
      case Code.string:
        return { kind: "data", type, elements: operands };
      case Code.cstring:
        return { kind: "data", type, elements: [...operands, 0] };
      case Code.data:
        return data(type, pending);
      case Code.asm:
        return this.assembly(pending);
      case Code.blockAddress: {
        const [, callee, block = 0] = operands;
        const target = this.constant(callee);
        if (target.kind !== "function") throw new IrError("the address of a block outside functions");
        return { kind: "blockaddress", type, function: target, block };
      }
      default:
        return { kind: "expression", type, expression: this.expression(pending) };
    }
  }

  private expression(pending: Pending): ConstantExpression {
    const { code, operands, indicesFrom } = pending;
    switch (code) {
      case Code.cast: {
        const cast = CASTS[operands[0] ?? -1];
        if (!cast) throw new IrError(`cast ${operands[0]} is unknown`);
        return { op: "cast", cast, value: this.constant(operands[2]) };
      }
      case Code.binary: {
        const binary = INTEGER_BINARY[operands[0] ?? -1];
        if (!binary) throw new IrError(`binary operator ${operands[0]} is unknown`);
        const flags = binaryFlags(binary, false, operands[3] ?? 0);
        return { op: "binary", binary, left: this.constant(operands[1]), right: this.constant(operands[2]), flags };
      }
      case Code.gep:
      case Code.gepInRange: {
        const source = this.state.types.at(operands[0] ?? -1);
        const values: Constant[] = [];
        for (let i = indicesFrom + 1; i < operands.length; i += 2) values.push(this.constant(operands[i]));
        const [base, ...indices] = values;
        if (!base) throw new IrError("an address computation without a base");
        return { op: "gep", source, base, indices, flags: gepFlags(operands[1] ?? 0) };
      }
      default:
        return { op: "unsupported", what: `constant expression with code ${code}` };
    }
  }

  private assembly({ operands }: Pending): Value {
    const [signature, flags = 0, codeLength = 0] = operands;
    const codeEnd = 3 + codeLength;
    const text = (from: number, to: number) => bytesToText(operands, from, to);
    return {
      kind: "asm",
      type: this.state.types.at(signature ?? -1),
      code: text(3, codeEnd),
      constraints: text(codeEnd + 1, codeEnd + 1 + (operands[codeEnd] ?? 0)),
      sideEffect: (flags & 1) !== 0,
    };
  }
}

function first(pending: Pending): bigint {
  const value = pending.exact?.[0];
  if (value === undefined) throw new IrError("a constant without its value");
  return value;
}

function zero(type: Type): Constant {
  if (type.kind === "int") return { kind: "int", type, value: 0n };
  if (type.kind === "float") return { kind: "float", type, bits: 0n };
  return { kind: "null", type };
}

function integer(type: Type, value: bigint): Constant {
  const lane = scalar(type);
  if (lane.kind !== "int") throw new IrError(`an integer of ${type.kind} type`);
  const unsigned = BigInt.asUintN(lane.bits, value);
  const one: Constant = { kind: "int", type: lane, value: unsigned };
  if (type.kind !== "vector") return one;
  return { kind: "aggregate", type, elements: new Array<Constant>(boundedLength(type)).fill(one) };
}

/** Words of an integer wider than 64 bits, the lowest first. */
function wide(words: readonly bigint[]): bigint {
  return words.reduce((sum, word, index) => sum | (BigInt.asUintN(64, signRotated(word)) << BigInt(64 * index)), 0n);
}

function floatBits(type: Type, pending: Pending): bigint {
  const lane = scalar(type);
  if (lane.kind !== "float" || type.kind === "vector") throw new IrError(`a float of ${type.kind} type`);
  const low = first(pending);
  const high = pending.exact?.[1] ?? 0n;
  // x86_fp80 is written with its upper 64 bits first and the lowest 16 bits after.
  if (lane.format === "x86_fp80") return (low << 16n) | (high & 0xffffn);
  if (lane.format === "fp128") return low | (high << 64n);
  return low;
}

function data(type: Type, pending: Pending): Constant {
  if (type.kind !== "array" && type.kind !== "vector") throw new IrError(`packed data of ${type.kind} type`);
  const element = elementType(type, 0);
  const bits64 =
    (element.kind === "int" && element.bits > 32) || (element.kind === "float" && element.format === "double");
  const elements = bits64 ? (pending.exact ?? []) : pending.operands;
  if (elements.length !== type.length) throw new IrError("packed data of another length than its type");
  return { kind: "data", type, elements };
}

/** Length of a vector that is written out element by element; more than this is no vector that clang makes. */
export function boundedLength(type: Extract<Type, { kind: "array" | "vector" }>): number {
  if (type.length > 1 << 16) throw new IrError(`a vector of ${type.length} elements`);
  return type.length;
}
