/** Operations whose operands are looked at before they are computed: some values cost further operations. */
import { MemoryMap, OPERAND_BYTES } from "../memory/layout";
import { carrier } from "../plan/types";
import { and, type Expression, type I32, i32, type LocalI32, popcnt, shrU, type V128 } from "../wasm/expressions";
import { Type } from "../wasm/opcodes";
import { anyTrue } from "../wasm/vectors";
import type { FunctionWriter } from "../wasm/writer";
import type { Quad, Target } from "./operation";

/** What is looked for in the operands of an operation. */
export interface Watched {
  /** Number by which `slowPath` knows what was found. */
  readonly number: number;
  /** The operands that decide, of all. */
  operands(all: readonly Quad[]): readonly Quad[];
  /** All ones in lanes that may have been found. */
  test(all: readonly Quad[]): V128;
}

/** What watched operations are written to. */
export type WatchTarget = Target & { readonly fn: FunctionWriter };

const signature = { parameters: [Type.i32, Type.i32, Type.i32], results: [] } as const;

/** Writes what hands four lanes to `slowPath` where the test names any: how many times each of `lanes` counts. */
function watch(target: WatchTarget, watched: Watched, all: readonly Quad[], lanes: I32, times: I32): void {
  const { fn } = target;
  fn.when(anyTrue(watched.test(all)), () => {
    watched.operands(all).forEach(({ parts }, index) => {
      parts.forEach((part, half) => {
        fn.store128(0, part, MemoryMap.operands + OPERAND_BYTES * index + 16 * half);
      });
    });
    fn.code.i32(watched.number);
    fn.push(lanes);
    fn.push(times);
    fn.code.call(target.import("slowPath", signature));
  });
}

/** Of a strip: the running lanes among its four. */
export function watchStrip(
  target: WatchTarget,
  watched: Watched,
  all: readonly Quad[],
  exec: LocalI32,
  shift: I32,
): void {
  watch(target, watched, all, and(shrU(exec, shift), 15), i32(1));
}

/** Of uniform operands, which all running lanes share. */
export function watchUniform(
  target: WatchTarget,
  watched: Watched,
  operands: readonly { readonly kind: Quad["kind"]; readonly value: Expression }[],
  splat: (kind: Quad["kind"], value: Expression) => V128,
  exec: LocalI32,
): void {
  const all = operands.map(({ kind, value }): Quad => {
    const part = target.fn.v128();
    target.fn.set(part, splat(kind, value));
    return { kind, parts: carrier(kind) === Type.f64 ? [part, part] : [part] };
  });
  watch(target, watched, all, i32(1), popcnt(exec));
}
