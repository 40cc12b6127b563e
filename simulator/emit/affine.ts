/**
 * Code for values that change by fixed distances from lane to lane: the value of lane 0 in a local, and the distances between
 * columns and rows of lanes (`plan/affine.ts`). Integers of 32 bits are exactly this, as they wrap. Where they are extended to
 * 64 bits, a local says whether one of the lanes would have wrapped: then the address is none of this kind.
 */
import type { Instruction, Value } from "../../analyzer/ir/model";
import type { AffineValues, Distance } from "../plan/affine";
import type { Aliases } from "../plan/aliases";
import { addressTerms, components } from "../plan/types";
import type { Ref } from "../plan/values";
import {
  add,
  and,
  type Expression,
  extendS,
  extendU,
  gtS,
  gtU,
  type I32,
  type I64,
  i32,
  i64,
  integer,
  Local,
  type LocalI32,
  ltS,
  ltU,
  mul,
  ne,
  or,
  shl,
  shrU,
  sub,
  wrap,
} from "../wasm/expressions";
import { Type } from "../wasm/opcodes";
import type { FunctionWriter } from "../wasm/writer";
import type { Lanewise, Target } from "./operation";

type Integer = typeof Type.i32 | typeof Type.i64;

/** A distance between lanes: a constant, or a local that has it. */
export type Step = bigint | Local<Integer>;

/** A value by its lane 0 and its distances. */
export interface AffineValue {
  readonly kind: "i32" | "i64";
  readonly base: Local<Integer>;
  readonly column: Step;
  readonly row: Step;
  /** Locals that are not 0 where a lane wrapped before it was extended. */
  misfits: readonly LocalI32[];
}

/** A step as an expression of a type. */
export const stepExpression = <T extends Integer>(step: Step, type: T): Expression<T> =>
  typeof step === "bigint" ? integer(type, step) : (step as Expression as Expression<T>);

/** What writing affine values needs of the emitter. */
interface Around {
  readonly fn: FunctionWriter;
  readonly target: Target;
  readonly aliases: Aliases;
  readonly values: AffineValues;
  uniform(ref: Ref): Expression;
}

/** Whether a lane at most this far from lane 0 wraps; undefined where there is no other. */
export function wraps(
  lane0: Local<typeof Type.i32>,
  { up, down }: { readonly up: bigint; readonly down: bigint },
  isUnsigned: boolean,
): I32 | undefined {
  const [least, most] = isUnsigned ? [0n, 0xffffffffn] : [-0x80000000n, 0x7fffffffn];
  const limit = (value: bigint) => i32(Number(BigInt.asIntN(32, value)));
  const above = up > 0n ? (isUnsigned ? gtU : gtS)(lane0, limit(most - up)) : undefined;
  const below = down < 0n ? (isUnsigned ? ltU : ltS)(lane0, limit(least - down)) : undefined;
  return above && below ? or(above, below) : (above ?? below);
}

type Axis = "column" | "row";

/** The affine values of a function while its code is written. */
export class AffineWriter {
  private readonly made = new Map<Instruction, AffineValue>();
  private readonly operands = new Map<Instruction, readonly Ref[]>();

  constructor(private readonly around: Around) {}

  private get fn(): FunctionWriter {
    return this.around.fn;
  }

  /** An affine value: its locals are made on first demand, as phis ask before it is computed. */
  of(value: Value): AffineValue | undefined {
    const distances = this.around.values.of(value);
    if (!distances || value.kind !== "instruction") return undefined;
    const known = this.made.get(value);
    if (known) return known;
    const { kind } = components(value.type)[0]!;
    const type = kind === "i64" ? Type.i64 : Type.i32;
    const step = (distance: Distance): Step => (distance === "computed" ? this.fn.local(type) : distance);
    const made: AffineValue = {
      kind: kind === "i64" ? "i64" : "i32",
      base: this.fn.local(type),
      column: step(distances.column),
      row: step(distances.row),
      misfits: [],
    };
    this.made.set(value, made);
    return made;
  }

  /** Sets lane 0 of a built-in variable. */
  begin(instruction: Instruction, lane0: I32): void {
    const made = this.of(instruction);
    if (made) this.fn.set(made.base, lane0);
  }

  /** Computes lane 0 and the distances of an instruction's value. */
  compute(instruction: Instruction, { operation, operands }: Lanewise): void {
    const made = this.of(instruction);
    if (!made) return;
    this.operands.set(instruction, operands);
    const misfits = operands.flatMap((ref) => this.ofRef(ref)?.misfits ?? []);
    for (const ref of this.extended(instruction)) {
      const misfit = this.misfit(ref, instruction.op === "cast" && instruction.cast === "zext");
      if (!misfit) continue;
      const local = this.fn.i32();
      this.fn.set(local, misfit);
      misfits.push(local);
    }
    if (made.kind === "i64") made.misfits = [...new Set(misfits)];
    for (const axis of ["column", "row"] as const) {
      const step = made[axis];
      if (typeof step !== "bigint") this.fn.set(step, this.step(instruction, axis, step.type));
    }
    const lane0 = operands.map((ref) => this.ofRef(ref)?.base ?? this.around.uniform(ref));
    this.fn.set(made.base, operation.scalar(this.around.target, ...lane0) as Expression<Integer>);
  }

