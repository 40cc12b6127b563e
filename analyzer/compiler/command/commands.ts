/** The clang command lines: one per pass and level. Reference: measured with clang 22 built for WebAssembly. */

import type { CompileOptions } from "../model";
import { notBuiltIn } from "./mathematics";

/** The options of a compile where nothing is configured: an H200 and C++17, as nvcc's defaults are otherwise. */
export const defaultOptions: CompileOptions = {
  architecture: "sm_90",
  standard: "c++17",
  includeFolders: [],
  defines: [],
  fastMath: false,
  fmad: true,
};

/** Folder under which the virtual file system carries our CUDA headers. */
export const CUDA_INCLUDE = "cuda-include";

/**
 * Part of {@link CUDA_INCLUDE}: common headers of public samples, `helper_cuda.h` and its like. No toolkit has them, so a
 * user's own of the same name is meant wherever there is one.
 */
export const SAMPLE_HEADERS = "samples";

/**
 * `optimised` is what counters are read from: as near to what nvcc makes as clang can. `complete` is what correctness is
 * read from: nothing that the program does has been removed from it. `followed` is the same with the names and types of
 * variables.
 */
export type Level = "optimised" | "complete" | "followed";

/**
 * Where the defaults decide otherwise than nvcc, held against `nvcc -O3 -ptx` (13.0): the stores in the arms of a
 * `switch` stay there, and what both arms of a branch begin with is executed before it; device functions are inlined up
 * to eleven times the usual size (LLVM's own factor for this target, which is part of the back end that is absent
 * here); loops of constant length are unrolled up to 1,500 instructions, where inner loops over tiles of 32 and 64 and
 * over tiles of 8 × 8 in registers come out as nvcc's do (llm.c's products among them); a load is known to repeat
 * another one over the whole of such a loop's copies; loops whose trip count is only known at run time are unrolled by four with a
 * remainder loop, also where the trip count takes a division to compute, but not where it is known to be 16 at
 * most (ptxas unrolls such a loop itself: `analyzer/lower/passes/unrollHeuristics.ts`).
 * Pointers to different types may point to the same place: the types of accesses are known to the reader of the IR and
 * not used by the optimiser. A table of constants that a function declares stays a variable of the thread, which is
 * filled where it stands. A sum of floats stays one where integers would do, and a store stays that only a later block
 * overwrites. A branch on what an earlier branch has decided stays, if its block does more (`k4` of `random/control1`).
 */
const asNvcc = [
  "-sink-common-insts=0",
  "-hoist-common-insts=1",
  "-inline-threshold=2475",
  "-unroll-threshold=1500",
  "-memdep-block-scan-limit=1000",
  "-unroll-runtime",
  "-unroll-max-count=4",
  "-unroll-max-upperbound=17",
  "-scev-cheap-expansion-budget=20",
  "-instcombine-max-copied-from-constant-users=0",
  "-enable-tbaa=false",
  "-float2int-max-integer-bw=0",
  "-dse-memoryssa-otherbb-cost=1000",
  "-jump-threading-threshold=0",
].flatMap((option) => ["-mllvm", option]);

/** Only what must be inlined is, so that what a built-in of our headers does stands at the line of its call. */
const complete = ["-O0", "-disable-O0-optnone"];
/** What a source file is written in, by clang's name: a `.cpp` and a `.c` have no device code. */
export type Language = "cuda" | "c++" | "c";

const deviceLevels: Readonly<Record<Level, readonly string[]>> = {
  optimised: ["-O2", ...asNvcc],
  complete,
  followed: complete,
};
const hostLevels: Readonly<Record<Level, readonly string[]>> = { optimised: ["-O2"], complete, followed: complete };

/** Lowest PTX version that knows the architecture (CUDA 12.9 toolkit's table of targets). */
const ptxVersions: Readonly<Record<string, string>> = { sm_100: "ptx86", sm_120: "ptx87" };

const DEVICE_TRIPLE = "nvptx64-nvidia-cuda";
const HOST_TRIPLE = "x86_64-unknown-linux-gnu";

const cxxHeaders = [`${CUDA_INCLUDE}/hostcxx`, "/usr/include/c++/v1"];
const cHeaders = [`${CUDA_INCLUDE}/libc`, "/usr/include/wasm32-wasip1", "/usr/include"];

/** Search order; `analyzer/cuda/README.md` says why it is this one. */
function headers(options: CompileOptions, language: Language = "cuda"): string[] {
  const system = language === "c" ? cHeaders : [...cxxHeaders, ...cHeaders];
  return [
    ...system.flatMap((folder) => ["-internal-isystem", folder]),
    "-I",
    CUDA_INCLUDE,
    ...options.includeFolders.flatMap((folder) => ["-I", folder]),
    ...["-I", `${CUDA_INCLUDE}/${SAMPLE_HEADERS}`],
    ...(language === "c" ? ["-D__wasi__=1"] : ["-include", "cuda_runtime.h"]),
    ...(options.forcedIncludes ?? []).flatMap((header) => ["-include", header]),
    ...options.defines.map((define) => `-D${define}`),
    ...(options.fileNames ? [`${FILE_NAMES}${options.fileNames.from}=${options.fileNames.to}`] : []),
  ];
}

