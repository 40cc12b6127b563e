/** Arguments of a kernel as plain data: what a user writes for one, and the types of what it points to. */

/** What a user writes for one argument. */
export type ArgumentSpec =
  | { readonly kind: "number"; readonly text: string }
  | { readonly kind: "buffer"; readonly fill: FillPattern; readonly count: number }
  | { readonly kind: "file"; readonly path: string }
  /** A null pointer. */
  | { readonly kind: "null" }
  /** The buffer of another argument. */
  | { readonly kind: "same"; readonly name: string };

/** With what a buffer is filled before the launch. */
export type FillPattern =
  | { readonly kind: "zeros" }
  /** 0, 1, 2, … in the element's own type, wrapping at its width. */
  | { readonly kind: "iota" }
  /** Integers below 2^16 or reals in [0, 1), from a stated generator. */
  | { readonly kind: "random"; readonly seed: number }
  | { readonly kind: "const"; readonly value: string }
  /** The values in turn, again and again. */
  | { readonly kind: "cycle"; readonly values: readonly string[] };

/** One scalar inside an element; `float4` has four of them. */
export interface Scalar {
  readonly kind: "signed" | "unsigned" | "float";
  /** 1, 2, 4 or 8. */
  readonly bytes: number;
}

/** The type of a buffer's elements. */
export interface Element {
  readonly bytes: number;
  readonly scalars: readonly Scalar[];
  /** Nothing is known of what is inside: the scalars are words to be filled. */
  readonly isStructure?: true;
}
