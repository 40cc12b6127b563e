/** What both kinds of clang worker do with a request. Runs inside the worker. */
import type { FileTree } from "../../analyzer/compiler/model";
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
    },
  ): Promise<unknown>;
  readonly Exit: new (code: number) => Error & { readonly code: number };
}

function concatenate(chunks: readonly Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(chunks.reduce((length, chunk) => length + chunk.length, 0));
  let at = 0;
  for (const chunk of chunks) {
    whole.set(chunk, at);
    at += chunk.length;
  }
  return whole;
}

/** Copies each chunk: it may be a view of memory that clang goes on writing to. `null` is a flush. */
function collector() {
  const chunks: Uint8Array[] = [];
  return {
    take: (bytes: Uint8Array | null) => {
      if (bytes) chunks.push(bytes.slice());
    },
    bytes: () => concatenate(chunks),
  };
}

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
    await module.runLLVM(args, files, { stdout: stdout.take, stderr: stderr.take, fetchProgress() {} });
    return result(0);
  } catch (error) {
    if (error instanceof module.Exit) return result(error.code);
    const output = new TextDecoder().decode(stderr.bytes()).trim();
    return { crash: [output, String(error)].filter(Boolean).join("\n") };
  }
}

/** The buffers of an answer that can be moved to the other side instead of copied. */
export function transferable(answer: ClangAnswer): ArrayBuffer[] {
  return "result" in answer ? [answer.result.stdout.buffer as ArrayBuffer] : [];
}
