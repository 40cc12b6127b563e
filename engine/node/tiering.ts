/** When V8 optimises WebAssembly. */
import { setFlagsFromString } from "node:v8";

/**
 * How much of a function V8 runs before it compiles it again, optimised (in bytes of code, roughly), by what a module is for.
 *
 * Clang has thousands of functions that are warm and few that are hot. With V8's default, opening a small file took 3.4 s of
 * processor time in place of 1.8, most of the difference in threads that optimise, and the compiles after it took no less. With
 * a third of what stands here, the first compile of a file takes a third more, the eleven after it a sixth more, and those of
 * someone who has typed for a minute the same (`bench/native.ts`). A process that ends with its work repays less still: the
 * first check of a small file takes 2.3 s with the largest budget in place of 3.1 s, and twelve programs of up to a thousand
 * lines together 49 s in place of 53 s.
 *
 * The grammar's reader of words is one function with a loop that jumps over hundreds of kilobytes for each character. With V8's
 * default it is optimised after a line, for 0.25 s of processor time beside a first check of 1.2 s, which it earns back after
 * some 10,000 lines.
 */
const budgets = {
  kernels: 1_800_000,
  grammar: 1_000_000_000,
  clang: 300_000_000,
  briefClang: 2_000_000_000,
} as const;

/** Sets the budget of modules that are made from now on, in all threads: V8 reads its flags when a module is made. */
export function tierFor(kind: keyof typeof budgets): void {
  setFlagsFromString(`--wasm-tiering-budget=${budgets[kind]}`);
}

/**
 * Lets V8 read which functions of a module are to be optimised before they run (`simulator/wasm/hints.ts`), in modules that are
 * made from now on. Versions from 14 on have hints of another form, and do without.
 */
export function readTierHints(): void {
  if (Number.parseInt(process.versions.v8, 10) < 14) setFlagsFromString("--experimental-wasm-compilation-hints");
}
