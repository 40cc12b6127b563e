/** What the tests of our CUDA headers share: a compile of either pass to IR text. */
import { defaultOptions, deviceCommand, hostCommand } from "../../analyzer/compiler/command/commands";
import { compileText } from "../support/clang";

export type Pass = "device" | "host";
export const passes: readonly Pass[] = ["device", "host"];

export interface Compiled {
  readonly ok: boolean;
  /** clang's messages. */
  readonly messages: string;
  /** LLVM IR as text; empty when it did not compile. */
  readonly ir: string;
}

/** The product's own command, giving text instead of bitcode. */
function command(pass: Pass, source: string): string[] {
  const make = pass === "device" ? deviceCommand : hostCommand;
  return make(source, defaultOptions).map((word) => (word === "-emit-llvm-bc" ? "-emit-llvm" : word));
}

/**
 * Compiles a text in one pass with our headers, straight in this process. Only what stands before every file is
 * precompiled: the order of the others may be the matter of a test.
 */
export async function compile(text: string, pass: Pass, name = "test.cu"): Promise<Compiled> {
  const { exitCode, stdout, stderr } = await compileText(command(pass, name), text, name, []);
  return { ok: exitCode === 0, messages: stderr, ir: new TextDecoder().decode(stdout) };
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
