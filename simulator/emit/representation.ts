/** How values live while a warp runs. */
import type { Kind } from "../plan/types";
import type { Local, LocalI32 } from "../wasm/expressions";
import type { AffineValue } from "./affine";

/**
 * `constant`: known while compiling. `local`: the same for all lanes that hold it, in a WebAssembly local. `mask`: an
 * `i1` for each lane as the bits of a 32-bit local. `affine`: lane 0 and distances between lanes. `slot`: 32 lanes in linear
 * memory at `base` (a local) + `offset`.
 */
export type Representation =
  | { readonly form: "constant"; readonly kind: Kind; readonly bits: bigint }
  | { readonly form: "local"; readonly kind: Kind; readonly local: Local }
  | { readonly form: "mask"; readonly kind: "i1"; readonly local: LocalI32 }
  | { readonly form: "affine"; readonly kind: "i32"; readonly value: AffineValue }
  | Slot;

/** A varying value in memory: one element a lane, at an offset from a local. */
export interface Slot {
  readonly form: "slot";
  readonly kind: Kind;
  readonly base: LocalI32;
  readonly offset: number;
}

/** Something in a kernel that the simulator cannot run. Found while compiling, before anything has run. */
export class Unsupported extends Error {
  constructor(
    readonly what: string,
    readonly location?: import("../../analyzer/ir/model").Location,
  ) {
    super(what);
  }
}
