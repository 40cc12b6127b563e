/** What the tests of our CUDA headers share: a compile of either pass to IR text, kept by the hash of all that decides it. */
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import headers from "warplens:cuda-headers";
import { CUDA_INCLUDE, defaultOptions, deviceCommand, hostCommand } from "../../analyzer/compiler/commands";

export type Pass = "device" | "host";
export const passes: readonly Pass[] = ["device", "host"];

export interface Compiled {
  readonly ok: boolean;
  /** clang's messages. */
  readonly messages: string;
  /** LLVM IR as text; empty when it did not compile. */
  readonly ir: string;
}

const cacheFolder = join(process.cwd(), ".build", "cuda-ir");

/** The product's own command, giving text instead of bitcode. */
function command(pass: Pass, source: string): string[] {
  const make = pass === "device" ? deviceCommand : hostCommand;
  return make(source, defaultOptions).map((word) => (word === "-emit-llvm-bc" ? "-emit-llvm" : word));
}

/** Compiles a text in one pass with our headers, straight in this process. */
export async function compile(text: string, pass: Pass, name = "test.cu"): Promise<Compiled> {
  const args = command(pass, name);
  const key = createHash("sha256")
    .update(JSON.stringify([args, text, headers]))
    .digest("hex");
  const kept = join(cacheFolder, `${key}.json`);
  if (existsSync(kept)) return JSON.parse(readFileSync(kept, "utf8")) as Compiled;
  const result = await run(args, text, name);
  mkdirSync(cacheFolder, { recursive: true });
  writeFileSync(kept, JSON.stringify(result));
  return result;
}

async function run(args: string[], text: string, name: string): Promise<Compiled> {
  const { runLLVM } = await import("@yowasp/clang");
  const decoder = new TextDecoder();
  let messages = "";
  let ir = "";
  try {
    await runLLVM(
      args,
      { [name]: text, [CUDA_INCLUDE]: headers },
      {
        stdout: (bytes) => {
          if (bytes) ir += decoder.decode(bytes, { stream: true });
        },
        stderr: (bytes) => {
          if (bytes) messages += new TextDecoder().decode(bytes);
        },
        fetchProgress: () => {},
      },
    );
    return { ok: true, messages, ir };
  } catch (error) {
    return { ok: false, messages: messages || String(error), ir: "" };
  }
}

/** Names that a device module uses and does not define: intrinsics and externals. */
export function declared(ir: string): string[] {
  return Array.from(ir.matchAll(/^declare [^@]*@([\w.$]+)\(/gm), (match) => match[1]!).sort();
}

/** The number that the 16 bits of a half stand for. */
export function half(bits: number): number {
  const exponent = (bits >> 10) & 31;
  const rest = bits & 1023;
  const sign = bits & 0x8000 ? -1 : 1;
  if (exponent === 31) return rest ? Number.NaN : sign * Number.POSITIVE_INFINITY;
  return sign * (exponent === 0 ? rest * 2 ** -24 : (rest + 1024) * 2 ** (exponent - 25));
}
