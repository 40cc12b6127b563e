/** Atomic functions. Reference: CUDA C++ Programming Guide, "Atomic Functions". */
import type { Entries, Entry } from "../model";

const ORDER =
  "Relaxed: it orders no other access. Atomic for all threads of the device; `_block` for those of the block, `_system` for all devices and the host.";
const COST =
  "Lanes that address one word are served one after the other: combine their values over the warp or the block first. Without use of its result it is a reduction, which waits for nothing.";

const atomic = (name: string, does: string, since?: string): Entry => ({
  signatures: [`T ${name}(T* address, T val)`],
  does: `${does} Returns the old value.`,
  order: ORDER,
  cost: COST,
  ...(since ? { since } : {}),
});

const plain: Entries = {
  atomicAdd: atomic(
    "atomicAdd",
    "Adds `val` to `*address`, for 32- and 64-bit integers, `float`, `double`, and the 16-bit formats.",
    "`double`: sm_60; `__half`: sm_70; `__nv_bfloat16`: sm_80; `float2` and `float4` in global memory: sm_90.",
  ),
  atomicSub: atomic("atomicSub", "Subtracts `val` from `*address`, for 32-bit integers."),
  atomicExch: atomic("atomicExch", "Writes `val` to `*address`."),
  atomicMin: atomic("atomicMin", "Writes the smaller of `*address` and `val`, for integers."),
  atomicMax: atomic("atomicMax", "Writes the larger of `*address` and `val`, for integers."),
  atomicAnd: atomic("atomicAnd", "Writes `*address & val`."),
  atomicOr: atomic("atomicOr", "Writes `*address | val`."),
  atomicXor: atomic("atomicXor", "Writes `*address ^ val`."),
  atomicInc: {
    ...atomic("atomicInc", "Writes `old >= val ? 0 : old + 1`: a counter that wraps."),
    signatures: ["unsigned atomicInc(unsigned* address, unsigned val)"],
  },
  atomicDec: {
    ...atomic("atomicDec", "Writes `old == 0 || old > val ? val : old - 1`."),
    signatures: ["unsigned atomicDec(unsigned* address, unsigned val)"],
  },
  atomicCAS: {
    signatures: ["T atomicCAS(T* address, T compare, T val)"],
    does: "Writes `val` where `*address` equals `compare`. Returns the old value: it was written where that equals `compare`. Any other atomic operation can be built with it.",
    order: ORDER,
    cost: "A loop around it retries where another thread was faster.",
    since: "16-bit values: sm_70; 128-bit values: sm_90.",
  },
};

const scoped = (suffix: string, scope: string): Entries =>
  Object.fromEntries(
    Object.entries(plain).map(([name, entry]) => [
      `${name}${suffix}`,
      {
        ...entry,
        signatures: entry.signatures.map((one) => one.replace(name, `${name}${suffix}`)),
        order: `Relaxed, and atomic for ${scope} alone.`,
        since: "sm_60.",
      },
    ]),
  );

/** The atomic functions, with their forms for a block and for the whole system. */
export const atomics: Entries = {
  ...plain,
  ...scoped("_block", "the threads of the block"),
  ...scoped("_system", "all devices and the host"),
};
