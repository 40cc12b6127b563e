/** Runs the real clang for what `test/support/device.ts` does not cover: the text of IR, host programs, other levels. */
import headers from "warplens:cuda-headers";
import { CUDA_INCLUDE, defaultOptions, deviceCommand } from "../../../analyzer/compiler/command/commands";
import { plainClang } from "../../support/clang";

/** Standard output of one clang call on one file. */
export async function clang(args: readonly string[], name: string, text: string): Promise<Uint8Array> {
  const folders = args.includes(CUDA_INCLUDE) ? { [CUDA_INCLUDE]: headers } : {};
  const { exitCode, stdout, stderr } = await plainClang.run(args, { [name]: text, ...folders });
  if (exitCode !== 0) throw new Error(`clang ended with ${exitCode}\n${stderr}`);
  return stdout;
}

/** The same module twice: as bitcode and as the text that clang prints for it. */
export interface BothForms {
  readonly bitcode: Uint8Array;
  readonly text: string;
}

/** Bitcode and text of one command, which must ask for bitcode. */
export async function bothForms(command: readonly string[], name: string, source: string): Promise<BothForms> {
  const asText = command.map((word) => (word === "-emit-llvm-bc" ? "-emit-llvm" : word));
  const bitcode = await clang(command, name, source);
  const text = new TextDecoder().decode(await clang(asText, name, source));
  return { bitcode, text };
}

const libcxx = ["/usr/include/c++/v1", "/usr/include/wasm32-wasip1"].flatMap((folder) => ["-internal-isystem", folder]);

/** Command of the device pass: optimised, or (`promoted: false`) as clang generates it. */
export function deviceArguments(name: string, optimised = true): string[] {
  const command = deviceCommand(name, defaultOptions);
  return optimised ? command : unoptimised(command);
}

/** Command of a host program on libc++'s headers, with exceptions, at `-O2` or as clang generates it. */
export function hostArguments(name: string, optimised = true): string[] {
  const command = [
    "clang",
    "-cc1",
    "-triple",
    "x86_64-unknown-linux-gnu",
    "-x",
    "c++",
    "-std=c++17",
    "-D__wasi__",
    ...libcxx,
    "-internal-isystem",
    "/usr/include",
    "-fcxx-exceptions",
    "-fexceptions",
    "-O2",
    "-fno-finite-loops",
    "-debug-info-kind=line-tables-only",
    "-emit-llvm-bc",
    "-o",
    "-",
    name,
  ];
  return optimised ? command : unoptimised(command);
}

function unoptimised(command: readonly string[]): string[] {
  return command.flatMap((word) => (word === "-O2" ? ["-O1", "-disable-llvm-passes"] : [word]));
}
