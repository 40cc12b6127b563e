/** What both kinds of clang worker do with a request. Runs inside the worker. */

import type { FileTree } from "../../analyzer/compiler/model";
import { ByteWriter } from "../../simulator/text/bytes";
import type { ClangAnswer, ClangRequest } from "./queue";

/** The part of clang's ES module that is used. Every call instantiates the program anew: nothing survives between calls. */
interface ClangModule {
  runLLVM(
    // `null` only loads what a run needs.
    args: readonly string[] | null,
    files: FileTree,
    options: {
      stdout?(bytes: Uint8Array | null): void;
      stderr?(bytes: Uint8Array | null): void;
      fetchProgress(): void;
      /** Whether files come back as texts where they can: all of them are looked at for that. */
      decodeASCII?: boolean;
    },
  ): Promise<unknown>;
  readonly Exit: new (code: number) => Error & { readonly code: number };
}

/**
 * Copies each chunk: it may be a view of memory that clang goes on writing to. `null` is a flush. Errors come in pieces of a
 * few bytes, a million of them from a bad file, so that they are kept in one array.
 */
function collector() {
  const kept = new ByteWriter();
  return {
    take(bytes: Uint8Array | null): void {
      if (bytes) kept.add(bytes);
    },
    bytes: () => kept.all(),
  };
}

/**
 * What clang writes before it ends because its WebAssembly memory has its maximum (`scripts/clangModules.mjs`).
 * Reference: LLVM, `report_bad_alloc_error`; libc++, `__throw_bad_alloc` and `__throw_length_error` without exceptions.
 */
const OUT_OF_MEMORY = /^(?:LLVM ERROR: out of memory$|libc\+\+abi: (?:bad_alloc|length_error) was thrown)/m;

/** How the engine ends a clang that calls itself more deeply than its stacks hold, of calls or in its own memory. */
const OUT_OF_STACK = /^(?:Maximum call stack size exceeded|memory access out of bounds|too much recursion)$/;

/** How the engine ends a clang that comes to an instruction `unreachable`. */
const UNREACHABLE = /^unreachable/i;

/** A browser's worker says that clang is there, before its first answer: fetching it depends on the network. */
export const LOADED = "loaded";

/** Fetches the program and its headers, once; what fails here is the installation, not an input. */
export async function loadClang(bundle: string): Promise<ClangModule> {
  const module: ClangModule = await import(bundle);
  await module.runLLVM(null, {}, { fetchProgress() {} });
  return module;
}

/** Runs one command line with the clang at the request's URL. Never throws. */
export async function answerClang({ bundle, args, files }: ClangRequest): Promise<ClangAnswer> {
  let module: ClangModule;
  try {
    module = await loadClang(bundle);
  } catch (error) {
    return { error: `clang could not be loaded from ${bundle}: ${error}` };
  }
  const stdout = collector();
  const stderr = collector();
  const result = (exitCode: number) => ({
    result: { exitCode, stdout: stdout.bytes(), stderr: new TextDecoder().decode(stderr.bytes()) },
  });
  try {
    await module.runLLVM(args, files, {
      stdout: stdout.take,
      stderr: stderr.take,
      fetchProgress() {},
      decodeASCII: false,
    });
    return result(0);
  } catch (error) {
    if (error instanceof module.Exit) return result(error.code);
    const output = new TextDecoder().decode(stderr.bytes()).trim();
    if (OUT_OF_MEMORY.test(output)) return { crash: "it takes too much memory to compile" };
    const { message } = error as Error;
    const why = OUT_OF_STACK.test(message) ? "it nests too deeply" : `clang ended by an error of its own (${message})`;
    const crash = [output, why].filter(Boolean).join("\n");
    return UNREACHABLE.test(message) ? { crash, isUnreachable: true } : { crash };
  }
}

/** The buffers of an answer that can be moved to the other side instead of copied. */
export function transferable(answer: ClangAnswer): ArrayBuffer[] {
  return "result" in answer ? [answer.result.stdout.buffer as ArrayBuffer] : [];
}
