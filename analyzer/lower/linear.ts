/**
 * Linear forms of addresses, `base + constant + Σ scale · leaf`, which show whether two accesses are adjacent.
 *
 * The forms depend on how integers wrap. *Exact* is LLVM's view: an extended 32-bit add is split into terms only where its
 * flags say that it does not wrap. *Modulo* is ptxas's view of shared and local memory, whose addresses have 32 bits: there
 * extensions and truncations make no difference, and every add is split.
 */
import { constantInteger, type Layout } from "../ir/layout";
import { Flag, type Instruction, type Value } from "../ir/model";

/** How integers in an address wrap. */
export type Wrapping = "exact" | "modulo";

/** How a leaf is extended before it is scaled. */
type Extension = "none" | "sign" | "zero";

/** One term of a linear form: `scale` times a value that is not split further. */
export interface Term {
  readonly leaf: Value;
  readonly extension: Extension;
  readonly scale: number;
}

/** The linear form of an address; `constant` and scales are bytes. */
export interface LinearAddress {
  readonly base: Value;
  readonly terms: readonly Term[];
  readonly constant: number;
  /** Two addresses of one function have equal keys exactly where base and terms are equal. */
  readonly key: string;
}

/** Deeper chains of arithmetic become a leaf, which keeps the form correct. */
const MAX_DEPTH = 32;

/**
 * Operands that are looked at for one form: sums of sums lead to twice as many with each step. The rest are leaves, which
 * keep the form correct.
 */
const MOST_LOOKED_AT = 2_000;

/** A linear form while terms are added; keys name leaf and extension. */
interface PartialForm {
  constant: number;
  lookedAt: number;
  readonly terms: Map<string, { leaf: Value; extension: Extension; scale: number }>;
}

/** Linear forms of the addresses of one function, each computed once. */
export class LinearForms {
  private readonly known = new Map<Value, LinearAddress>();
  private readonly numbers = new Map<Value, number>();

  constructor(
    private readonly layout: Layout,
    private readonly wrapping: Wrapping,
  ) {}

  /** The linear form of a pointer. */
  of(pointer: Value): LinearAddress {
    let found = this.known.get(pointer);
    if (!found) {
      const sum: PartialForm = { constant: 0, lookedAt: 0, terms: new Map() };
      const base = this.addPointer(pointer, sum, 0);
      const terms = [...sum.terms].filter(([, term]) => term.scale !== 0).sort(([a], [b]) => (a < b ? -1 : 1));
      const parts = terms.map(([key, term]) => `${key}*${term.scale}`);
      found = {
        base,
        terms: terms.map(([, term]) => term),
        constant: sum.constant,
        key: [this.number(base), ...parts].join("+"),
      };
      this.known.set(pointer, found);
    }
    return found;
  }

  private number(value: Value): number {
    let number = this.numbers.get(value);
    if (number === undefined) {
      number = this.numbers.size;
      this.numbers.set(value, number);
    }
    return number;
  }

  /** Adds the terms between a pointer and its base, and returns the base. */
  private addPointer(pointer: Value, sum: PartialForm, depth: number): Value {
    if (depth > MAX_DEPTH) return pointer;
    if (pointer.kind === "instruction") {
      if (pointer.op === "gep") return this.addGep(pointer, sum, depth);
      if (pointer.op === "cast" && isPointerCast(pointer.cast)) return this.addPointer(pointer.value, sum, depth + 1);
    }
    if (pointer.kind === "expression") {
      const { expression } = pointer;
      if (expression.op === "gep") return this.addGep(expression, sum, depth);
      if (expression.op === "cast" && isPointerCast(expression.cast)) {
        return this.addPointer(expression.value, sum, depth + 1);
      }
    }
    return pointer;
  }

  private addGep(
    gep: Parameters<Layout["addressTerms"]>[0] & { readonly base: Value },
    sum: PartialForm,
    depth: number,
  ): Value {
    const { constant, terms } = this.layout.addressTerms(gep);
    sum.constant += Number(constant);
    for (const { index, scale } of terms) this.addInteger(index, scale, "none", sum, depth + 1);
    return this.addPointer(gep.base, sum, depth + 1);
  }

