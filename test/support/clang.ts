/**
 * The real clang in this process, as the compiler room asks for it. What it answers is kept by the hash of all that decides
 * it, in the product's own store, which `scripts/unit.mjs` puts into the checkout: processes that share the tests, and those
 * that tests start, have its answers and precompiled headers in common.
 */
import { join } from "node:path";
import headers from "warplens:cuda-headers";
import { CUDA_INCLUDE } from "../../analyzer/compiler/command/commands";
import { rooted, virtualFileOptions } from "../../analyzer/compiler/command/virtualFiles";
import type { CompileCache } from "../../analyzer/compiler/incremental/state";
import { createCompileCache } from "../../analyzer/compiler/incremental/state";
import type { Clang, ClangResult, FileTree } from "../../analyzer/compiler/model";
import { stableHeaders, withPreamble } from "../../analyzer/compiler/pass/preamble";
import type { DisposableClang } from "../../engine/clang/queue";
import { type CompileStore, defaultStore, storedClang } from "../../engine/node/compileStore";

/** As the built product has it, whose answers are the same. */
const clangFolder = join(process.cwd(), "dist/clang");

async function run(args: readonly string[], files: FileTree): Promise<ClangResult> {
  const { runLLVM, Exit } = await import("@yowasp/clang");
  const chunks: Uint8Array[] = [];
  let stderr = "";
  const decoder = new TextDecoder();
  const streams = {
    stdout: (bytes: Uint8Array | null) => void (bytes && chunks.push(bytes.slice())),
    stderr: (bytes: Uint8Array | null) => {
      if (bytes) stderr += decoder.decode(bytes);
    },
    fetchProgress: () => {},
  };
  try {
    await runLLVM([...args], files, streams);
  } catch (error) {
    if (!(error instanceof Exit)) throw error;
    return { exitCode: error.code, stderr, stdout: new Uint8Array() };
  }
  return { exitCode: 0, stderr, stdout: Buffer.concat(chunks) };
}

/** A clang whose answers are kept: in the checkout unless `WARPLENS_CACHE` names another folder. */
export function keeping(clang: DisposableClang): DisposableClang {
  const inCheckout: CompileStore = { folder: join(process.cwd(), ".build/compiles"), keeps: "everything" };
  const store = process.env.WARPLENS_CACHE ? defaultStore("everything") : inCheckout;
  return store
    ? storedClang(clang, store, { clang: clangFolder, precompiled: join(process.cwd(), "dist/precompiled") })
    : clang;
}

/** The clang of this process. */
export const plainClang: Clang = keeping({ run, dispose: () => {} });

/** Headers that were precompiled for one test are there for the next. */
const { preambles } = createCompileCache();

/** A compile's cache that knows nothing of other tests but the headers. */
export const headersOnly = (): CompileCache => ({ ...createCompileCache(), preambles });

/**
 * One clang command on one file, on precompiled headers as the product runs it.
 * @param precompiled texts whose headers are: those of the file unless it is about the headers themselves
 */
export async function compileText(
  args: readonly string[],
  text: string,
  name: string,
  precompiled: readonly string[] = [text],
): Promise<ClangResult> {
  const includes = stableHeaders(precompiled, () => false, []);
  const { command, files } = await withPreamble(plainClang, headersOnly(), args, includes);
  const tree = rooted({ [name]: text, [CUDA_INCLUDE]: headers, ...files });
  return plainClang.run([...command, ...virtualFileOptions], tree);
}
