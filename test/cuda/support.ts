/** What the tests of our CUDA headers share: both passes' include order and a compile that gives clang's messages. */
import headers from "warplens:cuda-headers";
import { CUDA_INCLUDE, defaultOptions, deviceCommand } from "../../analyzer/compiler/commands";

/** Search order behind `-I cuda-include`; `analyzer/cuda/README.md` says why it is this one. */
export const systemFolders = [
  "/usr/include/c++/v1",
  `${CUDA_INCLUDE}/libc`,
  "/usr/include/wasm32-wasip1",
  "/usr/include",
];

export type Pass = "device" | "host";

export interface Compiled {
  readonly ok: boolean;
  /** clang's messages. */
  readonly messages: string;
  /** LLVM IR as text; empty when it did not compile. */
  readonly ir: string;
}

function command(pass: Pass, source: string): string[] {
  const device = deviceCommand(source, defaultOptions);
  const args = device.slice(0, device.indexOf("-internal-isystem"));
  const rest = ["-O2", "-fno-finite-loops", "-debug-info-kind=line-tables-only", "-ferror-limit", "0", "-emit-llvm"];
  const includes = ["-I", CUDA_INCLUDE, ...systemFolders.flatMap((folder) => ["-internal-isystem", folder])];
  const target =
    pass === "device"
      ? args
      : [
          ...["clang", "-cc1", "-triple", "x86_64-unknown-linux-gnu", "-aux-triple", "nvptx64-nvidia-cuda"],
          ...["-x", "cuda", `-std=${defaultOptions.standard}`, "-target-sdk-version=12.8"],
        ];
  const exceptions = ["-fcxx-exceptions", "-fexceptions"];
  return [...target, ...exceptions, ...includes, "-include", "cuda_runtime.h", ...rest, "-o", "-", source];
}

/** Compiles a text in one pass with our headers, straight in this process. */
export async function compile(text: string, pass: Pass, name = "test.cu"): Promise<Compiled> {
  const { runLLVM } = await import("@yowasp/clang");
  const decoder = new TextDecoder();
  let messages = "";
  let ir = "";
  try {
    await runLLVM(
      command(pass, name),
      { [name]: text, [CUDA_INCLUDE]: headers },
      {
        stdout: (bytes) => void (bytes && (ir += decoder.decode(bytes, { stream: true }))),
        stderr: (bytes) => void (bytes && (messages += new TextDecoder().decode(bytes))),
        fetchProgress: () => {},
      },
    );
    return { ok: true, messages, ir };
  } catch (error) {
    return { ok: false, messages: messages || String(error), ir: "" };
  }
}
