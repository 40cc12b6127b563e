/** The host side of a source file, compiled apart from its device side. */
import type { Language } from "../../analyzer/compiler/command/commands";
import type { Compiled } from "../../analyzer/compiler/model";
import { compileHost } from "../../analyzer/compiler/pass/host";
import { applyEdits, type Edit } from "../../analyzer/compiler/text/edits";
import type { Outline } from "../../analyzer/syntax/model";
import type { compileInput } from "../sources/includes";
import type { CompileTools } from "./compileTools";

/** As nvcc distinguishes them by the ending. */
const languages: readonly { readonly ending: RegExp; readonly language: Language }[] = [
  { ending: /\.c$/, language: "c" },
  { ending: /\.(?:cpp|cc|cxx|c\+\+|C)$/, language: "c++" },
];

/** The language that nvcc compiles a file as; CUDA where the ending is of no other. */
export function languageOf(path: string): Language {
  return languages.find(({ ending }) => ending.test(path))?.language ?? "cuda";
}

/** Edits that empty the kernels' bodies. */
export function kernelBodies({ functions }: Outline): readonly Edit[] {
  return functions.flatMap(({ isKernel, body, missingBraceAt }) =>
    isKernel && body && missingBraceAt === undefined ? [{ start: body.start + 1, end: body.end - 1, text: "" }] : [],
  );
}

/**
 * A text with its kernels' bodies empty, every line where it was: as under nvcc, the host pass does not read them. In them
 * clang would refuse a function that is one of the device where `__CUDA_ARCH__` is defined and one of the host elsewhere.
 */
function withoutKernelBodies(text: string, outline: Outline): string {
  return applyEdits(text, kernelBodies(outline));
}

/** Compiles the host side of a file, the headers' kernels without bodies as well; `keepsOrder` as in `HostRequest`. */
export function compileHostSide(
  input: Awaited<ReturnType<typeof compileInput>>,
  outline: Outline,
  language: Language,
  { platform, cache, syntax }: CompileTools,
  signal?: AbortSignal,
  keepsOrder = false,
): Promise<Compiled> {
  const { source, files, options } = input;
  const read = { ...source, text: withoutKernelBodies(source.text, outline) };
  const headers = [...files].map(([name, header]) => {
    const hasKernels = header.includes("__global__");
    return [name, hasKernels ? withoutKernelBodies(header, syntax.outline(header)) : header] as const;
  });
  const { clang } = platform;
  return compileHost({
    clang,
    source: read,
    outline,
    files: new Map(headers),
    options,
    signal,
    cache,
    language,
    keepsOrder,
  });
}