  private addInteger(value: Value, scale: number, extension: Extension, sum: PartialForm, depth: number): void {
    const constant = constantOf(value, extension);
    if (constant !== undefined && Number.isSafeInteger(constant * scale)) {
      sum.constant += constant * scale;
      return;
    }
    if (value.kind === "instruction" && depth < MAX_DEPTH && ++sum.lookedAt < MOST_LOOKED_AT) {
      if (value.op === "cast" && this.addCast(value, scale, extension, sum, depth)) return;
      if (value.op === "binary" && this.addBinary(value, scale, extension, sum, depth)) return;
    }
    const key = `${extension[0]}${this.number(value)}`;
    const term = sum.terms.get(key);
    if (term) term.scale += scale;
    else sum.terms.set(key, { leaf: value, extension, scale });
  }

  private addCast(
    cast: Extract<Instruction, { op: "cast" }>,
    scale: number,
    extension: Extension,
    sum: PartialForm,
    depth: number,
  ): boolean {
    const from = cast.value.type;
    if (from.kind !== "int") return false;
    if (this.wrapping === "modulo") {
      if (from.bits < 32 || cast.type.kind !== "int" || cast.type.bits < 32) return false;
      if (cast.cast !== "sext" && cast.cast !== "zext" && cast.cast !== "trunc") return false;
      this.addInteger(cast.value, scale, "none", sum, depth + 1);
      return true;
    }
    // A zero extension of a value that is known not to be negative equals its sign extension, which stands for both.
    const sign = cast.cast === "sext" || (cast.cast === "zext" && (cast.flags & Flag.nneg) !== 0);
    if (sign && extension !== "zero") this.addInteger(cast.value, scale, "sign", sum, depth + 1);
    else if (cast.cast === "zext") this.addInteger(cast.value, scale, "zero", sum, depth + 1);
    else return false;
    return true;
  }

  private addBinary(
    binary: Extract<Instruction, { op: "binary" }>,
    scale: number,
    extension: Extension,
    sum: PartialForm,
    depth: number,
  ): boolean {
    const or = binary.binary === "or" && (binary.flags & Flag.disjoint) !== 0;
    if (!or && !this.distributes(binary, extension)) return false;
    switch (binary.binary) {
      case "or":
      case "add":
        this.addInteger(binary.left, scale, extension, sum, depth + 1);
        this.addInteger(binary.right, scale, extension, sum, depth + 1);
        return true;
      case "sub":
        this.addInteger(binary.left, scale, extension, sum, depth + 1);
        this.addInteger(binary.right, -scale, extension, sum, depth + 1);
        return true;
      case "mul":
      case "shl": {
        const right = constantInteger(binary.right);
        if (right === undefined) return false;
        const factor = binary.binary === "mul" ? Number(right) : right >= 0n && right < 32n ? 2 ** Number(right) : 0;
        if (factor === 0 || !Number.isSafeInteger(factor * scale)) return false;
        this.addInteger(binary.left, scale * factor, extension, sum, depth + 1);
        return true;
      }
      default:
        return false;
    }
  }

  private distributes(binary: Extract<Instruction, { op: "binary" }>, extension: Extension): boolean {
    if (!["add", "sub", "mul", "shl"].includes(binary.binary)) return false;
    const bits = binary.type.kind === "int" ? binary.type.bits : 0;
    if (this.wrapping === "modulo") return bits >= 32;
    if (extension === "none") return bits === 64;
    return (binary.flags & (extension === "sign" ? Flag.nsw : Flag.nuw)) !== 0;
  }
}

function isPointerCast(cast: string): boolean {
  return cast === "addrspacecast" || cast === "bitcast";
}

function constantOf(value: Value, extension: Extension): number | undefined {
  if (value.kind !== "int") return undefined;
  const signed = constantInteger(value);
  return signed === undefined ? undefined : Number(extension === "zero" ? value.value : signed);
}
