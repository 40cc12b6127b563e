/** Multiply-adds of vectors in one rounding in WebAssembly, which Node 20 has behind a flag and later versions always have. */
import { setFlagsFromString } from "node:v8";

/**
 * Lets modules that are compiled from now on use them; to be called before the simulator first asks (`fusesVectors`). Kernels are
 * full of them: without, a fused multiply-add of floats takes thirty instructions.
 */
export function allowFusedVectors(): void {
  if (Number.parseInt(process.versions.node, 10) === 20) setFlagsFromString("--experimental-wasm-relaxed-simd");
}
