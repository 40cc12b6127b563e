/**
 * The products that tensor cores compute, and which lane holds what of them. Reference: PTX ISA, "Matrix Fragments for
 * mma" of every shape, which follow one rule: lane 4·g + c holds of A and B rows (columns) g and g + 8, and of the inner
 * dimension neighbours that begin at c times their number.
 */

/** What an operand's elements are. `tf32` has a float's exponent and half's fraction. */
export type Element =
  | "f16"
  | "bf16"
  | "tf32"
  | "f32"
  | "f64"
  | "s32"
  | "s8"
  | "u8"
  | "s4"
  | "u4"
  | "b1"
  | "e4m3"
  | "e5m2";

/** One multiply of tensor cores, D = A · B + C: A has m rows and k columns, B k rows and n columns. */
export interface Shape {
  /** As statements and the machine name it. */
  readonly name: string;
  readonly m: number;
  readonly n: number;
  readonly k: number;
  readonly a: Element;
  readonly b: Element;
  readonly c: Element;
  readonly d: Element;
  /** Sums of integers stop at the ends of their range. */
  readonly saturates: boolean;
  /** Of single bits: how two of them are joined before they are counted. */
  readonly join?: "xor" | "and";
}

/** Bits of an element in a register. */
export function elementBits(element: Element): number {
  return {
    f16: 16,
    bf16: 16,
    tf32: 32,
    f32: 32,
    f64: 64,
    s32: 32,
    s8: 8,
    u8: 8,
    s4: 4,
    u4: 4,
    b1: 1,
    e4m3: 8,
    e5m2: 8,
  }[element];
}

/** Elements of an operand of A or B in one register. */
const perRegister = (element: Element): number => (element === "f64" ? 1 : 32 / elementBits(element));

/** Registers that a lane holds of each matrix. */
export function registers({ m, k, a, b, c, d }: Shape): Record<"a" | "b" | "c" | "d", number> {
  const ofResult = (element: Element) => (element === "f16" ? m / 8 : m / 4);
  return {
    a: ((m / 8) * k) / (4 * perRegister(a)),
    b: k / (4 * perRegister(b)),
    c: ofResult(c),
    d: ofResult(d),
  };
}

/** Row and column of part `part` of register `register` in lane `lane`. */
export type Locate = (lane: number, register: number, part: number) => readonly [row: number, column: number];

/** Where a lane holds an element of A, by its row and column. */
export const locateA = ({ m, a }: Shape): Locate => {
  const many = perRegister(a);
  return (lane, register, part) => {
    const [group, inner] = [lane >> 2, lane & 3];
    const [below, beside] = m === 8 ? [0, register] : [register & 1, register >> 1];
    return [group + 8 * below, many * inner + 4 * many * beside + part];
  };
};

/** Where a lane holds an element of B, by its row and column. */
export const locateB = ({ b }: Shape): Locate => {
  const many = perRegister(b);
  return (lane, register, part) => [many * (lane & 3) + 4 * many * register + part, lane >> 2];
};

/** Of C and D; halves come in pairs of neighbouring columns. */
export const locateC = (element: Element): Locate => {
  if (element === "f16") return (lane, register, part) => [(lane >> 2) + 8 * register, 2 * (lane & 3) + part];
  return (lane, register) => [(lane >> 2) + 8 * (register >> 1), 2 * (lane & 3) + (register & 1)];
};

function shape(sizes: string, types: string, extra: Partial<Shape> = {}): Shape {
  const [m, n, k] = sizes.match(/\d+/g)!.map(Number) as [number, number, number];
  const [d, a, b, c] = types.split(".") as [Element, Element, Element, Element];
  const words = [
    "__wl_mma",
    sizes,
    "row.col",
    ...(extra.saturates ? ["satfinite"] : []),
    types,
    ...(extra.join ? [extra.join, "popc"] : []),
  ];
  return { name: words.join("."), m, n, k, a, b, c, d, saturates: false, ...extra };
}

const each = (sizes: readonly string[], types: readonly string[]): Shape[] =>
  sizes.flatMap((size) => types.map((type) => shape(size, type)));

const pairs = (elements: readonly string[]): string[] =>
  elements.flatMap((a) => elements.map((b) => `s32.${a}.${b}.s32`));

const integers = [
  ...each(["m8n8k16", "m16n8k16", "m16n8k32"], pairs(["s8", "u8"])),
  ...each(["m8n8k32", "m16n8k32", "m16n8k64"], pairs(["s4", "u4"])),
];

/** Every product that is modelled; sparse and warp-group ones are not. */
export const shapes: readonly Shape[] = [
  ...each(["m16n8k8", "m16n8k16"], ["f16.f16.f16.f16", "f32.f16.f16.f32", "f32.bf16.bf16.f32"]),
  ...each(["m16n8k16"], ["f16.f16.f16.f32", "f32.f16.f16.f16"]),
  ...each(["m16n8k4", "m16n8k8"], ["f32.tf32.tf32.f32"]),
  ...each(["m8n8k4", "m16n8k4", "m16n8k8", "m16n8k16"], ["f64.f64.f64.f64"]),
  ...integers,
  ...integers.map((one) => {
    return shape(`m${one.m}n${one.n}k${one.k}`, `${one.d}.${one.a}.${one.b}.${one.c}`, { saturates: true });
  }),
  ...["m8n8k128", "m16n8k128", "m16n8k256"].flatMap((size) =>
    (["xor", "and"] as const).map((join) => shape(size, "s32.b1.b1.s32", { join })),
  ),
  ...each(
    ["m16n8k32"],
    ["e4m3", "e5m2"].flatMap((a) => ["e4m3", "e5m2"].map((b) => `f32.${a}.${b}.f32`)),
  ),
];
