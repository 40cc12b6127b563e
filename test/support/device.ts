/**
 * Compiles CUDA text with the real clang, straight in this process, and reads the IR: what tests of the rooms above the
 * compiler start from. Bitcode is kept under `.build/bitcode` by the hash of everything that decides it.
 */
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import headers from "warplens:cuda-headers";
import { CUDA_INCLUDE, defaultOptions, deviceCommand } from "../../analyzer/compiler/commands";
import type { CompileOptions } from "../../analyzer/compiler/model";
import type { Module } from "../../analyzer/ir/model";
import { readModule } from "../../analyzer/ir/reader";
import { sinkCommonCode } from "../../analyzer/lower/sink";
import { expandAssembly } from "../../analyzer/ptx/expand";

const cacheFolder = join(process.cwd(), ".build", "bitcode");

/** Bitcode that one clang command gives for a text; throws with clang's messages when it does not compile. */
export async function compileBitcode(args: readonly string[], text: string, name: string): Promise<Uint8Array> {
  const key = createHash("sha256")
    .update(JSON.stringify([args, text, headers]))
    .digest("hex");
  const cached = join(cacheFolder, key);
  if (existsSync(cached)) return readFileSync(cached);
  const { runLLVM } = await import("@yowasp/clang");
  const chunks: Uint8Array[] = [];
  let messages = "";
  const decoder = new TextDecoder();
  try {
    await runLLVM(
      [...args],
      { [name]: text, [CUDA_INCLUDE]: headers },
      {
        stdout: (bytes) => {
          if (bytes) chunks.push(bytes.slice());
        },
        stderr: (bytes) => {
          if (bytes) messages += decoder.decode(bytes);
        },
        fetchProgress: () => {},
      },
    );
  } catch (error) {
    throw new Error(`${error}\n${messages}`);
  }
  const bitcode = Buffer.concat(chunks);
  mkdirSync(cacheFolder, { recursive: true });
  writeFileSync(cached, bitcode);
  return bitcode;
}

/** Device bitcode of a text. */
export function deviceBitcode(
  text: string,
  name = "test.cu",
  options: Partial<CompileOptions> = {},
): Promise<Uint8Array> {
  return compileBitcode(deviceCommand(name, { ...defaultOptions, ...options }), text, name);
}

export async function deviceModule(text: string, name?: string, options?: Partial<CompileOptions>): Promise<Module> {
  return sinkCommonCode(expandAssembly(readModule(await deviceBitcode(text, name, options))));
}

/** Text of a program recorded on hardware: `shared_banks`, `variety/loops`. */
export function recordedProgram(name: string): string {
  const path = name.includes("/") ? `${name}.cu` : `programs/${name}.cu`;
  return readFileSync(join(process.cwd(), "test/hardware", path), "utf8");
}