  /** Whatever locals a value is found by, those of its operands included. */
  locals(instruction: Instruction): readonly Local[] {
    const own = this.made.get(instruction);
    if (!own) return [];
    const steps = [own.column, own.row].filter((step) => typeof step !== "bigint");
    const below = (this.operands.get(instruction) ?? []).flatMap((ref) => {
      const { value } = this.around.aliases.root(ref);
      if (value.kind !== "instruction") return [];
      if (this.around.values.of(value)) return own.kind === "i64" ? this.locals(value) : [];
      const scalar = own.kind === "i64" ? this.around.uniform(ref) : undefined;
      return scalar instanceof Local ? [scalar] : [];
    });
    return [own.base, ...steps, ...own.misfits, ...below];
  }

  /** How far above and below lane 0 the other lanes are; undefined where it is not a constant. */
  reach({ column, row }: AffineValue): { readonly up: bigint; readonly down: bigint } | undefined {
    if (typeof column !== "bigint" || typeof row !== "bigint") return undefined;
    const { rowShift } = this.around.values;
    const far = [column * ((1n << BigInt(rowShift)) - 1n), row * ((1n << BigInt(5 - rowShift)) - 1n)];
    const sum = (keep: (part: bigint) => boolean) => far.reduce((all, part) => (keep(part) ? all + part : all), 0n);
    return { up: sum((part) => part > 0n), down: sum((part) => part < 0n) };
  }

  /** The value of one lane of an integer of 32 bits. */
  lane(value: AffineValue, lane: LocalI32): I32 {
    const { rowShift } = this.around.values;
    const part = (step: Step, index: I32): I32 | undefined =>
      step === 0n ? undefined : mul(stepExpression(step, Type.i32), index);
    const along = [part(value.column, and(lane, (1 << rowShift) - 1)), part(value.row, shrU(lane, rowShift))];
    return along.reduce<I32>((sum, one) => (one ? add(sum, one) : sum), value.base as Local<typeof Type.i32>);
  }

  private ofRef(ref: Ref): AffineValue | undefined {
    return this.of(this.around.aliases.root(ref).value);
  }

  /** Operands of 32 bits of which the instruction takes 64. */
  private extended(instruction: Instruction): readonly Ref[] {
    const narrow = (value: Value) => components(value.type)[0]!.kind === "i32";
    const taken =
      instruction.op === "cast" && components(instruction.type)[0]!.kind === "i64"
        ? [instruction.value]
        : instruction.op === "gep"
          ? addressTerms(instruction).terms.map(({ index }) => index)
          : [];
    return taken.filter(narrow).map((value) => ({ value, component: 0 }));
  }

  /** Whether a lane of an operand wraps on the way from lane 0; undefined where it never does. */
  private misfit(ref: Ref, isUnsigned: boolean): I32 | undefined {
    const { value } = this.around.aliases.root(ref);
    const affine = this.of(value);
    // Indices of threads are small.
    if (!affine || (value.kind === "instruction" && value.op === "call")) return undefined;
    const base = affine.base as Local<typeof Type.i32>;
    const { column, row } = affine;
    const reach = this.reach(affine);
    if (reach) return wraps(base, reach, isUnsigned);
    const { rowShift } = this.around.values;
    const [columns, rows] = [(1n << BigInt(rowShift)) - 1n, (1n << BigInt(5 - rowShift)) - 1n];
    const extend = isUnsigned ? extendU : extendS;
    const along = (step: Step, times: bigint): I64 => {
      const long = typeof step === "bigint" ? i64(step) : extendS(step as Local<typeof Type.i32>);
      return mul(long, i64(times));
    };
    const start = extend(base);
    const [far, deep] = [along(column, columns), along(row, rows)];
    const corners = [add(start, far), add(start, deep), add(add(start, far), deep)];
    return corners.map((corner): I32 => ne(corner, extend(wrap(corner)))).reduce((all, one) => or(all, one));
  }

  /** The distance of a result along an axis, where it is not a constant. */
  private step(instruction: Instruction, axis: Axis, type: Integer): Expression<Integer> {
    const of = (value: Value): Expression<Integer> => {
      const known = this.ofRef({ value, component: 0 })?.[axis] ?? 0n;
      if (typeof known === "bigint") return integer(type, known);
      if (known.type === type) return known;
      return type === Type.i64 ? extendS(known as Local<typeof Type.i32>) : wrap(known as Local<typeof Type.i64>);
    };
    switch (instruction.op) {
      case "binary": {
        const { binary, left, right } = instruction;
        if (binary === "add") return add(of(left), of(right));
        if (binary === "sub") return sub(of(left), of(right));
        if (binary === "shl" && right.kind === "int") return shl(of(left), integer(type, right.value));
        const [factor, varying] = this.ofRef({ value: left, component: 0 }) ? [right, left] : [left, right];
        return mul(of(varying), this.around.uniform({ value: factor, component: 0 }) as Expression<Integer>);
      }
      case "cast":
      case "freeze":
        return of(instruction.value);
      case "gep":
        return addressTerms(instruction).terms.reduce(
          (sum, { index, scale }) => add(sum, mul(of(index), integer(type, BigInt(scale)))),
          of(instruction.base),
        );
      default:
        throw new Error(`a distance of ${instruction.op}`);
    }
  }
}
