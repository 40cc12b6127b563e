/** What the compiler room needs from outside and what it gives. */

/** Nested folders of files, as virtual files for clang. */
export interface FileTree {
  [name: string]: FileTree | string | Uint8Array;
}

/** How a run of clang ended, with what it wrote. */
export interface ClangResult {
  readonly exitCode: number;
  readonly stdout: Uint8Array;
  readonly stderr: string;
}

/** What the compiles of one answer may take together. */
export interface CompileBudget {
  /** Milliseconds that are left, of processor time where the host knows it; whoever runs clang takes from it. */
  left: number;
}

/** Runs one clang command line; given by the platform, which owns the worker that clang lives in. Calls are queued. */
export interface Clang {
  /** A compile for which the budget does not last is ended, and is as one that crashed. */
  run(args: readonly string[], files: FileTree, signal?: AbortSignal, budget?: CompileBudget): Promise<ClangResult>;
  /** Milliseconds that the compiles of one answer may take together; without limit where absent. */
  readonly answerLimit?: number;
  /**
   * Waits for headers that are being precompiled, as long as the answer may. Rejects with {@link HeadersPending} when it
   * may not any more; the headers are compiled all the same. Where absent, an answer waits until they are there.
   */
  awaitHeaders?<T>(made: Promise<T>, budget?: CompileBudget): Promise<T>;
}

/** An answer cannot wait any longer for headers that are being precompiled. */
export class HeadersPending extends Error {
  constructor() {
    super("its headers take long to compile; it is compiled when they are ready");
  }
}

/** Flags that change what is compiled. Everything has a default that needs no configuration. */
export interface CompileOptions {
  /** `sm_90`. */
  readonly architecture: string;
  readonly standard: string;
  readonly includeFolders: readonly string[];
  /** Headers that stand before the first line of every file: `-include`. */
  readonly forcedIncludes?: readonly string[];
  readonly defines: readonly string[];
  readonly fastMath: boolean;
  /** Contraction of multiply and add; nvcc's `--fmad`, on by default. */
  readonly fmad: boolean;
  /** Libraries of which the project's own edition is meant and ours is not there: `analyzer/compiler/command/libraries.ts`. */
  readonly theirLibraries?: readonly ("cub" | "thrust" | "cuda")[];
  /** What `__FILE__` says in place of the beginning of the paths that clang is to see; absent: nothing asks. */
  readonly fileNames?: { readonly from: string; readonly to: string };
}

/** The user's own files that the source includes, by the path that clang is to see. */
export type SourceFiles = ReadonlyMap<string, string>;

/** A function that could not be compiled, and why, in one sentence. */
export interface LeftOut {
  /** Its qualified name; of what is no function a name as well, or its first words. Never empty. */
  readonly function: string;
  readonly reason: string;
  /** One-based line of the error, where there is one. */
  readonly line?: number;
  /** Path of the header that it stands in; absent for the file itself. */
  readonly file?: string;
  /** Of a header that is not found: what may be left out because of it, in entries of their own. */
  readonly follows?: readonly LeftOut[];
}

/** An error that clang reports, at the user's line. */
export interface CompileError {
  readonly file: string;
  /** One-based. */
  readonly line: number;
  readonly column: number;
  readonly message: string;
  readonly fatal: boolean;
}

/** One pass over one file. `bitcode` is absent only when nothing at all could be compiled. */
export interface Compiled {
  readonly bitcode: Uint8Array | undefined;
  readonly leftOut: readonly LeftOut[];
  readonly errors: readonly CompileError[];
  /**
   * Kernels that we instantiated because nothing in the file does: name with template arguments, as `ns::kernel<float, 32>`,
   * → the origin of the arguments.
   */
  readonly instantiated: ReadonlyMap<string, string>;
}