/** What the option begins with that says what `__FILE__` is. */
export const FILE_NAMES = "-fmacro-prefix-map=";

/** `-use_fast_math`: approximate functions, and single-precision denormals flushed to zero. */
function fastMath(options: CompileOptions): string[] {
  return options.fastMath ? ["-D__USE_FAST_MATH__=1", "-fdenormal-fp-math-f32=preserve-sign,preserve-sign"] : [];
}

/** The target of the device pass. `-target-sdk-version` chooses the launch protocol of CUDA 9.2 and later. */
function deviceTarget(options: CompileOptions): string[] {
  return [
    ...["-triple", DEVICE_TRIPLE, "-aux-triple", HOST_TRIPLE, "-x", "cuda", "-fcuda-is-device"],
    `-std=${options.standard}`,
    ...["-target-cpu", options.architecture, "-target-feature"],
    `+${ptxVersions[options.architecture] ?? "ptx80"}`,
    "-target-sdk-version=12.8",
    `-ffp-contract=${options.fmad || options.fastMath ? "fast" : "off"}`,
    "-fno-strict-float-cast-overflow",
    // Where denormals might become zeros, no sum is known to be no negative zero, so that zeros are added as by nvcc.
    "-fdenormal-fp-math=dynamic",
    ...notBuiltIn,
    ...fastMath(options),
  ];
}

/**
 * Host code means what it means where it is commonly built, without optimisation: integers wrap around, memory may be read
 * as another type, and memory is allocated although nothing uses it.
 */
const asBuilt = [
  ...["-fwrapv", "-relaxed-aliasing"],
  ...["malloc", "calloc", "realloc", "aligned_alloc", "posix_memalign", "free"].map((one) => `-fno-builtin-${one}`),
];

function hostTarget(options: CompileOptions, language: Language): string[] {
  const standard = language === "c" ? "gnu17" : options.standard;
  const cuda = language === "cuda" ? ["-aux-triple", DEVICE_TRIPLE, "-target-sdk-version=12.8"] : [];
  return ["-triple", HOST_TRIPLE, ...cuda, "-x", language, `-std=${standard}`, "-ffp-contract=off", ...asBuilt];
}

/**
 * Errors of clang that are warnings to nvcc, or nothing: a narrower type in braces, traits that a library specializes,
 * `register`, `flag++` of a bool, `"%"PRId64` without a space, the address of a temporary object, `template` before a name
 * without arguments. Measured with nvcc 13.0 (2026-11-27), each in a kernel.
 */
const accepted = [
  ...["c++11-narrowing", "invalid-specialization", "register", "increment-bool"],
  ...["reserved-user-defined-literal", "address-of-temporary", "missing-template-arg-list-after-template-kw"],
];

/**
 * What every pass shares: messages that a program reads, no warnings, every error, `typeof` in any standard. No guess at
 * what a misspelled name was meant to be: where it stands before template arguments, clang's own assertions end it.
 * `__GNUC__` is that of the g++ against which host code is held: nvcc has the macros of its host compiler in both passes.
 */
const common = [
  "-fgnuc-version=12.2.0",
  ...["-fexceptions", "-fno-finite-loops", "-fdeprecated-macro", "-fno-caret-diagnostics"],
  ...["-w", ...accepted.map((one) => `-Wno-${one}`), "-fgnu-keywords"],
  ...["-fno-spell-checking", "-ferror-limit", "0", "-ftemplate-backtrace-limit=0"],
];

/** Bitcode goes to standard output: the virtual file system copies a file with every chunk that is written to it. */
const bitcode = (level: Level) => [
  `-debug-info-kind=${level === "followed" ? "limited" : "line-tables-only"}`,
  ...["-emit-llvm-bc", "-o", "-"],
];

/** Device pass: IR with line tables, as bitcode on standard output. */
export function deviceCommand(source: string, options: CompileOptions, level: Level = "optimised"): string[] {
  return [
    ...["clang", "-cc1", ...deviceTarget(options), ...headers(options)],
    ...[...deviceLevels[level], "-fcxx-exceptions", ...common, ...bitcode(level), source],
  ];
}

/**
 * Host pass: 64-bit, LP64. A launch is a call of `__cudaPushCallConfiguration` followed by one of the kernel's stub,
 * which keeps the kernel's name and parameter types.
 */
export function hostCommand(
  source: string,
  options: CompileOptions,
  level: Level = "optimised",
  language: Language = "cuda",
): string[] {
  return [
    ...["clang", "-cc1", ...hostTarget(options, language), ...headers(options, language)],
    ...[...hostLevels[level], ...(language === "c" ? [] : ["-fcxx-exceptions"]), ...common, ...bitcode(level), source],
  ];
}
