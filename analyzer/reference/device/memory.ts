/**
 * Loads and stores with a cache operator, address spaces, asynchronous copies, the device's heap. Reference: CUDA C++
 * Programming Guide, "Load Functions Using Cache Hints", "Read-Only Data Cache Load Function", "Address Space Predicate
 * Functions", "Asynchronous Data Copies", "Dynamic Global Memory Allocation and Operations"; PTX ISA, "Cache Operators".
 */
import type { Entries, Entry } from "../model";

const load = (name: string, does: string): Entry => ({ signatures: [`T ${name}(const T* address)`], does });
const store = (name: string, does: string): Entry => ({ signatures: [`void ${name}(T* address, T value)`], does });
const predicate = (name: string, space: string): Entry => ({
  signatures: [`unsigned ${name}(const void* ptr)`],
  does: `1 where the generic address is one of ${space} memory, else 0.`,
});

/** Memory functions of device code. */
export const memoryFunctions: Entries = {
  __ldg: {
    ...load("__ldg", "Loads through the read-only path (`ld.global.nc`)."),
    order: "Nothing may write the data while the kernel runs: the result is undefined otherwise.",
  },
  __ldca: load("__ldca", "Loads and caches in L1 and L2: the default."),
  __ldcg: load("__ldcg", "Loads and caches in L2 alone: sees what other multiprocessors have written there."),
  __ldcs: load("__ldcs", "Loads data that is used once: evicted first."),
  __ldlu: load("__ldlu", "Loads data whose line is not needed again."),
  __ldcv: load("__ldcv", "Loads anew from memory, as `volatile` does."),
  __stwb: store("__stwb", "Stores and caches at all levels: the default."),
  __stcg: store("__stcg", "Stores and caches in L2 alone."),
  __stcs: store("__stcs", "Stores data that is not read soon: evicted first."),
  __stwt: store("__stwt", "Stores through L2 to memory."),
  __isGlobal: predicate("__isGlobal", "global"),
  __isShared: predicate("__isShared", "shared"),
  __isConstant: predicate("__isConstant", "constant"),
  __isLocal: predicate("__isLocal", "local"),
  __cvta_generic_to_shared: {
    signatures: ["size_t __cvta_generic_to_shared(const void* ptr)"],
    does: "The address within shared memory, as `ld.shared` and other PTX instructions take it.",
  },
  __pipeline_memcpy_async: {
    signatures: ["void __pipeline_memcpy_async(void* dstShared, const void* srcGlobal, size_t size, size_t zfill = 0)"],
    does: "Starts a copy of 4, 8 or 16 bytes from global to shared memory that uses no registers (`cp.async`).",
    order: "The data is there after `__pipeline_wait_prior`, for other threads after a barrier besides.",
    since: "sm_80; before, an ordinary copy.",
  },
  __pipeline_commit: {
    signatures: ["void __pipeline_commit()"],
    does: "Ends a batch of asynchronous copies of this thread.",
    since: "sm_80.",
  },
  __pipeline_wait_prior: {
    signatures: ["void __pipeline_wait_prior(size_t n)"],
    does: "Waits until all but the last `n` batches of this thread's asynchronous copies are complete.",
    since: "sm_80.",
  },
  __nanosleep: {
    signatures: ["void __nanosleep(unsigned ns)"],
    does: "Suspends the thread for about `ns` nanoseconds, between 0 and twice as many: for loops that poll.",
    since: "sm_70.",
  },
  clock: {
    signatures: ["clock_t clock()"],
    does: "The low word of the multiprocessor's cycle counter.",
  },
  clock64: {
    signatures: ["long long clock64()"],
    does: "The multiprocessor's cycle counter. Counters of two multiprocessors are not comparable.",
  },
  __trap: {
    signatures: ["void __trap()"],
    does: "Ends the kernel with an error, and spoils the context.",
  },
};
