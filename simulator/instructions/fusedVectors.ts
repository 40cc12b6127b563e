/**
 * Whether this engine and machine multiply and add vectors in one rounding. WebAssembly's relaxed instructions round once or
 * twice: an engine decides it for the machine that it runs on, once and for all.
 * Reference: WebAssembly Core Specification 3.0, "Relaxed SIMD".
 */
import { ModuleBuilder } from "../wasm/encoder";
import { apply, type F64, promote } from "../wasm/expressions";
import { Op, Type } from "../wasm/opcodes";
import { extractLane, f32x4, f64x2 } from "../wasm/vectors";
import { FunctionWriter } from "../wasm/writer";

const { f32, f64, v128 } = Type;

/** A module whose `single(x)` and `double(x)` are x² − 1 by vectors. */
function probe(): Uint8Array<ArrayBuffer> {
  const module = new ModuleBuilder();
  const single = new FunctionWriter({ parameters: [f32], results: [f64] } as const);
  const [x] = single.parameters;
  const minusOne = apply<typeof v128>(Op.f32x4Splat, apply(Op.f32Neg, apply(Op.f32Div, x, x)));
  const splat = apply<typeof v128>(Op.f32x4Splat, x);
  single.push(promote(extractLane(f32, Op.f32x4ExtractLane, f32x4.multiplyAdd(splat, splat, minusOne), 3)));
  single.defineIn(module, "single");
  const double = new FunctionWriter({ parameters: [f64], results: [f64] } as const);
  const [y] = double.parameters;
  const longMinusOne = f64x2.splat(apply(Op.f64Neg, apply(Op.f64Div, y, y)) as F64);
  double.push(f64x2.extract(f64x2.multiplyAdd(f64x2.splat(y), f64x2.splat(y), longMinusOne), 1));
  double.defineIn(module, "double");
  return module.build();
}

let answer: boolean | undefined;

/** Whether `multiplyAdd` of vectors rounds once. Asked once: an engine must not begin to have it later. */
export function fusesVectors(): boolean {
  answer ??= roundsOnce();
  return answer;
}

/** Looks whether it does now. */
export function roundsOnce(): boolean {
  const module = probe();
  if (!WebAssembly.validate(module)) return false;
  const env = { memory: new WebAssembly.Memory({ initial: 1 }) };
  const { exports } = new WebAssembly.Instance(new WebAssembly.Module(module), { env });
  const { single, double } = exports as Record<"single" | "double", (x: number) => number>;
  // Of the squares, the last bit is lost where they are rounded before 1 is taken off.
  return single(1 + 2 ** -12) === 2 ** -11 + 2 ** -24 && double(1 + 2 ** -30) === 2 ** -29 + 2 ** -60;
}
