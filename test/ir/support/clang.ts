/** Runs the real clang for what `test/support/device.ts` does not cover: the text of IR, host programs, other levels. */
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import headers from "warplens:cuda-headers";
import { CUDA_INCLUDE, defaultOptions, deviceCommand } from "../../../analyzer/compiler/command/commands";

const cacheFolder = join(process.cwd(), ".build", "bitcode");

/** Standard output of one clang call on one file, from the cache when nothing that decides it has changed. */
export async function clang(args: readonly string[], name: string, text: string): Promise<Uint8Array> {
  const folders = args.includes(CUDA_INCLUDE) ? { [CUDA_INCLUDE]: headers } : {};
  const key = createHash("sha256")
    .update(JSON.stringify([args, text, folders]))
    .digest("hex");
  const cached = join(cacheFolder, key);
  if (existsSync(cached)) return readFileSync(cached);
  const { runLLVM } = await import("@yowasp/clang");
  const chunks: Uint8Array[] = [];
  let messages = "";
  try {
    await runLLVM(
      [...args],
      { [name]: text, ...folders },
      {
        stdout: (bytes) => {
          if (bytes) chunks.push(bytes.slice());
        },
        stderr: (bytes) => {
          if (bytes) messages += new TextDecoder().decode(bytes);
        },
        fetchProgress: () => {},
      },
    );
  } catch (error) {
    throw new Error(`${error}\n${messages}`);
  }
  const output = Buffer.concat(chunks);
  mkdirSync(cacheFolder, { recursive: true });
  writeFileSync(cached, output);
  return output;
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
