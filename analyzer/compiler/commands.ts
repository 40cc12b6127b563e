/** The clang command lines: one per pass and level. Reference: measured with clang 22 built for WebAssembly. */
import type { CompileOptions } from "./model";

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

/** Device pass: optimised IR with line tables, as bitcode on standard output. */
export function deviceCommand(source: string, options: CompileOptions): string[] {
  return [
    "clang",
    "-cc1",
    "-triple",
    "nvptx64-nvidia-cuda",
    "-aux-triple",
    "x86_64-unknown-linux-gnu",
    "-x",
    "cuda",
    "-fcuda-is-device",
    `-std=${options.standard}`,
    "-target-cpu",
    options.architecture,
    "-target-feature",
    "+ptx80",
    "-target-sdk-version=12.8",
    `-ffp-contract=${options.fmad ? "fast" : "off"}`,
    "-internal-isystem",
    "/usr/include",
    "-I",
    CUDA_INCLUDE,
    ...options.includeFolders.flatMap((folder) => ["-I", folder]),
    ...options.defines.map((define) => `-D${define}`),
    "-O2",
    "-fno-finite-loops",
    "-debug-info-kind=line-tables-only",
    "-ferror-limit",
    "0",
    "-emit-llvm-bc",
    "-o",
    "-",
    source,
  ];
}
